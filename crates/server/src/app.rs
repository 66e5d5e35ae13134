//! The server as a whole: its contests, what it works with, and how it starts.

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

use contest::{Command, event::Terms, sources::SourceConversation};
use entry::socketio::SecretError;
use rulebook::{ContestFile, EntryId, Participant, contest_file::Protocol, reader::Faults};
use schedule::GivenPlan;
use store::{ContestRow, DeedRow, Engine, EventStore, InvitationRow, Registry, StoreError};
use tokio::sync::watch;
use tracing::{Instrument, error, info, warn};

#[cfg(feature = "passkeys")]
use crate::passkeys::Passkeys;
use crate::{
    applications::{self, Applications},
    cards::{Card, Cards, Code, Issue},
    clock::{SystemTime, TimeSource},
    deeds::OrganiserDeed,
    disk::{self, Disk, DiskRoom},
    edit::Edit,
    entries,
    guesses::{self, Guesses},
    hall::{self, Hall, Means, NotDone, OpenHallError},
    heads::Heads,
    invited::Invited,
    keyring::{KeyError, Keyring},
    look::{self, Look},
    messenger::{self, Messenger},
    meters::Meters,
    once::Once,
    pages_folder::PagesFolder,
    passwords::Passwords,
    place::Place,
    plan::{PlanError, plan_of},
    reader::Spoken,
    sessions::Token,
    sources::{SourceError, sources_of},
    span, terms,
};

/// Words that stand where the id of a contest stands in other addresses.
const RESERVED: [&str; 5] = ["api", applications::ID, "assets", "join", "language"];

/// How often it is asked whether another server has added a contest.
const LOOK_FOR_CONTESTS: Duration = Duration::from_secs(1);

/// How often the store is told that a session was seen.
const TELL_SEEN: Duration = Duration::from_secs(60);

