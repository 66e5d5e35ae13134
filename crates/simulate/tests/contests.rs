//! A thousand contests with broken links, crashes, pauses and hostile commands: every promise is checked in each.
//!
//! `VIVA_SIM_SEED` is the first seed (1 unless set), `VIVA_SIM_COUNT` the number of contests (1000 unless set). A failure
//! prints the line that replays it.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::{
    collections::{BTreeMap, BTreeSet},
    env,
    sync::atomic::{AtomicU64, Ordering},
    thread,
    time::Duration,
};

use contest::{
    Actor, ContestResult, ControlEvent, Event, Recorded, Room, Views,
    audit::audit,
    contest::Phase,
    event::{ClientId, ConversationEvent, VERSION},
};
use rulebook::{JudgeId, Participant, Side, Timestamp, schema::Roles};
use simulate::world::{ClientScreen, Options, Outcome, World, four_by_four};

#[test]
fn a_thousand_rough_contests_keep_every_promise() {
    let number = |name: &str, otherwise| env::var(name).map_or(otherwise, |text| text.parse().unwrap());
    let (first, count) = (number("VIVA_SIM_SEED", 1), number("VIVA_SIM_COUNT", 1000));
    let next = AtomicU64::new(first);
    let workers = thread::available_parallelism().map_or(2, usize::from).min(8);
    let failures: Vec<String> = thread::scope(|scope| {
        let work = || {
            let mut failures = Vec::new();
            loop {
                let seed = next.fetch_add(1, Ordering::Relaxed);
                if seed >= first + count {
                    return failures;
                }
                let outcome = World::run(seed, &Options::rough());
                failures.extend(broken_promises(&outcome).into_iter().map(|broken| {
                    format!(
                        "{broken}\n  replay with: VIVA_SIM_SEED={seed} VIVA_SIM_COUNT=1 cargo test -p simulate --test contests"
                    )
                }));
            }
        };
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
    });
    assert!(
        failures.is_empty(),
        "{} failures, of which:\n{}",
        failures.len(),
        failures[..failures.len().min(10)].join("\n")
    );
}

#[test]
fn what_goes_wrong_on_purpose_does_go_wrong() {
    let outcomes: Vec<_> = (1..=10).map(|seed| World::run(seed, &Options::rough())).collect();
    let sum = |of: fn(&Outcome) -> u32| outcomes.iter().map(of).sum::<u32>();
    assert!(sum(|outcome| outcome.mishaps.breaks) > 100);
    assert!(sum(|outcome| outcome.mishaps.crashes) > 5);
    assert!(sum(|outcome| outcome.mishaps.frames_lost) > 100);
    assert!(sum(|outcome| outcome.mishaps.resends) > 100);
    assert!(sum(|outcome| outcome.mishaps.strays) > 500);
    let happened = |kind: fn(&ControlEvent) -> bool| {
        let facts = outcomes.iter().flat_map(|outcome| &outcome.record);
        facts.filter(|fact| matches!(&fact.event, Event::Control(event) if kind(event))).count()
    };
    assert!(happened(|event| matches!(event, ControlEvent::Paused { .. })) > 5);
    assert!(happened(|event| matches!(event, ControlEvent::Extended { .. })) > 5);
    assert!(happened(|event| matches!(event, ControlEvent::InterviewAborted { .. })) > 2);
}

#[test]
fn the_same_seed_gives_the_same_contest() {
    let [one, two] = [7, 7].map(|seed| World::run(seed, &Options::rough()));
    assert_eq!(one.record, two.record);
    assert_ne!(one.record, World::run(8, &Options::rough()).record);
}

#[test]
fn contests_of_every_size_that_has_a_design_run_to_their_result() {
    for size in [1, 3, 4, 5, 7, 8, 10] {
        let mut rules = four_by_four(Duration::from_secs(30), Duration::from_secs(20));
        rules.roles = Roles { judges: size, entries: size, confederates: size };
        let outcome = World::run(u64::from(size), &Options::calm(rules));
        assert_eq!(broken_promises(&outcome), Vec::<String>::new(), "{size} by {size} by {size}");
    }
}

