//! Blindness by construction: exchanging the witnesses changes no byte sent to a judge, until the last ballot is in and
//! the judges are asked to vote. The level entries do depend on the witnesses' identities.

use crate::shapes;
use std::{collections::BTreeSet, fmt, time::Duration};

use contest::{
    ControlEvent, Event, Private, Recorded, Views,
    contest::Phase,
    event::Roster,
    view::{Numbered, judge::JudgeUpdate, public::PublicScreen, stage::StagePhase},
};
use proptest::prelude::*;
use rulebook::{
    ConfederateId, EntryId, JudgeId, Participant, Rulebook, Witness,
    schema::{HallRules, People, Roles},
};
use schedule::{Assignment, Seating};
use simulate::world::{Options, World};

fn shape() -> impl Strategy<Value = Shape> {
    prop::sample::select(talking()).prop_map(Shape)
}

/// A rulebook that prints only its id, so that a failure shows its seed and reason.
#[derive(Clone)]
struct Shape(Rulebook);

impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.id)
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn swapping_the_identities_behind_the_seats_changes_no_byte(
        Shape(rules) in shape(),
        seed in 1_u64..100_000,
        swapped in any::<u64>(),
    ) {
        let record = World::run(seed, &Options::rough_under(rules.clone())).record;
        let mut moved = BTreeSet::new();
        let other = with_assignment(&record, |assignment| {
            let count = assignment.0.len();
            for place in 0..count {
                // People who are also judges notice changes to themselves: there only one interview is changed.
                let change = match rules.roles.people {
                    People::Apart => swapped >> (place % 64) & 1 == 1,
                    People::Both => usize::try_from(swapped).unwrap() % count == place,
                };
                if change {
                    exchange(rules.roles, assignment, place, &mut moved);
                }
            }
        });
        for (judge, bytes, other_bytes) in feeds_before_votes(&record, &other, rules.roles) {
            if rules.roles.people == People::Apart || !moved.contains(&judge.number()) {
                prop_assert_eq!(bytes, other_bytes, "{} of contest {} under {}", judge, seed, rules.id);
            }
        }
    }

    #[test]
    fn dealing_the_witnesses_anew_changes_no_byte(Shape(rules) in shape(), seed in 1_u64..100_000, turns in 1_u16..4) {
        prop_assume!(rules.roles.people == People::Apart);
        let record = World::run(seed, &Options::rough_under(rules.clone())).record;
        let Roles { entries, confederates, .. } = rules.roles;
        let dealt = |witness: Witness| match witness {
            Witness::Entry(id) => Witness::Entry(EntryId::new((id.number() - 1 + turns) % entries + 1)),
            Witness::Confederate(id) => Witness::Confederate(ConfederateId::new((id.number() + turns) % confederates + 1)),
        };
        let other = with_assignment(&record, |assignment| {
            for seating in &mut assignment.0 {
                seating.seats.values_mut().for_each(|witness| *witness = dealt(*witness));
            }
        });
        for (judge, bytes, other_bytes) in feeds_before_votes(&record, &other, rules.roles) {
            prop_assert_eq!(bytes, other_bytes, "{} of contest {} under {}", judge, seed, rules.id);
        }
    }

    #[test]
    fn no_byte_a_judge_is_sent_names_a_witness(Shape(rules) in shape(), seed in 1_u64..100_000) {
        let record = World::run(seed, &Options::rough_under(rules.clone())).record;
        let names = names(&record, rules.roles);
        for (judge, updates) in feeds(&views(&record), rules.roles) {
            let bytes = sent(updates);
            for name in &names {
                prop_assert!(!bytes.contains(name), "{} of contest {} under {} is told of {}", judge, seed, rules.id, name);
            }
        }
    }
}

proptest! {
    // Every screen of every contest is compared after every fact, so fewer contests are enough.
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whoever_sits_where_everybody_sees_the_same_screen_until_the_judges_vote(
        Shape(rules) in shape(),
        seed in 1_u64..100_000,
        swapped in any::<u64>(),
    ) {
        let record = World::run(seed, &Options::rough_under(rules.clone())).record;
        let mut moved = BTreeSet::new();
        let other = with_assignment(&record, |assignment| {
            for place in (0..assignment.0.len()).filter(|place| swapped >> (place % 64) & 1 == 1) {
                exchange(rules.roles, assignment, place, &mut moved);
            }
        });
        let (screens, others) = (public_screens(&record), public_screens(&other));
        prop_assert_eq!(&screens, &others, "contest {} under {}", seed, rules.id);
        let names = names(&record, rules.roles);
        for screen in &screens {
            let named = names.iter().find(|name| screen.contains(&format!("\"{name}\"")));
            prop_assert!(named.is_none(), "{:?} is named in {} under {}", named, screen, rules.id);
        }
    }
}

