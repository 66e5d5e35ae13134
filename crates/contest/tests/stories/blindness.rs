//! Blindness by construction, on a day that does not go as planned.
//!
//! A contest is played with every event that can happen to a witness behind a seat: a referee warns, limits, holds,
//! strikes and mutes; another person takes a person's place; a reserve takes over from a program; the server dies. Then
//! the same inputs of people and programs are given again with other identities behind the seats, and the server
//! repeats its own decisions: the moments at which words are shown, and the ends of phases. Every judge's frames are
//! compared: their bytes, their order, and their times to the millisecond.
//!
//! Two things are not compared. Deeds of a referee can only fall on people, so on the second day they fall on programs
//! by the record and not by permission; a judge sees only that a witness is silent for a while. And after the last
//! ballot updates depend on the entries that are level, and so on identities.

use std::{collections::BTreeMap, time::Duration};

use contest::{
    Actor, Command, ControlEvent, Draft, Event, Private, Recorded, Views,
    command::{Change, NewEntry, Opening},
    event::EntryCard,
    referee::{Deed, SpeechLimit},
    timer::Heartbeat,
    view::{judge::JudgeUpdate, stage::StagePhase},
};
use rulebook::{ConfederateId, ConversationId, EntryId, JudgeId, Participant, Timestamp, Witness};
use schedule::Assignment;

use crate::story::{ORGANISER, Story, confederate, rules};

/// Every frame sent to each judge: its time and its bytes.
type Sent = BTreeMap<JudgeId, Vec<(Timestamp, String)>>;

#[test]
fn identities_swapped_all_bytes_order_and_spacing_of_frames_to_judges_are_the_same_with_referee_actions_substitutions_and_restarts()
 {
    let record = day();
    let first = Server::played(&record, false).sent;
    let judges: Vec<_> = first.keys().copied().collect();
    let words =
        |sent: &Sent| sent.values().flatten().filter(|(_, frame)| frame.contains("\"side\":\"witness\"")).count();
    assert!(judges.len() == 5 && words(&first) >= 20, "{} words to {} judges", words(&first), judges.len());
    let told = live(&record);
    for judge in &judges {
        assert_same(&told[judge], &first[judge], &format!("{judge}, done again with the same identities"));
    }
    for turns in 0..2 {
        let swapped = with_other_identities(&record, turns);
        assert_ne!(told_to_witnesses(&swapped), told_to_witnesses(&record), "the swap is a real one");
        for restarts in [false, true] {
            let other = Server::played(&swapped, restarts).sent;
            for judge in &judges {
                assert_same(&other[judge], &first[judge], &format!("{judge}, turns {turns}, restarts {restarts}"));
            }
        }
    }
}

fn assert_same(these: &[(Timestamp, String)], those: &[(Timestamp, String)], whose: &str) {
    let differs = these.iter().zip(those).find(|(one, other)| one != other);
    assert_eq!((differs, these.len()), (None, those.len()), "{whose}");
}

