//! A failed check: the reason, the repair, and the last events.

use super::Observation;

/// The reason for a failure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Failure {
    /// The fault found.
    pub(super) why: String,
    /// Advice for the author.
    pub(super) mend: String,
    /// The last events before the failure.
    pub(super) seen: Vec<String>,
}

impl Failure {
    pub(super) fn at(observed: &Observation, place: usize, why: impl Into<String>, mend: impl Into<String>) -> Self {
        Self { why: why.into(), mend: mend.into(), seen: observed.excerpt(place) }
    }
}

/// The first 60 characters of a text: enough to recognise it.
pub(super) fn shortened(text: &str) -> String {
    const ENOUGH: usize = 60;
    if text.chars().count() <= ENOUGH { text.to_owned() } else { text.chars().take(ENOUGH).chain(['…']).collect() }
}
