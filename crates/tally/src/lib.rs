//! From ballots to scores, standings and awards: a pure function of ballots and rulebook.
//!
//! The input is unblinded (who sat where is known by now); the output is an order with the figures that made it, and
//! awards each with the sentence that justifies it.

use rulebook::{ConfederateId, EntryId, InterviewId, JudgeId, Witness};
use serde::{Deserialize, Serialize};

/// What became of one interview.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct InterviewOutcome {
    /// The interview.
    pub interview: InterviewId,
    /// The program in it.
    pub entry: EntryId,
    /// The person in it.
    pub confederate: ConfederateId,
    /// Whom the judge took for the human; absent when no ballot was given or the interview was aborted.
    pub choice: Option<Choice>,
}

/// Whom a judge took for the human.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Choice {
    /// The program.
    Entry,
    /// The person.
    Confederate,
}

/// A judge's ranking after the last round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EndRanking {
    /// Who ranked.
    pub judge: JudgeId,
    /// The witnesses this judge met, most human first (rank 1).
    pub order: Vec<Witness>,
}

/// Everything the judges answered.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Ballots {
    /// One outcome per planned interview.
    pub interviews: Vec<InterviewOutcome>,
    /// One ranking per judge who gave one.
    pub rankings: Vec<EndRanking>,
}

/// Where an entry stands.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Standing {
    /// The entry.
    pub entry: EntryId,
    /// Its place, from 1; equal entries share the first place they occupy.
    pub place: u16,
    /// Points under the rulebook's score; more is better.
    pub score: u32,
    /// The mean of its ranks in the rankings it is in, 1 best; absent when nobody ranked it.
    pub mean_rank: Option<f64>,
}

/// An award that is given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Award {
    /// The rulebook's id of the award.
    pub award: String,
    /// Its name for people.
    pub title: String,
    /// Who receives it; several when it is shared or given to many.
    pub entries: Vec<EntryId>,
    /// What each of them receives, such as `3000 USD` or `1500.50 USD`; absent when the award has no purse.
    pub each: Option<String>,
    /// The sentence that justifies it, from figures.
    pub reason: String,
}
