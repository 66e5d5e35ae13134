//! Problems: the participants of a plan, the meetings it needs, and the constraints on it.
//!
//! All optional fields are empty in [`Problem::of`], so a problem reads as the difference from the plain case. The
//! number of meetings of any two follows from the numbers alone: each judge meets each entry once, and confederates are
//! shared out as evenly as the numbers allow. The solver and the prover both read these shares, and share nothing else.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    ops::RangeInclusive,
};

use rulebook::{ConfederateId, EntryId, JudgeId, Participant, RoundNumber, Witness, schema::Roles};

use crate::Pairing;

/// A request for a plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The number of participants of each role.
    pub roles: Roles,
    /// The confederate beside each entry before each judge, where that is settled already.
    pub matrix: Option<Matrix>,
    /// The judges and witnesses who must not meet, because the judge knows the person or the program. Such a judge and
    /// entry are not due to meet; in place of such a confederate the judge meets others more often.
    pub forbidden: BTreeSet<(JudgeId, Witness)>,
    /// The participants who are away, and the rounds they are away in.
    pub absences: BTreeSet<(Participant, RoundNumber)>,
    /// Interviews that are settled, or played already: the plan keeps them as they are.
    pub fixed: Vec<Pairing>,
    /// The most interviews at the same time, when rooms or machines are fewer than people.
    pub parallel: Option<u16>,
    /// The most rounds the time allows.
    pub rounds: Option<u16>,
}

/// The confederate beside each entry before each judge: a row per judge, a column per entry. A blank cell means that
/// judge and entry do not meet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Matrix {
    /// The rows, in the order of judges; all of the same length.
    pub rows: Vec<Vec<Option<ConfederateId>>>,
}

impl Matrix {
    /// The confederate this judge meets beside this entry; `None` for a blank cell and outside of the matrix.
    #[must_use]
    pub fn confederate(&self, judge: JudgeId, entry: EntryId) -> Option<ConfederateId> {
        *self.rows.get(judge.index())?.get(entry.index())?
    }

    /// The numbers of participants this matrix is made for: its rows, its columns, and the highest confederate in it.
    #[must_use]
    pub fn roles(&self) -> Roles {
        let most = |count: usize| u16::try_from(count).unwrap_or(u16::MAX);
        Roles::of(
            most(self.rows.len()),
            most(self.rows.first().map_or(0, Vec::len)),
            self.rows.iter().flatten().flatten().map(|person| person.number()).max().unwrap_or(0),
        )
    }
}

/// A reason why a matrix is not a Latin square. It can be planned for nevertheless.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatrixFault {
    /// A row names a confederate more than once: that judge meets them again.
    Row(JudgeId, ConfederateId, usize),
    /// A column names a confederate more than once: they are beside that entry again.
    Column(EntryId, ConfederateId, usize),
    /// A cell is blank: that judge and that entry do not meet.
    Blank(JudgeId, EntryId),
}

impl fmt::Display for MatrixFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let times = |times: usize| if times == 2 { "twice".to_owned() } else { format!("{times} times") };
        match *self {
            Self::Row(judge, person, count) => write!(f, "row {judge} has {person} {}", times(count)),
            Self::Column(entry, person, count) => write!(f, "column {entry} has {person} {}", times(count)),
            Self::Blank(judge, entry) => write!(f, "{judge} and {entry} have no confederate"),
        }
    }
}

impl Matrix {
    /// The reasons why the matrix is not a Latin square: rows first, then columns, then blank cells.
    #[must_use]
    pub fn faults(&self) -> Vec<MatrixFault> {
        let (mut rows, mut columns) = (BTreeMap::new(), BTreeMap::new());
        let mut blank = vec![];
        for (row, judge) in self.rows.iter().zip(JudgeId::first(self.rows.len())) {
            for (cell, entry) in row.iter().zip(EntryId::first(row.len())) {
                match cell {
                    Some(person) => {
                        *rows.entry((judge, *person)).or_insert(0_usize) += 1;
                        *columns.entry((entry, *person)).or_insert(0_usize) += 1;
                    }
                    None => blank.push(MatrixFault::Blank(judge, entry)),
                }
            }
        }
        let rows = rows.into_iter().filter(|&(_, times)| times > 1);
        let columns = columns.into_iter().filter(|&(_, times)| times > 1);
        let mut faults: Vec<_> = rows.map(|((judge, person), times)| MatrixFault::Row(judge, person, times)).collect();
        faults.extend(columns.map(|((entry, person), times)| MatrixFault::Column(entry, person, times)));
        faults.extend(blank);
        faults
    }
}