#[test]
fn a_talk_of_25_minutes_is_as_full_as_the_finals_were() {
    let rules = four_by_four(Duration::from_secs(25 * 60), Duration::from_secs(5 * 60));
    let outcome = World::run(1, &Options::calm(rules));
    assert_eq!(broken_promises(&outcome), Vec::<String>::new());
    // Programs may talk as much as they like; the people's keys are ours, and both seats are taken for people here.
    let contest = outcome.views.room().contest().unwrap();
    let (mut judges, mut confederates) = (0, 0);
    for fact in &outcome.record {
        if let Event::Conversation(id, _) = &fact.event {
            let by_judge = fact.actor == Actor::Side(Side::Judge);
            let to_person = contest.seating(id.interview).unwrap().entry_seat != id.seat;
            judges += u32::from(by_judge);
            confederates += u32::from(!by_judge && to_person);
        }
    }
    let mean = (judges + 2 * confederates) / 16;
    assert!(
        (700..=1200).contains(&mean),
        "{mean} keys an interview: {judges} of judges, {confederates} of confederates"
    );
    let mut questions = Vec::new();
    for (who, client) in &outcome.clients {
        if let (Participant::Judge(_), ClientScreen::Judge(screen)) = (who, &client.screen) {
            let asked = |lines: &[contest::transcript::Line]| lines.iter().filter(|l| l.side == Side::Judge).count();
            questions.extend(screen.conversations.values().map(|conversation| asked(&conversation.lines)));
        }
    }
    assert_eq!(questions.len(), 32);
    assert!(questions.iter().all(|count| (4..=7).contains(count)), "{questions:?}");
}

/// Every promise that this contest broke, in sentences.
fn broken_promises(outcome: &Outcome) -> Vec<String> {
    let mut broken = outcome.surprises.clone();
    let closed = outcome.views.room().contest().is_some_and(|contest| contest.phase == Phase::Closed);
    broken.extend((!closed).then(|| "the contest did not close".to_owned()));
    broken.extend(keys_once_and_in_order(outcome));
    broken.extend(course(&outcome.record));
    broken.extend(replay(outcome));
    broken.extend(everyone_met_once(outcome));
    broken.extend(screens(outcome));
    broken.extend(audit(&outcome.record).faults.iter().map(ToString::to_string));
    broken.extend(result(outcome));
    broken
}

/// Every accepted key is in the record once and only once, as it was pressed, in the order of its author.
fn keys_once_and_in_order(outcome: &Outcome) -> Vec<String> {
    let mut broken = Vec::new();
    let mut recorded: BTreeMap<Participant, Vec<(&ClientId, rulebook::Key)>> = BTreeMap::new();
    let contest = outcome.views.room().contest().unwrap();
    for fact in &outcome.record {
        if let Event::Conversation(conversation, ConversationEvent::Key { id, private, .. }) = &fact.event {
            let author = match fact.actor {
                Actor::Side(Side::Judge) => Participant::Judge(conversation.interview.judge),
                _ => contest.seating(conversation.interview).unwrap().witness(conversation.seat).into(),
            };
            recorded.entry(author).or_default().push((id, private.held().unwrap().key));
        }
    }
    for (who, client) in &outcome.clients {
        let keys = recorded.remove(who).unwrap_or_default();
        let ids: BTreeSet<_> = keys.iter().map(|(id, _)| *id).collect();
        if ids.len() < keys.len() {
            broken.push(format!("{who}: a key is in the record twice"));
        }
        let own: Vec<_> = keys.iter().filter(|(id, _)| made(id).is_some()).collect();
        if !own.is_sorted_by_key(|(id, _)| made(id)) {
            broken.push(format!("{who}: keys are out of order"));
        }
        if own.iter().any(|(id, key)| client.pressed.get(*id) != Some(key)) {
            broken.push(format!("{who}: a key is in the record that was not pressed"));
        }
        let accepted = client.done.iter().filter(|id| client.pressed.contains_key(*id));
        for id in accepted.filter(|id| !ids.contains(id)) {
            broken.push(format!("{who}: {id:?} was accepted and is not in the record"));
        }
    }
    broken.extend(recorded.keys().map(|who| format!("{who} has keys in the record and no client")));
    broken
}

/// The number of an id that a client made itself.
fn made(id: &ClientId) -> Option<u64> {
    String::from(id.clone()).strip_prefix("k-")?.parse().ok()
}

/// No ballot before its talk ended, nothing after the end, and clocks that stand still exactly while paused.
fn course(record: &[Recorded]) -> Vec<String> {
    let mut broken = Vec::new();
    let mut room = Room::default();
    let mut over = BTreeSet::new();
    let mut paused: Option<(Timestamp, Option<Timestamp>, Duration)> = None;
    for (place, fact) in record.iter().enumerate() {
        let ends = |room: &Room| room.contest().and_then(|contest| contest.phase.ends());
        let before = ends(&room);
        room.apply(fact);
        let Event::Control(event) = &fact.event else {
            continue;
        };
        match event {
            ControlEvent::TalkClosed { round } => _ = over.insert(*round),
            ControlEvent::BallotCast { interview, .. } if !over.contains(&interview.round) => {
                broken.push(format!("a ballot on {interview} before its talk ended"));
            }
            ControlEvent::Paused { .. } => paused = Some((fact.time, before, Duration::ZERO)),
            ControlEvent::Extended { by_ms, .. } => paused.iter_mut().for_each(|(.., extended)| *extended += *by_ms),
            ControlEvent::Resumed {} => {
                let (since, stood_at, extended) = paused.take().unwrap();
                let expected = stood_at.map(|ends| ends + fact.time.since(since) + extended);
                if ends(&room) != expected {
                    broken.push(format!("a pause moved the deadline to {:?}, not {expected:?}", ends(&room)));
                }
            }
            ControlEvent::Closed {} if place + 1 < record.len() => {
                broken.push("something was recorded after the contest was closed".to_owned());
            }
            _ => {}
        }
    }
    broken
}

