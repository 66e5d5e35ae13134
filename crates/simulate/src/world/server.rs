//! A server of the simulated world: the real sequencer over a record in memory, with a disk that fails.
//!
//! `disk` and `heartbeat` stand for a real server's disk: they alone survive a crash. Received commands that are not
//! yet recorded are lost, as in a power failure. Clocks stop with this server by the real rule: its [`Times`] convert
//! between the contest's time, the world's and the wall clock.

use std::collections::BTreeMap;

use contest::{
    Command, FormDrafts, Recorded, Refusal, Views,
    command::Opening,
    event::ClientId,
    sequencer::{Batch, Changes, DurableState, Now, Sequencer},
    timer::{self, Gap, HEARTBEAT, Heartbeat, Holder},
    view::{Numbered, judge::JudgeUpdate, witness::WitnessUpdate},
};
use rulebook::{Participant, Timestamp};

/// A client's request, under the id it made.
#[derive(Debug, Clone)]
pub(super) struct Request {
    pub(super) id: ClientId,
    pub(super) command: Command,
}

/// A frame from the server.
#[derive(Debug, Clone)]
pub(super) enum Frame {
    /// The next updates for a judge.
    Judge(Vec<Numbered<JudgeUpdate>>),
    /// The next updates for a witness.
    Witness(Vec<Numbered<WitnessUpdate>>),
    /// The request is recorded.
    Done(ClientId),
    /// The request was refused, or could not be stored.
    Refused(ClientId),
}

/// A participant's connection, numbered from 1.
pub(super) type LinkNumber = u32;

/// The server's decision about one request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// The sender.
    pub who: Participant,
    /// The id of the request.
    pub id: ClientId,
    /// The reason for a refusal.
    pub refused: Option<Refusal>,
}

/// The inputs decided at one moment of the contest: the commands, in order; none if only facts due by time were
/// recorded.
#[derive(Debug, Clone)]
pub struct Decided {
    /// The moment.
    pub time: Timestamp,
    /// The commands and their senders.
    pub asked: Vec<(Participant, Command)>,
}

/// The differences between other clocks and the simulated world's, in milliseconds.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Times {
    /// The contest's time minus the world's.
    contest_ms: i64,
    /// The wall clock, which is set now and then, minus the world's.
    wall_ms: i64,
}

impl Times {
    /// The contest's time at this moment of the world.
    pub(super) fn contest(self, world: Timestamp) -> Timestamp {
        Timestamp::from_millis(world.as_millis() + self.contest_ms)
    }

    /// The moment of the world at this contest time.
    pub(super) fn world(self, contest: Timestamp) -> Timestamp {
        Timestamp::from_millis(contest.as_millis() - self.contest_ms)
    }

    fn wall(self, world: Timestamp) -> Timestamp {
        Timestamp::from_millis(world.as_millis() + self.wall_ms)
    }

    /// Sets the wall clock.
    pub(super) fn set_wall(&mut self, by_ms: i64) {
        self.wall_ms += by_ms;
    }
}

/// The fate of a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Storing {
    /// It is stored.
    Well,
    /// The disk is full.
    Full,
    /// It is stored, but the answer is lost: the server asks again.
    AnswerLost,
    /// Another server, to which the longest-waiting client is connected too, stores first.
    Conflict,
    /// It is stored, and the power fails before any answer is sent.
    PowerLost,
}

/// The data that survives a crash.
#[derive(Debug, Default)]
struct Disk {
    record: Vec<Recorded>,
    /// The unsealed forms.
    drafts: FormDrafts,
}

/// Another writer has stored facts that this one has not read.
#[derive(Debug)]
struct Conflict;

impl Disk {
    /// Stores facts after the first `behind` ones: all or none, and once however often it is called.
    fn append(&mut self, behind: usize, facts: &[Recorded]) -> Result<u64, Conflict> {
        match self.record.get(behind..) {
            Some([]) => self.record.extend_from_slice(facts),
            Some(there) if there.starts_with(facts) => {}
            _ => return Err(Conflict),
        }
        Ok((behind + facts.len()) as u64)
    }
}

/// A server and its disk. Moments are in contest time unless stated otherwise.
#[derive(Debug, Default)]
pub(super) struct Server {
    shown: DurableState,
    sequencer: Sequencer,
    disk: Disk,
    pub(super) up: bool,
    pub(super) times: Times,
    pub(super) verdicts: Vec<Verdict>,
    /// The inputs decided since the last crash.
    pub(super) decided: Vec<Decided>,
    /// The contest's progress at the latest heartbeat, which the running server makes every second.
    heartbeat: Option<Heartbeat>,
    /// The gap before the server was up, until it is recorded.
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

    /// The visible views.
    pub(super) fn views(&self) -> &Views {
        &self.shown.views
    }

    /// The record on the disk.
    pub(super) fn record(&self) -> &[Recorded] {
        &self.disk.record
    }

    /// Receives a request, to be decided at the next [`commit`](Self::commit). True if no other request waits for it.
    pub(super) fn receive(&mut self, who: Participant, link: Option<LinkNumber>, request: Request) -> bool {
        if self.up {
            self.inbox.push((who, link, request));
        }
        self.inbox.len() == 1
    }

    /// Decides the facts due by time and the received requests, stores them, and answers clients with an unchanged
    /// connection. `None` if the power has failed.
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

    /// The decided and stored batch; `None` if the disk is full or the power fails.
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

    /// Lets another server record the facts due by time and this command first.
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

    /// The number of visible facts.
    fn reached(&self) -> usize {
        usize::try_from(self.shown.views.room().facts()).unwrap_or(usize::MAX)
    }

    /// The unsent updates of every connected client.
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

    /// Begins to serve a client that has all updates up to `after`.
    pub(super) fn connect(&mut self, who: Participant, link: LinkNumber, after: u64) {
        self.connected.insert(who, (link, after));
    }

    /// Loses everything but the disk with its last heartbeat.
    pub(super) fn crash(&mut self, now: Timestamp) {
        let (times, wall) = (self.times, self.times.wall(self.times.world(now)));
        let disk = std::mem::take(&mut self.disk);
        let verdicts = std::mem::take(&mut self.verdicts);
        // Do not advance the heartbeat before the gap is recorded: it would hide the gap.
        let heartbeat = self.heartbeat.map(|last| if self.gap.is_some() { last } else { beaten_on(last, now, wall) });
        *self = Self { disk, verdicts, heartbeat, times, ..Self::default() };
    }

    /// Comes back at this moment of the world, and replays the record.
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

    /// Takes the contest up by the rule for a server that was away.
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

/// The last heartbeat before this moment, of a server that ran until then.
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
