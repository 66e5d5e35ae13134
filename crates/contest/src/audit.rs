//! Is every fact of a record one that the rules allowed at its place? Asked by whoever verifies a result.
//!
//! The record is folded from its first fact, and before each fact the same question is put that the server put before
//! recording it ([`Room::permit`]). Besides: times never run backwards, numbers have no gaps, the secret opened at the end
//! is the one that the first event committed to, it makes the seed with the contributions, and the seed draws the
//! assignment that was committed.

use std::collections::BTreeSet;

use rulebook::{DrawnSecret, Participant};

use crate::{
    ControlEvent, Draft, Event, Private, Recorded, Refusal, Room,
    contest::{Contest, Phase},
    event::{Kept, Replan, Secret},
    seed::{Matter, SeedSource},
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
    /// Whether every draw was fixed by a text that was known beforehand; no verdict may overlook it.
    pub rehearsal: bool,
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
    /// The secret is not the one that the first event committed to.
    #[error("the secret is not the one that the first event committed to")]
    NotTheSecret,
    /// The seed is not what secret and contributions make.
    #[error("the seed is not the one that the secret and the contributions make")]
    NotFromManyHands,
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
    let rehearsal = room.contest().is_some_and(|contest| matches!(contest.seed, SeedSource::Rehearsal {}));
    Audit { room, faults, found, rehearsal }
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
    if let (Event::Control(event), Some(contest)) = (&fact.event, room.contest()) {
        wrongs.extend(wrong_draws(contest, event));
    }
    wrongs
}

/// What is wrong with a secret, a seed or a draw.
fn wrong_draws(contest: &Contest, event: &ControlEvent) -> Vec<Wrong> {
    let mut wrongs = Vec::new();
    let drawn = |seed| schedule::draw_without(&contest.rulebook, &contest.left, seed);
    match event {
        ControlEvent::SecretDrawn { private } => {
            if private.held().is_some_and(|kept| !is_committed(contest, Some(kept.secret))) {
                wrongs.push(Wrong::NotTheSecret);
            }
        }
        ControlEvent::AssignmentCommitted { private } => {
            let Some(secret) = private.held() else { return wrongs };
            if contest.seed_by_now().is_some_and(|seed| seed != secret.seed) {
                wrongs.push(Wrong::NotFromManyHands);
            }
            if drawn(secret.seed).as_ref() != Ok(&secret.assignment) {
                wrongs.push(Wrong::NotAsDrawn);
            }
        }
        ControlEvent::Replanned { left, after, private, .. } => {
            if let (Some(replan), Some(secret)) = (private.held(), contest.secret()) {
                let again = schedule::redraw(&contest.rulebook, &secret.assignment, *after, left, secret.seed);
                if again.as_ref() != Ok(&replan.assignment) {
                    wrongs.push(Wrong::NotAsDrawn);
                }
            }
        }
        ControlEvent::AssignmentOpened { secret, seed, assignment } => {
            if !is_committed(contest, *secret) {
                wrongs.push(Wrong::NotTheSecret);
            }
            if contest.secret().is_some_and(|committed| (&committed.seed, &committed.assignment) != (seed, assignment))
            {
                wrongs.push(Wrong::NotAsCommitted);
            }
        }
        _ => {}
    }
    wrongs
}

/// Whether this is the secret that the first event commits to; a rehearsal has none.
fn is_committed(contest: &Contest, secret: Option<DrawnSecret>) -> bool {
    match (contest.seed, secret) {
        (SeedSource::ManyHands { commitment }, Some(secret)) => secret.commitment() == commitment,
        (SeedSource::Rehearsal {}, None) => true,
        (SeedSource::ManyHands { .. }, None) | (SeedSource::Rehearsal {}, Some(_)) => false,
    }
}

/// A published record may hold secrets and plans only where they are opened; the facts between are judged with them all
/// the same.
pub(crate) fn with_secret(facts: &[Recorded]) -> Vec<Recorded> {
    let mut facts = facts.to_vec();
    let opened = facts.iter().find_map(|fact| match &fact.event {
        Event::Control(ControlEvent::AssignmentOpened { secret, seed, assignment }) => {
            Some((*secret, *seed, assignment.clone()))
        }
        _ => None,
    });
    let rulebook = facts.iter().find_map(|fact| match &fact.event {
        Event::Control(ControlEvent::Opened { rulebook, .. }) => Some(rulebook.clone()),
        _ => None,
    });
    let (Some((secret, seed, last)), Some(rulebook)) = (opened, rulebook) else { return facts };
    let is_replanned = facts.iter().any(|fact| matches!(fact.event, Event::Control(ControlEvent::Replanned { .. })));
    let mut left = BTreeSet::new();
    let mut plan = last;
    for fact in &mut facts {
        match &mut fact.event {
            Event::Control(ControlEvent::SecretDrawn { private }) if private.held().is_none() => {
                if let Some(secret) = secret {
                    *private = Private::Held(Kept { secret });
                }
            }
            Event::Control(ControlEvent::LeftOut { left: out, .. }) => left.clone_from(out),
            Event::Control(ControlEvent::AssignmentCommitted { private }) => {
                // Without replanning the plan that was opened is the one that was committed.
                if is_replanned && let Ok(drawn) = schedule::draw_without(&rulebook, &left, seed) {
                    plan = drawn;
                }
                if private.held().is_none() {
                    *private = Private::Held(Secret { seed, assignment: plan.clone() });
                }
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

/// What the seed was made of, in a sentence.
fn hands(contest: &Contest) -> String {
    let given = contest.contributions.iter().filter(|given| given.matter == Matter::Draw).count();
    match contest.seed {
        SeedSource::Rehearsal {} => {
            "a rehearsal: the draw was fixed by a text of the organiser's, which was known before anybody joined"
                .to_owned()
        }
        SeedSource::ManyHands { .. } => format!(
            "the seed is made of the secret that the first event committed to and {given} contributions recorded after it"
        ),
    }
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
        found.push(hands(contest));
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
