//! Even shares of confederates for judges and entries: all possible matrices, or some of them.
//!
//! A matrix has a row per judge and a column per entry. Where participants differ in name only, only matrices are made
//! with a first row in order and a first column that does not fall: every other matrix is one of these with judges,
//! entries and confederates renamed.

use std::iter::repeat_n;

use super::{
    model::{self, Model, Share},
    search::{Budget, Fewest, SearchOutcome, Whim},
};

/// An even matrix by formula, for a plain model: each row begins with the confederate after that of the row before, and
/// the remaining rows begin as far apart as possible.
pub(crate) fn staircase(model: &Model) -> Vec<usize> {
    let left_over = model.judges % model.people;
    let whole = model.judges - left_over;
    let starts: Vec<usize> = (0..whole).chain((0..left_over).map(|row| row * model.people / left_over)).collect();
    model.cells.iter().map(|cell| (cell.entry + starts[cell.judge]) % model.people).collect()
}

/// The action on a matrix, given as the confederate of each cell; an outcome ends the search.
pub(crate) type Visit<'v> = dyn FnMut(&[usize], &mut Budget) -> Option<SearchOutcome<()>> + 'v;

/// Visits every even matrix, until one visit gives an outcome.
pub(crate) fn every(model: &Model, budget: &mut Budget, visit: &mut Visit<'_>) -> SearchOutcome<()> {
    let any_load = Share { least: 0, most: model.cells.len() };
    Sharing::new(model, any_load, Whim::new(0), model.plain).every(budget, visit)
}

/// The even matrix that this whim leads to, with a number of interviews within `load` for each confederate.
pub(crate) fn one(model: &Model, load: Share, whim: Whim, budget: &mut Budget) -> SearchOutcome<Vec<usize>> {
    let mut found = vec![];
    let end = Sharing::new(model, load, whim, false).every(budget, &mut |people, _| {
        found = people.to_vec();
        Some(SearchOutcome::Found(()))
    });
    end.map(|()| found)
}

const NOBODY: usize = usize::MAX;

/// A matrix with confederates in some cells.
struct Sharing<'a> {
    model: &'a Model,
    people: Vec<usize>,
    filled: usize,
    /// By judge, and by entry: the number of cells of each confederate, and of blank cells.
    judges: Vec<CellGroup>,
    entries: Vec<CellGroup>,
    load: CellGroup,
    whim: Whim,
    ordered: bool,
}

/// The cells that share confederates: a row, a column, or all.
struct CellGroup {
    shares: Vec<Share>,
    times: Vec<usize>,
    blank: usize,
    /// The number of blank cells that shares below their minimum still need.
    owed: usize,
}

impl CellGroup {
    fn new(shares: Vec<Share>, blank: usize) -> Self {
        let owed = shares.iter().map(|share| share.least).sum();
        Self { times: vec![0; shares.len()], shares, blank, owed }
    }

    fn takes(&self, person: usize) -> bool {
        let pays = self.times[person] < self.shares[person].least;
        self.times[person] < self.shares[person].most && (pays || self.owed < self.blank)
    }

    fn add(&mut self, person: usize) {
        self.owed -= usize::from(self.times[person] < self.shares[person].least);
        self.times[person] += 1;
        self.blank -= 1;
    }

    fn remove(&mut self, person: usize) {
        self.times[person] -= 1;
        self.owed += usize::from(self.times[person] < self.shares[person].least);
        self.blank += 1;
    }
}

impl<'a> Sharing<'a> {
    fn new(model: &'a Model, load: Share, whim: Whim, ordered: bool) -> Self {
        let cells_of = |is: &dyn Fn(&model::Cell) -> bool| model.cells.iter().filter(|cell| is(cell)).count();
        Self {
            model,
            people: vec![NOBODY; model.cells.len()],
            filled: 0,
            judges: (0..model.judges)
                .map(|judge| CellGroup::new(model.judge_shares[judge].clone(), cells_of(&|cell| cell.judge == judge)))
                .collect(),
            entries: (0..model.entries)
                .map(|entry| CellGroup::new(model.entry_shares[entry].clone(), cells_of(&|cell| cell.entry == entry)))
                .collect(),
            load: CellGroup::new(vec![load; model.people], model.cells.len()),
            whim,
            ordered,
        }
    }

