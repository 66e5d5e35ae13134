//! One entry in one interview: passes the contest's updates to its link, and its answers to the contest.

use std::{collections::VecDeque, sync::Arc, time::Duration};

use contest::{
    Command, Refusal, Room,
    attachment::ShownFile,
    command::{Press, Say, To},
    composer::{Composer, keys_for, parted_for},
    contest::{Contest, Phase},
    deposit::Spent,
    event::ClientId,
    prompter::{NotKept, Opened, Prompter},
    view::{Numbered, stage::StagePhase, witness::WitnessUpdate},
};
use entry::{FromEntry, Incident, JudgeFile, Link, Setup, Spelled, ToEntry, Usage};
use rulebook::{
    EntryId, InterviewId, Key, Participant, Side, Timestamp,
    contest_file::{Lpp, Protocol},
    key::Typed,
    schema::Medium,
};
use store::Registry;
use tokio::{sync::mpsc, time::Instant};
use tracing::{info, warn};

use super::{as_shown, readiness::Readiness};
use crate::{hosted_contest::HostedContest, running_contest::NotDone, sessions::Token};

/// The pause before a command is offered again, in contest time, when the contest was paused, the command came too fast
/// or out of turn, or it could not be recorded.
const AGAIN: Duration = Duration::from_millis(250);

/// The most keystrokes of an entry that wait for the disk together.
const TOGETHER_MAX: usize = 24;

/// The lead, in contest time, before the drawn moment of its opening, at which a silent program is given its words.
const BEFORE: Duration = Duration::from_secs(1);

/// The longest description of an incident, in characters.
const DETAIL_MAX: usize = 400;

/// One entry in one interview.
pub(super) struct Attended {
    place: Arc<HostedContest>,
    /// The store of the files that judges show.
    files: Arc<dyn Registry>,
    entry: EntryId,
    who: Participant,
    interview: InterviewId,
    /// The number of the last update that the link has got.
    after: u64,
    /// True when the talk has begun for the link.
    talking: bool,
    readiness: Arc<Readiness>,
    /// The most keystrokes that wait for the disk together.
    together: usize,
    /// Supplies the opening words, where the rulebook prescribes them and the program has not said them yet.
    prompter: Option<Prompter>,
    /// The medium of the contest.
    medium: Medium,
    /// The program's unfinished message, where it uses the contest's typing rhythm.
    own_line: Option<OwnLine>,
    /// Turns keystrokes into messages where the contest carries finished ones.
    composer: Option<Composer>,
    setup: Setup,
    /// The entry's commands that the contest has not accepted yet, in order.
    offers: VecDeque<Command>,
    /// The time at which the first of them is offered again.
    again: Instant,
    /// Keeps the ids of this link apart from those of an earlier one in the same conversation.
    nonce: Token,
    said: u64,
    /// True when it said more than can be typed, and the organiser has been warned.
    flooded: bool,
}

/// A message that a program types key by key, and that is passed on whole.
#[derive(Default)]
struct OwnLine {
    typed: Typed,
    /// The time of its latest keystroke.
    latest: Option<Timestamp>,
}

/// The reasons for which the loop of a link wakes.
enum AttendanceEvent {
    Told,
    Said(FromEntry),
    Prompted,
    Again,
    Gone,
}

impl Attended {
    /// A link of this entry in this interview, not yet started; `None` when there is no contest.
    pub(super) fn of(
        (place, files): (Arc<HostedContest>, Arc<dyn Registry>),
        readiness: Arc<Readiness>,
        (entry, interview): (EntryId, InterviewId),
        mut setup: Setup,
        rhythm: bool,
    ) -> Option<Self> {
        let who = Participant::Entry(entry);
        let (after, talking, medium, prompter) = {
            let views = place.running.views();
            let contest = views.room().contest()?;
            let after = views.witness(who).map_or(0, contest::view::Feed::latest);
            let prompter = prompter(views.room(), contest, entry, interview);
            setup.begun = begun(views.room(), contest, &setup, (entry, interview));
            (after, matches!(contest.phase, Phase::Talk(..)), contest.rulebook.interview.medium, prompter)
        };
        Some(Self {
            place,
            files,
            entry,
            who,
            interview,
            after,
            talking,
            readiness,
            together: together_max(medium),
            prompter,
            medium,
            own_line: rhythm.then(OwnLine::default),
            composer: Composer::of(medium),
            setup,
            offers: VecDeque::new(),
            again: Instant::now(),
            nonce: Token::draw(),
            said: 0,
            flooded: false,
        })
    }