/// Sessions of which it is known when the store was told; beyond them it is told once more.
const SEEN_MAX: usize = 10_000;

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
    cards: Cards,
    /// Held while cards are looked at and made, so that nobody has two.
    issuing: tokio::sync::Mutex<()>,
    code_guesses: Guesses,
    password_guesses: Guesses,
    strange_questions: Guesses,
    passwords: Passwords,
    once: Once,
    /// Absent where devices keep no keys for this server.
    #[cfg(feature = "passkeys")]
    passkeys: Option<Passkeys>,
    /// When each session was last told to the store, by its hash.
    seen: Mutex<HashMap<[u8; 32], Duration>>,
    /// What contests show that are being added, by their ids: read before anything is kept, and not again.
    shown: Mutex<HashMap<String, Vec<(u16, SourceConversation)>>>,
    is_leaving: AtomicBool,
    /// The intake that is open here, if there is one.
    applications: OnceLock<Arc<Applications>>,
    /// How public pages look.
    look: OnceLock<Look>,
    /// Pages of the organiser's own, if there are any.
    pages_folder: OnceLock<PagesFolder>,
    /// The languages of the pages.
    spoken: OnceLock<Spoken>,
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
    /// What a contest is to show cannot be shown.
    #[error("failed to set contest `{id}` up")]
    Sources {
        /// Which.
        id: String,
        /// Why.
        #[source]
        source: SourceError,
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
    /// The file of a contest changes what cannot be changed any more.
    #[error("contest `{id}` does not go on by this file, which would change what cannot be changed any more:\n  {changes}\n(put the file back as it was; people and programs can still be exchanged on the organiser's page)", changes = .changes.join("\n  "))]
    CannotChange {
        /// The id.
        id: String,
        /// What it would change, a sentence each.
        changes: Vec<String>,
        /// Why that cannot be changed.
        #[source]
        source: NotDone,
    },
    /// The seed of a contest is settled when it is set up.
    #[error(
        "there is a contest `{id}` in this folder already, with another seed: the seed is settled when a contest is set up (give yours another `id`, or leave `seed` and `rehearsal` as they were)"
    )]
    AnotherSeed {
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

impl Submitted {
    /// What would be played, and how.
    #[must_use]
    pub fn terms(&self) -> Terms {
        terms::terms(&self.file, self.plan.clone())
    }
}

/// A contest that was added now, with the organiser's way in.
pub struct Added {
    /// The contest's id.
    pub id: String,
    /// The organiser's join link; absent when it was used.
    pub organiser_link: Option<String>,
    /// What its file says otherwise than before, a sentence each; empty where nothing does.
    pub changes: Vec<String>,
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
        let cards = Cards::of(&keys);
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
                taking_up: tokio::sync::Mutex::default(),
                messenger: messenger::messenger(),
                cards,
                issuing: tokio::sync::Mutex::default(),
                code_guesses: Guesses::new(guesses::CODES),
                password_guesses: Guesses::new(guesses::PASSWORDS),
                strange_questions: Guesses::new(guesses::QUESTIONS),
                passwords: Passwords::default(),
                once: Once::default(),
                #[cfg(feature = "passkeys")]
                passkeys,
                seen: Mutex::default(),
                shown: Mutex::default(),
                meters: Meters::default(),
                is_leaving: AtomicBool::new(false),
                applications: OnceLock::new(),
                look: OnceLock::new(),
                pages_folder: OnceLock::new(),
                spoken: OnceLock::new(),
            }),
        };
        app.take_up_new().await?;
        if app.inner.settings.address.is_some() {
            tokio::spawn(look_for_contests(Arc::downgrade(&app.inner)));
        }
        app.watch_disk();
        Ok(app)
    }

    /// Adds a contest and makes the organiser's join link. A contest that is there already goes on by this file from now on, as far
    /// as what it changes can be changed still.
    ///
    /// # Errors
    /// When it cannot be recorded, or changes what cannot be changed any more.
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
        if self.place(&id).is_none() {
            // Whatever cannot be shown is refused before anything is kept.
            let shown = read_sources(&id, &file, &folder).await?;
            self.inner.shown.lock().unwrap_or_else(PoisonError::into_inner).insert(id.clone(), shown);
        }
        match self.registry().add_contest(row.clone()).await {
            Ok(()) => {
                self.take_up(row, file, folder).await?;
                let organiser_link = Some(self.invite(&id, Participant::Organiser).await?);
                Ok(Added { id, organiser_link, changes: Vec::new() })
            }
            Err(StoreError::ContestExists { .. }) => {
                self.take_up_new().await?;
                let changes = self.edit(row, file, plan, folder).await?;
                let organiser_link = self.unused_link(&id, Participant::Organiser).await?;
                Ok(Added { id, organiser_link, changes })
            }
            Err(failure) => Err(failure.into()),
        }
    }

    /// Serves these pages at every address that is none of ours, from now on. Only the first call counts.
    pub fn serve_pages(&self, folder: PagesFolder) {
        let _ = self.inner.pages_folder.set(folder);
    }

    /// The pages of the organiser's own.
    pub(crate) fn pages_folder(&self) -> Option<&PagesFolder> {
        self.inner.pages_folder.get()
    }

    /// Opens the pages of an intake, once. Returns the link by which its organiser comes in; absent where it was used.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn take_applications(&self, applications: Applications) -> Result<Option<String>, StoreError> {
        // One server has one intake: what is set already stays.
        let _ = self.inner.applications.set(Arc::new(applications));
        let invitations = self.registry().invitations(applications::ID).await?;
        match invitations.is_empty() {
            true => self.invite(applications::ID, Participant::Organiser).await.map(Some),
            false => self.unused_link(applications::ID, Participant::Organiser).await,
        }
    }

    /// Speaks these languages from now on. Said once, before anybody asks.
    pub fn set_spoken(&self, spoken: Spoken) {
        let _ = self.inner.spoken.set(spoken);
    }

    /// The languages of the pages.
    pub(crate) fn spoken(&self) -> &Spoken {
        self.inner.spoken.get_or_init(Spoken::default)
    }

    /// Lets public pages look so, once.
    pub fn set_look(&self, look: Look) {
        // One server looks one way: what is set already stays.
        let _ = self.inner.look.set(look);
    }

    /// How public pages look.
    pub(crate) fn look(&self) -> &Look {
        self.inner.look.get().unwrap_or(&look::OWN)
    }

    /// The intake that is open here, if there is one.
    pub(crate) fn applications(&self) -> Option<Arc<Applications>> {
        self.inner.applications.get().cloned()
    }

    /// The time of day.
    pub(crate) fn wall(&self) -> rulebook::Timestamp {
        self.inner.time.wall()
    }

    /// Lets a contest go on by another file. Says what that changes.
    async fn edit(
        &self,
        row: ContestRow,
        file: ContestFile,
        plan: Option<GivenPlan>,
        folder: PathBuf,
    ) -> Result<Vec<String>, StartError> {
        let id = row.id.clone();
        let known = self.registry().contests().await?.into_iter().find(|known| known.id == id);
        let (Some(known), Some(place)) = (known, self.place(&id)) else { return Ok(Vec::new()) };
        let before = place.file();
        if (&before.seed, before.rehearsal) != (&file.seed, file.rehearsal) {
            return Err(StartError::AnotherSeed { id });
        }
        let given = place.given_plan().or_else(|| plan_again(&known));
        let now = place.hall.views().room().contest().and_then(|contest| contest.roster.held().cloned());
        let edit = Edit::new((&before, given), (&file, plan)).with_shown(now.as_ref());
        let revision = edit.revision();
        let (changes, others) = {
            let views = place.hall.views();
            let now = views.room().contest();
            (edit.changes(now), now.map(|contest| edit.others(contest)).unwrap_or_default())
        };
        if let Some(revision) = revision {
            let asked = place.hall.ask(Participant::Organiser, Command::Revise(Box::new(revision))).await;
            asked.map_err(|source| StartError::CannotChange { id: id.clone(), changes: changes.clone(), source })?;
        }
        if row != known {
            self.registry().update_contest(row.clone()).await?;
        }
        for who in others {
            self.shut_out(&id, who).await?;
        }
        place.set_folder(folder.clone());
        if *before != file {
            expect_programs(&place, &file, &folder);
            place.set_file(&row, file);
        }
        Ok(changes)
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
            let known = self.place(&row.id);
            if known.as_ref().is_some_and(|place| place.is_from(&row)) {
                continue;
            }
            let file = read_again(&row).map_err(|source| StartError::File { id: row.id.clone(), source })?;
            let folder = PathBuf::from(&row.folder);
            match known {
                None => self.take_up(row, file, folder).await?,
                Some(place) => {
                    expect_programs(&place, &file, &folder);
                    place.set_file(&row, file);
                }
            }
        }
        Ok(())
    }

    /// Makes a new join link for a participant; an earlier link and its sessions end.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn invite(&self, contest: &str, who: Participant) -> Result<String, StoreError> {
        Ok(self.link(&self.new_card(contest, who.into()).await?))
    }

    /// Makes a new card; an earlier one and its sessions end.
    pub(crate) async fn new_card(&self, contest: &str, whose: Invited) -> Result<Card, StoreError> {
        let (issue, whose) = (Issue::draw(), whose.to_string());
        let card = self.inner.cards.card(contest, &whose, &issue);
        self.registry().invite(contest, &whose, card.token.hash(), issue.as_str()).await?;
        self.sessions_ended(contest);
        Ok(card)
    }

    /// The card of this invitation, made again; `None` where that cannot be, because an earlier version made it, or a server
    /// with another key.
    pub(crate) fn card_again(&self, contest: &str, invitation: &InvitationRow) -> Option<Card> {
        let issue = Issue::kept(&invitation.issue)?;
        let card = self.inner.cards.card(contest, &invitation.participant, &issue);
        (card.token.hash() == invitation.token_hash).then_some(card)
    }

    /// The link of a card.
    pub(crate) fn link(&self, card: &Card) -> String {
        format!("{}/join/{}", self.inner.settings.public_url, card.token.reveal())
    }

    /// The token of the card with this code.
    pub(crate) async fn token_of(&self, code: Code) -> Result<Option<Token>, StoreError> {
        for place in self.places() {
            let contest = place.hall.id();
            let invitations = self.registry().invitations(contest).await?;
            let mut cards = invitations.iter().filter_map(|invitation| self.card_again(contest, invitation));
            if let Some(card) = cards.find(|card| card.code == code) {
                return Ok(Some(card.token));
            }
        }
        Ok(None)
    }

    /// Held while cards are looked at and made: whoever asks twice at once gets the same one twice.
    pub(crate) async fn one_at_a_time(&self) -> tokio::sync::MutexGuard<'_, ()> {
        self.inner.issuing.lock().await
    }

    /// How often codes were guessed.
    pub(crate) fn code_guesses(&self) -> &Guesses {
        &self.inner.code_guesses
    }

    /// How often passwords were guessed.
    pub(crate) fn password_guesses(&self) -> &Guesses {
        &self.inner.password_guesses
    }

    /// How often somebody asked as a cosigner who showed no key of one.
    pub(crate) fn strange_questions(&self) -> &Guesses {
        &self.inner.strange_questions
    }

    /// What is known of passkeys; `None` where devices keep no keys for this server.
    #[cfg(feature = "passkeys")]
    pub(crate) fn passkeys(&self) -> Option<&Passkeys> {
        self.inner.passkeys.as_ref()
    }

    /// What programs asked for under a key.
    pub(crate) fn once(&self) -> &Once {
        &self.inner.once
    }

    /// Makes and checks what is kept of passwords.
    pub(crate) fn passwords(&self) -> &Passwords {
        &self.inner.passwords
    }

    /// Notes what an organiser did, beside the record. What cannot be noted is done all the same.
    pub(crate) async fn note(&self, contest: &str, who: String, what: &OrganiserDeed) {
        let deed = DeedRow { at: self.inner.time.wall().as_millis(), who, what: what.kept() };
        if let Err(failure) = self.registry().note_deed(contest, deed).await {
            warn!(contest.id = contest, %failure, "what an organiser did could not be noted: {failure}");
        }
    }

    /// A session was seen: the store is told, at most once a minute, and nobody waits for it.
    pub(crate) fn saw(&self, session: [u8; 32]) {
        let now = self.elapsed();
        {
            let mut seen = self.inner.seen.lock().unwrap_or_else(PoisonError::into_inner);
            if seen.get(&session).is_some_and(|&told| now < told + TELL_SEEN) {
                return;
            }
            if seen.len() >= SEEN_MAX {
                seen.clear();
            }
            seen.insert(session, now);
        }
        let (store, at) = (Arc::clone(&self.inner.engine.store), self.inner.time.wall().as_millis());
        tokio::spawn(async move {
            if let Err(failure) = store.see_session(session, at).await {
                warn!(%failure, "when a session was seen could not be kept: {failure}");
            }
        });
    }

    /// The address under which people reach the server.
    pub(crate) fn public_url(&self) -> &str {
        &self.inner.settings.public_url
    }

    /// The time since some fixed moment.
    pub(crate) fn elapsed(&self) -> Duration {
        self.inner.time.elapsed()
    }

    /// The link of a participant's card, where nobody has used it and it can be made again.
    async fn unused_link(&self, contest: &str, who: Participant) -> Result<Option<String>, StoreError> {
        let invitations = self.registry().invitations(contest).await?;
        let unused = |row: &&InvitationRow| row.participant == who.to_string() && !row.used;
        let card = invitations.iter().find(unused).and_then(|row| self.card_again(contest, row));
        Ok(card.map(|card| self.link(&card)))
    }

    /// Ends the way in of whoever had a participant's place: their join link and their sessions. Whoever has it now is given a link
    /// of their own.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn shut_out(&self, contest: &str, who: Participant) -> Result<(), StoreError> {
        self.registry().uninvite(contest, &who.to_string()).await?;
        self.sessions_ended(contest);
        Ok(())
    }

    /// Ends a session.
    pub(crate) async fn end_session(&self, contest: &str, session_hash: [u8; 32]) -> Result<(), StoreError> {
        self.registry().end_session(contest, session_hash).await?;
        self.sessions_ended(contest);
        Ok(())
    }

    /// Ends the way in of an organiser: card, password, passkeys and sessions.
    pub(crate) async fn forget_organiser(&self, contest: &str, whose: &str) -> Result<(), StoreError> {
        self.registry().forget_organiser(contest, whose).await?;
        #[cfg(feature = "passkeys")]
        for passkey in crate::passkeys::all(self, contest).await? {
            if passkey.id.whose.to_string() == whose {
                self.registry().forget_organiser(contest, &passkey.id.to_string()).await?;
            }
        }
        self.sessions_ended(contest);
        Ok(())
    }

    /// Whoever is connected by a session that has ended is cut off now, and not when it is next looked at.
    fn sessions_ended(&self, contest: &str) {
        if let Some(place) = self.place(contest) {
            place.sessions_ended();
        }
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
        Ok(self.seated_as(session, contest, who).await?.is_some())
    }

    /// Who acts as this participant by this session, if it stands.
    ///
    /// # Errors
    /// When the store fails.
    pub(crate) async fn seated_as(
        &self,
        session: &Token,
        contest: &str,
        who: Participant,
    ) -> Result<Option<Invited>, StoreError> {
        let Some((of, whose)) = self.registry().session(session.hash()).await? else { return Ok(None) };
        let whose = whose.parse::<Invited>().ok().filter(|whose| of == contest && whose.who() == who);
        if whose.is_some() {
            self.saw(session.hash());
        }
        Ok(whose)
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
        let place = Arc::new(Place::new(hall, &row, file, folder.clone()));
        if place.hall.is_kept_here() {
            let shown = self.inner.shown.lock().unwrap_or_else(PoisonError::into_inner).remove(&id);
            set_up(&place, &row, shown).await?;
        }
        expect_programs(&place, &place.file(), &folder);
        let workspace = self.inner.settings.data.join("entries").join(&id);
        self.inner.places.write().unwrap_or_else(PoisonError::into_inner).insert(id, Arc::clone(&place));
        let span = span::contest(&row.id);
        let files = Arc::clone(&self.inner.engine.store) as Arc<dyn Registry>;
        tokio::spawn(keep(place, files, row, workspace).instrument(span));
        Ok(())
    }
}

