//! The result: a pure function of the record and the rulebook, as data that a verifier compares.
//!
//! It holds ids, counts, exact numbers and codes. [`Report`] adds names and sentences for people: names are private
//! data that may be redacted, and sentences may be reworded, so neither may change a byte of a result.

mod names;
mod reading;
mod version;

use std::collections::{BTreeMap, BTreeSet};

use language::{Message, Say};
use rulebook::{
    Authority, ConfederateId, Decimal, EntryId, InterviewId, JudgeId, Participant, Seat, Seed, Side, Witness,
    schema::TieBreak,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tally::{
    Answers, Ballots, Circumstances, EndRanking, Judgements, Note, Outcome, Sentences, Tally, Verdict,
    sentences::ResultSentences,
};

pub use self::{
    names::{Name, Names},
    reading::{Believed, JudgedConversation, Mean, Readers, ReadingBeliefs},
    version::ResultVersion,
};
use crate::{
    contest::{self, Contest, Decided, Interview, Phase, Ruling, RulingKind},
    event::CastForm,
};

/// The published result of a closed contest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ContestResult {
    /// The version of this format.
    pub version: ResultVersion,
    /// The contest's name, from its first event.
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
    /// The beliefs of judges who read transcripts; absent if the judges talked with witnesses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reading: Option<ReadingBeliefs>,
    /// Parts that were played by scripts, not people.
    pub scripted: Vec<Participant>,
    /// The unsealed ballots and rankings that count because the rulebook lets drafts count; empty if every counted one
    /// was sealed.
    pub drafts: Vec<CastForm>,
    /// The ballots and rankings that were given after their time, as rulings allowed; absent without any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub late: Vec<CastForm>,
    /// Decisions about entries, in the order recorded.
    pub rulings: Vec<RulingResult>,
    /// Decisions of matters of dispute, in the order in which they were raised; absent without any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub matters: Vec<Decided>,
    /// The standings and awards before each ruling after the close, oldest first; one for each such ruling.
    pub before_rulings: Vec<Tally>,
}

/// A decision about an entry. Its reason in words is private data of its event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RulingResult {
    /// The entry.
    pub entry: EntryId,
    /// The decision.
    pub decision: RulingKind,
    /// The authority that decided.
    pub by: Authority,
    /// The rule that allows it, as its document names it.
    pub rule: String,
    /// Whether the ruling came after the close.
    pub after_close: bool,
}

impl Say for RulingResult {
    fn message(&self) -> Message {
        let Self { entry, decision, by, rule, after_close } = self;
        let (entry, by) = (entry.to_string(), by.id());
        match (decision, after_close) {
            (RulingKind::Disqualified, false) => say!("result-ruled-out", entry = entry, by = by, rule = rule),
            (RulingKind::Disqualified, true) => say!("result-ruled-out-late", entry = entry, by = by, rule = rule),
            (RulingKind::Reinstated, false) => say!("result-reinstated", entry = entry, by = by, rule = rule),
            (RulingKind::Reinstated, true) => say!("result-reinstated-late", entry = entry, by = by, rule = rule),
        }
    }
}

display_in_english!(RulingResult);

impl Say for Decided {
    fn message(&self) -> Message {
        let Self { matter, yes, no, answer, coin } = self;
        let answer = match answer {
            Some(true) => "yes",
            Some(false) => "no",
            None => "none",
        };
        let by = if *coin { "coin" } else { "judges" };
        say!("result-matter", matter = matter, yes = yes.len(), no = no.len(), answer = answer, by = by)
    }
}

display_in_english!(Decided);

/// One interview of the result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InterviewResult {
    /// The trial, from 1.
    pub trial: u16,
    /// The round, from 1.
    pub round: u16,
    /// The judge.
    pub judge: JudgeId,
    /// The witness of each seat.
    pub seats: BTreeMap<Seat, Witness>,
    /// The judge's answers; null without a ballot.
    pub answers: Option<ScoredAnswers>,
    /// The witness's guess about the judge, where both sides guess.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guess: Option<Verdict>,
    /// Ended by the organiser before its time.
    pub aborted: bool,
    /// Its round was replayed, so it does not count; absent if it was not replayed.
    #[serde(default, skip_serializing_if = "is_no")]
    pub void: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
