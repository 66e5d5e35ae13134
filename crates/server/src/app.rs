//! The server as a whole: its contests, its services, and its start.

mod contests;
mod ways_in;

use std::{
    collections::{BTreeMap, HashMap},
    fmt,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, OnceLock, PoisonError, RwLock, Weak,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use contest::shown::SourceConversation;
use entry::socketio::SecretError;
use rulebook::{EntryId, Participant, contest_file::Protocol, reader::Faults};
use store::{DeedRow, Engine, EventStore, Registry, StoreError};
use tracing::warn;

#[cfg(feature = "passkeys")]
use crate::passkeys::Passkeys;
use crate::{
    applications::{self, Applications},
    cards::Cards,
    clock::{SystemTime, TimeSource},
    deeds::OrganiserDeed,
    disk::{self, Disk, DiskRoom},
    guesses::{self, Guesses},
    heads::Heads,
    hosted_contest::HostedContest,
    keyring::{KeyError, Keyring},
    look::{self, Look},
    messenger::{self, Messenger},
    meters::Meters,
    pages_folder::PagesFolder,
    passwords::Passwords,
    plan::PlanError,
    reader::Spoken,
    routes::guard,
    running_contest::{NotDone, OpenContestError},
    sources::SourceError,
    withheld::Withheld,
};

pub use contests::{Added, Submitted};

/// The settings of a server at its start.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The folder for the server's own files beside its store: the signing key, the last signed heads, the folders of
    /// entries. It must exist.
    pub data: PathBuf,
    /// The address under which people reach the server, such as `http://192.168.1.10:8080`: join links begin with it.
    pub public_url: String,
    /// The address at which other servers of the same store reach this one, such as `http://10.0.0.5:8080`; absent for
    /// the only server of a store. Each server serves only the contests that it keeps, and passes requests for others
    /// on.
    pub address: Option<String>,
    /// Contest seconds per real second, from 0.001 to 100,000; 1 for a contest with people.
    pub pace: f64,
    /// The contests whose record continues although the store is an older copy and signed events are lost.
    pub continue_shorter: Vec<String>,
}

/// The running server. Cheap to clone.
#[derive(Clone)]
pub struct App {
    inner: Arc<Inner>,
}

/// A reference to an app that does not keep it alive.
#[derive(Clone)]
pub(crate) struct WeakApp(Weak<Inner>);

impl WeakApp {
    /// The app, if it still exists.
    pub(crate) fn upgrade(&self) -> Option<App> {
        self.0.upgrade().map(|inner| App { inner })
    }
}

impl fmt::Debug for App {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("App").field("settings", &self.inner.settings).finish_non_exhaustive()
    }
}

struct Inner {
    settings: Settings,
    engine: Engine,
    time: Arc<dyn TimeSource>,
    heads: Heads,
    disk: Arc<Disk>,
    keys: Arc<Keyring>,
    places: RwLock<BTreeMap<String, Arc<HostedContest>>>,
    /// The contests that this server does not serve, by id.
    withheld: RwLock<BTreeMap<String, Arc<Withheld>>>,
    /// Held while a contest is opened, so that it is opened once.
    taking_up: tokio::sync::Mutex<()>,
    messenger: Messenger,
    meters: Meters,
    cards: Cards,
    /// Held while cards are checked and made, so that nobody gets two.
    issuing: tokio::sync::Mutex<()>,
    code_guesses: Guesses,
    password_guesses: Guesses,
    strange_questions: Guesses,
    passwords: Passwords,
    /// Absent where the public address allows no passkeys.
    #[cfg(feature = "passkeys")]
    passkeys: Option<Passkeys>,
    /// The time at which each session was last reported to the store, by the session's hash.
    seen: Mutex<HashMap<[u8; 32], Duration>>,
    /// The source conversations of contests that are being added, by their ids: read before anything is stored, and not
    /// again.
    shown: Mutex<HashMap<String, Vec<(u16, SourceConversation)>>>,
    is_leaving: AtomicBool,
    /// The origin of pages at the public address, as browsers write it.
    origin: String,
    has_said_no_socket: AtomicBool,
    /// The open intake, if there is one.
    applications: OnceLock<Arc<Applications>>,
    /// The look of public pages.
    look: OnceLock<Look>,
    /// The organiser's own pages, if there are any.
    pages_folder: OnceLock<PagesFolder>,
    /// The languages of the pages.
    spoken: OnceLock<Spoken>,
}

