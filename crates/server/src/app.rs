//! The server as a whole: its contests, what it works with, and how it starts.

use std::{
    collections::BTreeMap,
    fmt,
    path::{Path, PathBuf},
    sync::{
        Arc, PoisonError, RwLock, Weak,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use contest::{
    command::Opening,
    event::{Beforehand, EntryCard, Roster, Settled},
    seed::SeedOpening,
};
use entry::socketio::SecretError;
use rulebook::{
    ConfederateId, ContestFile, DrawnSecret, EntryId, JudgeId, Participant, contest_file::Protocol, reader::Faults,
    schema::People,
};
use schedule::GivenPlan;
use store::{ContestRow, Engine, EventStore, Registry, StoreError};
use tracing::{Instrument, error, info, warn};

use crate::{
    clock::{SystemTime, TimeSource},
    disk::{self, Disk, DiskRoom},
    entries,
    hall::{self, Hall, Means, NotDone, OpenHallError},
    heads::Heads,
    keyring::{KeyError, Keyring},
    messenger::{self, Messenger},
    meters::Meters,
    place::Place,
    plan::{PlanError, plan_of},
    sessions::Token,
    span,
};

/// Words that stand where the id of a contest stands in other addresses.
const RESERVED: [&str; 2] = ["assets", "join"];

/// How often it is asked whether another server has added a contest.
const LOOK_FOR_CONTESTS: Duration = Duration::from_secs(1);

/// How a server is started.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The folder for what a server keeps beside its store: the signing key, the last signed heads, the folders of entries.
    /// It must be there.
    pub data: PathBuf,
    /// The address under which people reach the server, such as `http://192.168.1.10:8080`: join links begin with it.
    pub public_url: String,
    /// Where other servers of the same store reach this one, such as `http://10.0.0.5:8080`; absent where it has its store to
    /// itself. It serves only what it keeps, and passes on to the others what they keep.
    pub address: Option<String>,
    /// Contest seconds per real second, from 0.001 to 100,000; 1 for a contest with people.
    pub pace: f64,
    /// The contests whose record goes on although an older copy of the store came back and signed events are lost.
    pub continue_shorter: Vec<String>,
}

/// The running server. Cheap to clone.
#[derive(Clone)]
pub struct App {
    inner: Arc<Inner>,
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
    places: RwLock<BTreeMap<String, Arc<Place>>>,
    /// Held while a contest is taken up, so that none has two halls.
    taking_up: tokio::sync::Mutex<()>,
    messenger: Messenger,
    meters: Meters,
    is_leaving: AtomicBool,
}

/// Why a server does not start, or a contest cannot be added.
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
    /// A contest's record cannot be taken up.
    #[error("failed to take up contest `{id}`")]
    Hall {
        /// Which.
        id: String,
        /// Why.
        #[source]
        source: OpenHallError,
    },
    /// A contest file of the data folder can no longer be read.
    #[error("the contest file kept for `{id}` has faults: use the version of viva that took it in")]
    File {
        /// Which.
        id: String,
        /// What is wrong with it.
        #[source]
        source: Faults,
    },
    /// The contest cannot be set up.
    #[error("failed to set contest `{id}` up")]
    SetUp {
        /// Which.
        id: String,
        /// Why.
        #[source]
        source: NotDone,
    },
    /// The plan of a contest that was not opened yet cannot be played any more.
    #[error("failed to set contest `{id}` up")]
    Plan {
        /// Which.
        id: String,
        /// Why.
        #[source]
        source: PlanError,
    },
    /// The secret of a program that connects to the contest cannot be read.
    #[error("the program of {entry} could not be let in")]
    Secret {
        /// The entry.
        entry: EntryId,
        /// Why.
        #[source]
        source: SecretError,
    },
    /// The id is a word of the server's own addresses.
    #[error("a contest cannot be called `{id}`, because addresses of the server begin so: give it another `id`")]
    ReservedId {
        /// The id.
        id: String,
    },
    /// Another contest has the id.
    #[error(
        "there is a contest `{id}` in this folder already, made from another file: give yours another `id`, or serve the folder without it"
    )]
    AnotherContest {
        /// The id.
        id: String,
    },
}

/// A contest file with the texts it was read from.
#[derive(Debug, Clone)]
pub struct Submitted {
    /// The checked file.
    pub file: ContestFile,
    /// Its text.
    pub text: String,
    /// The text of its rulebook when that is a file of the organiser's own; empty when it is a shipped one.
    pub rulebook: String,
    /// The plan that it names, read and proved.
    pub plan: Option<GivenPlan>,
    /// The folder in which its entries' commands run.
    pub folder: PathBuf,
}

/// A contest that was added now, with the organiser's way in.
pub struct Added {
    /// The contest's id.
    pub id: String,
    /// The organiser's join link; absent when the contest was there already.
    pub organiser_link: Option<String>,
}

