//! What seats are called on pages: one word per seat, the same wherever a judge meets it.

use contest::labels::SeatLabel;
use rulebook::Seat;

/// The name of a seat within a sentence: `the left one`, `terminal 3`.
pub(super) fn phrase(seat: Seat) -> String {
    SeatLabel(seat).to_string()
}

/// The name of a seat at the head of its pane: `The left one`, `Terminal 3`.
pub(super) fn heading(seat: Seat) -> String {
    let phrase = phrase(seat);
    phrase[..1].to_uppercase() + &phrase[1..]
}

/// The name of a conversation for those who do not see where it stands.
pub(super) fn conversation(seat: Seat) -> String {
    match seat {
        Seat::Left => "Conversation with the left witness".to_owned(),
        Seat::Right => "Conversation with the right witness".to_owned(),
        Seat::Only | Seat::Terminal(_) => format!("Conversation with {}", phrase(seat)),
    }
}

/// Where a conversation stands among others, for those who hear its lines read out: `Left`, `Terminal 3`.
pub(super) fn place(seat: Seat) -> String {
    match seat {
        Seat::Left => "Left".to_owned(),
        Seat::Right => "Right".to_owned(),
        Seat::Terminal(_) => heading(seat),
        Seat::Only => String::new(),
    }
}

/// Whose words stand in a log on the other side of "You".
pub(super) fn speaker(seat: Seat) -> &'static str {
    match seat {
        Seat::Left | Seat::Right | Seat::Terminal(_) => "Witness",
        Seat::Only => "Partner",
    }
}

/// An interview of this round with this seat, among others: `Round 2, left`, `Round 2, terminal 3`, `Round 2`.
pub(super) fn among_others(round: u16, seat: Seat) -> String {
    match seat {
        Seat::Left => format!("Round {round}, left"),
        Seat::Right => format!("Round {round}, right"),
        Seat::Terminal(number) => format!("Round {round}, terminal {number}"),
        Seat::Only => format!("Round {round}"),
    }
}
