//! The outcome of one interview: a judge's answers about the witnesses met.

use std::collections::BTreeSet;

use rulebook::{InterviewId, Witness};
use serde::{Deserialize, Serialize};

use crate::Answers;

/// The outcome of one interview.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// The trial it belongs to, from 1.
    pub trial: u16,
    /// The interview.
    pub interview: InterviewId,
    /// The witnesses before the judge: an entry and a confederate, or one of them.
    pub witnesses: BTreeSet<Witness>,
    /// The judge's answers; absent when no ballot was given or the interview was aborted.
    pub answers: Option<Answers<Witness>>,
}