fn is_no(switch: &bool) -> bool {
    !*switch
}

/// A judge's answers without the reason in words, which stays private; questions that were not asked are absent.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScoredAnswers {
    /// The witness taken for the human of the two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choice: Option<Witness>,
    /// The verdict on each witness.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub verdicts: BTreeMap<Witness, Verdict>,
    /// The ratings by name, each a decimal number for every witness, as text: `"3.25"`, at most three decimal places.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub ratings: BTreeMap<String, BTreeMap<Witness, Decimal>>,
    /// The points of each witness.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub split: BTreeMap<Witness, u16>,
    /// The judge's confidence, in per cent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<u8>,
}

/// A result, with names and sentences for people.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Report {
    /// The result, which is verified.
    pub result: ContestResult,
    /// The names of its ids, as far as they are known.
    pub names: Names,
    /// Its reasons and notes in words, each list in the order of its namesake in the result's `tally`.
    pub sentences: ResultSentences,
    /// The sentences of each tally in `before_rulings`.
    pub sentences_before_rulings: Vec<ResultSentences>,
}

impl ContestResult {
    /// The result of a contest; `None` before it is closed.
    #[must_use]
    pub fn of(contest: &Contest) -> Option<Self> {
        if contest.phase != Phase::Closed {
            return None;
        }
        let ballots = ballots(contest);
        let tally_by = |rulings: usize| tally::tally(&contest.rulebook, &ballots, &circumstances_by(contest, rulings));
        let (by_the_close, rulings) = (contest.ruled_by_the_close(), contest.rulings.len());
        let (before_rulings, tally) = ((by_the_close..rulings).map(tally_by).collect(), tally_by(rulings));
        Some(Self {
            version: ResultVersion,
            contest: contest.name.clone(),
            rulebook: contest.rulebook.id.clone(),
            rounds: contest.rounds(),
            interviews: seatings(contest).map(|seating| interview(contest, seating)).collect(),
            rankings: ballots.rankings,
            tally,
            reading: ReadingBeliefs::of(contest),
            scripted: contest.scripted.iter().copied().collect(),
            drafts: drafts(contest),
            late: late(contest),
            rulings: contest.rulings.iter().map(RulingResult::from).collect(),
            matters: contest.decided_matters(),
            before_rulings,
        })
    }

    /// The tally in words, with the reasons of disqualifications that the contest knows.
    #[must_use]
    pub fn sentences<'a>(&'a self, contest: &'a Contest) -> Sentences<'a> {
        Sentences::new(&contest.rulebook, &self.tally, &reasons(&contest.rulings)).with_intervals(judgements(contest))
    }

    /// The tallies before each ruling after the close, in words, in the order of `before_rulings`.
    #[must_use]
    pub fn sentences_before_rulings<'a>(&'a self, contest: &'a Contest) -> Vec<Sentences<'a>> {
        let by_the_close = contest.ruled_by_the_close();
        let told = |(index, tally): (usize, &'a Tally)| {
            let known = contest.rulings.get(..by_the_close + index).unwrap_or_default();
            Sentences::new(&contest.rulebook, tally, &reasons(known)).with_intervals(judgements(contest))
        };
        self.before_rulings.iter().enumerate().map(told).collect()
    }
}

impl Report {
    /// The result of a contest with names and sentences; `None` before it is closed.
    #[must_use]
    pub fn of(contest: &Contest) -> Option<Self> {
        let result = ContestResult::of(contest)?;
        let sentences = result.sentences(contest).told();
        let sentences_before_rulings = result.sentences_before_rulings(contest).iter().map(Sentences::told).collect();
        Some(Self { result, names: Names::of(contest), sentences, sentences_before_rulings })
    }
}

