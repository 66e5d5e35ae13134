//! A running contest: one loop that decides, records and tells.
//!
//! Whatever wakes the loop is one `Wake`. It takes all commands that are waiting, decides them one after the other,
//! appends the facts in one batch, and only when they are durable applies them to the views that pages and sockets read
//! and answers those who asked. If another node was faster, it reads what it missed and decides again; if the store has
//! no room, everybody is told that nothing was saved, and nothing was shown. Whether this loop closes rounds by the clock,
//! and what it means that nobody did for a while, is in `timer`.

mod timer;

use std::{
    borrow::Cow,
    collections::BTreeMap,
    collections::VecDeque,
    sync::{Arc, PoisonError, RwLock, RwLockReadGuard},
};

use contest::{
    Actor, Command, ControlEvent, Draft, Event, FormDrafts, FormId, Recorded, Refusal, Room, Views, command::Opening,
    contest::Contest, fields::Fields, ledger, timer::Holder,
};
use futures_util::future::BoxFuture;
use record::{Hash, SigningKey, Tree};
use rulebook::{Participant, Timestamp};
use store::{AppendError, Batch, Bus, EventStore, NewEvent, Registry, StoreError, Timers};
use tokio::sync::{mpsc, oneshot, watch};
use tracing::{debug, error, info};

use self::timer::Hold;
use crate::{
    clock::{Clock, TimeSource},
    drafts,
    heads::{HeadError, Heads},
    keyring::{KeyError, Keyring},
};

/// The most commands that wait for the loop; a sender beyond them waits.
const WAITING_MAX: usize = 1024;

/// The most commands that are decided in one batch.
const BATCH_MAX: usize = 256;

/// How many events are read from the store at a time.
const PAGE: usize = 4096;

/// Why a command was not carried out.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotDone {
    /// The rules said no.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// It could not be recorded, and so it did not happen.
    #[error(
        "this was not saved, because the server has no room or cannot reach its disk: nothing is lost, try again soon"
    )]
    NotSaved,
    /// The server is stopping.
    #[error("the server is stopping: your page will reconnect")]
    Stopping,
}

/// What a hall works with.
#[derive(Clone)]
pub struct Means {
    /// Where events are kept.
    pub events: Arc<dyn EventStore>,
    /// Where drafts of forms are kept.
    pub registry: Arc<dyn Registry>,
    /// Every head that was signed.
    pub heads: Heads,
    /// Who is told that a contest has grown.
    pub bus: Arc<dyn Bus>,
    /// Where it is kept who holds the contest's timer.
    pub timers: Arc<dyn Timers>,
    /// What the contest's clock is driven by.
    pub time: Arc<dyn TimeSource>,
    /// The keys that sign heads.
    pub keys: Arc<Keyring>,
    /// The organiser decided to go on from a record that is shorter than what was signed of it.
    pub continue_shorter: bool,
}

/// A handle to a running contest. Cheap to clone.
#[derive(Clone)]
pub struct Hall {
    id: Arc<str>,
    clock: Clock,
    key: Arc<SigningKey>,
    views: Arc<RwLock<Views>>,
    drafts: Arc<RwLock<FormDrafts>>,
    asks: mpsc::Sender<Ask>,
    grown: watch::Receiver<u64>,
    drafted: watch::Receiver<Drafted>,
}

/// How often what is filled in of forms has changed.
#[derive(Debug, Clone, Default)]
pub struct Drafted {
    /// For the organiser: what would become of somebody's draft, were its form closed.
    pub prospects: u64,
    of: BTreeMap<Participant, u64>,
}

impl Drafted {
    /// How many drafts of this participant were kept since the server started.
    #[must_use]
    pub fn of(&self, who: Participant) -> u64 {
        self.of.get(&who).copied().unwrap_or_default()
    }
}

/// The answer to a command, once it is durable or refused.
pub type Answer = BoxFuture<'static, Result<(), NotDone>>;

struct Ask {
    who: Participant,
    command: Command,
    answer: oneshot::Sender<Result<(), NotDone>>,
}

