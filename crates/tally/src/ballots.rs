//! What the judges answered, unblinded: the input of every score.

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
