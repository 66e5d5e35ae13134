//! Turns a judge's keys into the lines of a turn, and the empty line that ends it.

use std::time::Duration;

use rulebook::Key;

/// The maximum size of a line, in bytes; a longer one is sent in pieces, each as a line.
const LINE_MAX: usize = 2_000;

/// The product of a key, or of a pause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Made {
    /// A line of the turn, with visible text.
    Line(String),
    /// The end of the turn: an empty line.
    End,
}

/// The judge's current turn.
#[derive(Debug)]
pub(super) struct JudgeTurn {
    /// The pause after the last key that ends a turn.
    pause: Duration,
    line: String,
    /// True if a line of the turn is finished.
    is_open: bool,
    last_key: Duration,
}

impl JudgeTurn {
    pub(super) fn new(pause: Duration) -> Self {
        Self { pause, line: String::new(), is_open: false, last_key: Duration::ZERO }
    }

    /// Takes a key. A Return on an empty line ends the turn; before the first line it has no effect.
    pub(super) fn key(&mut self, key: Key, now: Duration) -> Vec<Made> {
        self.last_key = now;
        match key {
            Key::Char(c) => self.line.push(c.get()),
            Key::Tab => self.line.push('\t'),
            Key::BackSpace => drop(self.line.pop()),
            Key::Return if self.line.trim().is_empty() => {
                self.line.clear();
                return self.end();
            }
            Key::Return => {
                let mut made = vec![self.line()];
                if self.pause.is_zero() {
                    made.append(&mut self.end());
                }
                return made;
            }
        }
        if self.line.len() >= LINE_MAX { vec![self.line()] } else { Vec::new() }
    }

    /// Advances the time to `now`.
    pub(super) fn wake(&mut self, now: Duration) -> Vec<Made> {
        if self.due().is_some_and(|due| due <= now) { self.end() } else { Vec::new() }
    }

    /// The time at which the turn ends by itself; `None` while a line is being typed.
    pub(super) fn due(&self) -> Option<Duration> {
        (self.is_open && self.line.is_empty()).then(|| self.last_key.saturating_add(self.pause))
    }

    /// Ends the line. A line that looks like a judge's announcement gets a space inserted: a judge cannot announce
    /// another.
    fn line(&mut self) -> Made {
        self.is_open = true;
        let mut line = std::mem::take(&mut self.line);
        if let Some(at) = line.find("@@").filter(|at| line[..*at].trim().is_empty()) {
            line.insert(at + 1, ' ');
        }
        Made::Line(line)
    }

    fn end(&mut self) -> Vec<Made> {
        if std::mem::take(&mut self.is_open) { vec![Made::End] } else { Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use rulebook::key::keys_of;

    use super::*;

    fn check(keys: &str, pause: u64, made: &[&str]) {
        let mut turn = JudgeTurn::new(Duration::from_secs(pause));
        let all: Vec<_> = keys_of(keys).flat_map(|key| turn.key(key, Duration::ZERO)).collect();
        let expected = made.iter().map(|line| if line.is_empty() { Made::End } else { Made::Line((*line).to_owned()) });
        assert_eq!(all, expected.collect::<Vec<_>>(), "{keys:?}");
    }

    #[test]
    fn an_empty_line_ends_a_turn_and_never_two() {
        check("one\ntwo\n\n", 2, &["one", "two", ""]);
        check("\n\n\none\n\n\n\n", 2, &["one", ""]);
        check("one\n   \n", 2, &["one", ""]);
        check("one\ntwo\n", 0, &["one", "", "two", ""]);
        check("one\n\ntwo\n", 0, &["one", "", "two", ""]);
    }

    #[test]
    fn a_judge_cannot_announce_another() {
        check("@@07\n\n", 2, &["@ @07", ""]);
        check("  @@@07\n", 2, &["  @ @@07"]);
        check("mail me @@home\n", 2, &["mail me @@home"]);
    }

    #[test]
    fn a_pause_ends_a_turn_but_not_in_the_middle_of_a_line() {
        let mut turn = JudgeTurn::new(Duration::from_secs(2));
        keys_of("one\nt").for_each(|key| drop(turn.key(key, Duration::ZERO)));
        assert_eq!(turn.due(), None);
        assert_eq!(turn.key(Key::BackSpace, Duration::from_secs(9)), []);
        assert_eq!(turn.wake(Duration::from_millis(10_999)), []);
        assert_eq!(turn.wake(Duration::from_secs(11)), [Made::End]);
        assert_eq!((turn.due(), turn.wake(Duration::from_secs(99))), (None, vec![]));
    }
}
