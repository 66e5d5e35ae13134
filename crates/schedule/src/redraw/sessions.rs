//! The rest of a contest in sessions: only sessions that lost a participant change.

use std::collections::{BTreeMap, BTreeSet};

use rulebook::{ConfederateId, Participant, RoundNumber, Rulebook, Seed, Witness};

use super::{NoRedraw, Present, Rest};
use crate::{
    Assignment, Meeting, Plan, Seating, Session,
    seats::{self, stream},
};

/// Keeps the played rounds, up to this one, and plans the rest of the sessions without the participants who left.
///
/// If only judges left a session, their interviews are dropped and all else stays. If a confederate left, present
/// confederates take the place, first those in the fewest sessions. Later sessions begin where the earlier ones end.
pub(super) fn rest(
    rulebook: &Rulebook,
    played: &Assignment,
    kept: u16,
    left: &BTreeSet<Participant>,
    seed: Seed,
) -> Result<Assignment, NoRedraw> {
    let plan = Plan::of(played);
    let is_kept = |round: RoundNumber| round.number() <= kept;
    let mut redrawn = Assignment(played.0.iter().filter(|seating| is_kept(seating.interview.round)).cloned().collect());
    let mut next = usize::from(kept);
    for session in crate::sessions(rulebook, &plan) {
        if is_kept(session.last) {
            continue;
        }
        let to_come = |seating: &&Seating| session.has(seating.interview.round) && !is_kept(seating.interview.round);
        let rest: Vec<Seating> = played.0.iter().filter(to_come).cloned().collect();
        let who = |seating: &Seating| {
            let witnesses = seating.seats.values().map(|&witness| Participant::from(witness));
            witnesses.chain([Participant::Judge(seating.interview.judge)]).collect::<Vec<_>>()
        };
        let gone: BTreeSet<Participant> = rest.iter().flat_map(who).filter(|who| left.contains(who)).collect();
        let seatings = if gone.iter().all(|who| matches!(who, Participant::Judge(_))) {
            without(rest, &gone)
        } else {
            let part = RedrawnSession { rulebook, plan: &plan, played, session, kept };
            part.drawn(left, &redrawn, seed)?
        };
        let last = seatings.iter().map(|seating| seating.interview.round.index() + 1).max().unwrap_or(0);
        redrawn.0.extend(seatings.into_iter().map(|mut seating| {
            seating.interview.round = RoundNumber::at(next + seating.interview.round.index());
            seating
        }));
        next += last;
    }
    Ok(redrawn)
}

/// These interviews without those of judges who left; rounds are numbered from 1, and empty ones are dropped.
fn without(mut seatings: Vec<Seating>, gone: &BTreeSet<Participant>) -> Vec<Seating> {
    seatings.retain(|seating| !gone.contains(&Participant::Judge(seating.interview.judge)));
    let held: BTreeSet<RoundNumber> = seatings.iter().map(|seating| seating.interview.round).collect();
    let numbers: BTreeMap<RoundNumber, usize> = held.into_iter().zip(0..).collect();
    for seating in &mut seatings {
        seating.interview.round = RoundNumber::at(numbers[&seating.interview.round]);
    }
    seatings
}

/// A session that is drawn again.
struct RedrawnSession<'a> {
    rulebook: &'a Rulebook,
    plan: &'a Plan,
    played: &'a Assignment,
    session: Session,
    kept: u16,
}

impl RedrawnSession<'_> {
    /// Its interviews after the played rounds, with rounds numbered from 1.
    fn drawn(&self, left: &BTreeSet<Participant>, redrawn: &Assignment, seed: Seed) -> Result<Vec<Seating>, NoRedraw> {
        let &Self { rulebook, plan, session, kept, .. } = self;
        let all = Present::new(rulebook, left);
        let mine: Vec<Meeting> = plan.meetings.iter().filter(|meeting| session.has(meeting.round)).copied().collect();
        let past: Vec<Meeting> = mine.iter().filter(|meeting| meeting.round.number() <= kept).copied().collect();
        let is_in = |wanted: Participant| mine.iter().any(|meeting| meeting.participants().any(|who| who == wanted));
        let judges = all.judges.iter().copied().filter(|&id| is_in(Participant::Judge(id))).collect();
        let confederates = self.confederates(&all, &mine, redrawn);
        let present = Present { judges, entries: all.entries, confederates };
        let name = format!("redraw after R{kept}");
        let rest = Rest { rulebook, present, past, rounds: 0, whole: false, trial: 1 };
        let meetings = rest.drawn(&mut stream(seed, &name, session.number))?;
        let terminals = self.terminals(&meetings, seed);
        let sides = &mut stream(seed, &format!("sides after R{kept}"), session.number);
        Ok(seats::trial_seated(rulebook.schedule.seats, Plan::new(meetings).meetings.into_iter(), sides, &terminals))
    }

    /// The session's confederates who are there, and one for each who left, first those in the fewest sessions.
    fn confederates(&self, all: &Present, mine: &[Meeting], redrawn: &Assignment) -> Vec<ConfederateId> {
        let of_session: BTreeSet<ConfederateId> = mine.iter().filter_map(|meeting| meeting.confederate).collect();
        let (mut here, mut others): (Vec<_>, Vec<_>) =
            all.confederates.iter().partition(|person| of_session.contains(person));
        let times = |person: ConfederateId| {
            let to_come = |meeting: &&Meeting| meeting.round > self.session.last && meeting.confederate == Some(person);
            let so_far = redrawn.0.iter().filter(|seating| seating.confederate() == Some(person)).count();
            so_far + self.plan.meetings.iter().filter(to_come).count()
        };
        others.sort_by_key(|&person| (times(person), person));
        here.extend(others.into_iter().take(of_session.len().saturating_sub(here.len())));
        here
    }

    /// The terminals of witnesses: unchanged, with new confederates at the terminals that became free.
    fn terminals(&self, meetings: &[Meeting], seed: Seed) -> BTreeMap<Witness, u16> {
        let of_session = self.played.0.iter().filter(|seating| self.session.has(seating.interview.round));
        let before: BTreeMap<Witness, u16> = of_session.flat_map(seats::terminals_in).collect();
        let mut witnesses: Vec<Witness> = meetings.iter().flat_map(|meeting| meeting.witnesses()).collect();
        witnesses.sort_unstable();
        witnesses.dedup();
        let kept = before.into_iter().filter(|(witness, _)| witnesses.contains(witness)).collect();
        seats::terminals(&witnesses, &mut stream(seed, "terminals", self.session.number), &kept)
    }
}
