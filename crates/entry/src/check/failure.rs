//! Why a check failed, with what was seen until then.

use super::Observation;

/// Why a check failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Failure {
    /// What happened.
    pub(super) why: String,
    /// What its author should do.
    pub(super) mend: String,
    /// What was seen up to that point.
    pub(super) seen: Vec<String>,
}

impl Failure {
    pub(super) fn at(observed: &Observation, place: usize, why: impl Into<String>, mend: impl Into<String>) -> Self {
        Self { why: why.into(), mend: mend.into(), seen: observed.excerpt(place) }
    }
}

/// Enough of a text to recognise it.
pub(super) fn shortened(text: &str) -> String {
    const ENOUGH: usize = 60;
    if text.chars().count() <= ENOUGH { text.to_owned() } else { text.chars().take(ENOUGH).chain(['…']).collect() }
}
