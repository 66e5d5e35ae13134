//! The judge's words on their way to a program: numbered, bounded, and kept for a connection that resumes.

use std::collections::VecDeque;

use rulebook::Key;

use super::frame::{FromContest, Wants};

/// The most frames of the judge's words that are kept for a connection that resumes, or that does not read.
pub(super) const KEPT_MAX: usize = 1_024;

/// The most keys that are kept for a program that has not said yet what it wants to hear.
pub(super) const HELD_MAX: usize = 16_000;

/// The most bytes of a line; a longer one is given in pieces.
pub(super) const LINE_MAX: usize = 8_000;

/// The judge's words of one session.
#[derive(Debug, Default)]
pub(super) struct Words {
    /// Known since the program's first greeting.
    wants: Option<Wants>,
    held: VecDeque<Key>,
    /// Keys that were held and are lost.
    overflown: u64,
    line: String,
    kept: VecDeque<FromContest>,
    /// The number of the last frame.
    last: u64,
    /// The number of the last frame that was given to the present connection, or, between two, to the one before.
    given: u64,
}

/// What becomes of the words before a connection.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Resumption {
    /// The number that the next word will have.
    pub(super) next: u64,
    /// How many words after those that the program had will not come.
    pub(super) discarded: u64,
    /// How many of them no connection was given.
    pub(super) unheard: u64,
}

impl Words {
    /// The number of the last word, 0 for none.
    pub(super) fn last(&self) -> u64 {
        self.last
    }

    /// The judge pressed a key.
    pub(super) fn key(&mut self, key: Key) {
        match self.wants {
            None => {
                if self.held.len() == HELD_MAX {
                    self.held.pop_front();
                    self.overflown += 1;
                }
                self.held.push_back(key);
            }
            Some(Wants::Keys) => self.keep(|n| FromContest::Key { n, key }),
            Some(Wants::Messages) => match key {
                Key::Char(c) => self.push(c.get()),
                Key::Tab => self.push('\t'),
                Key::BackSpace => drop(self.line.pop()),
                Key::Return => self.end_line(),
            },
        }
    }

    /// The next word that the present connection was not given.
    pub(super) fn next(&mut self) -> Option<FromContest> {
        let waiting = usize::try_from(self.last - self.given).unwrap_or(usize::MAX);
        let next = self.kept.get(self.kept.len().checked_sub(waiting)?)?.clone();
        self.given += 1;
        Some(next)
    }

    /// Whether [`Words::next`] has something.
    pub(super) fn has_next(&self) -> bool {
        self.given < self.last
    }

    /// Whether words are lost that the present connection was not given: it does not read.
    pub(super) fn has_gap(&self) -> bool {
        self.given < self.oldest() - 1
    }

    /// A program begins to listen and wants this. `after` is the last word it had; one that does not say gets none of
    /// those before, except when it is the first of the session.
    pub(super) fn resume(&mut self, wants: Wants, after: Option<u64>) -> Resumption {
        let is_first = self.wants.is_none();
        let same = self.wants.replace(wants).is_none_or(|before| before == wants);
        if is_first {
            std::mem::take(&mut self.held).into_iter().for_each(|key| self.key(key));
            let discarded = std::mem::take(&mut self.overflown) + (self.oldest() - 1);
            self.given = self.oldest() - 1;
            return Resumption { next: self.oldest(), discarded, unheard: discarded };
        }
        let had = after.unwrap_or_default();
        let start = match after {
            Some(after) if same => after.max(self.oldest() - 1),
            _ => self.last,
        };
        let unheard = start.saturating_sub(self.given.max(had));
        self.given = start;
        if !same {
            self.line.clear();
        }
        Resumption { next: start + 1, discarded: start - had.min(start), unheard }
    }

    fn oldest(&self) -> u64 {
        self.last + 1 - self.kept.len() as u64
    }

    fn push(&mut self, c: char) {
        self.line.push(c);
        if self.line.len() >= LINE_MAX {
            self.end_line();
        }
    }

    fn end_line(&mut self) {
        let text = std::mem::take(&mut self.line);
        self.keep(|n| FromContest::Said { n, text });
    }

