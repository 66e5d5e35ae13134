//! The chance of each award by how human an entry is: many contests under a rulebook, with ballots drawn from a model of
//! judges, and counted by `tally`.
//!
//! # Model
//! Every meeting of a judge and a witness has a humanness: the witness's own, plus a person's effect or a judge's effect
//! on entries, plus noise with a Gumbel distribution. The judge takes the more human of two witnesses for the human,
//! ranks by humanness, and calls a witness human if its humanness exceeds a threshold with the same noise. So chances of
//! choices, verdicts and orders are logistic in the difference.
//!
//! # Determinism
//! Each contest has draws of its own, named by its number, and results are counts: the same seed gives the same figures
//! however contests are shared out among processors. Contests at several shares use the same draws.

mod ballots;
mod exact;

use std::{collections::BTreeMap, ops::Range};

use rulebook::{
    ConfederateId, Draws, EntryId, JudgeId, Rulebook, Seed, Witness,
    schema::{AwardRule, Question, Recipient},
};
use schedule::{NoDesign, Plan, construct};
use statistics::population::middle;
use tally::{Circumstances, tally};

pub use self::exact::{NotExact, exact};

/// The number of the observed entry: the first.
const ENTRY: u16 = 1;

/// The beginning of the ids of awards that stand for the conditions of another: no id of a rulebook has a slash.
const CONDITIONS: &str = "conditions/";

/// Assumptions about the people and programs of a contest. Shares are from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Assumptions {
    /// The share of interviews in which the other entries are taken for the human; absent: as the first entry.
    pub others: Option<f64>,
    /// The same share of baselines.
    pub baselines: f64,
    /// The share of interviews in which a person who is judged alone is taken for a human.
    pub people: f64,
    /// The standard deviation of judges in how human they find entries, in log-odds, at least 0.
    pub judges_spread: f64,
    /// The standard deviation of people in how human they seem, in log-odds, at least 0.
    pub people_spread: f64,
}

/// The reason for which contests under a rulebook cannot be simulated.
#[derive(Debug, thiserror::Error)]
pub enum NotSimulated {
    /// The rulebook has no award, so there is no chance of one.
    #[error("the rulebook has no awards")]
    NoAwards,
    /// Judges read old conversations, and their witnesses are fixed.
    #[error("its judges read conversations that were held elsewhere, which have no plan")]
    Reading,
    /// The rulebook has no plan for these numbers.
    #[error("there is no plan for these numbers")]
    NoPlan(#[source] NoDesign),
    /// There are fewer entries than baselines and one more.
    #[error("all {entries} entries are baselines, which receive no award")]
    OnlyBaselines {
        /// The number of entries.
        entries: u16,
    },
}

/// Contests under one rulebook.
#[derive(Debug, Clone)]
pub struct Simulator {
    /// The rulebook, with an award to every entry for the conditions of each award.
    rulebook: Rulebook,
    /// The ids of the rulebook's own awards.
    awards: Vec<String>,
    plan: Plan,
    assumptions: Assumptions,
    baselines: Vec<EntryId>,
}

/// The outcomes of some contests.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Outcomes {
    /// The number of contests.
    pub runs: u64,
    /// The outcomes for each award, in the rulebook's order.
    pub awards: Vec<AwardOutcomes>,
}

/// The numbers of contests in which an award had each outcome.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AwardOutcomes {
    /// The rulebook's id of the award.
    pub award: String,
    /// Contests in which somebody received it.
    pub given: u64,
    /// Contests in which the first entry received it.
    pub received: u64,
    /// Contests in which the first entry met its conditions; absent where it has none, or is not for entries.
    pub met: Option<u64>,
}

impl Outcomes {
    /// Adds the outcomes of other contests.
    pub fn add(&mut self, other: &Self) {
        self.runs += other.runs;
        if self.awards.is_empty() {
            self.awards.clone_from(&other.awards);
            return;
        }
        for (own, other) in self.awards.iter_mut().zip(&other.awards) {
            own.given += other.given;
            own.received += other.received;
            own.met = own.met.zip(other.met).map(|(own, other)| own + other);
        }
    }
}

impl Simulator {
    /// A simulator of contests under this rulebook, with its plan.
    ///
    /// # Errors
    /// [`NotSimulated`] where it has no award or no plan.
    pub fn new(rulebook: &Rulebook, assumptions: Assumptions) -> Result<Self, NotSimulated> {
        if rulebook.awards.is_empty() {
            return Err(NotSimulated::NoAwards);
        }
        if rulebook.ballots.belief.is_some() {
            return Err(NotSimulated::Reading);
        }
        let (entries, baselines) = (rulebook.roles.entries, rulebook.roles.baselines);
        if baselines >= entries {
            return Err(NotSimulated::OnlyBaselines { entries });
        }
        let plan = construct(rulebook).map_err(NotSimulated::NoPlan)?;
        let awards = rulebook.awards.iter().map(|award| award.id.clone()).collect();
        let baselines = EntryId::first(entries.into()).skip(usize::from(entries - baselines)).collect();
        Ok(Self { rulebook: with_conditions(rulebook), awards, plan, assumptions, baselines })
    }

