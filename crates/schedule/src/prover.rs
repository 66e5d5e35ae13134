//! The prover: counts meetings and names what a plan breaks. It knows the rules and no construction.

use std::collections::{BTreeMap, BTreeSet};

use rulebook::{
    ConfederateId, EntryId, JudgeId, Participant, RoundNumber, Rulebook,
    schema::{Design, Roles},
};

use crate::{Pairing, Plan, Violation};

/// Everything this plan breaks of the rulebook's design, however the plan was made; empty when it is sound.
///
/// First come strangers, then empty rounds, then who is in two places at once, then who meets too often or never. The
/// number of rounds is not judged: a plan may take more than the fewest.
#[must_use]
pub fn violations(rulebook: &Rulebook, plan: &Plan) -> Vec<Violation> {
    match rulebook.schedule.design {
        Design::GraecoLatin => {
            let mut found = strangers(rulebook.roles, plan);
            found.extend(empty_rounds(plan));
            found.extend(crowds(plan));
            found.extend(meetings(rulebook.roles, plan));
            found
        }
    }
}

pub(crate) fn strangers(roles: Roles, plan: &Plan) -> Vec<Violation> {
    let planned: BTreeSet<Participant> = plan.pairings.iter().flat_map(Pairing::participants).collect();
    let stranger = |who| {
        let (number, of) = match who {
            Participant::Judge(id) => (id.number(), roles.judges),
            Participant::Confederate(id) => (id.number(), roles.confederates),
            Participant::Entry(id) => (id.number(), roles.entries),
            Participant::Organiser => return None,
        };
        (number > of).then_some(Violation::Unknown { who, of })
    };
    planned.into_iter().filter_map(stranger).collect()
}

pub(crate) fn empty_rounds(plan: &Plan) -> impl Iterator<Item = Violation> {
    let held: BTreeSet<RoundNumber> = plan.pairings.iter().map(|pairing| pairing.round).collect();
    let last = held.last().map_or(0, |round| usize::from(round.number()));
    RoundNumber::first(last).filter(move |round| !held.contains(round)).map(|round| Violation::EmptyRound { round })
}

pub(crate) fn crowds(plan: &Plan) -> impl Iterator<Item = Violation> {
    let mut times = BTreeMap::new();
    for pairing in &plan.pairings {
        for who in pairing.participants() {
            *times.entry((pairing.round, who)).or_insert(0) += 1;
        }
    }
    let crowded = times.into_iter().filter(|&(_, times)| times > 1);
    crowded.map(|((round, who), times)| Violation::Crowded { who, round, times })
}

/// Judges with entries, judges with confederates, entries with confederates: each two once.
fn meetings(roles: Roles, plan: &Plan) -> Vec<Violation> {
    let mut times: BTreeMap<(Participant, Participant), usize> = BTreeMap::new();
    for pairing in &plan.pairings {
        let [judge, entry, confederate] = pairing.participants();
        for meeting in [(judge, entry), (judge, confederate), (entry, confederate)] {
            *times.entry(meeting).or_default() += 1;
        }
    }
    let judges = || JudgeId::first(usize::from(roles.judges)).map(Participant::Judge);
    let entries = || EntryId::first(usize::from(roles.entries)).map(Participant::Entry);
    let confederates = || ConfederateId::first(usize::from(roles.confederates)).map(Participant::Confederate);

    let judges_entries = judges().flat_map(|judge| entries().map(move |entry| (judge, entry)));
    let judges_confederates = judges().flat_map(|judge| confederates().map(move |person| (judge, person)));
    let entries_confederates = entries().flat_map(|entry| confederates().map(move |person| (entry, person)));
    let due = judges_entries.chain(judges_confederates).chain(entries_confederates);
    due.filter_map(|(who, whom)| match times.get(&(who, whom)) {
        None => Some(Violation::Missed { who, whom }),
        Some(1) => None,
        Some(&times) => Some(Violation::Repeated { who, whom, times }),
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rulebook::Seed;

    use super::*;
    use crate::{draw, fixture};

    /// Checks that a plan of these lines (`round,judge,entry,confederate`) for this many of each breaks exactly this.
    fn check(order: u16, lines: &str, expected: &[&str]) {
        let found: Vec<_> = violations(&fixture::rulebook(order, order, order), &fixture::plan(lines))
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn the_schedule_printed_in_2010_breaks_its_own_rule_eight_times() {
        let Some(lines) = fixture::printed("printed-2010.csv") else { return };
        check(
            4,
            &lines,
            &[
                "J1 meets E1 twice",
                "J1 never meets E4",
                "J2 never meets E1",
                "J2 meets E4 twice",
                "J3 never meets E2",
                "J3 meets E3 twice",
                "J4 meets E2 twice",
                "J4 never meets E3",
            ],
        );
    }

    #[test]
    fn the_schedule_printed_in_2006_takes_seven_rounds_and_breaks_nothing() {
        let Some(lines) = fixture::printed("printed-2006.csv") else { return };
        check(4, &lines, &[]);
        assert_eq!(fixture::plan(&lines).pairings.last().unwrap().round.number(), 7);
    }

    #[test]
    fn nobody_can_be_in_two_places_at_once() {
        check(
            1,
            "1,J1,E1,C1\n1,J1,E1,C1\n1,J1,E1,C1",
            &[
                "J1 is in 3 interviews of R1",
                "C1 is in 3 interviews of R1",
                "E1 is in 3 interviews of R1",
                "J1 meets E1 3 times",
                "J1 meets C1 3 times",
                "E1 meets C1 3 times",
            ],
        );
    }

    #[test]
    fn a_plan_with_strangers_and_a_round_left_out_is_told_of_both() {
        check(
            1,
            "1,J1,E1,C1\n3,J2,E9,C1",
            &[
                "J2 is planned, but the contest has only 1 in that role",
                "E9 is planned, but the contest has only 1 in that role",
                "R2 has no interviews, though rounds follow it",
            ],
        );
    }

    #[test]
    fn in_an_empty_plan_nobody_meets() {
        check(1, "", &["J1 never meets E1", "J1 never meets C1", "E1 never meets C1"]);
    }

    proptest! {
        #[test]
        fn any_one_change_to_a_sound_plan_is_found(text: String, place in 0_usize..16, role in 0..4, number in 1_u16..=4) {
            let rulebook = fixture::rulebook(4, 4, 4);
            let mut plan = Plan::of(&draw(&rulebook, Seed::from_contributions([text.as_str()])).unwrap());
            let sound = plan.pairings[place];
            let changed = &mut plan.pairings[place];
            match role {
                0 => changed.round = RoundNumber::new(number),
                1 => changed.judge = JudgeId::new(number),
                2 => changed.entry = EntryId::new(number),
                _ => changed.confederate = ConfederateId::new(number),
            }
            let unchanged = *changed == sound;
            prop_assert_eq!(violations(&rulebook, &plan).is_empty(), unchanged);
        }
    }
}
