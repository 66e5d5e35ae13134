//! Measures the verification of a long record; `bench/verify/compare.py` compares the program and its peer on the file
//! that this benchmark writes.
//!
//! The record is of a contest under the rules of 2010 in which all participants type without a pause: people key by
//! key, programs in whole lines that the platform types. The contest is finished, and has a few events more than
//! requested. Given a number of events and a file, the benchmark writes the file, or verifies it if it exists.

#![expect(clippy::print_stdout, clippy::unwrap_used, reason = "a benchmark prints, and stops at the first surprise")]

use std::{
    fs::File,
    io::{BufReader, BufWriter, Read as _, Seek as _, Write as _},
    num::NonZeroUsize,
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

use archive::publication::{self, Verdict};
use contest::{
    Command, Draft, Recorded, Room,
    command::{Opening, Press, Say, To},
    contest::Phase,
    event::{EntryCard, Roster, Settled, Terms},
    ledger,
    seed::SeedOpening,
    timer::{self, Holder},
};
use record::{SigningKey, Trust, bundle::Writer};
use rulebook::{
    ConversationId, DrawnSecret, Key, Participant, RoundNumber, Timestamp,
    key::keys_of,
    schema::{Alphabet, Medium},
    shipped,
};

/// The number of events without an argument.
const EVENTS: u64 = 200_000;
/// The lines that participants type, over and over.
const WORDS: [&str; 4] = [
    "What did you have for breakfast this morning?\n",
    "Nothing much, just cofee\u{8}\u{8}fee and a roll. I was late again\n",
    "Do you think that the weather will be any better tomorrow?\n",
    "My sister says so, but then she always does...\n",
];

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|argument| !argument.starts_with("--"));
    let events = arguments.next().map_or(EVENTS, |text| text.parse().unwrap());
    let file = arguments.next().map(PathBuf::from);
    let all = thread::available_parallelism().unwrap();
    match file {
        Some(file) if file.exists() => measure(all, &file),
        Some(file) => write(events, &file),
        None => {
            let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("verify.viva");
            write(events, &file);
            [NonZeroUsize::MIN, all].into_iter().for_each(|cores| measure(cores, &file));
            std::fs::remove_file(&file).unwrap();
        }
    }
}

fn measure(cores: NonZeroUsize, file: &Path) {
    let source = File::open(file).unwrap();
    let bytes = source.metadata().unwrap().len();
    let start = Instant::now();
    let found = publication::verify_on(cores, source, &Trust::default()).unwrap();
    let took = start.elapsed().as_secs_f64();
    assert_eq!(found.verdict(), Verdict::Consistent, "{:?} {:?}", found.faults, found.missing);
    let events = found.report.events;
    let (micros, rate) = (took * 1e6 / events as f64, bytes as f64 / took / 1e6);
    println!("{events} events, {bytes} bytes, cores: {cores}: {took:.2} s, {micros:.2} us an event, {rate:.0} MB/s");
}

/// A running contest, with its record so far.
struct Play {
    room: Room,
    now: Timestamp,
    writer: Writer<File>,
    /// The openings of the private parts: a record has them after all events.
    openings: File,
    waiting: BufWriter<File>,
    position: u64,
    typed: u64,
}

/// Writes the record of a contest with about this many events.
fn write(events: u64, file: &Path) {
    let out = File::options().read(true).write(true).create(true).truncate(true).open(file).unwrap();
    let openings = tempfile::tempfile_in(file.parent().unwrap()).unwrap();
    let mut play = Play {
        room: Room::default(),
        now: "2010-10-23T10:00:00.000Z".parse().unwrap(),
        writer: Writer::new(out).unwrap(),
        waiting: BufWriter::new(openings.try_clone().unwrap()),
        openings,
        position: 0,
        typed: 0,
    };
    play.command(Participant::Organiser, &Command::Open(Box::new(opening())));
    let taken_up = timer::take_up(&play.room, None, play.now, timer::REAL_TIME, Holder::New).fact;
    taken_up.into_iter().for_each(|draft| play.record(draft));
    play.command(Participant::Organiser, &Command::Draw { anyway: true });
    let rounds = play.room.contest().unwrap().rounds();
    for round in 1..=rounds {
        play.command(Participant::Organiser, &Command::OpenRound { anyway: true });
        let end = events * u64::from(round) / u64::from(rounds);
        while play.position < end && matches!(play.room.contest().unwrap().phase, Phase::Talk(..)) {
            play.everybody_types(RoundNumber::new(round));
        }
        while matches!(play.room.contest().unwrap().phase, Phase::Talk(..) | Phase::Scoring(..)) {
            let next = play.room.next_deadline().unwrap();
            play.passes(next.since(play.now));
        }
    }
    while let Some(next) = play.room.next_deadline() {
        play.passes(next.since(play.now));
    }
    play.finish();
}

