//! The reveal: after the close the big screen shows the awards one by one, the smallest purse first, then the standings
//! and the reasons.
//!
//! Every award of the rulebook takes two steps: first its title and purse, then its recipients. A step shows nothing
//! that depends on a later one, so figures and reasons come last. The number of steps is fixed: a ruling after the
//! close may change an award's recipients, but no step. The current step is no fact of the contest: the server keeps
//! it, and this module returns the content of the screen. Nothing of an open contest is revealed.

pub mod english;

use language::{Message, Say};
use rulebook::{Rulebook, Witness, schema::AwardRule, schema::Recipient};
use serde::{Deserialize, Serialize};

use contest::{
    contest::Contest,
    result::{Names, Report},
};

/// The most names on one screen; the rest are only counted.
pub const NAMED_MAX: usize = 12;

/// The most places of the standings on one screen.
pub const PLACES_MAX: usize = 16;

/// The most reasons on one screen.
pub const REASONS_MAX: usize = 6;

/// The subject of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step<'a> {
    /// Nothing is shown yet.
    Curtain,
    /// The award's title and purse.
    Award(&'a AwardRule),
    /// The award's recipients.
    Recipients(&'a AwardRule),
    /// The standings.
    Standings,
    /// The reasons for each award that was given or withheld.
    Reasons,
}

/// The awards in the order of the reveal: those without money first, then by purse, the smallest first. Of equal purses
/// the lower place comes first, then the later one in the rulebook.
#[must_use]
pub fn order(rulebook: &Rulebook) -> Vec<&AwardRule> {
    let mut awards: Vec<(usize, &AwardRule)> = rulebook.awards.iter().enumerate().collect();
    awards.sort_by_key(|(index, award)| {
        let place = match award.to {
            Recipient::Place(place) => place,
            Recipient::EveryEntry | Recipient::BestConfederate => u16::MAX,
        };
        (award.purse.as_ref().map_or(0, |purse| purse.amount), u16::MAX - place, usize::MAX - index)
    });
    awards.into_iter().map(|(_, award)| award).collect()
}

/// The number of the last step; step 0 shows nothing yet.
#[must_use]
pub fn last_step(rulebook: &Rulebook) -> u16 {
    let awards = u16::try_from(rulebook.awards.len()).expect("a rulebook has at most 40 awards");
    awards * 2 + 1 + u16::from(awards > 0)
}

impl<'a> Step<'a> {
    /// The step of this number; beyond the last one, the last.
    #[must_use]
    pub fn at(rulebook: &'a Rulebook, step: u16) -> Self {
        let awards = order(rulebook);
        let Some(before) = step.checked_sub(1) else { return Self::Curtain };
        match (awards.get(usize::from(before / 2)), before % 2) {
            (Some(award), 0) => Self::Award(award),
            (Some(award), _) => Self::Recipients(award),
            (None, _) if usize::from(before) == awards.len() * 2 || awards.is_empty() => Self::Standings,
            (None, _) => Self::Reasons,
        }
    }
}

/// For the organiser, who knows the result: `who receives the gold medal`.
impl Say for Step<'_> {
    fn message(&self) -> Message {
        match self {
            Self::Curtain => say!("hall-step-curtain"),
            Self::Award(award) => say!("hall-step-award", title = &award.title),
            Self::Recipients(award) => say!("hall-step-recipients", title = &award.title),
            Self::Standings => say!("hall-step-standings"),
            Self::Reasons => say!("hall-step-reasons"),
        }
    }
}

display_in_english!(Step<'_>);

/// The content of the screen at a step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "shows", rename_all = "kebab-case")]
pub enum Revealed {
    /// The contest is over, and the awards follow.
    Curtain {},
    /// The award's title and purse.
    Award {
        /// Its title.
        title: String,
        /// Its purse; absent without one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        purse: Option<String>,
    },
    /// The award's recipients.
    Recipients {
        /// Its title.
        title: String,
        /// Its purse; absent without one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        purse: Option<String>,
        /// The recipients; empty if the award is withheld.
        to: Vec<Winner>,
        /// The number of recipients beyond those named.
        more: usize,
        /// The rulebook's sentence about the consequences of the award, or of its being withheld.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        then: Option<String>,
    },
    /// The standings.
    Standings {
        /// The best places.
        places: Vec<Placed>,
        /// The number of places beyond those shown.
        more: usize,
    },
    /// The reasons for each award that was given or withheld, the greatest award first.
    Reasons {
        /// At most [`REASONS_MAX`].
        reasons: Vec<Reason>,
        /// The number of awards beyond those.
        more: usize,
    },
}

/// The reason why an award was given or withheld.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reason {
    /// The title of the award.
    pub title: String,
    /// The reason in words; programs receive it in English.
    #[serde(with = "english")]
    pub why: Message,
}

/// The recipient of an award.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Winner {
    /// The label used in sentences: `E2`.
    pub label: Witness,
    /// The name of the program or the person; the label if the name was redacted.
    pub name: String,
    /// The contestant behind the program; absent for a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contestant: Option<String>,
    /// The money for each recipient; absent without a purse.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub each: Option<String>,
}

/// A place of the standings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Placed {
    /// The place, from 1; level witnesses share one.
    pub place: u16,
    /// The witness.
    #[serde(flatten)]
    pub who: Winner,
    /// The score behind the place; absent without a ballot about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<String>,
}

