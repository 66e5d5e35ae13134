//! Readiness of the finalists: entries that have come in working, and entries that are late.

use rulebook::{
    EntryId, Timestamp,
    schema::{DateClock, Deadline, LateRules},
};

use crate::{Entered, Intake, Moment};

/// The readiness of an entry of the final.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Readiness<'i> {
    /// It has worked since this time.
    Works(Moment),
    /// It has until this day; absent where the rulebook sets none.
    Waits(Option<&'i Deadline>),
    /// It had until this day: its place goes to a substitute.
    Late(&'i Deadline),
}

/// The readiness of every entry that has a place in the final, at this moment.
#[must_use]
pub fn readiness(intake: &Intake, now: Timestamp) -> Vec<(EntryId, Readiness<'_>)> {
    let late = intake.rulebook.intake.as_ref().and_then(|rules| rules.late.as_ref());
    let of = |entry: &EntryId| {
        let entered = intake.entries.get(entry)?;
        let due = late.and_then(|late| due(late, entered));
        let ready = match (entered.working, due) {
            (Some(when), _) => Readiness::Works(when),
            (None, Some(due)) if now >= due.by.ends(clock(intake)) => Readiness::Late(due),
            (None, due) => Readiness::Waits(due),
        };
        Some((*entry, ready))
    };
    intake.final_entries.iter().filter_map(of).collect()
}

/// The last day by which an entry must work. A reserve that moved up, perhaps after that day, has until the last day for changes.
pub(crate) fn due<'i>(late: &'i LateRules, entered: &Entered) -> Option<&'i Deadline> {
    let later = late.changes_until.as_ref().filter(|_| entered.moved_up);
    later.or(late.working_by.as_ref())
}

/// The clock by which the days of an intake end.
pub(crate) fn clock(intake: &Intake) -> DateClock {
    let window = intake.rulebook.intake.as_ref().and_then(|rules| rules.window.as_ref());
    window.map_or(DateClock::Anywhere, |window| window.clock)
}
