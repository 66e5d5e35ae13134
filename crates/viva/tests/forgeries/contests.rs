//! Small finished contests from which records are forged.

use std::{collections::BTreeMap, time::Duration};

use attachment::FileKind;
use contest::{
    Actor, Command, ControlEvent, Draft, Event, Recorded, Room,
    command::{Arrival, Change, NewEntry, Opening},
    event::{EntryCard, Roster, Terms},
    seed::SeedOpening,
};
use rulebook::{
    ConfederateId, DrawnSecret, EntryId, Participant, RoundNumber, Rulebook, Timestamp,
    schema::{AttachmentRules, Delivery, Design, Instructions, Layout, Question, Roles, Start},
    shipped,
};
use simulate::world::{Options, World, hurried};

/// By keystrokes; a choice after each interview, and a ranking at the end.
pub(crate) fn of_keys() -> Vec<Recorded> {
    let mut rules = shipped::rulebook("loebner-2010").unwrap();
    rules.roles = Roles::of(1, 2, 2);
    rules.schedule.design = Design::Rotation;
    rules.interview.layout = Layout::One;
    rules.ballots.interview = vec![Question::Verdict { unsure: false }];
    rules.awards.truncate(1);
    played(rules, 14)
}

/// By messages; a verdict, a confidence and a reason after each interview.
pub(crate) fn of_messages() -> Vec<Recorded> {
    played(of_two(|_| {}), 60)
}

/// By messages; witnesses must begin with their opening words.
pub(crate) fn with_opening_words() -> Vec<Recorded> {
    let words = |rules: &mut Rulebook| {
        rules.interview.opening_words = vec!["Good day to you.".to_owned()];
        rules.interview.opening_enforced = true;
    };
    played(of_two(words), 60)
}

/// By messages, shown as if typed in one declared rhythm.
pub(crate) fn in_one_rhythm() -> Vec<Recorded> {
    let rhythm = |rules: &mut Rulebook| rules.interview.delivery = Delivery::CommonRhythm { start: Start::Held };
    played(of_two(rhythm), 120)
}

/// By messages, with a judge who shows a drawing and a tone.
pub(crate) fn of_sight_and_sound() -> Vec<Recorded> {
    let shown = |rules: &mut Rulebook| {
        let (kinds, longest) = (FileKind::ALL.to_vec(), Duration::from_secs(60));
        rules.interview.attachments = Some(AttachmentRules { kinds, most: 12, bytes: 4 << 20, longest });
    };
    played(of_two(shown), 300)
}

/// Conversations between others, read turn by turn.
pub(crate) fn read_again() -> Vec<Recorded> {
    let mut rules = shipped::rulebook("second-sight").unwrap();
    rules.roles = Roles::of(2, 2, 2);
    played(rules, 120)
}

/// One contest of each kind, by its name.
pub(crate) fn small() -> Vec<(&'static str, Vec<Recorded>)> {
    let mut all = vec![
        ("keys", of_keys()),
        ("messages", of_messages()),
        ("opening words", with_opening_words()),
        ("rhythm", in_one_rhythm()),
        ("a rehearsal", rehearsed()),
    ];
    all.extend(changed());
    all
}

/// A silent contest drawn by a seed that the organiser published beforehand.
pub(crate) fn rehearsed() -> Vec<Recorded> {
    silent(of_two(|_| {}), SeedOpening::Rehearsal { seed: "known to all".into() }, |_, _| None)
}

