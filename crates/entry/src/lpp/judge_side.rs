//! The judge's side of a communications directory: what the contest plays.
//!
//! Nothing is lost silently: what cannot be read as a key, or not be removed, becomes an incident. A key counts once as
//! long as its directory exists; once the directory is gone, its name may come again.

use std::{collections::BTreeSet, time::Duration};

use rulebook::{Key, key_names::key_name};

use super::{
    Found,
    name::{BadName, Extension, Name, Number, extension_of},
};
use crate::{FromEntry, Incident, reports::Reports, silence::Silence, typist::WAITING_MAX};

/// The judge's side of one conversation.
#[derive(Debug)]
pub struct JudgeSide {
    last_made: u64,
    last_read: Option<Number>,
    spoken_to: bool,
    greeted: bool,
    flooded: bool,
    /// Names that were read and still exist.
    read: BTreeSet<String>,
    /// Names that could not be removed and were reported.
    stuck: BTreeSet<String>,
    to_make: Vec<String>,
    to_remove: Vec<String>,
    silence: Silence,
    reports: Reports,
}

impl JudgeSide {
    /// A conversation in which nothing has been said. `silence` is that of [`Setup`](crate::Setup); `last_made` the
    /// number of the last key that an earlier link made in this directory, as [`JudgeSide::last_made`] gave it, or 0.
    #[must_use]
    pub fn new(silence: Duration, last_made: u64) -> Self {
        Self {
            last_made,
            last_read: None,
            spoken_to: false,
            greeted: false,
            flooded: false,
            read: BTreeSet::new(),
            stuck: BTreeSet::new(),
            to_make: Vec::new(),
            to_remove: Vec::new(),
            silence: Silence::new(silence),
            reports: Reports::default(),
        }
    }

    /// The link begins, with this in the directory: keys of either side from earlier are removed unread.
    pub fn begin(&mut self, found: &[Found]) {
        let left: Vec<_> = found.iter().filter(|found| extension_of(&found.name).is_some()).collect();
        for found in &left {
            self.read.insert(found.name.clone());
            self.to_remove.push(found.name.clone());
            if let Ok(Name { number, extension: Extension::Judge, .. }) = found.name.parse::<Name>() {
                self.last_made = self.last_made.max(number_made(&number));
            }
        }
        if !left.is_empty() {
            self.reports.incident(Incident::LeftOver { count: left.len() });
        }
    }

    /// The entry's program was started, for the first time or again: its numbers may begin anew.
    pub fn started(&mut self) {
        self.last_read = None;
    }

    /// The entry has settled, as far as can be known: the contest hears that it is ready.
    pub fn listens(&mut self) {
        self.reports.ready();
    }

    /// The entry's program has ended. `why` are the incidents that go with it.
    pub fn stopped(&mut self, why: impl IntoIterator<Item = Incident>) {
        self.silence.heard();
        why.into_iter().for_each(|incident| self.reports.incident(incident));
    }

    /// Something happened that the organiser should know.
    pub fn report(&mut self, incident: Incident) {
        self.reports.incident(incident);
    }

    /// The judge pressed a key. `wall_us` is the time of day, in microseconds since 1970.
    ///
    /// The directory's number is that time as 11 digits of seconds and 7 of microseconds, as the judge program of those
    /// years wrote it, or one microsecond after the last number, whichever is later.
    pub fn key(&mut self, key: Key, now: Duration, wall_us: u64) {
        self.spoken_to = true;
        self.last_made = wall_us.max(self.last_made + 1);
        let (seconds, micros) = (self.last_made / 1_000_000, self.last_made % 1_000_000);
        self.to_make.push(format!("{seconds:011}{micros:07}.{}.{}", key_name(key), Extension::Judge));
        if key == Key::Return {
            self.silence.asked(now);
        }
    }

    /// This is in the directory now. All of it: what is missing counts as gone.
    pub fn scan(&mut self, found: &[Found]) {
        let present: BTreeSet<&str> = found.iter().map(|found| found.name.as_str()).collect();
        self.read.retain(|name| present.contains(name.as_str()));
        self.stuck.retain(|name| present.contains(name.as_str()));
        self.to_remove.extend(self.stuck.iter().cloned());

        let mut keys = Vec::new();
        for found in found {
            let parsed = found.name.parse::<Name>();
            let is_judges = matches!(parsed, Ok(Name { extension: Extension::Judge, .. }));
            if is_judges || !self.read.insert(found.name.clone()) {
                continue;
            }
            match parsed {
                Ok(name) => keys.push((name.number, found, name.key)),
                Err(fault) => self.refuse(found, fault),
            }
        }
        keys.sort_by(|(a, found_a, _), (b, found_b, _)| a.cmp(b).then_with(|| found_a.name.cmp(&found_b.name)));
        self.limit(keys.len());
        for (place, (number, found, key)) in keys.into_iter().enumerate() {
            self.press(number, found, (place < WAITING_MAX).then_some(key));
        }
    }

    /// This name, given by [`JudgeSide::take_removals`], is still there after it should have been removed.
    pub fn not_removed(&mut self, name: &str) {
        if self.stuck.insert(name.to_owned()) {
            self.reports.incident(Incident::CannotDelete { name: shown(name) });
        }
    }

    /// Lets the time be `now`: a silence that is too long is reported.
    pub fn wake(&mut self, now: Duration) {
        if let Some(incident) = self.silence.check(now) {
            self.reports.incident(incident);
        }
    }

    /// When [`JudgeSide::wake`] will next have something to do.
    #[must_use]
    pub fn next_wake(&self) -> Option<Duration> {
        self.silence.due()
    }

