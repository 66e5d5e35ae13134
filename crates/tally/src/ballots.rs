//! The unblinded answers of judges, and the other inputs of a score.

use std::collections::{BTreeMap, BTreeSet};

use rulebook::{EntryId, JudgeId, Seed, Witness, schema::Money};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Outcomes;

/// A judge's ranking of everyone met.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EndRanking {
    /// The trial it is about, from 1.
    pub trial: u16,
    /// The judge.
    pub judge: JudgeId,
    /// The witnesses this judge met, most human first; those in one group are level.
    pub order: Vec<Vec<Witness>>,
}

/// All answers of the judges.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Ballots {
    /// One outcome per planned interview. A witness in none of a judge's interviews of a trial counts as never met by
    /// that judge, unless that judge has no interview at all. Of several outcomes of one interview, copies count once;
    /// ballots that differ do not count.
    pub interviews: Outcomes,
    /// One ranking per judge and trial, of the judges who gave one. Of several, copies count once; rankings that differ
    /// do not count.
    pub rankings: Vec<EndRanking>,
}

/// One judge's vote where the rules let judges decide between equals: one vote in each matter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vote {
    /// The judge.
    pub judge: JudgeId,
    /// The entry the judge voted for.
    pub entry: EntryId,
    /// The matter: the entries that were level. If absent, the vote counts in the first matter with this entry in which
    /// the judge has no other vote.
    pub between: Option<BTreeSet<EntryId>>,
}

/// The inputs of a score besides ballots. Empty by default: no disqualifications, no coin can be tossed, and so on.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Circumstances {
    /// The seeds of coins that were tossed, each a draw of its own, by the entries they decide between.
    pub tossed: BTreeMap<BTreeSet<EntryId>, Seed>,
    /// The seed of every other coin, for ballots made elsewhere; absent: no other coin is tossed.
    pub seed: Option<Seed>,
    /// The order of the entries in the selection, best first; entries in one group are level.
    pub selection: Vec<Vec<EntryId>>,
    /// The judges' votes where the rules let judges decide between equals, in the order in which they were given.
    pub votes: Vec<Vote>,
    /// The entries that were disqualified, with the reason in the organiser's words. [`sentences`](crate::sentences)
    /// uses the words; they are no part of a result.
    pub disqualified: BTreeMap<EntryId, String>,
    /// The entries that are baselines. If they are fewer than the rulebook has, the baselines are unknown.
    pub baselines: BTreeSet<EntryId>,
    /// Open-source programs that the organisers entered.
    pub open_source: BTreeSet<EntryId>,
    /// The money that earlier contests added to the purses, by the ids of awards.
    pub carried: BTreeMap<String, Money>,
}
