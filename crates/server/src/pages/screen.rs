//! The screen of a lecture hall: where the contest is, whose ballot is in, what everybody was told, and the reveal after the close.
//!
//! It is read from the last row: every text is at least a fortieth of the height, and nothing has to be scrolled to. It is made from
//! a [`PublicScreen`], which cannot hold an identity, and after the close from what is [`Revealed`].

use askama::Template;
use contest::{
    reveal::{Placed, Revealed, Winner},
    view::{public::PublicScreen, stage::StagePhase},
};
use rulebook::{RoundNumber, Rulebook, Timestamp, counted};

use super::desk;
use crate::look::Look;

/// The most judges of whom each is shown with their ballot; of more only those whose ballot is missing are.
const JUDGES_MAX: usize = 48;

/// The same beside what everybody is told.
const JUDGES_MAX_BESIDE: usize = 24;

/// A name with more letters than this is written smaller.
const LONG_NAME: usize = 22;

/// The screen.
#[derive(Template)]
#[template(path = "screen.html")]
pub struct ScreenPage<'a> {
    /// How it looks.
    pub look: &'a Look,
    /// The contest's id, for addresses.
    pub id: &'a str,
    /// The address of the server.
    pub address: &'a str,
    /// The contest as everybody may see it.
    pub screen: &'a PublicScreen,
    /// When the next round is planned to begin.
    pub planned: Option<Timestamp>,
    /// What the reveal shows; absent before the close.
    pub reveal: Option<&'a Revealed>,
    /// The rules.
    pub rulebook: &'a Rulebook,
    /// `light` or `dark`; absent where the browser decides.
    pub colours: Option<&'a str>,
    /// Contest time now.
    pub now: Timestamp,
    /// Contest milliseconds per real second.
    pub pace: u32,
}

/// A judge with their ballot.
struct Chip {
    label: String,
    is_in: bool,
}

