//! Seats for a plan: the blind labels under which judges see witnesses, by draws.

use std::collections::{BTreeMap, BTreeSet};

use rulebook::{
    ConfederateId, Draws, EntryId, InterviewId, Rulebook, Seat, Seed, Witness,
    schema::{Roles, Seats},
};

use crate::{Assignment, Plan, Seating, number::count, trials};

/// A plan with seats, drawn as [`draw()`](crate::draw()) draws them.
///
/// Pairs: the interviews of a trial, ordered by round, then judge, each take one coin of stream `sides`: heads, the entry
/// sits on the left. Terminals: the witnesses of a trial, entries first, are given the terminals from 1 in an order drawn
/// from stream `terminals`. In trials, and in sessions, after the first the names of the streams end in their number, as in
/// `sides 2`.
#[must_use]
pub fn seated(rulebook: &Rulebook, plan: &Plan, seed: Seed) -> Assignment {
    if rulebook.schedule.sessions.is_some() {
        return seated_in_sessions(rulebook, plan, seed);
    }
    let rounds = plan.rounds();
    let mut seatings = vec![];
    for trial in 1..=rulebook.trial_count() {
        let of_trial = plan.meetings.iter().copied().filter(|m| trials::trial_of(rulebook, rounds, m.round) == trial);
        let terminals = terminals(&witnesses(rulebook.roles), &mut stream(seed, "terminals", trial), &BTreeMap::new());
        let sides = &mut stream(seed, "sides", trial);
        seatings.extend(trial_seated(rulebook.schedule.seats, of_trial, sides, &terminals));
    }
    Assignment(seatings)
}

/// Draws the seats of each session separately.
fn seated_in_sessions(rulebook: &Rulebook, plan: &Plan, seed: Seed) -> Assignment {
    let mut seatings = vec![];
    for session in crate::sessions(rulebook, plan) {
        let meetings = || plan.meetings.iter().copied().filter(|meeting| session.has(meeting.round));
        let here: BTreeSet<Witness> = meetings().flat_map(crate::Meeting::witnesses).collect();
        let here: Vec<Witness> =
            witnesses(rulebook.roles).into_iter().filter(|witness| here.contains(witness)).collect();
        let terminals = terminals(&here, &mut stream(seed, "terminals", session.number), &BTreeMap::new());
        let sides = &mut stream(seed, "sides", session.number);
        seatings.extend(trial_seated(rulebook.schedule.seats, meetings(), sides, &terminals));
    }
    Assignment(seatings)
}

/// The interviews, in their order, with seats.
pub(crate) fn trial_seated(
    seats: Seats,
    meetings: impl Iterator<Item = crate::Meeting>,
    sides: &mut Draws,
    terminals: &BTreeMap<Witness, u16>,
) -> Vec<Seating> {
    let seating = |meeting: crate::Meeting| {
        let interview = InterviewId { round: meeting.round, judge: meeting.judge };
        let witnesses: Vec<Witness> = meeting.witnesses().collect();
        let seats = match (witnesses[..].as_ref(), seats) {
            (&[entry, person], _) => {
                let [left, right] = if sides.coin() { [entry, person] } else { [person, entry] };
                BTreeMap::from([(Seat::Left, left), (Seat::Right, right)])
            }
            (&[witness], Seats::Terminals) => {
                let terminal = terminals.get(&witness).copied().unwrap_or_default().max(1);
                BTreeMap::from([(Seat::Terminal(terminal), witness)])
            }
            (witnesses, _) => witnesses.iter().map(|&witness| (Seat::Only, witness)).collect(),
        };
        Seating { interview, seats }
    };
    meetings.map(seating).collect()
}

/// The terminal of every witness: witnesses with a terminal keep it, the others take the remaining ones in an order
/// that is drawn.
pub(crate) fn terminals(
    witnesses: &[Witness],
    draws: &mut Draws,
    kept: &BTreeMap<Witness, u16>,
) -> BTreeMap<Witness, u16> {
    let mut terminals: Vec<u16> = (1..=count(witnesses.len())).collect();
    draws.shuffle(&mut terminals);
    terminals.retain(|terminal| !kept.values().any(|kept| kept == terminal));
    let others = witnesses.iter().copied().filter(|witness| !kept.contains_key(witness));
    let mut all: BTreeMap<Witness, u16> = others.zip(terminals).collect();
    all.extend(kept);
    all
}

/// All witnesses of a contest, entries first.
pub(crate) fn witnesses(roles: Roles) -> Vec<Witness> {
    let entries = EntryId::first(usize::from(roles.entries)).map(Witness::Entry);
    entries.chain(ConfederateId::first(usize::from(roles.confederates)).map(Witness::Confederate)).collect()
}

/// The witnesses of an interview at terminals, with their numbers.
pub(crate) fn terminals_in(seating: &Seating) -> impl Iterator<Item = (Witness, u16)> {
    seating.seats.iter().filter_map(|(&seat, &witness)| match seat {
        Seat::Terminal(number) => Some((witness, number)),
        _ => None,
    })
}

/// The stream of draws of this name in this trial.
pub(crate) fn stream(seed: Seed, name: &str, trial: u16) -> Draws {
    if trial == 1 { Draws::new(seed, name) } else { Draws::new(seed, &format!("{name} {trial}")) }
}
