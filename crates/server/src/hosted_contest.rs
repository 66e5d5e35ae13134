//! A hosted contest: the running contest, its entries, and the present connections.
//!
//! Connections and the state of programs are not in the record; they are gone with the process and are shown to the
//! organiser only.

use std::{
    collections::BTreeMap,
    path::PathBuf,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use entry::{Incident, isolation::Reach, socketio::EntryRegistry};
use language::Message;
use rulebook::{ContestFile, EntryId, InterviewId, Participant, contest_file::EntrySpec};
use schedule::GivenPlan;
use store::ContestRow;
use tokio::sync::{broadcast, watch};

use crate::{
    attachments::Attachments, cosigning::Cosigning, presence::Presence, published::Published, receipts::Receipts,
    running_contest::RunningContest,
};

/// The most entries that wait for a restart.
const RESTARTS_MAX: usize = 64;

/// A hosted contest.
pub struct HostedContest {
    /// The running contest.
    pub running: RunningContest,
    /// The latest contest file.
    written: Mutex<Written>,
    /// The folder in which its entries' commands run, on this machine.
    folder: Mutex<PathBuf>,
    /// The registry for programs that connect to the contest.
    pub registry: EntryRegistry,
    /// The reach of each program on this machine, by its name; empty until it was checked.
    reach: Mutex<BTreeMap<String, Reach>>,
    presence: Mutex<Presence>,
    /// The states of the links of each entry.
    links: Mutex<BTreeMap<EntryId, BTreeMap<InterviewId, String>>>,
    changed: watch::Sender<u64>,
    edited: watch::Sender<u64>,
    sign_outs: watch::Sender<u64>,
    restarts: broadcast::Sender<EntryId>,
    /// The material for its pages when it is over.
    pub(crate) published: Published,
    /// The state of its cosigners.
    pub(crate) cosigning: Cosigning,
    /// The sealed forms for its judges' receipts.
    pub(crate) receipts: Receipts,
    /// Judges' files on their way.
    pub(crate) attachments: Attachments,
}

/// A contest file, with the texts that it was read from.
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

impl HostedContest {
    /// A contest with nobody connected.
    #[must_use]
    pub fn new(running: RunningContest, row: &ContestRow, file: ContestFile, folder: PathBuf) -> Self {
        Self {
            running,
            written: Mutex::new(Written::of(row, file)),
            folder: Mutex::new(folder),
            registry: EntryRegistry::default(),
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

    /// The latest contest file.
    #[must_use]
    pub fn file(&self) -> Arc<ContestFile> {
        Arc::clone(&locked(&self.written).file)
    }

    /// Sets the contest file after an edit. It takes effect for programs that start from now on.
    pub(crate) fn set_file(&self, row: &ContestRow, file: ContestFile) {
        *locked(&self.written) = Written::of(row, file);
        self.edited.send_modify(|count| *count += 1);
        self.touch();
    }

    /// True when the contest file was read from this text.
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

    /// The present name behind a label; empty where nobody has it.
    #[must_use]
    pub fn name_of(&self, who: Participant) -> String {
        let views = self.running.views();
        views.room().contest().and_then(|contest| contest.name_of(who)).unwrap_or_default().to_owned()
    }

    /// The specification of an entry's program: one of the contest file, or a reserve that has replaced it.
    #[must_use]
    pub fn spec(&self, entry: EntryId) -> Option<EntrySpec> {
        let name = self.running.views().room().contest()?.name_of(Participant::Entry(entry))?.to_owned();
        spec_called(&self.file(), entry, &name).cloned()
    }

    /// The reach of the program of this name on this machine; `None` until it was checked.
    #[must_use]
    pub fn reach(&self, name: &str) -> Option<Reach> {
        locked(&self.reach).get(name).cloned()
    }

    /// Sets the reach of the programs of these names.
    pub(crate) fn set_reach(&self, reach: BTreeMap<String, Reach>) {
        *locked(&self.reach) = reach;
        self.touch();
    }

    /// The folder in which its entries' commands run.
    #[must_use]
    pub fn folder(&self) -> PathBuf {
        locked(&self.folder).clone()
    }

    /// Sets the folder of the entries' commands on this machine, where it moved. It takes effect for programs that
    /// start from now on.
    pub fn set_folder(&self, folder: PathBuf) {
        *locked(&self.folder) = folder;
    }

    /// The plan with which the contest was opened, if one was given.
    #[must_use]
    pub fn given_plan(&self) -> Option<GivenPlan> {
        self.running.views().room().contest()?.given.as_deref().cloned()
    }

    /// Counts a connection of this participant until the guard is dropped; `None` when there are too many.
    pub fn connect(self: &Arc<Self>, who: Participant) -> Option<Connected> {
        if !self.presence().connect(who) {
            return None;
        }
        self.touch();
        Some(Connected { place: Arc::clone(self), who })
    }

    /// Notes that this participant was sent their page, which may run no scripts.
    pub(crate) fn reads(&self, who: Participant) {
        let now = self.running.clock().elapsed();
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
        let now = self.running.clock().elapsed();
        self.presence().is_here(who, now)
    }

    /// The state of an entry's program, in a few words for the organiser: `ready`, or `ready (2), starting` where it is
    /// in several interviews at the same time.
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

    /// True when an entry's program has given up in some interview, and is not restarted by itself.
    pub(crate) fn has_stopped(&self, entry: EntryId) -> bool {
        let gave_up = Incident::GaveUp.kind();
        locked(&self.links).get(&entry).is_some_and(|links| links.values().any(|state| state == gave_up))
    }

    /// Sets the state of an entry's program in an interview. States of earlier rounds are dropped.
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

    /// Requests a restart of an entry's program.
    pub fn restart(&self, entry: EntryId) {
        // Without a listener there is no round to restart it for.
        let _ = self.restarts.send(entry);
    }

    /// Follows the requests to restart entries.
    #[must_use]
    pub fn restarts(&self) -> broadcast::Receiver<EntryId> {
        self.restarts.subscribe()
    }

    /// Follows changes of connections and programs.
    #[must_use]
    pub fn presence_changes(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// Changes whenever sessions have ended: each connection then checks its own.
    #[must_use]
    pub fn sign_outs(&self) -> watch::Receiver<u64> {
        self.sign_outs.subscribe()
    }

    /// Announces that sessions have ended. The store must know already.
    pub(crate) fn sessions_ended(&self) {
        self.sign_outs.send_modify(|count| *count += 1);
    }

    /// Refreshes the organiser's page.
    pub(crate) fn touch(&self) {
        self.changed.send_modify(|count| *count += 1);
    }

    fn presence(&self) -> MutexGuard<'_, Presence> {
        locked(&self.presence)
    }
}

/// The specification of an entry, by its place in the contest file, or of a reserve by its name.
pub(crate) fn spec_called<'f>(file: &'f ContestFile, entry: EntryId, name: &str) -> Option<&'f EntrySpec> {
    let reserve = || file.reserves.iter().find(|reserve| reserve.name == name);
    file.entries.get(entry.index()).or_else(reserve)
}

/// The state of a link, from a driver's own short phrase.
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
    place: Arc<HostedContest>,
    who: Participant,
}

impl Drop for Connected {
    fn drop(&mut self) {
        self.place.presence().disconnect(self.who);
        self.place.touch();
    }
}
