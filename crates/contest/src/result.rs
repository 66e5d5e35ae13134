//! The result: a pure function of the record and the rulebook, as data that a verifier compares.
//!
//! It holds ids, counts, exact numbers and codes. What people read beside it, names and sentences, is in [`Report`]: names are
//! private data that may be redacted, and sentences may be reworded, and neither changes a byte of a result.

mod names;
mod version;

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use rulebook::{Decimal, EntryId, InterviewId, JudgeId, Participant, Seat, Side, Witness, schema::TieBreak};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tally::{Answers, Ballots, Circumstances, EndRanking, Note, Outcome, Sentences, Tally, Verdict, sentences::Told};

pub use self::{
    names::{Name, Names},
    version::ResultVersion,
};
use crate::{
    Private,
    contest::{Contest, Phase},
    event::Reason,
};

/// The result of a closed contest, as it is published.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ContestResult {
    /// The version of this format.
    pub version: ResultVersion,
    /// Name of the contest, as its first event has it.
    pub contest: String,
    /// Id of the rulebook.
    pub rulebook: String,
    /// Number of rounds.
    pub rounds: u16,
    /// Every interview, by round, then judge.
    pub interviews: Vec<InterviewResult>,
    /// The judges' rankings at the end of each trial, most human first.
    pub rankings: Vec<EndRanking>,
    /// Standings, awards and the reasons for both.
    pub tally: Tally,
    /// Parts that were played by scripts, not people.
    pub scripted: Vec<Participant>,
    /// The ballots and rankings that nobody sealed and that count all the same, because the rulebook lets drafts count; empty
    /// where everything that counts was sealed.
    pub drafts: Vec<CountedDraft>,
}

/// A form that was complete and not sealed when its time was over, and counts as it stood then.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "form", rename_all = "kebab-case", deny_unknown_fields)]
pub enum CountedDraft {
    /// A ballot about an interview.
    Ballot {
        /// The interview.
        interview: InterviewId,
        /// Which side filled it in.
        from: Side,
    },
    /// A judge's ranking at the end of a trial.
    Ranking {
        /// The trial, from 1.
        trial: u16,
        /// Who ranked.
        judge: JudgeId,
    },
}

/// In a sentence for people.
impl fmt::Display for CountedDraft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ballot { interview, from: Side::Judge } => {
                write!(f, "{} did not seal the ballot about {interview}", interview.judge)?;
            }
            Self::Ballot { interview, from: Side::Witness } => {
                write!(f, "the witness of {interview} did not seal the ballot about it")?;
            }
            Self::Ranking { trial, judge } => write!(f, "{judge} did not seal the ranking of trial {trial}")?,
        }
        f.write_str(": it counts as it stood when its time was over")
    }
}

/// One interview of the result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InterviewResult {
    /// The trial, from 1.
    pub trial: u16,
    /// The round, from 1.
    pub round: u16,
    /// Who asked.
    pub judge: JudgeId,
    /// Who sat where.
    pub seats: BTreeMap<Seat, Witness>,
    /// What the judge answered; null when no ballot was given.
    pub answers: Option<ScoredAnswers>,
    /// What the witness took the judge for, where both sides guess.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guess: Option<Verdict>,
    /// Ended by the organiser before its time.
    pub aborted: bool,
}

/// A judge's answers without the reason in words, which stays private; what was not asked is absent.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScoredAnswers {
    /// Who was taken for the human of the two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choice: Option<Witness>,
    /// What each witness was taken for.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub verdicts: BTreeMap<Witness, Verdict>,
    /// The ratings by their names, each a decimal number for every witness, as text: `"3.25"`, at most three decimal places.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub ratings: BTreeMap<String, BTreeMap<Witness, Decimal>>,
    /// The points of each witness.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub split: BTreeMap<Witness, u16>,
    /// How sure the judge is, in per cent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<u8>,
}

/// A result and what people read beside it.
#[derive(Debug, Clone, Serialize)]
pub struct Report {
    /// The result: what is verified.
    pub result: ContestResult,
    /// What its ids are called, as far as the names are there.
    pub names: Names,
    /// Its reasons and notes in words, each list in the order of its namesake in the result's `tally`.
    pub sentences: Told,
}

impl ContestResult {
    /// The result of a contest; `None` before it is closed.
    #[must_use]
    pub fn of(contest: &Contest) -> Option<Self> {
        if contest.phase != Phase::Closed {
            return None;
        }
        let ballots = ballots(contest);
        let tally = tally::tally(&contest.rulebook, &ballots, &circumstances(contest));
        Some(Self {
            version: ResultVersion,
            contest: contest.name.clone(),
            rulebook: contest.rulebook.id.clone(),
            rounds: contest.rounds(),
            interviews: seatings(contest).map(|seating| interview(contest, seating)).collect(),
            rankings: ballots.rankings,
            tally,
            scripted: contest.scripted.iter().copied().collect(),
            drafts: drafts(contest),
        })
    }

