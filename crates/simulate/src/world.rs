//! Whole contests in simulated time: scripted people and line programs, lossy links, a server that crashes, an
//! organiser who intervenes, and senders of invalid commands.
//!
//! Nothing here waits: a queue holds happenings by their times, and the clock jumps from one to the next. This is the
//! world's clock. The contest's clock stops with the server, and people's pages follow it; the wall clock is set now
//! and then. Everything follows from one number, so a failing run can be repeated. The core is used as in the server:
//! [`Views`] are made from a record, decisions are recorded before they are sent, and only the record survives a crash.

mod client;
mod entries;
mod link;
mod organiser;
mod reading;
mod referee;
mod rules;
mod server;
mod stray;

use std::{collections::BTreeMap, time::Duration};

use contest::{
    Command, FormId, Recorded, Views,
    command::Opening,
    contest::{Contest, Phase},
    event::{Beforehand, ClientId, EntryCard, Roster, Settled, Terms},
    fields::Fields,
    seed::SeedOpening,
    view::{judge::JudgeScreen, witness::WitnessScreen},
};
use rulebook::{
    ConfederateId, DrawnSecret, Draws, EntryId, JudgeId, Participant, RefereeId, Rulebook, Seed, Timestamp,
    schema::People,
};

use self::{
    client::{Client, SeatedMind},
    organiser::Organiser,
    referee::Referee,
    server::{Frame, LinkNumber, Request, Server, Storing},
};
use crate::people::{Confederate, Judge, Speech, between};

pub use self::{
    entries::LineProgram,
    rules::{four_by_four, hurried},
    server::{Decided, Verdict},
};

/// The longest contest, in simulated time.
const LONGEST: Duration = Duration::from_secs(72 * 60 * 60);

/// The time for which the world runs after the close: late frames must still be refused.
const AFTERMATH: Duration = Duration::from_secs(8);

/// The conditions of a simulated contest.
#[derive(Debug, Clone)]
pub struct Options {
    /// The rules, with their durations.
    pub rulebook: Rulebook,
    /// The mean time between two breaks of one client's link; `None` for links that hold.
    pub link_breaks: Option<Duration>,
    /// The mean time between two crashes of the server; `None` for a server that stays up.
    pub crashes: Option<Duration>,
    /// At crashes the wall clock is set now and then, by seconds or by a day, forward or back.
    pub wall_is_set: bool,
    /// The mean time between two commands that are late, wrong or hostile; `None` for none.
    pub strays: Option<Duration>,
    /// The organiser pauses, extends, aborts and ends phases early now and then; where the rulebook has referees, one
    /// acts too.
    pub interventions: bool,
    /// Judges leave a form unsealed now and then, whole or in part.
    pub unsealed: bool,
    /// Judges end a talk with a verdict now and then, under rules that let them.
    pub early_verdicts: bool,
    /// The disk is slow or full now and then, an answer of it is lost, another server was faster, or the power goes in between.
    pub disk_fails: bool,
}

impl Options {
    /// Every kind of failure, in contests with a minute of talk.
    #[must_use]
    pub fn rough() -> Self {
        Self::rough_under(four_by_four(Duration::from_secs(60), Duration::from_secs(30)))
    }

    /// Every kind of failure, under these rules.
    #[must_use]
    pub fn rough_under(rulebook: Rulebook) -> Self {
        Self {
            rulebook,
            link_breaks: Some(Duration::from_secs(90)),
            crashes: Some(Duration::from_secs(200)),
            wall_is_set: true,
            strays: Some(Duration::from_secs(2)),
            interventions: true,
            unsealed: true,
            early_verdicts: true,
            disk_fails: true,
        }
    }

    /// No failures, under these rules.
    #[must_use]
    pub fn calm(rulebook: Rulebook) -> Self {
        Self {
            rulebook,
            link_breaks: None,
            crashes: None,
            wall_is_set: false,
            strays: None,
            interventions: false,
            unsealed: false,
            early_verdicts: false,
            disk_fails: false,
        }
    }
}