/// Replaying the record gives the same room and the same updates with the same numbers.
fn replay(outcome: &Outcome) -> Vec<String> {
    let mut again = Views::default();
    outcome.record.iter().for_each(|fact| again.apply(fact));
    let mut broken = Vec::new();
    if again.room() != outcome.views.room() {
        broken.push("a replay gives another room".to_owned());
    }
    for who in outcome.clients.keys() {
        let same = match who {
            Participant::Judge(judge) => again.judge(*judge) == outcome.views.judge(*judge),
            _ => again.witness(*who) == outcome.views.witness(*who),
        };
        if !same {
            broken.push(format!("a replay tells {who} something else"));
        }
    }
    if again.organiser() != outcome.views.organiser() {
        broken.push("a replay tells the organiser something else".to_owned());
    }
    broken
}

/// Each judge meets each entry and each confederate once, each entry each confederate once.
fn everyone_met_once(outcome: &Outcome) -> Vec<String> {
    let contest = outcome.views.room().contest().unwrap();
    let seatings = &contest.assignment().unwrap().0;
    let roles = contest.rulebook.roles;
    let n = usize::from(roles.judges);
    let pairs = |of: fn(&schedule::Seating) -> (u16, u16)| seatings.iter().map(of).collect::<BTreeSet<_>>().len();
    let met = [
        pairs(|s| (s.interview.judge.number(), s.entry.number())),
        pairs(|s| (s.interview.judge.number(), s.confederate.number())),
        pairs(|s| (s.entry.number(), s.confederate.number())),
        pairs(|s| (s.interview.round.number(), s.interview.judge.number())),
    ];
    let begun = contest.interviews.len();
    if seatings.len() == n * n && met == [n * n; 4] && begun == n * n {
        Vec::new()
    } else {
        vec![format!("{} interviews, {begun} begun, {met:?} different pairs", seatings.len())]
    }
}

/// What every client folded from what arrived is what the server would show.
fn screens(outcome: &Outcome) -> Vec<String> {
    let differs = outcome.clients.iter().filter(|(who, client)| match (who, &client.screen) {
        (Participant::Judge(judge), ClientScreen::Judge(screen)) => {
            outcome.views.judge(*judge).is_none_or(|feed| feed.screen != *screen)
        }
        (_, ClientScreen::Witness(screen)) => outcome.views.witness(**who).is_none_or(|feed| feed.screen != *screen),
        _ => true,
    });
    differs.map(|(who, _)| format!("{who} sees another screen than the server's")).collect()
}

/// The result is the same from the live room, from the record, and from the record taken apart and put together again;
/// the scores are what counting by hand gives.
fn result(outcome: &Outcome) -> Vec<String> {
    let live = ContestResult::of(outcome.views.room().contest().unwrap());
    let replayed = Room::replay(&outcome.record);
    let reread: Vec<Recorded> = outcome.record.iter().map(reread).collect();
    let again = Room::replay(&reread);
    let mut broken = Vec::new();
    if live.is_none() || live != ContestResult::of(replayed.contest().unwrap()) {
        broken.push("the record gives another result".to_owned());
    }
    if live != ContestResult::of(again.contest().unwrap()) {
        broken.push("the record as it is written gives another result".to_owned());
    }
    let Some(live) = live else { return broken };
    for standing in &live.standings {
        let fooled =
            |i: &&contest::result::InterviewResult| i.entry == standing.entry && i.choice == Some(tally::Choice::Entry);
        let count = live.interviews.iter().filter(fooled).count();
        if count != standing.score as usize {
            broken.push(format!(
                "{} scores {} and was taken for the human {count} times",
                standing.entry, standing.score
            ));
        }
    }
    let screens = |judge: JudgeId| outcome.views.judge(judge).map(|feed| &feed.screen);
    for interview in live.interviews.iter().filter(|interview| !interview.aborted) {
        let round = rulebook::RoundNumber::new(interview.round);
        let named = screens(interview.judge).and_then(|screen| screen.ballots.get(&round));
        let choice = named
            .map(|seat| if *seat == interview.entry_seat { tally::Choice::Entry } else { tally::Choice::Confederate });
        if choice != interview.choice {
            broken.push(format!("{} in {round}: the result is not what the judge's page says", interview.judge));
        }
    }
    broken
}

fn reread(fact: &Recorded) -> Recorded {
    let event = Event::from_parts(fact.event.stream(), VERSION, fact.event.to_parts()).unwrap();
    assert_eq!(event, fact.event);
    Recorded { event, ..fact.clone() }
}
