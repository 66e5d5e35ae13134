//! What no verdict on a record may overlook: facts that change what a result is worth, and break no rule.

use language::{Message, Say};

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

impl Say for Caveat {
    fn message(&self) -> Message {
        match self {
            Self::Rehearsal => say!("result-caveat-rehearsal"),
            Self::Scripts { people } => say!("result-caveat-scripts", people = people),
            Self::Pace { per_mille } => {
                say!("result-caveat-pace", times = (f64::from(*per_mille) / 1000.0).to_string())
            }
            Self::NoPace => say!("result-caveat-no-pace"),
            Self::Restored(Restored { kept, lost_size, lost_root, key }) => say!(
                "result-caveat-restored",
                first = kept.saturating_add(1),
                last = lost_size,
                root = lost_root.to_string(),
                key = key.to_string()
            ),
        }
    }
}

display_in_english!(Caveat);
