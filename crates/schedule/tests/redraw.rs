//! Stories of contests that somebody leaves: what was played stays, and the rest is drawn anew.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::collections::BTreeSet;

use proptest::prelude::*;
use rulebook::{
    ConfederateId, JudgeId, Participant, RoundNumber, Rulebook, Witness,
    schema::{Design, Layout, People, Roles, Seats, Trials},
};
use schedule::{Assignment, NoRedraw, Plan, Violation, draw, redraw, violations};

use common::{rulebook, seed};

fn who(ids: &[&str]) -> BTreeSet<Participant> {
    ids.iter().map(|id| id.parse().unwrap()).collect()
}

/// Plays this many rounds of a drawn contest, lets some leave, and checks what holds of every rest.
fn check(rulebook: &Rulebook, text: &str, rounds: u16, left: &BTreeSet<Participant>) -> Assignment {
    let played = draw(rulebook, seed(text)).unwrap();
    let up_to = rounds.checked_sub(1).map(|index| RoundNumber::at(index.into()));
    let after = redraw(rulebook, &played, up_to, left, seed(text)).unwrap();
    let kept = |assignment: &Assignment| -> Vec<_> {
        assignment.0.iter().filter(|seating| Some(seating.interview.round) <= up_to).cloned().collect()
    };
    assert_eq!(kept(&after), kept(&played), "what was played is kept");
    for meeting in Plan::of(&after).meetings.iter().filter(|meeting| Some(meeting.round) > up_to) {
        assert!(!meeting.participants().any(|each| left.contains(&each)), "{meeting:?} is with somebody who left");
    }
    let both = rulebook.roles.people == People::Both;
    for violation in violations(rulebook, &Plan::of(&after)) {
        assert!(follows(&violation, both, left), "{violation} does not follow from {left:?} leaving after {up_to:?}");
    }
    assert!(after.0.is_sorted_by_key(|seating| seating.interview));
    assert_eq!(redraw(rulebook, &played, up_to, left, seed(text)).as_ref(), Ok(&after));
    after
}

/// Whether somebody's leaving explains this: those who left miss and are short of meetings; confederates are met again, or
/// missed, where there are fewer of them or fewer interviews.
fn follows(violation: &Violation, both: bool, left: &BTreeSet<Participant>) -> bool {
    let is_person = |who: &Participant| matches!(who, Participant::Confederate(_));
    match violation {
        Violation::InTrial { what, .. } => follows(what, both, left),
        Violation::Missed { who, whom } => {
            let nobody_is_beside = left.iter().filter(|&who| is_person(who)).count() == 4;
            left.contains(who) || left.contains(whom) || (is_person(whom) && !left.is_empty()) || nobody_is_beside
        }
        Violation::Repeated { whom, .. } => is_person(whom) && !left.is_empty(),
        Violation::Uneven { .. } => is_uneven_by_leaving(violation) && !left.is_empty(),
        Violation::Turns { .. } | Violation::Thin { .. } | Violation::Often { .. } => both && !left.is_empty(),
        Violation::Matrix { .. } => left.iter().any(is_person),
        _ => false,
    }
}

fn is_uneven_by_leaving(violation: &Violation) -> bool {
    matches!(violation, Violation::Uneven { whom: Participant::Confederate(_) | Participant::Entry(_), .. })
}

fn shapes() -> Vec<Rulebook> {
    let matrix = [[1, 2, 3, 4], [4, 1, 2, 3], [3, 4, 1, 2], [2, 3, 4, 1]];
    let matrix = matrix.map(|row| row.map(ConfederateId::new).to_vec()).to_vec();
    let mut wager = rulebook(Design::Rotation, Layout::One, Roles::of(3, 1, 3));
    wager.trials = Some(Trials::of(3, None));
    wager.schedule.seats = Seats::Terminals;
    let both = |people| Roles { people: People::Both, parallel: 4, ..Roles::of(people, 2, people) };
    vec![
        rulebook(Design::GraecoLatin, Layout::Pair, Roles::of(4, 4, 4)),
        rulebook(Design::GraecoLatin, Layout::Pair, Roles::of(5, 5, 5)),
        rulebook(Design::FewestRounds, Layout::Pair, Roles::of(5, 4, 3)),
        rulebook(Design::Matrix(matrix), Layout::Pair, Roles::of(4, 4, 4)),
        rulebook(Design::Rotation, Layout::One, Roles::of(6, 4, 3)),
        wager,
        rulebook(Design::TakeTurns { rounds: 8 }, Layout::Pair, both(8)),
        rulebook(Design::TakeTurns { rounds: 8 }, Layout::One, both(9)),
    ]
}

#[test]
fn a_confederate_leaves_after_the_second_of_five_rounds() {
    let rulebook = rulebook(Design::GraecoLatin, Layout::Pair, Roles::of(5, 5, 5));
    let after = check(&rulebook, "1", 2, &who(&["C2"]));
    let plan = Plan::of(&after);
    for judge in JudgeId::first(5) {
        let entries: BTreeSet<_> = plan.meetings.iter().filter(|m| m.judge == judge).map(|m| m.entry).collect();
        assert_eq!(entries.len(), 5, "{judge} meets every entry");
    }
    assert_eq!(plan.meetings.len(), 25);
    assert_eq!(plan.rounds(), 6, "four confederates need four rounds for fifteen interviews");
}