    /// Runs the link until the entry's part is over.
    pub(super) async fn run(mut self) {
        info!("the link of {} starts", self.who);
        let mut link = entry::start(self.setup.clone());
        let mut told = self.place.running.told(self.who);
        self.state("starting");
        self.set_ready(false).await;
        if self.talking && link.to_entry.send(ToEntry::Began).await.is_err() {
            return;
        }
        told.mark_changed();
        // An event of the link that came behind keystrokes of one batch.
        let mut next = None;
        loop {
            // While commands wait, the entry's output is not read, but it hears the contest's updates.
            let waits = !self.offers.is_empty();
            let listens = !waits;
            let prompted = self.prompter.as_ref().and_then(Prompter::due).or_else(|| self.rests_until());
            let clock = self.place.running.clock();
            let wake = tokio::select! {
                changed = told.changed() => if changed.is_ok() { AttendanceEvent::Told } else { AttendanceEvent::Gone },
                () = tokio::time::sleep_until(self.again), if waits => AttendanceEvent::Again,
                () = clock.reach(prompted), if !waits => AttendanceEvent::Prompted,
                said = next_of(&mut next, &mut link.from_entry), if listens => said.map_or(AttendanceEvent::Gone, AttendanceEvent::Said),
            };
            let goes_on = match wake {
                AttendanceEvent::Told => self.tell(&link).await,
                AttendanceEvent::Again => self.offer(&link).await,
                AttendanceEvent::Prompted => {
                    let now = clock.now();
                    let rested = self.prompter.as_mut().and_then(|prompter| prompter.rested(now));
                    self.open(rested).await;
                    self.rest(now);
                    self.offer(&link).await
                }
                AttendanceEvent::Said(FromEntry::Ready) => {
                    self.prompter.iter_mut().for_each(Prompter::begin_anew);
                    self.state("ready");
                    self.set_ready(true).await;
                    Some(())
                }
                AttendanceEvent::Said(FromEntry::Key(key)) => {
                    let keys = self.typed(key, &mut link, &mut next);
                    self.hear(keys).await;
                    self.offer(&link).await
                }
                AttendanceEvent::Said(FromEntry::Line(line)) => {
                    match self.prompter.as_mut() {
                        Some(prompter) => {
                            let opened = prompter.line(&line);
                            self.open(opened).await;
                        }
                        None => self.give(&line),
                    }
                    self.offer(&link).await
                }
                AttendanceEvent::Said(FromEntry::Incident(incident)) => {
                    self.tell_organiser(&incident).await;
                    if incident.ends_readiness() {
                        self.set_ready(false).await;
                    }
                    Some(())
                }
                AttendanceEvent::Said(FromEntry::Told(spelled)) => {
                    self.told(spelled).await;
                    Some(())
                }
                AttendanceEvent::Said(FromEntry::Spent(usage)) => {
                    self.spend(usage).await;
                    Some(())
                }
                AttendanceEvent::Gone => None,
            };
            if goes_on.is_none() {
                break;
            }
        }
        info!("the link of {} ends", self.who);
        let _ = link.to_entry.send(ToEntry::Ended).await;
    }