impl ScreenPage<'_> {
    /// Where the contest is, in a few words.
    fn headline(&self) -> String {
        let round = self.screen.round.map_or(self.screen.rounds, RoundNumber::number);
        let rounds = self.screen.rounds;
        match self.screen.phase {
            StagePhase::Lobby if self.screen.round.is_none() => "All rounds are over".to_owned(),
            StagePhase::Lobby => format!("Round {round} of {rounds} is next"),
            StagePhase::Talk => format!("Round {round} of {rounds}"),
            StagePhase::Scoring => format!("Round {round} of {rounds}: {}", self.rulebook.ballots.after_talk()),
            StagePhase::EndBallots => "Ballots at the end".to_owned(),
            StagePhase::Vote => "The judges vote".to_owned(),
            StagePhase::Closed => "The contest is over".to_owned(),
        }
    }

    /// What stands above it: the session or the trial, where there are several.
    fn part(&self) -> Option<String> {
        match (self.screen.session, self.screen.trial) {
            (Some(session), _) => Some(format!("Session {} of {}", session.number, session.of)),
            (None, Some(trial)) => Some(format!("Trial {trial} of {}", self.rulebook.trial_count())),
            (None, None) => None,
        }
    }

    /// What people do now, in a sentence.
    fn doing(&self) -> &'static str {
        match self.screen.phase {
            StagePhase::Lobby if self.screen.round.is_none() => "The end is near.",
            StagePhase::Lobby => "Everybody takes their place.",
            StagePhase::Talk => "The judges talk with partners whom they cannot see.",
            StagePhase::Scoring if self.rulebook.ballots.asks_after_interview() => {
                "The judges say what they took their partners for."
            }
            StagePhase::Scoring => "People change places.",
            StagePhase::EndBallots => "The judges say what they took their partners for.",
            StagePhase::Vote => "Some are level.",
            StagePhase::Closed => "",
        }
    }

    /// The time that is left at the making of the page.
    fn left(&self, ends: &Timestamp) -> String {
        let on_clock = self.screen.paused.unwrap_or(self.now);
        desk::shown(ends.since(on_clock).as_millis().div_ceil(1000))
    }

    /// The judges to show: all of them, or of too many those whose ballot is missing, or nobody.
    fn chips(&self) -> Vec<Chip> {
        let all = &self.screen.ballots;
        let most = if self.screen.announcement.is_some() { JUDGES_MAX_BESIDE } else { JUDGES_MAX };
        let is_many = all.len() > most;
        let shown = all.iter().filter(|ballot| !is_many || !ballot.is_in);
        let chips: Vec<_> = shown.map(|ballot| Chip { label: ballot.judge.to_string(), is_in: ballot.is_in }).collect();
        if chips.len() > most { Vec::new() } else { chips }
    }

    /// How many ballots are in, in a sentence.
    fn counted(&self) -> String {
        let (found, all) = (self.screen.ballots_in(), self.screen.ballots.len());
        match (found, all - found) {
            (_, 0) => "Every ballot is in.".to_owned(),
            (1, _) => format!("1 ballot of {all} is in."),
            _ => format!("{found} ballots of {all} are in."),
        }
    }

    /// By how much the deadline was put off, in a sentence.
    fn extended(&self) -> Option<String> {
        let seconds = self.screen.extended.as_ref()?.by_s;
        let minutes = (seconds >= 60).then(|| counted(seconds / 60, "minute", "minutes"));
        let rest = (seconds % 60 > 0).then(|| counted(seconds % 60, "second", "seconds"));
        let more: Vec<_> = minutes.into_iter().chain(rest).collect();
        Some(format!("{} more.", more.join(" and ")))
    }

    /// What people are told of it; in a pause they are told of that.
    fn told_of_extension(&self) -> Option<&str> {
        self.screen.extended.as_ref()?.told.as_deref().filter(|_| self.screen.paused.is_none())
    }

    /// The round that comes next, in a few words, of which there are none where the headline says it; `None` where no round comes.
    fn next(&self) -> Option<String> {
        let rounds = self.screen.rounds;
        let round = self.screen.round?.number();
        match self.screen.phase {
            StagePhase::Lobby => Some(String::new()),
            _ => (round < rounds).then(|| format!("Next: round {} of {rounds}", round + 1)),
        }
    }

    /// The time of day of a moment, such as `14:05 UTC`; the script writes it by the browser's own clock.
    #[expect(clippy::unused_self, reason = "a template calls methods only")]
    fn minute(&self, at: &Timestamp) -> String {
        format!("{} UTC", at.to_string().get(11..16).unwrap_or_default())
    }

    /// The address of the programme, as people type it.
    fn programme(&self) -> String {
        let plain = self.address.split_once("://").map_or(self.address, |(_, plain)| plain);
        format!("{}/{}/programme", plain.trim_end_matches('/'), self.id)
    }

    /// Whether anything stands beside the clock.
    fn has_side(&self) -> bool {
        !self.screen.ballots.is_empty() || self.screen.announcement.is_some()
    }

    /// What scores are.
    fn measure(&self) -> String {
        let measure = site::measure(&self.rulebook.score.by);
        let mut letters = measure.chars();
        letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
    }

    /// The places in two columns, the better ones in the first; few of them in one.
    #[expect(clippy::unused_self, reason = "a template calls methods only")]
    fn columns<'p>(&self, places: &'p [Placed]) -> Vec<&'p [Placed]> {
        if places.len() > 6 { places.chunks(places.len().div_ceil(2)).collect() } else { vec![places] }
    }

    /// How large the names of those who receive an award can be.
    #[expect(clippy::unused_self, reason = "a template calls methods only")]
    fn size(&self, to: &[Winner]) -> &'static str {
        match to {
            [one] if one.name.chars().count() <= LONG_NAME => "one",
            [] | [_] => "few",
            [..] if to.len() <= 3 => "few",
            [..] => "many",
        }
    }

    /// What the page depends on: while this stays the same, nothing on it is drawn attention to.
    fn key(&self) -> String {
        let step = match self.reveal {
            None => "",
            Some(Revealed::Curtain {}) => "curtain",
            Some(Revealed::Award { title, .. } | Revealed::Recipients { title, .. }) => title,
            Some(Revealed::Standings { .. }) => "standings",
        };
        let is_named = matches!(self.reveal, Some(Revealed::Recipients { .. }));
        format!("{:?}-{:?}-{step}-{is_named}", self.screen.phase, self.screen.round)
    }
}
