//! The fewest rounds that a problem can be held in, with a proof.
//!
//! First, the solver names visible clashes. Then counting gives a lower bound on the number of rounds, with the reason.
//! From there upwards, each number of rounds is tried: by construction where one exists, by quick searches (hopes), and
//! by a search of everything. The first number that works is the fewest, unless a search of everything ran out of steps
//! on the way: then the solution says so.
//!
//! # Determinism
//! The same problem and effort give the same plan on every machine: effort is counted in steps, not in seconds.

mod bound;
mod consistency;
mod hopes;
mod model;
mod remainder;
mod search;
mod sharing;
mod timetable;

use rulebook::{ConfederateId, Draws, EntryId, JudgeId, RoundNumber, Seed};

pub use bound::Reason;
pub(crate) use remainder::Remainder;

use self::{
    bound::Bound,
    hopes::Hopes,
    model::{MOST_ROUNDS, Model},
    search::{Budget, SearchOutcome, Whim},
};
use crate::{Clash, Infeasible, MOST, Plan, Problem, design};

/// The limit on the solver's search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// Steps of the search for each number of rounds: once for the hopes, and once for the full search. A million steps
    /// take about a second.
    pub steps: u64,
}

impl Effort {
    /// The effort of a draw, which takes seconds at most: fewer steps for more interviews, because each takes longer.
    /// The result of a seed depends on it, so it never changes.
    pub(crate) fn of_draw(interviews: usize) -> Self {
        Self { steps: (40_000_000 / interviews.max(1) as u64).min(200_000) }
    }
}

impl Default for Effort {
    /// Enough to prove that order six has no plan of six rounds, several times over.
    fn default() -> Self {
        Self { steps: 3_000_000 }
    }
}

/// A plan with the fewest rounds the solver found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution {
    /// The meetings, ordered by round, then judge.
    pub plan: Plan,
    /// The number of rounds.
    pub rounds: u16,
    /// The proved lower bound: no plan takes fewer rounds than this.
    pub at_least: u16,
    /// The reason why no plan takes fewer rounds.
    pub reason: Reason,
}

impl Solution {
    /// Returns whether no plan takes fewer rounds, by proof.
    #[must_use]
    pub fn is_minimal(&self) -> bool {
        self.rounds == self.at_least
    }

    /// The same plan with interchangeable rounds, judges, entries and confederates permuted, one after the other, by
    /// the draws of stream `schedule`. A square plan equals the one that [`draw()`](crate::draw()) makes. Everything
    /// that a matrix, an absence, a forbidden pair or a fixed interview distinguishes keeps its place.
    #[must_use]
    pub fn drawn(mut self, problem: &Problem, seed: Seed) -> Self {
        self.plan = self.permuted(problem, &mut Draws::new(seed, "schedule"));
        self
    }

    /// The plan with all interchangeable parts permuted by these draws.
    pub(crate) fn permuted(&self, problem: &Problem, draws: &mut Draws) -> Plan {
        let rounds_alike = problem.absences.is_empty() && problem.fixed.is_empty();
        let rounds = order(RoundNumber::first(usize::from(self.rounds)), rounds_alike, draws);
        let judges = order(problem.judges(), problem.is_plain(), draws);
        let entries = order(problem.entries(), problem.is_plain(), draws);
        let people = order(problem.confederates(), problem.is_plain(), draws);
        let renamed = |meeting: &crate::Meeting| crate::Meeting {
            round: rounds[meeting.round.index()],
            judge: judges[meeting.judge.index()],
            entry: meeting.entry.map(|id| entries[id.index()]),
            confederate: meeting.confederate.map(|id| people[id.index()]),
        };
        Plan::new(self.plan.meetings.iter().map(renamed).collect())
    }
}

fn order<T>(items: impl Iterator<Item = T>, alike: bool, draws: &mut Draws) -> Vec<T> {
    let mut items: Vec<T> = items.collect();
    if alike {
        draws.shuffle(&mut items);
    }
    items
}