/// Lets in the programs that connect to the contest.
fn expect_programs(place: &Place, file: &ContestFile, folder: &Path) {
    for (entry, expected) in entries::programs_to_expect(file, folder) {
        match expected {
            Ok((id, secret)) => place.door.expect(&id, &secret),
            // The others go on; the organiser is told by the entry's link.
            Err(error) => {
                warn!(contest.id = place.hall.id(), entry.id = %entry, %error, "the program of {entry} cannot be let in: {error}");
            }
        }
    }
}

/// Runs a contest's entries whenever this server keeps it, until the contest is closed.
async fn keep(place: Arc<Place>, files: Arc<dyn Registry>, row: ContestRow, workspace: PathBuf) {
    while place.hall.is_to_keep().await {
        // Whoever added it may not have come so far.
        if let Err(failure) = set_up(&place, &row, None).await {
            error!(contest.id = row.id, %failure, "contest `{}` cannot be set up: {failure}", row.id);
        }
        let mut edited = place.edited();
        tokio::select! {
            () = entries::attend(Arc::clone(&place), Arc::clone(&files), place.folder(), workspace.clone()) => return,
            () = place.hall.is_to_follow() => {}
            // Programs are started anew where no judge has met them yet.
            () = is_edited_before_the_first_round(&place, &mut edited) => {}
        }
    }
}

