//! A server of the simulated world: the sequencer of a real one over a record in memory, and a disk that fails.
//!
//! What a real server writes to its disk is `disk` and `heartbeat` here: they survive a crash, and nothing else
//! does. What was received and not yet recorded is lost, as it is when the power goes. Clocks stop with this server by the
//! rule of a real one: its [`Times`] tell the contest's time from that of the world and from the clock on the wall.

use std::collections::BTreeMap;

use contest::{
    Command, FormDrafts, Recorded, Refusal, Views,
    command::Opening,
    event::ClientId,
    sequencer::{Batch, Changes, Now, Sequencer, Shown},
    timer::{self, Gap, HEARTBEAT, Heartbeat, Holder},
    view::{Numbered, judge::JudgeUpdate, witness::WitnessUpdate},
};
use rulebook::{Participant, Timestamp};

/// What a client asks for, under the id it made.
#[derive(Debug, Clone)]
pub(super) struct Request {
    pub(super) id: ClientId,
    pub(super) command: Command,
}

/// What the server sends.
#[derive(Debug, Clone)]
pub(super) enum Frame {
    /// What followed, for a judge.
    Judge(Vec<Numbered<JudgeUpdate>>),
    /// What followed, for a witness.
    Witness(Vec<Numbered<WitnessUpdate>>),
    /// What was asked for is recorded.
    Done(ClientId),
    /// What was asked for was not done.
    Refused(ClientId),
}

/// A participant's connection, numbered from 1.
pub(super) type LinkNumber = u32;

/// What the server decided about one request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// Who asked.
    pub who: Participant,
    /// The id of the request.
    pub id: ClientId,
    /// Why it was refused, if it was.
    pub refused: Option<Refusal>,
}

/// What was decided at one moment of the contest: what was asked then, in its order; nothing, where time alone had made something
/// true.
#[derive(Debug, Clone)]
pub struct Decided {
    /// The moment.
    pub time: Timestamp,
    /// What was asked, and by whom.
    pub asked: Vec<(Participant, Command)>,
}

/// How far other clocks are from the time of the simulated world, in milliseconds.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Times {
    /// The contest's, ahead of the world's.
    contest_ms: i64,
    /// The clock on the wall, which anybody may set, ahead of the world's.
    wall_ms: i64,
}

impl Times {
    /// The contest's time at this moment of the world.
    pub(super) fn contest(self, world: Timestamp) -> Timestamp {
        Timestamp::from_millis(world.as_millis() + self.contest_ms)
    }

    /// The moment of the world at which the contest's time is this.
    pub(super) fn world(self, contest: Timestamp) -> Timestamp {
        Timestamp::from_millis(contest.as_millis() - self.contest_ms)
    }

    fn wall(self, world: Timestamp) -> Timestamp {
        Timestamp::from_millis(world.as_millis() + self.wall_ms)
    }

    /// Somebody sets the clock on the wall.
    pub(super) fn set_wall(&mut self, by_ms: i64) {
        self.wall_ms += by_ms;
    }
}

/// What becomes of a batch that is to be stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Storing {
    /// It is stored.
    Well,
    /// There is no room.
    Full,
    /// It is stored, and the answer is lost: the server asks again.
    AnswerLost,
    /// Another server was faster, to which whoever waits longest is connected too.
    Conflict,
    /// It is stored, and the power goes before anybody is told.
    PowerLost,
}

/// What survives a crash.
#[derive(Debug, Default)]
struct Disk {
    record: Vec<Recorded>,
    /// What people have filled in and not sealed.
    drafts: FormDrafts,
}

/// Others have written what the writer has not read.
#[derive(Debug)]
struct Conflict;

impl Disk {
    /// Stores facts behind the first so many, all or none, and once however often it is asked.
    fn append(&mut self, behind: usize, facts: &[Recorded]) -> Result<u64, Conflict> {
        match self.record.get(behind..) {
            Some([]) => self.record.extend_from_slice(facts),
            Some(there) if there.starts_with(facts) => {}
            _ => return Err(Conflict),
        }
        Ok((behind + facts.len()) as u64)
    }
}

/// A server and its disk. Every moment that it is told is one of the contest's time, unless it says otherwise.
#[derive(Debug, Default)]
pub(super) struct Server {
    shown: Shown,
    sequencer: Sequencer,
    disk: Disk,
    pub(super) up: bool,
    pub(super) times: Times,
    pub(super) verdicts: Vec<Verdict>,
    /// What was decided since the last crash.
    pub(super) decided: Vec<Decided>,
    /// How far the contest had come when the server last said so: every second that it is up.
    heartbeat: Option<Heartbeat>,
    /// The gap before the server was there, until the record tells of it.
    gap: Option<Gap>,
    inbox: Vec<(Participant, Option<LinkNumber>, Request)>,
    connected: BTreeMap<Participant, (LinkNumber, u64)>,
}

