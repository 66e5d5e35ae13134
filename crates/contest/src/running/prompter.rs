//! The prompter: makes a program's opening keep the words that a rulebook enforces for every witness.
//!
//! It filters a program's input until its first line is finished, and then passes whole lines to the contest: the
//! enforced words, followed by the program's own if they differ. A program that is silent when it is time to open is
//! given the words at once; if it later opens with allowed words, they are not repeated. The pacing queue shows these
//! lines like any others, so a judge cannot see which program keeps the words; the organiser gets a notice. The prompter
//! has no clock: moments are arguments, in contest time.

use std::time::Duration;

use rulebook::{Key, Timestamp, key::Typed};

/// The longest first line, in bytes; a longer one counts as finished.
const LINE_MAX: usize = 4_000;

/// The pause after which an unfinished first line counts as finished, although no Return ended it.
const REST: Duration = Duration::from_secs(5);

/// Filters a program's lines until the opening words are said.
#[derive(Debug, Clone)]
pub struct Prompter {
    /// The allowed openings, rotated so that the first is the one to give.
    words: Vec<String>,
    /// The program's first line, as typed so far.
    own: Typed,
    /// The time of its latest key.
    latest: Option<Timestamp>,
    /// The deadline at which a silent program is given the words.
    by: Option<Timestamp>,
    stage: Stage,
}

/// The progress of the opening.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Stage {
    /// No line was given yet.
    Waits,
    /// The words were given in the program's name; its own opening may still come.
    Given,
    /// The program typed a beginning of the words, and they were given whole; this is the rest of them.
    Begun(String),
    /// Complete: further lines pass unchanged.
    Over,
}

/// The first lines to pass to the contest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opened {
    /// The words, and the program's own text after or instead of them.
    pub lines: Vec<String>,
    /// The words were not the program's own.
    pub not_kept: Option<NotKept>,
}

/// A program began otherwise, and the words were given in its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotKept {
    /// The program's first line; empty if it was silent at the moment of opening.
    pub said: String,
    /// The words given in its name.
    pub words: String,
}

impl Prompter {
    /// Creates a prompter with these openings; a program that does not choose is given the one at index `first`, taken
    /// modulo their number.
    #[must_use]
    pub fn of(words: &[String], first: usize) -> Self {
        let mut words = words.to_vec();
        let first = first.checked_rem(words.len()).unwrap_or(0);
        words.rotate_left(first);
        Self { words, own: Typed::default(), latest: None, by: None, stage: Stage::Waits }
    }

    /// Sets the deadline at which a silent program is given the words.
    #[must_use]
    pub fn by(self, moment: Option<Timestamp>) -> Self {
        Self { by: moment, ..self }
    }

    /// The words for a silent program.
    #[must_use]
    pub fn words(&self) -> &str {
        self.words.first().map_or("", String::as_str)
    }

    /// True if the opening is complete.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.stage == Stage::Over
    }

    /// Takes a key of the program; returns lines when its first line is finished.
    #[must_use]
    pub fn press(&mut self, key: Key, now: Timestamp) -> Option<Opened> {
        self.latest = Some(now);
        if key != Key::Return {
            self.own.press(key);
        }
        (key == Key::Return || self.own.as_str().len() >= LINE_MAX).then(|| self.finish())?
    }

    /// Takes a whole line of the program; a blank one is ignored.
    #[must_use]
    pub fn line(&mut self, text: &str) -> Option<Opened> {
        self.own = Typed::default();
        self.latest = None;
        self.open(text.trim())
    }

    /// Finishes a first line that has rested for long enough, or opens for a program that is still silent at its
    /// deadline.
    #[must_use]
    pub fn rested(&mut self, now: Timestamp) -> Option<Opened> {
        if self.due()? > now {
            return None;
        }
        if self.rests_until().is_some() {
            return self.finish();
        }
        let words = self.words.first()?.clone();
        self.stage = Stage::Given;
        let not_kept = NotKept { said: String::new(), words: words.clone() };
        Some(Opened { lines: vec![words], not_kept: Some(not_kept) })
    }

    /// The next moment when [`rested`](Self::rested) returns lines.
    #[must_use]
    pub fn due(&self) -> Option<Timestamp> {
        self.rests_until().or(self.by.filter(|_| self.stage == Stage::Waits))
    }

    fn rests_until(&self) -> Option<Timestamp> {
        self.latest.filter(|_| !self.own.as_str().trim().is_empty()).map(|latest| latest + REST)
    }

    /// Forgets the typed part of the first line, because the program was restarted.
    pub fn begin_anew(&mut self) {
        self.own = Typed::default();
        self.latest = None;
    }

    fn finish(&mut self) -> Option<Opened> {
        let own = std::mem::take(&mut self.own);
        self.latest = None;
        self.open(own.as_str().trim())
    }

    /// The lines to pass to the contest for this first line.
    fn open(&mut self, said: &str) -> Option<Opened> {
        if said.is_empty() {
            return None;
        }
        match std::mem::replace(&mut self.stage, Stage::Over) {
            Stage::Waits => self.begin(said),
            Stage::Begun(rest) => Some(after(said, &rest)),
            Stage::Given => {
                let own = self.words.iter().find(|words| said.starts_with(words.as_str()));
                Some(after(said, own.map_or("", String::as_str)))
            }
            Stage::Over => Some(after(said, "")),
        }
    }

    fn begin(&mut self, said: &str) -> Option<Opened> {
        let alike = |words: &String| words.chars().zip(said.chars()).take_while(|(a, b)| a == b).count();
        // The opening with the longest common beginning; of equal ones, the first.
        let words = self.words.iter().rev().max_by_key(|words| alike(words))?.clone();
        if words == said {
            return Some(Opened { lines: vec![words], not_kept: None });
        }
        let not_kept = NotKept { said: said.to_owned(), words: words.clone() };
        // If the line can only be the beginning of these words, it is not repeated after them, nor is the rest if it
        // follows.
        if let Some(rest) =
            words.strip_prefix(said).filter(|_| self.words.iter().filter(|of| of.starts_with(said)).count() == 1)
        {
            self.stage = Stage::Begun(rest.trim().to_owned());
            return Some(Opened { lines: vec![words], not_kept: Some(not_kept) });
        }
        // If the program already typed the words, only the text after them is left to say.
        let left = said.strip_prefix(words.as_str()).unwrap_or(said).trim_start().to_owned();
        Some(Opened { lines: vec![words, left], not_kept: Some(not_kept) })
    }
}

