//! What a reader of a result should know besides.

use rulebook::{EntryId, InterviewId, JudgeId, Seed, Witness, schema::Measure};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Scored;
use crate::{Amount, Share, Vote};

/// Something that a reader of the result should know besides standings and awards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "code", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Note {
    /// No ballot was given at all.
    NoBallots {},
    /// Judges who gave neither a ballot nor a ranking.
    SilentJudges {
        /// Which trial, from 1; null where there is one only.
        trial: Option<u16>,
        /// The judges.
        judges: Vec<JudgeId>,
    },
    /// Interviews that no ballot was given about, by judges who gave others.
    MissingBallots {
        /// Which trial, from 1; null where there is one only.
        trial: Option<u16>,
        /// The interviews.
        interviews: Vec<InterviewId>,
    },
    /// Judges who gave ballots and no ranking.
    MissingRankings {
        /// Which trial, from 1; null where there is one only.
        trial: Option<u16>,
        /// The judges.
        judges: Vec<JudgeId>,
    },
    /// Ballots speak of witnesses who are not in this contest; what they say of them is not counted.
    NotInContest {
        /// The witnesses.
        witnesses: Vec<Witness>,
    },
    /// Ballots of a trial that there is not are not counted.
    NoSuchTrial {
        /// The trial they name.
        trial: u16,
        /// How many ballots.
        ballots: u64,
        /// How many trials there are.
        trials: u16,
    },
    /// Answers about somebody who was not there are not counted.
    NotThere {
        /// Who is spoken of, and where.
        answers: Vec<Mention>,
    },
    /// Ranks of witnesses whom the judge never met are not counted; the others close up.
    NeverMet {
        /// Who ranked whom.
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
        /// What they are.
        what: Unasked,
    },
    /// Not as many judges shared out points to each of these, so means of ranks by points are compared instead of totals.
    MeanForTotal {
        /// The witnesses.
        witnesses: Vec<Witness>,
    },
    /// Judges were asked to decide between entries that are level.
    Majority {
        /// How many judges there are; more than half of them decide.
        judges: u16,
        /// The entries, each with the judges who voted for it.
        votes: Vec<Votes>,
        /// Whom they decided for; null when no entry has the votes of more than half.
        decided_for: Option<Witness>,
    },
    /// Entries are level, and no judge has voted between them yet.
    VoteOpen {
        /// The entries.
        between: Vec<Witness>,
    },
    /// Votes that decided nothing: the entry is not level with another in a matter of the judges, or the judge has voted there.
    VotesUnused {
        /// The votes, in the order in which they were given.
        votes: Vec<Voted>,
    },
    /// A coin decided between entries that are level. To check it: the draws named `coin: ` and the entries of `between`, set
    /// apart by spaces, under the seed, shuffle `between` into `order`.
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
    /// An entry was disqualified and is left out; those behind it move up. The reason in the organiser's words is private data
    /// of the record's event `disqualified`.
    Disqualified {
        /// The entry.
        entry: EntryId,
    },
    /// How often those who said human or machine were right, over all ballots: about people, and about programs. Whoever was
    /// unsure was not right.
    Accuracy {
        /// The verdicts about people that were "human", of all about people.
        people: Share,
        /// The verdicts about programs that were "machine", of all about programs.
        programs: Share,
        /// The verdicts that were right, of all.
        all: Share,
    },
    /// How a baseline did: where judges cannot tell even that one, the contest shows little. It receives no award.
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
    /// How a baseline did, where judges do not say who is human: by the score. It receives no award.
    BaselineScore {
        /// What the score measures.
        by: Measure,
        /// The baseline, with its score.
        own: Scored,
        /// The other entries, with theirs.
        other_entries: Vec<Scored>,
        /// The confederates, with theirs.
        confederates: Vec<Scored>,
    },
    /// Money of earlier contests cannot be added to a purse, because it is of another currency, and stays where it is.
    OtherCurrency {
        /// The rulebook's id of the award.
        award: String,
        /// The money of earlier contests.
        carried: Amount,
        /// The currency of the purse, three capital letters (ISO 4217).
        currency: String,
    },
}

/// An answer about somebody.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Mention {
    /// The interview whose ballot has it.
    pub interview: InterviewId,
    /// Whom it is about.
    pub witness: Witness,
}

/// A rank that a judge gave.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rank {
    /// The judge.
    pub judge: JudgeId,
    /// Who was ranked.
    pub witness: Witness,
}

/// One vote.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Voted {
    /// Who voted.
    pub judge: JudgeId,
    /// For whom.
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
