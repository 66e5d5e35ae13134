//! Hopes: quick searches for a plan, each on another path.
//!
//! A hope shares out confederates, then searches for rounds for the interviews. The first part does not depend on the
//! number of rounds, so it is done once for all numbers of rounds that are tried.

use super::{
    Aim, Effort, Meeting, meetings,
    model::{Model, Share},
    search::{Budget, SearchOutcome, Whim},
    sharing, timetable,
};
use crate::{Clash, Infeasible};

/// The number of matrices that hopes try before the search of all matrices.
const HOPES: usize = 48;

/// The number of first hopes for plans with even loads of confederates.
const EVEN_HOPES: usize = 24;

/// The steps of the first hope for each interview; the second takes twice as many, and so on.
const HOPE_STEPS: u64 = 8;

/// The hopes of a problem.
pub(super) struct Hopes<'a> {
    model: &'a Model,
    /// The confederate of every cell, where all of them are settled.
    settled: Option<Vec<usize>>,
    /// By hope, its steps.
    steps: Vec<u64>,
    /// The hopes that were begun; `None` where confederates could not be shared out.
    begun: Vec<Option<Begun>>,
}

/// A hope with confederates already shared out.
struct Begun {
    /// The confederate of every cell.
    people: Vec<usize>,
    /// The remaining steps, for the search of rounds.
    steps: u64,
}

impl<'a> Hopes<'a> {
    pub(super) fn new(model: &'a Model, effort: Effort) -> Self {
        let settled = model.cells.iter().map(|cell| cell.person).collect();
        Self { model, settled, steps: steps(model.cells.len(), effort), begun: vec![] }
    }

    /// The confederate of every cell, where a matrix or fixed interviews settle all of them.
    pub(super) fn settled(&self) -> Option<&Vec<usize>> {
        self.settled.as_ref()
    }

    /// A plan of at most this many rounds, if a hope finds one. `Nothing` means there is no plan; a hope can prove that
    /// only where confederates are settled.
    pub(super) fn attempt(&mut self, Aim { rounds, widest }: Aim) -> Result<SearchOutcome<Vec<Meeting>>, Infeasible> {
        for hope in 0..HOPES {
            if hope == self.begun.len() {
                let begun = self.begin(hope)?;
                self.begun.push(begun);
            }
            let Some(Begun { people, steps }) = &self.begun[hope] else { continue };
            let whim = Whim::new(hope as u64);
            match timetable::timetable(self.model, people, rounds, widest, whim, &mut Budget(*steps)) {
                SearchOutcome::Found(of) => return Ok(SearchOutcome::Found(meetings(self.model, people, &of))),
                SearchOutcome::Nothing if self.settled.is_some() => return Ok(SearchOutcome::Nothing),
                SearchOutcome::Nothing | SearchOutcome::GaveUp => {}
            }
        }
        Ok(SearchOutcome::GaveUp)
    }

    fn begin(&self, hope: usize) -> Result<Option<Begun>, Infeasible> {
        let model = self.model;
        let mut budget = Budget(self.steps[hope]);
        let is_even = (0..EVEN_HOPES).contains(&hope);
        let load = if is_even { model.even_load } else { Share { least: 0, most: model.cells.len() } };
        let people = match &self.settled {
            Some(people) => people.clone(),
            None if hope == 0 && model.plain => sharing::staircase(model),
            None => match sharing::one(model, load, Whim::new(hope as u64), &mut budget) {
                SearchOutcome::Found(people) => people,
                SearchOutcome::Nothing if !is_even => return Err(Infeasible(vec![Clash::Shares])),
                SearchOutcome::Nothing | SearchOutcome::GaveUp => return Ok(None),
            },
        };
        Ok(Some(Begun { people, steps: budget.0 }))
    }
}

/// The steps of every hope; their sum is at most the effort.
fn steps(interviews: usize, effort: Effort) -> Vec<u64> {
    let mut left = effort.steps;
    let steps = (1..).take(HOPES).map(|hope| {
        let steps = left.min(HOPE_STEPS * hope * interviews as u64);
        left -= steps;
        steps
    });
    steps.collect()
}

#[cfg(test)]
mod tests {
    use rulebook::{RoundNumber, schema::Roles};

    use super::*;
    use crate::Problem;

    #[test]
    fn each_hope_takes_more_steps_than_the_one_before_until_the_effort_is_spent() {
        assert_eq!(steps(9, Effort { steps: 400 })[..4], [72, 144, 184, 0]);
        for (interviews, effort) in [(1, 10_000), (9, 400), (144, 200_000), (4096, 9765), (16, 3_000_000)] {
            let spent = steps(interviews, Effort { steps: effort }).iter().sum::<u64>();
            assert_eq!(spent, effort.min(8 * 24 * 49 * interviews as u64), "{interviews} interviews");
        }
    }

    #[test]
    fn confederates_who_cannot_be_shared_out_in_time_cost_no_more_steps_however_many_rounds_are_tried() {
        let late = (rulebook::Participant::Judge(rulebook::JudgeId::at(0)), RoundNumber::new(1));
        let model = Model::new(&Problem { absences: [late].into(), ..Problem::of(Roles::of(6, 6, 6)) });
        let mut hopes = Hopes::new(&model, Effort { steps: 30 });
        for rounds in 7..=128 {
            assert_eq!(hopes.attempt(Aim { rounds, widest: 6 }), Ok(SearchOutcome::GaveUp));
            let none_is_shared_out = hopes.begun.iter().all(Option::is_none);
            assert_eq!((none_is_shared_out, hopes.begun.len()), (true, HOPES), "{rounds} rounds");
        }
    }
}
