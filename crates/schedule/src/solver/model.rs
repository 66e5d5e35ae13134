//! Problems in plain numbers, for the searches.

use rulebook::{ConfederateId, Participant, Witness};

use crate::Problem;

/// The most rounds a search works with: one bit each.
pub(crate) const MOST_ROUNDS: usize = 128;

/// A set of rounds; the lowest bit is the first.
pub(crate) type Rounds = u128;

/// The fewest and the most of something.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Share {
    pub(crate) least: usize,
    pub(crate) most: usize,
}

impl From<std::ops::RangeInclusive<usize>> for Share {
    fn from(range: std::ops::RangeInclusive<usize>) -> Self {
        Self { least: *range.start(), most: *range.end() }
    }
}

/// A judge and an entry that are due to meet.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cell {
    pub(crate) judge: usize,
    pub(crate) entry: usize,
    /// The confederate, where a matrix or a fixed interview settles it.
    pub(crate) person: Option<usize>,
    /// The round, where a fixed interview settles it.
    pub(crate) round: Option<usize>,
}

/// The problem in numbers. Participants are numbered through: judges, then entries, then confederates.
#[derive(Debug, Clone)]
pub(crate) struct Model {
    pub(crate) judges: usize,
    pub(crate) entries: usize,
    pub(crate) people: usize,
    /// Row by row.
    pub(crate) cells: Vec<Cell>,
    /// By judge and confederate.
    pub(crate) judge_shares: Vec<Vec<Share>>,
    /// By entry and confederate.
    pub(crate) entry_shares: Vec<Vec<Share>>,
    /// The interviews of every confederate, when all are in as many.
    pub(crate) even_load: Share,
    /// By participant, the rounds they are away in.
    pub(crate) away: Vec<Rounds>,
    /// The most interviews at a time that places allow, regardless of people.
    pub(crate) places: usize,
    /// `true` if participants of a role differ in name only.
    pub(crate) plain: bool,
}

impl Model {
    pub(crate) fn new(problem: &Problem) -> Self {
        let [judges, entries, people] =
            [problem.roles.judges, problem.roles.entries, problem.roles.confederates].map(usize::from);
        let cells = problem.judges().flat_map(|judge| {
            problem.entries_of(judge).map(move |entry| {
                let fixed = problem.fixed.iter().find(|fixed| (fixed.judge, fixed.entry) == (judge, entry));
                let named = problem.matrix.as_ref().and_then(|matrix| matrix.confederate(judge, entry));
                Cell {
                    judge: judge.index(),
                    entry: entry.index(),
                    person: fixed.map(|fixed| fixed.confederate).or(named).map(ConfederateId::index),
                    round: fixed.map(|fixed| fixed.round.index()),
                }
            })
        });
        let judge_shares = problem.judges().map(|judge| {
            let share = problem.share_of_judge(judge).into();
            let nothing = Share { least: 0, most: 0 };
            let may_meet = |person| problem.may_meet(judge, Witness::Confederate(person));
            problem.confederates().map(|person| if may_meet(person) { share } else { nothing }).collect()
        });
        let entry_shares = problem.entries().map(|entry| vec![problem.share_of_entry(entry).into(); people]);
        let mut away = vec![0; judges + entries + people];
        for &(who, round) in &problem.absences {
            let who = match who {
                Participant::Judge(id) => id.index(),
                Participant::Entry(id) => judges + id.index(),
                Participant::Confederate(id) => judges + entries + id.index(),
                Participant::Organiser | Participant::Referee(_) => continue,
            };
            if round.index() < MOST_ROUNDS && who < away.len() {
                away[who] |= 1 << round.index();
            }
        }
        Self {
            judges,
            entries,
            people,
            cells: cells.collect(),
            judge_shares: judge_shares.collect(),
            entry_shares: entry_shares.collect(),
            even_load: problem.even_load().into(),
            away,
            places: problem.parallel.map_or(usize::MAX, usize::from),
            plain: problem.is_plain(),
        }
    }

    /// The participants of this cell's interview with this confederate, numbered through.
    pub(crate) fn participants(&self, cell: usize, person: usize) -> [usize; 3] {
        let Cell { judge, entry, .. } = self.cells[cell];
        [judge, self.judges + entry, self.judges + self.entries + person]
    }

    /// The number of all participants.
    pub(crate) fn everybody(&self) -> usize {
        self.away.len()
    }

    /// The most interviews of a round that people and places allow.
    pub(crate) fn widest(&self) -> usize {
        self.judges.min(self.entries).min(self.people).min(self.places)
    }

    /// Returns whether judges and entries can change roles and the matrix that results comes earlier in the order of
    /// matrices. Results for one hold for the other, so the later one need not be searched.
    pub(crate) fn is_mirrored(&self, people: &[usize]) -> bool {
        let alike = self.plain && self.judges == self.entries && self.entries == self.people;
        let mirror = self.cells.iter().map(|cell| people[cell.entry * self.entries + cell.judge]);
        alike && mirror.lt(people.iter().copied())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rulebook::{JudgeId, schema::Roles};

    use super::*;

    fn problem(judges: u16, entries: u16, confederates: u16) -> Problem {
        Problem::of(Roles::of(judges, entries, confederates))
    }

    /// Returns whether this matrix is skipped, and whether its mirror, with judges and entries exchanged, is skipped.
    fn mirrored(problem: &Problem, matrix: [[usize; 3]; 3]) -> [bool; 2] {
        let mirror = [0, 1, 2].map(|row| matrix.map(|of| of[row]));
        let model = Model::new(problem);
        [matrix, mirror].map(|matrix| model.is_mirrored(&matrix.concat()))
    }

    #[test]
    fn of_two_squares_that_mirror_each_other_the_later_is_passed_over() {
        let three = problem(3, 3, 3);
        assert_eq!(mirrored(&three, [[0, 1, 2], [0, 1, 2], [0, 1, 2]]), [true, false]);
        assert_eq!(mirrored(&three, [[0, 1, 2], [2, 0, 1], [1, 2, 0]]), [false, true]);
        assert_eq!(mirrored(&three, [[0, 1, 2], [1, 2, 0], [2, 0, 1]]), [false, false], "it is its own mirror");
    }

    #[test]
    fn nothing_is_passed_over_where_judges_and_entries_cannot_change_roles() {
        let later = [[0, 1, 2], [0, 1, 2], [0, 1, 2]];
        let knows = (JudgeId::at(0), Witness::Entry(rulebook::EntryId::at(2)));
        let acquainted = Problem { forbidden: BTreeSet::from([knows]), ..problem(3, 3, 3) };
        assert!(!Model::new(&acquainted).is_mirrored(&[0, 1, 0, 1, 2, 0, 1, 2]));
        assert_eq!(mirrored(&problem(3, 3, 4), later), [false, false]);
        assert_eq!(mirrored(&problem(3, 3, 2), [[0, 1, 1], [0, 0, 1], [0, 0, 1]]), [false, false]);
        assert!(!Model::new(&problem(2, 3, 3)).is_mirrored(&[0, 1, 2, 0, 1, 2]));
        assert!(!Model::new(&problem(3, 2, 2)).is_mirrored(&[0, 1, 0, 1, 0, 1]));
    }
}