proptest! {
    // The audience's view is compared minute by minute.
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whoever_sits_where_a_hall_reads_the_same_and_no_name(
        Shape(rules) in shape(),
        seed in 1_u64..100_000,
        swapped in any::<u64>(),
    ) {
        prop_assume!(rules.roles.people == People::Apart);
        let mut rules = rules;
        rules.interview.hall = Some(HallRules { delay: Duration::from_secs(60) });
        let record = World::run(seed, &Options::rough_under(rules.clone())).record;
        let mut moved = BTreeSet::new();
        let other = with_assignment(&record, |assignment| {
            for place in (0..assignment.0.len()).filter(|place| swapped >> (place % 64) & 1 == 1) {
                exchange(rules.roles, assignment, place, &mut moved);
            }
        });
        let (read, others) = (read_by_a_hall(&record), read_by_a_hall(&other));
        prop_assert_eq!(read, others, "contest {} under {}", seed, rules.id);
    }
}

#[test]
fn a_hall_does_read_what_is_said() {
    let mut rules = rulebook::shipped::rulebook("loebner-2010").unwrap();
    rules.interview.hall = Some(HallRules { delay: Duration::from_secs(60) });
    let record = World::run(1, &Options::calm(rules)).record;
    assert!(read_by_a_hall(&record).iter().any(|read| read.contains("\"text\"")));
}

/// The different audience's views, in the order of the facts.
fn read_by_a_hall(record: &[Recorded]) -> Vec<String> {
    let mut views = Views::default();
    let mut all: Vec<String> = Vec::new();
    for fact in record {
        views.apply(fact);
        let read = serde_json::to_string(&views.hall(fact.time)).unwrap();
        if all.last() != Some(&read) {
            all.push(read);
        }
    }
    all
}

#[test]
fn a_witness_does_notice_a_swap() {
    // The exchange above is real: it moves words from one witness's feed to another's.
    for rules in talking() {
        let record = World::run(1, &Options::calm(rules.clone())).record;
        let mut moved = BTreeSet::new();
        let other = with_assignment(&record, |assignment| exchange(rules.roles, assignment, 0, &mut moved));
        let (before, after) = (views(&record), views(&other));
        let entries = EntryId::first(rules.roles.entries.into()).map(Participant::Entry);
        let noticed = entries.into_iter().any(|who| before.witness(who) != after.witness(who));
        assert!(noticed, "no entry notices under {}", rules.id);
    }
}

/// Exchanges a person and a program in this interview; adds the numbers of the people involved to `moved`.
fn exchange(roles: Roles, assignment: &mut Assignment, place: usize, moved: &mut BTreeSet<u16>) {
    let round = assignment.0[place].interview.round;
    let busy: BTreeSet<u16> = assignment.in_round(round).flat_map(|seating| people(roles, seating)).collect();
    let Seating { interview, seats } = &mut assignment.0[place];
    moved.extend(seats.values().filter_map(person));
    if let [one, other] = &mut seats.values_mut().collect::<Vec<_>>()[..] {
        std::mem::swap(*one, *other);
        return;
    }
    for witness in seats.values_mut() {
        let free = (1..=roles.confederates).find(|number| !busy.contains(number));
        *witness = match (*witness, free) {
            (Witness::Confederate(_), _) => Witness::Entry(EntryId::new(1)),
            (Witness::Entry(_), Some(free)) if interview.judge.number() != free || roles.people == People::Apart => {
                Witness::Confederate(ConfederateId::new(free))
            }
            (Witness::Entry(id), _) => Witness::Entry(EntryId::new(id.number() % roles.entries + 1)),
        };
        moved.extend(person(witness));
    }
}

fn person(witness: &Witness) -> Option<u16> {
    match witness {
        Witness::Confederate(id) => Some(id.number()),
        Witness::Entry(_) => None,
    }
}

/// The numbers of the people in an interview who could be confederates.
fn people(roles: Roles, seating: &Seating) -> Vec<u16> {
    let judge = (roles.people == People::Both).then(|| seating.interview.judge.number());
    seating.seats.values().filter_map(person).chain(judge).collect()
}

