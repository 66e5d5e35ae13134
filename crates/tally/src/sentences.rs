//! A result in words: one sentence for every award, every award that is not given, every finding and every note.
//!
//! For pages, terminals and whoever reads `--json`; nothing that is verified is made here, so a sentence may be mended at any
//! time. Names of people and programs are not used: sentences speak of `E1` and `J2`, as results do.

mod condition;
mod measure;
mod note;
mod reason;

use std::collections::BTreeMap;

use rulebook::{EntryId, Rulebook, Witness, schema::TieBreak};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    Award, CarriedOver, Finding, Note, Tally, Withheld,
    result::{WhyCarried, WhyWithheld},
    words,
};

/// Tells a result in words.
#[derive(Debug, Clone, Copy)]
pub struct Sentences<'a> {
    rulebook: &'a Rulebook,
    tally: &'a Tally,
    disqualified: &'a BTreeMap<EntryId, String>,
}

/// The sentences of a whole result: each list has as many as its namesake in the result, in the same order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Told {
    /// Why each award is given.
    pub awards: Vec<String>,
    /// Why each of the others is not.
    pub withheld: Vec<String>,
    /// Why money goes to the next contest.
    pub carried_over: Vec<String>,
    /// The findings of each trial.
    pub trials: Vec<Vec<String>>,
    /// The notes.
    pub notes: Vec<String>,
}

impl<'a> Sentences<'a> {
    /// For this result under the rulebook it was counted under. `disqualified` has the reasons why entries were disqualified, as
    /// far as they are known and may be told.
    #[must_use]
    pub fn new(rulebook: &'a Rulebook, tally: &'a Tally, disqualified: &'a BTreeMap<EntryId, String>) -> Self {
        Self { rulebook, tally, disqualified }
    }

    /// All of them.
    #[must_use]
    pub fn told(&self) -> Told {
        let Tally { awards, withheld, carried_over, trials, notes, .. } = self.tally;
        Told {
            awards: awards.iter().map(|award| self.award(award)).collect(),
            withheld: withheld.iter().map(|withheld| self.withheld(withheld)).collect(),
            carried_over: carried_over.iter().map(|carried| self.carried_over(carried)).collect(),
            trials: trials
                .iter()
                .map(|trial| trial.findings.iter().map(|found| self.finding(found)).collect())
                .collect(),
            notes: notes.iter().map(|note| self.note(note)).collect(),
        }
    }

    /// The name of an award for people; its id where the rulebook does not have it.
    #[must_use]
    pub fn title<'t>(&'t self, award: &'t str) -> &'t str {
        self.rulebook.award_title(award)
    }

    /// What follows from giving an award, as the rulebook says.
    #[must_use]
    pub fn then(&self, award: &str) -> Option<&'a str> {
        self.rulebook.award(award)?.then.as_deref()
    }

    /// What follows from not giving an award, as the rulebook says.
    #[must_use]
    pub fn otherwise(&self, award: &str) -> Option<&'a str> {
        self.rulebook.award(award)?.otherwise.as_deref()
    }

    /// Why an award is given.
    #[must_use]
    pub fn award(&self, award: &Award) -> String {
        let mut sentence = self.grounds(&award.award, &award.grounds);
        if !award.passed_over.is_empty() {
            sentence += &format!("; {}", self.passed_over(&award.award, &award.passed_over));
        }
        if !award.in_trust.is_empty() {
            let who = reason::open_source(&award.in_trust);
            sentence += &format!("; {who}: this goes to those who develop it, or is held in trust for them");
        }
        sentence
    }

    /// Why an award is not given.
    #[must_use]
    pub fn withheld(&self, withheld: &Withheld) -> String {
        let award = &withheld.award;
        match &withheld.reason {
            WhyWithheld::NoEntry { disqualified } => self.with_carried(award, reason::no_entry(disqualified)),
            WhyWithheld::OpenSource { programs, grounds } => {
                format!("{}; {}", self.grounds(award, grounds), self.passed_over(award, programs))
            }
            WhyWithheld::NotMet { judged } => self.not_met(award, judged),
            WhyWithheld::TrialsUndecided { trials } => format!(
                "it is not decided in how many of the {trials} trials the conditions must hold, and that makes a \
                 difference: set `combine` under `[trials]` to any, majority or all"
            ),
            WhyWithheld::BallotsMissing { missing } => {
                format!(
                    "it could depend on ballots that are missing: {}",
                    words::missing(missing, self.rulebook.trial_count() > 1)
                )
            }
            WhyWithheld::NobodyInPlace { place, entries, disqualified } => {
                reason::nobody_in_place(*place, *entries, *disqualified)
            }
            WhyWithheld::NoScore { place, witnesses } => reason::no_score(*place, witnesses),
            WhyWithheld::Undecided { place, between } => self.undecided(*place, between),
            WhyWithheld::NoConfederateScored {} => "no ballot gives a confederate a score".to_owned(),
        }
    }

    /// Why money is added to the purse of the next contest.
    #[must_use]
    pub fn carried_over(&self, carried: &CarriedOver) -> String {
        let why = match &carried.reason {
            WhyCarried::NoEntry { disqualified } => reason::no_entry(disqualified),
            WhyCarried::OpenSource { programs } => not_to(programs),
        };
        format!("{why}: {}", reason::next_purse(carried))
    }

    /// What was found of an award's conditions in one trial.
    #[must_use]
    pub fn finding(&self, finding: &Finding) -> String {
        let figures = finding.found.iter().map(|found| condition::told(finding.witness, found));
        let needed = finding.found.iter().map(|found| condition::needed(found.condition));
        figures.chain(needed).collect::<Vec<_>>().join("; ")
    }

    /// What else a reader should know.
    #[must_use]
    pub fn note(&self, note: &Note) -> String {
        note::told(self, note)
    }

    fn undecided(&self, place: u64, between: &[Witness]) -> String {
        let decides = |step: &TieBreak| match step {
            TieBreak::Majority => Some("a vote of the judges"),
            TieBreak::Coin => Some("a coin"),
            TieBreak::By(_) | TieBreak::Selection => None,
        };
        let who: Vec<_> = self.rulebook.score.tie_breaks.iter().filter_map(decides).collect();
        format!("undecided: {} are level in place {place}, until {} decides", words::all_of(between), who.join(" or "))
    }

    /// What becomes of the award of open-source programs, with the money that goes to the next contest.
    fn passed_over(&self, award: &str, programs: &[Witness]) -> String {
        self.with_carried(award, not_to(programs))
    }

    fn with_carried(&self, award: &str, why: String) -> String {
        let carried = self.tally.carried_over.iter().find(|carried| carried.award == award);
        carried.map_or_else(|| why.clone(), |carried| format!("{why}: {}", reason::next_purse(carried)))
    }
}

fn not_to(programs: &[Witness]) -> String {
    format!("{}, and this does not go to such a program", reason::open_source(programs))
}
