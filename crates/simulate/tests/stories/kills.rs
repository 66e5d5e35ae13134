//! The server is killed at every kind of moment: the judges' screens continue mid-word, at the same moments of contest
//! time as without the kill.
//!
//! A contest is played once without a kill. Then its inputs are given again to a server that is killed in between,
//! loses everything but the record, and comes back; meanwhile all clocks are stopped. A failure prints the numbers that
//! replay it.

use std::{collections::BTreeSet, time::Duration};

use archive::audit::audit;
use contest::{
    Actor, ControlEvent, Draft, Event, Recorded, Room,
    event::ConversationEvent,
    pacing::{Moment, What},
    timer::REAL_TIME,
};
use rulebook::{ConversationId, Draws, Participant, Seed, Timestamp};
use simulate::world::{Options, World};

use crate::policies::policies;

/// The number of contests played without a kill under each policy, and the number of replays with kills of each.
const BASES: u64 = 12;
const KILLED: u64 = 14;

#[test]
fn in_a_thousand_killed_contests_judges_are_shown_the_same_at_the_same_moments() {
    let (mut killed, mut in_words) = (0, 0);
    for rules in policies() {
        for seed in 1..=BASES {
            let base = World::run(seed, &Options::calm(rules.clone())).record;
            let whole = shown(&base);
            assert_eq!(shown(&played(&base, &[])), whole, "{} {seed}: played again, nothing changes", rules.id);
            let moments = moments(&base);
            for number in 0..KILLED {
                let name = format!("{} {seed} {number}", rules.id);
                let mut draws = Draws::new(Seed::from_contributions([&*name]), "kills");
                let kills: BTreeSet<Timestamp> = (0..3).map(|_| moments[draws.index(moments.len())]).collect();
                in_words += kills.iter().filter(|at| is_in_a_word(&base, **at)).count();
                let kills: Vec<(Timestamp, Duration)> =
                    kills.into_iter().map(|at| (at, Duration::from_millis(1 + draws.below(900_000)))).collect();
                let record = played(&base, &kills);
                assert_eq!(shown(&record), whole, "{name}: {kills:?}");
                assert!(audit(&record).faults.is_empty(), "{name}: {:?}", audit(&record).faults);
                killed += 1;
            }
        }
    }
    assert!(killed >= 1_000 && in_words > 200, "{killed} contests, {in_words} kills within a word");
}

/// A piece shown to a judge: its conversation, content, and moment on the contest's own clock.
type Seen = (ConversationId, What, Moment);

fn shown(record: &[Recorded]) -> Vec<Seen> {
    let mut room = Room::default();
    let mut seen = Vec::new();
    for fact in record {
        room.apply(fact);
        if let Event::Conversation(id, ConversationEvent::Shown { .. }) = &fact.event {
            let stood = room.contest().unwrap().stood;
            let what = room.conversation(*id).unwrap().last_shown().unwrap().clone();
            seen.push((*id, what, Moment::at(fact.time, stood)));
        }
    }
    seen
}

/// Moments at which to kill a server: at every fact, just before and after it, and between it and the next one.
fn moments(base: &[Recorded]) -> Vec<Timestamp> {
    let talks = base.windows(2).filter(|pair| matches!(pair[0].event, Event::Conversation(..)));
    let shifted = |time: Timestamp, by: i64| Timestamp::from_millis(time.as_millis() + by);
    talks
        .flat_map(|pair| {
            let (this, next) = (pair[0].time, pair[1].time);
            let between = Timestamp::from_millis(i64::midpoint(this.as_millis(), next.as_millis()));
            [this, shifted(this, 1), between, shifted(next, -1)].map(|at| at.max(this))
        })
        .collect()
}

/// True if a witness's line is partly shown at this moment.
fn is_in_a_word(base: &[Recorded], at: Timestamp) -> bool {
    let past: Vec<_> = base.iter().take_while(|fact| fact.time <= at).cloned().collect();
    let room = Room::replay(&past);
    room.conversations().any(|(_, conversation)| !conversation.seen.witness_types.is_empty())
}

/// Gives the inputs of this record to a server that is killed at these moments of the record's time, each with its
/// downtime. The server records its own facts again.
fn played(base: &[Recorded], kills: &[(Timestamp, Duration)]) -> Vec<Recorded> {
    let mut server = Server::default();
    let mut kills = kills.iter().copied().peekable();
    let mut away = Duration::ZERO;
    for fact in base {
        while let Some((at, down)) = kills.next_if(|(at, _)| *at < fact.time) {
            server.kill(at + away, down);
            away += down;
        }
        let opens = matches!(
            fact.event,
            Event::Control(
                ControlEvent::Opened { .. }
                    | ControlEvent::SecretDrawn { .. }
                    | ControlEvent::AssignmentCommitted { .. }
                    | ControlEvent::TakenUp { .. }
            )
        );
        if fact.actor != Actor::Server || opens {
            server.reach(fact.time + away);
            server.take(Draft { actor: fact.actor, event: fact.event.clone() }, fact.time + away);
        }
    }
    server.reach(base.last().unwrap().time + away);
    server.record
}

#[derive(Default)]
struct Server {
    room: Room,
    record: Vec<Recorded>,
}

impl Server {
    /// Records the facts due by time up to this moment, each at its own time.
    fn reach(&mut self, now: Timestamp) {
        loop {
            let latest = self.room.latest().unwrap_or(now);
            let at = self.room.next_deadline().map_or(now, |due| due.max(latest)).min(now);
            let Some(draft) = self.room.due(at) else { if at < now { continue } else { return } };
            self.take(draft, at);
        }
    }

    fn take(&mut self, Draft { actor, event }: Draft, time: Timestamp) {
        let number = self.room.count(event.stream()) + 1;
        let fact = Recorded { number, time, actor, event };
        self.room.apply(&fact);
        self.record.push(fact);
    }

    /// Kills the server, which loses everything but the record; when it is back, clocks were stopped meanwhile.
    fn kill(&mut self, at: Timestamp, down: Duration) {
        self.reach(at);
        self.room = Room::replay(&self.record);
        let ran = self.room.contest().unwrap().phase.ends().is_some();
        let back = at + down;
        let stood_since = ran.then_some(at);
        let taken_up = ControlEvent::TakenUp { pace_per_mille: REAL_TIME, stood_since, held: false };
        self.take(Draft { actor: Actor::Server, event: Event::Control(taken_up) }, back);
        // Clocks resume by themselves after a short downtime, otherwise at the organiser's command.
        self.reach(back);
        if self.room.contest().unwrap().paused_since.is_some() {
            let organiser = Actor::Participant(Participant::Organiser);
            self.take(Draft { actor: organiser, event: Event::Control(ControlEvent::Resumed {}) }, back);
        }
    }
}