impl Revealed {
    /// The screen at this step, in the texts of this rulebook, which is the contest's in some language; `None` before
    /// the close.
    #[must_use]
    pub fn at(contest: &Contest, rulebook: &Rulebook, step: u16) -> Option<Self> {
        if !contest.is_closed() {
            return None;
        }
        Some(match Step::at(rulebook, step) {
            Step::Curtain => Self::Curtain {},
            Step::Award(award) => Self::Award { title: award.title.clone(), purse: purse(award) },
            Step::Recipients(award) => recipients(&Report::of(contest)?, award),
            Step::Standings => standings(&Report::of(contest)?),
            Step::Reasons => reasons(contest, rulebook, &Report::of(contest)?),
        })
    }
}

fn purse(award: &AwardRule) -> Option<String> {
    award.purse.as_ref().map(ToString::to_string)
}

fn recipients(report: &Report, award: &AwardRule) -> Revealed {
    let (title, purse) = (award.title.clone(), purse(award));
    let Some(given) = report.result.tally.awards.iter().find(|given| given.award == award.id) else {
        return Revealed::Recipients { title, purse, to: Vec::new(), more: 0, then: award.otherwise.clone() };
    };
    let each = given.each.as_ref().map(ToString::to_string);
    let named = given.to.iter().take(NAMED_MAX);
    let to = named.map(|witness| Winner { each: each.clone(), ..winner(&report.names, *witness) }).collect();
    Revealed::Recipients { title, purse, to, more: given.to.len().saturating_sub(NAMED_MAX), then: award.then.clone() }
}

fn standings(report: &Report) -> Revealed {
    let all = &report.result.tally.standings;
    let placed = all.iter().take(PLACES_MAX).map(|standing| Placed {
        place: standing.place,
        who: winner(&report.names, standing.witness),
        score: standing.score.map(|score| score.to_string()),
    });
    Revealed::Standings { places: placed.collect(), more: all.len().saturating_sub(PLACES_MAX) }
}

fn reasons(contest: &Contest, rulebook: &Rulebook, report: &Report) -> Revealed {
    let (tally, sentences) = (&report.result.tally, report.result.sentences(contest));
    let why = |award: &AwardRule| {
        let given = tally.awards.iter().find(|given| given.award == award.id).map(|given| sentences.award(given));
        let withheld = || tally.withheld.iter().find(|withheld| withheld.award == award.id);
        given.or_else(|| withheld().map(|withheld| sentences.withheld(withheld)))
    };
    let reason = |award: &&AwardRule| Some(Reason { title: award.title.clone(), why: why(award)? });
    let mut reasons: Vec<Reason> = order(rulebook).iter().rev().filter_map(reason).collect();
    let more = reasons.len().saturating_sub(REASONS_MAX);
    reasons.truncate(REASONS_MAX);
    Revealed::Reasons { reasons, more }
}

/// The witness with its name.
fn winner(names: &Names, witness: Witness) -> Winner {
    let known = Names::get(names, witness);
    Winner {
        label: witness,
        name: known.map_or_else(|| witness.to_string(), |known| known.name.clone()),
        contestant: known.and_then(|known| known.contestant.clone()),
        each: None,
    }
}

#[cfg(test)]
mod tests {
    use rulebook::{schema::Money, shipped};

    use super::*;

    fn award(id: &str, amount: u32, to: Recipient) -> AwardRule {
        let purse = (amount > 0).then(|| Money { amount, currency: "USD".to_owned() });
        let (when, open_source) = (Vec::new(), rulebook::schema::OpenSource::default());
        AwardRule {
            id: id.to_owned(),
            title: id.to_owned(),
            purse,
            shared: false,
            to,
            when,
            only_entry: false,
            rolls_over: false,
            open_source,
            then: None,
            otherwise: None,
        }
    }

    fn rules() -> Rulebook {
        let mut rules = shipped::rulebook("loebner-2010").unwrap();
        rules.awards = vec![
            award("gold", 100_000, Recipient::Place(1)),
            award("first", 3000, Recipient::Place(1)),
            award("second", 1000, Recipient::Place(2)),
            award("also-1000", 1000, Recipient::Place(3)),
            award("human", 0, Recipient::BestConfederate),
        ];
        rules
    }

    #[test]
    fn the_smallest_purse_is_revealed_first_and_of_two_alike_the_later_place() {
        let rules = rules();
        let ids: Vec<_> = order(&rules).iter().map(|award| award.id.as_str()).collect();
        assert_eq!(ids, ["human", "also-1000", "second", "first", "gold"]);
    }

    #[test]
    fn every_award_is_named_before_its_recipients_and_standings_and_reasons_come_last() {
        let rules = rules();
        let ids = |step| match Step::at(&rules, step) {
            Step::Curtain => "curtain".to_owned(),
            Step::Award(award) => award.id.clone(),
            Step::Recipients(award) => format!("to {}", award.id),
            Step::Standings => "standings".to_owned(),
            Step::Reasons => "reasons".to_owned(),
        };
        assert_eq!(last_step(&rules), 12);
        let told: Vec<_> = (0..=13).map(ids).collect();
        assert_eq!(told[..5], ["curtain", "human", "to human", "also-1000", "to also-1000"]);
        assert_eq!(told[8..], ["to first", "gold", "to gold", "standings", "reasons", "reasons"]);
        let none = Rulebook { awards: Vec::new(), ..rules.clone() };
        assert_eq!((last_step(&none), Step::at(&none, 1)), (1, Step::Standings));
    }
}