impl From<&Ruling> for RulingResult {
    fn from(ruling: &Ruling) -> Self {
        let Ruling { entry, decision, by, rule, reason: _, after_close } = ruling;
        Self { entry: *entry, decision: *decision, by: *by, rule: rule.clone(), after_close: *after_close }
    }
}

impl From<Answers<Witness>> for ScoredAnswers {
    fn from(answers: Answers<Witness>) -> Self {
        let Answers { choice, verdicts, ratings, split, confidence, reason: _ } = answers;
        Self { choice, verdicts, ratings, split, confidence }
    }
}

/// The forms that count unsealed: ballots by interview, then rankings by trial.
fn drafts(contest: &Contest) -> Vec<CastForm> {
    cast_forms(contest, |known| &known.drafts, &contest.draft_rankings)
}

/// The forms that were given late, in the same order.
fn late(contest: &Contest) -> Vec<CastForm> {
    cast_forms(contest, |known| &known.late, &contest.late_rankings)
}

fn cast_forms(
    contest: &Contest,
    sides: impl Fn(&Interview) -> &BTreeSet<Side>,
    rankings: &BTreeSet<(u16, JudgeId)>,
) -> Vec<CastForm> {
    let ballots = contest.interviews.iter();
    let ballots = ballots.flat_map(|(id, known)| sides(known).iter().map(|from| (*id, *from)));
    let ballots = ballots.map(|(interview, from)| CastForm::Ballot { interview, from });
    let rankings = rankings.iter().map(|&(trial, judge)| CastForm::Ranking { trial, judge });
    ballots.chain(rankings).collect()
}

/// All answers of the judges, unblinded.
#[must_use]
pub fn ballots(contest: &Contest) -> Ballots {
    let rankings = contest.rankings.iter().filter_map(|((trial, judge), ranking)| {
        let witness = |id: &rulebook::ConversationId| contest.seating(id.interview)?.witness(id.seat);
        let group = |group: &Vec<rulebook::ConversationId>| group.iter().map(witness).collect::<Option<Vec<_>>>();
        let order = ranking.held()?.order.iter().map(group).collect::<Option<Vec<_>>>()?;
        Some(EndRanking { trial: *trial, judge: *judge, order })
    });
    let counts = |seating: &&schedule::Seating| !contest.void.contains(&seating.interview.round);
    let guesses = seatings(contest).filter(counts).filter_map(|of| guess(contest, of));
    let interviews = seatings(contest).filter(counts).map(|of| outcome(contest, of)).chain(guesses);
    Ballots { interviews: interviews.collect(), rankings: rankings.collect() }
}

/// The outcomes of an interview with the sides that judged: the judge's, then the witness's where both sides guess.
/// Outcomes of a replayed round are among them, although they do not count.
#[must_use]
pub fn outcomes_of(contest: &Contest, seating: &schedule::Seating) -> Vec<(Side, Outcome)> {
    let guess = guess(contest, seating).map(|outcome| (Side::Witness, outcome));
    [(Side::Judge, outcome(contest, seating))].into_iter().chain(guess).collect()
}

/// The judge's outcome of an interview.
fn outcome(contest: &Contest, seating: &schedule::Seating) -> Outcome {
    Outcome {
        trial: contest.trial_of(seating.interview.round),
        interview: seating.interview,
        witnesses: seating.seats.values().copied().collect(),
        answers: given(contest, seating),
    }
}

/// The judgements that the result of a contest counts.
#[must_use]
pub fn judgements(contest: &Contest) -> Judgements {
    Judgements::of(&contest.rulebook, &ballots(contest))
}

/// The answering side's guess about the asking side, where both sides guess and two people talk. It counts as a ballot
/// of the answering person, who holds no other interview in this round, about the asking one as their witness.
fn guess(contest: &Contest, seating: &schedule::Seating) -> Option<Outcome> {
    let InterviewId { round, judge } = seating.interview;
    let (true, Some(Witness::Confederate(answers))) =
        (contest.rulebook.interview.symmetric, seating.witness(Seat::Only))
    else {
        return None;
    };
    let asks = Witness::Confederate(ConfederateId::new(judge.number()));
    let given = held(contest, seating, Side::Witness).cloned();
    Some(Outcome {
        trial: contest.trial_of(round),
        interview: InterviewId { round, judge: JudgeId::new(answers.number()) },
        witnesses: [asks].into(),
        answers: given.and_then(|given| given.relabel(|seat| (seat == Seat::Only).then_some(asks))),
    })
}

