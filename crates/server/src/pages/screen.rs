//! The big screen: the state of the contest, the ballots that are in, announcements, and the reveal after the close.
//!
//! It must be legible from the last row: every text is at least a fortieth of the height, and nothing needs scrolling.
//! It is made from a [`PublicScreen`], which cannot hold an identity, and after the close from [`Revealed`].

use archive::reveal::{Placed, Revealed, Winner};
use askama::Template;
use contest::view::{audience::AudienceInterview, public::PublicScreen, stage::StagePhase};
use language::{Element, Message};
use rulebook::{RoundNumber, Rulebook, Seat, Side, Timestamp, Zone};

use super::{desk, seats};
use crate::look::Look;

/// The most judges that are all shown with the state of their ballots; of more, only those with missing ballots are.
const JUDGES_MAX: usize = 48;

/// The same limit beside an announcement.
const JUDGES_MAX_BESIDE: usize = 24;

/// The length in characters above which a name is set smaller.
const LONG_NAME: usize = 22;

/// The screen.
#[derive(Template)]
#[template(path = "screen.html")]
pub struct ScreenPage<'a> {
    /// The look.
    pub look: &'a Look,
    /// The contest's id, for addresses.
    pub id: &'a str,
    /// The address of the server.
    pub address: &'a str,
    /// The contest in public view.
    pub screen: &'a PublicScreen,
    /// The planned beginning of the next round.
    pub planned: Option<Timestamp>,
    /// The interview that the audience reads along; absent where there is none.
    pub read: Option<&'a AudienceInterview>,
    /// The step of the reveal; absent before the close.
    pub reveal: Option<&'a Revealed>,
    /// The rules.
    pub rulebook: &'a Rulebook,
    /// `light` or `dark`; absent where the browser decides.
    pub colours: Option<&'a str>,
    /// The zone of the contest.
    pub zone: Zone,
    /// Contest time now.
    pub now: Timestamp,
    /// Contest milliseconds per real second.
    pub pace: u32,
}

/// A judge with the state of their ballot.
struct Chip {
    label: String,
    is_in: bool,
}

