//! Replaces the judge's characters that a program's protocol cannot carry by their nearest spelling.
//!
//! A character may be spelled by several keys, or by none, and deleting it deletes all of them. Every replacement is
//! reported at the end of its line, so that the record has both the typed and the sent text.

use rulebook::{
    Key,
    contest_file::Encoding,
    key::{Alphabet, Typed},
};

use crate::encoding;

/// The maximum length of a reported stretch of a line, in characters.
pub(crate) const STRETCH_MAX: usize = 1_000;

/// A line in which some of the judge's characters were replaced for a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spelled {
    /// The line as typed by the judge, at most a thousand keys; a longer one is reported in stretches.
    pub typed: String,
    /// The same line as sent to the program.
    pub told: String,
}

/// The characters that a protocol carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Carries {
    /// The keys of 2010 only.
    Ascii,
    /// The characters of this encoding.
    Encoded(Encoding),
}

/// Spells the judge's keys, one after the other.
#[derive(Debug)]
pub(crate) struct Speller {
    carries: Carries,
    /// The number of keys sent for each character of the line.
    widths: Vec<usize>,
    typed: Typed,
    told: Typed,
    /// The number of keys since the last report.
    keys: usize,
}

impl Speller {
    pub(crate) fn new(carries: Carries) -> Self {
        Self { carries, widths: Vec::new(), typed: Typed::default(), told: Typed::default(), keys: 0 }
    }

    /// Returns the keys to send for this one, and the report of a line that it finishes.
    pub(crate) fn press(&mut self, key: Key) -> (Vec<Key>, Option<Spelled>) {
        let told = self.told_for(key);
        if key == Key::Return {
            self.widths.clear();
            return (told, self.take());
        }
        self.typed.press(key);
        told.iter().for_each(|&key| self.told.press(key));
        self.keys += 1;
        let stretch = if self.keys >= STRETCH_MAX { self.take() } else { None };
        (told, stretch)
    }

    /// The report of an unfinished line.
    pub(crate) fn take(&mut self) -> Option<Spelled> {
        self.keys = 0;
        let (typed, told) = (std::mem::take(&mut self.typed), std::mem::take(&mut self.told));
        let (typed, told) = (typed.as_str().to_owned(), told.as_str().to_owned());
        (typed != told).then_some(Spelled { typed, told })
    }

    fn told_for(&mut self, key: Key) -> Vec<Key> {
        match key {
            Key::Char(_) | Key::Tab => {
                let told: Vec<Key> = if self.carries(key) { vec![key] } else { Alphabet::Ascii.spelled(key).collect() };
                self.widths.push(told.len());
                told
            }
            // At the beginning of a line, its meaning depends on the program.
            Key::BackSpace => vec![key; self.widths.pop().unwrap_or(1)],
            Key::Return => vec![key],
        }
    }

    fn carries(&self, key: Key) -> bool {
        match (self.carries, key) {
            (Carries::Encoded(encoding), Key::Char(c)) => encoding::has(encoding, c.get()),
            (Carries::Ascii, key) => Alphabet::Ascii.holds(key),
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rulebook::key::keys_of;

    use super::*;

    /// The text sent to the program, and the report of each line.
    fn spelled(carries: Carries, text: &str) -> (String, Vec<(String, String)>) {
        let mut speller = Speller::new(carries);
        let (mut told, mut reports) = (String::new(), Vec::new());
        for key in keys_of(text) {
            let (keys, report) = speller.press(key);
            for key in keys {
                match key {
                    Key::Return => told.push('⏎'),
                    Key::BackSpace => told.push('←'),
                    key => told.push_str(&key.to_string()),
                }
            }
            reports.extend(report);
        }
        reports.extend(speller.take());
        (told, reports.into_iter().map(|Spelled { typed, told }| (typed, told)).collect())
    }

    #[test]
    fn a_program_of_2010_is_told_the_nearest_spelling_and_the_line_is_reported_once() {
        let (told, reports) = spelled(Carries::Ascii, "Où est le café?\nPlain.\n");
        assert_eq!(told, "Ou est le cafe?⏎Plain.⏎");
        assert_eq!(reports, [("Où est le café?".to_owned(), "Ou est le cafe?".to_owned())]);
    }

    #[test]
    fn a_backspace_takes_back_all_that_a_character_was_spelled_with() {
        let (told, reports) = spelled(Carries::Ascii, "groß\u{8}\u{8}\n");
        assert_eq!(told, "gross←←←⏎");
        assert_eq!(reports, [], "what stands there is the same");
        let (told, _) = spelled(Carries::Ascii, "a\u{301}\u{8}b");
        assert_eq!(told, "ab", "a mark without a spelling is not told, nor its taking back");
    }

    #[test]
    fn an_encoding_carries_what_it_has() {
        assert_eq!(spelled(Carries::Encoded(Encoding::Utf8), "é 日\n").1, []);
        assert_eq!(spelled(Carries::Encoded(Encoding::Latin1), "é “日”\n").0, "é “Ri ”⏎");
        assert_eq!(spelled(Carries::Encoded(Encoding::Cp437), "é “?”\n").0, "é \"?\"⏎");
    }

    #[test]
    fn an_endless_line_is_reported_in_stretches() {
        let (_, reports) = spelled(Carries::Ascii, &"é".repeat(2 * STRETCH_MAX + 1));
        let lengths: Vec<usize> = reports.iter().map(|(typed, _)| typed.chars().count()).collect();
        assert_eq!(lengths, [STRETCH_MAX, STRETCH_MAX, 1]);
    }

    proptest! {
        /// After any typing and deleting, the program has the spelling of the displayed text.
        #[test]
        fn what_the_program_has_is_the_spelling_of_what_the_judge_has(text in "[a-cßé日…\u{8}\u{301}]{0,60}") {
            let mut speller = Speller::new(Carries::Ascii);
            let (mut typed, mut told) = (Typed::default(), Typed::default());
            for key in keys_of(&text) {
                // A judge's BackSpace on an empty line has no effect.
                if key == Key::BackSpace && typed.as_str().is_empty() {
                    continue;
                }
                typed.press(key);
                speller.press(key).0.into_iter().for_each(|key| told.press(key));
            }
            let expected: String = Alphabet::Ascii.keys_of(typed.as_str()).map(|key| key.to_string()).collect();
            prop_assert_eq!(told.as_str(), expected);
        }
    }
}
