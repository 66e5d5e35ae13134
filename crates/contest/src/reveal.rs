//! The reveal: after the close the awards are shown one after the other, the smallest purse first, then the standings and the reasons.
//!
//! Every award of the rulebook takes two steps: first its title and purse, then its recipients. A step shows nothing that follows from a
//! later one, so figures and reasons come last. The number of steps is known beforehand, and a ruling after the close that changes who receives an award changes no
//! step. How far a reveal is, is no fact of the contest: whoever keeps it says which step is shown, and this module what stands
//! there. Nothing is revealed of a contest that is not closed.

pub mod english;

use language::{Message, Say};
use rulebook::{Rulebook, Witness, schema::AwardRule, schema::Recipient};
use serde::{Deserialize, Serialize};

use crate::{
    contest::Contest,
    result::{Names, Report},
};

/// The most who are named on one screen; of the others it is said how many they are.
pub const NAMED_MAX: usize = 12;

/// The most places of the standings on one screen.
pub const PLACES_MAX: usize = 16;

/// The most reasons on one screen.
pub const REASONS_MAX: usize = 6;

/// What a step is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step<'a> {
    /// Nothing is shown yet.
    Curtain,
    /// What the award is.
    Award(&'a AwardRule),
    /// Who receives it.
    Recipients(&'a AwardRule),
    /// Who stands where.
    Standings,
    /// Why each award was given, or not.
    Reasons,
}

/// The awards in the order in which they are revealed: those without money, then by their purses, the smallest first. Of two that
/// are alike the later place comes first, then what stands later in the rulebook.
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

/// What the organiser reads of it, who knows the result: `who receives the gold medal`.
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

/// What stands on the screen at a step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "shows", rename_all = "kebab-case")]
pub enum Revealed {
    /// That the contest is over, and the awards follow.
    Curtain {},
    /// What the award is.
    Award {
        /// Its title.
        title: String,
        /// Its purse; absent where there is none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        purse: Option<String>,
    },
    /// Who receives it.
    Recipients {
        /// Its title.
        title: String,
        /// Its purse; absent where there is none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        purse: Option<String>,
        /// Who; empty where nobody does.
        to: Vec<Winner>,
        /// The number of recipients beyond those named.
        more: usize,
        /// What follows from it, as the rulebook says.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        then: Option<String>,
    },
    /// Who stands where.
    Standings {
        /// The best places.
        places: Vec<Placed>,
        /// The number of places beyond those shown.
        more: usize,
    },
    /// Why each award was given, or not, in the order of the reveal reversed: the greatest first.
    Reasons {
        /// At most [`REASONS_MAX`].
        reasons: Vec<Reason>,
        /// The number of awards beyond those.
        more: usize,
    },
}

/// Why an award was given, or not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reason {
    /// The title of the award.
    pub title: String,
    /// Why, in words; in English for programs.
    #[serde(with = "english")]
    pub why: Message,
}

/// Somebody who receives an award.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Winner {
    /// The label, by which sentences speak of it: `E2`.
    pub label: Witness,
    /// The name of the program or the person; the label where it was taken out of the record.
    pub name: String,
    /// Who is behind the program; absent for a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contestant: Option<String>,
    /// The money for each of them; absent where there is no purse.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub each: Option<String>,
}

/// A place of the standings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Placed {
    /// The place, from 1; those who are level share one.
    pub place: u16,
    /// Who stands there.
    #[serde(flatten)]
    pub who: Winner,
    /// The score behind the place; absent without a ballot about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<String>,
}

impl Revealed {
    /// What stands on the screen at this step, in the texts of this rulebook, which is the contest's in some language; `None` before
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

/// A witness by name.
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
