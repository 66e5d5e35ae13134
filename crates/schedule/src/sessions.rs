//! Sessions of a large contest: they follow each other, each with judges of its own.
//!
//! No plan says where a session begins. It begins with a round before which none of those who are still to judge has judged:
//! so it follows from who judges when, wherever the plan comes from, and after somebody left.

use std::collections::BTreeMap;

use rulebook::{JudgeId, RoundNumber, Rulebook};

use crate::Plan;

/// A session of a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Session {
    /// Its number, from 1.
    pub number: u16,
    /// Its first round.
    pub first: RoundNumber,
    /// Its last round.
    pub last: RoundNumber,
}

impl Session {
    /// Whether this round belongs to it.
    #[must_use]
    pub fn has(self, round: RoundNumber) -> bool {
        (self.first..=self.last).contains(&round)
    }
}

/// The sessions of this plan, in their order; none where the rulebook has no sessions.
#[must_use]
pub fn sessions(rulebook: &Rulebook, plan: &Plan) -> Vec<Session> {
    if rulebook.schedule.sessions.is_none() {
        return vec![];
    }
    let mut spans: BTreeMap<JudgeId, (RoundNumber, RoundNumber)> = BTreeMap::new();
    for meeting in &plan.meetings {
        let (first, last) = spans.entry(meeting.judge).or_insert((meeting.round, meeting.round));
        (*first, *last) = ((*first).min(meeting.round), (*last).max(meeting.round));
    }
    let mut spans: Vec<_> = spans.into_values().collect();
    spans.sort_unstable();
    let mut found: Vec<Session> = vec![];
    for (first, last) in spans {
        match found.last_mut() {
            Some(session) if first <= session.last => session.last = session.last.max(last),
            _ => found.push(Session { number: crate::number::count(found.len() + 1), first, last }),
        }
    }
    found
}

/// How many judges each session has, where so many are shared out evenly and none has more than `most`.
pub(crate) fn sizes(judges: u16, most: u16) -> Vec<u16> {
    let count = judges.div_ceil(most.max(1)).max(1);
    (0..count).map(|session| judges / count + u16::from(session < judges % count)).collect()
}

/// The places in a list of so many confederates of those in this session, counted from 0: one after the other round the list,
/// so that everybody is in as many sessions as the others, but for one, and twice in none.
pub(crate) fn places(session: usize, of_one: u16, confederates: u16) -> impl Iterator<Item = usize> {
    let (of_one, all) = (usize::from(of_one), usize::from(confederates).max(1));
    (0..of_one).map(move |place| (session * of_one + place) % all)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn judges_are_shared_out_evenly_among_as_few_sessions_as_can_be() {
        assert_eq!(sizes(30, 5), [5; 6]);
        assert_eq!(sizes(32, 5), [5, 5, 5, 5, 4, 4, 4]);
        assert_eq!(sizes(5, 5), [5]);
        assert_eq!(sizes(4, 5), [4]);
        assert_eq!(sizes(6, 5), [3, 3]);
    }

    #[test]
    fn confederates_are_in_as_many_sessions_as_the_others_and_twice_in_none() {
        for (sessions, of_one, all) in [(6, 5, 30), (6, 5, 12), (7, 5, 5), (3, 4, 7)] {
            let mut times: BTreeMap<usize, usize> = BTreeMap::new();
            for session in 0..sessions {
                let mut here: Vec<usize> = places(session, of_one, all).collect();
                here.iter().for_each(|&place| *times.entry(place).or_default() += 1);
                here.sort_unstable();
                here.dedup();
                assert_eq!(here.len(), usize::from(of_one));
            }
            let (least, most) = (times.values().min().unwrap(), times.values().max().unwrap());
            assert!(most - least <= 1, "{times:?}");
        }
    }
}