/// A later line of a program whose opening was given, without a repetition of it.
fn after(said: &str, given: &str) -> Opened {
    let left = said.strip_prefix(given).unwrap_or(said).trim_start();
    Opened { lines: (!left.is_empty()).then(|| left.to_owned()).into_iter().collect(), not_kept: None }
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

    /// Types the text for a program, a key every 100 ms, and then rests; returns the lines for the contest.
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
    fn a_program_that_has_said_nothing_when_it_is_time_is_given_the_words_once() {
        let mut silent = Prompter::of(&words(), 1).by(Some(at(3_000)));
        assert_eq!((silent.due(), silent.rested(at(2_999))), (Some(at(3_000)), None));
        let given = silent.rested(at(3_000)).unwrap();
        assert_eq!(given.lines, [JOAN]);
        assert_eq!(given.not_kept, Some(NotKept { said: String::new(), words: JOAN.into() }));
        assert_eq!((silent.due(), silent.is_over()), (None, false));
        // It opens after all, with allowed words of its own: they are not added to the given ones.
        assert_eq!(silent.line(JOHN).unwrap(), Opened { lines: vec![], not_kept: None });
        assert!(silent.is_over());
        let mut other = Prompter::of(&words(), 1).by(Some(at(0)));
        assert!(other.rested(at(0)).is_some());
        assert_eq!(other.line("What do you do?").unwrap().lines, ["What do you do?"], "an answer is one");
        // A program in the middle of its line is not interrupted.
        let mut typing = Prompter::of(&words(), 0).by(Some(at(1_000)));
        assert_eq!(typing.press(Key::printable('H').unwrap(), at(900)), None);
        assert_eq!(typing.due(), Some(at(5_900)));
    }

    #[test]
    fn an_opening_that_comes_in_two_lines_is_said_once() {
        let mut prompter = Prompter::of(&words(), 0);
        assert_eq!(prompter.line("Hello, my name is Joan, and").unwrap().lines, [JOAN]);
        assert_eq!(prompter.line("I am a woman.").unwrap().lines, [""; 0]);
        assert!(prompter.is_over());
        let mut other = Prompter::of(&words(), 0);
        let _ = other.line("Hello, my name is Joan, and");
        assert_eq!(other.line("Who are you?").unwrap().lines, ["Who are you?"]);
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
            // BackSpace does not reach into the line before.
            for key in keys_of(&text) {
                if meant.as_str().ends_with('\n') && key == Key::BackSpace { continue }
                meant.press(key);
            }
            let first = meant.as_str().lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
            match not_kept {
                Some(NotKept { said, .. }) => {
                    prop_assert_eq!(&said, first);
                    // A beginning of the words is not repeated after them.
                    prop_assert!(lines.get(1).map_or(lines[0].starts_with(&said), |left| said.ends_with(left)));
                }
                None => prop_assert_eq!(&lines[0], first),
            }
        }
    }
}