/// The outcome of a simulated contest.
#[derive(Debug)]
pub struct SimulatedContest {
    /// The seed.
    pub seed: u64,
    /// The record, in the order written.
    pub record: Vec<Recorded>,
    /// The views of the server at the end.
    pub views: Views,
    /// Every client at the end.
    pub clients: BTreeMap<Participant, ClientOutcome>,
    /// The server's decisions, in order.
    pub verdicts: Vec<Verdict>,
    /// The server's inputs since its last crash, in order: deciding them again at the same moments gives the same
    /// record.
    pub decided: Vec<Decided>,
    /// Observed violations of promises, in sentences.
    pub surprises: Vec<String>,
    /// The intended failures.
    pub mishaps: Mishaps,
}

/// A client at the end of a contest.
#[derive(Debug)]
pub struct ClientOutcome {
    /// The screen folded from its updates.
    pub screen: ClientScreen,
    /// Its keys and utterances, by the ids it gave them.
    pub said: BTreeMap<ClientId, Speech>,
    /// Its drafts, by the ids it gave them.
    pub drafted: BTreeMap<ClientId, (FormId, Fields)>,
    /// The ids of its confirmed requests, in the order of confirmation.
    pub done: Vec<ClientId>,
}

/// A client's folded screen.
#[derive(Debug, PartialEq, Eq)]
pub enum ClientScreen {
    /// The screen of a judge, or of a person who is both judge and confederate.
    Judge(JudgeScreen),
    /// The screen of a witness.
    Witness(WitnessScreen),
}

/// The numbers of intended failures.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Mishaps {
    /// Links that broke.
    pub breaks: u32,
    /// Crashes of the server.
    pub crashes: u32,
    /// Batches that were not stored properly.
    pub disk_failures: u32,
    /// Settings of the wall clock.
    pub jumps: u32,
    /// Frames that were lost on their way.
    pub frames_lost: u32,
    /// Requests that were resent.
    pub resends: u32,
    /// Late, wrong or hostile commands.
    pub strays: u32,
}

/// An event of the simulation, queued by its time.
enum Happening {
    Wake(Participant),
    Arrive(Participant, LinkNumber, Request),
    Deliver(Participant, LinkNumber, Frame),
    Break(Participant),
    Notice(Participant, LinkNumber),
    Connect(Participant),
    Commit,
    Crash,
    Restart,
    OrganiserLooks,
    OrganiserAsks(Command),
    RefereeLooks,
    RefereeAsks(Command),
    Stray,
}

/// A running simulation.
pub struct World {
    seed: u64,
    options: Options,
    now: Timestamp,
    queue: BTreeMap<(Timestamp, u64), Happening>,
    queued: u64,
    draws: Draws,
    server: Server,
    clients: BTreeMap<Participant, Client>,
    organiser: Organiser,
    referee: Referee,
    mishaps: Mishaps,
    surprises: Vec<String>,
    closed_at: Option<Timestamp>,
    /// The deadline that the clock is set to.
    clock: Option<Timestamp>,
}

impl World {
    /// Plays a whole contest. The same seed and options give the same outcome.
    ///
    /// # Panics
    /// When the rulebook has no design, or leaves a choice to the contest that was not made.
    #[must_use]
    pub fn run(seed: u64, options: &Options) -> SimulatedContest {
        let mut world = Self::opened(seed, options);
        let begin = world.now;
        while let Some(((at, _), happening)) = world.queue.pop_first() {
            world.now = at;
            world.happen(happening);
            if world.is_over() {
                break;
            }
            if world.now.since(begin) > LONGEST {
                world.surprises.push("the contest never came to its end".to_owned());
                break;
            }
        }
        world.outcome()
    }