impl Hall {
    /// Takes up the contest with this id from its record, which may be empty, and runs its loop until every handle is
    /// gone. Where clocks ran, they have stood still since somebody held the contest's timer last.
    ///
    /// # Errors
    /// When the record cannot be read, or holds something that is no fact of a contest.
    pub async fn open(id: &str, pace: f64, means: Means) -> Result<Self, OpenHallError> {
        let mut keeper = Keeper::default();
        while keeper.read_on(id, &*means.events).await? {}
        let (key, lost) = history(id, &keeper, &means).await?;
        let key = Arc::new(key);
        let (timers, time) = (Arc::clone(&means.timers), Arc::clone(&means.time));
        let hold = Hold::take(id, timers, time, pace, keeper.views.room()).await?;
        let drafts = drafts::read(id, keeper.views.room(), &*means.registry).await?;
        let views = Arc::new(RwLock::new(keeper.views));
        let drafts = Arc::new(RwLock::new(drafts));
        let (asks, asked) = mpsc::channel(WAITING_MAX);
        let (grow, grown) = watch::channel(keeper.position);
        let (draft, drafted) = watch::channel(Drafted::default());
        let hall = Self {
            id: id.into(),
            clock: hold.clock().clone(),
            key: Arc::clone(&key),
            views: Arc::clone(&views),
            drafts: Arc::clone(&drafts),
            asks,
            grown,
            drafted,
        };
        let ahead = read(&views).room().clone();
        let mut run = Loop {
            id: id.to_owned(),
            hold,
            key,
            lost,
            views,
            drafts,
            ahead,
            position: keeper.position,
            tree: keeper.tree,
            news: means.bus.subscribe(id),
            means,
            asked,
            grow,
            draft,
        };
        // Before anybody sees the contest its clocks stand as they should.
        run.decide(Vec::new()).await;
        tokio::spawn(run.run());
        Ok(hall)
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

    /// What is known now. Hold it briefly: the loop waits for readers.
    pub fn views(&self) -> RwLockReadGuard<'_, Views> {
        read(&self.views)
    }

    /// What people have filled in and not sealed. Hold it briefly: the loop waits for readers.
    pub fn drafts(&self) -> RwLockReadGuard<'_, FormDrafts> {
        read(&self.drafts)
    }

    /// Follows what is filled in of forms: changes with every draft that is kept.
    #[must_use]
    pub fn drafted(&self) -> watch::Receiver<Drafted> {
        self.drafted.clone()
    }

    /// Follows the record: the position of its last durable event, and each later one.
    #[must_use]
    pub fn grown(&self) -> watch::Receiver<u64> {
        self.grown.clone()
    }

    /// Sets the contest up.
    ///
    /// # Errors
    /// When it is set up already, cannot be drawn, or cannot be recorded.
    pub async fn set_up(&self, opening: Opening) -> Result<(), NotDone> {
        self.ask(Participant::Organiser, Command::Open(Box::new(opening))).await
    }

    /// Asks for something. The answer comes when it is durable.
    ///
    /// # Errors
    /// Why it was not done.
    pub async fn ask(&self, who: Participant, command: Command) -> Result<(), NotDone> {
        self.submit(who, command).await?.await
    }

    /// Puts a command in line and returns its answer to come, so that one participant's next command need not wait for
    /// the disk. Commands are decided in the order in which they were submitted.
    ///
    /// # Errors
    /// When the server is stopping.
    pub async fn submit(&self, who: Participant, command: Command) -> Result<Answer, NotDone> {
        let (answer, answered) = oneshot::channel();
        self.asks.send(Ask { who, command, answer }).await.map_err(|_| NotDone::Stopping)?;
        Ok(Box::pin(async { answered.await.unwrap_or(Err(NotDone::Stopping)) }))
    }
}