/// The record of the day.
fn day() -> Vec<Recorded> {
    let mut opening: Opening = Story::opening(rules("surrey-2003", |rules| rules.roles.entries = 3), None);
    opening.terms.referees = 1;
    opening.roster.referees = vec!["Referee".to_owned()];
    let mut story = Story::opened_as(opening, "2003-10-18T09:30:00Z".parse().unwrap()).unwrap();
    story.does(ORGANISER, Command::Draw { anyway: true }).unwrap();
    let mut restarted = false;
    while story.open_round().is_ok() {
        let round = story.contest().phase.running_round().unwrap();
        let all: Vec<ConversationId> =
            story.contest().interviews_in(round).flat_map(schedule::Seating::conversations).collect();
        let watched: Vec<(ConversationId, ConfederateId)> =
            all.iter().filter_map(|id| Some((*id, story.contest().confederate_in(*id)?))).collect();
        says(&mut story, &all, "Who are you?", "A friend of yours.");
        for (id, confederate) in &watched {
            refers(&mut story, Deed::Hold { conversation: *id }, None);
            refers(&mut story, Deed::Warn { confederate: *confederate }, Some("Keep to the truth."));
        }
        story.goes_on(Duration::from_millis(7_500));
        says(&mut story, &all, "And where do you live?", "By the harbour.");
        for (conversation, confederate) in &watched {
            let of = story.room().conversation(*conversation).unwrap().queue().left("").last().unwrap().0;
            refers(&mut story, Deed::Strike { conversation: *conversation, of }, Some("no places"));
            refers(&mut story, Deed::Release { conversation: *conversation }, None);
            let limit = SpeechLimit { characters: Some(12), apart: Some(Duration::from_secs(2)) };
            refers(&mut story, Deed::Limit { confederate: *confederate, limit }, Some("Shorter."));
            refers(&mut story, Deed::Flag { conversation: *conversation, at: 2 }, Some("a place"));
        }
        story.goes_on(Duration::from_secs(6));
        if !std::mem::replace(&mut restarted, true) {
            // The server dies while words wait to be shown.
            says(&mut story, &all, "Are you still there?", "Yes.");
            let last = Heartbeat { reached: story.now, wall: story.now };
            story.is_taken_up(Some(last), last.wall + Duration::from_secs(90));
            story.does(ORGANISER, Command::Resume).unwrap();
        }
        let replaced = confederate(1 + round.number() % 2);
        let command =
            Command::Replace { who: replaced, name: format!("Somebody {round}"), reason: "fell ill".to_owned() };
        story.does(ORGANISER, command).unwrap();
        story.goes_on(Duration::from_secs(1));
        says(&mut story, &all, "Go on.", "Gladly.");
        for (conversation, confederate) in &watched {
            refers(&mut story, Deed::Mute { conversation: *conversation }, Some("a moment"));
            refers(&mut story, Deed::Unmute { conversation: *conversation }, None);
            refers(&mut story, Deed::Lift { confederate: *confederate }, None);
        }
        story.goes_on(Duration::from_secs(600));
        story.wait_out();
        if story.contest().phase.ends().is_some() {
            story.wait_out();
        }
        if round.number() == 2 {
            let card = EntryCard { name: "Reserve".into(), contestant: "somebody".into(), protocol: "stdio".into() };
            let reserve = NewEntry { card, open_source: false, opening: None };
            let change = Change::TakesOver { leaves: EntryId::new(2), reserve };
            story.does(ORGANISER, Command::Replan { change, reason: "it broke".to_owned() }).unwrap();
        }
    }
    assert_eq!(story.faults(), [""; 0]);
    story.record
}

/// Every judge asks, and every witness answers.
fn says(story: &mut Story, all: &[ConversationId], question: &str, answer: &str) {
    for id in all {
        let judge = Participant::Judge(id.interview.judge);
        story.says(judge, id.interview.round.number(), Some(id.seat), question).unwrap();
        story.goes_on(Duration::from_millis(700));
    }
    for id in all {
        story.answers(*id, answer).unwrap();
        story.goes_on(Duration::from_millis(130));
    }
}

fn refers(story: &mut Story, deed: Deed, words: Option<&str>) {
    story.does("F1".parse().unwrap(), Command::Referee { deed, words: words.map(str::to_owned) }).unwrap();
}

/// The same record with people and programs exchanged, as far as there are enough people; their numbers are rotated by
/// `turns`.
fn with_other_identities(record: &[Recorded], turns: u16) -> Vec<Recorded> {
    let other = |witness: Witness| match witness {
        Witness::Entry(id) if id.number() <= 2 => {
            Witness::Confederate(ConfederateId::new((id.number() + turns) % 2 + 1))
        }
        Witness::Confederate(id) => Witness::Entry(EntryId::new((id.number() + turns) % 2 + 1)),
        Witness::Entry(id) => Witness::Entry(id),
    };
    let change = |assignment: &mut Assignment| {
        for seating in &mut assignment.0 {
            seating.seats.values_mut().for_each(|witness| *witness = other(*witness));
        }
    };
    let mut record = record.to_vec();
    for fact in &mut record {
        match &mut fact.event {
            Event::Control(ControlEvent::AssignmentCommitted { private: Private::Held(secret) }) => {
                change(&mut secret.assignment);
            }
            Event::Control(ControlEvent::Replanned { private: Private::Held(replan), .. }) => {
                change(&mut replan.assignment);
            }
            _ => {}
        }
    }
    record
}

