//! The prover's findings in small plans, as text.

use proptest::prelude::*;
use rulebook::{
    ConfederateId, EntryId, JudgeId, RoundNumber, Seed,
    schema::{Design, Layout, People, Seats},
};

use super::*;
use crate::{draw, fixture};

/// Checks the violations in a plan of these lines (`round,judge,entry,confederate`) for `order` participants of each
/// role.
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
    assert_eq!(fixture::plan(&lines).meetings.last().unwrap().round.number(), 7);
}

#[test]
fn a_judge_may_come_back_to_a_terminal_but_not_to_a_witness_without_one() {
    let plan = fixture::plan("1,J1,E1,\n1,J2,,C1\n2,J1,,C1\n2,J2,E1,\n3,J1,E1,");
    let mut rulebook = fixture::rulebook(2, 1, 1);
    rulebook.interview.layout = Layout::One;
    rulebook.schedule.design = Design::Rotation;
    let found = |rulebook: &Rulebook| violations(rulebook, &plan).iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(found(&rulebook), ["J1 meets E1 twice"]);
    rulebook.schedule.seats = Seats::Terminals;
    assert_eq!(found(&rulebook), Vec::<String>::new());
    let without = Plan::new(plan.meetings.iter().copied().filter(|meeting| meeting.confederate.is_none()).collect());
    assert!(violations(&rulebook, &without).iter().any(|violation| violation.to_string() == "J1 never meets C1"));
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

/// Checks the breaches in a plan of these lines for the plain problem of these numbers.
fn check_shares((judges, entries, confederates): (u16, u16, u16), lines: &str, expected: &[&str]) {
    let mut rulebook = fixture::rulebook(judges, entries, confederates);
    rulebook.schedule.design = Design::FewestRounds;
    let found: Vec<_> = violations(&rulebook, &fixture::plan(lines)).iter().map(ToString::to_string).collect();
    assert_eq!(found, expected);
}

#[test]
fn a_confederate_who_is_shared_once_too_often_is_named() {
    // Five entries and two confederates: two or three times each.
    check_shares((1, 5, 2), "1,J1,E1,C1\n2,J1,E2,C1\n3,J1,E3,C1\n4,J1,E4,C2\n5,J1,E5,C2", &[]);
    check_shares(
        (1, 5, 2),
        "1,J1,E1,C1\n2,J1,E2,C1\n3,J1,E3,C1\n4,J1,E4,C1\n5,J1,E5,C2",
        &["J1 meets C1 4 times, though 2 or 3 would be even", "J1 meets C2 once, though 2 or 3 would be even"],
    );
    // Three judges and two confederates: an entry is beside each once or twice.
    check_shares((3, 1, 2), "1,J1,E1,C1\n2,J2,E1,C1\n3,J3,E1,C2", &[]);
    check_shares(
        (3, 1, 2),
        "1,J1,E1,C1\n2,J2,E1,C1\n3,J3,E1,C1",
        &["E1 meets C1 3 times, though 1 or 2 would be even", "E1 never meets C2"],
    );
    // As many of them as there are entries: once each; twice is a repetition.
    check_shares((1, 2, 2), "1,J1,E1,C1\n2,J1,E2,C1", &["J1 meets C1 twice", "J1 never meets C2"]);
}

#[test]
fn an_entry_is_in_as_many_interviews_at_a_time_as_it_can_hold() {
    let mut rulebook = fixture::rulebook(3, 1, 3);
    rulebook.schedule.design = Design::FewestRounds;
    rulebook.roles.parallel = 2;
    let found = |lines: &str| -> Vec<_> {
        violations(&rulebook, &fixture::plan(lines)).iter().map(ToString::to_string).collect()
    };
    assert_eq!(found("1,J1,E1,C1\n1,J2,E1,C2\n2,J3,E1,C3"), [""; 0]);
    assert_eq!(
        found("1,J1,E1,C1\n1,J2,E1,C2\n1,J3,E1,C3"),
        ["E1 is in 3 interviews of R1, and can be in 2 at the same time"]
    );
}

/// Checks the violations in a plan of these lines for people who take turns, with pairs of witnesses.
fn check_turns((people, entries, parallel, rounds): (u16, u16, u16, u16), lines: &str, expected: &[&str]) {
    let mut rulebook = fixture::rulebook(people, entries, people);
    rulebook.roles.people = People::Both;
    rulebook.roles.parallel = parallel;
    rulebook.schedule.design = Design::TakeTurns { rounds };
    let found: Vec<_> = violations(&rulebook, &fixture::plan(lines)).iter().map(ToString::to_string).collect();
    assert_eq!(found, expected);
}

#[test]
fn a_round_of_turns_has_as_many_interviews_as_entries_and_people_allow() {
    let one = "1,J1,E1,C2";
    check_turns((4, 2, 1, 1), one, &["R1 has 1 interviews, and the numbers allow 2"]);
    check_turns((4, 1, 2, 1), one, &["R1 has 1 interviews, and the numbers allow 2"]);
    check_turns((4, 1, 1, 1), one, &[]);
    check_turns((3, 2, 1, 1), one, &[]);
}

#[test]
fn whoever_takes_turns_meets_every_entry_as_often_as_the_others() {
    check_turns((2, 2, 1, 4), "1,J1,E1,C2\n2,J2,E2,C1\n3,J1,E2,C2\n4,J2,E1,C1", &[]);
    check_turns(
        (2, 2, 1, 4),
        "1,J1,E1,C2\n2,J2,E2,C1\n3,J1,E1,C2\n4,J2,E2,C1",
        &[
            "J1 meets E1 twice, though 1 would be even",
            "J1 meets E2 not once, though 1 would be even",
            "J2 meets E1 not once, though 1 would be even",
            "J2 meets E2 twice, though 1 would be even",
        ],
    );
}

#[test]
fn the_same_two_people_meet_no_more_often_than_an_even_share_whoever_asks() {
    check_turns((4, 1, 1, 6), "1,J1,E1,C2\n2,J2,E1,C3\n3,J3,E1,C4\n4,J4,E1,C1\n5,J1,E1,C3\n6,J2,E1,C4", &[]);
    check_turns(
        (4, 1, 1, 6),
        "1,J1,E1,C2\n2,J2,E1,C1\n3,J3,E1,C4\n4,J4,E1,C3\n5,J1,E1,C3\n6,J2,E1,C4",
        &[
            "J1 and C2 meet twice, in either role, though 1 would be even",
            "J3 and C4 meet twice, in either role, though 1 would be even",
        ],
    );
}

proptest! {
    #[test]
    fn any_one_change_to_a_sound_plan_is_found(text: String, place in 0_usize..16, role in 0..4, number in 1_u16..=4) {
        let rulebook = fixture::rulebook(4, 4, 4);
        let mut plan = Plan::of(&draw(&rulebook, Seed::from_contributions([text.as_str()])).unwrap());
        let sound = plan.meetings[place];
        let changed = &mut plan.meetings[place];
        match role {
            0 => changed.round = RoundNumber::new(number),
            1 => changed.judge = JudgeId::new(number),
            2 => changed.entry = Some(EntryId::new(number)),
            _ => changed.confederate = Some(ConfederateId::new(number)),
        }
        let unchanged = *changed == sound;
        prop_assert_eq!(violations(&rulebook, &plan).is_empty(), unchanged);
    }
}
