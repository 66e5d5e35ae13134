//! The organiser's desk, and the cards with join links.

use askama::Template;
use contest::{
    command::Ending,
    contest::{Contest, Phase},
    view::stage::Stage,
};
use rulebook::{EntryId, JudgeId, Participant, Timestamp};
use schedule::Seating;

use super::wording;

/// A judge or confederate, as the organiser sees them.
pub struct PersonRow {
    /// Who.
    pub who: Participant,
    /// The name.
    pub name: String,
    /// Played by a script.
    pub scripted: bool,
    /// The join link was used.
    pub joined: bool,
    /// A page is open.
    pub connected: bool,
    /// In place for the next round.
    pub ready: bool,
    /// Needed in this round.
    pub needed: bool,
}

/// An entry, as the organiser sees it.
pub struct EntryRow {
    /// Which.
    pub who: EntryId,
    /// The name.
    pub name: String,
    /// The protocol it speaks.
    pub protocol: String,
    /// How its program is doing.
    pub state: String,
    /// In place for the next round.
    pub ready: bool,
}

/// The organiser's desk.
#[derive(Template)]
#[template(path = "organiser.html")]
pub struct OrganiserPage<'a> {
    /// The contest's id, for addresses.
    pub id: &'a str,
    /// The contest.
    pub contest: &'a Contest,
    /// Judges and confederates.
    pub people: Vec<PersonRow>,
    /// Programs.
    pub entries: Vec<EntryRow>,
    /// Who owes a ballot.
    pub ballots_missing: Vec<JudgeId>,
    /// The number of the latest update.
    pub latest: u64,
    /// Contest time now.
    pub now: Timestamp,
    /// Contest milliseconds per real second.
    pub pace: u32,
    /// Why what was just asked for was not done.
    pub notice: Option<&'a str>,
}

impl OrganiserPage<'_> {
    fn stage(&self) -> Stage {
        Stage::of(self.contest, Participant::Organiser)
    }

    fn headline(&self) -> String {
        match self.contest.phase {
            Phase::Lobby(next) if next.number() <= self.contest.rounds() => {
                format!("Before round {} of {}", next.number(), self.contest.rounds())
            }
            _ => wording::headline(&self.stage()),
        }
    }

    fn ready_count(&self) -> usize {
        self.contest.ready.len()
    }

    fn needed_count(&self) -> usize {
        match self.contest.phase {
            Phase::Lobby(next) => self.contest.needed_in(next).len(),
            _ => 0,
        }
    }

    fn talking(&self) -> bool {
        matches!(self.contest.phase, Phase::Talk(..))
    }

    fn voting(&self) -> bool {
        matches!(self.contest.phase, Phase::Scoring(..) | Phase::Ranking(_))
    }

    /// The phase that can be ended, for the form, and what its button says.
    fn ending(&self) -> Option<(&'static str, String, &'static str)> {
        Some(match Ending::of(self.contest.phase)? {
            Ending::Talk { round } => ("talk", round.to_string(), "End the talk"),
            Ending::Scoring { round } => ("scoring", round.to_string(), "Close the round"),
            Ending::Ranking => ("ranking", String::new(), "Close the contest"),
        })
    }

    fn running(&self) -> Vec<&schedule::Seating> {
        let round = self.contest.phase.running_round();
        round.into_iter().flat_map(|round| self.contest.interviews_in(round)).collect::<Vec<&Seating>>()
    }

    fn vote_of(&self, person: &PersonRow) -> &'static str {
        match person.who {
            Participant::Judge(judge) if self.ballots_missing.contains(&judge) => "missing",
            Participant::Judge(_) => "sealed",
            _ => "",
        }
    }

    fn clock_time(&self, at: &Timestamp) -> String {
        at.to_string().get(11..19).unwrap_or_default().to_owned()
    }
}

/// A join link, on a card.
pub struct JoinLink {
    /// For whom.
    pub who: Participant,
    /// The name.
    pub name: String,
    /// The link.
    pub url: String,
    /// The link as a QR code: SVG of our own making.
    pub qr_svg: String,
}

/// The cards with join links.
#[derive(Template)]
#[template(path = "links.html")]
pub struct LinksPage<'a> {
    /// The contest's id, for addresses.
    pub contest: &'a str,
    /// The contest's name.
    pub name: &'a str,
    /// The links, made just now.
    pub links: Vec<JoinLink>,
}
