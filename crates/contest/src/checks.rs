//! What is checked of the meaning of a record, and how each check came out.
//!
//! *Invariant:* a check that was not done, or that somebody forgot to do, never earns a yes: each is *not done* until it was.

use std::fmt;

use record::Outcome;

/// Something that is checked of what a record says, after its bytes were.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    /// Which versions its events and its result have.
    Versions,
    /// The list of what was taken out before publication.
    Deletions,
    /// Every event has the form of one.
    Events,
    /// Every event was allowed at its place.
    Rules,
    /// The seed is that of the secret and the contributions, and draws who met whom.
    Draw,
    /// The files that judges showed are there, and no others.
    Files,
    /// The key that signs is the one that the record names, and earlier heads are of this record.
    Keys,
    /// As many cosigners have signed as the rules demand.
    Cosigners,
    /// The rulebook beside the events is the one in force.
    Rulebook,
    /// The result, computed again, is the one that was published.
    Result,
}

impl Subject {
    /// All of them, in the order in which they are told.
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

    /// Its name in a list of checks; none is that of a check of bytes.
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

/// How every check of the meaning came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Checks([Outcome; Subject::ALL.len()]);

impl Default for Checks {
    /// Nothing was checked yet.
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

    /// Each with how it came out, in the order in which they are told.
    pub fn iter(&self) -> impl Iterator<Item = (Subject, Outcome)> + '_ {
        Subject::ALL.into_iter().map(|subject| (subject, self.of(subject)))
    }

    /// Whether any check has this outcome.
    #[must_use]
    pub fn any(&self, outcome: Outcome) -> bool {
        self.0.contains(&outcome)
    }
}

/// The names of those that were not done, for people.
impl fmt::Display for Checks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let not_done = self.iter().filter(|(_, outcome)| *outcome == Outcome::NotDone);
        let names: Vec<_> = not_done.map(|(subject, _)| subject.name()).collect();
        f.write_str(&names.join(", "))
    }
}

/// Passed where it holds, failed where it does not.
pub(crate) fn holds(holds: bool) -> Outcome {
    if holds { Outcome::Passed } else { Outcome::Failed }
}

/// Passed where it was done.
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