/// The key for this record, which continues what was signed of it, or the head that is lost where the organiser decided
/// to go on without.
async fn history(id: &str, keeper: &Keeper, means: &Means) -> Result<(SigningKey, Option<Lost>), OpenHallError> {
    let contest = keeper.views.room().contest();
    let restored = contest.map(Contest::restored).unwrap_or_default();
    match means.heads.check(id, &keeper.tree, restored).await {
        Ok(()) => Ok((means.keys.of(id, restored)?, None)),
        Err(HeadError::Shorter { size, root, found, .. }) if means.continue_shorter => {
            Ok((means.keys.after(id, size, root)?, Some(Lost { kept: found, size, root })))
        }
        Err(failure) => Err(failure.into()),
    }
}

/// A signed head of which the record has only the first events.
#[derive(Clone, Copy)]
struct Lost {
    kept: u64,
    size: u64,
    root: Hash,
}

fn read<T>(shared: &RwLock<T>) -> RwLockReadGuard<'_, T> {
    // Applying a fact is total; a panic elsewhere while reading leaves what is shared whole.
    shared.read().unwrap_or_else(PoisonError::into_inner)
}

/// Why a contest cannot be taken up.
#[derive(Debug, thiserror::Error)]
pub enum OpenHallError {
    /// The store failed.
    #[error("failed to read the record")]
    Store(#[from] StoreError),
    /// It is not what was signed of it.
    #[error(transparent)]
    Head(#[from] HeadError),
    /// There is no key to sign it with.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// The record holds something that is no fact of a contest.
    #[error("event {position} of the record cannot be read: use the version of viva that wrote it, or restore a copy")]
    Fact {
        /// Its place.
        position: u64,
        /// What is wrong with it.
        #[source]
        source: ledger::NotAFact,
    },
}

/// Reads a record from the store into views and tree.
#[derive(Default)]
struct Keeper {
    views: Views,
    tree: Tree,
    position: u64,
    /// True when a fact was read after which a checkpoint is due.
    closes: bool,
}

impl Keeper {
    /// Reads the next page; false when there was none.
    async fn read_on(&mut self, id: &str, events: &dyn EventStore) -> Result<bool, OpenHallError> {
        let page = events.read(id, self.position, PAGE).await?;
        for event in &page {
            let fact = ledger::open(&event.leaf, event.private.as_deref())
                .map_err(|source| OpenHallError::Fact { position: event.position, source })?;
            self.views.apply(&fact);
            self.closes |= closes(&self.views, &fact);
            self.tree.append(&event.leaf);
            self.position = event.position;
        }
        Ok(!page.is_empty())
    }
}

/// What can wake the loop.
enum Wake {
    /// Somebody asks for something.
    Asked(Vec<Ask>),
    /// A deadline has come.
    Due,
    /// It is time to say how far the contest has come, or to see who holds its timer.
    Timer,
    /// The record has grown without this loop.
    Grown,
    /// Nobody can ask any more.
    Over,
}

struct Loop {
    id: String,
    hold: Hold,
    key: Arc<SigningKey>,
    /// What was lost, until it is recorded.
    lost: Option<Lost>,
    means: Means,
    /// What is durable, for everybody to read.
    views: Arc<RwLock<Views>>,
    /// What people have filled in and not sealed, durable as well.
    drafts: Arc<RwLock<FormDrafts>>,
    /// What will be durable when the present batch is.
    ahead: Room,
    position: u64,
    tree: Tree,
    asked: mpsc::Receiver<Ask>,
    news: watch::Receiver<u64>,
    grow: watch::Sender<u64>,
    draft: watch::Sender<Drafted>,
}

/// What follows from time and commands.
struct Decided {
    facts: Vec<Recorded>,
    /// The answers to the commands, in order.
    answers: Vec<Result<(), Refusal>>,
    /// The drafts to keep.
    kept: Vec<(Participant, FormId, Fields)>,
}

impl Loop {
    async fn run(mut self) {
        loop {
            match self.next_wake().await {
                Wake::Asked(asks) => self.decide(asks).await,
                Wake::Due => self.decide(Vec::new()).await,
                Wake::Timer => self.turn().await,
                Wake::Grown => {
                    // Most news is this loop's own.
                    let reached = *self.news.borrow_and_update();
                    if reached > self.position {
                        let _ = self.catch_up().await;
                    }
                }
                Wake::Over => break,
            }
        }
        self.hold.release().await;
    }

    /// Says how far the contest has come, or takes over where somebody has stopped to.
    async fn turn(&mut self) {
        // A heartbeat after a gap would hide it.
        self.hold.notice(&self.ahead).await;
        if let Some(reached) = self.hold.turn(&self.ahead).await {
            // What its holder recorded last counts.
            let _ = self.catch_up().await;
            let wall = self.means.time.wall();
            self.hold.begin(&self.ahead, reached, wall, Holder::New);
            self.decide(Vec::new()).await;
        }
    }

    async fn next_wake(&mut self) -> Wake {
        let now = self.hold.clock().now();
        let is_ours = self.hold.is_ours();
        if is_ours && (self.ahead.due(now).is_some() || self.hold.taken_up(&self.ahead).is_some()) {
            return Wake::Due;
        }
        let deadline = self.ahead.next_deadline().filter(|_| is_ours);
        let mut asks = Vec::new();
        tokio::select! {
            count = self.asked.recv_many(&mut asks, BATCH_MAX) => if count == 0 { Wake::Over } else { Wake::Asked(asks) },
            () = self.hold.clock().reach(deadline) => Wake::Due,
            () = self.hold.next() => Wake::Timer,
            Ok(()) = self.news.changed() => Wake::Grown,
        }
    }

    /// Decides what the passing of time and these commands mean, records it, and answers.
    async fn decide(&mut self, asks: Vec<Ask>) {
        let mut waiting: VecDeque<Ask> = asks.into();
        self.hold.notice(&self.ahead).await;
        loop {
            let Decided { facts, answers, kept } = self.draft(&waiting);
            let outcome = match self.keep(kept).await {
                Ok(()) => self.record(&facts).await,
                Err(failure) => Err(failure.into()),
            };
            match outcome {
                Ok(()) => {
                    let forgotten = self.forget(&facts);
                    for (ask, answer) in waiting.drain(..).zip(answers) {
                        let _ = ask.answer.send(answer.map_err(NotDone::Refused));
                    }
                    drafts::forget(&self.id, &forgotten, &*self.means.registry).await;
                    return;
                }
                // Somebody was faster: decide again on what they recorded, if it can be read.
                Err(AppendError::Conflict { .. }) if self.catch_up().await.is_ok() => {}
                Err(failure) => {
                    error!(contest.id = self.id, %failure, "the record of `{}` cannot grow: {failure}", self.id);
                    self.ahead = read(&self.views).room().clone();
                    for ask in waiting.drain(..) {
                        let _ = ask.answer.send(Err(NotDone::NotSaved));
                    }
                    // A deadline that cannot be recorded stays due: try again, but not in a spin.
                    tokio::time::sleep(std::time::Duration::from_millis(200)).await;
                    return;
                }
            }
        }
    }

    /// The facts that follow from time and commands, each decided after the one before it, and the answers to give.
    fn draft(&mut self, asks: &VecDeque<Ask>) -> Decided {
        let shared = Arc::clone(&self.drafts);
        let shared = read(&shared);
        let mut drafts = Cow::Borrowed(&*shared);
        let mut kept = Vec::new();
        let now = self.hold.clock().now();
        let now = self.ahead.latest().map_or(now, |latest| latest.max(now));
        let mut facts = Vec::new();
        self.take_up(now, &mut facts);
        self.pass_time(now, &drafts, &mut facts);
        let mut answers = Vec::with_capacity(asks.len());
        for ask in asks {
            let mut decided = self.ahead.decide(ask.who, &ask.command, now);
            if let (Ok(_), Command::Draft { form, fields }, Some(contest)) =
                (&decided, &ask.command, self.ahead.contest())
            {
                match contest.changed(&drafts, ask.who, *form, fields) {
                    Ok(whole) => {
                        drafts.to_mut().keep(ask.who, *form, whole.clone());
                        kept.push((ask.who, *form, whole));
                    }
                    Err(why) => decided = Err(why),
                }
            }
            let take = |decided: Vec<Draft>| {
                decided.into_iter().for_each(|draft| self.take_with_drafts(draft, now, &drafts, &mut facts));
            };
            answers.push(decided.map(take));
            self.take_up(now, &mut facts);
            self.pass_time(now, &drafts, &mut facts);
        }
        Decided { facts, answers, kept }
    }

    /// The fact that this server has taken the contest up comes before any other, or as soon as the contest is opened.
    fn take_up(&mut self, now: Timestamp, facts: &mut Vec<Recorded>) {
        if facts.iter().any(is_take_up) {
            return;
        }
        if let Some((at, draft)) = self.hold.taken_up(&self.ahead) {
            let at = self.ahead.latest().map_or(at, |latest| latest.max(at)).min(now);
            self.take(draft, at, facts);
            if let Some(Lost { kept, size, root }) = self.lost {
                let key = self.key.verifier().to_string();
                let event = ControlEvent::Restored { kept, lost_size: size, lost_root: root, key };
                let draft = Draft { actor: Actor::Participant(Participant::Organiser), event: Event::Control(event) };
                self.take(draft, at, facts);
            }
        }
    }

    /// What time alone has made true is for whoever holds the timer to record.
    fn pass_time(&mut self, now: Timestamp, drafts: &FormDrafts, facts: &mut Vec<Recorded>) {
        while let Some(draft) = self.ahead.due(now).filter(|_| self.hold.is_ours()) {
            self.take_with_drafts(draft, now, drafts, facts);
        }
    }

    /// Drafts that count are recorded right before the fact that closes their forms, in the same batch.
    fn take_with_drafts(&mut self, draft: Draft, time: Timestamp, drafts: &FormDrafts, facts: &mut Vec<Recorded>) {
        for counted in self.ahead.counted(drafts, &draft.event, time) {
            self.take(counted, time, facts);
        }
        self.take(draft, time, facts);
    }

    fn take(&mut self, draft: Draft, time: Timestamp, facts: &mut Vec<Recorded>) {
        let Draft { actor, event } = draft;
        let fact = Recorded { number: self.ahead.count(event.stream()) + 1, time, actor, event };
        self.ahead.apply(&fact);
        facts.push(fact);
    }

    /// Makes drafts durable, then lets pages be made from them.
    async fn keep(&mut self, kept: Vec<(Participant, FormId, Fields)>) -> Result<(), StoreError> {
        if kept.is_empty() {
            return Ok(());
        }
        drafts::keep(&self.id, &kept, &*self.means.registry).await?;
        let prospects = |run: &Self| {
            let (views, drafts) = (read(&run.views), read(&run.drafts));
            views.room().contest().map(|contest| contest.prospects(&drafts, run.hold.clock().now()))
        };
        let before = prospects(self);
        {
            let mut drafts = self.drafts.write().unwrap_or_else(PoisonError::into_inner);
            for (who, form, fields) in &kept {
                drafts.keep(*who, *form, fields.clone());
            }
        }
        let is_other = prospects(self) != before;
        self.draft.send_modify(|drafted| {
            drafted.prospects += u64::from(is_other);
            kept.iter().for_each(|(who, ..)| *drafted.of.entry(*who).or_default() += 1);
        });
        Ok(())
    }

    /// Forgets the drafts that these facts have made useless, and says which they are.
    fn forget(&mut self, facts: &[Recorded]) -> Vec<(Participant, FormId)> {
        let views = read(&self.views);
        let Some(contest) = views.room().contest() else { return Vec::new() };
        let mut forgotten = Vec::new();
        for fact in facts {
            if let Event::Control(event) = &fact.event {
                let done = read(&self.drafts).done_with(contest, event);
                if !done.is_empty() {
                    let mut drafts = self.drafts.write().unwrap_or_else(PoisonError::into_inner);
                    done.iter().for_each(|(who, form)| drafts.forget(*who, *form));
                }
                forgotten.extend(done);
            }
        }
        forgotten
    }

    /// Makes facts durable, then shows them.
    async fn record(&mut self, facts: &[Recorded]) -> Result<(), AppendError> {
        if facts.is_empty() {
            return Ok(());
        }
        let sealed: Vec<_> = facts.iter().map(seal).collect();
        let events = facts.iter().zip(&sealed).map(|(fact, sealed)| NewEvent {
            stream: fact.event.stream().to_string(),
            number: fact.number,
            leaf: sealed.leaf.clone(),
            private: sealed.opening.clone(),
        });
        let last = self.means.events.append(&self.id, Batch::from(events.collect::<Vec<_>>())).await?;
        if facts.iter().any(is_take_up) {
            self.hold.is_recorded();
            self.lost = None;
        }
        if last != self.position + facts.len() as u64 {
            // Another node wrote in between, in streams that these facts do not touch.
            // The facts are durable whatever comes of reading on; what was not read now is read at the next news.
            let _ = self.catch_up().await;
            return Ok(());
        }
        let checkpoint = {
            let mut views = self.views.write().unwrap_or_else(PoisonError::into_inner);
            facts.iter().for_each(|fact| views.apply(fact));
            facts.iter().any(|fact| closes(&views, fact))
        };
        for sealed in &sealed {
            self.tree.append(&sealed.leaf);
        }
        self.shown(last, checkpoint).await;
        Ok(())
    }

    /// Reads what others have recorded. What could be read is shown even when not everything could.
    async fn catch_up(&mut self) -> Result<(), OpenHallError> {
        let views = read(&self.views).clone();
        let tree = std::mem::take(&mut self.tree);
        let mut keeper = Keeper { views, tree, position: self.position, closes: false };
        let outcome = loop {
            match keeper.read_on(&self.id, &*self.means.events).await {
                Ok(true) => {}
                Ok(false) => break Ok(()),
                Err(failure) => {
                    error!(contest.id = self.id, %failure, "the record of `{}` cannot be read: {failure}", self.id);
                    break Err(failure);
                }
            }
        };
        self.ahead = keeper.views.room().clone();
        *self.views.write().unwrap_or_else(PoisonError::into_inner) = keeper.views;
        self.tree = keeper.tree;
        if keeper.position > self.position {
            self.shown(keeper.position, keeper.closes).await;
        }
        outcome
    }

    async fn shown(&mut self, position: u64, checkpoint: bool) {
        self.position = position;
        self.grow.send_replace(position);
        if let Err(failure) = self.means.bus.publish(&self.id, position) {
            debug!(contest.id = self.id, %failure, "the news of `{}` comes later: {failure}", self.id);
        }
        if checkpoint {
            self.publish_checkpoint().await;
        }
    }

    async fn publish_checkpoint(&mut self) {
        let restored =
            read(&self.views).room().contest().map(|contest| contest.restored().to_vec()).unwrap_or_default();
        match self.means.heads.sign(&self.id, &self.tree, &restored, &self.key).await {
            Ok(_) => info!(contest.id = self.id, events = self.tree.size(), "checkpoint of `{}`", self.id),
            Err(why) => error!(contest.id = self.id, %why, "no checkpoint of `{}`: {why}", self.id),
        }
    }
}

/// True for facts, folded already, after which a checkpoint is due: those that end a part of the contest, and all that come
/// after its close, because each changes the result.
fn closes(views: &Views, fact: &Recorded) -> bool {
    let is_closed = views.room().contest().is_some_and(Contest::is_closed);
    is_closed
        || matches!(
            fact.event,
            Event::Control(
                ControlEvent::AssignmentCommitted { .. }
                    | ControlEvent::Replanned { .. }
                    | ControlEvent::RoundClosed { .. }
                    | ControlEvent::Restored { .. }
                    | ControlEvent::Closed {}
            )
        )
}

fn is_take_up(fact: &Recorded) -> bool {
    matches!(fact.event, Event::Control(ControlEvent::TakenUp { .. }))
}

fn seal(fact: &Recorded) -> record::Sealed {
    let mut salt = [0; 16];
    getrandom::fill(&mut salt).expect("the operating system gives random bytes");
    ledger::seal(fact, salt).expect("facts of a contest hold only what has canonical bytes")
}