    fn opened(seed: u64, options: &Options) -> Self {
        let chance = Seed::from_contributions(["simulated world", &seed.to_string()]);
        let now: Timestamp = Timestamp::from_millis(1_287_826_200_000);
        let server = match Server::opened(opening(&options.rulebook, chance), now) {
            Ok(server) => server,
            Err(refusal) => panic!("`{}` cannot be played: {refusal}", options.rulebook.id),
        };
        let cast = server.views().room().contest().map(Contest::cast).unwrap_or_default();
        let mut world = Self {
            seed,
            options: options.clone(),
            now,
            queue: BTreeMap::new(),
            queued: 0,
            draws: Draws::new(chance, "world"),
            server,
            clients: cast.into_iter().map(|who| (who, client(who, options, chance))).collect(),
            organiser: Organiser::new(Draws::new(chance, "organiser")),
            referee: Referee::new(Draws::new(chance, "referee")),
            mishaps: Mishaps::default(),
            surprises: Vec::new(),
            closed_at: None,
            clock: None,
        };
        for who in world.clients.keys().copied().collect::<Vec<_>>() {
            world.soon(0, 3_000, Happening::Connect(who));
            world.sometime(options.link_breaks, Happening::Break(who));
        }
        world.sometime(options.crashes, Happening::Crash);
        world.sometime(options.strays, Happening::Stray);
        world.at(now, Happening::OrganiserLooks);
        if options.interventions && world.server.views().referees().is_some() {
            world.at(now, Happening::RefereeLooks);
        }
        world
    }

    fn happen(&mut self, happening: Happening) {
        match happening {
            Happening::Wake(who) => self.wake(who),
            Happening::Arrive(who, link, request) => {
                if self.clients[&who].link.carries(link) {
                    self.receive(who, Some(link), request);
                } else {
                    self.mishaps.frames_lost += 1;
                }
            }
            Happening::Deliver(who, link, frame) => self.deliver(who, link, frame),
            Happening::Break(who) => {
                self.break_link(who);
                self.mishaps.breaks += 1;
                self.sometime(self.options.link_breaks, Happening::Break(who));
            }
            Happening::Notice(who, link) => {
                let client = self.client(who);
                if client.link.number == link {
                    client.link.believed = false;
                    client.wake = None;
                    self.soon(20, 4_000, Happening::Connect(who));
                }
            }
            Happening::Connect(who) => self.connect(who),
            Happening::Commit => self.commit(),
            Happening::Crash => {
                self.crash();
                self.sometime(self.options.crashes, Happening::Crash);
            }
            Happening::Restart => {
                self.set_wall();
                self.server.restart(self.now);
                self.commit();
            }
            Happening::OrganiserLooks => self.organiser_looks(),
            Happening::OrganiserAsks(command) => {
                let id = ClientId::try_from(format!("o{}", self.queued)).expect("a letter and digits");
                self.receive(Participant::Organiser, None, Request { id, command });
            }
            Happening::RefereeLooks => self.referee_looks(),
            Happening::RefereeAsks(command) => {
                let id = ClientId::try_from(format!("f{}", self.queued)).expect("a letter and digits");
                self.receive(Participant::Referee(RefereeId::new(1)), None, Request { id, command });
            }
            Happening::Stray => self.stray(),
        }
    }

    /// Lets the server decide and store the received commands and the facts due by time.
    fn commit(&mut self) {
        let storing = self.storing();
        self.mishaps.disk_failures += u32::from(storing != Storing::Well);
        match self.server.commit(self.contest_now(), storing) {
            Some(answers) => {
                self.send(answers);
                if storing == Storing::Full {
                    // Due facts stay due, and are tried again.
                    self.at(self.now + Duration::from_millis(200), Happening::Commit);
                }
                self.tell();
            }
            None => self.crash(),
        }
    }