    /// Passes the new updates to the entry; `None` when its part is over.
    async fn tell(&mut self, link: &Link) -> Option<()> {
        let updates: Vec<Numbered<WitnessUpdate>> = self
            .place
            .running
            .views()
            .witness(self.who)
            .map(|feed| feed.after(self.after).to_vec())
            .unwrap_or_default();
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
                WitnessUpdate::Attached { interview, attachment, .. } if interview == Some(self.interview) => {
                    let shown = self.shown(&attachment).await;
                    link.to_entry.send(ToEntry::Shown(Arc::new(shown))).await.ok()?;
                }
                WitnessUpdate::Key { .. }
                | WitnessUpdate::Attached { .. }
                | WitnessUpdate::Said { .. }
                | WitnessUpdate::Turn { .. }
                | WitnessUpdate::Referee(_) => {}
                WitnessUpdate::Stage(stage) if stage.round == Some(self.interview.round) && !self.is_ended() => {
                    match stage.phase {
                        StagePhase::Talk if !self.talking => {
                            self.talking = true;
                            // The time limit for its opening is known only now.
                            self.prompt_anew();
                            link.to_entry.send(ToEntry::Began).await.ok()?;
                        }
                        StagePhase::Talk | StagePhase::Lobby => {}
                        StagePhase::Scoring | StagePhase::EndBallots | StagePhase::Vote | StagePhase::Closed => {
                            return None;
                        }
                    }
                }
                WitnessUpdate::Stage(_) => return None,
            }
        }
        Some(())
    }

    /// A file in the form for the entry's link. Where the store cannot supply it, the program gets a description.
    async fn shown(&self, shown: &ShownFile) -> JudgeFile {
        let kept = self.files.attachment(self.place.running.id(), *shown.file.hash.as_bytes()).await;
        let bytes = kept.unwrap_or_else(|failure| {
            warn!(%failure, "a file could not be read for {}: {failure}", self.who);
            None
        });
        as_shown(shown, bytes.map(Arc::from))
    }

    /// True when the organiser has ended this interview. The stage of an entry in several interviews does not say
    /// which.
    fn is_ended(&self) -> bool {
        let views = self.place.running.views();
        let interview = views.room().contest().and_then(|contest| contest.interviews.get(&self.interview));
        interview.is_some_and(|interview| interview.aborted)
    }

    /// The keystroke and those that followed meanwhile (they may wait for the disk together); an event that is no
    /// keystroke is left in `next`.
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

    /// Takes keystrokes of the entry, through the prompter while there is one.
    async fn hear(&mut self, keys: Vec<Key>) {
        let mut keys = keys.into_iter();
        let now = self.place.running.clock().now();
        while let Some(prompter) = &mut self.prompter {
            let Some(key) = keys.next() else { return };
            let opened = prompter.press(key, now);
            self.open(opened).await;
        }
        let rest: Vec<Key> = keys.collect();
        if !rest.is_empty() {
            self.take(rest);
        }
    }

    /// Offers the opening messages, and tells the organiser when the words were not the program's own.
    async fn open(&mut self, opened: Option<Opened>) {
        let Some(Opened { lines, not_kept }) = opened else { return };
        self.prompter.take_if(|prompter| prompter.is_over());
        lines.iter().for_each(|line| self.give(line));
        if let Some(NotKept { said, words }) = not_kept {
            let how = match said.as_str() {
                "" => "had said nothing when it was time to open".to_owned(),
                said => format!("began with “{said}”"),
            };
            let detail = format!(
                "the program {how}; “{words}” was typed in its name; it should begin with one of the opening words, to the letter"
            );
            self.report("opening-not-kept", &detail).await;
        }
    }

    /// The opening was not accepted: start the prompter again from the record.
    fn prompt_anew(&mut self) {
        let views = self.place.running.views();
        let room = views.room();
        self.prompter = room.contest().and_then(|contest| prompter(room, contest, self.entry, self.interview));
    }

    /// Offers a whole message: where the contest carries keystrokes, it types it.
    fn give(&mut self, line: &str) {
        for text in parted_for(self.medium, line) {
            let id = self.next_id();
            self.offers.push_back(Command::Say(Say { id, to: self.to(), text, sent: None }));
        }
    }

    fn to(&self) -> To {
        To { round: self.interview.round, seat: None, interview: Some(self.interview) }
    }

    /// The time at which its unfinished message counts as finished without Return.
    fn rests_until(&self) -> Option<Timestamp> {
        let line = self.own_line.as_ref().filter(|line| !line.typed.as_str().is_empty())?;
        Some(line.latest? + self.setup.rules.utterance_idle)
    }

    /// Offers its unfinished message, if its pause was long enough.
    fn rest(&mut self, now: Timestamp) {
        if self.rests_until().is_some_and(|until| until <= now) {
            self.end_line();
        }
    }

    fn end_line(&mut self) {
        let line = self.own_line.as_mut().map(std::mem::take).unwrap_or_default();
        self.give(line.typed.as_str());
    }

    /// Offers keystrokes where the contest carries them, otherwise the messages that they finish.
    fn take(&mut self, keys: Vec<Key>) {
        if self.own_line.is_some() && self.composer.is_none() {
            let now = self.place.running.clock().now();
            for key in keys {
                match &mut self.own_line {
                    Some(_) if key == Key::Return => self.end_line(),
                    Some(line) => {
                        line.typed.press(key);
                        line.latest = Some(now);
                    }
                    None => {}
                }
            }
            return;
        }
        let to = self.to();
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

    /// Submits the waiting commands to the contest, in order; `None` when the entry's part is over. Commands that
    /// arrive while the clocks stand still, out of turn, or faster than the rulebook permits, and those that cannot be
    /// recorded, are offered again later.
    async fn offer(&mut self, link: &Link) -> Option<()> {
        while let Some(command) = self.offers.front() {
            match self.place.running.ask(self.who, command.clone()).await {
                Ok(()) | Err(NotDone::Refused(Refusal::NothingSaid | Refusal::WrongMedium(_))) => {}
                Err(NotDone::Refused(Refusal::JudgeBegins | Refusal::NoRound | Refusal::OpeningFirst(_))) => {
                    self.prompt_anew();
                }
                Err(
                    NotDone::Refused(Refusal::Paused | Refusal::TooFast(_) | Refusal::NotYourTurn) | NotDone::NotSaved,
                ) => {
                    self.again = Instant::now() + self.place.running.clock().real(AGAIN).max(Duration::from_millis(1));
                    return Some(());
                }
                Err(NotDone::Refused(Refusal::TooMuchWaiting(most))) => {
                    if !std::mem::replace(&mut self.flooded, true) {
                        self.tell_organiser(&Incident::Flooded { limit: most }).await;
                    }
                }
                Err(NotDone::Refused(Refusal::TooLong(_) | Refusal::TooManySaid(..))) => {
                    self.state("has said all that a conversation may hold");
                    if link.to_entry.is_closed() {
                        return None;
                    }
                }
                Err(NotDone::Refused(_) | NotDone::NotTakenOut | NotDone::Stopping | NotDone::KeptElsewhere) => {
                    return None;
                }
            }
            self.offers.pop_front();
        }
        Some(())
    }

    async fn set_ready(&self, ready: bool) {
        self.readiness.set(&self.place, self.interview, ready).await;
    }

    /// Reports an incident to the organiser and the record, and sets the link's state.
    async fn tell_organiser(&self, incident: &Incident) {
        self.state(incident.kind());
        self.report(incident.kind(), &incident.to_string()).await;
    }

    /// Reports an event of the entry to the organiser and the record.
    pub(super) async fn report(&self, kind: &str, detail: &str) {
        info!(kind, "an incident of {}: {kind}", self.who);
        let detail = entry::incident::shortened(detail, DETAIL_MAX);
        let report = Command::Report { interview: self.interview, kind: kind.to_owned(), detail };
        if let Err(why) = self.place.running.ask(self.who, report).await {
            warn!(entry.id = %self.who, kind, "an incident of {} was not recorded: {why}", self.who);
        }
    }

    /// Records that the entry got a message in other characters than the judge's.
    async fn told(&self, Spelled { typed, told }: Spelled) {
        let spell = Command::Spell { interview: self.interview, typed, told };
        if let Err(why) = self.place.running.ask(self.who, spell).await {
            warn!(entry.id = %self.who, "what {} was told in other characters was not recorded: {why}", self.who);
        }
    }

    /// Records the usage of an answer.
    async fn spend(&self, usage: Usage) {
        let Usage { requests, prompt_tokens, completion_tokens, cost_micro } = usage;
        let spent = Spent { requests: requests.into(), prompt_tokens, completion_tokens, cost_micro };
        let spend = Command::Spend { interview: self.interview, spent };
        if let Err(why) = self.place.running.ask(self.who, spend).await {
            warn!(entry.id = %self.who, "what an answer of {} used was not recorded: {why}", self.who);
        }
    }

    fn state(&self, state: &str) {
        self.place.set_entry_state(self.entry, self.interview, state);
    }
}