/// The opening of a contest under the rules of 2010, with a day for each round and the most keys that a rulebook can
/// allow.
fn opening() -> Opening {
    let mut rulebook = shipped::rulebook("loebner-2010").unwrap();
    rulebook.interview.talk = Duration::from_secs(24 * 60 * 60);
    rulebook.interview.medium = Medium::Keystrokes { keys_per_second: 50, keys: 1_000_000, alphabet: Alphabet::Ascii };
    let names = |kind: &str, count: u16| (1..=count).map(|n| format!("{kind} {n}")).collect::<Vec<_>>();
    let card = |name: String| EntryCard { name, contestant: "somebody".into(), protocol: "stdio".into() };
    let roles = rulebook.roles;
    Opening {
        terms: Terms {
            settled: Box::new(Settled::throughout(&rulebook, "As usual.")),
            ..Terms::of("A long day", "Nobody", rulebook.clone())
        },
        roster: Roster {
            judges: names("Judge", roles.judges),
            confederates: names("Confederate", roles.confederates),
            entries: names("Program", roles.entries).into_iter().map(card).collect(),
            committee: Vec::new(),
            referees: Vec::new(),
        },
        shown: Vec::new(),
        seed: SeedOpening::ManyHands { secret: DrawnSecret::of_rehearsal("long"), organiser: None, committee: None },
    }
}

impl Play {
    fn command(&mut self, who: Participant, command: &Command) {
        let drafts = self.room.decide(who, command, self.now).unwrap();
        drafts.into_iter().for_each(|draft| self.record(draft));
        self.pass();
    }

    /// Judges and people press their next key; a program whose last words are shown gives its next line.
    fn everybody_types(&mut self, round: RoundNumber) {
        self.typed += 1;
        let contest = self.room.contest().unwrap();
        let conversations: Vec<_> = contest
            .interviews_in(round)
            .flat_map(|seating| {
                seating
                    .seats
                    .keys()
                    .map(|seat| ConversationId { interview: seating.interview, seat: *seat })
                    .collect::<Vec<_>>()
            })
            .collect();
        let listeners: Vec<_> = conversations.iter().map(|id| contest.listener(*id).unwrap()).collect();
        for (place, (id, listener)) in conversations.into_iter().zip(listeners).enumerate() {
            let (judge, seat) = (Participant::Judge(id.interview.judge), Some(id.seat));
            self.press(judge, To { round, seat, interview: None }, place);
            self.passes(Duration::from_millis(23));
            let to = To { round, seat: None, interview: Some(id.interview) };
            if !matches!(listener, Participant::Entry(_)) {
                self.press(listener, to, place + 1);
            } else if self.room.conversation(id).is_some_and(|conversation| conversation.queue().is_empty()) {
                let text = WORDS[usize::try_from(self.typed).unwrap() % WORDS.len()].to_owned();
                let say = Say { id: self.id(listener), to, text, sent: None };
                self.command(listener, &Command::Say(say));
            }
        }
    }

    fn press(&mut self, who: Participant, to: To, place: usize) {
        let words: Vec<Key> = keys_of(WORDS[place % WORDS.len()]).collect();
        let key = words[usize::try_from(self.typed).unwrap() % words.len()];
        // A browser sends the time of its own clock.
        let sent = Some(self.now + Duration::from_millis(7));
        let press = Press { id: self.id(who), to, keys: vec![key], sent };
        self.command(who, &Command::Press(press));
    }

    fn id(&self, who: Participant) -> contest::event::ClientId {
        format!("{who}-{}", self.position).try_into().unwrap()
    }

    fn passes(&mut self, time: Duration) {
        let end = self.now + time;
        while let Some(due) = self.room.next_deadline().filter(|due| *due <= end) {
            self.now = self.now.max(due);
            self.pass();
        }
        self.now = end;
        self.pass();
    }

    fn pass(&mut self) {
        while let Some(draft) = self.room.due(self.now) {
            self.record(draft);
        }
    }

    fn record(&mut self, Draft { actor, event }: Draft) {
        let number = self.room.count(event.stream()) + 1;
        let fact = Recorded { number, time: self.now, actor, event };
        self.position += 1;
        let mut salt = [7; 16];
        salt[..8].copy_from_slice(&self.position.to_be_bytes());
        let sealed = ledger::seal(&fact, salt).unwrap();
        self.writer.leaf(&sealed.leaf).unwrap();
        if let Some(opening) = sealed.opening {
            self.waiting.write_all(&self.position.to_be_bytes()).unwrap();
            self.waiting.write_all(&(opening.len() as u64).to_be_bytes()).unwrap();
            self.waiting.write_all(&opening).unwrap();
        }
        self.room.apply(&fact);
    }

    fn finish(self) {
        let Self { room, mut writer, mut openings, waiting, .. } = self;
        drop(waiting.into_inner().unwrap());
        openings.rewind().unwrap();
        let mut openings = BufReader::new(openings);
        let mut number = [0; 8];
        while openings.read_exact(&mut number).is_ok() {
            let mut length = [0; 8];
            openings.read_exact(&mut length).unwrap();
            let mut opening = vec![0; usize::try_from(u64::from_be_bytes(length)).unwrap()];
            openings.read_exact(&mut opening).unwrap();
            writer.opening(u64::from_be_bytes(number), &opening).unwrap();
        }
        let key = SigningKey::from_bytes("contest.example/2010", [7; 32]).unwrap();
        let attachments = publication::attachments(room.contest().unwrap());
        writer.finish(attachments.into_iter().map(Ok), None, &key).unwrap();
    }
}
