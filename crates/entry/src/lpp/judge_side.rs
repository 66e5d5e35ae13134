//! The judge's side of a communications directory, played by the contest.
//!
//! Nothing is lost silently: a name that cannot be read as a key, or cannot be removed, becomes an incident. A key
//! counts once as long as its directory exists; once the directory is gone, its name may come again.

use std::time::Duration;

use rulebook::{Key, key_names::key_name};

use super::{
    DirectoryItem, Removal,
    inbox::{Inbox, Read},
    name::{BadName, Extension, Name, Number, extension_of},
};
use crate::{
    FromEntry, Incident,
    opening::Opening,
    reports::Reports,
    silence::Silence,
    spelling::{Carries, Speller},
};

/// The judge's side of one conversation.
#[derive(Debug)]
pub struct JudgeSide {
    last_made: u64,
    last_read: Option<Number>,
    spoken_to: bool,
    inbox: Inbox,
    to_make: Vec<String>,
    presence: Presence,
    /// True if the judge has begun a line.
    line_begun: bool,
    /// The number of the judge's keys that were discarded and not reported yet.
    discarded: u64,
    speller: Speller,
    silence: Silence,
    reports: Reports,
}

/// The program's ability to receive the judge's keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Presence {
    /// It receives them.
    Here,
    /// It has ended, and is not ready again yet.
    Away,
    /// It is back, in the middle of a line whose beginning it missed.
    MidLine,
}

impl JudgeSide {
    /// A conversation before its first key. `silence` is that of [`Setup`](crate::Setup); `last_made` is the number of
    /// the last key that an earlier link made in this directory, as returned by [`JudgeSide::last_made`], or 0.
    #[must_use]
    pub fn new(silence: Duration, last_made: u64) -> Self {
        Self {
            last_made,
            last_read: None,
            spoken_to: false,
            inbox: Inbox::of(Extension::Other),
            to_make: Vec::new(),
            presence: Presence::Here,
            line_begun: false,
            discarded: 0,
            speller: Speller::new(Carries::Ascii),
            silence: Silence::new(silence),
            reports: Reports::default(),
        }
    }

    /// Applies this rule to text that the program says unasked.
    #[must_use]
    pub fn under(mut self, opening: Opening) -> Self {
        self.reports.under(opening);
        self
    }

    /// The conversation is open.
    pub fn began(&mut self) {
        self.reports.began();
    }

    /// The link begins, with these names in the directory: old keys of either side are removed unread. Returns their
    /// number: a directory may hold more than one scan returns.
    pub fn begin(&mut self, found: &[DirectoryItem]) -> usize {
        for found in found {
            if let Ok(Name { number, extension: Extension::Judge, .. }) = found.name.parse::<Name>() {
                self.last_made = self.last_made.max(number_made(&number));
            }
        }
        let left = self.inbox.discard(found.iter().filter(|found| extension_of(&found.name).is_some()));
        if left > 0 {
            self.reports.incident(Incident::LeftOver { count: left });
        }
        left
    }

    /// The entry's program was started, for the first time or again: its numbers may begin again.
    pub fn started(&mut self) {
        self.last_read = None;
    }

    /// The entry counts as listening: reports it ready. The judge's keys from its absence were discarded; the rest of a
    /// line begun then will be too.
    pub fn listens(&mut self) {
        if self.presence == Presence::Away {
            self.presence = if self.line_begun { Presence::MidLine } else { Presence::Here };
            self.report_discarded();
        }
        self.reports.ready();
    }

    /// The entry's program has ended. `why` are the incidents of its end. [`JudgeSide::clear`] must follow, to remove
    /// the unread keys.
    pub fn stopped(&mut self, why: impl IntoIterator<Item = Incident>) {
        self.silence.heard();
        self.reports.end_unasked();
        self.reports.left();
        self.spoken_to = false;
        self.presence = Presence::Away;
        self.discarded += u64::try_from(std::mem::take(&mut self.to_make).len()).unwrap_or(u64::MAX);
        why.into_iter().for_each(|incident| self.reports.incident(incident));
    }

    /// Removes the judge's unread keys from this list of the directory, after the program's end.
    pub fn clear(&mut self, found: &[DirectoryItem]) {
        let _ = self.inbox.discard(found.iter().filter(|found| extension_of(&found.name) == Some(Extension::Judge)));
    }

    /// Reports an incident to the organiser.
    pub fn report(&mut self, incident: Incident) {
        self.reports.incident(incident);
    }

