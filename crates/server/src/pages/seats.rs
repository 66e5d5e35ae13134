//! The names of seats on pages: one word per seat, the same everywhere.

use contest::labels::{SeatLabel, choice_by};
use language::{Message, Say};
use rulebook::Seat;

/// The name of a seat within a sentence: `the left one`, `terminal 3`.
pub(super) fn phrase(seat: Seat) -> Message {
    SeatLabel(seat).message()
}

/// The name of a seat at the head of its pane: `The left one`, `Terminal 3`.
pub(super) fn heading(seat: Seat) -> Message {
    let (seat, number) = choice_by(seat);
    say!("seat-heading", seat = seat, number = number)
}

/// The name of a conversation for those who do not see its place.
pub(super) fn conversation(seat: Seat) -> Message {
    let (seat, number) = choice_by(seat);
    say!("seat-conversation", seat = seat, number = number)
}

/// The place of a conversation among others, for those who hear its messages read out: `Left`, `Terminal 3`; empty
/// where there is no other.
pub(super) fn place(seat: Seat) -> Message {
    if seat == Seat::Only {
        return Message::verbatim("");
    }
    let (seat, number) = choice_by(seat);
    say!("seat-place", seat = seat, number = number)
}

/// The name of the other side in a log, opposite "You".
pub(super) fn speaker(seat: Seat) -> Message {
    match seat {
        Seat::Left | Seat::Right | Seat::Terminal(_) => say!("seat-witness"),
        Seat::Only => say!("seat-partner"),
    }
}

/// An interview of this round with this seat, among others: `Round 2, left`, `Round 2, terminal 3`, `Round 2`.
pub(super) fn among_others(round: u16, seat: Seat) -> Message {
    let (seat, number) = choice_by(seat);
    say!("seat-in-round", seat = seat, number = number, round = round)
}