impl App {
    /// Takes up every contest of a store.
    ///
    /// # Errors
    /// When the store fails, a contest in it cannot be taken up, or the data folder cannot be used.
    pub async fn start(settings: Settings, engine: Engine) -> Result<Self, StartError> {
        Self::start_by(settings, engine, Arc::new(SystemTime::new())).await
    }

    /// The same, with other clocks than the system's.
    ///
    /// # Errors
    /// As [`start`](Self::start).
    pub async fn start_by(
        mut settings: Settings,
        engine: Engine,
        time: Arc<dyn TimeSource>,
    ) -> Result<Self, StartError> {
        // Entries run in folders of their own, so their communications directories must not depend on the present one.
        settings.data = std::path::absolute(&settings.data).unwrap_or(settings.data);
        let keys = Arc::new(Keyring::open(&settings.data)?);
        // One record has one key, whichever server signs it.
        if settings.address.is_some() && engine.store.agree("signing-key", &keys.public()).await? != keys.public() {
            return Err(StartError::AnotherKey { folder: settings.data });
        }
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
                taking_up: tokio::sync::Mutex::default(),
                messenger: messenger::messenger(),
                meters: Meters::default(),
                is_leaving: AtomicBool::new(false),
            }),
        };
        app.take_up_new().await?;
        if app.inner.settings.address.is_some() {
            tokio::spawn(look_for_contests(Arc::downgrade(&app.inner)));
        }
        app.watch_disk();
        Ok(app)
    }

    /// Adds a contest and makes the organiser's join link; a contest that is there already is left as it is.
    ///
    /// # Errors
    /// When it cannot be recorded, or another contest has its id.
    pub async fn add(&self, submitted: Submitted) -> Result<Added, StartError> {
        let Submitted { file, text, rulebook, plan, folder } = submitted;
        let id = file.id.clone();
        if RESERVED.contains(&id.as_str()) {
            return Err(StartError::ReservedId { id });
        }
        let row = ContestRow {
            id: id.clone(),
            file: text,
            rulebook,
            folder: folder.to_string_lossy().into_owned(),
            plan: plan.as_ref().map_or_else(String::new, plan_text),
        };
        for (entry, expected) in entries::programs_to_expect(&file, &folder) {
            expected.map_err(|source| StartError::Secret { entry, source })?;
        }
        match self.registry().add_contest(row.clone()).await {
            Ok(()) => {
                self.take_up(row, file, folder).await?;
                let organiser_link = Some(self.invite(&id, Participant::Organiser).await?);
                Ok(Added { id, organiser_link })
            }
            Err(StoreError::ContestExists { .. }) => {
                self.take_up_new().await?;
                let known = self.registry().contests().await?.into_iter().find(|known| known.id == id);
                let place = self.place(&id);
                let is_same = known.zip(place.as_ref()).is_some_and(|(known, place)| {
                    let given = place.given_plan().or_else(|| plan_again(&known));
                    (&known.file, &known.rulebook, given) == (&row.file, &row.rulebook, plan)
                });
                if !is_same {
                    return Err(StartError::AnotherContest { id });
                }
                place.into_iter().for_each(|place| place.set_folder(folder.clone()));
                Ok(Added { id, organiser_link: None })
            }
            Err(failure) => Err(failure.into()),
        }
    }

    /// Lets other servers keep what this one keeps. Ready when they can.
    pub async fn leave(&self) {
        self.inner.is_leaving.store(true, Ordering::Relaxed);
        let places = self.places();
        futures_util::future::join_all(places.iter().map(|place| place.hall.leave())).await;
    }

    /// Takes up every contest of the store that this server does not have yet.
    async fn take_up_new(&self) -> Result<(), StartError> {
        for row in self.registry().contests().await? {
            if self.place(&row.id).is_none() {
                let file = read_again(&row).map_err(|source| StartError::File { id: row.id.clone(), source })?;
                let folder = PathBuf::from(&row.folder);
                self.take_up(row, file, folder).await?;
            }
        }
        Ok(())
    }

    /// Makes a new join link for a participant; an earlier link and its sessions end.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn invite(&self, contest: &str, who: Participant) -> Result<String, StoreError> {
        let token = Token::draw();
        self.registry().invite(contest, &who.to_string(), token.hash()).await?;
        Ok(format!("{}/join/{}", self.inner.settings.public_url, token.reveal()))
    }

    /// The contest with this id.
    #[must_use]
    pub fn place(&self, id: &str) -> Option<Arc<Place>> {
        self.inner.places.read().unwrap_or_else(PoisonError::into_inner).get(id).cloned()
    }

    /// Every contest, by id.
    #[must_use]
    pub fn places(&self) -> Vec<Arc<Place>> {
        self.inner.places.read().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
    }

    /// Whether a session is that of this participant, still.
    ///
    /// # Errors
    /// When the store fails: then nobody knows, and nobody is to be turned away.
    pub async fn session_stands(&self, session: &Token, contest: &str, who: Participant) -> Result<bool, StoreError> {
        let known = self.registry().session(session.hash()).await?;
        Ok(known.is_some_and(|(of, participant)| of == contest && participant == who.to_string()))
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

    /// What is measured as it passes.
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

    /// The data folder.
    pub(crate) fn data(&self) -> &Path {
        &self.inner.settings.data
    }

    /// True when people reach the server over TLS.
    #[must_use]
    pub fn is_secure(&self) -> bool {
        self.inner.settings.public_url.starts_with("https://")
    }

    /// How much room there is for the record.
    #[must_use]
    pub fn disk_room(&self) -> DiskRoom {
        self.inner.disk.room()
    }

    /// Looks at the disk for as long as the server lives; organisers are told when it calls for something else.
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

    /// Takes a contest up, unless somebody else of this server did: whoever adds it, or whoever looks for those of others.
    async fn take_up(&self, row: ContestRow, file: ContestFile, folder: PathBuf) -> Result<(), StartError> {
        let id = row.id.clone();
        let _one_at_a_time = self.inner.taking_up.lock().await;
        if self.place(&id).is_some() {
            return Ok(());
        }
        let Engine { store, bus } = self.inner.engine.clone();
        let means = Means {
            events: Arc::clone(&store) as _,
            registry: Arc::clone(&store) as _,
            heads: self.inner.heads.clone(),
            bus,
            timers: store,
            address: self.inner.settings.address.clone(),
            time: Arc::clone(&self.inner.time),
            keys: Arc::clone(&self.inner.keys),
            salts: hall::drawn_salts(),
            meters: self.inner.meters.clone(),
            continue_shorter: self.inner.settings.continue_shorter.contains(&id),
        };
        let hall = Hall::open(&id, self.inner.settings.pace, means)
            .await
            .map_err(|source| StartError::Hall { id: id.clone(), source })?;
        let place = Arc::new(Place::new(hall, file, folder.clone()));
        if place.hall.is_kept_here() {
            set_up(&place, &row).await?;
        }
        for (entry, expected) in entries::programs_to_expect(&place.file, &folder) {
            match expected {
                Ok((id, secret)) => place.door.expect(&id, &secret),
                // The others go on; the organiser is told by the entry's link.
                Err(error) => {
                    warn!(contest.id = row.id, entry.id = %entry, %error, "the program of {entry} cannot be let in: {error}");
                }
            }
        }
        let workspace = self.inner.settings.data.join("entries").join(&id);
        self.inner.places.write().unwrap_or_else(PoisonError::into_inner).insert(id, Arc::clone(&place));
        let span = span::contest(&row.id);
        tokio::spawn(keep(place, row, workspace).instrument(span));
        Ok(())
    }
}