/// A plan of the fewest rounds for this problem, with a proof as far as the effort allows.
///
/// # Errors
/// [`Infeasible`] when there is no plan; it names the requests that clash.
pub fn solve(problem: &Problem, effort: Effort) -> Result<Solution, Infeasible> {
    consistency::check(problem)?;
    let model = Model::new(problem);
    let Bound { rounds: mut at_least, mut reason, widest } = bound::bound(problem, &model);
    let mut hopes = Hopes::new(&model, effort);
    for rounds in at_least.. {
        let proved = at_least == rounds;
        if let Some(most) = problem.rounds.filter(|&most| usize::from(most) < rounds) {
            let clash = if proved {
                Clash::Rounds { most, needed: number(at_least), reason }
            } else {
                Clash::NotFound { most }
            };
            return Err(Infeasible(vec![clash]));
        }
        if rounds > MOST_ROUNDS {
            break;
        }
        let construction = construction(problem, rounds);
        match attempt(construction, &model, &mut hopes, Aim { rounds, widest }, proved.then_some(effort))? {
            SearchOutcome::Found(meetings) => return Ok(solution(meetings, at_least, reason)),
            SearchOutcome::Nothing => {
                at_least = rounds + 1;
                reason = Reason::Searched { rounds: number(rounds) };
            }
            SearchOutcome::GaveUp => {}
        }
    }
    Err(Infeasible(vec![Clash::TooLarge { interviews: model.cells.len(), rounds: at_least }]))
}

/// A meeting in numbers from 0: round, judge, entry, confederate.
type Meeting = [usize; 4];

fn solution(mut meetings: Vec<Meeting>, at_least: usize, reason: Reason) -> Solution {
    meetings.sort_unstable();
    let meeting = |&[round, judge, entry, person]: &Meeting| crate::Meeting {
        round: RoundNumber::at(round),
        judge: JudgeId::at(judge),
        entry: Some(EntryId::at(entry)),
        confederate: Some(ConfederateId::at(person)),
    };
    let plan = Plan { meetings: meetings.iter().map(meeting).collect() };
    let rounds = plan.rounds();
    Solution { plan, rounds, at_least: number(at_least), reason }
}

/// A plan of this many rounds by construction: a Graeco-Latin design with some judges or entries left out. Where there
/// are too few places for it, the bound by counting is higher than this.
fn construction(problem: &Problem, rounds: usize) -> Option<Vec<Meeting>> {
    let [judges, entries, people] =
        [problem.roles.judges, problem.roles.entries, problem.roles.confederates].map(usize::from);
    let fits = people >= rounds && rounds == judges.max(entries) && problem.is_plain();
    if !fits || matches!(rounds, 0 | 2 | 6) || rounds > usize::from(MOST) {
        return None;
    }
    let mut design = design::graeco_latin(rounds);
    design.retain(|&[_, judge, entry, _]| judge < judges && entry < entries);
    Some(design)
}

/// The goal of a search.
#[derive(Debug, Clone, Copy)]
struct Aim {
    /// At most this many rounds.
    rounds: usize,
    /// At most this many interviews in a round.
    widest: usize,
}

/// A plan by hopes, then by the full search with this effort.
///
/// A construction that needs all confederates is even and comes first; one that leaves some idle comes after the hopes.
fn attempt(
    construction: Option<Vec<Meeting>>,
    model: &Model,
    hopes: &mut Hopes<'_>,
    aim: Aim,
    thorough: Option<Effort>,
) -> Result<SearchOutcome<Vec<Meeting>>, Infeasible> {
    if let (Some(meetings), true) = (&construction, model.people == aim.rounds) {
        return Ok(SearchOutcome::Found(meetings.clone()));
    }
    match hopes.attempt(aim)? {
        SearchOutcome::GaveUp => {}
        end => return Ok(end),
    }
    if let Some(meetings) = construction {
        return Ok(SearchOutcome::Found(meetings));
    }
    let Some(effort) = thorough else { return Ok(SearchOutcome::GaveUp) };
    let mut found = vec![];
    let mut visit = |people: &[usize], budget: &mut Budget| {
        if model.is_mirrored(people) {
            return None;
        }
        match timetable::timetable(model, people, aim.rounds, aim.widest, Whim::new(0), budget) {
            SearchOutcome::Nothing => None,
            end => Some(end.map(|round_of| found = meetings(model, people, &round_of))),
        }
    };
    let mut budget = Budget(effort.steps);
    let end = match hopes.settled() {
        Some(people) => visit(people, &mut budget).unwrap_or(SearchOutcome::Nothing),
        None => sharing::every(model, &mut budget, &mut visit),
    };
    Ok(end.map(|()| found))
}

fn meetings(model: &Model, people: &[usize], round_of: &[usize]) -> Vec<Meeting> {
    let cells = model.cells.iter().zip(people).zip(round_of);
    cells.map(|((cell, &person), &round)| [round, cell.judge, cell.entry, person]).collect()
}

fn number(rounds: usize) -> u16 {
    u16::try_from(rounds).unwrap_or(u16::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draw_takes_fewer_steps_the_more_interviews_there_are() {
        let steps = [0, 1, 200, 400, 4096].map(|interviews| Effort::of_draw(interviews).steps);
        assert_eq!(steps, [200_000, 200_000, 200_000, 100_000, 9765]);
    }
}
