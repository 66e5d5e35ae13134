//! A running contest: one loop between the senders of commands, the store, and the audience.
//!
//! Whatever wakes the loop is one `ContestEvent`. It hands all waiting commands to the [`Sequencer`], which decides them one
//! after the other; it appends the events in one batch, and only when they are durable do pages and sockets see them
//! and senders get their answers.
//!
//! If another server was faster, the loop reads the events that it missed and decides again. If the store has no room,
//! everybody sees a notice, nothing is shown, and commands that may wait do so. If no answer comes, the loop asks until
//! one does. Parts that a ruling deletes are removed from the store before the ruling is answered, and everything is
//! read again. `timer` decides whether this loop keeps the contest or follows another server, and handles the gap after
//! a time without a keeper.

mod timer;

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Deref,
    sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard},
    time::Duration,
};

use contest::{
    Command, Recorded, Refusal, Views,
    command::Opening,
    contest::Contest,
    deletions::PartPlace,
    event::Restored,
    ledger,
    sequencer::{Batch, Changes, DurableState, Lost, Sequencer},
};
use futures_util::future::BoxFuture;
use language::{Message, Say};
use record::{Hash, Sealed, SigningKey, Tree};
use rulebook::Participant;
use store::{AppendError, Bus, EventStore, NewEvent, Redaction, Registry, StoreError, StoredEvent, Timers};
use tokio::sync::{mpsc, oneshot, watch};
use tracing::{Instrument, debug, error, info, warn};

pub use self::timer::Keeper;
use self::timer::{Hold, TakenOver};
use crate::{
    clock::{Clock, TimeSource},
    drafts,
    heads::{Beginning, HeadError, Heads},
    keyring::{KeyError, Keyring},
    meters::Meters,
    once::{Acts, Known, Mark},
    span,
};

/// The most commands that wait for the loop; a sender beyond them waits.
const WAITING_MAX: usize = 1024;

/// The most commands that are decided in one batch.
const BATCH_MAX: usize = 256;

/// The number of events read from the store at a time.
const PAGE: usize = 4096;

/// The free bytes at which the store is taken to record again, when no waiting command would find out.
const ROOM_AGAIN: u64 = 1 << 20;

/// The pause after a failure of the store.
const BREATH: Duration = Duration::from_millis(200);

/// The reason why a command was not carried out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotDone {
    /// The rules refused it.
    Refused(Refusal),
    /// It could not be recorded, and so it did not happen.
    NotSaved,
    /// The deletion is recorded, but the store could not delete the text yet.
    NotTakenOut,
    /// The server is stopping.
    Stopping,
    /// Another server keeps the contest now.
    KeptElsewhere,
}

impl Say for NotDone {
    fn message(&self) -> Message {
        match self {
            Self::Refused(refusal) => refusal.message(),
            Self::NotSaved => say!("refused-not-saved"),
            Self::NotTakenOut => say!("refused-not-taken-out"),
            Self::Stopping => say!("refused-stopping"),
            Self::KeptElsewhere => say!("refused-kept-elsewhere"),
        }
    }
}

display_in_english!(NotDone);

impl std::error::Error for NotDone {}

impl From<Refusal> for NotDone {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

/// Draws the salt of an event: 16 bytes that nobody can guess. Tests use fixed ones.
pub type Salts = Arc<dyn Fn() -> [u8; 16] + Send + Sync>;

/// Salts from the operating system.
#[must_use]
pub fn drawn_salts() -> Salts {
    Arc::new(|| {
        let mut salt = [0; 16];
        getrandom::fill(&mut salt).expect("the operating system gives random bytes");
        salt
    })
}

/// The services that a running contest uses.
#[derive(Clone)]
pub struct Services {
    /// The store of events.
    pub events: Arc<dyn EventStore>,
    /// The store of drafts and of the register.
    pub registry: Arc<dyn Registry>,
    /// Every head that was signed.
    pub heads: Heads,
    /// The channel that announces new events to other servers.
    pub bus: Arc<dyn Bus>,
    /// The store of the timer: which server keeps the contest.
    pub timers: Arc<dyn Timers>,
    /// The address at which other servers of the store reach this one, if there may be any.
    pub address: Option<String>,
    /// The source of the contest's time.
    pub time: Arc<dyn TimeSource>,
    /// The salts that hide the private data behind a leaf's commitment: drawn for each event.
    pub salts: Salts,
    /// The meters of commits and answers.
    pub meters: Meters,
    /// The keys that sign heads.
    pub keys: Arc<Keyring>,
    /// True when the organiser decided to go on from a record that is shorter than its signed heads.
    pub continue_shorter: bool,
}

/// A handle to a running contest. Cheap to clone.
#[derive(Clone)]
pub struct RunningContest {
    id: Arc<str>,
    clock: Clock,
    key: Arc<SigningKey>,
    shown: Arc<RwLock<DurableState>>,
    tree: Arc<RwLock<Tree>>,
    asks: mpsc::Sender<Ask>,
    catch_ups: mpsc::Sender<oneshot::Sender<bool>>,
    grown: watch::Receiver<u64>,
    audience: Arc<Audience>,
    drafted: watch::Receiver<Drafted>,
    acts: Arc<Acts>,
    keeper: watch::Receiver<Keeper>,
    records: watch::Receiver<bool>,
    leave: Arc<watch::Sender<bool>>,
}

/// The listeners of each participant's news, each with the number of times that there was some.
#[derive(Default)]
struct Audience(Mutex<BTreeMap<Participant, watch::Sender<u64>>>);

impl Audience {
    fn follow(&self, who: Participant) -> watch::Receiver<u64> {
        let mut senders = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        senders.entry(who).or_default().subscribe()
    }