    /// The fate of the next batch.
    fn storing(&mut self) -> Storing {
        if !self.options.disk_fails {
            return Storing::Well;
        }
        match self.draws.below(1_000) {
            0..=2 => Storing::Full,
            3..=5 => Storing::AnswerLost,
            6..=8 => Storing::Conflict,
            9 => Storing::PowerLost,
            _ => Storing::Well,
        }
    }

    fn crash(&mut self) {
        if !self.server.up {
            return;
        }
        self.set_wall();
        self.server.crash(self.contest_now());
        self.clock = None;
        self.mishaps.crashes += 1;
        self.clients.keys().copied().collect::<Vec<_>>().into_iter().for_each(|who| self.break_link(who));
        // Most servers are back at once or after seconds; some are away for longer than a talk lasts.
        let longest = if self.draws.below(8) == 0 { 900_000 } else { 8_000 };
        self.soon(100, longest, Happening::Restart);
    }

    /// The contest's time, which people's pages show.
    fn contest_now(&self) -> Timestamp {
        self.server.times.contest(self.now)
    }

    /// Sets the wall clock, one time in four.
    fn set_wall(&mut self) {
        if self.options.wall_is_set && self.draws.below(4) == 0 {
            let by = [3_000, 6_000, 600_000, 86_400_000][self.draws.index(4)];
            let is_ahead = self.draws.coin();
            self.server.times.set_wall(if is_ahead { by } else { -by });
            self.mishaps.jumps += 1;
        }
    }

    fn wake(&mut self, who: Participant) {
        let (now, shown) = (self.now, self.contest_now());
        let client = self.client(who);
        if client.wake.is_none_or(|wake| wake > now) || !client.link.believed {
            return;
        }
        client.wake = None;
        while let Some(request) = self.client(who).act(shown) {
            self.ask(who, request);
        }
        self.schedule_wake(who);
    }

    fn schedule_wake(&mut self, who: Participant) {
        let (now, times) = (self.now, self.server.times);
        let client = self.client(who);
        let wake = client.next_wake().filter(|_| client.link.believed);
        let Some(wake) = wake.map(|at| times.world(at).max(now)) else { return };
        if client.wake.is_none_or(|planned| wake < planned) {
            client.wake = Some(wake);
            self.at(wake, Happening::Wake(who));
        }
    }

    fn ask(&mut self, who: Participant, request: Request) {
        let now = self.now;
        let client = self.client(who);
        let link = client.link.number;
        let arrives = client.link.up(now, &mut client.draws);
        self.at(arrives, Happening::Arrive(who, link, request));
    }

    fn receive(&mut self, who: Participant, link: Option<LinkNumber>, request: Request) {
        if self.server.receive(who, link, request) {
            // A slow disk, now and then.
            let longest = if self.options.disk_fails && self.draws.below(200) == 0 { 3_000 } else { 12 };
            self.soon(1, longest, Happening::Commit);
        }
    }

    fn send(&mut self, frames: Vec<(Participant, LinkNumber, Frame)>) {
        for (who, link, frame) in frames {
            let now = self.now;
            let client = self.client(who);
            if client.link.carries(link) {
                let arrives = client.link.down(now, &mut client.draws);
                self.at(arrives, Happening::Deliver(who, link, frame));
            } else {
                self.mishaps.frames_lost += 1;
            }
        }
    }

    /// Sends everyone their new updates, and sets the clock to the next deadline.
    fn tell(&mut self) {
        let news = self.server.news();
        self.send(news);
        let room = self.server.views().room();
        let (contest, deadline) = (room.contest(), room.next_deadline());
        if contest.is_some_and(|contest| contest.phase == Phase::Closed) {
            self.closed_at.get_or_insert(self.now);
        }
        if deadline != self.clock {
            self.clock = deadline;
            let at = deadline.map(|deadline| self.server.times.world(deadline).max(self.now));
            at.into_iter().for_each(|at| self.at(at, Happening::Commit));
        }
    }

