//! One contest as the server knows it: its hall, its entries, and who is connected at the moment.
//!
//! Connections and the state of programs are not facts of the contest; they are gone with the process and are shown to
//! the organiser only.

use std::{
    collections::BTreeMap,
    path::PathBuf,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use entry::{Incident, isolation::Reach, socketio::Door};
use language::Message;
use rulebook::{ContestFile, EntryId, InterviewId, Participant, contest_file::EntrySpec};
use schedule::GivenPlan;
use store::ContestRow;
use tokio::sync::{broadcast, watch};

use crate::{
    attachments::Attachments, cosigning::Cosigning, hall::Hall, presence::Presence, published::Published,
    receipts::Receipts,
};

/// The most entries that wait to be started again.
const RESTARTS_MAX: usize = 64;

/// One contest as the server knows it.
pub struct Place {
    /// The contest.
    pub hall: Hall,
    /// What its organiser wrote down last.
    written: Mutex<Written>,
    /// The folder in which its entries' commands run, on this machine.
    folder: Mutex<PathBuf>,
    /// Where programs that connect to the contest are found.
    pub door: Door,
    /// What each program can reach on this machine, by its name; empty until it was looked at.
    reach: Mutex<BTreeMap<String, Reach>>,
    presence: Mutex<Presence>,
    /// How the links of each entry are doing.
    links: Mutex<BTreeMap<EntryId, BTreeMap<InterviewId, String>>>,
    changed: watch::Sender<u64>,
    edited: watch::Sender<u64>,
    sign_outs: watch::Sender<u64>,
    restarts: broadcast::Sender<EntryId>,
    /// What its pages are made from when it is over.
    pub(crate) published: Published,
    /// What is known of its cosigners.
    pub(crate) cosigning: Cosigning,
    /// What its judges can have receipts of.
    pub(crate) receipts: Receipts,
    /// Files that judges show, on their way.
    pub(crate) attachments: Attachments,
}

/// What an organiser wrote down, and the texts it was read from.
struct Written {
    file: Arc<ContestFile>,
    text: String,
    rulebook: String,
}

impl Written {
    fn of(row: &ContestRow, file: ContestFile) -> Self {
        Self { file: Arc::new(file), text: row.file.clone(), rulebook: row.rulebook.clone() }
    }
}

impl Place {
    /// A contest with nobody connected.
    #[must_use]
    pub fn new(hall: Hall, row: &ContestRow, file: ContestFile, folder: PathBuf) -> Self {
        Self {
            hall,
            written: Mutex::new(Written::of(row, file)),
            folder: Mutex::new(folder),
            door: Door::default(),
            reach: Mutex::default(),
            presence: Mutex::default(),
            links: Mutex::default(),
            changed: watch::Sender::new(0),
            edited: watch::Sender::new(0),
            sign_outs: watch::Sender::new(0),
            restarts: broadcast::Sender::new(RESTARTS_MAX),
            published: Published::default(),
            cosigning: Cosigning::default(),
            receipts: Receipts::default(),
            attachments: Attachments::default(),
        }
    }

    /// What its organiser wrote down last.
    #[must_use]
    pub fn file(&self) -> Arc<ContestFile> {
        Arc::clone(&locked(&self.written).file)
    }

    /// Its organiser wrote this down. Counts for what is started from now on.
    pub(crate) fn set_file(&self, row: &ContestRow, file: ContestFile) {
        *locked(&self.written) = Written::of(row, file);
        self.edited.send_modify(|count| *count += 1);
        self.touch();
    }

    /// Whether this is the text that its file was read from.
    #[must_use]
    pub(crate) fn is_from(&self, row: &ContestRow) -> bool {
        let written = locked(&self.written);
        (&written.text, &written.rulebook) == (&row.file, &row.rulebook)
    }

    /// Follows the contest file: changes whenever its organiser has edited it.
    #[must_use]
    pub fn edited(&self) -> watch::Receiver<u64> {
        self.edited.subscribe()
    }

    /// What a label stands for now; empty where nobody bears it.
    #[must_use]
    pub fn name_of(&self, who: Participant) -> String {
        let views = self.hall.views();
        views.room().contest().and_then(|contest| contest.name_of(who)).unwrap_or_default().to_owned()
    }

    /// How the program of an entry is started: one of the contest file, or a reserve that has taken the place of one.
    #[must_use]
    pub fn spec(&self, entry: EntryId) -> Option<EntrySpec> {
        let name = self.hall.views().room().contest()?.name_of(Participant::Entry(entry))?.to_owned();
        spec_called(&self.file(), entry, &name).cloned()
    }

    /// What the program of this name can reach on this machine; `None` until it was looked at.
    #[must_use]
    pub fn reach(&self, name: &str) -> Option<Reach> {
        locked(&self.reach).get(name).cloned()
    }

    /// This is what the programs of these names can reach.
    pub(crate) fn set_reach(&self, reach: BTreeMap<String, Reach>) {
        *locked(&self.reach) = reach;
        self.touch();
    }

    /// The folder in which its entries' commands run.
    #[must_use]
    pub fn folder(&self) -> PathBuf {
        locked(&self.folder).clone()
    }

    /// On this machine its entries are in another folder than where it was added. Counts for what is started from now on.
    pub fn set_folder(&self, folder: PathBuf) {
        *locked(&self.folder) = folder;
    }

    /// The plan with which the contest was opened, if one was given.
    #[must_use]
    pub fn given_plan(&self) -> Option<GivenPlan> {
        self.hall.views().room().contest()?.given.as_deref().cloned()
    }

    /// Counts a connection of this participant until the guard is dropped; `None` when there are too many.
    pub fn connect(self: &Arc<Self>, who: Participant) -> Option<Connected> {
        if !self.presence().connect(who) {
            return None;
        }
        self.touch();
        Some(Connected { place: Arc::clone(self), who })
    }

    /// This participant was sent their page, which may run no scripts.
    pub(crate) fn reads(&self, who: Participant) {
        let now = self.hall.clock().elapsed();
        if self.presence().reads(who, now) {
            self.touch();
        }
    }

    /// True when a page of this participant keeps a connection.
    #[must_use]
    pub fn is_connected(&self, who: Participant) -> bool {
        self.presence().is_connected(who)
    }

    /// True when this participant has a page open, with scripts or without.
    #[must_use]
    pub fn is_here(&self, who: Participant) -> bool {
        let now = self.hall.clock().elapsed();
        self.presence().is_here(who, now)
    }

    /// How an entry's program is doing, in a few words for the organiser: `ready`, or `ready (2), starting` where it is in
    /// several interviews at the same time.
    #[must_use]
    pub fn entry_state(&self, entry: EntryId) -> Message {
        let entries = locked(&self.links);
        let Some(links) = entries.get(&entry) else { return say!("organiser-state-none") };
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        links.values().for_each(|state| *counts.entry(state).or_default() += 1);
        let counted = counts.iter().map(|(state, count)| match count {
            1 => in_words(state),
            count => say!("organiser-state-of-many", state = in_words(state), count = count),
        });
        let all = counted.reduce(|first, then| say!("list-part", first = first, then = then));
        all.unwrap_or_else(|| Message::verbatim(""))
    }

    /// Whether an entry's program is not started again by itself, in any interview.
    pub(crate) fn has_stopped(&self, entry: EntryId) -> bool {
        let gave_up = Incident::GaveUp.kind();
        locked(&self.links).get(&entry).is_some_and(|links| links.values().any(|state| state == gave_up))
    }

    /// Says how an entry's program is doing in an interview. What was said of earlier rounds is forgotten.
    pub fn set_entry_state(&self, entry: EntryId, interview: InterviewId, state: &str) {
        let known = {
            let mut entries = locked(&self.links);
            let links = entries.entry(entry).or_default();
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

    /// Changes whenever sessions have ended: whoever serves one looks whether it still stands.
    #[must_use]
    pub fn sign_outs(&self) -> watch::Receiver<u64> {
        self.sign_outs.subscribe()
    }

    /// Sessions have ended, and the store knows.
    pub(crate) fn sessions_ended(&self) {
        self.sign_outs.send_modify(|count| *count += 1);
    }

    /// Tells the organiser to look again.
    pub(crate) fn touch(&self) {
        self.changed.send_modify(|count| *count += 1);
    }

    fn presence(&self) -> MutexGuard<'_, Presence> {
        locked(&self.presence)
    }
}

/// The table of an entry, by its place in the contest file, or of a reserve by its name.
pub(crate) fn spec_called<'f>(file: &'f ContestFile, entry: EntryId, name: &str) -> Option<&'f EntrySpec> {
    let reserve = || file.reserves.iter().find(|reserve| reserve.name == name);
    file.entries.get(entry.index()).or_else(reserve)
}

/// How one of its links is doing, which a driver says in a few words of its own.
fn in_words(state: &str) -> Message {
    match state {
        "starting" => say!("organiser-state-starting"),
        "ready" => say!("organiser-state-ready"),
        "has said all that a conversation may hold" => say!("organiser-state-full"),
        kind => Message::verbatim(kind),
    }
}

fn locked<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Counts as a connection while it lives.
pub struct Connected {
    place: Arc<Place>,
    who: Participant,
}

impl Drop for Connected {
    fn drop(&mut self) {
        self.place.presence().disconnect(self.who);
        self.place.touch();
    }
}