    /// Wakes the listeners of these participants only.
    fn wake(&self, told: impl IntoIterator<Item = Participant>) {
        let senders = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let waiting = told.into_iter().filter_map(|who| senders.get(&who));
        waiting.for_each(|sender| sender.send_modify(|times| *times += 1));
    }

    fn wake_all(&self) {
        let senders = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        senders.values().for_each(|sender| sender.send_modify(|times| *times += 1));
    }
}

/// Counters of changes to drafts.
#[derive(Debug, Clone, Default)]
pub struct Drafted {
    /// For the organiser: changes to the outcomes that drafts would have if their forms were closed.
    pub prospects: u64,
    of: BTreeMap<Participant, u64>,
}

impl Drafted {
    /// The number of this participant's drafts that were kept since the server started.
    #[must_use]
    pub fn of(&self, who: Participant) -> u64 {
        self.of.get(&who).copied().unwrap_or_default()
    }
}

/// The answer to a command, once it is durable or refused.
pub type Answer = BoxFuture<'static, Result<(), NotDone>>;

/// The answer to an act, as [`Answer`].
pub(crate) type ActAnswer = BoxFuture<'static, Result<Acted, NotDone>>;

/// The outcome of an act that was not refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Acted {
    /// It is done, now or at an earlier request.
    Done,
    /// It is not done: its id was used for another act.
    IdUsed,
}

struct Ask {
    who: Participant,
    command: Command,
    /// The mark of the act, if the command is one.
    mark: Option<Mark>,
    /// True when the command waits while the store is full; otherwise it is refused.
    waits: bool,
    /// True when it has waited: such a command is not refused because the clocks stood still.
    has_waited: bool,
    /// The time of the request, by the monotonic clock.
    at: Duration,
    answer: oneshot::Sender<Result<Acted, NotDone>>,
}

impl Ask {
    fn answer(self, answer: Result<Acted, NotDone>) {
        // The sender may have gone.
        let _ = self.answer.send(answer);
    }
}

impl RunningContest {
    /// Opens the contest with this id from its record, which may be empty, and runs its loop until every handle is
    /// gone. Clocks that were running have stood still since a server last held the contest's timer.
    ///
    /// # Errors
    /// When the record cannot be read, or holds something that is no event of a contest.
    pub async fn open(id: &str, pace: f64, services: Services) -> Result<Self, OpenContestError> {
        let mut sequencer = Sequencer::default();
        let (mut shown, mut tree) = (DurableState::default(), Tree::default());
        while let page = page(id, tree.size(), &*services.events).await?
            && !page.is_empty()
        {
            sequencer.read(&mut shown, page.iter().map(|(_, fact)| fact));
            for (leaf, _) in &page {
                tree.append(leaf);
            }
        }
        let (key, lost) = history(id, &shown.views, &tree, &services).await?;
        lost.into_iter().for_each(|lost| sequencer.goes_on_without(lost));
        let key = Arc::new(key);
        let (timers, time) = (Arc::clone(&services.timers), Arc::clone(&services.time));
        let hold = Hold::take(id, timers, time, pace, services.address.as_deref(), shown.views.room()).await?;
        shown.drafts = drafts::read(id, shown.views.room(), &*services.registry).await?;
        let acts = Arc::new(Acts::read(id, Arc::clone(&services.registry)).await?);
        let shown = Arc::new(RwLock::new(shown));
        let (asks, asked) = mpsc::channel(WAITING_MAX);
        let (catch_ups, to_catch_up) = mpsc::channel(WAITING_MAX);
        let (grow, grown) = watch::channel(tree.size());
        let tree = Arc::new(RwLock::new(tree));
        let (draft, drafted) = watch::channel(Drafted::default());
        let audience = Arc::<Audience>::default();
        let (leave, left) = watch::channel(false);
        let (record, records) = watch::channel(true);
        let running = Self {
            id: id.into(),
            clock: hold.clock().clone(),
            key: Arc::clone(&key),
            shown: Arc::clone(&shown),
            tree: Arc::clone(&tree),
            asks,
            catch_ups,
            grown,
            audience: Arc::clone(&audience),
            drafted,
            acts: Arc::clone(&acts),
            keeper: hold.keeper(),
            records,
            leave: Arc::new(leave),
        };
        let news = services.bus.subscribe(id);
        let mut run = Loop {
            id: id.to_owned(),
            hold,
            key,
            services,
            shown,
            sequencer,
            tree,
            asked,
            to_catch_up,
            news,
            left,
            record,
            grow,
            audience,
            draft,
            acts,
            waiting: Vec::new(),
            deletions_pending: false,
        };
        // A server that was stopped in between may have left deletions undone.
        run.take_out().await;
        // Set the clocks right before anybody sees the contest.
        let span = span::contest(id);
        run.decide(Vec::new()).instrument(span.clone()).await;
        tokio::spawn(run.run().instrument(span));
        Ok(running)
    }

