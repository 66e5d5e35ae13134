//! The prompter: gives a program the opening words that a rulebook holds every witness to, if it begins otherwise.
//!
//! It stands between a program and the contest until the program's first line is finished, and then lets the contest have
//! whole lines: the words, and after them what the program said instead. The pacing queue shows them as it shows every line,
//! so a judge sees the same of a program that keeps the words and of one that doesn't; the organiser is told. It has no
//! clock: moments are arguments, in contest time.

use std::time::Duration;

use rulebook::{Key, Timestamp, key::Typed};

/// The longest first line, in bytes; what is longer counts as said.
const LINE_MAX: usize = 4_000;

/// A first line that rests for so long counts as said, though no Return ends it.
const REST: Duration = Duration::from_secs(5);

/// Stands between a program and the contest until the opening words are said.
#[derive(Debug, Clone)]
pub struct Prompter {
    /// The words that are allowed; those to give first.
    words: Vec<String>,
    /// The program's first line as it has typed it.
    own: Typed,
    /// When its latest key came.
    latest: Option<Timestamp>,
}

/// The first lines that the contest is to have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opened {
    /// The words, and what the program said after or instead of them.
    pub lines: Vec<String>,
    /// The words were not the program's own.
    pub not_kept: Option<NotKept>,
}

/// A program began otherwise, and the words were given in its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotKept {
    /// How the program began.
    pub said: String,
    /// The words that were given for it.
    pub words: String,
}

impl Prompter {
    /// A prompter with these words, of which the one at `first` (counted round) is given where the program leaves it open.
    #[must_use]
    pub fn of(words: &[String], first: usize) -> Self {
        let mut words = words.to_vec();
        let first = first.checked_rem(words.len()).unwrap_or(0);
        words.rotate_left(first);
        Self { words, own: Typed::default(), latest: None }
    }

    /// Takes a key of the program. When the first line is finished, so is the prompter's work.
    #[must_use]
    pub fn press(&mut self, key: Key, now: Timestamp) -> Option<Opened> {
        self.latest = Some(now);
        if key != Key::Return {
            self.own.press(key);
        }
        (key == Key::Return || self.own.as_str().len() >= LINE_MAX).then(|| self.finish())?
    }

    /// Takes a whole line of the program; nothing comes of a blank one.
    #[must_use]
    pub fn line(&mut self, text: &str) -> Option<Opened> {
        self.own = Typed::default();
        self.latest = None;
        self.open(text.trim())
    }

    /// The first line has rested for so long that it counts as said.
    #[must_use]
    pub fn rested(&mut self, now: Timestamp) -> Option<Opened> {
        (self.due()? <= now).then(|| self.finish())?
    }

    /// When [`rested`](Self::rested) will have something.
    #[must_use]
    pub fn due(&self) -> Option<Timestamp> {
        self.latest.filter(|_| !self.own.as_str().trim().is_empty()).map(|latest| latest + REST)
    }

    /// The program was started anew, and what it had typed of its first line is forgotten.
    pub fn begin_anew(&mut self) {
        self.own = Typed::default();
        self.latest = None;
    }

    fn finish(&mut self) -> Option<Opened> {
        let own = std::mem::take(&mut self.own);
        self.latest = None;
        self.open(own.as_str().trim())
    }