impl Server {
    /// A server that has just set a contest up.
    pub(super) fn opened(opening: Opening, now: Timestamp) -> Result<Self, Refusal> {
        let mut server = Self { up: true, ..Self::default() };
        server.take_up(now, now);
        let command = Command::Open(Box::new(opening));
        server.decided.push(Decided { time: now, asked: vec![(Participant::Organiser, command.clone())] });
        let now = Now { time: now, keeps_time: true, gap: server.gap };
        let batch = server.store(&[(Participant::Organiser, &command)], &now, Storing::Well);
        batch.and_then(|mut batch| batch.answers.pop()).unwrap_or(Ok(()))?;
        Ok(server)
    }

    /// What everybody is shown.
    pub(super) fn views(&self) -> &Views {
        &self.shown.views
    }

    /// What is on the disk.
    pub(super) fn record(&self) -> &[Recorded] {
        &self.disk.record
    }

    /// Takes a request in; it is decided at the next [`commit`](Self::commit). True when it is the first to wait for it.
    pub(super) fn receive(&mut self, who: Participant, link: Option<LinkNumber>, request: Request) -> bool {
        if self.up {
            self.inbox.push((who, link, request));
        }
        self.inbox.len() == 1
    }

    /// Decides what follows from time and from what was received, stores it, and answers those who are still connected as they
    /// were. `None` when the power has gone.
    pub(super) fn commit(&mut self, now: Timestamp, storing: Storing) -> Option<Vec<(Participant, LinkNumber, Frame)>> {
        let inbox = if self.up { std::mem::take(&mut self.inbox) } else { Vec::new() };
        let asked: Vec<_> = inbox.iter().map(|(who, _, Request { command, .. })| (*who, command)).collect();
        let now = Now { time: now, keeps_time: true, gap: self.gap };
        if !self.up || asked.is_empty() && !self.sequencer.is_due(&now) {
            return Some(Vec::new());
        }
        let asked_then = asked.iter().map(|(who, command)| (*who, (*command).clone())).collect();
        self.decided.push(Decided { time: now.time, asked: asked_then });
        let batch = self.store(&asked, &now, storing);
        if storing == Storing::PowerLost {
            return None;
        }
        let answers =
            batch.map_or_else(|| vec![None; inbox.len()], |batch| batch.answers.into_iter().map(Some).collect());
        let mut frames = Vec::new();
        for ((who, link, Request { id, .. }), answer) in inbox.into_iter().zip(answers) {
            let frame = if answer == Some(Ok(())) { Frame::Done(id.clone()) } else { Frame::Refused(id.clone()) };
            frames.extend(link.map(|link| (who, link, frame)));
            let verdict = |answer: Result<(), Refusal>| Verdict { who, id, refused: answer.err() };
            self.verdicts.extend(answer.map(verdict));
        }
        Some(frames)
    }

    /// What was decided and is stored; `None` where there is no room.
    fn store(&mut self, asked: &[(Participant, &Command)], now: &Now, storing: Storing) -> Option<Batch> {
        let mut batch = self.sequencer.decide(&self.shown, asked.iter().copied(), now);
        if storing == Storing::Conflict {
            self.another_server_does(asked.first().copied(), now);
        }
        loop {
            self.disk.keep(&batch);
            self.shown.keep(&batch.drafts);
            if storing == Storing::Full && !batch.facts.is_empty() {
                self.sequencer.failed(&self.shown);
                return None;
            }
            let behind = self.reached();
            let first = self.disk.append(behind, &batch.facts);
            let answer = if storing == Storing::AnswerLost { self.disk.append(behind, &batch.facts) } else { first };
            match answer {
                Ok(_) if storing == Storing::PowerLost => return None,
                Ok(last) => {
                    let changes = self.sequencer.stored(&mut self.shown, &batch, last);
                    self.take(
                        &changes.expect("a record that nobody else has written to goes on behind what is shown"),
                        now,
                    );
                    return Some(batch);
                }
                Err(Conflict) => {
                    let changes = self.sequencer.read(&mut self.shown, &self.disk.record[behind..]);
                    self.take(&changes, now);
                    let now = Now { gap: self.gap, ..*now };
                    batch = self.sequencer.decide(&self.shown, asked.iter().copied(), &now);
                }
            }
        }
    }