    /// The tally in words, with the reasons of disqualifications that the contest knows.
    #[must_use]
    pub fn told(&self, contest: &Contest) -> Told {
        Sentences::new(&contest.rulebook, &self.tally, &disqualified(contest)).told()
    }
}

impl Report {
    /// The result of a contest with names and sentences; `None` before it is closed.
    #[must_use]
    pub fn of(contest: &Contest) -> Option<Self> {
        let result = ContestResult::of(contest)?;
        let sentences = result.told(contest);
        Some(Self { result, names: Names::of(contest), sentences })
    }
}

impl From<Answers<Witness>> for ScoredAnswers {
    fn from(answers: Answers<Witness>) -> Self {
        let Answers { choice, verdicts, ratings, split, confidence, reason: _ } = answers;
        Self { choice, verdicts, ratings, split, confidence }
    }
}

/// The forms that count without a seal: ballots by interview, then rankings by trial.
fn drafts(contest: &Contest) -> Vec<CountedDraft> {
    let ballots = contest
        .interviews
        .iter()
        .flat_map(|(&interview, known)| known.drafts.iter().map(move |&from| CountedDraft::Ballot { interview, from }));
    let rankings = contest.draft_rankings.iter().map(|&(trial, judge)| CountedDraft::Ranking { trial, judge });
    ballots.chain(rankings).collect()
}

/// Everything the judges answered, unblinded.
#[must_use]
pub fn ballots(contest: &Contest) -> Ballots {
    let outcome = |seating: &schedule::Seating| Outcome {
        trial: contest.trial_of(seating.interview.round),
        interview: seating.interview,
        witnesses: seating.seats.values().copied().collect::<BTreeSet<_>>(),
        answers: given(contest, seating),
    };
    let rankings = contest.rankings.iter().filter_map(|((trial, judge), ranking)| {
        let witness = |id: &rulebook::ConversationId| contest.seating(id.interview)?.witness(id.seat);
        let group = |group: &Vec<rulebook::ConversationId>| group.iter().map(witness).collect::<Option<Vec<_>>>();
        let order = ranking.held()?.order.iter().map(group).collect::<Option<Vec<_>>>()?;
        Some(EndRanking { trial: *trial, judge: *judge, order })
    });
    Ballots { interviews: seatings(contest).map(outcome).collect(), rankings: rankings.collect() }
}

/// The entries between which a coin is to be tossed next: those that these ballots leave level in all that decides before.
pub(crate) fn coin_wanted(contest: &Contest) -> Option<BTreeSet<EntryId>> {
    if !contest.rulebook.score.tie_breaks.contains(&TieBreak::Coin) {
        return None;
    }
    let tally = tally::tally(&contest.rulebook, &ballots(contest), &circumstances(contest));
    let between = tally.notes.into_iter().find_map(|note| match note {
        Note::CoinSealed { between } => Some(between),
        _ => None,
    })?;
    let entry = |witness| match witness {
        Witness::Entry(id) => Some(id),
        Witness::Confederate(_) => None,
    };
    Some(between.into_iter().filter_map(entry).collect())
}

/// What else the result is made from.
#[must_use]
pub fn circumstances(contest: &Contest) -> Circumstances {
    Circumstances {
        tossed: contest.coins.iter().filter_map(|coin| Some((coin.between.clone(), coin.seed?))).collect(),
        seed: None,
        selection: contest.beforehand.selection.clone(),
        votes: Vec::new(),
        disqualified: disqualified(contest),
        open_source: contest.beforehand.open_source.clone(),
        carried: contest.beforehand.carried.clone(),
    }
}

/// Why entries were disqualified, in the organiser's words where they are not redacted.
fn disqualified(contest: &Contest) -> BTreeMap<EntryId, String> {
    let redacted = || "the reason was redacted".to_owned();
    let why = |reason: &Private<Reason>| reason.held().map_or_else(redacted, |given| given.reason.clone());
    contest.disqualified.iter().map(|(entry, reason)| (*entry, why(reason))).collect()
}

fn seatings(contest: &Contest) -> impl Iterator<Item = &schedule::Seating> {
    contest.assignment().into_iter().flat_map(|assignment| &assignment.0)
}

fn held<'c>(contest: &'c Contest, seating: &schedule::Seating, side: Side) -> Option<&'c Answers<Seat>> {
    contest.interviews.get(&seating.interview)?.ballot_of(side)?.held()
}

/// What the judge of an interview answered, unblinded.
fn given(contest: &Contest, seating: &schedule::Seating) -> Option<Answers<Witness>> {
    held(contest, seating, Side::Judge)?.clone().relabel(|seat| seating.witness(seat))
}

fn interview(contest: &Contest, seating: &schedule::Seating) -> InterviewResult {
    InterviewResult {
        trial: contest.trial_of(seating.interview.round),
        round: seating.interview.round.number(),
        judge: seating.interview.judge,
        seats: seating.seats.clone(),
        answers: given(contest, seating).map(ScoredAnswers::from),
        guess: held(contest, seating, Side::Witness).and_then(|answers| answers.verdicts.values().next().copied()),
        aborted: contest.interviews.get(&seating.interview).is_some_and(|interview| interview.aborted),
    }
}