    /// What the contest is to have of this first line.
    fn open(&self, said: &str) -> Option<Opened> {
        if said.is_empty() {
            return None;
        }
        let alike = |words: &String| words.chars().zip(said.chars()).take_while(|(a, b)| a == b).count();
        // The words it began with; of those that fit alike, the first.
        let words = self.words.iter().rev().max_by_key(|words| alike(words))?.clone();
        if words == said {
            return Some(Opened { lines: vec![words], not_kept: None });
        }
        // If the program went on after the words, only what came after them is left to say.
        let left = said.strip_prefix(words.as_str()).unwrap_or(said).trim_start().to_owned();
        let not_kept = NotKept { said: said.to_owned(), words: words.clone() };
        Some(Opened { lines: vec![words, left], not_kept: Some(not_kept) })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rulebook::key::keys_of;

    use super::*;
    use crate::opening::lets_say;

    const JOHN: &str = "Hello, my name is John and I am a man.";
    const JOAN: &str = "Hello, my name is Joan, and I am a woman.";

    fn words() -> Vec<String> {
        vec![JOHN.to_owned(), JOAN.to_owned()]
    }

    fn at(ms: i64) -> Timestamp {
        Timestamp::from_millis(1_000_000 + ms)
    }

    /// What the contest has of a program that types this, a key every 100 ms, and then rests.
    fn typed(mut prompter: Prompter, text: &str) -> Option<Opened> {
        let keys = (0..).zip(keys_of(text)).find_map(|(n, key)| prompter.press(key, at(n * 100)));
        keys.or_else(|| prompter.due().and_then(|due| prompter.rested(due)))
    }

    fn opened(text: &str) -> Opened {
        typed(Prompter::of(&words(), 0), text).unwrap()
    }

    #[test]
    fn a_program_that_keeps_the_words_says_them_and_nobody_is_told() {
        for words in [JOHN, JOAN] {
            let kept = Opened { lines: vec![words.to_owned()], not_kept: None };
            assert_eq!(opened(&format!("\n  {words}  \nWhat do you do?\n")), kept, "blanks around them do not count");
            assert_eq!(Prompter::of(&super::tests::words(), 1).line(words), Some(kept));
        }
        let slips = JOHN.replace("name", "nmae\u{8}\u{8}\u{8}ame");
        assert_eq!(opened(&format!("{slips}\n")).not_kept, None, "a slip that was corrected is no other beginning");
    }

    #[test]
    fn one_that_says_something_else_has_said_the_words_before_it() {
        let opened = opened("Why do you ask?\nBecause.\n");
        assert_eq!(opened.lines, [JOHN, "Why do you ask?"]);
        assert_eq!(opened.not_kept, Some(NotKept { said: "Why do you ask?".into(), words: JOHN.into() }));
    }

    #[test]
    fn the_words_are_those_it_began_with_and_only_what_came_after_them_is_left() {
        assert_eq!(opened("Hello, my name is Joachim.\n").lines, [JOAN, "Hello, my name is Joachim."]);
        assert_eq!(opened("Hello\n").lines, [JOHN, "Hello"]);
        assert_eq!(opened(&format!("{JOAN} How are you?\n")).lines, [JOAN, "How are you?"]);
    }

    #[test]
    fn one_that_never_ends_its_line_is_not_waited_for() {
        let mut prompter = Prompter::of(&words(), 0);
        assert_eq!(prompter.press(Key::printable('H').unwrap(), at(0)), None);
        assert_eq!((prompter.due(), prompter.rested(at(4_999))), (Some(at(5_000)), None));
        assert_eq!(prompter.rested(at(5_000)).unwrap().lines, [JOHN, "H"]);
        assert_eq!(opened(&"x".repeat(LINE_MAX + 1)).lines[1].len(), LINE_MAX, "nor one whose line has no end");
    }

    #[test]
    fn a_program_says_the_same_words_to_everybody() {
        let lines = typed(Prompter::of(&words(), 3), "Who is there?\n").unwrap().lines;
        assert_eq!(lines, [JOAN, "Who is there?"]);
    }

    #[test]
    fn a_program_that_is_started_again_begins_anew() {
        let mut prompter = Prompter::of(&words(), 0);
        keys_of("Hello, wor").for_each(|key| assert_eq!(prompter.press(key, at(0)), None));
        prompter.begin_anew();
        assert_eq!(typed(prompter, &format!("{JOHN}\n")).unwrap().not_kept, None);
    }

    proptest! {
        #[test]
        fn whatever_is_typed_only_the_words_come_first_and_nothing_is_lost_after(
            text in "[ -~\n\u{8}]{0,60}|Hello, my name is J[a-z,. \u{8}\n]{0,40}",
        ) {
            let mut meant = Typed::default();
            let Some(Opened { lines, not_kept }) = typed(Prompter::of(&words(), 0), &text) else { return Ok(()) };
            prop_assert!(lets_say(&words(), &lines[0]));
            // A BackSpace takes back nothing of the line before.
            for key in keys_of(&text) {
                if meant.as_str().ends_with('\n') && key == Key::BackSpace { continue }
                meant.press(key);
            }
            let first = meant.as_str().lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
            match not_kept {
                Some(NotKept { said, .. }) => {
                    prop_assert_eq!(&said, first);
                    prop_assert!(said.ends_with(&lines[1]));
                }
                None => prop_assert_eq!(&lines[0], first),
            }
        }
    }
}
