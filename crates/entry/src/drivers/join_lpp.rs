//! Plays an entry for another judge program, in its communications directory: one link, key by key.
//!
//! All times here are real. The protocol has no rounds: one conversation lasts for the whole call.

use std::{
    collections::VecDeque,
    fs, io,
    path::{Path, PathBuf},
};

use tokio::sync::mpsc::Permit;

use super::join::ends;
use crate::{
    FromEntry, Incident, Link, Setup, ToEntry,
    lpp::{
        GuestSide,
        directory::{Directory, write_whole},
        name::Extension,
    },
    serve::{RESERVED, is_stale, sequence_file},
    start,
    watch::{Change, Watch},
};

/// An event while an entry plays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlayNotice {
    /// This many old keys of the judge were removed unread.
    LeftOver(usize),
    /// The program is ready: from now on the judge's keys are read.
    Ready,
    /// An operation in the directory failed; it is tried again.
    Trouble(String),
    /// An incident of the program, as an organiser here would see it.
    Incident(Incident),
}

/// The reason for the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Left {
    /// It was stopped.
    Stopped,
    /// The program is not started again.
    GaveUp,
}

/// An event that wakes the loop.
enum PlayEvent<'l> {
    Stop,
    Program(Option<FromEntry>),
    Room(Option<Permit<'l, ToEntry>>),
    Change(Change),
    /// More keys can be read.
    More,
}

/// Plays until it is stopped, or the program is gone for good.
///
/// Keys that the judge typed more than ten seconds earlier are removed unread. The judge's keys stay in the directory
/// until the program is ready. Key numbers continue those of earlier runs, from a file beside the directory.
///
/// # Errors
/// If the directory does not exist, or cannot be used.
pub async fn join(
    directory: &Path,
    setup: Setup,
    stop: impl Future<Output = ()>,
    mut hear: impl FnMut(&PlayNotice),
) -> io::Result<Left> {
    let mut seat = Seat::take(&fs::canonicalize(directory)?, &mut hear)?;
    let mut watch = Watch::new(seat.directory.path().to_owned());
    let Link { to_entry, mut from_entry } = start(setup);
    let mut stop = std::pin::pin!(stop);
    let mut ready = false;
    // A link that has already ended is noticed at the next receive.
    let _ = to_entry.send(ToEntry::Began).await;
    let left = loop {
        seat.make(&mut hear);
        if ready && seat.keys.is_empty() {
            seat.read();
        }
        let more = ready && seat.guest.has_removals() && seat.keys.is_empty();
        let wake = tokio::select! {
            () = &mut stop => PlayEvent::Stop,
            said = from_entry.recv() => PlayEvent::Program(said),
            room = to_entry.reserve(), if !seat.keys.is_empty() => PlayEvent::Room(room.ok()),
            change = watch.changed() => PlayEvent::Change(change),
            () = std::future::ready(()), if more => PlayEvent::More,
        };
        match wake {
            PlayEvent::Stop => break Left::Stopped,
            PlayEvent::Program(None) | PlayEvent::Room(None) => break Left::GaveUp,
            PlayEvent::Program(Some(FromEntry::Ready)) => {
                hear(&PlayNotice::Ready);
                ready = true;
            }
            PlayEvent::Program(Some(FromEntry::Key(key))) => seat.guest.types(key),
            PlayEvent::Program(Some(FromEntry::Incident(incident))) => {
                let is_over = incident == Incident::GaveUp;
                hear(&PlayNotice::Incident(incident));
                if is_over {
                    break Left::GaveUp;
                }
            }
            // Costs are not recorded here, and the link types.
            PlayEvent::Program(Some(FromEntry::Line(_) | FromEntry::Spent(_) | FromEntry::Told(_)))
            | PlayEvent::More => {}
            PlayEvent::Room(Some(room)) => {
                if let Some(key) = seat.keys.pop_front() {
                    room.send(ToEntry::Key(key));
                }
            }
            PlayEvent::Change(Change::Came(found)) => seat.guest.arrived(&found),
            PlayEvent::Change(Change::Look) => seat.look(&mut hear),
            PlayEvent::Change(Change::Read) => {}
        }
    };
    ends(&mut Some(Link { to_entry, from_entry })).await;
    Ok(left)
}

/// A seat in another program's directory.
struct Seat {
    directory: Directory,
    guest: GuestSide,
    /// The judge's keys that were read, but not yet passed on.
    keys: VecDeque<rulebook::Key>,
    sequence: PathBuf,
    reserved: u64,
    /// The current trouble, reported once.
    trouble: Option<String>,
}

impl Seat {
    fn take(directory: &Path, hear: &mut impl FnMut(&PlayNotice)) -> io::Result<Self> {
        let sequence = sequence_file(directory);
        let next = fs::read_to_string(&sequence).ok().and_then(|text| text.trim().parse().ok()).unwrap_or(1);
        let directory = Directory::at(directory.to_owned());
        let mut guest = GuestSide::new(next);
        let found = directory.look(Extension::Judge)?;
        let stale = found.iter().filter(|found| is_stale(&directory.path().join(&found.name)));
        let left_over = guest.begin(&stale.cloned().collect::<Vec<_>>());
        if left_over > 0 {
            hear(&PlayNotice::LeftOver(left_over));
        }
        guest.scan(&found);
        Ok(Self { directory, guest, keys: VecDeque::new(), sequence, reserved: next, trouble: None })
    }

    /// Makes directories for the program's keys.
    fn make(&mut self, hear: &mut impl FnMut(&PlayNotice)) {
        if self.guest.next_number() > self.reserved {
            self.reserved = self.guest.next_number() + RESERVED;
            if let Err(error) = write_whole(&self.sequence, &self.reserved.to_string()) {
                self.tell(format!("`{}` cannot be written: {error}", self.sequence.display()), hear);
            }
        }
        let mut names = self.guest.take_makings().into_iter();
        while let Some(name) = names.next() {
            if let Err(error) = self.directory.make(&name) {
                let why = format!("`{name}` cannot be made: {error}");
                // The order must be kept: after a failure the rest waits for the next scan too.
                self.guest.not_made(std::iter::once(name).chain(names).collect());
                return self.tell(why, hear);
            }
            self.trouble = None;
        }
    }

    /// Reads some of the judge's keys by removing them.
    fn read(&mut self) {
        for name in self.guest.take_removals() {
            self.keys.extend(self.guest.removed(&name, self.directory.remove(&name)));
        }
    }

    fn look(&mut self, hear: &mut impl FnMut(&PlayNotice)) {
        match self.directory.look(Extension::Judge) {
            Ok(found) => self.guest.scan(&found),
            Err(error) => self.tell(format!("the directory cannot be read: {error}"), hear),
        }
    }

    fn tell(&mut self, why: String, hear: &mut impl FnMut(&PlayNotice)) {
        if self.trouble.as_ref() != Some(&why) {
            hear(&PlayNotice::Trouble(why.clone()));
            self.trouble = Some(why);
        }
    }
}
