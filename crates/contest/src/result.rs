//! The result: a pure function of the record and the rulebook.

use rulebook::{ConfederateId, EntryId, InterviewId, JudgeId, Participant, Seat, Witness};
use serde::Serialize;
use tally::{Award, Ballots, EndRanking, InterviewOutcome, Standing, Withheld};

use crate::{
    Private,
    contest::{Contest, Interview, Phase},
    event::{Choice, EntryCard},
};

/// The result of a closed contest, as it is published.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ContestResult {
    /// Name of the contest.
    pub contest: String,
    /// Id of the rulebook.
    pub rulebook: String,
    /// Number of rounds.
    pub rounds: u16,
    /// Every interview, by round, then judge.
    pub interviews: Vec<InterviewResult>,
    /// The entries, best first.
    pub standings: Vec<EntryResult>,
    /// What is given.
    pub awards: Vec<Award>,
    /// What is not given, and why.
    pub withheld: Vec<Withheld>,
    /// The judges' rankings after the last round, most human first.
    pub rankings: Vec<EndRanking>,
    /// Parts that were played by scripts, not people.
    pub scripted: Vec<Participant>,
}

/// One interview of the result.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct InterviewResult {
    /// The round, from 1.
    pub round: u16,
    /// Who asked.
    pub judge: JudgeId,
    /// The program.
    pub entry: EntryId,
    /// The person.
    pub confederate: ConfederateId,
    /// Where the program sat.
    pub entry_seat: Seat,
    /// Whom the judge took for the human; absent when no ballot was given.
    pub choice: Option<tally::Choice>,
    /// Ended by the organiser before its time.
    pub aborted: bool,
}

/// One entry of the standings.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct EntryResult {
    /// The entry.
    pub entry: EntryId,
    /// Its name; absent when redacted.
    pub name: Option<String>,
    /// The person or team behind it; absent when redacted.
    pub contestant: Option<String>,
    /// Its place, from 1; equal entries share a place.
    pub place: u16,
    /// Points under the rulebook's score.
    pub score: u32,
    /// Mean of its ranks after the last round, 1 best; absent when nobody ranked it.
    pub mean_rank: Option<f64>,
}

impl ContestResult {
    /// The result of a contest; `None` before it is closed.
    #[must_use]
    pub fn of(contest: &Contest) -> Option<Self> {
        if contest.phase != Phase::Closed {
            return None;
        }
        let ballots = ballots(contest);
        let standings = tally::standings(&contest.rulebook, &ballots);
        let awards = tally::awards(&contest.rulebook, &standings, &ballots);
        let withheld = tally::withheld(&contest.rulebook, &standings, &ballots);
        Some(Self {
            contest: contest.name.clone(),
            rulebook: contest.rulebook.id.clone(),
            rounds: contest.rounds(),
            interviews: interviews(contest),
            standings: standings.into_iter().map(|standing| entry_result(contest, standing)).collect(),
            awards,
            withheld,
            rankings: ballots.rankings,
            scripted: contest.scripted.iter().copied().collect(),
        })
    }
}

/// Everything the judges answered, unblinded.
fn ballots(contest: &Contest) -> Ballots {
    let interviews = interviews(contest)
        .into_iter()
        .map(|interview| InterviewOutcome {
            interview: InterviewId { round: rulebook::RoundNumber::new(interview.round), judge: interview.judge },
            entry: interview.entry,
            confederate: interview.confederate,
            choice: interview.choice,
        })
        .collect();
    let rankings = contest.rankings.iter().filter_map(|(judge, ranking)| {
        let order = ranking.held()?.order.iter().map(|id| Some(contest.seating(id.interview)?.witness(id.seat)));
        Some(EndRanking { judge: *judge, order: order.collect::<Option<Vec<Witness>>>()? })
    });
    Ballots { interviews, rankings: rankings.collect() }
}

fn interviews(contest: &Contest) -> Vec<InterviewResult> {
    let seatings = contest.assignment().into_iter().flat_map(|assignment| &assignment.0);
    seatings
        .map(|seating| {
            let interview = contest.interviews.get(&seating.interview);
            let choice = interview.and_then(|Interview { ballot, .. }| ballot.as_ref()).and_then(Private::held);
            InterviewResult {
                round: seating.interview.round.number(),
                judge: seating.interview.judge,
                entry: seating.entry,
                confederate: seating.confederate,
                entry_seat: seating.entry_seat,
                choice: choice.map(|Choice { human }| match seating.witness(*human) {
                    Witness::Entry(_) => tally::Choice::Entry,
                    Witness::Confederate(_) => tally::Choice::Confederate,
                }),
                aborted: interview.is_some_and(|interview| interview.aborted),
            }
        })
        .collect()
}

fn entry_result(contest: &Contest, standing: Standing) -> EntryResult {
    let card = contest.roster.held().and_then(|roster| roster.entries.get(standing.entry.index()));
    EntryResult {
        entry: standing.entry,
        name: card.map(|EntryCard { name, .. }| name.clone()),
        contestant: card.map(|EntryCard { contestant, .. }| contestant.clone()),
        place: standing.place,
        score: standing.score,
        mean_rank: standing.mean_rank,
    }
}