    /// The contest's id.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The contest's clock.
    #[must_use]
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// The key that signs the heads of its record.
    #[must_use]
    pub fn key(&self) -> &SigningKey {
        &self.key
    }

    /// The number of durable events.
    #[must_use]
    pub fn size(&self) -> u64 {
        read(&self.tree).size()
    }

    /// The root of the record at this size; `None` when it never had it.
    #[must_use]
    pub fn root_at(&self, size: u64) -> Option<Hash> {
        read(&self.tree).root_at(size)
    }

    /// The proof that an event, counted from 1, is in the record of this size; `None` where it is not.
    #[must_use]
    pub fn prove(&self, event: u64, size: u64) -> Option<Vec<Hash>> {
        read(&self.tree).prove_at(event.checked_sub(1)?, size)
    }

    /// The proof that the record of `to` events continues that of `from`; `None` when it never had these sizes.
    #[must_use]
    pub fn prove_consistency(&self, from: u64, to: u64) -> Option<Vec<Hash>> {
        read(&self.tree).prove_consistency(from, to)
    }

    /// Signs the head of these events, which were read from the store and with which the record begins. Returns the
    /// note.
    ///
    /// # Errors
    /// When the record does not begin with them or does not continue an earlier head, and when the head cannot be kept.
    pub(crate) async fn sign_read(&self, heads: &Heads, events: &Tree) -> Result<String, HeadError> {
        let beginning = Beginning { record: &*self.tree, size: events.size() };
        beginning.is(&self.id, events)?;
        heads.sign(&self.id, &beginning, &self.restored(), &self.key).await
    }

    /// Signs the head of the present record, for cosigners. Returns its size, and the note.
    ///
    /// # Errors
    /// When it does not continue the signed heads, or cannot be kept.
    pub(crate) async fn sign_moment(&self, heads: &Heads) -> Result<(u64, String), HeadError> {
        heads.sign_moment(&self.id, &*self.tree, &self.restored(), &self.key).await
    }

    fn restored(&self) -> Vec<Restored> {
        self.views().room().contest().map(|contest| contest.restored().to_vec()).unwrap_or_default()
    }

    /// Follows which server keeps the contest. Only that server decides; the others show the durable events.
    #[must_use]
    pub fn keeper(&self) -> watch::Receiver<Keeper> {
        self.keeper.clone()
    }

    /// True when this server keeps the contest.
    #[must_use]
    pub fn is_kept_here(&self) -> bool {
        *self.keeper.borrow() == Keeper::Here
    }

    /// Follows whether events can be recorded: false while the store does not answer.
    #[must_use]
    pub fn records(&self) -> watch::Receiver<bool> {
        self.records.clone()
    }

    /// Ready when this server keeps the contest; false when it never will, because it is stopping.
    pub async fn is_to_keep(&self) -> bool {
        self.keeper().wait_for(|keeper| *keeper == Keeper::Here).await.is_ok()
    }

    /// Ready when this server does not keep the contest.
    pub async fn is_to_follow(&self) {
        let _ = self.keeper().wait_for(|keeper| *keeper != Keeper::Here).await;
    }

    /// Stops keeping the contest, for good, so that another server can at once. Ready when that is durable.
    pub async fn leave(&self) {
        self.leave.send_replace(true);
        self.is_to_follow().await;
    }