/// Silent contests of pairs in which the people change: one is left out before the draw; one leaves, one joins, or a
/// program replaces another after the first round; a round is played again.
pub(crate) fn changed() -> Vec<(&'static str, Vec<Recorded>)> {
    let confederate = Participant::Confederate(ConfederateId::new(3));
    let another = |name: &str| EntryCard { name: name.into(), contestant: "somebody".into(), protocol: "stdio".into() };
    let reserve = NewEntry { card: another("A reserve"), open_source: false, opening: None };
    let changes = [
        ("left out before the draw", 0, Change::Leaves(confederate)),
        ("left after a round", 2, Change::Leaves(confederate)),
        ("joined after a round", 2, Change::Joins(Arrival::Judge("Somebody late".into()))),
        ("took another's place", 2, Change::TakesOver { leaves: EntryId::new(2), reserve }),
        ("played again", 2, Change::Again(RoundNumber::new(1))),
    ];
    let played = |(what, before, change): (&'static str, usize, Change)| {
        let mut rules = shipped::rulebook("loebner-2010").unwrap();
        rules.roles = Roles::of(3, 3, 3);
        rules.schedule.design = Design::FewestRounds;
        (rules.intake, rules.translations) = (None, BTreeMap::default());
        rules.instructions = Instructions { judge: "Judge.".into(), confederate: "Be yourself.".into() };
        let secret = DrawnSecret::from_bytes([7; 32]);
        let seed = SeedOpening::ManyHands { secret, organiser: Some("a hat".into()), committee: None };
        let record = silent(rules, seed, move |_, step| {
            (step == before).then(|| Command::Replan { change: change.clone(), reason: "It cannot be helped.".into() })
        });
        (what, record)
    };
    changes.into_iter().map(played).collect()
}

/// A silent contest. `change` returns the organiser's command before the draw (0), and before each round (1, 2 …).
fn silent(rulebook: Rulebook, seed: SeedOpening, change: impl Fn(&Room, usize) -> Option<Command>) -> Vec<Recorded> {
    let (mut room, mut record) = (Room::default(), Vec::new());
    let mut now: Timestamp = "2010-10-23T09:30:00Z".parse().unwrap();
    let rulebook = hurried(rulebook, Duration::from_secs(5), Duration::from_secs(5));
    let roles = rulebook.roles;
    let names = |kind: &str, count: u16| (1..=count).map(|n| format!("{kind} {n}")).collect::<Vec<_>>();
    let card = |name: String| EntryCard { name, contestant: "somebody".into(), protocol: "stdio".into() };
    let opening = Opening {
        terms: Terms::of("Of nobody", "Nobody", rulebook),
        roster: Roster {
            judges: names("Judge", roles.judges),
            confederates: names("Confederate", roles.confederates),
            entries: names("Program", roles.entries).into_iter().map(card).collect(),
            committee: Vec::new(),
            referees: Vec::new(),
        },
        seed,
        shown: Vec::new(),
    };
    let mut record_all = |room: &mut Room, drafts: Vec<Draft>, now| {
        for Draft { actor, event } in drafts {
            let fact = Recorded { number: room.count(event.stream()) + 1, time: now, actor, event };
            room.apply(&fact);
            record.push(fact);
        }
    };
    let organiser = Participant::Organiser;
    let drafts = room.decide(organiser, &Command::Open(Box::new(opening)), now).unwrap();
    record_all(&mut room, drafts, now);
    let taken_up = ControlEvent::TakenUp { pace_per_mille: 1000, stood_since: None, held: false };
    record_all(&mut room, vec![Draft { actor: Actor::Server, event: Event::Control(taken_up) }], now);
    for step in 0.. {
        let next = if step == 0 { Command::Draw { anyway: true } } else { Command::OpenRound { anyway: true } };
        for command in change(&room, step).into_iter().chain([next]) {
            let drafts = room.decide(organiser, &command, now).unwrap();
            record_all(&mut room, drafts, now);
        }
        while let Some(ends) = room.next_deadline() {
            now = ends;
            while let Some(draft) = room.due(now) {
                record_all(&mut room, vec![draft], now);
            }
        }
        if room.contest().unwrap().is_closed() {
            break;
        }
    }
    record
}

/// Two programs and two people, one after the other with a single judge.
fn of_two(change: impl FnOnce(&mut Rulebook)) -> Rulebook {
    let mut rules = shipped::rulebook("two-party-2024").unwrap();
    rules.roles = Roles::of(1, 2, 2);
    rules.schedule.design = Design::Rotation;
    change(&mut rules);
    rules
}

fn played(mut rules: Rulebook, talk: u64) -> Vec<Recorded> {
    // Short rules: each record contains them, and hundreds of records are read twice.
    rules.intake = None;
    rules.instructions = Instructions { judge: "Judge.".into(), confederate: "Be yourself.".into() };
    let rules = hurried(rules, Duration::from_secs(talk), Duration::from_secs(20));
    let outcome = World::run(1, &Options::calm(rules));
    assert_eq!(outcome.surprises, [""; 0]);
    assert!(outcome.views.room().contest().unwrap().is_closed());
    outcome.record
}
