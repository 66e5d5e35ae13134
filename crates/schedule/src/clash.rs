//! Why there is no plan: the requests that clash, by name.

use std::fmt;

use rulebook::{Participant, Witness};

use crate::{Breach, Pairing, Reason};

/// There is no plan, because these requests clash.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no plan does all that is asked for: {}", clauses(.0))]
pub struct Infeasible(pub Vec<Clash>);

/// Requests that cannot all be met. Prints as a clause that names them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Clash {
    /// A role is not filled.
    Nobody,
    /// More interviews than a search can hold.
    TooLarge {
        /// The interviews asked for.
        interviews: usize,
        /// The fewest rounds they need.
        rounds: usize,
    },
    /// No interview may take place at any time.
    NoPlaces,
    /// A request names somebody who is not in the contest.
    Stranger {
        /// Who it names.
        who: Participant,
        /// How many of that role there are.
        of: u16,
    },
    /// The matrix has other numbers of rows or columns than there are judges and entries.
    MatrixSize {
        /// Its rows and columns.
        size: (usize, usize),
        /// The judges and entries.
        roles: (u16, u16),
    },
    /// The matrix lets a judge meet somebody it must not meet.
    MatrixForbidden {
        /// The meeting; its round means nothing.
        pairing: Pairing,
        /// Who must not meet that judge.
        witness: Witness,
    },
    /// A judge must not meet any confederate.
    NoConfederate {
        /// The judge.
        who: Participant,
    },
    /// A fixed interview breaks a request.
    Fixed(Breach),
    /// The confederates cannot be shared out evenly around what is forbidden and fixed.
    Shares,
    /// More rounds are needed than there is time for.
    Rounds {
        /// The most rounds there is time for.
        most: u16,
        /// The fewest that are needed.
        needed: u16,
        /// Why.
        reason: Reason,
    },
    /// No plan for the rounds there is time for was found, though it is not proved that there is none.
    NotFound {
        /// The most rounds there is time for.
        most: u16,
    },
}

impl fmt::Display for Clash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nobody => f.write_str("a plan needs at least one judge, one entry and one confederate"),
            Self::TooLarge { interviews, rounds } => write!(
                f,
                "{interviews} interviews in {rounds} rounds or more are too many to search (ask for fewer of a role)"
            ),
            Self::NoPlaces => f.write_str("no interview may take place at any time (allow at least 1 in parallel)"),
            Self::Stranger { who, of } => write!(f, "{who} is named, but the contest has only {of} in that role"),
            Self::MatrixSize { size: (rows, columns), roles: (judges, entries) } => write!(
                f,
                "the matrix has {rows} rows and {columns} columns, for {judges} judges and {entries} entries (write a \
                 row per judge and a column per entry)"
            ),
            Self::MatrixForbidden { pairing: Pairing { judge, entry, confederate, .. }, witness } => write!(
                f,
                "the matrix has {judge} meet {entry} beside {confederate}, but {judge} and {witness} must not meet"
            ),
            Self::NoConfederate { who } => write!(f, "{who} must meet entries, but not any confederate"),
            Self::Fixed(breach) => write!(f, "in the fixed interviews, {breach}"),
            Self::Shares => {
                f.write_str("the confederates cannot be shared out evenly around who must not meet and what is fixed")
            }
            Self::Rounds { most, needed, reason } => {
                write!(f, "there is time for {most} rounds, but {needed} are needed: {reason}")
            }
            Self::NotFound { most } => write!(
                f,
                "a plan of {most} rounds was not found, though it is not proved that there is none (allow more rounds, \
                 or more steps)"
            ),
        }
    }
}

fn clauses(clashes: &[Clash]) -> String {
    clashes.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}