    /// Names of directories to make, in this order, at most once.
    pub fn take_makings(&mut self) -> Vec<String> {
        std::mem::take(&mut self.to_make)
    }

    /// Names of directories to remove, at most once per scan.
    pub fn take_removals(&mut self) -> Vec<String> {
        std::mem::take(&mut self.to_remove)
    }

    /// The time of the last key that was made, in microseconds since 1970: keep it for the next link.
    #[must_use]
    pub fn last_made(&self) -> u64 {
        self.last_made
    }

    /// What the contest should hear next.
    pub fn take_report(&mut self) -> Option<FromEntry> {
        self.reports.take()
    }

    /// Whether [`JudgeSide::take_report`] has something.
    #[must_use]
    pub fn has_reports(&self) -> bool {
        !self.reports.is_empty()
    }

    /// Reads one directory as a key; without a `key` it came in a flood and is dropped.
    fn press(&mut self, number: Number, found: &Found, key: Option<Key>) {
        let name = || shown(&found.name);
        match self.last_read.as_ref().map(|last| number.cmp(last)) {
            Some(std::cmp::Ordering::Equal) => self.reports.incident(Incident::DuplicateNumber { name: name() }),
            Some(std::cmp::Ordering::Less) => self.reports.incident(Incident::OutOfOrder { name: name() }),
            _ => {}
        }
        self.last_read = Some(number);
        if found.is_directory {
            self.to_remove.push(found.name.clone());
        } else {
            self.reports.incident(Incident::NotADirectory { name: name() });
        }
        if !self.spoken_to {
            if !std::mem::replace(&mut self.greeted, true) {
                self.reports.incident(Incident::GreetedEarly);
            }
        } else if let Some(key) = key {
            self.silence.heard();
            self.reports.key(key);
        }
    }

    fn refuse(&mut self, found: &Found, fault: BadName) {
        let name = shown(&found.name);
        match fault {
            BadName::Malformed(Extension::Judge) | BadName::UnknownKey(Extension::Judge) | BadName::WrongExtension => {
                self.reports.incident(Incident::WrongExtension { name });
                return;
            }
            BadName::Malformed(Extension::Other) => self.reports.incident(Incident::Malformed { name }),
            BadName::UnknownKey(Extension::Other) => self.reports.incident(Incident::UnknownKeyName { name }),
        }
        self.to_remove.push(found.name.clone());
    }

    /// Reports a flood when it begins; it ends with a scan that fits.
    fn limit(&mut self, keys: usize) {
        let floods = keys > WAITING_MAX;
        if floods && !self.flooded {
            self.reports.incident(Incident::Flooded { limit: WAITING_MAX });
        }
        self.flooded = floods;
    }
}

/// The time, in microseconds, of a number that was made by [`JudgeSide::key`]; 0 for one that was not.
fn number_made(number: &Number) -> u64 {
    let value = number.value().filter(|value| *value < 10_u64.pow(18)).unwrap_or(0);
    (value / 10_000_000).saturating_mul(1_000_000).saturating_add(value % 10_000_000 % 1_000_000)
}

/// A name fit for a report.
fn shown(name: &str) -> String {
    name.chars().take(255).map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rulebook::key::keys_of;

    use super::*;

    proptest! {
        #[test]
        fn names_never_stop_growing_whatever_the_clock_does(clocks in prop::collection::vec(0_u64..3_000_000, 1..60)) {
            let mut names = Vec::new();
            let mut last_made = 0;
            for chunk in clocks.chunks(7) {
                let mut judge = JudgeSide::new(Duration::MAX, last_made);
                chunk.iter().for_each(|clock| judge.key(Key::Return, Duration::ZERO, *clock));
                names.extend(judge.take_makings());
                last_made = judge.last_made();
            }
            prop_assert!(names.windows(2).all(|pair| pair[0] < pair[1]), "{:?}", names);
            prop_assert!(names.iter().all(|name| name.len() == "000000000000000000.Return.judge".len()));
        }

        #[test]
        fn what_one_side_types_the_other_reads(text in "[ -~\n\t]{0,40}", scans in 1_usize..9) {
            let mut judge = JudgeSide::new(Duration::MAX, 0);
            keys_of(&text).for_each(|key| judge.key(key, Duration::ZERO, 0));
            let made = judge.take_makings();
            let mut reader = JudgeSide::new(Duration::MAX, 0);
            reader.key(Key::Return, Duration::ZERO, 0);
            for batch in made.chunks(scans) {
                let found = |name: &String| Found { name: name.replace(".judge", ".other"), is_directory: true };
                reader.scan(&batch.iter().rev().map(found).collect::<Vec<_>>());
            }
            let read: Vec<_> = std::iter::from_fn(|| reader.take_report()).collect();
            prop_assert_eq!(read, keys_of(&text).map(FromEntry::Key).collect::<Vec<_>>());
            prop_assert_eq!(reader.take_removals().len(), made.len());
        }
    }

    #[test]
    fn a_link_after_a_clock_that_was_set_back_still_counts_up() {
        let mut judge = JudgeSide::new(Duration::MAX, 0);
        judge.begin(&[Found { name: "000128782620000000042.H.judge".to_owned(), is_directory: true }]);
        judge.begin(&[Found { name: "000128782620000042.H.judge".to_owned(), is_directory: true }]);
        assert!(judge.last_made() > 0);
        let before = judge.last_made();
        judge.key(Key::Return, Duration::ZERO, 0);
        assert_eq!(judge.last_made(), before + 1);
    }
}