/// The updates of every judge before the first vote, under this record and under another.
fn feeds_before_votes(record: &[Recorded], other: &[Recorded], roles: Roles) -> Vec<(JudgeId, String, String)> {
    let (views, other) = (views(record), views(other));
    let pairs = feeds(&views, roles).into_iter().zip(feeds(&other, roles));
    let before_votes = pairs.map(|((judge, updates), (_, others))| {
        let called = updates.iter().position(|told| is_vote(&told.update)).unwrap_or(usize::MAX);
        (judge, sent(updates.iter().take(called)), sent(others.iter().take(called)))
    });
    before_votes.collect()
}

fn is_vote(update: &JudgeUpdate) -> bool {
    matches!(update, JudgeUpdate::Stage(stage) if stage.phase == StagePhase::Vote)
}

/// The shapes in which witnesses talk. Where judges read, a witness's words come with its label, so exchanging labels
/// would exchange the words too; a story of `contest` shows that the same words are sent alike, whoever said them.
fn talking() -> Vec<Rulebook> {
    shapes::shapes(60).into_iter().filter(|rules| !rules.interview.is_read()).collect()
}

/// The updates of every judge.
fn feeds(views: &Views, roles: Roles) -> Vec<(JudgeId, &[Numbered<JudgeUpdate>])> {
    let judges = JudgeId::first(roles.judges.into());
    let feeds: Vec<_> = judges.map(|judge| (judge, views.judge(judge).unwrap().after(0))).collect();
    // A single judge may get no words: with one interview for each, its talk may be cut short.
    let mut heard = feeds.iter().flat_map(|(_, updates)| *updates);
    let is_word =
        |told: &Numbered<JudgeUpdate>| matches!(told.update, JudgeUpdate::Key { .. } | JudgeUpdate::Said { .. });
    assert!(heard.any(is_word), "a contest in which nobody says a word proves nothing");
    feeds
}

/// The bytes sent.
fn sent<'a>(updates: impl IntoIterator<Item = &'a Numbered<JudgeUpdate>>) -> String {
    updates.into_iter().map(|update| serde_json::to_string(update).unwrap() + "\n").collect()
}

/// The different public views, until the judges vote or the contest is over. No fact of a conversation changes them.
fn public_screens(record: &[Recorded]) -> Vec<String> {
    let (mut views, mut screens) = (Views::default(), Vec::new());
    for fact in record {
        views.apply(fact);
        let Some(contest) = views.room().contest() else { continue };
        if matches!(contest.phase, Phase::Vote(..) | Phase::Closed) {
            break;
        }
        let screen = serde_json::to_string(&PublicScreen::of(contest)).unwrap();
        if screens.last() != Some(&screen) {
            assert!(
                matches!(fact.event, Event::Control(_)),
                "{fact:?} is of a conversation, and is seen on the screen"
            );
            screens.push(screen);
        }
    }
    screens
}

fn views(record: &[Recorded]) -> Views {
    let mut views = Views::default();
    record.iter().for_each(|fact| views.apply(fact));
    views
}

/// The same record, key for key, with other witnesses at the seats.
fn with_assignment(record: &[Recorded], mut change: impl FnMut(&mut Assignment)) -> Vec<Recorded> {
    let mut record = record.to_vec();
    for fact in &mut record {
        match &mut fact.event {
            Event::Control(ControlEvent::AssignmentCommitted { private: Private::Held(secret) }) => {
                change(&mut secret.assignment);
            }
            Event::Control(ControlEvent::AssignmentOpened { assignment, .. }) => change(assignment),
            Event::Control(ControlEvent::Replanned { private: Private::Held(replan), .. }) => {
                change(&mut replan.assignment);
            }
            _ => {}
        }
    }
    record
}

/// Ids and names of all witnesses, programs and contestants.
fn names(record: &[Recorded], roles: Roles) -> Vec<String> {
    let roster = record.iter().find_map(|fact| match &fact.event {
        Event::Control(ControlEvent::Opened { private: Private::Held(roster), .. }) => Some(roster.clone()),
        _ => None,
    });
    let Roster { confederates, entries, .. } = roster.unwrap();
    let entry_ids = EntryId::first(roles.entries.into()).map(|id| id.to_string());
    let ids = entry_ids.chain(ConfederateId::first(roles.confederates.into()).map(|id| id.to_string()));
    let cards = entries.into_iter().flat_map(|card| [card.name, card.contestant]);
    ids.chain(cards).chain(confederates).collect()
}
