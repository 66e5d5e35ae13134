//! Display names of people and programs.
//!
//! A name may be written from right to left, or hold characters that change the direction of later text. Such names are put
//! between Unicode's isolate characters (UAX #9), which work in a page, in a picture and for a screen reader.

use std::borrow::Cow;

use language::Message;
use rulebook::{JudgeId, Participant, RoundNumber, Seat, Witness};

use crate::Site;

impl Site<'_> {
    /// Returns `E4 Laconic`, or the label alone if the name was removed from the record.
    pub(crate) fn witness(&self, witness: Witness) -> String {
        match self.names.get(witness) {
            Some(name) => format!("{witness} {}", isolated(&name.name)),
            None => witness.to_string(),
        }
    }

    /// Returns `J2 Ann`, or the label alone if the name was removed from the record.
    pub(crate) fn judge(&self, judge: JudgeId) -> String {
        self.contest
            .names_of(Participant::Judge(judge))
            .map_or_else(|| judge.to_string(), |name| format!("{judge} {}", isolated(&name)))
    }

    /// Returns the label of a judge with the name of whoever bore it in this round.
    pub(crate) fn judge_in(&self, judge: JudgeId, round: RoundNumber) -> String {
        self.bearer(Participant::Judge(judge), round)
    }

    /// Returns the label of a witness with the name of whoever bore it in this round.
    pub(crate) fn witness_in(&self, witness: Witness, round: RoundNumber) -> String {
        match witness {
            Witness::Entry(_) => self.witness(witness),
            Witness::Confederate(_) => self.bearer(witness.into(), round),
        }
    }

    fn bearer(&self, who: Participant, round: RoundNumber) -> String {
        let name = self.contest.names_in(who, round);
        name.map_or_else(|| who.to_string(), |name| format!("{who} {}", isolated(&name)))
    }

    /// Returns the person or team behind a program.
    pub(crate) fn contestant(&self, witness: Witness) -> Option<Cow<'_, str>> {
        self.names.get(witness)?.contestant.as_deref().map(isolated)
    }
}

/// Isolates a name that could change the direction of text around it; returns other names unchanged.
pub(crate) fn isolated(name: &str) -> Cow<'_, str> {
    const FIRST_STRONG_ISOLATE: char = '\u{2068}';
    const POP_ISOLATE: char = '\u{2069}';
    if !name.contains(may_turn) {
        return Cow::Borrowed(name);
    }
    // A POP_ISOLATE within the name would end the isolate early.
    let held = name.chars().filter(|c| *c != POP_ISOLATE);
    Cow::Owned([FIRST_STRONG_ISOLATE].into_iter().chain(held).chain([POP_ISOLATE]).collect())
}

/// Whether a character is written from right to left or changes direction: Unicode's blocks for such scripts
/// (`DerivedBidiClass.txt`, "@missing" lines), and the direction marks.
fn may_turn(c: char) -> bool {
    matches!(
        c,
        '\u{590}'..='\u{8ff}'
            | '\u{200e}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}'
            | '\u{fb1d}'..='\u{fdff}'
            | '\u{fe70}'..='\u{feff}'
            | '\u{10800}'..='\u{10fff}'
            | '\u{1e800}'..='\u{1efff}'
    )
}

/// Returns the kind of a witness: a person or a program.
pub(crate) fn kind(witness: Witness) -> Message {
    match witness {
        Witness::Confederate(_) => say!("site-a-person"),
        Witness::Entry(_) => say!("site-a-program"),
    }
}

/// Joins names and their details into a list: `E4 Laconic, by Mark, a program`.
pub(crate) fn row(parts: impl IntoIterator<Item = impl Into<Message>>) -> Message {
    let parts = parts.into_iter().map(Into::into);
    parts.reduce(|first, then| say!("list-part", first = first, then = then)).unwrap_or_else(|| Message::verbatim(""))
}

/// Returns the label of a witness's seat, for the head of its pane.
pub(crate) fn seat(seat: Seat) -> Message {
    match seat {
        Seat::Left => say!("site-seat-left"),
        Seat::Right => say!("site-seat-right"),
        Seat::Only => say!("site-seat-only"),
        Seat::Terminal(number) => say!("site-seat-terminal", number = number),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_could_turn_text_is_isolated_and_no_other_is_touched() {
        for plain in ["", "Ann", "Ænne Ørsted", "Ελένη", "Анна", "安娜", "E4 (beta) – 2"] {
            assert!(matches!(isolated(plain), Cow::Borrowed(same) if same == plain), "{plain}");
        }
        for turning in ["חנה", "هناء", "Ann\u{202e}nnA", "\u{2067}Ann", "\u{61c}Ann", "\u{10840}"] {
            assert_eq!(isolated(turning), format!("\u{2068}{turning}\u{2069}"));
        }
        assert_eq!(isolated("\u{202e}a\u{2069}b"), "\u{2068}\u{202e}ab\u{2069}", "it does not let itself out");
    }
}
