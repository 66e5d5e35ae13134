//! Entries take part through the same views as people: this module carries words between an entry's links and the hall.
//!
//! For the round that comes next (or runs) every interview gets a link of its own, several to an entry that holds several
//! conversations at the same time. The link's program starts while people take their places, hears the judge's words once
//! talk is open, and ends with the talk. A protocol speaks in keys; where the contest carries what is finished, a
//! [`Composer`] stands between. After a restart of the server in mid-round links start anew, and what the judge said
//! before is not delivered late.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use contest::{
    Command, Refusal, Stream,
    command::{Press, Say, To},
    composer::{Composer, keys_for},
    contest::Phase,
    event::ClientId,
    view::{Numbered, stage::StagePhase, witness::WitnessUpdate},
};
use entry::{FromEntry, Incident, Link, Setup, ToEntry};
use rulebook::{EntryId, InterviewId, Key, Participant, Side, contest_file::Protocol, schema::Medium};
use tokio::{
    sync::{Mutex, mpsc},
    task::JoinHandle,
    time::Instant,
};
use tracing::warn;

use crate::{hall::NotDone, place::Place, sessions::Token};

/// How long it takes until something is offered again, in contest time, when the contest is paused, it came too fast, or
/// it was not the entry's turn.
const AGAIN: Duration = Duration::from_millis(250);

/// The most keys of an entry that wait for the disk together.
const TOGETHER_MAX: usize = 24;

/// The longest description of an incident, in characters.
const DETAIL_MAX: usize = 400;

/// Keeps links for every interview of the coming or running round, until the contest is closed. An entry whose program
/// gave up can be started again by the organiser.
pub async fn attend(place: Arc<Place>, folder: PathBuf, workspace: PathBuf) {
    let mut grown = place.hall.grown();
    let mut restarts = place.restarts();
    let mut seen = None;
    let mut attended =
        Attendance { place: Arc::clone(&place), folder, workspace, links: BTreeMap::new(), readiness: BTreeMap::new() };
    loop {
        // Who sits where depends on the control stream alone; most of what grows is conversation.
        let facts = place.hall.views().room().count(Stream::Control);
        if seen != Some(facts) {
            seen = Some(facts);
            match course(&place) {
                Course::Over => break,
                Course::Between => attended.keep(BTreeSet::new()).await,
                Course::Round { wanted, starts } => {
                    attended.keep(wanted.clone()).await;
                    if starts {
                        wanted.into_iter().for_each(|interview| attended.start(interview));
                    }
                }
            }
        }
        tokio::select! {
            changed = grown.changed() => if changed.is_err() { break },
            Ok(entry) = restarts.recv() => attended.start_again(entry).await,
        }
    }
    attended.links.into_values().for_each(|link| link.abort());
}

/// What is asked of entries now.
enum Course {
    /// Nothing until the next round.
    Between,
    /// These interviews, of the round that comes next or runs.
    Round {
        /// Which entry in which interview.
        wanted: BTreeSet<(EntryId, InterviewId)>,
        /// Links that are missing are started; not any more when the talk is over.
        starts: bool,
    },
    /// Nothing any more.
    Over,
}

fn course(place: &Place) -> Course {
    let views = place.hall.views();
    let Some(contest) = views.room().contest() else { return Course::Between };
    let round = match contest.phase {
        Phase::Lobby(next) if next.number() <= contest.rounds() => next,
        Phase::Talk(round, _) | Phase::Scoring(round, _) => round,
        Phase::Lobby(_) | Phase::EndBallots(..) => return Course::Between,
        Phase::Closed => return Course::Over,
    };
    let wanted = contest.interviews_in(round).filter_map(|seating| Some((seating.entry()?, seating.interview)));
    Course::Round { wanted: wanted.collect(), starts: !matches!(contest.phase, Phase::Scoring(..)) }
}

/// The links of a contest.
struct Attendance {
    place: Arc<Place>,
    /// Where the entries' commands run.
    folder: PathBuf,
    /// Where each link has a folder of its own.
    workspace: PathBuf,
    /// Links that were started for the present round, also those that have ended by themselves.
    links: BTreeMap<(EntryId, InterviewId), JoinHandle<()>>,
    readiness: BTreeMap<EntryId, Arc<Readiness>>,
}

