//! A thousand contests with broken links, crashes, pauses and hostile commands: every promise is checked in each.
//!
//! `VIVA_SIM_SEED` is the first seed (1 unless set), `VIVA_SIM_COUNT` the number of contests (1000 unless set),
//! `VIVA_SIM_RULES` the rulebook of all of them (each in turn unless set). A failure prints the line that replays it.

use crate::shapes;
use std::{
    collections::{BTreeMap, BTreeSet},
    env,
    sync::atomic::{AtomicU64, Ordering},
    thread,
    time::Duration,
};

use archive::audit::audit;
use contest::{
    Actor, ContestResult, ControlEvent, Event, FormId, Recorded, Room, Views,
    contest::{Contest, Phase},
    event::{ClientId, ConversationEvent, Counted, VERSION},
    fields,
    pacing::Moment,
    referee::Deed,
};
use rulebook::{
    ConversationId, JudgeId, Key, Participant, RoundNumber, Side, Timestamp, Witness,
    schema::{Delivery, Layout, Measure, Medium, Opener, Roles, Sessions, Turns},
    shipped,
};
use serde_json::Value;
use simulate::{
    people::Speech,
    world::{ClientScreen, Options, SimulatedContest, World, four_by_four, hurried},
};
use tally::Verdict;

#[test]
fn a_thousand_rough_contests_keep_every_promise() {
    let number = |name: &str, otherwise| env::var(name).map_or(otherwise, |text| text.parse().unwrap());
    let (first, count) = (number("VIVA_SIM_SEED", 1), number("VIVA_SIM_COUNT", 1000));
    let mut shapes = shapes::shapes(60);
    if let Ok(id) = env::var("VIVA_SIM_RULES") {
        shapes.retain(|rules| rules.id == id);
    }
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
                let rules = &shapes[usize::try_from(seed).unwrap() % shapes.len()];
                let outcome = World::run(seed, &Options::rough_under(rules.clone()));
                failures.extend(broken_promises(&outcome).into_iter().map(|broken| {
                    format!(
                        "{0}: {broken}\n  replay with: VIVA_SIM_RULES={0} VIVA_SIM_SEED={seed} VIVA_SIM_COUNT=1 cargo test -p simulate --test contests",
                        rules.id
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
    let sum = |of: fn(&SimulatedContest) -> u32| outcomes.iter().map(of).sum::<u32>();
    assert!(sum(|outcome| outcome.mishaps.breaks) > 100);
    assert!(sum(|outcome| outcome.mishaps.crashes) > 5);
    assert!(sum(|outcome| outcome.mishaps.disk_failures) > 20);
    assert!(sum(|outcome| outcome.mishaps.jumps) > 5);
    assert!(sum(|outcome| outcome.mishaps.frames_lost) > 100);
    assert!(sum(|outcome| outcome.mishaps.resends) > 100);
    assert!(sum(|outcome| outcome.mishaps.strays) > 500);
    let happened = |kind: fn(&ControlEvent) -> bool| {
        let facts = outcomes.iter().flat_map(|outcome| &outcome.record);
        facts.filter(|fact| matches!(&fact.event, Event::Control(event) if kind(event))).count()
    };
    assert!(happened(|event| matches!(event, ControlEvent::Paused { .. })) > 5);
    assert!(happened(|event| matches!(event, ControlEvent::Extended { .. })) > 5);
    assert!(happened(|event| matches!(event, ControlEvent::Announced { .. })) > 5);
    assert!(happened(|event| matches!(event, ControlEvent::InterviewAborted { .. })) > 2);
    assert!(happened(|event| matches!(event, ControlEvent::BallotCast { counted: Counted::Draft, .. })) > 20);
    assert!(happened(|event| matches!(event, ControlEvent::RankingCast { counted: Counted::Draft, .. })) > 5);
}

#[test]
fn somebody_leaves_or_is_disqualified_now_and_then_and_the_rest_is_played() {
    let outcomes: Vec<_> = (1..=60).map(|seed| World::run(seed, &Options::rough())).collect();
    let happened = |kind: fn(&ControlEvent) -> bool| {
        outcomes.iter().filter(move |outcome| {
            outcome.record.iter().any(|fact| matches!(&fact.event, Event::Control(event) if kind(event)))
        })
    };
    assert!(happened(|event| matches!(event, ControlEvent::Replanned { .. })).count() > 2);
    assert!(happened(|event| matches!(event, ControlEvent::Replanned { again: Some(_), .. })).count() > 2);
    assert!(happened(|event| matches!(event, ControlEvent::Replaced { .. })).count() > 2);
    assert!(happened(|event| matches!(event, ControlEvent::Disqualified { .. })).count() > 2);
}

#[test]
fn referees_do_all_that_they_can_do_and_some_of_it_is_refused() {
    let shapes = shapes::shapes(60).into_iter().filter(|rules| rules.referees.is_some()).collect::<Vec<_>>();
    assert!(shapes.len() > 3);
    let (mut done, mut refused) = (BTreeSet::new(), BTreeSet::new());
    for (seed, rules) in (1..=40).zip(shapes.iter().cycle()) {
        let outcome = World::run(seed, &Options::rough_under(rules.clone()));
        for refereed in &outcome.views.room().contest().unwrap().refereed {
            done.insert(serde_json::to_value(refereed.deed).unwrap()["does"].as_str().unwrap().to_owned());
        }
        let by_referees = outcome.verdicts.iter().filter(|verdict| matches!(verdict.who, Participant::Referee(_)));
        refused.extend(by_referees.filter_map(|verdict| verdict.refused.as_ref().map(ToString::to_string)));
    }
    assert_eq!(
        done.into_iter().collect::<Vec<_>>().join(" "),
        "flag hold lift limit mute note release strike unmute warn"
    );
    assert!(refused.len() > 5, "{refused:?}");
}

#[test]
fn verdicts_end_talks_under_rules_that_let_them_and_every_promise_is_kept() {
    for id in ["two-party-2024", "three-party-2025"] {
        let rules = hurried(shipped::rulebook(id).unwrap(), Duration::from_secs(60), Duration::from_secs(45));
        let mut early = 0;
        for seed in 1..=20 {
            let outcome = World::run(seed, &Options::rough_under(rules.clone()));
            assert_eq!(broken_promises(&outcome), Vec::<String>::new(), "{id}, contest {seed}");
            let mut room = Room::default();
            for fact in &outcome.record {
                room.apply(fact);
                if let Event::Control(ControlEvent::BallotCast { interview, .. }) = &fact.event {
                    early += usize::from(room.contest().unwrap().is_ended_early(*interview));
                }
            }
        }
        assert!(early > 10, "{id}: {early} verdicts in a talk");
    }
}

#[test]
fn in_sessions_every_promise_is_kept_whoever_leaves() {
    let mut rules = shipped::rulebook("five-minute-2014").unwrap();
    rules.roles = Roles { judges: 6, entries: 3, confederates: 5, ..rules.roles };
    rules.schedule.sessions = Some(Sessions { judges: 3, confederates: 3, pause: Duration::ZERO });
    let rules = hurried(rules, Duration::from_secs(60), Duration::from_secs(45));
    let mut replanned = 0;
    for seed in 1..=40 {
        let outcome = World::run(seed, &Options::rough_under(rules.clone()));
        assert_eq!(broken_promises(&outcome), Vec::<String>::new(), "contest {seed}");
        let is_replanned = |fact: &Recorded| matches!(fact.event, Event::Control(ControlEvent::Replanned { .. }));
        replanned += usize::from(outcome.record.iter().any(is_replanned));
    }
    assert!(replanned > 0, "somebody left in mid-contest");
}

#[test]
fn under_every_rulebook_people_converse_and_fill_in_every_form() {
    for rules in shapes::shapes(240) {
        for seed in 1..=3 {
            let outcome = World::run(seed, &Options::calm(rules.clone()));
            assert_eq!(broken_promises(&outcome), Vec::<String>::new(), "{} with seed {seed}", rules.id);
            assert_eq!(left_undone(&outcome), Vec::<String>::new(), "{} with seed {seed}", rules.id);
        }
    }
}

#[test]
fn programs_that_do_not_know_the_opening_words_of_2006_have_said_them_before_they_go_on() {
    let rules = shipped::rulebook("loebner-2006").unwrap();
    let rules = hurried(rules, Duration::from_secs(180), Duration::from_secs(30));
    let (mut went_on, mut conversations) = (0, 0);
    // One program in four does not know the words.
    for seed in 1..=12 {
        let outcome = World::run(seed, &Options::calm(rules.clone()));
        assert_eq!(broken_promises(&outcome), Vec::<String>::new(), "contest {seed}");
        let contest = outcome.views.room().contest().unwrap();
        for (id, conversation) in outcome.views.room().conversations() {
            // The last words of a flood, or a talk that ended within the words.
            let Some(kept) = conversation.opened_well(&rules.interview) else { continue };
            assert!(kept, "contest {seed}, {id}");
            if !matches!(contest.listener(*id), Some(Participant::Entry(_))) {
                continue;
            }
            let mut seen = conversation.seen.lines.iter().filter(|line| line.side == Side::Witness);
            let Some(first) = seen.next() else { continue };
            assert!(rules.interview.opening_words.contains(&first.text), "contest {seed}, {id}: {:?}", first.text);
            conversations += 1;
            went_on += usize::from(seen.next().is_some() || !conversation.seen.witness_types.is_empty());
        }
    }
    assert!(conversations > 100 && went_on * 10 > conversations * 7, "{went_on} of {conversations} went on");
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
        rules.roles = Roles::of(size, size, size);
        let outcome = World::run(u64::from(size), &Options::calm(rules));
        assert_eq!(broken_promises(&outcome), Vec::<String>::new(), "{size} by {size} by {size}");
    }
}

#[test]
fn a_talk_of_25_minutes_is_as_full_as_the_finals_were() {
    let rules = four_by_four(Duration::from_secs(25 * 60), Duration::from_secs(5 * 60));
    let outcome = World::run(1, &Options::calm(rules));
    assert_eq!(broken_promises(&outcome), Vec::<String>::new());
    // Programs may say any amount; the counted keys are those of people, and both seats count as people here.
    let contest = outcome.views.room().contest().unwrap();
    let (mut judges, mut confederates) = (0, 0);
    for fact in &outcome.record {
        if let (Event::Conversation(id, _), Actor::Side(_)) = (&fact.event, fact.actor) {
            let by_judge = fact.actor == Actor::Side(Side::Judge);
            let to_person =
                matches!(contest.seating(id.interview).unwrap().witness(id.seat), Some(Witness::Confederate(_)));
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
fn broken_promises(outcome: &SimulatedContest) -> Vec<String> {
    let mut broken = outcome.surprises.clone();
    let closed = outcome.views.room().contest().is_some_and(|contest| contest.phase == Phase::Closed);
    broken.extend((!closed).then(|| "the contest did not close".to_owned()));
    broken.extend(said_once_and_in_order(outcome));
    broken.extend(within_bounds(outcome));
    broken.extend(held_back(outcome));
    broken.extend(refereed(outcome));
    broken.extend(course(&outcome.record));
    broken.extend(clocks(outcome));
    broken.extend(replay(outcome));
    broken.extend(everyone_met_once(outcome));
    broken.extend(screens(outcome));
    broken.extend(drafts(outcome));
    broken.extend(audit(&outcome.record).faults.iter().map(ToString::to_string));
    broken.extend(result(outcome));
    broken
}

/// The duties that people and programs left undone in a contest without failures.
fn left_undone(outcome: &SimulatedContest) -> Vec<String> {
    let contest = outcome.views.room().contest().unwrap();
    let rules = &contest.rulebook;
    let mut undone = Vec::new();
    for (id, interview) in &contest.interviews {
        let judge_must = !rules.ballots.interview.is_empty();
        let guess_must = rules.interview.symmetric
            && contest.seating(*id).unwrap().seats.values().any(|witness| matches!(witness, Witness::Confederate(_)));
        undone.extend((judge_must && interview.ballot.is_none()).then(|| format!("no ballot about {id}")));
        undone.extend((guess_must && interview.guess.is_none()).then(|| format!("no guess about {id}")));
    }
    if rules.ballots.ranking.is_some() {
        let expected = usize::from(rules.trial_count() * rules.roles.judges);
        let found = contest.rankings.len();
        undone.extend((found < expected).then(|| format!("{found} rankings of {expected}")));
    }
    let all = contest.assignment().unwrap().0.iter().flat_map(schedule::Seating::conversations);
    for id in all {
        if let Some(count) = contest.turn_count(id) {
            let believed = contest.believed(id);
            undone.extend((believed < count).then(|| format!("{believed} of {count} turns judged in {id}")));
            continue;
        }
        let conversation = outcome.views.room().conversation(id);
        let count = |side| conversation.map_or(0, |conversation| conversation.count(side));
        let is_person = matches!(contest.listener(id), Some(Participant::Judge(_) | Participant::Confederate(_)));
        undone.extend((count(Side::Judge) == 0).then(|| format!("nothing asked in {id}")));
        undone.extend((is_person && count(Side::Witness) == 0).then(|| format!("a person said nothing in {id}")));
        let opened = conversation.and_then(|conversation| conversation.opened_well(&rules.interview));
        undone.extend((is_person && opened == Some(false)).then(|| format!("other opening words in {id}")));
    }
    let refused = outcome.verdicts.iter().filter(|verdict| !matches!(verdict.who, Participant::Entry(_)));
    for verdict in refused.filter(|verdict| verdict.who != Participant::Organiser) {
        let harmless = |refusal: &contest::Refusal| {
            use contest::Refusal as R;
            matches!(refusal, R::NotYourTurn | R::TalkOver | R::RoundRunning | R::RoundOver(_) | R::NoRound)
        };
        undone.extend(verdict.refused.iter().filter(|why| !harmless(why)).map(|why| format!("{}: {why}", verdict.who)));
    }
    undone
}

/// Everything accepted is in the record exactly once, unchanged, in its author's order.
fn said_once_and_in_order(outcome: &SimulatedContest) -> Vec<String> {
    let mut broken = Vec::new();
    let mut recorded: BTreeMap<Participant, Vec<(&ClientId, Speech)>> = BTreeMap::new();
    let contest = outcome.views.room().contest().unwrap();
    for fact in &outcome.record {
        let Event::Conversation(conversation, event) = &fact.event else { continue };
        let (id, speech) = match event {
            ConversationEvent::Key { id, private, .. } => (id, Speech::Key(private.held().unwrap().key)),
            ConversationEvent::Said { id, private, .. } | ConversationEvent::Line { id, private, .. } => {
                (id, Speech::Said(private.held().unwrap().text.clone()))
            }
            ConversationEvent::Attached { .. } | ConversationEvent::Shown { .. } => continue,
        };
        recorded.entry(author(contest, fact.actor, *conversation)).or_default().push((id, speech));
    }
    for (who, client) in &outcome.clients {
        let said = recorded.remove(who).unwrap_or_default();
        let ids: BTreeSet<_> = said.iter().map(|(id, _)| *id).collect();
        if ids.len() < said.len() {
            broken.push(format!("{who}: something is in the record twice"));
        }
        let own: Vec<_> = said.iter().filter(|(id, _)| made(id).is_some()).collect();
        if !own.is_sorted_by_key(|(id, _)| made(id)) {
            broken.push(format!("{who}: something is out of order"));
        }
        if own.iter().any(|(id, speech)| client.said.get(*id).map(trimmed) != Some(trimmed(speech))) {
            broken.push(format!("{who}: something is in the record that was not said"));
        }
        let accepted = client.done.iter().filter(|id| client.said.contains_key(*id));
        for id in accepted.filter(|id| !ids.contains(id)) {
            broken.push(format!("{who}: {id:?} was accepted and is not in the record"));
        }
    }
    broken.extend(recorded.keys().map(|who| format!("{who} said things in the record and has no client")));
    broken
}

fn author(contest: &Contest, actor: Actor, conversation: ConversationId) -> Participant {
    if actor == Actor::Side(Side::Judge) {
        Participant::Judge(conversation.interview.judge)
    } else {
        contest.listener(conversation).unwrap()
    }
}

fn trimmed(speech: &Speech) -> Speech {
    match speech {
        Speech::Key(key) => Speech::Key(*key),
        Speech::Said(text) => Speech::Said(text.trim_end().to_owned()),
    }
}

/// Every utterance keeps the rulebook's bounds in length and number, and each side keeps its turn.
fn within_bounds(outcome: &SimulatedContest) -> Vec<String> {
    let rules = &outcome.views.room().contest().unwrap().rulebook.interview;
    let (Medium::Lines { characters, lines: most } | Medium::Messages { characters, messages: most }) = rules.medium
    else {
        return Vec::new();
    };
    let mut broken = Vec::new();
    let mut counts: BTreeMap<(ConversationId, Side), u32> = BTreeMap::new();
    let mut last: BTreeMap<ConversationId, (Side, Timestamp)> = BTreeMap::new();
    for fact in &outcome.record {
        let Event::Conversation(id, event) = &fact.event else { continue };
        let (ConversationEvent::Said { private, .. }, Actor::Side(side)) = (event, fact.actor) else { continue };
        if private.held().unwrap().text.chars().count() > characters as usize {
            broken.push(format!("something in {id} is too long"));
        }
        *counts.entry((*id, side)).or_default() += 1;
        if let Some((before, at)) = last.insert(*id, (side, fact.time))
            && let Turns::Alternate { within } = rules.turns
            && before == side
            // Turns are counted in whole seconds.
            && fact.time.since(at) + std::time::Duration::from_secs(1) <= within
        {
            broken.push(format!("the {side} of {id} took the other's turn"));
        }
    }
    broken.extend(counts.iter().filter(|(_, count)| **count > most).map(|((id, _), _)| format!("too much in {id}")));
    broken
}

/// A witness's words are shown in order and unchanged; not before the delay after the judge's last words, where there
/// is one; and never before their release.
fn held_back(outcome: &SimulatedContest) -> Vec<String> {
    let room = outcome.views.room();
    let rules = &room.contest().unwrap().rulebook.interview;
    let mut broken = Vec::new();
    let mut asked: BTreeMap<ConversationId, Timestamp> = BTreeMap::new();
    let mut plays_until: BTreeMap<ConversationId, Timestamp> = BTreeMap::new();
    // An opening in time has a drawn moment, whatever the judge said meanwhile.
    let mut opened: BTreeSet<ConversationId> = BTreeSet::new();
    let mut given: BTreeMap<(ConversationId, u64), (Option<Timestamp>, bool)> = BTreeMap::new();
    let mut latest: BTreeMap<ConversationId, Timestamp> = BTreeMap::new();
    for fact in &outcome.record {
        let Event::Conversation(id, event) = &fact.event else { continue };
        match (event, fact.actor) {
            (ConversationEvent::Shown { of, released, late, .. }, Actor::Server) => {
                match (given.get(&(*id, *of)), rules.delivery) {
                    (None, _) => broken.push(format!("{id}: something is shown that was not given")),
                    (Some((Some(asked), opens)), Delivery::AtLeast { delay })
                        if (*late || !opens) && fact.time.since(*asked) < delay =>
                    {
                        broken.push(format!("{id}: shown early"));
                    }
                    _ => {}
                }
                // A typed line that is left to rest is finished after a whole line given meanwhile.
                let before = latest.insert(*id, *released);
                if *released > fact.time || before.is_some_and(|before| before > *released) {
                    broken.push(format!("{id}: {of} is shown out of its order, or before it was released"));
                }
            }
            // A Return adds nothing to the question.
            (ConversationEvent::Key { private, .. }, Actor::Side(Side::Judge))
                if private.held().unwrap().key == Key::Return => {}
            // A playing file is heard to its end, whatever the judge says meanwhile.
            (ConversationEvent::Attached { plays_ms, .. }, Actor::Side(Side::Judge)) => {
                let end = fact.time + std::time::Duration::from_millis(plays_ms.unwrap_or(0));
                let plays = plays_until.entry(*id).or_insert(end);
                *plays = end.max(*plays);
                asked.insert(*id, *plays);
            }
            (_, Actor::Side(Side::Judge)) => {
                let plays = plays_until.get(id).copied().unwrap_or(fact.time);
                asked.insert(*id, plays.max(fact.time));
            }
            _ => {
                let opens = opened.insert(*id) && rules.opens == Opener::Anyone;
                given.insert((*id, fact.number), (asked.get(id).copied(), opens));
            }
        }
    }
    for (id, conversation) in room.conversations() {
        // Where a rest may end an utterance, lines differ from utterances.
        if matches!(
            (rules.delivery, rules.medium),
            (Delivery::AsTyped, _) | (_, Medium::Lines { .. } | Medium::Messages { .. })
        ) {
            let lines = |lines: &[contest::transcript::Line]| {
                let said = lines.iter().filter(|line| line.side == Side::Witness);
                said.map(|line| line.text.clone()).collect::<Vec<_>>()
            };
            let (mut given, seen) = (lines(&conversation.transcript.lines), lines(&conversation.seen.lines));
            for struck in conversation.struck() {
                if let Some(place) = given.iter().rposition(|text| *text == struck.text) {
                    given.remove(place);
                }
            }
            if !given.starts_with(&seen) {
                broken.push(format!("{id}: the judge saw {seen:?}, and the witness gave {given:?}"));
            }
        }
    }
    broken
}

/// A referee's limits hold: a muted confederate's words are refused, and so are words beyond a limit.
fn refereed(outcome: &SimulatedContest) -> Vec<String> {
    let contest = outcome.views.room().contest().unwrap();
    let (mut muted, mut limits) = (BTreeSet::new(), BTreeMap::new());
    let mut broken = Vec::new();
    for fact in &outcome.record {
        match (&fact.event, fact.actor) {
            (Event::Control(ControlEvent::Refereed { private, .. }), _) => match *private.held().unwrap() {
                Deed::Mute { conversation } => drop(muted.insert(conversation)),
                Deed::Unmute { conversation } => drop(muted.remove(&conversation)),
                Deed::Limit { confederate, limit } => drop(limits.insert(confederate, limit)),
                Deed::Lift { confederate } => drop(limits.remove(&confederate)),
                _ => {}
            },
            (Event::Conversation(id, event), Actor::Side(Side::Witness)) => {
                broken.extend(muted.contains(id).then(|| format!("{id}: a muted confederate speaks")));
                let limit = contest.confederate_in(*id).and_then(|who| limits.get(&who)?.characters);
                if let (ConversationEvent::Said { private, .. }, Some(most)) = (event, limit)
                    && private.held().unwrap().text.chars().count() > most as usize
                {
                    broken.push(format!("{id}: more than {most} characters"));
                }
            }
            _ => {}
        }
    }
    broken
}

/// The number in an id that a client made.
fn made(id: &ClientId) -> Option<u64> {
    String::from(id.clone()).strip_prefix("k-")?.parse().ok()
}

/// A confirmed draft counts if it is complete and its form was not sealed; no other draft counts.
fn drafts(outcome: &SimulatedContest) -> Vec<String> {
    let contest = outcome.views.room().contest().unwrap();
    let mut broken = Vec::new();
    for (who, client) in &outcome.clients {
        for (id, (form, fields)) in &client.drafted {
            let (is_complete, is_asked) = match form {
                FormId::Ballot(round) => {
                    let part = contest.part(*who, *round).unwrap();
                    let reading = fields::read(&contest.rulebook.ballots.interview, &contest.seats_seen(part), fields);
                    (reading.faults.is_empty(), !contest.interviews[&part.interview].aborted)
                }
                FormId::Ranking(trial) => {
                    let Participant::Judge(judge) = who else { panic!("{who} has ranked") };
                    let rules = contest.rulebook.ballots.ranking.unwrap();
                    (fields::read_order(rules, &contest.met_by(*judge, *trial), fields).faults.is_empty(), true)
                }
                // Notes belong to no ballot, and never count.
                FormId::Notes(_) => (false, false),
            };
            // A judge without an answer may try again, and seal an earlier draft, or the other way round.
            let given = contest.given(*who, *form);
            // A form that a ruling allows late counts when it is sealed, and no draft of it does.
            let is_late = contest.cast_form(*who, *form).is_ok_and(|form| contest.is_late(form));
            let should_count = is_complete && is_asked && !is_late;
            let is_wrong = match given {
                Some(Counted::Sealed) => false,
                Some(Counted::Draft) => !should_count,
                None => should_count,
            };
            if client.done.contains(id) && is_wrong {
                broken.push(format!("{form} of {who}, complete: {is_complete}, asked: {is_asked}, given: {given:?}"));
            }
        }
    }
    broken
}

/// No ballot before its talk ended unless a verdict may end the talk, nothing after the end, and clocks that stand still exactly while paused.
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
                if room.contest().is_some_and(|contest| contest.is_ended_early(*interview)) {
                    continue;
                }
                broken.push(format!("a ballot on {interview} before its talk ended"));
            }
            // A second pause fact only adds the reason.
            ControlEvent::Paused { .. } => _ = paused.get_or_insert((fact.time, before, Duration::ZERO)),
            ControlEvent::TakenUp { stood_since: Some(since), .. } => paused = Some((*since, before, Duration::ZERO)),
            ControlEvent::Extended { by_ms, .. } => paused.iter_mut().for_each(|(.., extended)| *extended += *by_ms),
            ControlEvent::Resumed {} => {
                let (since, stood_at, extended) = paused.take().unwrap();
                let expected = stood_at.map(|ends| ends + fact.time.since(since) + extended);
                if ends(&room) != expected {
                    broken.push(format!("a pause moved the deadline to {:?}, not {expected:?}", ends(&room)));
                }
            }
            ControlEvent::Closed {} if record[place + 1..].iter().any(|later| !is_ruling(later)) => {
                broken.push("something other than a ruling was recorded after the contest was closed".to_owned());
            }
            _ => {}
        }
    }
    broken
}

fn is_ruling(fact: &Recorded) -> bool {
    matches!(fact.event, Event::Control(ControlEvent::Disqualified { .. } | ControlEvent::Reinstated { .. }))
}

/// Server failures and wall clocks cost no second: on the contest's own clock every phase that time ended lasted as
/// long as the rules and the organiser's extensions say, and every piece of a witness's words was shown at its release;
/// or, after disk failures, as soon as the disk stored it.
fn clocks(outcome: &SimulatedContest) -> Vec<String> {
    let record = &outcome.record;
    let latest = if outcome.mishaps.disk_failures == 0 { Duration::ZERO } else { Duration::from_secs(1) };
    let mut broken = Vec::new();
    let mut room = Room::default();
    // The beginning of the phase, and its planned length.
    let mut phase: Option<(Moment, Duration)> = None;
    for fact in record {
        room.apply(fact);
        let Some(contest) = room.contest() else { continue };
        let now = Moment::at(fact.time, contest.stood);
        let rules = &contest.rulebook;
        let event = match &fact.event {
            Event::Control(event) => event,
            Event::Conversation(id, ConversationEvent::Shown { of, released, .. }) => {
                let late = now.since(Moment::at(*released, contest.stood));
                broken.extend((late > latest).then(|| format!("{id}: {of} was shown {late:?} after it was released")));
                continue;
            }
            Event::Conversation(..) => continue,
        };
        let ends = matches!(
            event,
            ControlEvent::TalkClosed { .. } | ControlEvent::RoundClosed { .. } | ControlEvent::EndBallotsClosed { .. }
        );
        if let Some((began, length)) = phase.take_if(|_| ends)
            && fact.actor == Actor::Server
            && !(length..=length + latest).contains(&now.since(began))
            // A talk whose transcripts are all read to the end closes at once.
            && !matches!(event, ControlEvent::TalkClosed { round } if contest.is_read_to_the_end(*round))
            // So does a talk that was ended by the verdict of every judge.
            && !matches!(event, ControlEvent::TalkClosed { round } if every_talk_was_judged(contest, *round))
        {
            broken.push(format!("{event:?} after {:?} of the contest's time, not {length:?}", now.since(began)));
        }
        match event {
            ControlEvent::RoundOpened { .. } => phase = Some((now, rules.interview.talk)),
            ControlEvent::TalkClosed { .. } => phase = Some((now, rules.interview.scoring)),
            ControlEvent::EndBallotsOpened { .. } => phase = Some((now, rules.ballots.end_time)),
            ControlEvent::Extended { by_ms, .. } => phase.iter_mut().for_each(|(_, length)| *length += *by_ms),
            _ => {}
        }
    }
    broken
}

/// Replaying the record gives the same room, and the same updates with the same numbers.
fn replay(outcome: &SimulatedContest) -> Vec<String> {
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

/// The plan passes the prover for printed plans, and every interview of it was opened.
fn everyone_met_once(outcome: &SimulatedContest) -> Vec<String> {
    let contest = outcome.views.room().contest().unwrap();
    let assignment = contest.assignment().unwrap();
    let begun = contest.interviews.len();
    let mut broken = Vec::new();
    if begun != assignment.0.len() {
        broken.push(format!("{} interviews, {begun} begun", assignment.0.len()));
    }
    if contest.left.is_empty() {
        let plan = what_counts(contest, assignment);
        broken.extend(schedule::violations(&contest.rulebook, &plan).iter().map(ToString::to_string));
    }
    let seats = |seating: &schedule::Seating| seating.seats.len() == if is_pair(contest) { 2 } else { 1 };
    broken.extend((!assignment.0.iter().all(seats)).then(|| "an interview with other seats".to_owned()));
    broken
}

/// The plan without the rounds that were replayed.
fn what_counts(contest: &Contest, assignment: &schedule::Assignment) -> schedule::Plan {
    let mut plan = schedule::Plan::of(assignment);
    plan.meetings.retain(|meeting| !contest.void.contains(&meeting.round));
    let rounds: BTreeSet<RoundNumber> = plan.meetings.iter().map(|meeting| meeting.round).collect();
    let numbers: BTreeMap<RoundNumber, RoundNumber> =
        rounds.into_iter().enumerate().map(|(index, round)| (round, RoundNumber::at(index))).collect();
    plan.meetings.iter_mut().for_each(|meeting| meeting.round = numbers[&meeting.round]);
    plan
}

fn is_pair(contest: &Contest) -> bool {
    contest.rulebook.interview.layout == Layout::Pair
}

/// Every client's folded screen equals the server's.
fn screens(outcome: &SimulatedContest) -> Vec<String> {
    let differs = outcome.clients.iter().filter(|(who, client)| match (who, &client.screen) {
        (Participant::Judge(judge), ClientScreen::Judge(screen)) => {
            outcome.views.judge(*judge).is_none_or(|feed| feed.screen != *screen)
        }
        (_, ClientScreen::Witness(screen)) => outcome.views.witness(**who).is_none_or(|feed| feed.screen != *screen),
        _ => true,
    });
    differs.map(|(who, _)| format!("{who} sees another screen than the server's")).collect()
}

/// The result is the same from the live room, from the record, and from the record taken apart and reassembled; the
/// scores equal a count by hand.
fn result(outcome: &SimulatedContest) -> Vec<String> {
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
    broken.extend(not_data(&live));
    let contest = outcome.views.room().contest().unwrap();
    for standing in &live.tally.standings {
        let witness = standing.witness;
        let fooled = |i: &&contest::result::InterviewResult| {
            i.answers.as_ref().is_some_and(|answers| {
                let winner = answers.split.iter().max_by_key(|(_, points)| **points).map(|(witness, _)| *witness);
                answers.choice == Some(witness)
                    || answers.verdicts.get(&witness) == Some(&Verdict::Human)
                    || winner == Some(witness)
            })
        };
        let count = live.interviews.iter().filter(|i| !i.void).filter(fooled).count().to_string();
        let score = standing.score.map(|score| score.to_string()).unwrap_or_default();
        if contest.rulebook.score.by == Measure::TimesTakenForHuman && !score.is_empty() && count != score {
            broken.push(format!("{witness} scores {score} and was taken for the human {count} times"));
        }
    }
    let screens = |judge: JudgeId| outcome.views.judge(judge).map(|feed| &feed.screen);
    for interview in live.interviews.iter().filter(|interview| !interview.aborted) {
        let round = rulebook::RoundNumber::new(interview.round);
        let page = screens(interview.judge).and_then(|screen| screen.ballots.get(&round));
        let named = page.and_then(|answers| answers.clone().relabel(|seat| interview.seats.get(&seat).copied()));
        let named = named.map(contest::result::ScoredAnswers::from);
        if named != interview.answers {
            broken.push(format!("{} in {round}: the result is not what the judge's page says", interview.judge));
        }
    }
    broken
}

/// A result holds no sentence: of its texts, only the contest's name and the rules named in rulings may have words. It
/// reads back as written.
fn not_data(result: &ContestResult) -> Vec<String> {
    fn words(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::String(text) if text.contains(char::is_whitespace) => found.push(format!("the result says: {text}")),
            Value::Number(number) if !number.is_u64() => found.push(format!("the result holds the number {number}")),
            Value::Array(items) => items.iter().for_each(|item| words(item, found)),
            Value::Object(members) => members.values().for_each(|member| words(member, found)),
            _ => {}
        }
    }
    let mut written = serde_json::to_value(result).unwrap();
    let again: ContestResult = serde_json::from_value(written.clone()).unwrap();
    let mut broken = vec![];
    broken.extend((again != *result).then(|| "the result reads back as another".to_owned()));
    written["contest"].take();
    let rulings = written["rulings"].as_array_mut().into_iter().flatten();
    rulings.for_each(|ruling| drop(ruling["rule"].take()));
    words(&written, &mut broken);
    broken
}

fn reread(fact: &Recorded) -> Recorded {
    let event = Event::from_parts(fact.event.stream(), VERSION, fact.event.to_parts()).unwrap();
    assert_eq!(event, fact.event);
    Recorded { event, ..fact.clone() }
}

/// True when verdicts and the organiser have ended every interview of a round before the end of its talk.
fn every_talk_was_judged(contest: &Contest, round: RoundNumber) -> bool {
    let is_ended = |id| contest.interviews.get(&id).is_some_and(|known| known.aborted || known.ballot.is_some());
    contest.rulebook.ballots.early && contest.interviews_in(round).all(|seating| is_ended(seating.interview))
}
