//! A result in words: one sentence for every award, every award that is not given, every finding and every note.
//!
//! Pages use messages in the reader's language; terminals and `--json` use English. Verified data does not include
//! sentences, so they may be corrected at any time. Names of people and programs are not used: sentences name `E1` and
//! `J2`, like results.

mod condition;
mod measure;
mod note;
mod reason;

use std::collections::BTreeMap;

use language::Message;
use rulebook::{EntryId, Rulebook, Witness, schema::TieBreak};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    Award, CarriedOver, Finding, Judgement, JudgementOutcome, Judgements, Note, Tally, TrialResult, Withheld,
    result::{WhyCarried, WhyWithheld},
    sentence_parts,
};

pub use crate::sentence_parts::{clusters, method};

/// The sentences of a result.
#[derive(Debug, Clone)]
pub struct Sentences<'a> {
    rulebook: &'a Rulebook,
    tally: &'a Tally,
    disqualified: BTreeMap<EntryId, Message>,
    judgements: Judgements,
}

/// The sentences of a whole result: each list has one for each element of its namesake in the result, in the same
/// order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Told")]
pub struct ResultSentences<Sentence = String> {
    /// The reason for each award that is given.
    pub awards: Vec<Sentence>,
    /// The reason for each award that is not given.
    pub withheld: Vec<Sentence>,
    /// The reason for money that goes to the next contest.
    pub carried_over: Vec<Sentence>,
    /// The findings of each trial.
    pub trials: Vec<Vec<Sentence>>,
    /// The notes.
    pub notes: Vec<Sentence>,
}

impl<'a> Sentences<'a> {
    /// The sentences of this result under the rulebook it was counted under. `disqualified` has the reasons for
    /// disqualifications, if they are known and public.
    #[must_use]
    pub fn new<M: Clone + Into<Message>>(
        rulebook: &'a Rulebook,
        tally: &'a Tally,
        disqualified: &BTreeMap<EntryId, M>,
    ) -> Self {
        let disqualified = disqualified.iter().map(|(&entry, why)| (entry, why.clone().into()));
        Self { rulebook, tally, disqualified: disqualified.collect(), judgements: Judgements::default() }
    }

    /// The same sentences with intervals of shares, from the judgements of the counted ballots.
    #[must_use]
    pub fn with_intervals(self, judgements: Judgements) -> Self {
        Self { judgements, ..self }
    }

    /// The baselines that have a note.
    fn baselines(&self) -> Vec<Witness> {
        let entry = |note: &Note| match note {
            Note::Baseline { entry, .. } => Some(*entry),
            _ => None,
        };
        self.tally.notes.iter().filter_map(entry).collect()
    }

    /// The share of these judgements with its interval, where they allow one.
    fn interval(&self, counts: JudgementOutcome, of: impl Fn(&Judgement) -> bool) -> Option<statistics::share::Share> {
        self.judgements.share(counts, of).ok()
    }

    /// All sentences, in English.
    #[must_use]
    pub fn told(&self) -> ResultSentences {
        self.each(|message| message.to_string())
    }

    /// All sentences, for a page.
    #[must_use]
    pub fn messages(&self) -> ResultSentences<Message> {
        self.each(|message| message)
    }

    fn each<S>(&self, told: impl Fn(Message) -> S) -> ResultSentences<S> {
        let Tally { awards, withheld, carried_over, trials, notes, .. } = self.tally;
        let findings =
            |trial: &TrialResult| trial.findings.iter().map(|found| told(self.finding(trial.trial, found))).collect();
        ResultSentences {
            awards: awards.iter().map(|award| told(self.award(award))).collect(),
            withheld: withheld.iter().map(|withheld| told(self.withheld(withheld))).collect(),
            carried_over: carried_over.iter().map(|carried| told(self.carried_over(carried))).collect(),
            trials: trials.iter().map(findings).collect(),
            notes: notes.iter().map(|note| told(self.note(note))).collect(),
        }
    }

    /// The title of an award; its id where the rulebook does not have it.
    #[must_use]
    pub fn title<'t>(&'t self, award: &'t str) -> &'t str {
        self.rulebook.award_title(award)
    }