/// The reason why a server does not start, or a contest cannot be added.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The store failed.
    #[error(transparent)]
    Registry(#[from] StoreError),
    /// The signing key cannot be read or made.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// The servers of this store sign with another key.
    #[error(
        "the servers of this store sign records with another key: copy the file `signing-key` from the data folder of the first of them to `{folder}`, for your eyes only", folder = .folder.display()
    )]
    AnotherKey {
        /// The data folder.
        folder: PathBuf,
    },
    /// A contest's record cannot be opened.
    #[error("failed to take up contest `{id}`")]
    RunningContest {
        /// The contest.
        id: String,
        /// The cause.
        #[source]
        source: OpenContestError,
    },
    /// A contest file of the data folder can no longer be read.
    #[error("the contest file kept for `{id}` has faults: use the version of viva that took it in")]
    File {
        /// The contest.
        id: String,
        /// Its faults.
        #[source]
        source: Faults,
    },
    /// The contest cannot be set up.
    #[error("failed to set contest `{id}` up")]
    SetUp {
        /// The contest.
        id: String,
        /// The cause.
        #[source]
        source: NotDone,
    },
    /// The plan of a contest that was not opened yet can no longer be played.
    #[error("failed to set contest `{id}` up")]
    Plan {
        /// The contest.
        id: String,
        /// The cause.
        #[source]
        source: PlanError,
    },
    /// The source conversations of a contest cannot be shown.
    #[error("failed to set contest `{id}` up")]
    Sources {
        /// The contest.
        id: String,
        /// The cause.
        #[source]
        source: SourceError,
    },
    /// The secret of a program that connects to the contest cannot be read.
    #[error("the program of {entry} could not be let in")]
    Secret {
        /// The entry.
        entry: EntryId,
        /// The cause.
        #[source]
        source: SecretError,
    },
    /// The id is a word of the server's own addresses.
    #[error("a contest cannot be called `{id}`, because addresses of the server begin so: give it another `id`")]
    ReservedId {
        /// The id.
        id: String,
    },
    /// The file of a contest changes something that is fixed.
    #[error("contest `{id}` does not go on by this file, which would change what cannot be changed any more:\n  {changes}\n(put the file back as it was; people and programs can still be exchanged on the organiser's page)", changes = .changes.join("\n  "))]
    CannotChange {
        /// The id.
        id: String,
        /// The forbidden changes, a sentence each.
        changes: Vec<String>,
        /// The reason why they are forbidden.
        #[source]
        source: NotDone,
    },
    /// The file of an existing contest has another seed; the seed is fixed at set-up.
    #[error(
        "there is a contest `{id}` in this folder already, with another seed: the seed is settled when a contest is set up (give yours another `id`, or leave `seed` and `rehearsal` as they were)"
    )]
    AnotherSeed {
        /// The id.
        id: String,
    },
}

impl App {
    /// Opens every contest of a store.
    ///
    /// # Errors
    /// When the store fails, a contest in it cannot be opened, or the data folder cannot be used.
    pub async fn start(settings: Settings, engine: Engine) -> Result<Self, StartError> {
        Self::start_by(settings, engine, Arc::new(SystemTime::new())).await
    }

