//! Sessions of a large contest: they follow each other, each with judges of its own.
//!
//! A plan does not name its sessions. A session begins with a round before which no judge of this or a later session
//! has judged. So sessions follow from the rounds of each judge, in a plan from any source, and after participants
//! left.

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
    /// Returns whether this round belongs to the session.
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

/// The number of judges of each session: judges are shared out evenly, at most `most` each, among as few sessions as
/// possible.
pub(crate) fn sizes(judges: u16, most: u16) -> Vec<u16> {
    let count = judges.div_ceil(most.max(1)).max(1);
    (0..count).map(|session| judges / count + u16::from(session < judges % count)).collect()
}

/// The indices of this session's confederates in a list of this many. Sessions take the next ones round the list, so
/// that the numbers of sessions of two confederates differ by one at most, and no session has a confederate twice.
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