impl Attendance {
    /// Keeps these links and no other. Those of the round before end by themselves with its talk; whatever is left of
    /// them, and of those that were planned away, is ended here.
    async fn keep(&mut self, wanted: BTreeSet<(EntryId, InterviewId)>) {
        self.links.retain(|key, link| {
            let kept = wanted.contains(key);
            if !kept {
                link.abort();
            }
            kept
        });
        for entry in
            wanted.iter().map(|(entry, _)| *entry).chain(self.readiness.keys().copied()).collect::<BTreeSet<_>>()
        {
            let interviews = wanted.iter().filter(|(of, _)| *of == entry).map(|(_, interview)| *interview);
            let readiness = self.readiness.entry(entry).or_insert_with(|| Arc::new(Readiness::of(entry)));
            readiness.expect(&self.place, interviews.collect()).await;
        }
    }

    /// Starts a link, once.
    fn start(&mut self, key: (EntryId, InterviewId)) {
        if !self.links.contains_key(&key)
            && let Some(link) = self.link(key)
        {
            self.links.insert(key, tokio::spawn(link.run()));
        }
    }

    async fn start_again(&mut self, entry: EntryId) {
        let keys: Vec<_> = self.links.keys().copied().filter(|(of, _)| *of == entry).collect();
        let over = !matches!(course(&self.place), Course::Round { starts: true, .. });
        for key in keys.into_iter().filter(|_| !over) {
            self.links.remove(&key).into_iter().for_each(|old| old.abort());
            if let Some(link) = self.link(key) {
                link.report("started-again", "the organiser had the program started again").await;
                self.links.insert(key, tokio::spawn(link.run()));
            }
        }
    }

    fn link(&self, (entry, interview): (EntryId, InterviewId)) -> Option<Attended> {
        let Self { place, folder, workspace, .. } = self;
        let spec = place.file.entries.get(entry.index())?;
        let who = Participant::Entry(entry);
        let views = place.hall.views();
        let contest = views.room().contest()?;
        let medium = contest.rulebook.interview.medium;
        let is_alone = contest.rulebook.roles.parallel == 1;
        Some(Attended {
            place: Arc::clone(place),
            entry,
            who,
            interview,
            after: views.witness(who).map_or(0, contest::view::Feed::latest),
            talking: matches!(contest.phase, Phase::Talk(..)),
            readiness: Arc::clone(self.readiness.get(&entry)?),
            together: together_max(medium),
            composer: Composer::of(medium),
            setup: Setup {
                protocol: in_folder(&spec.protocol, folder, (!is_alone).then_some(interview)),
                typing: spec.typing,
                silence: spec.silence,
                folder: folder.clone(),
                workspace: workspace.join(format!("{entry}-{interview}")),
                pace: place.hall.clock().pace(),
            },
            offers: VecDeque::new(),
            again: Instant::now(),
            nonce: Token::draw(),
            said: 0,
        })
    }
}

/// Never more than the rulebook lets anybody type in a second, or the stretch would be refused for ever.
fn together_max(medium: Medium) -> usize {
    match medium {
        Medium::Keystrokes { keys_per_second, .. } => {
            usize::try_from(keys_per_second).unwrap_or(usize::MAX).clamp(1, TOGETHER_MAX)
        }
        Medium::Lines { .. } | Medium::Messages { .. } => TOGETHER_MAX,
    }
}

/// The protocol with a communications directory that is told from the contest file's folder. An entry that holds several
/// conversations at the same time finds each in a directory of its own in there, named by the judge: `J1`.
fn in_folder(protocol: &Protocol, folder: &Path, parted: Option<InterviewId>) -> Protocol {
    match protocol {
        Protocol::Lpp { directory: Some(directory), command } => {
            let directory = folder.join(directory);
            let directory = parted.map_or(directory.clone(), |interview| directory.join(interview.judge.to_string()));
            Protocol::Lpp { directory: Some(directory), command: command.clone() }
        }
        other => other.clone(),
    }
}

/// Whether an entry is in place: when all its links of the round are ready.
struct Readiness {
    who: Participant,
    /// The links that are needed, and whether each is ready. Held while the hall is told, so that the last word is true.
    links: Mutex<BTreeMap<InterviewId, bool>>,
}

impl Readiness {
    fn of(entry: EntryId) -> Self {
        Self { who: Participant::Entry(entry), links: Mutex::default() }
    }

    /// These links are needed now.
    async fn expect(&self, place: &Place, interviews: BTreeSet<InterviewId>) {
        let mut links = self.links.lock().await;
        links.retain(|known, _| interviews.contains(known));
        for interview in interviews {
            links.entry(interview).or_default();
        }
        self.tell(place, &links).await;
    }

