//! The result: a pure function of the record and the rulebook.

use std::collections::{BTreeMap, BTreeSet};

use rulebook::{JudgeId, Participant, Seat, Side, Witness};
use serde::Serialize;
use tally::{
    Answers, Award, Ballots, CarriedOver, Circumstances, EndRanking, Outcome, Standing, TrialResult, Verdict, Withheld,
};

use crate::{
    contest::{Contest, Interview, Phase},
    event::{EntryCard, Secret},
};

/// The result of a closed contest, as it is published.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ContestResult {
    /// Name of the contest.
    pub contest: String,
    /// Id of the rulebook.
    pub rulebook: String,
    /// Number of rounds.
    pub rounds: u16,
    /// Every interview, by round, then judge.
    pub interviews: Vec<InterviewResult>,
    /// The entries, or all witnesses where the rulebook ranks them together, best first.
    pub standings: Vec<WitnessResult>,
    /// The confederates among themselves, best first, where they have a score.
    pub confederates: Vec<WitnessResult>,
    /// What is given.
    pub awards: Vec<Award>,
    /// What is not given, and why.
    pub withheld: Vec<Withheld>,
    /// What is added to the purses of the next contest.
    pub carried_over: Vec<CarriedOver>,
    /// Each trial by itself, where there are several.
    pub trials: Vec<TrialResult>,
    /// What else a reader must know: coins tossed, baselines, disqualifications.
    pub notes: Vec<String>,
    /// The judges' rankings at the end of each trial, most human first.
    pub rankings: Vec<EndRanking>,
    /// Parts that were played by scripts, not people.
    pub scripted: Vec<Participant>,
}

/// One interview of the result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct InterviewResult {
    /// The trial, from 1.
    pub trial: u16,
    /// The round, from 1.
    pub round: u16,
    /// Who asked.
    pub judge: JudgeId,
    /// Who sat where.
    pub seats: BTreeMap<Seat, Witness>,
    /// What the judge answered, without the reason in words, which stays private; absent when no ballot was given.
    pub answers: Option<Answers<Witness>>,
    /// What the witness took the judge for, where both sides guess.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guess: Option<Verdict>,
    /// Ended by the organiser before its time.
    pub aborted: bool,
}

/// One witness of the standings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct WitnessResult {
    /// Its name; absent when redacted.
    pub name: Option<String>,
    /// The person or team behind an entry; absent for a person, and when redacted.
    pub contestant: Option<String>,
    /// Where it stands.
    #[serde(flatten)]
    pub standing: Standing,
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
        let named = |standings: Vec<Standing>| standings.into_iter().map(|standing| named(contest, standing)).collect();
        Some(Self {
            contest: contest.name.clone(),
            rulebook: contest.rulebook.id.clone(),
            rounds: contest.rounds(),
            interviews: interviews(contest),
            standings: named(tally.standings),
            confederates: named(tally.confederates),
            awards: tally.awards,
            withheld: tally.withheld,
            carried_over: tally.carried_over,
            trials: tally.trials,
            notes: tally.notes,
            rankings: ballots.rankings,
            scripted: contest.scripted.iter().copied().collect(),
        })
    }

    /// Id and name of a witness, as the standings show it: `E4 Laconic`; the id alone where there is no name.
    #[must_use]
    pub fn named(&self, witness: Witness) -> String {
        let standings = self.standings.iter().chain(&self.confederates);
        let name = standings.filter(|found| found.standing.witness == witness).find_map(|found| found.name.as_deref());
        name.map_or_else(|| witness.to_string(), |name| format!("{witness} {name}"))
    }
}

/// Everything the judges answered, unblinded.
fn ballots(contest: &Contest) -> Ballots {
    let outcome = |interview: InterviewResult| Outcome {
        trial: interview.trial,
        interview: rulebook::InterviewId { round: rulebook::RoundNumber::new(interview.round), judge: interview.judge },
        witnesses: interview.seats.into_values().collect::<BTreeSet<_>>(),
        answers: interview.answers,
    };
    let rankings = contest.rankings.iter().filter_map(|((trial, judge), ranking)| {
        let witness = |id: &rulebook::ConversationId| contest.seating(id.interview)?.witness(id.seat);
        let group = |group: &Vec<rulebook::ConversationId>| group.iter().map(witness).collect::<Option<Vec<_>>>();
        let order = ranking.held()?.order.iter().map(group).collect::<Option<Vec<_>>>()?;
        Some(EndRanking { trial: *trial, judge: *judge, order })
    });
    Ballots { interviews: interviews(contest).into_iter().map(outcome).collect(), rankings: rankings.collect() }
}

fn circumstances(contest: &Contest) -> Circumstances {
    let redacted = || "the reason was redacted".to_owned();
    let why = |reason: &crate::Private<crate::event::Reason>| reason.held().map_or_else(redacted, |r| r.reason.clone());
    Circumstances {
        seed: contest.secret().map(|Secret { seed, .. }| *seed),
        selection: contest.beforehand.selection.clone(),
        votes: BTreeMap::new(),
        disqualified: contest.disqualified.iter().map(|(entry, reason)| (*entry, why(reason))).collect(),
        open_source: contest.beforehand.open_source.clone(),
        carried: contest.beforehand.carried.clone(),
    }
}

fn interviews(contest: &Contest) -> Vec<InterviewResult> {
    let seatings = contest.assignment().into_iter().flat_map(|assignment| &assignment.0);
    seatings
        .map(|seating| {
            let interview = contest.interviews.get(&seating.interview);
            let held = |side| interview.and_then(|i: &Interview| i.ballot_of(side)?.held());
            let answers = held(Side::Judge).and_then(|answers| answers.clone().relabel(|seat| seating.witness(seat)));
            InterviewResult {
                trial: contest.trial_of(seating.interview.round),
                round: seating.interview.round.number(),
                judge: seating.interview.judge,
                seats: seating.seats.clone(),
                answers: answers.map(|answers| Answers { reason: None, ..answers }),
                guess: held(Side::Witness).and_then(|answers| answers.verdicts.values().next().copied()),
                aborted: interview.is_some_and(|interview| interview.aborted),
            }
        })
        .collect()
}

fn named(contest: &Contest, standing: Standing) -> WitnessResult {
    let (name, contestant) = name_of(contest, standing.witness);
    WitnessResult { name, contestant, standing }
}

/// The name of a witness and the person or team behind an entry, where they are known.
pub(crate) fn name_of(contest: &Contest, witness: Witness) -> (Option<String>, Option<String>) {
    let roster = contest.roster.held();
    match witness {
        Witness::Entry(id) => {
            let card = roster.and_then(|roster| roster.entries.get(id.index()));
            (card.map(|EntryCard { name, .. }| name.clone()), card.map(|card| card.contestant.clone()))
        }
        Witness::Confederate(id) => (roster.and_then(|roster| roster.confederates.get(id.index()).cloned()), None),
    }
}