/// Runs a contest's entries whenever this server keeps it, until the contest is closed.
async fn keep(place: Arc<Place>, row: ContestRow, workspace: PathBuf) {
    while place.hall.is_to_keep().await {
        // Whoever added it may not have come so far.
        if let Err(failure) = set_up(&place, &row).await {
            error!(contest.id = row.id, %failure, "contest `{}` cannot be set up: {failure}", row.id);
        }
        tokio::select! {
            () = entries::attend(Arc::clone(&place), place.folder(), workspace.clone()) => return,
            () = place.hall.is_to_follow() => {}
        }
    }
}

/// Sets a contest up whose record is empty. Where the store has no plan for it, an older version kept it in its file only.
async fn set_up(place: &Place, row: &ContestRow) -> Result<(), StartError> {
    let (id, file) = (&row.id, &place.file);
    let is_new = place.hall.views().room().contest().is_none();
    if is_new {
        let plan = match plan_again(row) {
            Some(plan) => Some(plan),
            None => plan_of(file, &place.folder()).map_err(|source| StartError::Plan { id: id.clone(), source })?,
        };
        let opening = opening(file, plan);
        place.hall.set_up(opening).await.map_err(|source| StartError::SetUp { id: id.clone(), source })?;
    }
    info!(contest.id = id, is_new, "contest `{id}` is open");
    Ok(())
}

/// Takes up what other servers of the store have added, for as long as the server lives.
async fn look_for_contests(app: Weak<Inner>) {
    loop {
        tokio::time::sleep(LOOK_FOR_CONTESTS).await;
        let Some(inner) = app.upgrade() else { return };
        if let Err(failure) = (App { inner }).take_up_new().await {
            warn!(%failure, "contests that other servers have added cannot be taken up: {failure}");
        }
    }
}