    /// Starts with other clocks than the system's.
    ///
    /// # Errors
    /// As [`start`](Self::start).
    pub async fn start_by(
        mut settings: Settings,
        engine: Engine,
        time: Arc<dyn TimeSource>,
    ) -> Result<Self, StartError> {
        // Entries run in folders of their own: a relative path to their communications directories would point
        // elsewhere there.
        settings.data = std::path::absolute(&settings.data).unwrap_or(settings.data);
        let keys = Arc::new(Keyring::open(&settings.data)?);
        // A record has one key, whichever server signs it.
        if settings.address.is_some() && engine.store.agree("signing-key", &keys.public()).await? != keys.public() {
            return Err(StartError::AnotherKey { folder: settings.data });
        }
        let cards = Cards::of(&keys);
        let origin = guard::origin_of(&settings.public_url);
        #[cfg(feature = "passkeys")]
        let passkeys = Passkeys::at(&settings.public_url);
        let heads = Heads::new(Arc::clone(&engine.store) as Arc<dyn Registry>, &settings.data);
        let app = Self {
            inner: Arc::new(Inner {
                settings,
                engine,
                time,
                heads,
                disk: Arc::default(),
                keys,
                places: RwLock::default(),
                withheld: RwLock::default(),
                taking_up: tokio::sync::Mutex::default(),
                messenger: messenger::messenger(),
                cards,
                issuing: tokio::sync::Mutex::default(),
                code_guesses: Guesses::new(guesses::CODES),
                password_guesses: Guesses::new(guesses::PASSWORDS),
                strange_questions: Guesses::new(guesses::QUESTIONS),
                passwords: Passwords::default(),
                #[cfg(feature = "passkeys")]
                passkeys,
                seen: Mutex::default(),
                shown: Mutex::default(),
                meters: Meters::default(),
                is_leaving: AtomicBool::new(false),
                origin,
                has_said_no_socket: AtomicBool::new(false),
                applications: OnceLock::new(),
                look: OnceLock::new(),
                pages_folder: OnceLock::new(),
                spoken: OnceLock::new(),
            }),
        };
        app.take_up_new().await?;
        app.withhold_missing().await?;
        tokio::spawn(contests::look_for_room(Arc::downgrade(&app.inner)));
        if app.inner.settings.address.is_some() {
            tokio::spawn(contests::look_for_contests(Arc::downgrade(&app.inner)));
        }
        app.watch_disk();
        Ok(app)
    }

    /// Serves the organiser's own pages at every address that the server does not use itself. Later calls are ignored.
    pub fn serve_pages(&self, folder: PagesFolder) {
        let _ = self.inner.pages_folder.set(folder);
    }

    /// The organiser's own pages.
    pub(crate) fn pages_folder(&self) -> Option<&PagesFolder> {
        self.inner.pages_folder.get()
    }

