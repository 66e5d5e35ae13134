//! What the judges answered, unblinded, and what else a score is made from.

use std::collections::{BTreeMap, BTreeSet};

use rulebook::{EntryId, InterviewId, JudgeId, Seed, Witness, schema::Money};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Answers, Outcomes};

/// What became of one interview.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// The trial it belongs to, from 1.
    pub trial: u16,
    /// The interview.
    pub interview: InterviewId,
    /// Who sat before the judge: an entry and a confederate, or one of them.
    pub witnesses: BTreeSet<Witness>,
    /// What the judge answered; absent when no ballot was given or the interview was aborted.
    pub answers: Option<Answers<Witness>>,
}

/// A judge's ranking of everyone met.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EndRanking {
    /// The trial it is about, from 1.
    pub trial: u16,
    /// Who ranked.
    pub judge: JudgeId,
    /// The witnesses this judge met, most human first; those in one group are level.
    pub order: Vec<Vec<Witness>>,
}

/// Everything the judges answered.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Ballots {
    /// One outcome per planned interview. A witness in none of a judge's interviews of a trial counts as never met by that
    /// judge, unless there is no interview of that judge at all. Of several outcomes of one interview, copies count once;
    /// ballots that differ do not count.
    pub interviews: Outcomes,
    /// One ranking per judge and trial, of those who gave one. Of several, copies count once; those that differ do not count.
    pub rankings: Vec<EndRanking>,
}

/// What one judge says where the rules let judges decide between equals: one vote in each matter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vote {
    /// Who voted.
    pub judge: JudgeId,
    /// For whom.
    pub entry: EntryId,
    /// The matter: the entries that were level. Where it is not said, the vote counts in the first matter that this entry is
    /// in and in which the judge has no other vote.
    pub between: Option<BTreeSet<EntryId>>,
}

/// What a score is made from besides ballots. Empty by default: nobody was disqualified, no coin can be tossed, and so on.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Circumstances {
    /// The seeds of coins that were tossed, each a draw of its own, by the entries they decide between.
    pub tossed: BTreeMap<BTreeSet<EntryId>, Seed>,
    /// The seed of every other coin, for ballots made elsewhere; absent: no other coin is tossed.
    pub seed: Option<Seed>,
    /// How selection placed the entries, best first; those in one group are level.
    pub selection: Vec<Vec<EntryId>>,
    /// The judges' votes where the rules let judges decide between equals, in the order in which they were given.
    pub votes: Vec<Vote>,
    /// Who was disqualified, with the reason in the organiser's words; the words are for [`sentences`](crate::sentences), and
    /// no part of a result.
    pub disqualified: BTreeMap<EntryId, String>,
    /// The entries that are baselines; as many as the rulebook has, or nobody knows which of the entries they are.
    pub baselines: BTreeSet<EntryId>,
    /// Open-source programs that the organisers entered.
    pub open_source: BTreeSet<EntryId>,
    /// What earlier contests added to the purses, by the ids of awards.
    pub carried: BTreeMap<String, Money>,
}