fn read_again(row: &ContestRow) -> Result<ContestFile, Faults> {
    rulebook::reader::read_contest_file("contest.toml", &row.file, &|name| Ok((name.to_owned(), row.rulebook.clone())))
}

/// A plan as the store keeps it, for whoever opens the contest when this server did not come so far.
fn plan_text(plan: &GivenPlan) -> String {
    serde_json::to_string(plan).expect("a plan is made of numbers and labels")
}

/// The plan that was kept with a contest.
fn plan_again(row: &ContestRow) -> Option<GivenPlan> {
    // It was written by this program; were it damaged, the contest would be opened from its file's plan instead.
    serde_json::from_str(&row.plan).ok()
}

/// What the seed begins with: a secret drawn now and the contributions of the file, or, in a rehearsal, the file's text.
fn seed(file: &ContestFile) -> SeedOpening {
    if let (true, Some(seed)) = (file.rehearsal, &file.seed) {
        return SeedOpening::Rehearsal { seed: seed.clone() };
    }
    let mut secret = [0; 32];
    getrandom::fill(&mut secret).expect("the operating system gives random bytes");
    SeedOpening::ManyHands {
        secret: DrawnSecret::from_bytes(secret),
        organiser: file.seed.clone(),
        committee: file.committee.as_ref().and_then(|committee| committee.seed.clone()),
    }
}

/// What a contest is set up from: the file, and a secret that nobody can know.
fn opening(file: &ContestFile, plan: Option<GivenPlan>) -> Opening {
    let names = |people: &[rulebook::contest_file::Person]| people.iter().map(|person| person.name.clone()).collect();
    let judges = JudgeId::first(file.judges.len()).zip(&file.judges).map(|(id, p)| (Participant::Judge(id), p));
    // Where everybody is judge and confederate in turn, J1 and C1 are one person, who acts as J1.
    let are_both = file.rulebook.roles.people == People::Both;
    let apart = if are_both { &[][..] } else { &file.confederates };
    let confederates = ConfederateId::first(apart.len()).zip(apart);
    let confederates = confederates.map(|(id, p)| (Participant::Confederate(id), p));
    Opening {
        name: file.name.clone(),
        organiser: file.organiser.clone(),
        rulebook: file.rulebook.clone(),
        roster: Roster {
            judges: names(&file.judges),
            confederates: names(&file.confederates),
            entries: file.entries.iter().map(card).collect(),
            committee: file.committee.as_ref().map(|committee| committee.members.clone()).unwrap_or_default(),
        },
        beforehand: beforehand(file),
        settled: settled(file),
        plan,
        countdown: file.countdown,
        scripted: judges.chain(confederates).filter(|(_, person)| person.scripted).map(|(id, _)| id).collect(),
        seed: seed(file),
    }
}

/// What is known of the entries before the contest: those with the same place in the selection are level, and those
/// without one stand behind all others.
fn beforehand(file: &ContestFile) -> Beforehand {
    let entries = || EntryId::first(file.entries.len()).zip(&file.entries);
    let mut placed: BTreeMap<(bool, Option<u16>), Vec<EntryId>> = BTreeMap::new();
    for (id, entry) in entries().filter(|_| file.entries.iter().any(|entry| entry.selection_place.is_some())) {
        placed.entry((entry.selection_place.is_none(), entry.selection_place)).or_default().push(id);
    }
    Beforehand {
        open_source: entries().filter(|(_, entry)| entry.open_source).map(|(id, _)| id).collect(),
        selection: placed.into_values().collect(),
        carried: file.carried.clone(),
        openings: entries().filter_map(|(id, entry)| Some((id, entry.opening.clone()?))).collect(),
    }
}

/// What the committee settled and participants attested.
fn settled(file: &ContestFile) -> Settled {
    let committee = file.committee.as_ref();
    committee.map_or_else(Settled::default, |committee| Settled {
        texts: committee.settled.clone(),
        attested: committee.attested.clone(),
    })
}

fn card(entry: &rulebook::contest_file::EntrySpec) -> EntryCard {
    EntryCard {
        name: entry.name.clone(),
        contestant: entry.contestant.clone(),
        protocol: protocol(&entry.protocol).to_owned(),
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

/// The names of a contest's people, for its organiser.
#[must_use]
pub fn name_of(file: &ContestFile, who: Participant) -> String {
    match who {
        Participant::Organiser => Some(file.organiser.clone()),
        Participant::Judge(id) => file.judges.get(JudgeId::index(id)).map(|person| person.name.clone()),
        Participant::Confederate(id) => file.confederates.get(ConfederateId::index(id)).map(|p| p.name.clone()),
        Participant::Entry(id) => file.entries.get(EntryId::index(id)).map(|entry| entry.name.clone()),
    }
    .unwrap_or_default()
}