    /// Opens the pages of an intake; later calls keep the first. Returns the organiser's link; absent once it was used.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn take_applications(&self, applications: Applications) -> Result<Option<String>, StoreError> {
        // One server has one intake: the first stays.
        let _ = self.inner.applications.set(Arc::new(applications));
        let invitations = self.registry().invitations(applications::ID).await?;
        match invitations.is_empty() {
            true => self.invite(applications::ID, Participant::Organiser).await.map(Some),
            false => self.unused_link(applications::ID, Participant::Organiser).await,
        }
    }

    /// Sets the languages of the pages. Call it before the first request; later calls are ignored.
    pub fn set_spoken(&self, spoken: Spoken) {
        let _ = self.inner.spoken.set(spoken);
    }

    /// The languages of the pages.
    pub(crate) fn spoken(&self) -> &Spoken {
        self.inner.spoken.get_or_init(Spoken::default)
    }

    /// Sets the look of public pages; later calls are ignored.
    pub fn set_look(&self, look: Look) {
        // One server has one look: the first stays.
        let _ = self.inner.look.set(look);
    }

    /// The look of public pages.
    pub(crate) fn look(&self) -> &Look {
        self.inner.look.get().unwrap_or(&look::OWN)
    }

    /// The open intake, if there is one.
    pub(crate) fn applications(&self) -> Option<Arc<Applications>> {
        self.inner.applications.get().cloned()
    }

    /// The time of day.
    pub(crate) fn wall(&self) -> rulebook::Timestamp {
        self.inner.time.wall()
    }

    /// Hands this server's contests over to other servers. Ready when they can be taken up there.
    pub async fn leave(&self) {
        self.inner.is_leaving.store(true, Ordering::Relaxed);
        let places = self.places();
        futures_util::future::join_all(places.iter().map(|place| place.running.leave())).await;
    }

    /// Notes an organiser's deed beside the record. A failure is only logged: the deed stays done.
    pub(crate) async fn note(&self, contest: &str, who: String, what: &OrganiserDeed) {
        let deed = DeedRow { at: self.inner.time.wall().as_millis(), who, what: what.kept() };
        if let Err(failure) = self.registry().note_deed(contest, deed).await {
            warn!(contest.id = contest, %failure, "what an organiser did could not be noted: {failure}");
        }
    }

    /// The address under which people reach the server.
    pub(crate) fn public_url(&self) -> &str {
        &self.inner.settings.public_url
    }

    /// The origin of the pages at that address.
    pub(crate) fn origin(&self) -> &str {
        &self.inner.origin
    }

    /// Warns that a page gets no WebSocket and talks by requests. Only the first time: all pages have the same proxy.
    pub(crate) fn has_no_socket(&self, place: &HostedContest, who: Participant) {
        if !self.inner.has_said_no_socket.swap(true, Ordering::Relaxed) {
            let contest = place.running.id();
            warn!(
                contest,
                %who,
                "the page of {who} in `{contest}` gets no WebSocket and talks by requests, which is slower: the proxy in front of this server has to pass `Upgrade` on (docs/operations.md, \"Behind a proxy\"); said once"
            );
        }
    }

    /// The time since some fixed moment.
    pub(crate) fn elapsed(&self) -> Duration {
        self.inner.time.elapsed()
    }

    /// The contest with this id.
    #[must_use]
    pub fn place(&self, id: &str) -> Option<Arc<HostedContest>> {
        self.inner.places.read().unwrap_or_else(PoisonError::into_inner).get(id).cloned()
    }

    /// The contests that this server does not serve, by id, with the reasons.
    #[must_use]
    pub fn withheld(&self) -> Vec<(String, Arc<Withheld>)> {
        let withheld = self.inner.withheld.read().unwrap_or_else(PoisonError::into_inner);
        withheld.iter().map(|(id, withheld)| (id.clone(), Arc::clone(withheld))).collect()
    }

    /// The reason why this contest is not served; `None` where it is, or where there is none.
    pub(crate) fn withheld_contest(&self, id: &str) -> Option<Arc<Withheld>> {
        self.inner.withheld.read().unwrap_or_else(PoisonError::into_inner).get(id).cloned()
    }

    /// Every contest, by id.
    #[must_use]
    pub fn places(&self) -> Vec<Arc<HostedContest>> {
        self.inner.places.read().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
    }

    /// The register of contests, invitations and sessions.
    #[must_use]
    pub fn registry(&self) -> &dyn Registry {
        &*self.inner.engine.store
    }

    /// The store of events.
    #[must_use]
    pub fn events(&self) -> &dyn EventStore {
        &*self.inner.engine.store
    }

    /// Passes requests on to other servers.
    pub(crate) fn messenger(&self) -> &Messenger {
        &self.inner.messenger
    }

    /// The meters of events that are counted as they happen.
    #[must_use]
    pub fn meters(&self) -> &Meters {
        &self.inner.meters
    }

    /// True where other servers may serve the contests of this store too.
    pub(crate) fn has_neighbours(&self) -> bool {
        self.inner.settings.address.is_some()
    }

    /// True once this server has begun to stop.
    #[must_use]
    pub fn is_leaving(&self) -> bool {
        self.inner.is_leaving.load(Ordering::Relaxed)
    }

    /// The keys of the data folder.
    pub(crate) fn keys(&self) -> &Keyring {
        &self.inner.keys
    }

    /// The data folder.
    pub(crate) fn data(&self) -> &Path {
        &self.inner.settings.data
    }

    /// True when people reach the server over TLS.
    #[must_use]
    pub fn is_secure(&self) -> bool {
        self.inner.settings.public_url.starts_with("https://")
    }

    /// The disk space for the record.
    #[must_use]
    pub fn disk_room(&self) -> DiskRoom {
        self.inner.disk.room()
    }

    /// Watches the disk for as long as the server lives, and refreshes the organisers' pages when the advice changes.
    fn watch_disk(&self) {
        let inner = Arc::downgrade(&self.inner);
        let tell = move || {
            let app = inner.upgrade().map(|inner| Self { inner });
            app.iter().flat_map(Self::places).for_each(|place| place.touch());
        };
        let (registry, time) = (Arc::clone(&self.inner.engine.store), Arc::clone(&self.inner.time));
        tokio::spawn(disk::watch(Arc::downgrade(&self.inner.disk), registry, time, tell));
    }

    /// Every head that was signed.
    #[must_use]
    pub fn heads(&self) -> &Heads {
        &self.inner.heads
    }
}

/// The name of a protocol, as contest files write it.
#[must_use]
pub fn protocol(protocol: &Protocol) -> &'static str {
    match protocol {
        Protocol::Stdio { .. } => "stdio",
        Protocol::Lpp(_) => "lpp",
        Protocol::WebSocket { .. } => "websocket",
        Protocol::Lp95(_) => "lp95",
        Protocol::Web(_) => "web",
        Protocol::Socketio(_) => "socketio",
        Protocol::Chat(_) => "chat",
    }
}
