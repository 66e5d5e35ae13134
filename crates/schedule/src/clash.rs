//! The requests that clash, by name, when there is no plan.

use language::{Message, Say};
use rulebook::{Participant, Witness};

use crate::{Breach, Pairing, Reason};

/// There is no plan, because these requests clash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Infeasible(pub Vec<Clash>);

/// Requests that cannot all be met. Prints as a clause that names them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Clash {
    /// A role has no participants.
    Nobody,
    /// More interviews than a search can hold.
    TooLarge {
        /// The interviews asked for.
        interviews: usize,
        /// The fewest rounds they need.
        rounds: usize,
    },
    /// The limit on interviews at the same time is zero.
    NoPlaces,
    /// A request names a participant who is not in the contest.
    Stranger {
        /// The participant it names.
        who: Participant,
        /// The number of participants in that role.
        of: u16,
    },
    /// The matrix has other numbers of rows or columns than there are judges and entries.
    MatrixSize {
        /// Its rows and columns.
        size: (usize, usize),
        /// The judges and entries.
        roles: (u16, u16),
    },
    /// The matrix lets a judge meet a witness it must not meet.
    MatrixForbidden {
        /// The meeting; its round has no meaning.
        pairing: Pairing,
        /// The witness that judge must not meet.
        witness: Witness,
    },
    /// A judge must not meet any confederate.
    NoConfederate {
        /// The judge.
        who: Participant,
    },
    /// A fixed interview breaks a request.
    Fixed(Breach),
    /// Forbidden meetings and fixed interviews leave no even shares of confederates.
    Shares,
    /// More rounds are needed than the time allows.
    Rounds {
        /// The most rounds the time allows.
        most: u16,
        /// The fewest rounds that are needed.
        needed: u16,
        /// The reason for that number.
        reason: Reason,
    },
    /// No plan was found for the rounds the time allows, though none is proved impossible.
    NotFound {
        /// The most rounds the time allows.
        most: u16,
    },
}

impl Say for Infeasible {
    fn message(&self) -> Message {
        let clashes = self.0.iter().map(Say::message);
        let clashes = clashes.reduce(|first, then| say!("refused-clash-several", first = first, then = then));
        say!("refused-infeasible", clashes = clashes.unwrap_or_else(|| Message::verbatim("")))
    }
}

impl Say for Clash {
    fn message(&self) -> Message {
        match self {
            Self::Nobody => say!("refused-clash-nobody"),
            Self::TooLarge { interviews, rounds } => {
                say!("refused-clash-too-large", interviews = interviews, rounds = rounds)
            }
            Self::NoPlaces => say!("refused-clash-no-places"),
            Self::Stranger { who, of } => say!("refused-clash-stranger", who = who.to_string(), count = of),
            Self::MatrixSize { size: (rows, columns), roles: (judges, entries) } => {
                say!("refused-clash-matrix-size", rows = rows, columns = columns, judges = judges, entries = entries)
            }
            Self::MatrixForbidden { pairing: Pairing { judge, entry, confederate, .. }, witness } => say!(
                "refused-clash-matrix-forbidden",
                judge = judge.to_string(),
                entry = entry.to_string(),
                confederate = confederate.to_string(),
                witness = witness.to_string()
            ),
            Self::NoConfederate { who } => say!("refused-clash-no-confederate", who = who.to_string()),
            Self::Fixed(breach) => say!("refused-clash-fixed", breach = breach.message()),
            Self::Shares => say!("refused-clash-shares"),
            Self::Rounds { most, needed, reason } => {
                say!("refused-clash-rounds", most = most, needed = needed, reason = reason.message())
            }
            Self::NotFound { most } => say!("refused-clash-not-found", most = most),
        }
    }
}

display_in_english!(Infeasible, Clash);

impl std::error::Error for Infeasible {}
