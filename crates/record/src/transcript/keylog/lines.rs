//! From keys to lines: the text on one side of the judge's screen.

use std::time::Duration;

use rulebook::{Key, Side, Timestamp};

use super::{KeylogSession, ScreenSide};
use crate::transcript::{Dialogue, Line, OffsetClock, Role, Visit};

/// The pause that ends a line of a side that never presses Return. The one such program, of 2012, paused for up to half a
/// second within an utterance, and for almost four or more between utterances.
pub const PAUSE: Duration = Duration::from_secs(2);

impl KeylogSession {
    /// True if this side ever presses Return there. Otherwise, pauses end its lines.
    #[must_use]
    pub fn returns(&self, pane: ScreenSide, by: Side) -> bool {
        self.keys.iter().any(|key| (key.pane, key.by, key.key) == (pane, by, Key::Return))
    }

    /// The text on this side of the screen, in lines, in the order of completion.
    ///
    /// Return finishes a line, and BackSpace deletes a character of the unfinished line. For a side that never presses
    /// Return, as a program of 2012 did not, a pause of two seconds finishes a line. A line's time is that of its last key.
    /// The confederate has no name in these logs.
    #[must_use]
    pub fn dialogue(&self, pane: ScreenSide, clock: OffsetClock) -> Dialogue {
        let role = self.role(pane);
        let mut lines = Vec::new();
        for by in [Side::Judge, Side::Witness] {
            let (returns, mut typing) = (self.returns(pane, by), Typing::new(by));
            for key in self.keys.iter().filter(|key| key.pane == pane && key.by == by) {
                if !returns && typing.last.is_some_and(|last| key.at().since(last) >= PAUSE) {
                    lines.extend(typing.finish());
                }
                typing.press(key.key, key.at());
                if key.key == Key::Return {
                    lines.extend(typing.finish());
                }
            }
            lines.extend(typing.finish());
        }
        lines.sort_by_key(|line| line.at);
        let started = self.keys.first().map_or(Timestamp::from_millis(0), super::TimedKey::at);
        let witness = match role {
            Role::Entry => self.program.clone(),
            Role::Confederate => String::new(),
        };
        let visits = vec![Visit { judge: self.judge.unwrap_or(0), lines }];
        Dialogue {
            notice: super::PUBLIC_DOMAIN.into(),
            witness,
            contestant: String::new(),
            role,
            started,
            clock,
            visits,
        }
    }
}

/// The unfinished line of a side.
struct Typing {
    by: Side,
    text: String,
    /// The time of its last key; `None` if the line is empty.
    last: Option<Timestamp>,
}

impl Typing {
    fn new(by: Side) -> Self {
        Self { by, text: String::new(), last: None }
    }

    fn press(&mut self, key: Key, at: Timestamp) {
        self.last = Some(at);
        match key {
            Key::Char(c) => self.text.push(c.get()),
            Key::Tab => self.text.push('\t'),
            Key::BackSpace => {
                self.text.pop();
            }
            Key::Return => {}
        }
    }

    /// The line, unless nothing was typed, or all of it was deleted or is blank.
    fn finish(&mut self) -> Option<Line> {
        let typed = std::mem::replace(self, Self::new(self.by));
        let at = typed.last?;
        (!typed.text.trim().is_empty()).then_some(Line { at, by: typed.by, text: typed.text })
    }
}

#[cfg(test)]
mod tests {
    use rulebook::key::keys_of;

    use super::*;
    use crate::transcript::keylog::{ConfederateLabel, TimedKey};

    /// Types one key every tenth of a second, with a pause of three seconds for `…`.
    fn check(title: &str, typed: &[(Side, &str)], says: &[&str]) {
        let (mut keys, mut at_us) = (Vec::new(), 0);
        for (by, text) in typed {
            for part in text.split_inclusive('…') {
                for key in keys_of(part.trim_end_matches('…')) {
                    keys.push(TimedKey::new(at_us, *by, ScreenSide::Right, key));
                    at_us += 100_000;
                }
                at_us += if part.ends_with('…') { 3_000_000 } else { 0 };
            }
        }
        let session = KeylogSession {
            title: "A rehearsal".into(),
            judge: Some(2),
            program: "ELIZA".into(),
            round: Some(1),
            left: Role::Confederate,
            label: ConfederateLabel::Human,
            keys,
        };
        let dialogue = session.dialogue(ScreenSide::Right, OffsetClock::UTC);
        let said = dialogue.visits[0].lines.iter().map(|line| format!("{}: {}", line.by, line.text));
        assert_eq!(said.collect::<Vec<_>>(), says, "{title}");
        assert_eq!((dialogue.witness.as_str(), dialogue.role), ("ELIZA", Role::Entry));
        assert!(session.dialogue(ScreenSide::Left, OffsetClock::UTC).visits[0].lines.is_empty());
    }

    #[test]
    fn keys_become_the_lines_that_stood_on_the_screen() {
        use Side::{Judge, Witness};
        check("a slip taken back", &[(Judge, "Helk\u{8}lo\n"), (Witness, "Hi\n")], &["judge: Hello", "witness: Hi"]);
        check(
            "both type at once: the order is that of finishing",
            &[(Judge, "Who "), (Witness, "I am\n"), (Judge, "are you?\n")],
            &["witness: I am", "judge: Who are you?"],
        );
        check(
            "a program that never presses Return",
            &[(Judge, "Hi…\n"), (Witness, "Hello.…I am…"), (Judge, "Who?\n"), (Witness, "me.")],
            &["judge: Hi", "witness: Hello.", "witness: I am", "judge: Who?", "witness: me."],
        );
        check("nothing but Returns and blanks", &[(Judge, "\n \n\u{8}\n")], &[]);
    }
}