    /// The consequence of giving an award, in the rulebook's words.
    #[must_use]
    pub fn then(&self, award: &str) -> Option<&'a str> {
        self.rulebook.award(award)?.then.as_deref()
    }

    /// The consequence of not giving an award, in the rulebook's words.
    #[must_use]
    pub fn otherwise(&self, award: &str) -> Option<&'a str> {
        self.rulebook.award(award)?.otherwise.as_deref()
    }

    /// The reason for an award that is given.
    #[must_use]
    pub fn award(&self, award: &Award) -> Message {
        let Award { award: id, in_trust, passed_over, grounds, .. } = award;
        let passed_over = (!passed_over.is_empty()).then(|| self.passed_over(id, passed_over));
        let in_trust = (!in_trust.is_empty()).then(|| say!("award-in-trust", programs = reason::open_source(in_trust)));
        sentence_parts::clauses([self.grounds(id, grounds)].into_iter().chain(passed_over).chain(in_trust))
    }

    /// The reason for an award that is not given.
    #[must_use]
    pub fn withheld(&self, withheld: &Withheld) -> Message {
        let award = &withheld.award;
        match &withheld.reason {
            WhyWithheld::NoEntry { disqualified } => self.with_carried(award, reason::no_entry(disqualified)),
            WhyWithheld::OpenSource { programs, grounds } => {
                sentence_parts::clauses([self.grounds(award, grounds), self.passed_over(award, programs)])
            }
            WhyWithheld::NotMet { judged } => self.not_met(award, judged),
            WhyWithheld::TrialsUndecided { trials } => say!("award-trials-undecided", trials = trials),
            WhyWithheld::BallotsMissing { missing } => {
                say!(
                    "award-ballots-missing",
                    missing = sentence_parts::missing(missing, self.rulebook.trial_count() > 1)
                )
            }
            WhyWithheld::BaselineUnknown { baselines, .. } => say!("award-baseline-unknown", baselines = baselines),
            WhyWithheld::NobodyInPlace { place, entries, disqualified } => {
                reason::nobody_in_place(*place, *entries, *disqualified)
            }
            WhyWithheld::NoScore { place, witnesses } => reason::no_score(*place, witnesses),
            WhyWithheld::Undecided { place, between } => self.undecided(*place, between),
            WhyWithheld::NoConfederateScored {} => say!("award-no-confederate-scored"),
            WhyWithheld::NoContest { entry } => say!("award-no-contest", entry = entry.to_string()),
        }
    }

    /// The reason for money added to the purse of the next contest.
    #[must_use]
    pub fn carried_over(&self, carried: &CarriedOver) -> Message {
        let why = match &carried.reason {
            WhyCarried::NoEntry { disqualified } => reason::no_entry(disqualified),
            WhyCarried::OpenSource { programs } => not_to(programs),
        };
        say!("award-so", why = why, so = reason::next_purse(carried))
    }

    /// The findings about an award's conditions in one trial, from 1.
    #[must_use]
    pub fn finding(&self, trial: u16, finding: &Finding) -> Message {
        let figures = finding.found.iter().map(|found| condition::told(self, finding.witness, trial, found));
        let needed = finding.found.iter().map(|found| condition::needed(found.condition));
        sentence_parts::clauses(figures.chain(needed))
    }

    /// The text of a note.
    #[must_use]
    pub fn note(&self, note: &Note) -> Message {
        note::told(self, note)
    }

    fn undecided(&self, place: u64, between: &[Witness]) -> Message {
        let asks = |step| self.rulebook.score.tie_breaks.contains(&step);
        let who = match (asks(TieBreak::Majority), asks(TieBreak::Coin)) {
            (true, false) => "judges",
            (false, true) => "coin",
            _ => "both",
        };
        say!("award-undecided", between = sentence_parts::list(between), place = place, who = who)
    }

    /// The fate of an award of open-source programs, with the money that goes to the next contest.
    fn passed_over(&self, award: &str, programs: &[Witness]) -> Message {
        self.with_carried(award, not_to(programs))
    }

    fn with_carried(&self, award: &str, why: Message) -> Message {
        match self.tally.carried_over.iter().find(|carried| carried.award == award) {
            Some(carried) => say!("award-so", why = why, so = reason::next_purse(carried)),
            None => why,
        }
    }
}

fn not_to(programs: &[Witness]) -> Message {
    say!("award-not-to-open-source", programs = reason::open_source(programs))
}