/// A pending decision between entries that all ballots leave level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Decision {
    /// The judges vote between these, once.
    Vote(BTreeSet<EntryId>),
    /// A coin is tossed between these.
    Coin(BTreeSet<EntryId>),
}

/// The next decision needed, after the ballots, votes and coins so far.
pub(crate) fn decision_wanted(contest: &Contest) -> Option<Decision> {
    let decides = |tie_break| contest.rulebook.score.tie_breaks.contains(&tie_break);
    if !decides(TieBreak::Majority) && !decides(TieBreak::Coin) {
        return None;
    }
    let entries = |between: &[Witness]| -> BTreeSet<EntryId> {
        let entry = |witness: &Witness| match witness {
            Witness::Entry(id) => Some(*id),
            Witness::Confederate(_) => None,
        };
        between.iter().filter_map(entry).collect()
    };
    let notes = tally::tally(&contest.rulebook, &ballots(contest), &circumstances(contest)).notes;
    let vote = notes.iter().find_map(|note| {
        let Note::VoteOpen { between } = note else { return None };
        let between = entries(between);
        let was_called = contest.votes.iter().any(|vote| vote.between == between);
        (!was_called).then_some(Decision::Vote(between))
    });
    vote.or_else(|| {
        notes.iter().find_map(|note| {
            let Note::CoinSealed { between } = note else { return None };
            Some(Decision::Coin(entries(between)))
        })
    })
}

/// The further inputs of the result, besides ballots.
#[must_use]
pub fn circumstances(contest: &Contest) -> Circumstances {
    circumstances_by(contest, contest.rulings.len())
}

/// `circumstances` after this number of rulings.
fn circumstances_by(contest: &Contest, rulings: usize) -> Circumstances {
    Circumstances {
        tossed: tossed(contest),
        seed: None,
        selection: contest.beforehand.selection.clone(),
        votes: contest.votes_given(),
        disqualified: in_english(reasons(&contest.rulings[..rulings])),
        baselines: contest.baselines().clone(),
        open_source: contest.beforehand.open_source.clone(),
        carried: contest.beforehand.carried.clone(),
    }
}

/// The tossed coins between entries.
fn tossed(contest: &Contest) -> BTreeMap<BTreeSet<EntryId>, Seed> {
    let between_entries = contest.coins.iter().filter(|coin| coin.matter.is_none());
    between_entries.filter_map(|coin| Some((coin.between.clone(), coin.seed?))).collect()
}

/// The reasons of disqualifications after these rulings, in the organiser's words unless redacted.
fn reasons(rulings: &[Ruling]) -> BTreeMap<EntryId, Message> {
    let redacted = || say!("result-reason-redacted");
    let why = |ruling: &Ruling| ruling.reason.held().map_or_else(redacted, |given| given.reason.as_str().into());
    contest::disqualified(rulings).into_iter().map(|(entry, ruling)| (entry, why(ruling))).collect()
}

fn in_english(reasons: BTreeMap<EntryId, Message>) -> BTreeMap<EntryId, String> {
    reasons.into_iter().map(|(entry, why)| (entry, why.to_string())).collect()
}

fn seatings(contest: &Contest) -> impl Iterator<Item = &schedule::Seating> {
    contest.assignment().into_iter().flat_map(|assignment| &assignment.0)
}

fn held<'c>(contest: &'c Contest, seating: &schedule::Seating, side: Side) -> Option<&'c Answers<Seat>> {
    contest.interviews.get(&seating.interview)?.ballot_of(side)?.held()
}

/// The judge's answers about an interview, unblinded.
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
        void: contest.void.contains(&seating.interview.round),
    }
}