    /// This link is ready, or no longer.
    async fn set(&self, place: &Place, interview: InterviewId, ready: bool) {
        let mut links = self.links.lock().await;
        if let Some(known) = links.get_mut(&interview) {
            *known = ready;
            self.tell(place, &links).await;
        }
    }

    /// During the talk nobody asks, and the answer does not matter.
    async fn tell(&self, place: &Place, links: &BTreeMap<InterviewId, bool>) {
        let ready = !links.is_empty() && links.values().all(|ready| *ready);
        let known = place.hall.views().room().contest().is_some_and(|contest| contest.ready.contains(&self.who));
        if ready != known {
            let _ = place.hall.ask(self.who, Command::Ready(ready)).await;
        }
    }
}

/// One entry in one interview.
struct Attended {
    place: Arc<Place>,
    entry: EntryId,
    who: Participant,
    interview: InterviewId,
    /// The number of the last update that the link has been told of.
    after: u64,
    /// The link starts when the round runs already.
    talking: bool,
    readiness: Arc<Readiness>,
    /// The most keys that wait for the disk together.
    together: usize,
    /// Puts keys together where the contest carries what is finished.
    composer: Option<Composer>,
    setup: Setup,
    /// What the entry has said and the hall has not taken yet, in order.
    offers: VecDeque<Command>,
    /// When the first of them is offered again.
    again: Instant,
    /// Ids of this link are never those of an earlier one in the same conversation.
    nonce: Token,
    said: u64,
}

/// What can wake the loop of a link.
enum Wake {
    Grown,
    Said(FromEntry),
    Again,
    Gone,
}

impl Attended {
    async fn run(mut self) {
        let mut link = entry::start(self.setup.clone());
        let mut grown = self.place.hall.grown();
        self.state("starting");
        self.set_ready(false).await;
        if self.talking && link.to_entry.send(ToEntry::Began).await.is_err() {
            return;
        }
        grown.mark_changed();
        // Said after keys that were taken together.
        let mut next = None;
        loop {
            // While something waits to be taken, the entry is not asked for more, but hears what happens.
            let waits = !self.offers.is_empty();
            let wake = tokio::select! {
                changed = grown.changed() => if changed.is_ok() { Wake::Grown } else { Wake::Gone },
                () = tokio::time::sleep_until(self.again), if waits => Wake::Again,
                said = next_of(&mut next, &mut link.from_entry), if !waits => said.map_or(Wake::Gone, Wake::Said),
            };
            let goes_on = match wake {
                Wake::Grown => self.tell(&link).await,
                Wake::Again => self.offer(&link).await,
                Wake::Said(FromEntry::Ready) => {
                    self.state("ready");
                    self.set_ready(true).await;
                    Some(())
                }
                Wake::Said(FromEntry::Key(key)) => {
                    let keys = self.typed(key, &mut link, &mut next);
                    self.take(keys);
                    self.offer(&link).await
                }
                Wake::Said(FromEntry::Incident(incident)) => {
                    self.tell_organiser(&incident).await;
                    if matches!(incident, Incident::Exited { .. } | Incident::DidNotStart { .. } | Incident::GaveUp) {
                        self.set_ready(false).await;
                    }
                    Some(())
                }
                Wake::Gone => None,
            };
            if goes_on.is_none() {
                break;
            }
        }
        let _ = link.to_entry.send(ToEntry::Ended).await;
    }

    /// Tells the entry what has happened since; `None` when its part is over.
    async fn tell(&mut self, link: &Link) -> Option<()> {
        let updates: Vec<Numbered<WitnessUpdate>> =
            self.place.hall.views().witness(self.who).map(|feed| feed.after(self.after).to_vec()).unwrap_or_default();
        for Numbered { n, update, .. } in updates {
            self.after = n;
            match update {
                WitnessUpdate::Key { interview, side: Side::Judge, key, .. } if interview == Some(self.interview) => {
                    link.to_entry.send(ToEntry::Key(key)).await.ok()?;
                }
                WitnessUpdate::Said { interview, side: Side::Judge, text, .. } if interview == Some(self.interview) => {
                    for key in keys_for(&text) {
                        link.to_entry.send(ToEntry::Key(key)).await.ok()?;
                    }
                }
                WitnessUpdate::Key { .. } | WitnessUpdate::Said { .. } => {}
                WitnessUpdate::Stage(stage) if stage.round == Some(self.interview.round) && !self.is_ended() => {
                    match stage.phase {
                        StagePhase::Talk if !self.talking => {
                            self.talking = true;
                            link.to_entry.send(ToEntry::Began).await.ok()?;
                        }
                        StagePhase::Talk | StagePhase::Lobby => {}
                        StagePhase::Scoring | StagePhase::EndBallots | StagePhase::Closed => return None,
                    }
                }
                WitnessUpdate::Stage(_) => return None,
            }
        }
        Some(())
    }