/// The judge's unfinished message. A program that runs by itself has read it from its directory.
fn begun(room: &Room, contest: &Contest, setup: &Setup, (entry, interview): (EntryId, InterviewId)) -> String {
    let mut conversations = contest.conversations_of(Participant::Entry(entry), interview.round);
    let id = conversations.find(|conversation| conversation.interview == interview);
    let typed = id.and_then(|id| room.conversation(id)).map(|conversation| conversation.transcript.judge_types.clone());
    typed.filter(|_| !matches!(setup.protocol, Protocol::Lpp(Lpp::ByHand(_)))).unwrap_or_default()
}

/// The prompter of this entry, where the rulebook prescribes its opening words and it has not said them yet.
fn prompter(room: &Room, contest: &Contest, entry: EntryId, interview: InterviewId) -> Option<Prompter> {
    let mut conversations = contest.conversations_of(Participant::Entry(entry), interview.round);
    let id = conversations.find(|conversation| conversation.interview == interview)?;
    let words = &contest.rulebook.interview.opening_words;
    let chosen = contest.beforehand.openings.get(&entry);
    let chosen = chosen.and_then(|chosen| words.iter().position(|words| words == chosen));
    let prompter = room.demands_opening(id).then(|| Prompter::of(words, chosen.unwrap_or(entry.index())))?;
    let due = room.opening_due(id, prompter.words());
    let before = i64::try_from(BEFORE.as_millis()).unwrap_or(i64::MAX);
    Some(prompter.by(due.map(|due| Timestamp::from_millis(due.as_millis() - before))))
}

/// The size of a batch. Never more than the rulebook permits in a second, or the batch would be refused for ever.
fn together_max(medium: Medium) -> usize {
    match medium {
        Medium::Keystrokes { keys_per_second, .. } => {
            usize::try_from(keys_per_second).unwrap_or(usize::MAX).clamp(1, TOGETHER_MAX)
        }
        Medium::Lines { .. } | Medium::Messages { .. } | Medium::Transcript { .. } => TOGETHER_MAX,
    }
}

/// The entry's next event: the one that was held back, or a new one.
async fn next_of(held: &mut Option<FromEntry>, from_entry: &mut mpsc::Receiver<FromEntry>) -> Option<FromEntry> {
    match held.take() {
        Some(said) => Some(said),
        None => from_entry.recv().await,
    }
}
