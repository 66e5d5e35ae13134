//! What a plan can break, in words an organiser understands.

use std::fmt;

use rulebook::{Participant, RoundNumber};

/// One thing a plan breaks. Prints as a short clause, such as `J1 meets E1 twice`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Violation {
    /// Somebody is in the plan who is not in the contest.
    Unknown {
        /// Who is in the plan.
        who: Participant,
        /// How many of that role the contest has.
        of: u16,
    },
    /// A round without interviews stands before the last round.
    EmptyRound {
        /// The round nobody meets in.
        round: RoundNumber,
    },
    /// A participant is in more than one interview of a round.
    Crowded {
        /// Who would have to be in several places.
        who: Participant,
        /// The round.
        round: RoundNumber,
        /// In how many interviews, at least 2.
        times: usize,
    },
    /// Two who should meet once meet more often.
    Repeated {
        /// The judge, or the entry that is beside a confederate.
        who: Participant,
        /// The other.
        whom: Participant,
        /// How often, at least 2.
        times: usize,
    },
    /// Two who should meet once do not meet.
    Missed {
        /// The judge, or the entry that should be beside a confederate.
        who: Participant,
        /// The other.
        whom: Participant,
    },
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Unknown { who, of: 0 } => write!(f, "{who} is planned, but the contest has nobody in that role"),
            Self::Unknown { who, of } => write!(f, "{who} is planned, but the contest has only {of} in that role"),
            Self::EmptyRound { round } => write!(f, "{round} has no interviews, though rounds follow it"),
            Self::Crowded { who, round, times } => write!(f, "{who} is in {times} interviews of {round}"),
            Self::Repeated { who, whom, times: 2 } => write!(f, "{who} meets {whom} twice"),
            Self::Repeated { who, whom, times } => write!(f, "{who} meets {whom} {times} times"),
            Self::Missed { who, whom } => write!(f, "{who} never meets {whom}"),
        }
    }
}