    fn deliver(&mut self, who: Participant, link: LinkNumber, frame: Frame) {
        let now = self.contest_now();
        let client = self.client(who);
        if !client.link.carries(link) {
            self.mishaps.frames_lost += 1;
            return;
        }
        client.take(frame, now);
        if let Some(request) = client.contribute() {
            self.ask(who, request);
        }
        self.schedule_wake(who);
    }

    fn break_link(&mut self, who: Participant) {
        let client = self.client(who);
        if std::mem::take(&mut client.link.alive) {
            let link = client.link.number;
            self.soon(50, 3_000, Happening::Notice(who, link));
        }
    }

    fn connect(&mut self, who: Participant) {
        if !self.server.up {
            return self.soon(200, 2_000, Happening::Connect(who));
        }
        let client = self.client(who);
        let (link, seen) = (client.link.connect(), client.seen);
        let again: Vec<_> = client.unanswered.iter().cloned().collect();
        self.server.connect(who, link, seen);
        self.mishaps.resends += u32::try_from(again.len()).unwrap_or(u32::MAX);
        again.into_iter().for_each(|request| self.ask(who, request));
        self.tell();
        self.schedule_wake(who);
    }

    fn organiser_looks(&mut self) {
        let next = self.organiser.next_look();
        self.at(self.now + next, Happening::OrganiserLooks);
        let Some(contest) = self.server.views().room().contest().filter(|_| self.server.up) else { return };
        let command = self.organiser.look(contest, self.contest_now(), self.options.interventions);
        // Some of the organiser's commands are lost too; after its next look, it sends them again.
        if let Some(command) = command.filter(|_| self.draws.below(20) > 0) {
            self.soon(5, 400, Happening::OrganiserAsks(command));
        }
    }

    fn referee_looks(&mut self) {
        let next = self.referee.next_look();
        self.at(self.now + next, Happening::RefereeLooks);
        let Some(feed) = self.server.views().referees().filter(|_| self.server.up) else { return };
        if let Some(command) = self.referee.look(&feed.screen) {
            self.soon(5, 400, Happening::RefereeAsks(command));
        }
    }

    fn stray(&mut self) {
        self.sometime(self.options.strays, Happening::Stray);
        let Some(contest) = self.server.views().room().contest().filter(|_| self.server.up) else { return };
        self.mishaps.strays += 1;
        let number = u64::from(self.mishaps.strays);
        let (who, request) = stray::stray(contest, self.server.record(), number, &mut self.draws);
        self.receive(who, None, request);
    }

    /// True some time after the close, once every client knows about it.
    fn is_over(&self) -> bool {
        self.closed_at.is_some_and(|closed| self.now.since(closed) > AFTERMATH)
            && self.server.up
            && self.clients.values().all(|client| {
                client.link.alive
                    && client.unanswered.is_empty()
                    && client.seen == server::latest(self.server.views(), client.who)
            })
    }

    fn outcome(self) -> SimulatedContest {
        let mut surprises = self.surprises;
        for client in self.clients.values() {
            surprises.extend(client.surprises.iter().map(|surprise| format!("{}: {surprise}", client.who)));
        }
        let clients = self.clients.into_iter().map(|(who, client)| {
            let screen = match client.seat {
                SeatedMind::Judge { screen, .. } => ClientScreen::Judge(screen),
                SeatedMind::Witness { screen, .. } => ClientScreen::Witness(screen),
            };
            (who, ClientOutcome { screen, said: client.said, drafted: client.drafted, done: client.done })
        });
        SimulatedContest {
            seed: self.seed,
            clients: clients.collect(),
            record: self.server.record().to_vec(),
            views: self.server.views().clone(),
            verdicts: self.server.verdicts,
            decided: self.server.decided,
            surprises,
            mishaps: self.mishaps,
        }
    }

    fn client(&mut self, who: Participant) -> &mut Client {
        self.clients.get_mut(&who).expect("every participant but the organiser has a client")
    }