    /// Another server records what follows from time and from this command before this one does.
    fn another_server_does(&mut self, asked: Option<(Participant, &Command)>, now: &Now) {
        let mut other = Sequencer::default();
        other.failed(&self.shown);
        let batch = other.decide(&self.shown, asked, now);
        self.disk.keep(&batch);
        let behind = self.reached();
        assert!(self.disk.append(behind, &batch.facts).is_ok(), "what is shown is what is stored");
    }

    fn take(&mut self, changes: &Changes, now: &Now) {
        changes.forgotten.iter().for_each(|(who, form)| self.disk.drafts.forget(*who, *form));
        if changes.taken_up {
            self.gap = None;
            self.heartbeat = Some(Heartbeat { reached: now.time, wall: self.times.wall(self.times.world(now.time)) });
        }
    }

    /// How many facts are shown.
    fn reached(&self) -> usize {
        usize::try_from(self.shown.views.room().facts()).unwrap_or(usize::MAX)
    }

    /// What everyone who is connected has not been sent yet.
    pub(super) fn news(&mut self) -> Vec<(Participant, LinkNumber, Frame)> {
        let mut news = Vec::new();
        for (who, (link, sent)) in &mut self.connected {
            let (frame, latest) = following(&self.shown.views, *who, *sent);
            if latest > *sent {
                *sent = latest;
                news.extend(frame.map(|frame| (*who, *link, frame)));
            }
        }
        news
    }

    /// Begins to serve a client that has everything up to `after`.
    pub(super) fn connect(&mut self, who: Participant, link: LinkNumber, after: u64) {
        self.connected.insert(who, (link, after));
    }

    /// Loses everything but what is on the disk, the last heartbeat among it.
    pub(super) fn crash(&mut self, now: Timestamp) {
        let (times, wall) = (self.times, self.times.wall(self.times.world(now)));
        let disk = std::mem::take(&mut self.disk);
        let verdicts = std::mem::take(&mut self.verdicts);
        // A heartbeat before the record tells of the gap would hide it.
        let heartbeat = self.heartbeat.map(|last| if self.gap.is_some() { last } else { beaten_on(last, now, wall) });
        *self = Self { disk, verdicts, heartbeat, times, ..Self::default() };
    }

    /// Comes back at this moment of the world and replays the record.
    pub(super) fn restart(&mut self, world: Timestamp) {
        self.sequencer.read(&mut self.shown, &self.disk.record);
        self.shown.drafts = self.disk.drafts.clone();
        let closed = self.shown.views.room().contest().map(|contest| self.shown.drafts.closed(contest));
        for (who, form) in closed.unwrap_or_default() {
            self.shown.drafts.forget(who, form);
            self.disk.drafts.forget(who, form);
        }
        self.up = true;
        self.take_up(self.times.wall(world), world);
    }

    /// Takes the contest up: its time goes on by the rule for a server that was away.
    fn take_up(&mut self, wall: Timestamp, world: Timestamp) {
        let room = self.shown.views.room();
        let is_first = room.contest().is_none();
        let gap = Gap { last: self.heartbeat, wall, pace_per_mille: timer::REAL_TIME, holder: Holder::New, is_first };
        self.times.contest_ms = gap.take_up(room).now.as_millis() - world.as_millis();
        self.gap = Some(gap);
    }
}

impl Disk {
    fn keep(&mut self, batch: &Batch) {
        batch.drafts.iter().for_each(|(who, form, fields)| self.drafts.keep(*who, *form, fields.clone()));
    }
}

/// The last heartbeat of a server that beat on until this moment.
fn beaten_on(last: Heartbeat, now: Timestamp, wall: Timestamp) -> Heartbeat {
    let beats = now.since(last.reached).as_millis() / HEARTBEAT.as_millis();
    let reached = last.reached + HEARTBEAT * u32::try_from(beats).unwrap_or(u32::MAX);
    let since = i64::try_from(now.since(reached).as_millis()).unwrap_or(0);
    Heartbeat { reached, wall: Timestamp::from_millis(wall.as_millis() - since) }
}

/// The number of the latest update of this participant.
pub(super) fn latest(views: &Views, who: Participant) -> u64 {
    following(views, who, u64::MAX).1
}

fn following(views: &Views, who: Participant, after: u64) -> (Option<Frame>, u64) {
    match who {
        Participant::Judge(judge) => {
            views.judge(judge).map_or((None, 0), |feed| (Some(Frame::Judge(feed.after(after).to_vec())), feed.latest()))
        }
        _ => views
            .witness(who)
            .map_or((None, 0), |feed| (Some(Frame::Witness(feed.after(after).to_vec())), feed.latest())),
    }
}
