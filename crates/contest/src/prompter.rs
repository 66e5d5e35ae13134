//! The prompter: gives a program the opening words that a rulebook holds every witness to, if it begins otherwise.
//!
//! It stands between a program and the contest during the program's first line. What fits the words passes at once, so that
//! a program that keeps them is not touched. From the first key that does not fit, the rest of the words is typed in the
//! program's name, without a pause and at the pace of its own keys, and what it says instead follows. So a judge sees the
//! same as of a program that keeps the words; the organiser is told. A slip that the program corrects before it ends the
//! line is no other beginning, and is not seen. It has no clock: moments are arguments, in contest time.

use std::{collections::VecDeque, time::Duration};

use rulebook::{Key, Timestamp, key::keys_of};

/// The most keys that wait to be typed; what would say more is to be read later.
const WAITING_MAX: usize = 4_000;

/// A first line that is longer than the words by so many characters is none of them, finished or not.
const BEYOND_MAX: usize = 8;

/// A first line that is none of the words and rests for so long counts as said, though no Return ends it.
const REST: Duration = Duration::from_secs(5);

/// How far behind its interval what is typed may catch up: as much as a link's own typing.
const CATCH_UP: Duration = Duration::from_secs(1);

/// From so many keys of the first line on, the program's own pace is known.
const PACE_KEYS: u32 = 4;

/// Stands between a program and the contest until the opening words are said.
#[derive(Debug, Clone)]
pub struct Prompter {
    /// The words that are allowed; those to give first.
    words: Vec<String>,
    /// Time between two keys that are typed in the program's name.
    interval: Duration,
    /// The first line as the program has it.
    own: String,
    /// The first line as it was let through, or waits to be.
    passed: String,
    /// When the first and the latest key of the program's first line came, and how many came.
    came: Option<(Timestamp, Timestamp, u32)>,
    /// The words are being typed in its name.
    giving: bool,
    done: bool,
    waiting: VecDeque<Key>,
    due: Timestamp,
}

/// A program began otherwise, and the words were typed in its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotKept {
    /// How the program began, as far as it had come.
    pub said: String,
    /// The words that were typed for it.
    pub words: String,
}

impl Prompter {
    /// A prompter with these words, of which the one at `first` (counted round) is given where the program leaves it open.
    /// `passed` is what the contest has of the first line already; `interval` is the time between two keys where the
    /// program's own pace is not known yet.
    #[must_use]
    pub fn of(words: &[String], first: usize, passed: &str, interval: Duration) -> Self {
        let mut words = words.to_vec();
        let first = first.checked_rem(words.len()).unwrap_or(0);
        words.rotate_left(first);
        Self {
            words,
            interval,
            own: String::new(),
            passed: passed.to_owned(),
            came: None,
            giving: false,
            done: false,
            waiting: VecDeque::new(),
            due: Timestamp::from_millis(0),
        }
    }

    /// Takes a key of the program. Tells when the words were not its own.
    #[must_use]
    pub fn press(&mut self, key: Key, now: Timestamp) -> Option<NotKept> {
        if self.done {
            self.pass([key], now);
            return None;
        }
        self.feel_the_pace(now);
        match key {
            Key::Return => return self.finish(now),
            Key::BackSpace => drop(self.own.pop()),
            Key::Tab => self.own.push('\t'),
            Key::Char(c) => self.own.push(c.get()),
        }
        let line = self.own.trim_start();
        let longest = self.words.iter().map(|words| words.chars().count()).max().unwrap_or(0);
        if line.chars().count() > longest + BEYOND_MAX {
            return Some(self.go_on(false, now));
        }
        if self.giving {
            return None;
        }
        let fits = self.words.iter().any(|words| words.starts_with(line));
        // A program that was started again types what is there already.
        let is_there = self.passed.starts_with(line) && key != Key::BackSpace;
        match (fits, is_there) {
            (true, false) => self.follow(line.to_owned(), now),
            (true, true) => {}
            (false, _) => self.give(now),
        }
        None
    }

    /// The next key that is due, if there is one.
    pub fn next(&mut self, now: Timestamp) -> Option<Key> {
        if self.due > now {
            return None;
        }
        let key = self.waiting.pop_front()?;
        let catch_up = i64::try_from(CATCH_UP.as_millis()).unwrap_or(0);
        self.due = (self.due + self.interval).max(Timestamp::from_millis(now.as_millis() - catch_up));
        Some(key)
    }

