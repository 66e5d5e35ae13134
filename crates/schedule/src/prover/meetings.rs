//! Who is due to meet whom, and how often; held against who does.

use std::{collections::BTreeMap, ops::RangeInclusive};

use rulebook::{ConfederateId, EntryId, JudgeId, Participant, schema::Roles};

use crate::{Plan, Violation};

/// Two who are due to meet, and how often: the judge, or the entry that is beside a confederate; the other; the share.
pub(crate) type Due = (Participant, Participant, RangeInclusive<usize>);

/// How often any two meet: judges their witnesses, entries the confederates beside them.
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

/// What the plan breaks of these dues, in their order.
pub(crate) fn held_against(plan: &Plan, due: impl IntoIterator<Item = Due>) -> Vec<Violation> {
    let times = Times::of(plan);
    due.into_iter().filter_map(|(who, whom, share)| uneven(who, whom, times.get(who, whom), share)).collect()
}

fn uneven(who: Participant, whom: Participant, times: usize, share: RangeInclusive<usize>) -> Option<Violation> {
    let (least, most) = share.into_inner();
    match times {
        _ if (least..=most).contains(&times) => None,
        0 => Some(Violation::Missed { who, whom }),
        _ if most == 1 && times > 1 => Some(Violation::Repeated { who, whom, times }),
        _ => Some(Violation::Uneven { who, whom, times, least, most }),
    }
}

/// Judges with entries, judges with confederates, entries with confederates: each two once.
pub(crate) fn all_once(roles: Roles) -> impl Iterator<Item = Due> {
    shared(roles, 1..=1, 1..=1)
}

/// Judges with entries once; confederates shared out as evenly as the numbers allow.
pub(crate) fn even(roles: Roles) -> impl Iterator<Item = Due> {
    let share = |things: u16| {
        let (things, people) = (usize::from(things), usize::from(roles.confederates));
        let least = things.checked_div(people).unwrap_or(0);
        least..=things.div_ceil(people.max(1))
    };
    shared(roles, share(roles.entries), share(roles.judges))
}

fn shared(roles: Roles, of_judge: RangeInclusive<usize>, of_entry: RangeInclusive<usize>) -> impl Iterator<Item = Due> {
    let with_entries = each(judges(roles), move || entries(roles), 1..=1);
    let with_people = each(judges(roles), move || confederates(roles), of_judge);
    let beside = each(entries(roles), move || confederates(roles), of_entry);
    with_entries.chain(with_people).chain(beside)
}

/// Judges with all witnesses: each two once.
pub(crate) fn witnesses_once(roles: Roles) -> impl Iterator<Item = Due> {
    each(judges(roles), move || entries(roles).chain(confederates(roles)), 1..=1)
}

/// Judges with entries once, each beside the confederate that the matrix names.
pub(crate) fn of_matrix(plan: &Plan, roles: Roles, rows: &[Vec<ConfederateId>]) -> Vec<Violation> {
    let mut found = held_against(plan, each(judges(roles), move || entries(roles), 1..=1));
    let otherwise = plan.meetings.iter().filter(|meeting| {
        let named = meeting.entry.and_then(|entry| rows.get(meeting.judge.index())?.get(entry.index()).copied());
        named != meeting.confederate
    });
    found.extend(otherwise.map(|&meeting| Violation::Matrix { meeting }));
    found
}

fn each<I: Iterator<Item = Participant>>(
    who: impl Iterator<Item = Participant>,
    whom: impl Fn() -> I,
    share: RangeInclusive<usize>,
) -> impl Iterator<Item = Due> {
    who.flat_map(move |who| {
        let share = share.clone();
        whom().map(move |whom| (who, whom, share.clone()))
    })
}

fn judges(roles: Roles) -> impl Iterator<Item = Participant> {
    JudgeId::first(usize::from(roles.judges)).map(Participant::Judge)
}

fn entries(roles: Roles) -> impl Iterator<Item = Participant> {
    EntryId::first(usize::from(roles.entries)).map(Participant::Entry)
}

fn confederates(roles: Roles) -> impl Iterator<Item = Participant> {
    ConfederateId::first(usize::from(roles.confederates)).map(Participant::Confederate)
}
