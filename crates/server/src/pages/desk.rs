//! What the pages of all who take part have in common: who, where, when, and what they were just told.

use contest::view::stage::{Stage, StagePhase};
use rulebook::{Participant, RoundNumber, Rulebook, Seat, Timestamp, schema::Medium};

/// The part of a page that is the same for judges, confederates and the organiser.
pub struct Desk<'a> {
    /// The contest's id, for addresses.
    pub contest: &'a str,
    /// The contest's name.
    pub name: &'a str,
    /// Whose page it is.
    pub who: Participant,
    /// Where the contest is for them.
    pub stage: Stage,
    /// The number of the latest update the page is made from.
    pub latest: u64,
    /// Contest time now.
    pub now: Timestamp,
    /// Contest milliseconds per real second.
    pub pace: u32,
    /// The rules.
    pub rulebook: &'a Rulebook,
    /// Why what was just asked for was not done.
    pub notice: Option<&'a str>,
}

impl Desk<'_> {
    /// The address of the page; those of its forms and its live connection stand under it.
    pub(super) fn address(&self) -> String {
        crate::sessions::page_of(self.contest, self.who)
    }

    /// Whose page it is, as people say it: `Judge 1`, `Organiser`.
    pub(super) fn title(&self) -> String {
        match self.who {
            Participant::Organiser => "Organiser".to_owned(),
            Participant::Judge(id) => format!("Judge {}", id.number()),
            Participant::Confederate(id) => format!("Confederate {}", id.number()),
            Participant::Entry(id) => format!("Entry {}", id.number()),
        }
    }

    /// The role in a word, for the style sheet.
    pub(super) fn role(&self) -> &'static str {
        match self.who {
            Participant::Organiser => "organiser",
            Participant::Judge(_) => "judge",
            Participant::Confederate(_) => "confederate",
            Participant::Entry(_) => "entry",
        }
    }

    /// The headline.
    pub(super) fn headline(&self) -> String {
        headline(&self.stage, self.who)
    }

    /// The time that is left at the making of the page, as the clock shows it until its script takes over: `24:59`.
    pub(super) fn time_left(&self) -> String {
        let Some(ends) = self.stage.ends else { return String::new() };
        let seconds = ends.since(self.stage.paused.unwrap_or(self.now)).as_millis().div_ceil(1000);
        format!("{}:{:02}", seconds / 60, seconds % 60)
    }

    /// What the main part of the page depends on: while this stays the same, its parts are exchanged one by one.
    pub(super) fn key(&self) -> String {
        let Stage { phase, resting, ended, .. } = &self.stage;
        format!("{phase:?}-{}-{resting}-{ended}", self.round())
    }

    /// The round, as forms name it; empty when there is none.
    pub(super) fn round(&self) -> String {
        self.stage.round.map(|round| round.to_string()).unwrap_or_default()
    }

    /// The most keys the page may send within a second, so that a paste is sent no faster than it would be taken.
    pub(super) fn keys_per_second(&self) -> u32 {
        let Medium::Keystrokes { keys_per_second, .. } = self.rulebook.interview.medium;
        keys_per_second
    }
}

/// Where the contest is, in words for this participant.
pub(super) fn headline(stage: &Stage, who: Participant) -> String {
    let round = stage.round.map_or(stage.rounds, RoundNumber::number);
    let rounds = stage.rounds;
    match stage.phase {
        StagePhase::Lobby if stage.round.is_none() => "All rounds are over".to_owned(),
        StagePhase::Lobby if who == Participant::Organiser => format!("Before round {round} of {rounds}"),
        StagePhase::Lobby => format!("Take your place for round {round} of {rounds}"),
        StagePhase::Talk if stage.paused.is_some() => format!("Round {round} of {rounds}: paused"),
        StagePhase::Talk => format!("Round {round} of {rounds}: talk"),
        StagePhase::Scoring => format!("Round {round} of {rounds}: ballots"),
        StagePhase::Ranking => "Rankings".to_owned(),
        StagePhase::Closed => "The contest is closed".to_owned(),
    }
}

/// The name of a seat at the head of its pane.
pub(super) fn seat_name(seat: Seat) -> &'static str {
    match seat {
        Seat::Left => "The left one",
        Seat::Right => "The right one",
    }
}
