//! Where the contest is, in words.

use contest::view::stage::{Stage, StagePhase};
use rulebook::{RoundNumber, Rulebook, Seat, Timestamp, schema::Medium};

/// The headline of everyone's page.
pub(super) fn headline(stage: &Stage) -> String {
    let round = stage.round.map_or(stage.rounds, RoundNumber::number);
    let rounds = stage.rounds;
    match stage.phase {
        StagePhase::Lobby if stage.round.is_none() => "All rounds are over".to_owned(),
        StagePhase::Lobby => format!("Take your place for round {round} of {rounds}"),
        StagePhase::Talk if stage.paused.is_some() => format!("Round {round} of {rounds}: paused"),
        StagePhase::Talk => format!("Round {round} of {rounds}: talk"),
        StagePhase::Scoring => format!("Round {round} of {rounds}: ballots"),
        StagePhase::Ranking => "Rankings".to_owned(),
        StagePhase::Closed => "The contest is closed".to_owned(),
    }
}

/// The time that is left at the making of the page, as the clock shows it until its script takes over: `24:59`.
pub(super) fn time_left(stage: &Stage, now: Timestamp) -> String {
    let Some(ends) = stage.ends else { return String::new() };
    let seconds = ends.since(stage.paused.unwrap_or(now)).as_millis().div_ceil(1000);
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// What the main part of a page depends on: while this stays the same, its parts are exchanged one by one.
pub(super) fn desk_key(stage: &Stage) -> String {
    let round = stage.round.map(|round| round.to_string()).unwrap_or_default();
    format!("{:?}-{round}-{}-{}", stage.phase, stage.resting, stage.ended)
}

/// The name of a seat at the head of its pane.
pub(super) fn seat_name(seat: Seat) -> &'static str {
    match seat {
        Seat::Left => "The left one",
        Seat::Right => "The right one",
    }
}

/// The most keys a page may send within a second, so that a paste is sent no faster than it would be taken.
pub(super) fn keys_per_second(rulebook: &Rulebook) -> u32 {
    let Medium::Keystrokes { keys_per_second, .. } = rulebook.interview.medium;
    keys_per_second
}
