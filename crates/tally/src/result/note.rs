//! Notes for the reader of a result.

use rulebook::{EntryId, InterviewId, JudgeId, Seed, Witness, schema::Measure};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Scored;
use crate::{Amount, Share, Vote};

/// A note for the reader of the result, besides standings and awards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "code", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Note {
    /// No ballot was given at all.
    NoBallots {},
    /// Judges who gave neither a ballot nor a ranking.
    SilentJudges {
        /// The trial, from 1; null where there is only one.
        trial: Option<u16>,
        /// The judges.
        judges: Vec<JudgeId>,
    },
    /// Interviews without a ballot, of judges who gave others.
    MissingBallots {
        /// The trial, from 1; null where there is only one.
        trial: Option<u16>,
        /// The interviews.
        interviews: Vec<InterviewId>,
    },
    /// Judges who gave ballots and no ranking.
    MissingRankings {
        /// The trial, from 1; null where there is only one.
        trial: Option<u16>,
        /// The judges.
        judges: Vec<JudgeId>,
    },
    /// Ballots name witnesses who are not in this contest; these answers are not counted.
    NotInContest {
        /// The witnesses.
        witnesses: Vec<Witness>,
    },
    /// Ballots of a trial that does not exist are not counted.
    NoSuchTrial {
        /// The trial they name.
        trial: u16,
        /// The number of ballots.
        ballots: u64,
        /// The number of trials.
        trials: u16,
    },
    /// Answers about a witness who was not there are not counted.
    NotThere {
        /// The witnesses named, with the interviews.
        answers: Vec<Mention>,
    },
    /// Ranks of witnesses the judge never met are not counted; the others close up.
    NeverMet {
        /// The judges and witnesses.
        ranks: Vec<Rank>,
    },
    /// More than one ballot was given about an interview and they differ, so none is counted.
    BallotsDiffer {
        /// The interviews.
        interviews: Vec<InterviewId>,
    },
    /// A judge gave more than one ranking and they differ, so none is counted.
    RankingsDiffer {
        /// The judges.
        judges: Vec<JudgeId>,
    },
    /// The same ballot was given more than once, and is counted once.
    BallotsRepeated {
        /// The interviews.
        interviews: Vec<InterviewId>,
    },
    /// The same ranking was given more than once, and is counted once.
    RankingsRepeated {
        /// The judges.
        judges: Vec<JudgeId>,
    },
    /// Answers that the rulebook does not ask for are not counted.
    NotAsked {
        /// The kind of answer.
        what: Unasked,
    },
    /// Different numbers of judges shared out points to these, so means of ranks by points are compared instead of
    /// totals.
    MeanForTotal {
        /// The witnesses.
        witnesses: Vec<Witness>,
    },
    /// Judges were asked to decide between entries that are level.
    Majority {
        /// The number of judges; more than half of them decide.
        judges: u16,
        /// The entries, each with the judges who voted for it.
        votes: Vec<Votes>,
        /// The entry they decided for; null when no entry has the votes of more than half.
        decided_for: Option<Witness>,
    },
    /// Entries are level, and no judge has voted between them yet.
    VoteOpen {
        /// The entries.
        between: Vec<Witness>,
    },
    /// Votes without effect: the entry is not level with another in a matter of the judges, or the judge has voted
    /// there.
    VotesUnused {
        /// The votes, in the order in which they were given.
        votes: Vec<Voted>,
    },
    /// A coin decided between entries that are level. To check it: the draws named `coin: ` and the entries of
    /// `between`, separated by spaces, under the seed, shuffle `between` into `order`.
    Coin {
        /// The entries, in the order of their ids.
        between: Vec<Witness>,
        /// The seed.
        seed: Seed,
        /// The entries as they were drawn, best first.
        order: Vec<Witness>,
    },
    /// Entries are level, and no coin is tossed while the seed of the contest is sealed.
    CoinSealed {
        /// The entries.
        between: Vec<Witness>,
    },
    /// An entry was disqualified and is left out; those behind it move up. The reason in the organiser's words is
    /// private data of the record's event `disqualified`.
    Disqualified {
        /// The entry.
        entry: EntryId,
    },
    /// The share of right verdicts over all ballots: about people, and about programs. An `unsure` counts as not right.
    Accuracy {
        /// The verdicts "human" about people, of all about people.
        people: Share,
        /// The verdicts "machine" about programs, of all about programs.
        programs: Share,
        /// The right verdicts, of all.
        all: Share,
    },
    /// The result of a baseline: if judges cannot recognise even that one, the contest shows little. It receives no
    /// award.
    Baseline {
        /// The baseline.
        entry: Witness,
        /// Interviews in which it was taken for the human.
        own: Share,
        /// Those of the other entries, together.
        other_entries: Share,
        /// Those of the confederates, together.
        confederates: Share,
    },
    /// The score of a baseline, where judges do not say who is human. It receives no award.
    BaselineScore {
        /// The measure of the score.
        by: Measure,
        /// The baseline, with its score.
        own: Scored,
        /// The other entries, with theirs.
        other_entries: Vec<Scored>,
        /// The confederates, with theirs.
        confederates: Vec<Scored>,
    },
    /// Money of earlier contests cannot be added to a purse of another currency; it stays outside the purse.
    OtherCurrency {
        /// The rulebook's id of the award.
        award: String,
        /// The money of earlier contests.
        carried: Amount,
        /// The currency of the purse, three capital letters (ISO 4217).
        currency: String,
    },
}

/// An answer about a witness.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Mention {
    /// The interview of the ballot with the answer.
    pub interview: InterviewId,
    /// The witness it is about.
    pub witness: Witness,
}

/// A rank that a judge gave.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rank {
    /// The judge.
    pub judge: JudgeId,
    /// The ranked witness.
    pub witness: Witness,
}

/// One vote.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Voted {
    /// The judge.
    pub judge: JudgeId,
    /// The entry the judge voted for.
    pub entry: EntryId,
}

impl From<&Vote> for Voted {
    fn from(vote: &Vote) -> Self {
        Self { judge: vote.judge, entry: vote.entry }
    }
}

/// The votes for one entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Votes {
    /// The entry.
    pub entry: Witness,
    /// The judges who voted for it.
    pub judges: Vec<JudgeId>,
}

/// A kind of answer that a rulebook does not ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Unasked {
    /// Choices between two witnesses.
    Choices,
    /// Points shared out.
    Points,
    /// Rankings of everyone met.
    Rankings,
    /// Ratings under a name that the form does not have.
    Ratings,
    /// Verdicts.
    Verdicts,
}
