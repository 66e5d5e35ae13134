//! The fingers: a text becomes keys with gaps between them, and a slip with its correction now and then.
//!
//! Gaps are in contest time. A typist that is called late catches up on at most [`CATCH_UP`], so that a slow machine
//! makes a slow person, never a flood.

use std::{collections::VecDeque, time::Duration};

use rulebook::{Draws, Key, Timestamp, key::keys_of};

use super::between;

/// The greatest delay that a typist still catches up on.
pub(crate) const CATCH_UP: Duration = Duration::from_secs(1);

/// One letter in this many is a slip.
const SLIP_ONE_IN: u64 = 45;

/// The manner of typing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hand {
    /// A person: uneven gaps, slips, pauses after words and sentences. The number is the usual gap in milliseconds.
    Person(u64),
    /// A program that types out finished lines with this gap, in milliseconds.
    Program(u64),
}

/// A typist with the keys still to type.
#[derive(Debug, Clone)]
pub(crate) struct Typist {
    hand: Hand,
    strokes: VecDeque<(Duration, Key)>,
    due: Option<Timestamp>,
    /// Lines that are typed without a slip, even if only their end is left.
    careful: Vec<String>,
}

impl Typist {
    /// A typist with nothing to type, who types these lines without a slip.
    pub(crate) fn new(hand: Hand, careful: Vec<String>) -> Self {
        Self { hand, strokes: VecDeque::new(), due: None, careful }
    }

    /// Plans the keys of a line and its Return; the first key follows after one gap.
    pub(crate) fn begin(&mut self, line: &str, now: Timestamp, draws: &mut Draws) {
        for line in line.split('\n') {
            let may_slip = line.is_empty() || !self.careful.iter().any(|careful| careful.ends_with(line));
            for key in keys_of(line).chain([Key::Return]) {
                self.plan(key, may_slip, draws);
            }
        }
        self.schedule_from(now);
    }

    /// Drops all untyped keys.
    pub(crate) fn stop(&mut self) {
        self.strokes.clear();
        self.due = None;
    }

    /// True when there is nothing to type.
    pub(crate) fn is_idle(&self) -> bool {
        self.strokes.is_empty()
    }

    /// The moment of the next key.
    pub(crate) fn due(&self) -> Option<Timestamp> {
        self.due
    }

    /// The key that is due now.
    pub(crate) fn press(&mut self, now: Timestamp) -> Option<Key> {
        let due = self.due.filter(|due| *due <= now)?;
        let (_, key) = self.strokes.pop_front()?;
        let catch_up = i64::try_from(CATCH_UP.as_millis()).unwrap_or(0);
        self.schedule_from(due.max(Timestamp::from_millis(now.as_millis() - catch_up)));
        Some(key)
    }

    fn schedule_from(&mut self, moment: Timestamp) {
        self.due = self.strokes.front().map(|(gap, _)| moment + *gap);
    }

    fn plan(&mut self, key: Key, may_slip: bool, draws: &mut Draws) {
        let Hand::Person(usual) = self.hand else {
            let Hand::Program(gap) = self.hand else { return };
            self.strokes.push_back((Duration::from_millis(gap), key));
            return;
        };
        if may_slip
            && let (Key::Char(c), 0) = (key, draws.below(SLIP_ONE_IN))
            && let Some(slip) = neighbour(c.get())
        {
            self.strokes.push_back((between(draws, usual / 2, usual), slip));
            self.strokes.push_back((between(draws, usual * 2, usual * 4), Key::BackSpace));
        }
        let gap = match key {
            Key::Char(c) if c.get() == ' ' => between(draws, usual / 2, usual * 3),
            Key::Char(c) if c.get().is_ascii_lowercase() => between(draws, usual / 2, usual * 3 / 2),
            Key::Return => between(draws, usual * 2, usual * 6),
            _ => between(draws, usual, usual * 3),
        };
        self.strokes.push_back((gap, key));
    }
}

/// A key beside this letter.
fn neighbour(letter: char) -> Option<Key> {
    const ROWS: [&str; 3] = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];
    let row = ROWS.iter().find(|row| row.contains(letter))?;
    let at = row.find(letter)?;
    let beside = if at + 1 < row.len() { at + 1 } else { at - 1 };
    row.chars().nth(beside).and_then(Key::printable)
}

#[cfg(test)]
mod tests {
    use rulebook::{Seed, key::Typed};

    use super::*;

    #[test]
    fn whatever_slips_what_was_meant_stands_on_the_screen() {
        let mut draws = Draws::new(Seed::from_contributions(["typist"]), "fingers");
        let mut typist = Typist::new(Hand::Person(170), Vec::new());
        let line = "quite a long line of lower case letters, long enough for a slip or two to happen in it. ".repeat(5);
        typist.begin(&line, Timestamp::from_millis(0), &mut draws);
        let (mut typed, mut slips) = (Typed::default(), 0);
        while let Some(due) = typist.due() {
            let key = typist.press(due).unwrap();
            slips += usize::from(key == Key::BackSpace);
            typed.press(key);
        }
        assert_eq!(typed.as_str(), format!("{line}\n"));
        assert!(slips > 0, "a person slips now and then");
    }

    #[test]
    fn a_typist_who_is_called_late_does_not_flood() {
        let mut draws = Draws::new(Seed::from_contributions(["typist"]), "fingers");
        let mut typist = Typist::new(Hand::Program(100), Vec::new());
        typist.begin(&"a".repeat(500), Timestamp::from_millis(0), &mut draws);
        let late = Timestamp::from_millis(60_000);
        let burst = std::iter::from_fn(|| typist.press(late)).count();
        assert!(burst <= 11, "{burst} keys at once");
    }
}