impl Problem {
    /// The plain problem: everybody is there in every round and may meet everybody.
    #[must_use]
    pub fn of(roles: Roles) -> Self {
        Self {
            roles,
            matrix: None,
            forbidden: BTreeSet::new(),
            absences: BTreeSet::new(),
            fixed: vec![],
            parallel: None,
            rounds: None,
        }
    }

    /// The problem with the confederates of a matrix, for the numbers of that matrix.
    #[must_use]
    pub fn of_matrix(matrix: Matrix) -> Self {
        Self { matrix: Some(matrix.clone()), ..Self::of(matrix.roles()) }
    }

    /// Returns whether participants of a role differ in name only, and so do rounds.
    pub(crate) fn is_plain(&self) -> bool {
        self.matrix.is_none() && self.forbidden.is_empty() && self.absences.is_empty() && self.fixed.is_empty()
    }

    /// The judges.
    pub(crate) fn judges(&self) -> impl Iterator<Item = JudgeId> + Clone {
        JudgeId::first(usize::from(self.roles.judges))
    }

    /// The entries.
    pub(crate) fn entries(&self) -> impl Iterator<Item = EntryId> + Clone {
        EntryId::first(usize::from(self.roles.entries))
    }

    /// The confederates.
    pub(crate) fn confederates(&self) -> impl Iterator<Item = ConfederateId> + Clone {
        ConfederateId::first(usize::from(self.roles.confederates))
    }

    /// Returns whether this judge may meet this witness.
    pub(crate) fn may_meet(&self, judge: JudgeId, witness: Witness) -> bool {
        !self.forbidden.contains(&(judge, witness))
    }

    /// Returns whether this judge has to meet this entry: the meeting is not forbidden, and its cell is not blank.
    pub(crate) fn is_due(&self, judge: JudgeId, entry: EntryId) -> bool {
        let blank = self.matrix.as_ref().is_some_and(|matrix| matrix.confederate(judge, entry).is_none());
        self.may_meet(judge, Witness::Entry(entry)) && !blank
    }

    /// The entries this judge has to meet, each once.
    pub(crate) fn entries_of(&self, judge: JudgeId) -> impl Iterator<Item = EntryId> {
        self.entries().filter(move |&entry| self.is_due(judge, entry))
    }

    /// The judges this entry has to meet, each once.
    pub(crate) fn judges_of(&self, entry: EntryId) -> impl Iterator<Item = JudgeId> {
        self.judges().filter(move |&judge| self.is_due(judge, entry))
    }

    /// The number of interviews in all.
    pub(crate) fn interviews(&self) -> usize {
        self.judges().map(|judge| self.entries_of(judge).count()).sum()
    }

    /// The number of meetings of this judge with each confederate it may meet, shared out evenly.
    pub(crate) fn share_of_judge(&self, judge: JudgeId) -> RangeInclusive<usize> {
        let people = self.confederates().filter(|&person| self.may_meet(judge, Witness::Confederate(person)));
        even(self.entries_of(judge).count(), people.count())
    }

    /// The number of interviews of this entry beside each confederate, shared out evenly. If judges it meets must not
    /// meet a confederate, the range is wider in both directions by the number of such pairs.
    pub(crate) fn share_of_entry(&self, entry: EntryId) -> RangeInclusive<usize> {
        let share = even(self.judges_of(entry).count(), usize::from(self.roles.confederates));
        let kept_apart =
            |judge| self.confederates().filter(|&person| !self.may_meet(judge, Witness::Confederate(person))).count();
        let displaced: usize = self.judges_of(entry).map(kept_apart).sum();
        share.start().saturating_sub(displaced)..=*share.end() + displaced
    }

    /// The number of interviews of each confederate, shared out evenly. No rule asks for it; the solver prefers it.
    pub(crate) fn even_load(&self) -> RangeInclusive<usize> {
        even(self.interviews(), usize::from(self.roles.confederates))
    }
}

/// The share of each person when `things` are given to `people` as evenly as can be.
fn even(things: usize, people: usize) -> RangeInclusive<usize> {
    things.checked_div(people).unwrap_or(0)..=things.div_ceil(people.max(1))
}