    /// The plan of the contests.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The outcomes of the contests of these numbers, if the first entry is taken for the human in this share (from 0 to
    /// 1) of the interviews of all judges beside all people.
    #[must_use]
    pub fn run(&self, humanness: f64, seed: Seed, contests: Range<u64>) -> Outcomes {
        let population = self.population(humanness);
        let award = |award: &String| AwardOutcomes {
            award: award.clone(),
            met: self.has_conditions(award).then_some(0),
            ..AwardOutcomes::default()
        };
        let mut outcomes = Outcomes {
            runs: contests.end.saturating_sub(contests.start),
            awards: self.awards.iter().map(award).collect(),
        };
        for contest in contests {
            self.play(&population, Draws::new(seed, &format!("simulated contest {contest}")), &mut outcomes);
        }
        outcomes
    }

    fn has_conditions(&self, award: &str) -> bool {
        self.rulebook.awards.iter().any(|rule| rule.id.strip_prefix(CONDITIONS) == Some(award))
    }

    /// Plays one contest and counts its awards.
    fn play(&self, population: &Population, mut draws: Draws, outcomes: &mut Outcomes) {
        let ballots = ballots::drawn(&self.rulebook, &self.plan, population, &mut draws);
        let mut order: Vec<EntryId> = EntryId::first(self.rulebook.roles.entries.into()).collect();
        order.retain(|entry| !self.baselines.contains(entry));
        draws.shuffle(&mut order);
        let circumstances = Circumstances {
            seed: Some(Seed::from_contributions([draws.below(u64::MAX).to_string().as_str()])),
            selection: order.into_iter().map(|entry| vec![entry]).collect(),
            baselines: self.baselines.iter().copied().collect(),
            ..Circumstances::default()
        };
        let result = tally(&self.rulebook, &ballots, &circumstances);
        let given: BTreeMap<&str, bool> =
            result.awards.iter().map(|award| (award.award.as_str(), award.to.contains(&entry()))).collect();
        for of in &mut outcomes.awards {
            let found = given.get(of.award.as_str());
            of.given += u64::from(found.is_some());
            of.received += u64::from(found == Some(&true));
            if let Some(met) = &mut of.met {
                let conditions = format!("{CONDITIONS}{}", of.award);
                *met += u64::from(given.get(conditions.as_str()) == Some(&true));
            }
        }
    }

    fn population(&self, humanness: f64) -> Population {
        let Assumptions { others, baselines, people, judges_spread, people_spread } = self.assumptions;
        let is_compared = is_compared(&self.rulebook);
        let spread = if is_compared { libm::hypot(judges_spread, people_spread) } else { judges_spread };
        let entries = EntryId::first(self.rulebook.roles.entries.into()).map(|entry| {
            let share = if entry.number() == ENTRY {
                humanness
            } else if self.baselines.contains(&entry) {
                baselines
            } else {
                others.unwrap_or(humanness)
            };
            middle(share, spread)
        });
        let people = if is_compared { 0.0 } else { middle(people, people_spread) };
        Population { entries: entries.collect(), people, judges_spread, people_spread }
    }
}

/// Returns whether judges compare an entry with a person. Verdicts compare each witness with a threshold instead.
fn is_compared(rulebook: &Rulebook) -> bool {
    !rulebook.ballots.interview.iter().any(|question| matches!(question, Question::Verdict { .. }))
}

/// The humanness of everyone, in log-odds.
#[derive(Debug, Clone)]
struct Population {
    /// The humanness of each entry.
    entries: Vec<f64>,
    /// The humanness of a median person.
    people: f64,
    judges_spread: f64,
    people_spread: f64,
}

/// The people of one contest: the effect of each judge on entries, and the humanness of each person.
#[derive(Debug, Clone)]
struct Drawn<'p> {
    population: &'p Population,
    judges: Vec<f64>,
    people: Vec<f64>,
}

impl Drawn<'_> {
    /// The humanness of a witness before a judge, without noise.
    fn humanness(&self, judge: JudgeId, witness: Witness) -> f64 {
        match witness {
            Witness::Entry(id) => self.entry(id) + self.judges.get(judge.index()).copied().unwrap_or_default(),
            Witness::Confederate(id) => self.person(id),
        }
    }

    fn entry(&self, id: EntryId) -> f64 {
        self.population.entries.get(id.index()).copied().unwrap_or_default()
    }

    fn person(&self, id: ConfederateId) -> f64 {
        self.people.get(id.index()).copied().unwrap_or(self.population.people)
    }
}

/// The observed entry.
fn entry() -> Witness {
    Witness::Entry(EntryId::new(ENTRY))
}

/// The rulebook with an award to every entry for the conditions of each award to an entry.
fn with_conditions(rulebook: &Rulebook) -> Rulebook {
    let mut with = rulebook.clone();
    let of_entries = rulebook.awards.iter().filter(|award| award.to != Recipient::BestConfederate);
    let conditions = of_entries.filter(|award| !award.when.is_empty()).map(|award| AwardRule {
        id: format!("{CONDITIONS}{}", award.id),
        to: Recipient::EveryEntry,
        purse: None,
        only_entry: false,
        rolls_over: false,
        ..award.clone()
    });
    with.awards.extend(conditions);
    with
}
