//! The terminal's words for seats, times and phases.

use std::time::Duration;

use contest::{
    labels::SeatLabel,
    view::stage::{Stage, StagePhase},
};
use rulebook::{RoundNumber, Seat, schema::Medium};

/// The mark of this seat's lines.
pub(super) fn mark(seat: Seat) -> String {
    match seat {
        Seat::Left | Seat::Right => seat.to_string(),
        Seat::Terminal(number) => format!("terminal {number}"),
        Seat::Only => "partner".to_owned(),
    }
}

/// A seat within a sentence.
pub(super) fn phrase(seat: Seat) -> String {
    SeatLabel(seat).to_string()
}

/// The time left: `24:59`, `1:00:00`.
pub(super) fn clock(left: Duration) -> String {
    // A part of a second counts as a whole one.
    let seconds = left.as_millis().div_ceil(1000);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

/// The phase of the contest in a sentence.
pub(super) fn headline(stage: &Stage) -> String {
    let round = stage.round.map_or(stage.rounds, RoundNumber::number);
    let rounds = stage.rounds;
    let session = stage.session.map(|session| format!("Session {} of {}. ", session.number, session.of));
    let session = session.unwrap_or_default();
    match stage.phase {
        StagePhase::Lobby if stage.round.is_none() => "All rounds are over.".to_owned(),
        StagePhase::Lobby => format!("{session}Before round {round} of {rounds}."),
        StagePhase::Talk => format!("{session}Round {round} of {rounds}: talk."),
        StagePhase::Scoring => format!("{session}Round {round} of {rounds}: the talk is over."),
        StagePhase::EndBallots if stage.trial > 1 => format!("Ballots at the end of trial {}.", stage.trial),
        StagePhase::EndBallots => "Ballots at the end.".to_owned(),
        StagePhase::Vote => "The judges vote.".to_owned(),
        StagePhase::Closed => "The contest is closed. Thank you.".to_owned(),
    }
}

/// The instructions for speaking.
pub(super) fn how_to_speak(medium: Medium, on_a_screen: bool) -> &'static str {
    match medium {
        Medium::Keystrokes { .. } if on_a_screen => {
            "Every key you press is sent at once, also those that take something back; you see the other side type."
        }
        Medium::Keystrokes { .. } => {
            "What you type is sent key by key when you end the line with Return, not before; the other side's lines \
             are shown when they are ended, or have rested for a moment."
        }
        Medium::Lines { .. } => "A line is sent when you end it with Return; an empty line ends your turn.",
        Medium::Messages { .. } => "A message is sent when you end it with Return.",
        Medium::Transcript { .. } => {
            "You read what others said, turn by turn. After each turn, type how sure you are that the witness is human, from 0 to \
             100: it stands, and the next turn appears."
        }
    }
}

/// The help for the keys of a screen.
pub(super) const SCREEN_HELP: &str = "\
Return sends a line, answers a question, or says that you are in place (/away: that you are not).
Tab changes sides where there are two; Up and Down scroll, Page Up and Page Down by a screen.
While a form is open, Up goes back to the question before, and Left and Right choose an answer.
F1 shows this; F2 what you were told; F3 all notes instead of the conversations, and back; F4 the conversations again while you \
rank; F5 begins your ballot again. Ctrl-C leaves: the contest goes on.";

#[cfg(test)]
mod tests {
    use contest::view::stage::OneSession;

    use super::*;

    #[test]
    fn the_session_stands_before_the_round_where_there_are_several() {
        let round = Some(RoundNumber::new(8));
        let stage = Stage { phase: StagePhase::Talk, round, rounds: 10, ..Stage::default() };
        assert_eq!(headline(&stage), "Round 8 of 10: talk.");
        let session = Some(OneSession { number: 2, of: 2 });
        assert_eq!(headline(&Stage { session, ..stage }), "Session 2 of 2. Round 8 of 10: talk.");
    }

    #[test]
    fn times_are_counted_as_on_a_clock() {
        let shown = [0, 1, 59_001, 60_000, 1_500_000, 3_600_000].map(|ms| clock(Duration::from_millis(ms)));
        assert_eq!(shown, ["0:00", "0:01", "1:00", "1:00", "25:00", "1:00:00"]);
    }
}
