//! What a judge calls a seat and a conversation, in sentences and on pages.

use std::fmt;

use rulebook::{ConversationId, Seat};

/// A seat as a judge calls it within a sentence: `the left one`, `terminal 3`, `your partner`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct SeatLabel(pub Seat);

impl fmt::Display for SeatLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Seat::Left => f.write_str("the left one"),
            Seat::Right => f.write_str("the right one"),
            Seat::Only => f.write_str("your partner"),
            Seat::Terminal(number) => write!(f, "terminal {number}"),
        }
    }
}

/// A conversation as a judge calls it at the end: `the left one of round 2`, `terminal 3 (round 2)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ConversationLabel(pub ConversationId);

impl fmt::Display for ConversationLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ConversationId { interview, seat } = self.0;
        let round = interview.round.number();
        match seat {
            Seat::Only => write!(f, "your partner of round {round}"),
            Seat::Terminal(_) => write!(f, "{} (round {round})", SeatLabel(seat)),
            Seat::Left | Seat::Right => write!(f, "{} of round {round}", SeatLabel(seat)),
        }
    }
}
