//! A line typed key by key before the judge's first key reached the program.
//!
//! It is reported as a whole, so that a key of the judge in between does not turn its end into an answer.

use std::time::Duration;

use rulebook::{Key, key::Typed};

use crate::line::LINE_MAX;

/// The pause, in contest time, after which a line without Return counts as finished.
const UNFINISHED: Duration = Duration::from_secs(2);

/// An unasked line, if there is one.
#[derive(Debug, Default)]
pub(crate) struct Unasked(Option<Begun>);

#[derive(Debug)]
struct Begun {
    line: Typed,
    /// The time of its latest key.
    latest: Duration,
}

impl Unasked {
    /// Takes a key; returns the line if the key ends it.
    pub(crate) fn press(&mut self, key: Key, now: Duration) -> Option<String> {
        let begun = self.0.get_or_insert_with(|| Begun { line: Typed::default(), latest: now });
        begun.latest = now;
        if key == Key::Return {
            return self.end();
        }
        if begun.line.as_str().len() < LINE_MAX {
            begun.line.press(key);
        }
        None
    }

    /// Returns the line if its pause was long enough.
    pub(crate) fn rested(&mut self, now: Duration) -> Option<String> {
        if self.due()? > now {
            return None;
        }
        self.end()
    }

    /// The line so far, unless it is blank.
    pub(crate) fn end(&mut self) -> Option<String> {
        let text = self.0.take()?.line.as_str().trim().to_owned();
        (!text.is_empty()).then_some(text)
    }

    /// The time at which [`Unasked::rested`] will return the line.
    pub(crate) fn due(&self) -> Option<Duration> {
        self.0.as_ref().map(|begun| begun.latest.saturating_add(UNFINISHED))
    }

    /// True in the middle of a line.
    pub(crate) fn is_begun(&self) -> bool {
        self.0.is_some()
    }
}

#[cfg(test)]
mod tests {
    use rulebook::key::keys_of;

    use super::*;

    const NOW: Duration = Duration::from_secs(5);

    #[test]
    fn a_line_ends_with_return_or_after_a_rest_and_has_a_bound() {
        let mut unasked = Unasked::default();
        let typed: Vec<_> = keys_of("Helo\u{8}lo\n\n").map(|key| unasked.press(key, NOW)).collect();
        assert_eq!(typed.into_iter().flatten().collect::<Vec<_>>(), ["Hello"]);
        assert!(!unasked.is_begun() && unasked.due().is_none());
        let long = "x".repeat(3 * LINE_MAX);
        assert!(keys_of(&long).all(|key| unasked.press(key, NOW).is_none()) && unasked.is_begun());
        assert_eq!(unasked.rested(NOW), None);
        assert_eq!(unasked.rested(NOW + UNFINISHED).map(|line| line.len()), Some(LINE_MAX));
    }
}