impl ScreenPage<'_> {
    /// The state of the contest, in a few words.
    fn headline(&self) -> Message {
        let round = self.screen.round.map_or(self.screen.rounds, RoundNumber::number);
        let rounds = self.screen.rounds;
        match self.screen.phase {
            StagePhase::Lobby if self.screen.round.is_none() => say!("hall-rounds-over"),
            StagePhase::Lobby => say!("hall-round-next", round = round, rounds = rounds),
            StagePhase::Talk => say!("hall-round-talk", round = round, rounds = rounds),
            StagePhase::Scoring if self.rulebook.ballots.asks_after_interview() => {
                say!("hall-round-ballots", round = round, rounds = rounds)
            }
            StagePhase::Scoring => say!("hall-round-places", round = round, rounds = rounds),
            StagePhase::EndBallots => say!("hall-end-ballots"),
            StagePhase::Vote => say!("hall-vote"),
            StagePhase::Closed => say!("hall-closed"),
        }
    }

    /// The line above the headline: the session or the trial, where there are several.
    fn part(&self) -> Option<Message> {
        match (self.screen.session, self.screen.trial) {
            (Some(session), _) => Some(say!("hall-session", number = session.number, all = session.of)),
            (None, Some(trial)) => Some(say!("hall-trial", number = trial, all = self.rulebook.trial_count())),
            (None, None) => None,
        }
    }

    /// The present activity, in a sentence.
    fn doing(&self) -> Message {
        match self.screen.phase {
            StagePhase::Lobby if self.screen.round.is_none() => say!("hall-doing-nothing-more"),
            StagePhase::Lobby => say!("hall-doing-lobby"),
            StagePhase::Talk => say!("hall-doing-talk"),
            StagePhase::Scoring if self.rulebook.ballots.asks_after_interview() => say!("hall-doing-ballots"),
            StagePhase::Scoring => say!("hall-doing-places"),
            StagePhase::EndBallots => say!("hall-doing-ballots"),
            StagePhase::Vote => say!("hall-doing-vote"),
            StagePhase::Closed => Message::verbatim(""),
        }
    }

    /// The remaining time when the page is rendered.
    fn left(&self, ends: &Timestamp) -> String {
        let on_clock = self.screen.paused.unwrap_or(self.now);
        desk::shown(ends.since(on_clock).as_millis().div_ceil(1000))
    }

    /// The judges to show: all of them; of too many, those with missing ballots; of too many of those, none.
    fn chips(&self) -> Vec<Chip> {
        let all = &self.screen.ballots;
        let most = if self.screen.announcement.is_some() { JUDGES_MAX_BESIDE } else { JUDGES_MAX };
        let is_many = all.len() > most;
        let shown = all.iter().filter(|ballot| !is_many || !ballot.is_in);
        let chips: Vec<_> = shown.map(|ballot| Chip { label: ballot.judge.to_string(), is_in: ballot.is_in }).collect();
        if chips.len() > most { Vec::new() } else { chips }
    }

    /// The number of ballots that are in, in a sentence.
    fn counted(&self) -> Message {
        let (found, all) = (self.screen.ballots_in(), self.screen.ballots.len());
        if found == all { say!("hall-ballots-all") } else { say!("hall-ballots", number = found, all = all) }
    }

    /// The extension of the deadline, in a sentence.
    fn extended(&self) -> Option<Message> {
        Some(say!("hall-extended", length = desk::length(self.screen.extended.as_ref()?.by_s)))
    }

    /// The message about the extension; none during a pause, which has its own.
    fn told_of_extension(&self) -> Option<&str> {
        self.screen.extended.as_ref()?.told.as_deref().filter(|_| self.screen.paused.is_none())
    }

    /// The next round and its planned time, in a few words; `None` where there is no next round, or where the headline
    /// says all.
    fn next(&self) -> Option<Message> {
        let rounds = self.screen.rounds;
        let round = self.screen.round?.number();
        let planned = self.planned.as_ref().map(|at| (self.minute(at), Element::time(at)));
        match (self.screen.phase, planned) {
            (StagePhase::Lobby, planned) => {
                planned.map(|(time, clock)| say!("hall-planned", time = time, clock = clock))
            }
            _ if round >= rounds => None,
            (_, None) => Some(say!("hall-next", round = round + 1, rounds = rounds)),
            (_, Some((time, clock))) => {
                Some(say!("hall-next-planned", round = round + 1, rounds = rounds, time = time, clock = clock))
            }
        }
    }

    /// The time of day of a moment, such as `14:05 UTC`, in the zone of the contest.
    fn minute(&self, at: &Timestamp) -> String {
        self.zone.named_minute(*at)
    }

    /// The address of the programme, as people type it.
    fn programme(&self) -> String {
        let plain = self.address.split_once("://").map_or(self.address, |(_, plain)| plain);
        format!("{}/{}/programme", plain.trim_end_matches('/'), self.id)
    }

    /// True when there is something to show beside the clock.
    fn has_side(&self) -> bool {
        self.read.is_none() && (!self.screen.ballots.is_empty() || self.screen.announcement.is_some())
    }

    /// The interview on the screen and its delay, in a sentence.
    fn reading(&self, read: &AudienceInterview) -> Message {
        let delay = self.rulebook.interview.hall.map(|hall| hall.delay.as_secs()).unwrap_or_default();
        say!("hall-reading", judge = read.judge.number(), later = desk::length(delay))
    }

    #[expect(clippy::unused_self, reason = "a template calls methods only")]
    fn seat(&self, seat: Seat) -> Message {
        seats::heading(seat)
    }

    /// The unit of scores.
    fn measure(&self) -> Message {
        site::measure_within(&self.rulebook.score.by)
    }

    /// The places in two columns, the better ones first; few of them in one.
    #[expect(clippy::unused_self, reason = "a template calls methods only")]
    fn columns<'p>(&self, places: &'p [Placed]) -> Vec<&'p [Placed]> {
        if places.len() > 6 { places.chunks(places.len().div_ceil(2)).collect() } else { vec![places] }
    }

    /// The size class for the names of an award's recipients.
    #[expect(clippy::unused_self, reason = "a template calls methods only")]
    fn size(&self, to: &[Winner]) -> &'static str {
        match to {
            [one] if one.name.chars().count() <= LONG_NAME => "one",
            [] | [_] => "few",
            [..] if to.len() <= 3 => "few",
            [..] => "many",
        }
    }

    /// The key of the page's content: only a change of it draws attention.
    fn key(&self) -> String {
        let step = match self.reveal {
            None => "",
            Some(Revealed::Curtain {}) => "curtain",
            Some(Revealed::Award { title, .. } | Revealed::Recipients { title, .. }) => title,
            Some(Revealed::Standings { .. }) => "standings",
            Some(Revealed::Reasons { .. }) => "reasons",
        };
        let is_named = matches!(self.reveal, Some(Revealed::Recipients { .. }));
        format!("{:?}-{:?}-{step}-{is_named}", self.screen.phase, self.screen.round)
    }
}