    /// The judge pressed a key. `wall_us` is the time of day, in microseconds since 1970.
    ///
    /// The directory's number is that time as 11 digits of seconds and 7 of microseconds, as the judge program of those
    /// years wrote it, or one microsecond after the last number, whichever is later.
    ///
    /// A character that is not ASCII has no name: the program receives its nearest spelling.
    pub fn key(&mut self, key: Key, now: Duration, wall_us: u64) {
        let (keys, spelled) = self.speller.press(key);
        keys.into_iter().for_each(|key| self.make(key, now, wall_us));
        // A program that is away receives nothing.
        spelled.filter(|_| self.presence == Presence::Here).into_iter().for_each(|spelled| self.reports.told(spelled));
    }

    fn make(&mut self, key: Key, now: Duration, wall_us: u64) {
        self.line_begun = key != Key::Return;
        match self.presence {
            Presence::Here => {
                self.spoken_to = true;
                self.last_made = wall_us.max(self.last_made + 1);
                let (seconds, micros) = (self.last_made / 1_000_000, self.last_made % 1_000_000);
                self.to_make.push(format!("{seconds:011}{micros:07}.{}.{}", key_name(key), Extension::Judge));
                if key == Key::Return {
                    self.silence.asked(now);
                    self.reports.asked();
                }
            }
            Presence::Away => self.discarded += 1,
            Presence::MidLine => {
                self.discarded += 1;
                if key == Key::Return {
                    self.presence = Presence::Here;
                    self.report_discarded();
                }
            }
        }
    }

    /// Puts back names from [`JudgeSide::take_makings`] that could not be made, before all others.
    pub fn not_made(&mut self, names: Vec<String>) {
        if self.presence == Presence::Here {
            self.to_make.splice(..0, names);
        } else {
            self.discarded += u64::try_from(names.len()).unwrap_or(u64::MAX);
        }
    }

    /// Takes a complete list of the directory: missing names count as gone.
    pub fn scan(&mut self, found: &[DirectoryItem]) {
        let strangers = self.inbox.listed(found);
        self.report_strangers(strangers);
    }

    /// Takes names that have appeared in the directory; other names may exist too.
    pub fn arrived(&mut self, found: &[DirectoryItem]) {
        let strangers = self.inbox.arrived(found);
        self.report_strangers(strangers);
    }

    /// Takes the result of removing a name from [`JudgeSide::take_removals`]. True if it was a key that counts.
    pub fn removed(&mut self, name: &str, removal: Removal, now: Duration) -> bool {
        let (read, stuck) = self.inbox.removed(name, removal);
        let counts = match read {
            Read::New(Ok(name_read)) => {
                self.press(name, name_read, removal, now);
                true
            }
            Read::New(Err(fault)) => {
                self.refuse(name, fault);
                false
            }
            Read::Unread(Extension::Judge) if self.presence != Presence::Here => {
                self.discarded += 1;
                false
            }
            Read::Unread(_) | Read::Known => false,
        };
        if stuck {
            self.reports.incident(Incident::CannotDelete { name: shown(name) });
        }
        counts
    }

    /// Advances the time to `now`: ends an unasked line after a pause, and reports a long silence.
    pub fn wake(&mut self, now: Duration) {
        self.reports.rest_unasked(now);
        if let Some(incident) = self.silence.check(now) {
            self.reports.incident(incident);
        }
    }

    /// The next time at which [`JudgeSide::wake`] has work.
    #[must_use]
    pub fn next_wake(&self) -> Option<Duration> {
        self.silence.due().into_iter().chain(self.reports.unasked_due()).min()
    }

    /// The names of directories to make, in this order, each returned once.
    pub fn take_makings(&mut self) -> Vec<String> {
        std::mem::take(&mut self.to_make)
    }

    /// True if [`JudgeSide::take_makings`] has names.
    #[must_use]
    pub fn has_makings(&self) -> bool {
        !self.to_make.is_empty()
    }

    /// The names of directories to remove, in this order; [`JudgeSide::removed`] takes each result. A key counts when
    /// its directory is removed. At most 64 at once: call again.
    pub fn take_removals(&mut self) -> Vec<String> {
        self.inbox.take()
    }

    /// True if [`JudgeSide::take_removals`] has names.
    #[must_use]
    pub fn has_removals(&self) -> bool {
        !self.inbox.is_empty()
    }

    /// The time of the last key made, in microseconds since 1970; pass it to the next link.
    #[must_use]
    pub fn last_made(&self) -> u64 {
        self.last_made
    }

