//! What no verdict on a record may overlook: facts that change what a result is worth, and break no rule.

use std::fmt;

use crate::event::Restored;

/// What a reader of a verdict must know with it, whatever it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Caveat {
    /// Every draw was fixed by a text that was known beforehand.
    Rehearsal,
    /// Scripts took the places of so many people.
    Scripts {
        /// How many.
        people: usize,
    },
    /// The contest's clock did not run as clocks do.
    Pace {
        /// Contest milliseconds in a real second.
        per_mille: u32,
    },
    /// Nothing says how fast the contest's clock ran.
    NoPace,
    /// Events that had been signed were lost, and the contest went on without them.
    Restored(Restored),
}

impl Caveat {
    /// What the verdict is one of, in the words that stand beside it: `consistent, but of a rehearsal`.
    #[must_use]
    pub fn beside_verdict(&self) -> &'static str {
        match self {
            Self::Rehearsal => "a rehearsal",
            Self::Scripts { .. } => "a demonstration by scripts",
            Self::Pace { .. } => "a contest whose clock did not run as clocks do",
            Self::NoPace => "a contest whose clock nobody vouches for",
            Self::Restored(_) => "a record that went on after signed events were lost",
        }
    }
}

impl fmt::Display for Caveat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rehearsal => f.write_str(
                "a rehearsal: the draw was fixed by a text of the organiser's, which was known before anybody joined",
            ),
            Self::Scripts { people } => {
                write!(f, "{people} of the people were scripts: this was a demonstration, not a contest")
            }
            Self::Pace { per_mille } => {
                write!(f, "the contest's clock ran {} times as fast as clocks do", f64::from(*per_mille) / 1000.0)
            }
            Self::NoPace => f.write_str("no server says in it how fast the contest's clock ran"),
            Self::Restored(Restored { kept, lost_size, lost_root, key }) => write!(
                f,
                "events {} to {lost_size} of it, which had been signed (root {lost_root}), are lost: it was continued from an \
                 older copy of its store by the organiser's decision, and signed from there by {key}",
                kept.saturating_add(1)
            ),
        }
    }
}