    fn every(&mut self, budget: &mut Budget, visit: &mut Visit<'_>) -> SearchOutcome<()> {
        for cell in 0..self.model.cells.len() {
            if let Some(person) = self.settled(cell) {
                if !self.takes(cell, person) {
                    return SearchOutcome::Nothing;
                }
                self.put(cell, person);
            }
        }
        self.fill(budget, visit).unwrap_or(SearchOutcome::Nothing)
    }

    /// The confederate of a cell without a choice: fixed, or in the first row of an ordered matrix.
    fn settled(&self, cell: usize) -> Option<usize> {
        let first_row = self.ordered && self.model.cells[cell].judge == 0;
        let in_order = || {
            // As many of each as its share, the larger shares first.
            let (each, more) = (self.model.entries / self.model.people, self.model.entries % self.model.people);
            let mut row = (0..self.model.people).flat_map(|person| repeat_n(person, each + usize::from(person < more)));
            row.nth(self.model.cells[cell].entry)
        };
        self.model.cells[cell].person.or_else(|| if first_row { in_order() } else { None })
    }

    fn takes(&self, cell: usize, person: usize) -> bool {
        let model::Cell { judge, entry, .. } = self.model.cells[cell];
        self.judges[judge].takes(person)
            && self.entries[entry].takes(person)
            && self.load.takes(person)
            && !(self.ordered && entry == 0 && self.falls(cell, person))
    }

    /// Returns whether this confederate would be lower than the one above in the first column, which is filled earlier.
    fn falls(&self, cell: usize, person: usize) -> bool {
        cell.checked_sub(self.model.entries).is_some_and(|above| person < self.people[above])
    }

    fn put(&mut self, cell: usize, person: usize) {
        let model::Cell { judge, entry, .. } = self.model.cells[cell];
        self.judges[judge].add(person);
        self.entries[entry].add(person);
        self.load.add(person);
        self.people[cell] = person;
        self.filled += 1;
    }

    fn take(&mut self, cell: usize) {
        let model::Cell { judge, entry, .. } = self.model.cells[cell];
        let person = std::mem::replace(&mut self.people[cell], NOBODY);
        self.judges[judge].remove(person);
        self.entries[entry].remove(person);
        self.load.remove(person);
        self.filled -= 1;
    }

    fn fill(&mut self, budget: &mut Budget, visit: &mut Visit<'_>) -> Option<SearchOutcome<()>> {
        if self.filled == self.people.len() {
            return visit(&self.people, budget);
        }
        if !budget.step() {
            return Some(SearchOutcome::GaveUp);
        }
        let cell = self.narrowest()?;
        let begin = if self.ordered { 0 } else { self.whim.below(self.model.people) };
        for turn in 0..self.model.people {
            let person = (begin + turn) % self.model.people;
            if self.takes(cell, person) {
                self.put(cell, person);
                let end = self.fill(budget, visit);
                self.take(cell);
                if end.is_some() {
                    return end;
                }
            }
        }
        None
    }

    /// The blank cell with the fewest choices; `None` when a cell has none.
    fn narrowest(&mut self) -> Option<usize> {
        if self.ordered
            && let Some(cell) =
                (0..self.model.judges).map(|judge| judge * self.model.entries).find(|&cell| self.people[cell] == NOBODY)
        {
            return Some(cell);
        }
        let mut fewest = Fewest::new();
        for cell in 0..self.people.len() {
            if self.people[cell] == NOBODY {
                let count = (0..self.model.people).filter(|&person| self.takes(cell, person)).count();
                if count == 0 {
                    return None;
                }
                fewest.offer(count, cell, &mut self.whim);
            }
        }
        fewest.best.map(|(_, cell)| cell)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rulebook::schema::Roles;

    use super::*;
    use crate::Problem;

    type Matrix = Vec<usize>;

    fn model(judges: usize, entries: usize, people: usize) -> Model {
        let [judges, entries, people] = [judges, entries, people].map(|number| u16::try_from(number).unwrap());
        Model::new(&Problem::of(Roles::of(judges, entries, people)))
    }

    /// The matrices that the search visits for these numbers, in their order.
    fn visited(judges: usize, entries: usize, people: usize) -> Vec<Matrix> {
        let mut all = vec![];
        let end = every(&model(judges, entries, people), &mut Budget(u64::MAX), &mut |matrix, _| {
            all.push(matrix.to_vec());
            None
        });
        assert_eq!(end, SearchOutcome::Nothing);
        all
    }

    fn is_even<'a>(line: impl Iterator<Item = &'a usize>, people: usize) -> bool {
        let mut times = vec![0; people];
        line.for_each(|&person| times[person] += 1);
        times.iter().max().unwrap() - times.iter().min().unwrap() < 2
    }

