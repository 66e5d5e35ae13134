//! A server of the simulated world: views over a record in memory, decisions made in groups, and crashes.
//!
//! What a real server writes to its disk is `record`, `drafts` and `heartbeat` here: they survive a crash, and nothing else
//! does. What was received and not yet recorded is lost, as it is when the power goes. Clocks stop with this server by the
//! rule of a real one: its [`Times`] tell the contest's time from that of the world and from the clock on the wall.

use std::collections::BTreeMap;

use contest::{
    Command, Draft, Event, FormDrafts, Recorded, Refusal, Views,
    command::Opening,
    event::ClientId,
    timer::{self, HEARTBEAT, Heartbeat, Holder, TakeUp},
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

/// A server and its disk. Every moment that it is told is one of the contest's time, unless it says otherwise.
#[derive(Debug, Default)]
pub(super) struct Server {
    pub(super) views: Views,
    pub(super) record: Vec<Recorded>,
    /// What people have filled in and not sealed.
    drafts: FormDrafts,
    pub(super) up: bool,
    pub(super) times: Times,
    pub(super) verdicts: Vec<Verdict>,
    /// How far the contest had come when the server last said so: every second that it is up.
    heartbeat: Option<Heartbeat>,
    inbox: Vec<(Participant, Option<LinkNumber>, Request)>,
    connected: BTreeMap<Participant, (LinkNumber, u64)>,
}

impl Server {
    /// A server that has just set a contest up.
    pub(super) fn opened(opening: Opening, now: Timestamp) -> Result<Self, Refusal> {
        let mut server = Self { up: true, ..Self::default() };
        let command = Command::Open(Box::new(opening));
        let drafts = server.views.room().decide(Participant::Organiser, &command, now)?;
        server.append(drafts, now);
        server.take_up(now, now);
        Ok(server)
    }

    /// Takes a request in; it is decided at the next [`commit`](Self::commit). True when it is the first to wait for it.
    pub(super) fn receive(&mut self, who: Participant, link: Option<LinkNumber>, request: Request) -> bool {
        if self.up {
            self.inbox.push((who, link, request));
        }
        self.inbox.len() == 1
    }

    /// Decides everything received, in order, and answers those who are still connected as they were.
    pub(super) fn commit(&mut self, now: Timestamp) -> Vec<(Participant, LinkNumber, Frame)> {
        self.tick(now);
        let mut answers = Vec::new();
        for (who, link, Request { id, command }) in std::mem::take(&mut self.inbox) {
            let mut decided = self.views.room().decide(who, &command, now);
            if let (Ok(_), Command::Draft { form, fields }, Some(contest)) =
                (&decided, command, self.views.room().contest())
            {
                match contest.changed(&self.drafts, who, form, &fields) {
                    Ok(whole) => self.drafts.keep(who, form, whole),
                    Err(why) => decided = Err(why),
                }
            }
            let refused = decided.map(|drafts| self.append(drafts, now)).err();
            let frame = if refused.is_none() { Frame::Done(id.clone()) } else { Frame::Refused(id.clone()) };
            answers.extend(link.map(|link| (who, link, frame)));
            self.verdicts.push(Verdict { who, id, refused });
            self.tick(now);
        }
        answers
    }

    /// Records what the passing of time has made true.
    pub(super) fn tick(&mut self, now: Timestamp) {
        while let Some(draft) = self.up.then(|| self.views.room().due(now)).flatten() {
            self.append(vec![draft], now);
        }
    }

    /// What everyone who is connected has not been sent yet.
    pub(super) fn news(&mut self) -> Vec<(Participant, LinkNumber, Frame)> {
        let mut news = Vec::new();
        for (who, (link, sent)) in &mut self.connected {
            let (frame, latest) = following(&self.views, *who, *sent);
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
        let record = std::mem::take(&mut self.record);
        let drafts = std::mem::take(&mut self.drafts);
        let verdicts = std::mem::take(&mut self.verdicts);
        let heartbeat = self.heartbeat.map(|Heartbeat { reached, .. }| {
            let beats = now.since(reached).as_millis() / HEARTBEAT.as_millis();
            let reached = reached + HEARTBEAT * u32::try_from(beats).unwrap_or(u32::MAX);
            let since = i64::try_from(now.since(reached).as_millis()).unwrap_or(0);
            Heartbeat { reached, wall: Timestamp::from_millis(wall.as_millis() - since) }
        });
        *self = Self { record, drafts, verdicts, heartbeat, times, ..Self::default() };
    }

    /// Comes back at this moment of the world and replays the record.
    pub(super) fn restart(&mut self, world: Timestamp) {
        self.record.iter().for_each(|fact| self.views.apply(fact));
        self.up = true;
        let wall = self.times.wall(world);
        let now = self.take_up(wall, world);
        self.tick(now);
    }

    /// Says that the contest is taken up, and what that means for its clocks. The contest's time at that moment.
    fn take_up(&mut self, wall: Timestamp, world: Timestamp) -> Timestamp {
        let TakeUp { now, fact } =
            timer::take_up(self.views.room(), self.heartbeat, wall, timer::REAL_TIME, Holder::New);
        self.times.contest_ms = now.as_millis() - world.as_millis();
        self.append(fact.into_iter().collect(), now);
        self.heartbeat = Some(Heartbeat { reached: now, wall });
        now
    }

    /// Records what was decided; drafts that count right before the fact that closes their forms.
    fn append(&mut self, decided: Vec<Draft>, now: Timestamp) {
        for draft in decided {
            for counted in self.views.room().counted(&self.drafts, &draft.event, now) {
                self.record(counted, now);
            }
            self.record(draft, now);
        }
    }

    fn record(&mut self, Draft { actor, event }: Draft, now: Timestamp) {
        let number = self.views.room().count(event.stream()) + 1;
        let fact = Recorded { number, time: now, actor, event };
        self.views.apply(&fact);
        if let (Event::Control(event), Some(contest)) = (&fact.event, self.views.room().contest()) {
            for (who, form) in self.drafts.done_with(contest, event) {
                self.drafts.forget(who, form);
            }
        }
        self.record.push(fact);
    }
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