    /// The durable state. Hold it briefly, and one at a time: the loop waits for readers, and further readers for the
    /// loop.
    pub fn shown(&self) -> RwLockReadGuard<'_, DurableState> {
        read(&self.shown)
    }

    /// The present views of all participants. To be held as [`shown`](Self::shown), of which it is a part.
    pub fn views(&self) -> impl Deref<Target = Views> + '_ {
        ShownViews(self.shown())
    }

    /// Follows the drafts: changes with every draft that is kept.
    #[must_use]
    pub fn drafted(&self) -> watch::Receiver<Drafted> {
        self.drafted.clone()
    }

    /// Follows this participant's news: changes with their updates and drafts, when another server keeps the contest,
    /// and when the store does not answer. Never with the updates of others.
    #[must_use]
    pub fn told(&self, who: Participant) -> watch::Receiver<u64> {
        self.audience.follow(who)
    }

    /// Follows the record: the position of its last durable event. Pages of one participant wait for
    /// [`told`](Self::told) instead: every keystroke of everybody makes the record grow.
    #[must_use]
    pub fn grown(&self) -> watch::Receiver<u64> {
        self.grown.clone()
    }

    /// Reads the events of other servers, even if none was announced. True when everything that was durable at the time
    /// of the call is shown; false when the store does not answer, or the server is stopping. A server that was
    /// suspended may have been replaced without knowing it.
    pub async fn catches_up(&self) -> bool {
        let (answer, answered) = oneshot::channel();
        self.catch_ups.send(answer).await.is_ok() && answered.await.unwrap_or(false)
    }

    /// Sets the contest up.
    ///
    /// # Errors
    /// When it is set up already, cannot be drawn, or cannot be recorded.
    pub async fn set_up(&self, opening: Opening) -> Result<(), NotDone> {
        self.ask(Participant::Organiser, Command::Open(Box::new(opening))).await
    }

    /// Carries out a command. The answer comes when it is durable, or at once when nothing can be recorded just now.
    ///
    /// # Errors
    /// The reason why it was not done.
    pub async fn ask(&self, who: Participant, command: Command) -> Result<(), NotDone> {
        self.send(who, command, None, false).await?.await.map(drop)
    }

    /// The number of undecided commands.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.asks.max_capacity() - self.asks.capacity()
    }

    /// Queues a command and returns its future answer, so that one participant's next command need not wait for the
    /// disk. Commands are decided in the order of submission. While nothing can be recorded, they wait.
    ///
    /// # Errors
    /// When the server is stopping.
    pub async fn submit(&self, who: Participant, command: Command) -> Result<Answer, NotDone> {
        let answer = self.send(who, command, None, true).await?;
        Ok(Box::pin(async { answer.await.map(drop) }))
    }

    /// Queues an act, whose mark is stored together with its events: under an id it is done once, also when the server
    /// is killed before it has answered. `waits` says whether it waits while nothing can be recorded.
    ///
    /// # Errors
    /// When the server is stopping.
    pub(crate) async fn submit_act(
        &self,
        who: Participant,
        command: Command,
        mark: Mark,
        waits: bool,
    ) -> Result<ActAnswer, NotDone> {
        self.send(who, command, Some(mark), waits).await
    }

    async fn send(
        &self,
        who: Participant,
        command: Command,
        mark: Option<Mark>,
        waits: bool,
    ) -> Result<ActAnswer, NotDone> {
        let (answer, answered) = oneshot::channel();
        let at = self.clock.source().elapsed();
        let ask = Ask { who, command, mark, waits, has_waited: false, at, answer };
        self.asks.send(ask).await.map_err(|_| NotDone::Stopping)?;
        Ok(Box::pin(async { answered.await.unwrap_or(Err(NotDone::Stopping)) }))
    }

    /// The acts that were done in this contest.
    pub(crate) fn acts(&self) -> &Acts {
        &self.acts
    }
}

struct ShownViews<'h>(RwLockReadGuard<'h, DurableState>);

impl Deref for ShownViews<'_> {
    type Target = Views;

    fn deref(&self) -> &Views {
        &self.0.views
    }
}

/// The key for this record, checked against its signed heads; and the lost events, where the organiser decided to go on
/// without them.
async fn history(
    id: &str,
    views: &Views,
    tree: &Tree,
    services: &Services,
) -> Result<(SigningKey, Option<Lost>), OpenContestError> {
    let restored = views.room().contest().map(Contest::restored).unwrap_or_default();
    match services.heads.check(id, tree, restored).await {
        Ok(()) => Ok((services.keys.of(id, restored)?, None)),
        Err(HeadError::Shorter { size, root, found, .. }) if services.continue_shorter => {
            let key = services.keys.after(id, size, root)?;
            let lost = Lost { kept: found, size, root, key: key.verifier().to_string() };
            Ok((key, Some(lost)))
        }
        Err(failure) => Err(failure.into()),
    }
}

// Applying an event is total; a panic elsewhere while reading leaves the shared state whole.
fn read<T>(shared: &RwLock<T>) -> RwLockReadGuard<'_, T> {
    shared.read().unwrap_or_else(PoisonError::into_inner)
}

fn write<T>(shared: &RwLock<T>) -> RwLockWriteGuard<'_, T> {
    shared.write().unwrap_or_else(PoisonError::into_inner)
}

