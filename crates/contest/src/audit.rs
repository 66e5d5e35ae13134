//! Is every fact of a record one that the rules allowed at its place? Asked by whoever verifies a result.
//!
//! The record is folded from its first fact, and before each fact the same question is put that the server put before
//! recording it ([`Room::permit`]). Besides: times never run backwards, numbers have no gaps, and the assignment that was
//! opened at the end is the one that was committed at the beginning and the one its seed draws.

use rulebook::Participant;

use crate::{
    ControlEvent, Draft, Event, Private, Recorded, Refusal, Room,
    contest::Phase,
    event::{Replan, Secret},
};

/// What an audit found.
#[derive(Debug, Clone)]
pub struct Audit {
    /// The room that the record makes.
    pub room: Room,
    /// What is wrong, in the order of the record.
    pub faults: Vec<Fault>,
    /// What was looked at and found right, in sentences.
    pub found: Vec<String>,
}

/// A fact that is not as it should be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("event {position}: {why}")]
pub struct Fault {
    /// The fact's place in the record, from 1.
    pub position: u64,
    /// What is wrong with it.
    pub why: Wrong,
}

/// What can be wrong with a fact.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Wrong {
    /// The rules did not allow it at its place.
    #[error("the rules did not allow it here ({0})")]
    Forbidden(Refusal),
    /// Its time is before that of the fact before it.
    #[error("its time is earlier than that of the event before it")]
    BackInTime,
    /// Its number does not follow.
    #[error("its number is {found}, where {expected} follows")]
    Number {
        /// What follows.
        expected: u64,
        /// What stands there.
        found: u64,
    },
    /// The assignment is not the one that was committed.
    #[error("the assignment opened here is not the one that was committed")]
    NotAsCommitted,
    /// The seed draws another assignment.
    #[error("the seed does not draw the assignment opened here")]
    NotAsDrawn,
}

/// Audits a record.
#[must_use]
pub fn audit(facts: &[Recorded]) -> Audit {
    let mut room = Room::default();
    let mut faults = Vec::new();
    let facts = with_secret(facts);
    for (position, fact) in (1..).zip(&facts) {
        faults.extend(wrongs(&room, fact).into_iter().map(|why| Fault { position, why }));
        room.apply(fact);
    }
    let found = findings(&room, facts.len());
    Audit { room, faults, found }
}

fn wrongs(room: &Room, fact: &Recorded) -> Vec<Wrong> {
    let mut wrongs = Vec::new();
    let expected = room.count(fact.event.stream()) + 1;
    if fact.number != expected {
        wrongs.push(Wrong::Number { expected, found: fact.number });
    }
    if room.latest().is_some_and(|latest| fact.time < latest) {
        wrongs.push(Wrong::BackInTime);
    }
    let draft = Draft { actor: fact.actor, event: fact.event.clone() };
    if let Err(refusal) = room.permit(&draft, fact.time) {
        wrongs.push(Wrong::Forbidden(refusal));
    }
    if let (Event::Control(ControlEvent::AssignmentOpened { seed, assignment }), Some(contest)) =
        (&fact.event, room.contest())
    {
        if contest.secret().is_some_and(|secret| (&secret.seed, &secret.assignment) != (seed, assignment)) {
            wrongs.push(Wrong::NotAsCommitted);
        }
        if contest.left.is_empty() && schedule::draw(&contest.rulebook, *seed).as_ref() != Ok(assignment) {
            wrongs.push(Wrong::NotAsDrawn);
        }
    }
    if let (Event::Control(ControlEvent::Replanned { left, after, private, .. }), Some(contest)) =
        (&fact.event, room.contest())
        && let (Some(replan), Some(secret)) = (private.held(), contest.secret())
    {
        let before = &secret.assignment;
        let is_first = contest.left.is_empty();
        if is_first && schedule::draw(&contest.rulebook, secret.seed).as_ref() != Ok(before)
            || schedule::redraw(&contest.rulebook, before, *after, left, secret.seed).as_ref() != Ok(&replan.assignment)
        {
            wrongs.push(Wrong::NotAsDrawn);
        }
    }
    wrongs
}

/// A published record may hold the secret only where it is opened; the facts between are judged with it all the same.
pub(crate) fn with_secret(facts: &[Recorded]) -> Vec<Recorded> {
    let mut facts = facts.to_vec();
    let opened = facts.iter().find_map(|fact| match &fact.event {
        Event::Control(ControlEvent::AssignmentOpened { seed, assignment }) => Some((*seed, assignment.clone())),
        _ => None,
    });
    let rulebook = facts.iter().find_map(|fact| match &fact.event {
        Event::Control(ControlEvent::Opened { rulebook, .. }) => Some(rulebook.clone()),
        _ => None,
    });
    let (Some((seed, last)), Some(rulebook)) = (opened, rulebook) else { return facts };
    let replanned = facts.iter().any(|fact| matches!(fact.event, Event::Control(ControlEvent::Replanned { .. })));
    // Without replanning the plan that was opened is the one that was committed; the draw is checked where it is opened.
    let mut plan = if replanned { schedule::draw(&rulebook, seed).unwrap_or(last) } else { last };
    for fact in &mut facts {
        match &mut fact.event {
            Event::Control(ControlEvent::AssignmentCommitted { private }) if private.held().is_none() => {
                *private = Private::Held(Secret { seed, assignment: plan.clone() });
            }
            Event::Control(ControlEvent::Replanned { left, after, private, .. }) => {
                let again = schedule::redraw(&rulebook, &plan, *after, left, seed);
                plan = again.unwrap_or_else(|_| plan.clone());
                if private.held().is_none() {
                    *private = Private::Held(Replan { assignment: plan.clone() });
                }
            }
            _ => {}
        }
    }
    facts
}

fn findings(room: &Room, events: usize) -> Vec<String> {
    let Some(contest) = room.contest() else { return vec!["the record is empty".to_owned()] };
    let mut found = vec![format!("{events} events, each allowed by the rules at its place and time")];
    if contest.opened_assignment {
        let interviews = contest.assignment().map_or(0, |assignment| assignment.0.len());
        found.push(format!(
            "{interviews} interviews in {} rounds, as committed and as the seed draws them",
            contest.rounds()
        ));
    }
    if let Some(committee) = &contest.rulebook.committee {
        found.push(format!(
            "a committee of {} settled {} matters before the first word, and {} attestations were made",
            committee.members,
            contest.settled.texts.len(),
            contest.settled.attested.len()
        ));
    }
    let scripted = contest.scripted.iter().filter(|who| !matches!(who, Participant::Entry(_))).count();
    if scripted > 0 {
        found.push(format!("{scripted} of the people were scripts: this was a demonstration, not a contest"));
    }
    if contest.phase != Phase::Closed {
        found.push("the contest is not closed: there is no result yet".to_owned());
    }
    found
}