    /// Whether the organiser has ended this interview. The stage of an entry that is in several does not say which.
    fn is_ended(&self) -> bool {
        let views = self.place.hall.views();
        let interview = views.room().contest().and_then(|contest| contest.interviews.get(&self.interview));
        interview.is_some_and(|interview| interview.aborted)
    }

    /// The key and those that the entry has typed meanwhile (they may wait for the disk together); what it said instead of
    /// a next key comes next.
    fn typed(&self, first: Key, link: &mut Link, next: &mut Option<FromEntry>) -> Vec<Key> {
        let mut keys = vec![first];
        while keys.len() < self.together {
            match link.from_entry.try_recv() {
                Ok(FromEntry::Key(key)) => keys.push(key),
                Ok(other) => {
                    *next = Some(other);
                    break;
                }
                Err(_) => break,
            }
        }
        keys
    }

    /// Puts what the entry typed among the offers: keys where keys are carried, otherwise what they have finished.
    fn take(&mut self, keys: Vec<Key>) {
        let to = To { round: self.interview.round, seat: None, interview: Some(self.interview) };
        let Some(composer) = &mut self.composer else {
            let id = self.next_id();
            return self.offers.push_back(Command::Press(Press { id, to, keys, sent: None }));
        };
        let finished: Vec<String> = keys.into_iter().flat_map(|key| composer.press(key)).collect();
        for text in finished {
            let id = self.next_id();
            self.offers.push_back(Command::Say(Say { id, to, text, sent: None }));
        }
    }

    fn next_id(&mut self) -> ClientId {
        self.said += 1;
        ClientId::try_from(format!("{}-{}", &self.nonce.reveal()[..12], self.said)).expect("letters and digits")
    }

    /// Offers the hall what waits, in order; `None` when the entry's part is over. What comes while clocks stand still,
    /// out of turn, or faster than the rulebook lets anybody type, waits and is offered again.
    async fn offer(&mut self, link: &Link) -> Option<()> {
        while let Some(command) = self.offers.front() {
            match self.place.hall.ask(self.who, command.clone()).await {
                Ok(())
                | Err(NotDone::Refused(
                    Refusal::JudgeBegins | Refusal::NoRound | Refusal::NothingSaid | Refusal::WrongMedium(_),
                )) => {}
                Err(
                    NotDone::Refused(Refusal::Paused | Refusal::TooFast(_) | Refusal::NotYourTurn) | NotDone::NotSaved,
                ) => {
                    self.again = Instant::now() + self.place.hall.clock().real(AGAIN).max(Duration::from_millis(1));
                    return Some(());
                }
                Err(NotDone::Refused(Refusal::TooLong(_) | Refusal::TooManySaid(..))) => {
                    self.state("has said all that a conversation may hold");
                    if link.to_entry.is_closed() {
                        return None;
                    }
                }
                Err(NotDone::Refused(_) | NotDone::Stopping) => return None,
            }
            self.offers.pop_front();
        }
        Some(())
    }

    async fn set_ready(&self, ready: bool) {
        self.readiness.set(&self.place, self.interview, ready).await;
    }

    /// Tells the organiser, and the record, that something went wrong.
    async fn tell_organiser(&self, incident: &Incident) {
        self.state(incident.kind());
        self.report(incident.kind(), &incident.to_string()).await;
    }

    async fn report(&self, kind: &str, detail: &str) {
        let detail = detail.chars().take(DETAIL_MAX).collect();
        let report = Command::Report { interview: self.interview, kind: kind.to_owned(), detail };
        if let Err(why) = self.place.hall.ask(self.who, report).await {
            warn!(entry.id = %self.who, kind, "an incident of {} was not recorded: {why}", self.who);
        }
    }

    fn state(&self, state: &str) {
        self.place.set_entry_state(self.entry, self.interview, state);
    }
}

/// What the entry said next: what is held over, or what comes.
async fn next_of(held: &mut Option<FromEntry>, from_entry: &mut mpsc::Receiver<FromEntry>) -> Option<FromEntry> {
    match held.take() {
        Some(said) => Some(said),
        None => from_entry.recv().await,
    }
}
