//! One contest as the server knows it: its hall, its entries, and who is connected at the moment.
//!
//! Connections and the state of programs are not facts of the contest; they are gone with the process and are shown to
//! the organiser only.

use std::{
    collections::BTreeMap,
    path::PathBuf,
    sync::{Mutex, MutexGuard, OnceLock, PoisonError},
};

use entry::{isolation::Reach, socketio::Door};
use rulebook::{ContestFile, EntryId, InterviewId, Participant};
use schedule::GivenPlan;
use tokio::sync::{broadcast, watch};

use crate::hall::Hall;

/// The most connections of one participant at a time.
const CONNECTIONS_MAX: usize = 8;

/// The most entries that wait to be started again.
const RESTARTS_MAX: usize = 64;

/// One contest as the server knows it.
pub struct Place {
    /// The contest.
    pub hall: Hall,
    /// What its organiser wrote down.
    pub file: ContestFile,
    /// The folder in which its entries' commands run, on this machine.
    folder: Mutex<PathBuf>,
    /// Where programs that connect to the contest are found.
    pub door: Door,
    /// What each entry's program can reach on this machine; empty until it was looked at.
    pub reach: OnceLock<Vec<Reach>>,
    presence: Mutex<Presence>,
    changed: watch::Sender<u64>,
    restarts: broadcast::Sender<EntryId>,
}

#[derive(Default)]
struct Presence {
    connections: BTreeMap<Participant, usize>,
    /// How the links of each entry are doing.
    entries: BTreeMap<EntryId, BTreeMap<InterviewId, String>>,
}

impl Place {
    /// A contest with nobody connected.
    #[must_use]
    pub fn new(hall: Hall, file: ContestFile, folder: PathBuf) -> Self {
        Self {
            hall,
            file,
            folder: Mutex::new(folder),
            door: Door::default(),
            reach: OnceLock::new(),
            presence: Mutex::default(),
            changed: watch::Sender::new(0),
            restarts: broadcast::Sender::new(RESTARTS_MAX),
        }
    }

    /// The folder in which its entries' commands run.
    #[must_use]
    pub fn folder(&self) -> PathBuf {
        self.folder.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// On this machine its entries are in another folder than where it was added. Counts for what is started from now on.
    pub fn set_folder(&self, folder: PathBuf) {
        *self.folder.lock().unwrap_or_else(PoisonError::into_inner) = folder;
    }

    /// The plan with which the contest was opened, if one was given.
    #[must_use]
    pub fn given_plan(&self) -> Option<GivenPlan> {
        self.hall.views().room().contest()?.given.as_deref().cloned()
    }

    /// Counts a connection of this participant until the guard is dropped; `None` when there are too many.
    pub fn connect(self: &std::sync::Arc<Self>, who: Participant) -> Option<Connected> {
        {
            let mut presence = self.presence();
            let count = presence.connections.entry(who).or_default();
            if *count >= CONNECTIONS_MAX {
                return None;
            }
            *count += 1;
        }
        self.touch();
        Some(Connected { place: std::sync::Arc::clone(self), who })
    }

    /// True when this participant has a page open.
    #[must_use]
    pub fn is_connected(&self, who: Participant) -> bool {
        self.presence().connections.get(&who).is_some_and(|count| *count > 0)
    }

    /// How an entry's program is doing, in a few words for the organiser: `ready`, or `ready (2), starting` where it is in
    /// several interviews at the same time.
    #[must_use]
    pub fn entry_state(&self, entry: EntryId) -> String {
        let presence = self.presence();
        let Some(links) = presence.entries.get(&entry) else { return "not started".to_owned() };
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        links.values().for_each(|state| *counts.entry(state).or_default() += 1);
        let counted = counts.iter().map(|(state, count)| match count {
            1 => (*state).to_owned(),
            count => format!("{state} ({count})"),
        });
        counted.collect::<Vec<_>>().join(", ")
    }

    /// Says how an entry's program is doing in an interview. What was said of earlier rounds is forgotten.
    pub fn set_entry_state(&self, entry: EntryId, interview: InterviewId, state: &str) {
        let known = {
            let mut presence = self.presence();
            let links = presence.entries.entry(entry).or_default();
            links.retain(|known, _| known.round == interview.round);
            links.insert(interview, state.to_owned())
        };
        if known.as_deref() != Some(state) {
            self.touch();
        }
    }

    /// Asks for an entry's program to be started again.
    pub fn restart(&self, entry: EntryId) {
        // Without a listener there is no round for which it could be started.
        let _ = self.restarts.send(entry);
    }

    /// Follows the entries that are to be started again.
    #[must_use]
    pub fn restarts(&self) -> broadcast::Receiver<EntryId> {
        self.restarts.subscribe()
    }

    /// Follows changes of connections and programs.
    #[must_use]
    pub fn presence_changes(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// Tells the organiser to look again.
    pub(crate) fn touch(&self) {
        self.changed.send_modify(|count| *count += 1);
    }

    fn presence(&self) -> MutexGuard<'_, Presence> {
        self.presence.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Counts as a connection while it lives.
pub struct Connected {
    place: std::sync::Arc<Place>,
    who: Participant,
}

impl Drop for Connected {
    fn drop(&mut self) {
        if let Some(count) = self.place.presence().connections.get_mut(&self.who) {
            *count = count.saturating_sub(1);
        }
        self.place.touch();
    }
}