#[test]
fn a_judge_leaves_a_rotation_and_the_others_still_meet_everybody_once() {
    let rulebook = rulebook(Design::Rotation, Layout::One, Roles::of(6, 4, 3));
    let after = check(&rulebook, "1", 3, &who(&["J6"]));
    let plan = Plan::of(&after);
    assert_eq!(plan.rounds(), 7);
    assert_eq!(plan.meetings.iter().filter(|meeting| meeting.judge.number() < 6).count(), 5 * 7);
}

#[test]
fn a_foil_leaves_the_wager_in_its_second_trial_and_trials_stay_as_long() {
    let wager = shapes().swap_remove(5);
    let after = check(&wager, "1", 5, &who(&["C3"]));
    assert_eq!(after.rounds(), 12);
    let met = |witness: &str, rounds: std::ops::RangeInclusive<u16>| {
        let witness: Witness = witness.parse().unwrap();
        let those = after.0.iter().filter(|s| rounds.contains(&s.interview.round.number()));
        those.filter(|seating| seating.seat_of(witness).is_some()).count()
    };
    assert_eq!((met("C3", 1..=4), met("C3", 9..=12)), (3, 0));
    assert_eq!((met("C1", 5..=8), met("E1", 5..=8), met("C1", 9..=12)), (3, 3, 3));
}

#[test]
fn a_trial_that_needs_more_rounds_than_it_has_left_is_not_drawn_anew() {
    let mut rulebook = rulebook(Design::GraecoLatin, Layout::Pair, Roles::of(4, 4, 4));
    rulebook.trials = Some(Trials::of(2, None));
    let played = draw(&rulebook, seed("1")).unwrap();
    let after = |left| redraw(&rulebook, &played, Some(RoundNumber::new(1)), &who(&[left]), seed("1"));
    assert_eq!(
        after("C2").unwrap_err().to_string(),
        "the rest of trial 1 needs 4 more rounds, and 3 are left of it (end the contest after a trial)"
    );
    assert_eq!(after("J2").unwrap().rounds(), 8);
}

#[test]
fn nobody_leaves_and_the_plan_stands() {
    for rulebook in shapes() {
        assert_eq!(check(&rulebook, "1", 1, &BTreeSet::new()), draw(&rulebook, seed("1")).unwrap());
    }
}

#[test]
fn when_all_judges_leave_what_was_played_is_all() {
    let rulebook = rulebook(Design::GraecoLatin, Layout::Pair, Roles::of(4, 4, 4));
    for left in [&["J1", "J2", "J3", "J4"][..], &["C1", "C2", "C3", "C4"], &["E1", "E2", "E3", "E4"]] {
        assert_eq!(check(&rulebook, "1", 2, &who(left)).0.len(), 8);
    }
}

#[test]
fn people_who_take_turns_meet_others_when_one_of_them_leaves() {
    let both = Roles { people: People::Both, parallel: 4, ..Roles::of(8, 2, 8) };
    let rulebook = rulebook(Design::TakeTurns { rounds: 5 }, Layout::Pair, both);
    let plan = Plan::of(&check(&rulebook, "1", 2, &who(&["C8"])));
    let mut met = BTreeSet::new();
    for meeting in &plan.meetings {
        let (one, other) = (meeting.judge.number(), meeting.confederate.unwrap().number());
        assert!(met.insert((one.min(other), one.max(other))), "{one} and {other} meet again");
    }
    assert_eq!((plan.rounds(), plan.meetings.len()), (5, 2 * 4 + 3 * 3));
}

#[test]
fn a_round_or_a_person_that_is_not_there_is_refused() {
    let rulebook = rulebook(Design::GraecoLatin, Layout::Pair, Roles::of(4, 4, 4));
    let played = draw(&rulebook, seed("1")).unwrap();
    let refused = |round, left: &[&str]| {
        redraw(&rulebook, &played, Some(RoundNumber::new(round)), &who(left), seed("1")).unwrap_err().to_string()
    };
    assert_eq!(
        refused(5, &[]),
        "R5 is said to have been played, but the plan has only 4 rounds (name a round of the plan)"
    );
    assert_eq!(
        refused(1, &["J9"]),
        "J9 is said to have left, but is not in the contest (name a judge, an entry or a confederate)"
    );
    assert!(matches!(
        redraw(&rulebook, &played, Some(RoundNumber::new(1)), &who(&["organiser"]), seed("1")),
        Err(NoRedraw::Stranger { .. })
    ));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn whoever_leaves_whenever_the_prover_finds_only_what_follows(
        text: String,
        rounds in 0_u16..5,
        left in prop::collection::btree_set(prop::sample::select(vec!["J1", "J2", "J3", "C1", "C2", "E1"]), 0..3),
    ) {
        let left: Vec<&str> = left.into_iter().collect();
        for rulebook in shapes() {
            let after = check(&rulebook, &text, rounds, &who(&left));
            let plan = Plan::of(&after);
            if rulebook.roles.people == People::Apart && rulebook.trial_count() == 1 {
                for judge in JudgeId::first(usize::from(rulebook.roles.judges)) {
                    let of_judge: Vec<_> = plan.meetings.iter().filter(|m| m.judge == judge && m.entry.is_some()).collect();
                    let entries: BTreeSet<_> = of_judge.iter().map(|meeting| meeting.entry).collect();
                    prop_assert_eq!(entries.len(), of_judge.len(), "no judge meets an entry twice");
                }
            }
        }
    }
}
