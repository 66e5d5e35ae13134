//! The meetings that are due, and their comparison with the meetings of a plan.

use std::{collections::BTreeMap, ops::RangeInclusive};

use rulebook::{
    ConfederateId, EntryId, JudgeId, Participant,
    schema::{Roles, Seats},
};

use crate::{Plan, Violation};

/// A meeting that is due: the judge, or the entry beside a confederate; the other participant; the number of times.
pub(crate) type Due = (Participant, Participant, RangeInclusive<usize>);

/// The numbers of meetings of any two: judges with witnesses, entries with the confederates beside them.
#[derive(Debug, Default)]
pub(crate) struct Times(BTreeMap<(Participant, Participant), usize>);

impl Times {
    pub(crate) fn of(plan: &Plan) -> Self {
        let mut times = Self::default();
        for meeting in &plan.meetings {
            let who: Vec<_> = meeting.participants().collect();
            for (place, &one) in who.iter().enumerate() {
                for &other in &who[place + 1..] {
                    *times.0.entry((one, other)).or_default() += 1;
                }
            }
        }
        times
    }

    pub(crate) fn get(&self, who: Participant, whom: Participant) -> usize {
        self.0.get(&(who, whom)).copied().unwrap_or(0)
    }
}

/// The violations of these dues by the plan, in the order of the dues.
pub(crate) fn held_against(plan: &Plan, due: impl IntoIterator<Item = Due>) -> Vec<Violation> {
    let times = Times::of(plan);
    due.into_iter().filter_map(|(who, whom, share)| uneven(who, whom, times.get(who, whom), share)).collect()
}

fn uneven(who: Participant, whom: Participant, times: usize, share: RangeInclusive<usize>) -> Option<Violation> {
    let (least, most) = share.into_inner();
    match times {
        _ if (least..=most).contains(&times) => None,
        0 => Some(Violation::Missed { who, whom }),
        _ if most == 1 => Some(Violation::Repeated { who, whom, times }),
        _ => Some(Violation::Uneven { who, whom, times, least, most }),
    }
}

/// The participants with dues to count: all of a contest, or of a session.
#[derive(Debug, Clone, Default)]
pub(crate) struct Cast {
    pub(crate) judges: Vec<Participant>,
    pub(crate) entries: Vec<Participant>,
    pub(crate) confederates: Vec<Participant>,
}

impl Cast {
    pub(crate) fn of(roles: Roles) -> Self {
        Self {
            judges: JudgeId::first(usize::from(roles.judges)).map(Participant::Judge).collect(),
            entries: EntryId::first(usize::from(roles.entries)).map(Participant::Entry).collect(),
            confederates: ConfederateId::first(usize::from(roles.confederates)).map(Participant::Confederate).collect(),
        }
    }
}

/// Each judge with each entry, each judge with each confederate, each entry with each confederate: once.
pub(crate) fn all_once(cast: &Cast) -> Vec<Due> {
    shared(cast, &(1..=1), &(1..=1))
}

/// Judges with entries once; confederates shared out as evenly as the numbers allow.
pub(crate) fn even(cast: &Cast) -> Vec<Due> {
    let share = |things: usize| {
        let people = cast.confederates.len();
        let least = things.checked_div(people).unwrap_or(0);
        least..=things.div_ceil(people.max(1))
    };
    shared(cast, &share(cast.entries.len()), &share(cast.judges.len()))
}

fn shared(cast: &Cast, of_judge: &RangeInclusive<usize>, of_entry: &RangeInclusive<usize>) -> Vec<Due> {
    let Cast { judges, entries, confederates } = cast;
    let mut due = each(judges, entries, &(1..=1));
    due.extend(each(judges, confederates, of_judge));
    due.extend(each(entries, confederates, of_entry));
    due
}

/// Judges with all witnesses once; at least once where judges go from terminal to terminal and may come back.
pub(crate) fn witnesses(cast: &Cast, seats: Seats) -> Vec<Due> {
    let witnesses: Vec<Participant> = cast.entries.iter().chain(&cast.confederates).copied().collect();
    let most = match seats {
        Seats::Drawn => 1,
        Seats::Terminals => usize::MAX,
    };
    each(&cast.judges, &witnesses, &(1..=most))
}

/// Judges with entries once, each beside the confederate that the matrix names.
pub(crate) fn of_matrix(plan: &Plan, roles: Roles, rows: &[Vec<ConfederateId>]) -> Vec<Violation> {
    let Cast { judges, entries, .. } = Cast::of(roles);
    let mut found = held_against(plan, each(&judges, &entries, &(1..=1)));
    let otherwise = plan.meetings.iter().filter(|meeting| {
        let named = meeting.entry.and_then(|entry| rows.get(meeting.judge.index())?.get(entry.index()).copied());
        named != meeting.confederate
    });
    found.extend(otherwise.map(|&meeting| Violation::Matrix { meeting }));
    found
}

fn each(who: &[Participant], whom: &[Participant], share: &RangeInclusive<usize>) -> Vec<Due> {
    who.iter().flat_map(|&who| whom.iter().map(move |&whom| (who, whom, share.clone()))).collect()
}
