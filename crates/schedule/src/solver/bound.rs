//! Lower bounds on the number of rounds, by counting.

use language::{Message, Say};
use rulebook::{ConfederateId, EntryId, JudgeId, Participant};

use super::{
    model::{MOST_ROUNDS, Model},
    search::Budget,
};
use crate::Problem;

/// The reason why no plan takes fewer rounds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// A participant has this many interviews, and is away in this many of the rounds.
    Busy {
        /// The participant.
        who: Participant,
        /// Their interviews, one a round.
        interviews: usize,
        /// The rounds they are away in.
        away: usize,
    },
    /// A round holds at most this many of the interviews.
    Width {
        /// All interviews.
        interviews: usize,
        /// The most of them in one round.
        widest: usize,
    },
    /// A fixed interview takes place in this round.
    Fixed {
        /// The last round with a fixed interview.
        round: usize,
    },
    /// A search of every plan with one round less found none; plans that differ in name only count as one.
    Searched {
        /// The rounds that are not enough.
        rounds: u16,
    },
}

impl Say for Reason {
    fn message(&self) -> Message {
        match self {
            Self::Busy { who, interviews, away: 0 } => {
                say!("refused-bound-busy", who = who.to_string(), interviews = interviews)
            }
            Self::Busy { who, interviews, away } => {
                say!("refused-bound-busy-away", who = who.to_string(), interviews = interviews, away = away)
            }
            Self::Width { interviews, widest } => {
                say!("refused-bound-width", widest = widest, interviews = interviews)
            }
            Self::Fixed { round } => say!("refused-bound-fixed", round = round),
            Self::Searched { rounds } => say!("refused-bound-searched", rounds = rounds),
        }
    }
}

display_in_english!(Reason);

/// The bound, its reason, and the most interviews of a round.
pub(crate) struct Bound {
    pub(crate) rounds: usize,
    pub(crate) reason: Reason,
    pub(crate) widest: usize,
}

/// Steps that are spent on the most interviews of a round.
const WIDTH_STEPS: u64 = 2_000_000;

/// The greatest of all bounds by counting.
pub(crate) fn bound(problem: &Problem, model: &Model) -> Bound {
    let widest = widest(model);
    let interviews = model.cells.len();
    let width = (interviews.div_ceil(widest.max(1)), Reason::Width { interviews, widest });
    let busy = (0..model.everybody()).map(|who| {
        let interviews = fewest_interviews(model, who);
        let mut rounds = interviews;
        while interviews + away(model, who, rounds) > rounds {
            rounds += 1;
        }
        (rounds, Reason::Busy { who: participant(model, who), interviews, away: away(model, who, rounds) })
    });
    let fixed = problem.fixed.iter().map(|fixed| {
        let round = usize::from(fixed.round.number());
        (round, Reason::Fixed { round })
    });
    let mut greatest = width;
    for bound in busy.chain(fixed) {
        if bound.0 > greatest.0 {
            greatest = bound;
        }
    }
    Bound { rounds: greatest.0, reason: greatest.1, widest }
}

/// The number of rounds this participant is away in, of the first `rounds`.
fn away(model: &Model, who: usize, rounds: usize) -> usize {
    (0..rounds.min(MOST_ROUNDS)).filter(|round| model.away[who] >> round & 1 == 1).count()
}

/// The fewest interviews of this participant.
fn fewest_interviews(model: &Model, who: usize) -> usize {
    let (judges, entries) = (model.judges, model.entries);
    match who {
        _ if who < judges => model.cells.iter().filter(|cell| cell.judge == who).count(),
        _ if who < judges + entries => model.cells.iter().filter(|cell| cell.entry == who - judges).count(),
        _ => model.cells.iter().filter(|cell| cell.person == Some(who - judges - entries)).count(),
    }
}

fn participant(model: &Model, who: usize) -> Participant {
    match who {
        _ if who < model.judges => Participant::Judge(JudgeId::at(who)),
        _ if who < model.judges + model.entries => Participant::Entry(EntryId::at(who - model.judges)),
        _ => Participant::Confederate(ConfederateId::at(who - model.judges - model.entries)),
    }
}

/// The most interviews that fit into one round: proved by search where the confederates are settled.
fn widest(model: &Model) -> usize {
    let most = model.widest();
    let Some(people) = model.cells.iter().map(|cell| cell.person).collect::<Option<Vec<_>>>() else { return most };
    let mut rows = vec![vec![]; model.judges];
    for (cell, person) in model.cells.iter().zip(people) {
        rows[cell.judge].push((cell.entry, person));
    }
    let mut round =
        Round { rows, entries: vec![false; model.entries], people: vec![false; model.people], best: 0, most };
    let mut budget = Budget(WIDTH_STEPS);
    if round.grow(0, 0, &mut budget) { round.best } else { most }
}

/// One round, filled judge by judge.
struct Round {
    /// By judge, entries and confederates they meet.
    rows: Vec<Vec<(usize, usize)>>,
    entries: Vec<bool>,
    people: Vec<bool>,
    best: usize,
    most: usize,
}

impl Round {
    /// Searches for more interviews than the best so far; returns false when the steps ran out.
    fn grow(&mut self, judge: usize, held: usize, budget: &mut Budget) -> bool {
        self.best = self.best.max(held);
        let left = self.rows.len() - judge;
        if self.best >= self.most || held + left <= self.best {
            return true;
        }
        if !budget.step() {
            return false;
        }
        for at in 0..self.rows[judge].len() {
            let (entry, person) = self.rows[judge][at];
            if !self.entries[entry] && !self.people[person] {
                self.entries[entry] = true;
                self.people[person] = true;
                let looked = self.grow(judge + 1, held + 1, budget);
                self.entries[entry] = false;
                self.people[person] = false;
                if !looked {
                    return false;
                }
            }
        }
        self.grow(judge + 1, held, budget)
    }
}