    /// Returns whether the numbers of any two confederates differ by one at most, for each judge and each entry.
    fn is_shared_out(matrix: &[usize], entries: usize, people: usize) -> bool {
        let mut columns = (0..entries).map(|entry| matrix.iter().skip(entry).step_by(entries));
        columns.all(|column| is_even(column, people)) && matrix.chunks(entries).all(|row| is_even(row.iter(), people))
    }

    fn orders(of: usize) -> Vec<Vec<usize>> {
        let Some(last) = of.checked_sub(1) else { return vec![vec![]] };
        let with_last = |order: Vec<usize>| {
            (0..of).map(move |place| {
                let mut longer = order.clone();
                longer.insert(place, last);
                longer
            })
        };
        orders(last).into_iter().flat_map(with_last).collect()
    }

    // Source: A. Cayley, On Latin squares, Messenger of Math. 19 (1890) 135–137, for the numbers of reduced squares.
    #[test]
    fn as_many_latin_squares_are_visited_as_there_are_with_first_row_and_column_in_order() {
        for (order, reduced) in [(1, 1), (2, 1), (3, 1), (4, 4), (5, 56)] {
            assert_eq!(visited(order, order, order).len(), reduced, "order {order}");
        }
    }

    #[test]
    fn every_way_to_share_out_confederates_is_visited_up_to_names_and_no_other() {
        for (judges, entries, people) in
            [(2, 3, 2_usize), (3, 2, 2), (4, 2, 2), (3, 4, 2), (2, 4, 3), (4, 2, 3), (2, 5, 2)]
        {
            let cells = judges * entries;
            let all = (0..people.pow(u32::try_from(cells).unwrap())).map(|mut number| {
                let digits = (0..cells).map(|_| {
                    let digit = number % people;
                    number /= people;
                    digit
                });
                digits.collect::<Matrix>()
            });
            let even: BTreeSet<Matrix> = all.filter(|matrix| is_shared_out(matrix, entries, people)).collect();
            let mut renamed = BTreeSet::new();
            for matrix in visited(judges, entries, people) {
                for (rows, columns) in orders(judges)
                    .iter()
                    .flat_map(|rows| orders(entries).into_iter().map(move |columns| (rows.clone(), columns)))
                {
                    for names in orders(people) {
                        let cell = |(row, column): (usize, usize)| names[matrix[rows[row] * entries + columns[column]]];
                        renamed.insert((0..cells).map(|at| cell((at / entries, at % entries))).collect::<Matrix>());
                    }
                }
            }
            assert_eq!(renamed, even, "{judges} judges, {entries} entries, {people} confederates");
        }
    }

    #[test]
    fn rows_of_the_staircase_that_are_left_over_begin_as_far_apart_as_they_can() {
        assert_eq!(staircase(&model(7, 1, 5)), [0, 1, 2, 3, 4, 0, 2]);
        assert_eq!(staircase(&model(8, 1, 5)), [0, 1, 2, 3, 4, 0, 1, 3]);
        assert_eq!(staircase(&model(2, 2, 5)), [0, 1, 2, 3]);
    }

    #[test]
    fn the_staircase_shares_out_confederates_whatever_their_number() {
        for judges in 1..=9 {
            for entries in 1..=9 {
                for people in 1..=9 {
                    let matrix = staircase(&model(judges, entries, people));
                    assert!(is_shared_out(&matrix, entries, people), "{judges} x {entries} x {people}: {matrix:?}");
                }
            }
        }
    }
}