/// Ready when the contest file was edited while no round was open yet.
async fn is_edited_before_the_first_round(place: &Place, edited: &mut watch::Receiver<u64>) {
    while edited.changed().await.is_ok() {
        let views = place.hall.views();
        if views.room().contest().is_none_or(|contest| !contest.is_under_way()) {
            return;
        }
    }
    std::future::pending::<()>().await;
}

/// Sets a contest up whose record is empty. Where the store has no plan for it, an older version kept it in its file only.
async fn set_up(
    place: &Place,
    row: &ContestRow,
    shown: Option<Vec<(u16, SourceConversation)>>,
) -> Result<(), StartError> {
    let (id, file) = (&row.id, &*place.file());
    let is_new = place.hall.views().room().contest().is_none();
    if is_new {
        let plan = match plan_again(row) {
            Some(plan) => Some(plan),
            None => plan_of(file, &place.folder()).map_err(|source| StartError::Plan { id: id.clone(), source })?,
        };
        let shown = match shown {
            Some(shown) => shown,
            None => read_sources(id, file, &place.folder()).await?,
        };
        let opening = terms::opening(file, plan, shown);
        place.hall.set_up(opening).await.map_err(|source| StartError::SetUp { id: id.clone(), source })?;
    }
    info!(contest.id = id, is_new, "contest `{id}` is open");
    Ok(())
}

/// What a contest shows of its sources, read where it keeps nobody waiting.
async fn read_sources(
    id: &str,
    file: &ContestFile,
    folder: &Path,
) -> Result<Vec<(u16, SourceConversation)>, StartError> {
    if file.sources.is_empty() {
        return Ok(Vec::new());
    }
    let (file, folder) = (file.clone(), folder.to_owned());
    let read = tokio::task::spawn_blocking(move || sources_of(&file, &folder)).await;
    let read = read.unwrap_or_else(|stopped| std::panic::resume_unwind(stopped.into_panic()));
    read.map_err(|source| StartError::Sources { id: id.to_owned(), source })
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
