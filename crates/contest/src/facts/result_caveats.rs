//! Caveats beside a verdict: facts that lower the worth of a result and break no rule.

use language::{Message, Say};

use crate::event::Restored;

/// A caveat that a reader must know with any verdict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Caveat {
    /// Every draw was fixed by a text that was known beforehand.
    Rehearsal,
    /// Scripts played the parts of people.
    Scripts {
        /// The number of those people.
        people: usize,
    },
    /// The contest's clock did not run in real time.
    Pace {
        /// Contest milliseconds in a real second.
        per_mille: u32,
    },
    /// The record does not give the pace of the contest's clock.
    NoPace,
    /// Signed events were lost, and the contest went on without them.
    Restored(Restored),
}

impl Caveat {
    /// The noun phrase that follows the verdict: `consistent, but of a rehearsal`.
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
