//! The checks of a record's meaning, each with its outcome.
//!
//! *Invariant:* a check starts as *not done* and passes only when it was done.

use std::fmt;

use record::Outcome;

/// A check of the record's meaning; it follows the checks of its bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    /// The versions of the events and of the result are known.
    Versions,
    /// The list of deletions before publication is in order.
    Deletions,
    /// Every event has a valid form.
    Events,
    /// The rules allowed every event at its place.
    Rules,
    /// The secret and the contributions make the seed, and the seed draws the assignment.
    Draw,
    /// Exactly the files that judges showed are there.
    Files,
    /// The record names the signing key, and earlier heads belong to this record.
    Keys,
    /// At least as many cosigners have signed as the rules demand.
    Cosigners,
    /// The rulebook beside the events is the one in force.
    Rulebook,
    /// The published result equals the one that is computed again.
    Result,
}

impl Subject {
    /// All checks, in the order of reports.
    pub const ALL: [Self; 10] = [
        Self::Versions,
        Self::Deletions,
        Self::Events,
        Self::Rules,
        Self::Draw,
        Self::Files,
        Self::Keys,
        Self::Cosigners,
        Self::Rulebook,
        Self::Result,
    ];

    /// The check's name in a report; no check of bytes has the same.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Versions => "versions",
            Self::Deletions => "deletions",
            Self::Events => "facts",
            Self::Rules => "rules",
            Self::Draw => "draw",
            Self::Files => "files",
            Self::Keys => "keys",
            Self::Cosigners => "cosigned",
            Self::Rulebook => "rulebook",
            Self::Result => "result",
        }
    }
}

/// The outcome of every check of the meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Checks([Outcome; Subject::ALL.len()]);

impl Default for Checks {
    /// Every check is *not done*.
    fn default() -> Self {
        Self([Outcome::NotDone; Subject::ALL.len()])
    }
}

impl Checks {
    /// The outcome of this check.
    #[must_use]
    pub fn of(&self, subject: Subject) -> Outcome {
        self.0[subject as usize]
    }

    /// Records an outcome; a failed check stays failed.
    pub(crate) fn set(&mut self, subject: Subject, outcome: Outcome) {
        if self.of(subject) != Outcome::Failed {
            self.0[subject as usize] = outcome;
        }
    }

    /// Every check with its outcome, in the order of reports.
    pub fn iter(&self) -> impl Iterator<Item = (Subject, Outcome)> + '_ {
        Subject::ALL.into_iter().map(|subject| (subject, self.of(subject)))
    }

    /// True if any check has this outcome.
    #[must_use]
    pub fn any(&self, outcome: Outcome) -> bool {
        self.0.contains(&outcome)
    }
}

/// The names of the checks that were not done.
impl fmt::Display for Checks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let not_done = self.iter().filter(|(_, outcome)| *outcome == Outcome::NotDone);
        let names: Vec<_> = not_done.map(|(subject, _)| subject.name()).collect();
        f.write_str(&names.join(", "))
    }
}

/// Passed if true, else failed.
pub(crate) fn holds(holds: bool) -> Outcome {
    if holds { Outcome::Passed } else { Outcome::Failed }
}

/// Passed if true, else not done.
pub(crate) fn done(is_done: bool) -> Outcome {
    if is_done { Outcome::Passed } else { Outcome::NotDone }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_check_is_not_done_until_it_was_and_what_failed_stays_so() {
        let mut checks = Checks::default();
        assert!(Subject::ALL.iter().all(|subject| checks.of(*subject) == Outcome::NotDone));
        checks.set(Subject::Draw, Outcome::Failed);
        checks.set(Subject::Draw, Outcome::Passed);
        checks.set(Subject::Rules, Outcome::Passed);
        assert_eq!((checks.of(Subject::Draw), checks.of(Subject::Rules)), (Outcome::Failed, Outcome::Passed));
        assert_eq!(checks.to_string(), "versions, deletions, facts, files, keys, cosigned, rulebook, result");
    }

    #[test]
    fn every_check_has_a_place_and_a_name_of_its_own() {
        let names: std::collections::BTreeSet<_> = Subject::ALL.iter().map(|subject| subject.name()).collect();
        assert_eq!(names.len(), Subject::ALL.len());
        assert!(Subject::ALL.iter().enumerate().all(|(place, subject)| *subject as usize == place));
    }
}