/// The reason why a contest cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenContestError {
    /// The store failed.
    #[error("failed to read the record")]
    Store(#[from] StoreError),
    /// The record is not the one that was signed.
    #[error(transparent)]
    Head(#[from] HeadError),
    /// There is no key for its heads.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// The record holds something that is no event of a contest.
    #[error("event {position} of the record cannot be read: use the version of viva that wrote it, or restore a copy")]
    Fact {
        /// Its position.
        position: u64,
        /// The fault.
        #[source]
        source: ledger::NotAFact,
    },
}

/// The next events after this position, each with its leaf; empty when there are none.
async fn page(id: &str, after: u64, events: &dyn EventStore) -> Result<Vec<(Vec<u8>, Recorded)>, OpenContestError> {
    let page = events.read(id, after, PAGE).await?;
    page.into_iter().map(|event| Ok((event.leaf.clone(), opened(&event, event.private.as_deref())?))).collect()
}

/// The event, opened with the private data that is left of it.
fn opened(event: &StoredEvent, private: Option<&[u8]>) -> Result<Recorded, OpenContestError> {
    let position = event.position;
    ledger::open(&event.leaf, private).map_err(|source| OpenContestError::Fact { position, source })
}

/// The reasons for which the loop wakes.
enum ContestEvent {
    /// Commands have arrived.
    Asked(Vec<Ask>),
    /// A deadline has come.
    Due,
    /// It is time for a heartbeat, or for a look at the holder of the timer.
    Timer,
    /// The record has grown without this loop.
    Grown,
    /// A caller needs to know whether it has.
    CatchUp(oneshot::Sender<bool>),
    /// Another server is to keep the contest.
    Leave,
    /// Every handle is gone.
    Over,
}

struct Loop {
    id: String,
    hold: Hold,
    key: Arc<SigningKey>,
    services: Services,
    /// The durable state, for everybody to read.
    shown: Arc<RwLock<DurableState>>,
    sequencer: Sequencer,
    /// The tree over every event that is shown.
    tree: Arc<RwLock<Tree>>,
    asked: mpsc::Receiver<Ask>,
    to_catch_up: mpsc::Receiver<oneshot::Sender<bool>>,
    news: watch::Receiver<u64>,
    left: watch::Receiver<bool>,
    /// True while the store answers.
    record: watch::Sender<bool>,
    grow: watch::Sender<u64>,
    audience: Arc<Audience>,
    draft: watch::Sender<Drafted>,
    acts: Arc<Acts>,
    /// The commands that wait for room in the store, in order.
    waiting: Vec<Ask>,
    /// True when a ruling deletes parts that the store still holds.
    deletions_pending: bool,
}

impl Loop {
    async fn run(mut self) {
        let mut was_ours = self.hold.is_ours();
        loop {
            match self.next_wake().await {
                ContestEvent::Asked(asks) => self.decide(asks).await,
                ContestEvent::Due => self.decide(Vec::new()).await,
                ContestEvent::Timer => self.turn().await,
                ContestEvent::Grown => {
                    // Most news is this loop's own.
                    let reached = *self.news.borrow_and_update();
                    if reached > self.size() {
                        let _ = self.catch_up().await;
                    }
                }
                ContestEvent::CatchUp(answer) => _ = answer.send(self.catch_up().await.is_ok()),
                ContestEvent::Leave | ContestEvent::Over => break,
            }
            if std::mem::replace(&mut was_ours, self.hold.is_ours()) != was_ours {
                self.audience.wake_all();
            }
        }
        self.hold.give_back().await;
        self.audience.wake_all();
    }

    /// Sends a heartbeat, or takes over from a server that has stopped sending them.
    async fn turn(&mut self) {
        if !*self.record.borrow() {
            // No heartbeat while no event can be recorded: the clocks stand still for everybody until one can.
            self.hold.later();
            let is_idle = self.waiting.is_empty() && !self.sequencer.is_due(&self.hold.now());
            if is_idle && self.services.registry.bytes_left().await.is_ok_and(|bytes| bytes >= ROOM_AGAIN) {
                self.set_recording(true);
            }
            return;
        }
        if self.deletions_pending {
            self.take_out().await;
        }
        // A heartbeat after a gap would hide the gap.
        self.hold.notice(self.sequencer.ahead()).await;
        if let Some(taken) = self.hold.turn(self.sequencer.ahead()).await {
            self.take_over(taken).await;
            self.decide(Vec::new()).await;
        } else if !self.hold.is_ours() {
            // The bus may have lost an announcement.
            let _ = self.catch_up().await;
        }
    }

    /// Becomes the keeper of the contest, from the last keeper's latest events and drafts. Where these cannot be read,
    /// this server retries at the next turn, or another server takes over.
    async fn take_over(&mut self, taken: TakenOver) {
        if self.catch_up().await.is_err() {
            return;
        }
        info!(contest.id = self.id, "this server keeps `{}` from now on", self.id);
        let room = read(&self.shown).views.room().clone();
        match drafts::read(&self.id, &room, &*self.services.registry).await {
            Ok(drafts) => write(&self.shown).drafts = drafts,
            Err(failure) => {
                warn!(contest.id = self.id, %failure, "the drafts of `{}` cannot be read: {failure}", self.id);
            }
        }
        if let Err(failure) = self.acts.read_again().await {
            warn!(contest.id = self.id, %failure, "the acts of `{}` cannot be read: {failure}", self.id);
        }
        self.hold.take_over(self.sequencer.ahead(), taken);
        // The last keeper may have left deletions undone.
        self.take_out().await;
    }

    async fn next_wake(&mut self) -> ContestEvent {
        let now = self.hold.now();
        let is_due = self.sequencer.is_due(&now);
        if is_due && *self.record.borrow() {
            return ContestEvent::Due;
        }
        let again = is_due || !self.waiting.is_empty();
        let deadline = self.sequencer.ahead().next_deadline().filter(|_| now.keeps_time && !is_due);
        let mut asks = Vec::new();
        tokio::select! {
            count = self.asked.recv_many(&mut asks, BATCH_MAX), if self.waiting.len() < WAITING_MAX => {
                if count == 0 { ContestEvent::Over } else { ContestEvent::Asked(asks) }
            }
            () = tokio::time::sleep(BREATH), if again => ContestEvent::Due,
            () = self.hold.clock().reach(deadline) => ContestEvent::Due,
            () = self.hold.next() => ContestEvent::Timer,
            Ok(()) = self.news.changed() => ContestEvent::Grown,
            Some(answer) = self.to_catch_up.recv() => ContestEvent::CatchUp(answer),
            Ok(()) = self.left.changed() => ContestEvent::Leave,
        }
    }

    /// Decides these commands and the passing of time, makes the result durable, and answers. Acts that were done
    /// before get the same answer; an act that arrives twice at the same time is decided once.
    async fn decide(&mut self, asks: Vec<Ask>) {
        let mut asks: Vec<Ask> = std::mem::take(&mut self.waiting).into_iter().chain(asks).collect();
        loop {
            let (first, again) = self.without_known(asks);
            self.decide_together(first).await;
            if again.is_empty() {
                return;
            }
            asks = again;
        }
    }

    /// Answers the commands that are known to be done. Returns the new ones, and the repeats of acts among those.
    fn without_known(&self, asks: Vec<Ask>) -> (Vec<Ask>, Vec<Ask>) {
        let (mut first, mut again, mut ids) = (Vec::new(), Vec::new(), BTreeSet::new());
        for ask in asks {
            let id = ask.mark.as_ref().and_then(Mark::id).map(str::to_owned);
            match ask.mark.as_ref().and_then(|mark| self.acts.known(mark)) {
                Some(Known::Done) => {
                    let done = self.as_done(&ask.command);
                    ask.answer(done);
                }
                Some(Known::Another) => ask.answer(Ok(Acted::IdUsed)),
                None if id.is_some_and(|id| !ids.insert(id)) => again.push(ask),
                None => first.push(ask),
            }
        }
        (first, again)
    }

    /// The answer to a command that is done.
    fn as_done(&self, command: &Command) -> Result<Acted, NotDone> {
        if matches!(command, Command::Delete(_)) && self.deletions_pending {
            return Err(NotDone::NotTakenOut);
        }
        Ok(Acted::Done)
    }

    async fn decide_together(&mut self, asks: Vec<Ask>) {
        self.hold.notice(self.sequencer.ahead()).await;
        loop {
            if !self.hold.is_ours() {
                asks.into_iter().for_each(|ask| ask.answer(Err(NotDone::KeptElsewhere)));
                return;
            }
            let asked = asks.iter().map(|ask| (ask.who, &ask.command));
            let batch = self.sequencer.decide(&read(&self.shown), asked, &self.hold.now());
            let answered = asks.iter().zip(&batch.answers);
            let marks: Vec<Mark> =
                answered.filter(|(_, answer)| answer.is_ok()).filter_map(|(ask, _)| ask.mark.clone()).collect();
            match self.store(&batch, &marks).await {
                Ok(()) => {
                    let now = self.hold.clock().source().elapsed();
                    for (ask, answer) in asks.into_iter().zip(batch.answers) {
                        self.services.meters.answered(now.saturating_sub(ask.at));
                        if ask.has_waited && answer == Err(Refusal::Paused) {
                            self.waiting.push(ask);
                            continue;
                        }
                        let answer = answer.map_err(NotDone::Refused).and_then(|()| self.as_done(&ask.command));
                        ask.answer(answer);
                    }
                    return;
                }
                // Another server was faster: decide again after its events, if they can be read.
                Err(AppendError::Conflict { .. }) if self.catch_up().await.is_ok() => {}
                // Another server has taken over: this one decides nothing any more.
                Err(AppendError::LostLease { .. }) => {
                    self.sequencer.failed(&read(&self.shown));
                    if let Some(taken) = self.hold.is_lost().await {
                        self.take_over(taken).await;
                    }
                }
                Err(failure) => {
                    if *self.record.borrow() {
                        error!(contest.id = self.id, %failure, "the record of `{}` cannot grow: {failure}", self.id);
                    }
                    self.sequencer.failed(&read(&self.shown));
                    if matches!(failure, AppendError::Full | AppendError::Unavailable(_)) {
                        self.waits_for_room(asks);
                        return;
                    }
                    asks.into_iter().for_each(|ask| ask.answer(Err(NotDone::NotSaved)));
                    // A deadline that cannot be recorded stays due: retry after a pause.
                    tokio::time::sleep(BREATH).await;
                    return;
                }
            }
        }
    }

    /// Puts the commands aside that may wait for room in the store, and refuses the others. Nothing of the batch was
    /// recorded.
    fn waits_for_room(&mut self, asks: Vec<Ask>) {
        self.set_recording(false);
        self.hold.lengthen_gap(self.sequencer.ahead());
        let (waiting, told): (Vec<_>, Vec<_>) = asks.into_iter().partition(|ask| ask.waits);
        self.waiting.extend(waiting.into_iter().map(|ask| Ask { has_waited: true, ..ask }));
        told.into_iter().for_each(|ask| ask.answer(Err(NotDone::NotSaved)));
    }

    /// Makes a batch durable together with the marks of its acts, then shows it.
    async fn store(&mut self, batch: &Batch, marks: &[Mark]) -> Result<(), AppendError> {
        self.keep(batch).await?;
        if batch.facts.is_empty() {
            for mark in marks {
                self.acts.keep(mark).await?;
            }
            return Ok(());
        }
        let sealed: Vec<Sealed> = batch.facts.iter().map(|fact| seal(fact, (self.services.salts)())).collect();
        let last = self.append(&batch.facts, &sealed, marks).await?;
        marks.iter().for_each(|mark| self.acts.was_done(mark));
        let changes = self.sequencer.stored(&mut write(&self.shown), batch, last);
        let Some(changes) = changes else {
            // Another server wrote in between, in streams that these events do not touch. The events are durable even
            // if reading on fails; the next news repeats the reading.
            let _ = self.catch_up().await;
            return Ok(());
        };
        {
            let mut tree = write(&self.tree);
            sealed.iter().for_each(|Sealed { leaf, .. }| _ = tree.append(leaf));
        }
        self.acknowledge();
        self.tell(changes).await;
        Ok(())
    }

    /// Appends events. Where no answer comes, asks until it is known whether they are stored.
    async fn append(&self, facts: &[Recorded], sealed: &[Sealed], marks: &[Mark]) -> Result<u64, AppendError> {
        let events = facts.iter().zip(sealed).map(|(fact, sealed)| NewEvent {
            stream: fact.event.stream().to_string(),
            number: fact.number,
            leaf: sealed.leaf.clone(),
            private: sealed.opening.clone(),
        });
        let batch = store::Batch {
            events: events.collect(),
            under: self.hold.fence().into_iter().collect(),
            notes: marks.iter().filter_map(Mark::note).collect(),
            deeds: marks.iter().filter_map(Mark::deed).collect(),
            ..store::Batch::default()
        };
        let time = self.hold.clock().source();
        let began = time.elapsed();
        loop {
            match self.services.events.append(&self.id, batch.clone()).await {
                Err(AppendError::Unavailable(cause)) => {
                    error!(contest.id = self.id, %cause, "the store does not answer for `{}`: {cause}", self.id);
                    self.set_recording(false);
                    tokio::time::sleep(BREATH).await;
                }
                answer => {
                    self.services.meters.committed(time.elapsed().saturating_sub(began));
                    if !matches!(answer, Err(AppendError::Full)) {
                        self.set_recording(true);
                    }
                    return answer;
                }
            }
        }
    }

    fn set_recording(&self, works: bool) {
        if self.record.send_if_modified(|worked| std::mem::replace(worked, works) != works) {
            self.audience.wake_all();
        }
    }

    /// Makes drafts durable, then lets pages show them.
    async fn keep(&mut self, Batch { drafts, .. }: &Batch) -> Result<(), StoreError> {
        if drafts.is_empty() {
            return Ok(());
        }
        drafts::keep(&self.id, drafts, &*self.services.registry).await?;
        let is_other = {
            let now = self.hold.clock().now();
            let mut shown = write(&self.shown);
            let prospects = |shown: &DurableState| {
                shown.views.room().contest().map(|contest| contest.prospects(&shown.drafts, now))
            };
            let before = prospects(&shown);
            shown.keep(drafts);
            prospects(&shown) != before
        };
        self.draft.send_modify(|drafted| {
            drafted.prospects += u64::from(is_other);
            drafts.iter().for_each(|(who, ..)| *drafted.of.entry(*who).or_default() += 1);
        });
        let organiser = is_other.then_some(Participant::Organiser);
        self.audience.wake(drafts.iter().map(|(who, ..)| *who).chain(organiser).collect::<BTreeSet<_>>());
        Ok(())
    }

    /// Reads the events of other servers. Events that could be read are shown even when later ones could not.
    async fn catch_up(&mut self) -> Result<(), OpenContestError> {
        loop {
            match page(&self.id, self.size(), &*self.services.events).await {
                Ok(page) if page.is_empty() => {
                    self.sequencer.failed(&read(&self.shown));
                    return Ok(());
                }
                Ok(page) => {
                    let changes = self.sequencer.read(&mut write(&self.shown), page.iter().map(|(_, fact)| fact));
                    {
                        let mut tree = write(&self.tree);
                        page.iter().for_each(|(leaf, _)| _ = tree.append(leaf));
                    }
                    self.tell(changes).await;
                }
                Err(failure) => {
                    error!(contest.id = self.id, %failure, "the record of `{}` cannot be read: {failure}", self.id);
                    return Err(failure);
                }
            }
        }
    }

    fn size(&self) -> u64 {
        read(&self.tree).size()
    }

    /// Keeps the acknowledged size of the record beside the store, before anybody sees its events.
    fn acknowledge(&self) {
        if let Err(failure) = self.services.heads.acknowledge(&self.id, &*self.tree, &self.key) {
            warn!(contest.id = self.id, %failure, "how far `{}` has come cannot be kept beside its store: {failure}", self.id);
        }
    }

    /// Wakes the participants whom these durable changes concern.
    async fn tell(&mut self, changes: Changes) {
        let Changes { told, forgotten, ends_a_part, taken_up, deletes } = changes;
        if deletes {
            self.take_out().await;
        }
        let position = self.size();
        self.grow.send_replace(position);
        self.audience.wake(told);
        if !self.hold.is_ours() {
            return;
        }
        if taken_up {
            self.hold.is_recorded();
        }
        if let Err(failure) = self.services.bus.publish(&self.id, position) {
            debug!(contest.id = self.id, %failure, "the news of `{}` comes later: {failure}", self.id);
        }
        if ends_a_part {
            self.publish_checkpoint().await;
            if let Err(why) = self.sweep_files().await {
                // They are dropped at the next ruling, and no event names them.
                warn!(contest.id = self.id, %why, "files of `{}` that nobody was shown stay in the store: {why}", self.id);
            }
        }
        drafts::forget(&self.id, &forgotten, &*self.services.registry).await;
    }

    /// Reads the contest again without the deleted parts and, where this server keeps the contest, deletes them from
    /// the store. It does so even when no row holds any of them: the store may have emptied the rows and failed before
    /// it had emptied its file. A failed deletion is repeated at the next turn, at the next ruling, and by the next
    /// keeper.
    async fn take_out(&mut self) {
        let gone = match read(&self.shown).views.room().contest() {
            Some(contest) if !contest.gone.is_empty() => contest.gone.clone(),
            _ => return,
        };
        let taken = async {
            let redactions = self.read_without(&gone).await?;
            if self.hold.is_ours() {
                let (id, parts) = (&self.id, redactions.len());
                self.services.events.redact(id, redactions).await?;
                if parts > 0 {
                    info!(contest.id = id, parts, "what was ruled is taken out of `{id}`");
                }
                self.sweep_files().await?;
            }
            Ok::<(), OpenContestError>(())
        };
        let taken = taken.await;
        self.deletions_pending = taken.is_err();
        if let Err(failure) = taken {
            error!(contest.id = self.id, %failure, "what was ruled could not be taken out of `{}`: {failure}", self.id);
        }
        self.audience.wake_all();
    }

    /// Removes from the store every file that no event names, once the contest is over: then none will name it any
    /// more.
    async fn sweep_files(&self) -> Result<(), StoreError> {
        let named: BTreeSet<[u8; 32]> = {
            let shown = read(&self.shown);
            if !shown.views.room().contest().is_some_and(Contest::is_closed) {
                return Ok(());
            }
            shown.views.room().shown_files().values().flatten().map(|file| *file.hash.as_bytes()).collect()
        };
        let kept = self.services.registry.attachments(&self.id).await?;
        let unnamed: Vec<_> = kept.into_iter().map(|(hash, _)| hash).filter(|hash| !named.contains(hash)).collect();
        if unnamed.is_empty() {
            return Ok(());
        }
        self.services.registry.remove_attachments(&self.id, unnamed).await
    }

    /// Shows the contest as if these parts had never been read. Returns the redactions for parts that the store still
    /// holds.
    async fn read_without(&mut self, gone: &BTreeSet<PartPlace>) -> Result<Vec<Redaction>, OpenContestError> {
        let (mut sequencer, mut shown) = (Sequencer::default(), DurableState::default());
        let (mut after, last, mut redactions) = (0, self.size(), Vec::new());
        while after < last {
            let page = self.services.events.read(&self.id, after, PAGE).await?;
            let Some(end) = page.last() else { break };
            after = end.position;
            let mut facts = Vec::new();
            for event in page.iter().filter(|event| event.position <= last) {
                let position = event.position;
                let left = ledger::without(position, event.private.as_deref(), gone);
                let left = left.map_err(|source| OpenContestError::Fact { position, source })?;
                facts.push(opened(event, left.as_deref())?);
                if left != event.private {
                    redactions.push(Redaction { position, left });
                }
            }
            sequencer.read(&mut shown, &facts);
        }
        shown.drafts = read(&self.shown).drafts.clone();
        *write(&self.shown) = shown;
        self.sequencer = sequencer;
        Ok(redactions)
    }

    async fn publish_checkpoint(&mut self) {
        let restored =
            read(&self.shown).views.room().contest().map(|contest| contest.restored().to_vec()).unwrap_or_default();
        match self.services.heads.sign(&self.id, &*self.tree, &restored, &self.key).await {
            Ok(_) => info!(contest.id = self.id, events = self.size(), "checkpoint of `{}`", self.id),
            Err(why) => error!(contest.id = self.id, %why, "no checkpoint of `{}`: {why}", self.id),
        }
    }
}

fn seal(fact: &Recorded, salt: [u8; 16]) -> Sealed {
    ledger::seal(fact, salt).expect("facts of a contest hold only what has canonical bytes")
}