    fn at(&mut self, at: Timestamp, happening: Happening) {
        self.queued += 1;
        self.queue.insert((at, self.queued), happening);
    }

    fn soon(&mut self, least_ms: u64, most_ms: u64, happening: Happening) {
        let delay = between(&mut self.draws, least_ms, most_ms);
        self.at(self.now + delay, happening);
    }

    /// Schedules a happening at a time drawn from zero to twice the mean; never without a mean.
    fn sometime(&mut self, mean: Option<Duration>, happening: Happening) {
        if let Some(mean) = mean {
            let twice = u64::try_from(mean.as_millis() * 2).unwrap_or(u64::MAX);
            self.soon(1, twice, happening);
        }
    }
}

fn opening(rulebook: &Rulebook, seed: Seed) -> Opening {
    let roles = rulebook.roles;
    let names =
        |role: &str, count: u16| (1..=count).map(|number| format!("{role} {number} of the name list")).collect();
    let card = |id: EntryId| EntryCard {
        name: format!("Program-{}", id.number()),
        contestant: format!("Contestant-{}", id.number()),
        protocol: "simulated".to_owned(),
    };
    // Where the rules allow referees, there is one.
    let referees = u16::from(rulebook.referees.is_some());
    // Every person is a script here, and the record says so.
    let judges = JudgeId::first(roles.judges.into()).map(Participant::Judge);
    let confederates = ConfederateId::first(roles.confederates.into()).map(Participant::Confederate);
    let is_read = rulebook.interview.is_read();
    let apart = roles.people == People::Apart && !is_read;
    let first = roles.entries.saturating_sub(roles.baselines);
    let baselines = EntryId::first(roles.entries.into()).skip(first.into()).collect();
    Opening {
        terms: Terms {
            beforehand: Box::new(Beforehand { baselines, ..Beforehand::default() }),
            scripted: judges.chain(confederates.filter(|_| apart)).collect(),
            settled: Box::new(Settled::throughout(rulebook, "settled by the simulation")),
            referees,
            sources: is_read.then(reading::source).into_iter().collect(),
            // No cosigner watches a simulation.
            ..Terms::of("a simulated contest", "a script", Rulebook { record: None, ..rulebook.clone() })
        },
        roster: Roster {
            judges: names("Judge", roles.judges),
            confederates: names("Confederate", roles.confederates),
            entries: EntryId::first(roles.entries.into()).map(card).collect(),
            referees: names("Referee", referees),
            committee: names("Member", rulebook.committee.as_ref().map_or(0, |committee| committee.members)),
        },
        seed: SeedOpening::ManyHands {
            secret: DrawnSecret::of_rehearsal(&seed.to_string()),
            organiser: Some("the organiser of a simulation".to_owned()),
            committee: rulebook.committee.as_ref().map(|_| "the committee of a simulation".to_owned()),
        },
        shown: if is_read { reading::conversations(roles) } else { Vec::new() },
    }
}

fn client(who: Participant, options: &Options, seed: Seed) -> Client {
    let Options { rulebook: rules, unsealed, early_verdicts, .. } = options;
    let witness = WitnessScreen::default;
    let seat = match who {
        Participant::Judge(id) => {
            let judge = Judge::new(id, rules, seed);
            let judge = if *unsealed { judge.forgetful(seed) } else { judge };
            let judge = if *early_verdicts { judge.hasty(seed) } else { judge };
            SeatedMind::Judge { mind: Box::new(judge), screen: JudgeScreen::default() }
        }
        Participant::Confederate(id) => {
            SeatedMind::Witness { mind: Box::new(Confederate::new(id, rules, seed)), screen: witness() }
        }
        Participant::Entry(id) => {
            SeatedMind::Witness { mind: Box::new(LineProgram::new(id, rules, seed)), screen: witness() }
        }
        Participant::Organiser | Participant::Referee(_) => unreachable!("only those who take part have a client"),
    };
    Client::new(who, seat, seed)
}