    /// The next report for the contest.
    pub fn take_report(&mut self) -> Option<FromEntry> {
        self.reports.take()
    }

    /// True if [`JudgeSide::take_report`] has a report.
    #[must_use]
    pub fn has_reports(&self) -> bool {
        !self.reports.is_empty()
    }

    fn press(&mut self, name: &str, Name { number, key, .. }: Name, removal: Removal, now: Duration) {
        match self.last_read.as_ref().map(|last| number.cmp(last)) {
            Some(std::cmp::Ordering::Equal) => self.reports.incident(Incident::DuplicateNumber { name: shown(name) }),
            Some(std::cmp::Ordering::Less) => self.reports.incident(Incident::OutOfOrder { name: shown(name) }),
            _ => {}
        }
        self.last_read = Some(number);
        if removal == Removal::NotADirectory {
            self.reports.incident(Incident::NotADirectory { name: shown(name) });
        }
        if self.spoken_to && !self.reports.types_unasked() {
            self.silence.heard();
            self.reports.key(key);
        } else {
            self.reports.press_unasked(key, now);
        }
    }

    fn refuse(&mut self, name: &str, fault: BadName) {
        let name = shown(name);
        self.reports.incident(match fault {
            BadName::WrongExtension => Incident::WrongExtension { name },
            BadName::Malformed(_) => Incident::Malformed { name },
            BadName::UnknownKey(_) => Incident::UnknownKeyName { name },
        });
    }

    fn report_strangers(&mut self, strangers: Vec<String>) {
        for name in strangers {
            self.reports.incident(Incident::WrongExtension { name: shown(&name) });
        }
    }

    fn report_discarded(&mut self) {
        let count = std::mem::take(&mut self.discarded);
        if count > 0 {
            self.reports.incident(Incident::BacklogDiscarded { count });
        }
    }
}

/// The time, in microseconds, encoded in a number from [`JudgeSide::key`]; 0 for any other number.
fn number_made(number: &Number) -> u64 {
    let value = number.value().filter(|value| *value < 10_u64.pow(18)).unwrap_or(0);
    (value / 10_000_000).saturating_mul(1_000_000).saturating_add(value % 10_000_000 % 1_000_000)
}

/// A name without control characters, cut to 255 characters.
fn shown(name: &str) -> String {
    name.chars().take(255).map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rulebook::key::keys_of;

    use super::*;
    use crate::Spelled;

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
                let found = |name: &String| DirectoryItem { name: name.replace(".judge", ".other"), is_directory: true };
                let found: Vec<_> = batch.iter().rev().map(found).collect();
                // A notification and a listing report it; it counts once.
                reader.arrived(&found);
                reader.scan(&found);
                for name in reader.take_removals() {
                    reader.removed(&name, Removal::Done, Duration::ZERO);
                }
                reader.arrived(&found);
                for name in reader.take_removals() {
                    reader.removed(&name, Removal::Gone, Duration::ZERO);
                }
            }
            let read: Vec<_> = std::iter::from_fn(|| reader.take_report()).collect();
            prop_assert_eq!(read, keys_of(&text).map(FromEntry::Key).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_character_that_has_no_name_is_told_in_its_spelling_and_both_are_reported() {
        let mut judge = JudgeSide::new(Duration::MAX, 0);
        keys_of("Où ß\u{8}?\n").for_each(|key| judge.key(key, Duration::ZERO, 0));
        let names = judge.take_makings();
        let keys: Vec<_> = names.iter().map(|name| name.split('.').nth(1).unwrap()).collect();
        assert_eq!(keys, ["O", "u", "space", "s", "s", "BackSpace", "BackSpace", "question", "Return"]);
        let spelled = Spelled { typed: "Où ?".to_owned(), told: "Ou ?".to_owned() };
        assert_eq!(judge.take_report(), Some(FromEntry::Told(spelled)));
        assert_eq!(judge.take_report(), None);
    }

    #[test]
    fn a_link_after_a_clock_that_was_set_back_still_counts_up() {
        let mut judge = JudgeSide::new(Duration::MAX, 0);
        judge.begin(&[DirectoryItem { name: "000128782620000000042.H.judge".to_owned(), is_directory: true }]);
        judge.begin(&[DirectoryItem { name: "000128782620000042.H.judge".to_owned(), is_directory: true }]);
        assert!(judge.last_made() > 0);
        let before = judge.last_made();
        judge.key(Key::Return, Duration::ZERO, 0);
        assert_eq!(judge.last_made(), before + 1);
    }
}
