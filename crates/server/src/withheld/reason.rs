//! The reasons for which a contest is withheld.

use std::path::Path;

use language::{Message, Say};
use store::StoreError;

use crate::{
    heads::{self, HeadError},
    running_contest::OpenContestError,
};

/// The reason why a contest is not served.
#[derive(Debug)]
pub enum Reason {
    /// Its store has another history than was acknowledged, or less of it.
    History(HeadError),
    /// The store has no room: the server tries again until it has.
    Full,
}

impl Reason {
    /// The reason for a failure that concerns one contest only; other failures are returned.
    pub(crate) fn of(failure: OpenContestError) -> Result<Self, OpenContestError> {
        match failure {
            OpenContestError::Head(why @ (HeadError::Shorter { .. } | HeadError::TwoHistories { .. })) => {
                Ok(Self::History(why))
            }
            OpenContestError::Store(StoreError::Full) => Ok(Self::Full),
            other @ (OpenContestError::Store(_)
            | OpenContestError::Head(_)
            | OpenContestError::Key(_)
            | OpenContestError::Fact { .. }) => Err(other),
        }
    }

    /// The cause, and the steps that mend it.
    #[must_use]
    pub fn told(&self) -> (Message, Vec<Message>) {
        match self {
            Self::Full => (say!("withheld-full"), vec![say!("withheld-full-room"), say!("withheld-full-then")]),
            Self::History(HeadError::Shorter { size, found, .. }) => {
                let lost = size.saturating_sub(*found);
                let what = match found {
                    0 => say!("withheld-empty", size = *size),
                    _ => say!("withheld-shorter", size = *size, found = *found, lost = lost),
                };
                let decide = match found {
                    0 => say!("withheld-begin-anew", lost = lost),
                    _ => say!("withheld-continue", lost = lost),
                };
                let steps = vec![say!("withheld-stop"), say!("withheld-copy"), decide];
                (what, steps)
            }
            Self::History(HeadError::TwoHistories { size, .. }) => {
                (say!("withheld-changed", size = *size), vec![say!("withheld-stop"), say!("withheld-copy-only")])
            }
            Self::History(other) => (Message::verbatim(other.to_string()), Vec::new()),
        }
    }
}

impl Reason {
    /// The option of `viva serve` by which its organiser decides to go on; `None` where they cannot decide that.
    #[must_use]
    pub fn option(&self) -> Option<String> {
        match self {
            Self::History(HeadError::Shorter { contest, .. }) => Some(format!("--continue-shorter {contest}")),
            Self::History(_) | Self::Full => None,
        }
    }
}

impl Say for Reason {
    fn message(&self) -> Message {
        let (what, mut steps) = self.told();
        steps.extend(self.option().map(Message::verbatim));
        steps.into_iter().fold(what, |told, step| say!("withheld-and", told = told, step = step))
    }
}

display_in_english!(Reason);

/// A contest that is not served.
#[derive(Debug)]
pub struct Withheld {
    /// Its name, where known.
    pub name: String,
    /// The reason.
    pub reason: Reason,
}

/// The contests that were acknowledged in this folder and are not among `known`: their store was emptied, or it is
/// another one.
pub(crate) fn missing(data: &Path, known: &[&str]) -> Vec<(String, Reason)> {
    let acknowledged = heads::acknowledged_in(&data.join("heads")).into_iter();
    let missing = acknowledged.filter(|(contest, _)| !known.contains(&contest.as_str()));
    let shorter = |(contest, head): (String, record::Checkpoint)| {
        let why = HeadError::Shorter { contest: contest.clone(), size: head.size, root: head.root, found: 0 };
        (contest, Reason::History(why))
    };
    missing.map(shorter).collect()
}