    /// A first line that is none of the words has rested: tells that the words were not its own.
    #[must_use]
    pub fn rested(&mut self, now: Timestamp) -> Option<NotKept> {
        (self.rests_until()? <= now).then(|| self.go_on(false, now))
    }

    /// When [`next`](Self::next) or [`rested`](Self::rested) will have something.
    #[must_use]
    pub fn due(&self) -> Option<Timestamp> {
        let key = (!self.waiting.is_empty()).then_some(self.due);
        key.into_iter().chain(self.rests_until()).min()
    }

    /// The program was started anew, and what it had typed of its first line is forgotten.
    pub fn begin_anew(&mut self) {
        if !self.done {
            self.own.clear();
            self.came = None;
        }
    }

    /// True when the words are said and nothing waits: the program speaks for itself.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.done && self.waiting.is_empty()
    }

    /// True when the program is to be read later.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.waiting.len() >= WAITING_MAX
    }

    /// Notes when a key of the first line came. What is typed in the program's name goes at the pace of its own keys.
    fn feel_the_pace(&mut self, now: Timestamp) {
        let (first, _, count) = self.came.unwrap_or((now, now, 0));
        self.came = Some((first, now, count + 1));
        if count + 1 >= PACE_KEYS {
            self.interval = now.since(first) / count;
        }
    }

    /// While the words are given, or the first line is begun with something else, a rest ends it.
    fn rests_until(&self) -> Option<Timestamp> {
        let line = self.own.trim();
        let is_other = !self.done && self.giving && !line.is_empty() && !self.words.iter().any(|words| words == line);
        self.came.filter(|_| is_other).map(|(_, latest, _)| latest + REST)
    }

    /// The program ends its first line.
    fn finish(&mut self, now: Timestamp) -> Option<NotKept> {
        let line = self.own.trim().to_owned();
        if self.words.contains(&line) {
            // Words that are being given already are not said twice, whatever slips there were.
            if !self.giving {
                self.follow(line, now);
            }
            self.pass([Key::Return], now);
            self.done = true;
            return None;
        }
        if line.is_empty() && !self.giving {
            // Nothing was said yet.
            self.own.clear();
            return None;
        }
        Some(self.go_on(true, now))
    }

    /// Gives the words, as far as they are not there: those that the program went on after, or those it began with.
    fn give(&mut self, now: Timestamp) {
        let line = self.own.trim_start();
        let own = self.words.iter().find(|words| line.starts_with(words.as_str()));
        let words = own.or_else(|| self.words.iter().find(|words| words.starts_with(&self.passed)));
        let words = words.or(self.words.first()).cloned().unwrap_or_default();
        self.follow(words, now);
        self.giving = true;
    }

    /// Ends the words, and lets the program go on with what it said instead.
    fn go_on(&mut self, ended: bool, now: Timestamp) -> NotKept {
        if !self.giving {
            self.give(now);
        }
        let said = self.own.trim_start().to_owned();
        let words = self.passed.clone();
        // Of words that the program went on after, only what came after them is left to say.
        let left = said.strip_prefix(words.as_str()).unwrap_or(&said).trim_start();
        let ending = (ended && !left.is_empty()).then_some(Key::Return);
        let keys: Vec<_> = [Key::Return].into_iter().chain(keys_of(left)).chain(ending).collect();
        self.pass(keys, now);
        self.done = true;
        NotKept { said, words }
    }

    /// Lets the contest have this as the first line.
    fn follow(&mut self, line: String, now: Timestamp) {
        let same = self.passed.chars().zip(line.chars()).take_while(|(a, b)| a == b);
        let same: usize = same.map(|(c, _)| c.len_utf8()).sum();
        let back = self.passed[same..].chars().map(|_| Key::BackSpace);
        let keys: Vec<_> = back.chain(keys_of(&line[same..])).collect();
        self.passed = line;
        self.pass(keys, now);
    }

    /// Lets keys through: one alone at once, several one after the other.
    fn pass(&mut self, keys: impl IntoIterator<Item = Key>, now: Timestamp) {
        let was_empty = self.waiting.is_empty();
        self.waiting.extend(keys);
        if was_empty {
            self.due = if self.waiting.len() > 1 { self.due.max(now) } else { now };
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rulebook::key::Typed;

    use super::*;
    use crate::opening::lets_key;

    const JOHN: &str = "Hello, my name is John and I am a man.";
    const JOAN: &str = "Hello, my name is Joan, and I am a woman.";

    fn words() -> Vec<String> {
        vec![JOHN.to_owned(), JOAN.to_owned()]
    }

    fn at(ms: i64) -> Timestamp {
        Timestamp::from_millis(1_000_000 + ms)
    }

    /// What a program types, a key every 100 ms, and what the contest is given of it: each key with its moment.
    struct Played {
        keys: Vec<(i64, Key)>,
        told: Vec<NotKept>,
    }

    impl Played {
        fn of(text: &str) -> Self {
            Self::with(Prompter::of(&words(), 0, "", Duration::from_millis(117)), text)
        }

        fn with(mut prompter: Prompter, text: &str) -> Self {
            let (mut keys, mut told) = (Vec::new(), Vec::new());
            let mut typed = keys_of(text);
            for ms in (0..300_000).step_by(10) {
                if ms % 100 == 0 {
                    told.extend(typed.next().and_then(|key| prompter.press(key, at(ms))));
                }
                told.extend(prompter.rested(at(ms)));
                keys.extend(std::iter::from_fn(|| prompter.next(at(ms))).map(|key| (ms, key)));
            }
            Self { keys, told }
        }

        fn text(&self) -> String {
            let mut typed = Typed::default();
            self.keys.iter().for_each(|(_, key)| typed.press(*key));
            typed.as_str().to_owned()
        }

        fn has_backspaces(&self) -> bool {
            self.keys.iter().any(|(_, key)| *key == Key::BackSpace)
        }
    }

    #[test]
    fn a_program_that_keeps_the_words_is_not_touched() {
        for words in [JOHN, JOAN] {
            let text = format!("{words}\nWhat do you do?\n");
            let played = Played::of(&text);
            assert_eq!(played.told, []);
            let moments: Vec<_> = played.keys.iter().map(|(ms, _)| *ms).collect();
            let typed: Vec<_> = (0..).map(|n| n * 100).take(moments.len()).collect();
            assert_eq!((played.text(), moments), (text, typed), "every key at its own moment");
        }
    }

    #[test]
    fn one_that_says_something_else_has_said_the_words_before_it() {
        let played = Played::of("Why do you ask?\nBecause.\n");
        assert_eq!(played.text(), format!("{JOHN}\nWhy do you ask?\nBecause.\n"));
        assert_eq!(played.told, [NotKept { said: "Why do you ask?".into(), words: JOHN.into() }]);
    }

    #[test]
    fn what_is_typed_for_it_comes_at_its_own_pace() {
        let played = Played::of("Why do you ask?\nBecause.\n");
        let gaps: Vec<_> = played.keys.windows(2).map(|pair| pair[1].0 - pair[0].0).collect();
        assert!(played.keys[0].0 == 0 && gaps.iter().all(|gap| (90..=120).contains(gap)), "no pause tells: {gaps:?}");
    }

    #[test]
    fn one_that_begins_like_the_words_goes_on_with_them() {
        let played = Played::of("Hello, my name is Joachim.\n");
        assert_eq!(played.text(), format!("{JOAN}\nHello, my name is Joachim.\n"));
        assert!(!played.has_backspaces());
        let played = Played::of("Hello\n");
        assert_eq!(played.text(), format!("{JOHN}\nHello\n"));
        let played = Played::of("Hello, you.\n");
        assert_eq!(played.text(), format!("{JOHN}\nHello, you.\n"));
        assert!(!played.has_backspaces(), "nothing is taken back before a judge's eyes");
    }

    #[test]
    fn one_that_goes_on_in_the_same_line_is_given_the_return() {
        let played = Played::of(&format!("{JOAN} How are you?\n"));
        assert_eq!(played.text(), format!("{JOAN}\nHow are you?\n"));
        assert_eq!(played.told.len(), 1);
    }

    #[test]
    fn slips_that_are_corrected_are_not_seen_and_spaces_do_not_count() {
        let played = Played::of(&JOHN.replace("name", "nmae\u{8}\u{8}\u{8}ame"));
        assert_eq!((played.text(), played.has_backspaces()), (JOHN.to_owned(), false));
        let played = Played::of(&format!("\n  {JOHN}  \nyes\n"));
        assert_eq!((played.text(), played.told.len()), (format!("{JOHN}\nyes\n"), 0));
    }

    #[test]
    fn what_was_right_and_is_taken_back_is_taken_back() {
        let played = Played::of("Hello, my name is John\u{8}\u{8}an, and I am a woman.\n");
        assert_eq!((played.text(), played.told.len()), (format!("{JOAN}\n"), 0));
        assert!(played.has_backspaces());
    }

    #[test]
    fn one_that_never_ends_its_line_is_not_waited_for() {
        let pauses = |played: &Played| played.keys.windows(2).filter(|pair| pair[1].0 - pair[0].0 > 1_500).count();
        let played = Played::of("Hi");
        assert_eq!((played.text(), pauses(&played)), (format!("{JOHN}\nHi"), 0));
        let long = "x".repeat(60);
        let played = Played::of(&long);
        assert_eq!((played.text(), pauses(&played)), (format!("{JOHN}\n{long}"), 0));
    }

    #[test]
    fn a_program_says_the_same_words_to_everybody() {
        let played = Played::with(Prompter::of(&words(), 3, "", Duration::from_millis(117)), "Who is there?\n");
        assert_eq!(played.text(), format!("{JOAN}\nWho is there?\n"));
    }

    #[test]
    fn a_program_that_is_started_again_goes_on_where_it_was() {
        let prompter = Prompter::of(&words(), 0, "Hello, my name is Jo", Duration::from_millis(117));
        let played = Played::with(prompter.clone(), &format!("{JOAN}\n"));
        assert_eq!(played.text(), "an, and I am a woman.\n");
        let played = Played::with(prompter, "Hm.\n");
        assert_eq!(played.text(), "hn and I am a man.\nHm.\n");

        let mut prompter = Prompter::of(&words(), 0, "", Duration::ZERO);
        keys_of("Hello, wor").for_each(|key| assert_eq!(prompter.press(key, at(0)), None));
        prompter.begin_anew();
        keys_of(JOHN).for_each(|key| assert_eq!(prompter.press(key, at(0)), None));
        let given: String = std::iter::from_fn(|| prompter.next(at(0))).map(|key| key.to_string()).collect();
        assert_eq!(given, JOHN);
    }

    #[test]
    fn a_burst_stays_a_burst() {
        let mut prompter = Prompter::of(&words(), 0, "", Duration::from_millis(117));
        let told: Vec<_> = keys_of("Why do you ask?\n").filter_map(|key| prompter.press(key, at(0))).collect();
        assert_eq!(told.len(), 1);
        let given = std::iter::from_fn(|| prompter.next(at(0))).count();
        assert_eq!(given, JOHN.len() + 1 + "Why do you ask?\n".len(), "what comes at once goes at once");
        assert!(prompter.is_over());
    }

    proptest! {
        #[test]
        fn whatever_is_typed_only_the_words_come_first_and_nothing_is_lost_after(
            text in "[ -~\n\u{8}]{0,60}|Hello, my name is J[a-z,. \u{8}\n]{0,40}",
        ) {
            let played = Played::of(&text);
            let mut line = String::new();
            let mut after = None;
            for (n, (_, key)) in played.keys.iter().enumerate() {
                prop_assert!(lets_key(&words(), &line, *key), "{key:?} after {line:?}");
                match key {
                    Key::Return => { after = Some(n); break }
                    Key::BackSpace => drop(line.pop()),
                    key => line.push_str(&key.to_string()),
                }
            }
            let mut meant = Typed::default();
            keys_of(&text).for_each(|key| meant.press(key));
            let has_said_a_line = meant.as_str().trim_start().contains('\n');
            prop_assert!(after.is_some() || !has_said_a_line, "somebody who says a line has said the words");
            if let [NotKept { said, .. }] = &played.told[..] {
                let rest = words().iter().find_map(|words| said.strip_prefix(words)).unwrap_or(said);
                let later: String = played.keys[after.map_or(0, |n| n + 1)..].iter().map(|(_, key)| match key {
                    Key::Char(c) => c.get().to_string(),
                    Key::BackSpace => "\u{8}".to_owned(),
                    _ => "\n".to_owned(),
                }).collect();
                prop_assert!(later.starts_with(rest.trim()), "{rest:?} is not said in {later:?}");
            }
        }
    }
}
