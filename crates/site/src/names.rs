//! What people and programs are called.

use rulebook::{JudgeId, Participant, Seat, Witness};

use crate::Site;

impl Site<'_> {
    /// `E4 Laconic`; the label alone where the name was taken out of the record.
    pub(crate) fn witness(&self, witness: Witness) -> String {
        self.names.told(witness)
    }

    /// `J2 Ann`; the label alone where the name was taken out of the record.
    pub(crate) fn judge(&self, judge: JudgeId) -> String {
        self.contest
            .names_of(Participant::Judge(judge))
            .map_or_else(|| judge.to_string(), |name| format!("{judge} {name}"))
    }

    /// The person or team behind a program.
    pub(crate) fn contestant(&self, witness: Witness) -> Option<&str> {
        self.names.get(witness)?.contestant.as_deref()
    }
}

/// What a witness is: a person or a program.
pub(crate) fn kind(witness: Witness) -> &'static str {
    match witness {
        Witness::Confederate(_) => "a person",
        Witness::Entry(_) => "a program",
    }
}

/// Where a witness sat, at the head of its pane.
pub(crate) fn seat(seat: Seat) -> String {
    match seat {
        Seat::Left => "Left".to_owned(),
        Seat::Right => "Right".to_owned(),
        Seat::Only => "The witness".to_owned(),
        Seat::Terminal(number) => format!("Terminal {number}"),
    }
}