    fn keep(&mut self, frame: impl FnOnce(u64) -> FromContest) {
        self.last += 1;
        self.kept.push_back(frame(self.last));
        if self.kept.len() > KEPT_MAX {
            self.kept.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rulebook::key::keys_of;

    use super::*;

    fn types(words: &mut Words, text: &str) {
        keys_of(text).for_each(|key| words.key(key));
    }

    fn numbers(words: &mut Words) -> Vec<u64> {
        std::iter::from_fn(|| words.next())
            .map(|frame| match frame {
                FromContest::Said { n, .. } | FromContest::Key { n, .. } => n,
                other => panic!("no word: {other:?}"),
            })
            .collect()
    }

    #[test]
    fn what_a_program_missed_comes_again_and_what_it_had_does_not() {
        let mut words = Words::default();
        types(&mut words, "a\nb\n");
        assert_eq!(words.resume(Wants::Messages, None), Resumption { next: 1, discarded: 0, unheard: 0 });
        assert_eq!(numbers(&mut words), [1, 2]);
        types(&mut words, "c\nd\n");
        assert_eq!(words.resume(Wants::Messages, Some(1)), Resumption { next: 2, discarded: 0, unheard: 0 });
        assert_eq!(numbers(&mut words), [2, 3, 4]);
    }

    #[test]
    fn a_program_that_forgot_is_given_nothing_of_before() {
        let mut words = Words::default();
        words.resume(Wants::Messages, None);
        types(&mut words, "a\n");
        assert_eq!(numbers(&mut words), [1]);
        types(&mut words, "b\nc\n");
        assert_eq!(words.resume(Wants::Messages, None), Resumption { next: 4, discarded: 3, unheard: 2 });
        assert_eq!(numbers(&mut words), [] as [u64; 0]);
        assert_eq!(words.resume(Wants::Keys, Some(3)), Resumption { next: 4, discarded: 0, unheard: 0 });
    }

    #[test]
    fn no_more_is_kept_than_the_bound() {
        let mut words = Words::default();
        types(&mut words, &"x".repeat(HELD_MAX + 5));
        assert_eq!(words.resume(Wants::Keys, None).discarded, 5 + (HELD_MAX - KEPT_MAX) as u64);
        assert_eq!(numbers(&mut words).len(), KEPT_MAX);
        assert!(!words.has_gap());
        types(&mut words, &"x".repeat(KEPT_MAX + 2));
        assert!(words.has_gap());
        let last = words.last();
        let resumed = words.resume(Wants::Keys, Some(last - KEPT_MAX as u64 - 2));
        assert_eq!(resumed, Resumption { next: last - KEPT_MAX as u64 + 1, discarded: 2, unheard: 2 });
        assert_eq!(numbers(&mut words).len(), KEPT_MAX);
    }

    proptest! {
        /// Whatever drops, a program that resumes after what it had has every word once, in order.
        #[test]
        fn who_resumes_misses_nothing(steps in prop::collection::vec((0_u8..4, 0_u64..6), 0..200)) {
            let mut words = Words::default();
            words.resume(Wants::Keys, None);
            let (mut had, mut pressed) = (0, 0);
            for (step, count) in steps {
                match step {
                    0 | 1 => {
                        types(&mut words, &"x".repeat(usize::try_from(count).unwrap()));
                        pressed += count;
                    }
                    // The connection takes some of what waits and gives the program less.
                    2 => {
                        let taken: Vec<_> = std::iter::from_fn(|| words.next()).take(3).collect();
                        for frame in taken.into_iter().take(usize::try_from(count).unwrap()) {
                            let FromContest::Key { n, .. } = frame else { panic!("no key") };
                            if n == had + 1 {
                                had = n;
                            }
                        }
                    }
                    _ => prop_assert_eq!(words.resume(Wants::Keys, Some(had)).discarded, 0),
                }
            }
            words.resume(Wants::Keys, Some(had));
            prop_assert_eq!(numbers(&mut words), (had + 1..=pressed).collect::<Vec<_>>());
        }
    }
}