fn told_to_witnesses(record: &[Recorded]) -> Vec<u64> {
    let mut views = Views::default();
    record.iter().for_each(|fact| views.apply(fact));
    (1..=2).map(|number| views.witness(confederate(number)).unwrap().latest()).collect()
}

/// The frames sent to judges while this record was made.
fn live(record: &[Recorded]) -> Sent {
    let mut server = Server::default();
    record.iter().for_each(|fact| server.record(fact.clone()));
    server.sent
}

/// A server that records its inputs, makes its own decisions, and sends judges their updates.
#[derive(Default)]
struct Server {
    views: Views,
    record: Vec<Recorded>,
    sent: Sent,
}

impl Server {
    /// Gives the inputs of people and programs in this record again. With `restarts`, the server dies between any two
    /// of them and loses everything but the record, and judges ask for the updates after their last number.
    fn played(record: &[Recorded], restarts: bool) -> Self {
        let mut server = Self::default();
        for fact in record {
            // While no server ran, nothing was decided.
            server.reach(match fact.event {
                Event::Control(ControlEvent::TakenUp { stood_since: Some(last), .. }) => last,
                _ => fact.time,
            });
            let opens = matches!(
                fact.event,
                Event::Control(
                    ControlEvent::Opened { .. } | ControlEvent::SecretDrawn { .. } | ControlEvent::TakenUp { .. }
                )
            );
            let is_its_own = fact.actor == Actor::Server && !opens;
            if restarts && !is_its_own {
                server.views = Views::default();
                server.record.iter().for_each(|fact| server.views.apply(fact));
            }
            if !is_its_own {
                server.take(Draft { actor: fact.actor, event: fact.event.clone() }, fact.time);
            }
        }
        record.last().into_iter().for_each(|fact| server.reach(fact.time));
        server
    }

    /// Records the facts due by time up to this moment, each at its own time.
    fn reach(&mut self, now: Timestamp) {
        loop {
            let latest = self.views.room().latest().unwrap_or(now);
            let at = self.views.room().next_deadline().map_or(now, |due| due.max(latest)).min(now);
            let Some(draft) = self.views.room().due(at) else { if at < now { continue } else { return } };
            self.take(draft, at);
        }
    }

    fn take(&mut self, Draft { actor, event }: Draft, time: Timestamp) {
        let number = self.views.room().count(event.stream()) + 1;
        self.record(Recorded { number, time, actor, event });
    }

    fn record(&mut self, fact: Recorded) {
        let had: BTreeMap<JudgeId, u64> = self.judges().map(|judge| (judge, self.latest(judge))).collect();
        self.views.apply(&fact);
        for judge in self.judges().collect::<Vec<_>>() {
            let sent = self.sent.entry(judge).or_default();
            for told in self.views.judge(judge).unwrap().after(had.get(&judge).copied().unwrap_or(0)) {
                // After the last ballot, updates depend on identities.
                let frame = serde_json::to_string(told).unwrap();
                let is_over = matches!(&told.update, JudgeUpdate::Stage(stage)
                    if matches!(stage.phase, StagePhase::Vote | StagePhase::Closed));
                if !is_over {
                    sent.push((fact.time, frame));
                }
            }
        }
        self.record.push(fact);
    }

    fn judges(&self) -> impl Iterator<Item = JudgeId> + use<> {
        let judges = self.views.room().contest().map_or(0, |contest| contest.rulebook.roles.judges);
        JudgeId::first(judges.into())
    }

    fn latest(&self, judge: JudgeId) -> u64 {
        self.views.judge(judge).map_or(0, contest::view::Feed::latest)
    }
}
