//! Stories of contests with participants who leave: played rounds stay, and the rest is drawn again.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::collections::BTreeSet;

use proptest::prelude::*;
use rulebook::{
    ConfederateId, EntryId, JudgeId, Participant, RoundNumber, Rulebook, Witness,
    schema::{Design, Layout, People, Roles, Seats, Trials},
};
use schedule::{
    Assignment, InFixedParts, Meeting, NoRedraw, Plan, Replan, Seating, Violation, draw, redraw, violations,
};

use common::{rulebook, seed};

fn who(ids: &[&str]) -> BTreeSet<Participant> {
    ids.iter().map(|id| id.parse().unwrap()).collect()
}

/// Plays this many rounds of a drawn contest, lets some participants leave, and checks the rest.
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

/// Returns whether a participant's leaving explains this violation: those who left miss meetings; confederates are met
/// again, or missed, where there are fewer of them or fewer interviews.
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

/// A contest of four judges, four entries and four confederates; the first rounds were played.
struct Played {
    rulebook: Rulebook,
    plan: Assignment,
    up_to: Option<RoundNumber>,
}

impl Played {
    fn rounds(rounds: u16) -> Self {
        let rulebook = rulebook(Design::GraecoLatin, Layout::Pair, Roles::of(4, 4, 4));
        let plan = draw(&rulebook, seed("1")).unwrap();
        Self { rulebook, plan, up_to: rounds.checked_sub(1).map(|index| RoundNumber::at(index.into())) }
    }

    fn replan<'a>(&'a self, left: &'a BTreeSet<Participant>, void: &'a BTreeSet<RoundNumber>) -> Replan<'a> {
        Replan { rulebook: &self.rulebook, plan: &self.plan, up_to: self.up_to, left, void, seed: seed("1") }
    }

    fn is_kept(&self, seating: &Seating) -> bool {
        Some(seating.interview.round) <= self.up_to
    }
}

#[test]
fn an_entry_that_takes_over_sits_wherever_the_other_would_have_sat_and_nothing_else_changes() {
    let mut contest = Played::rounds(2);
    contest.rulebook.roles.entries = 5;
    let (leaves, joins) = (EntryId::new(3), EntryId::new(5));
    let after = contest.replan(&who(&["E3"]), &BTreeSet::new()).taken_over(leaves, joins).unwrap();
    assert_eq!(after.0.len(), contest.plan.0.len());
    for (was, is) in contest.plan.0.iter().zip(&after.0) {
        let mut expected = was.clone();
        for witness in expected.seats.values_mut().filter(|_| !contest.is_kept(was)) {
            if *witness == Witness::Entry(leaves) {
                *witness = Witness::Entry(joins);
            }
        }
        assert_eq!(*is, expected);
    }
    let sits = |entry| after.0.iter().filter(|seating| seating.entry() == Some(entry)).count();
    assert_eq!((sits(leaves), sits(joins)), (2, 2));
}

#[test]
fn a_judge_who_comes_late_meets_every_entry_and_nobody_else_meets_fewer() {
    let mut contest = Played::rounds(2);
    contest.rulebook.roles.judges = 5;
    let after = contest.replan(&BTreeSet::new(), &BTreeSet::new()).drawn().unwrap();
    let meetings = Plan::of(&after).meetings;
    for judge in JudgeId::first(5) {
        let met: Vec<_> = meetings.iter().filter(|meeting| meeting.judge == judge).filter_map(|m| m.entry).collect();
        assert_eq!(met.iter().collect::<BTreeSet<_>>().len(), 4, "{judge} meets every entry");
        assert_eq!(met.len(), 4, "{judge} meets no entry twice");
    }
    let first = meetings.iter().filter(|meeting| meeting.judge == JudgeId::new(5)).map(|meeting| meeting.round).min();
    assert!(first > contest.up_to, "what was played is not changed for the one who was not there");
}

#[test]
fn a_round_that_is_played_again_comes_next_with_the_seats_it_had() {
    let contest = Played::rounds(3);
    let [second, fourth] = [2, 4].map(RoundNumber::new);
    let after = contest.replan(&BTreeSet::new(), &[second].into()).again(second).unwrap();
    let seats = |plan: &Assignment, round| -> Vec<_> {
        plan.in_round(round).map(|seating| (seating.interview.judge, seating.seats.clone())).collect()
    };
    assert_eq!(after.rounds(), 5);
    for round in (1..=3).map(RoundNumber::new) {
        assert_eq!(seats(&after, round), seats(&contest.plan, round), "what was played is kept");
    }
    assert_eq!(seats(&after, fourth), seats(&contest.plan, second));
    assert_eq!(seats(&after, RoundNumber::new(5)), seats(&contest.plan, fourth), "what was next comes after it");
    assert!(after.0.is_sorted_by_key(|seating| seating.interview));
}

#[test]
fn the_last_round_can_be_played_again_and_who_left_is_not_in_it() {
    let contest = Played::rounds(4);
    let last = RoundNumber::new(4);
    let after = contest.replan(&who(&["J2"]), &[last].into()).again(last).unwrap();
    let again: Vec<_> = after.in_round(RoundNumber::new(5)).map(|seating| seating.interview.judge.number()).collect();
    assert_eq!(again, [1, 3, 4]);
}

#[test]
fn a_round_in_which_nobody_is_left_is_not_put_in_again() {
    let contest = Played::rounds(1);
    let first = RoundNumber::new(1);
    let after = contest.replan(&who(&["J1", "J2", "J3", "J4"]), &[first].into()).again(first).unwrap();
    assert_eq!(after, contest.plan);
}

#[test]
fn who_met_in_a_round_that_does_not_count_meets_again_when_the_rest_is_drawn() {
    let contest = Played::rounds(2);
    let second = RoundNumber::new(2);
    let after = contest.replan(&who(&["C4"]), &[second].into()).drawn().unwrap();
    let counts = |meeting: &&Meeting| meeting.round != second;
    let meetings = Plan::of(&after).meetings;
    let pairs: BTreeSet<_> = meetings.iter().filter(counts).map(|meeting| (meeting.judge, meeting.entry)).collect();
    assert_eq!(pairs.len(), 16, "every judge meets every entry in a round that counts");
}

#[test]
fn a_plan_is_not_changed_into_what_cannot_be_played() {
    let contest = Played::rounds(2);
    let (nobody, none) = (BTreeSet::new(), BTreeSet::new());
    let replan = contest.replan(&nobody, &none);
    let refused = |of: Result<Assignment, NoRedraw>| of.unwrap_err().to_string();
    assert_eq!(
        refused(replan.again(RoundNumber::new(3))),
        "R3 is said to have been played, but the plan has only 2 rounds (name a round of the plan)"
    );
    let taken_over = replan.taken_over(EntryId::new(1), EntryId::new(5));
    assert_eq!(taken_over, Err(NoRedraw::Stranger { who: Participant::Entry(EntryId::new(5)) }));
    let mut in_trials = Played::rounds(2);
    in_trials.rulebook.trials = Some(Trials::of(2, None));
    let replan = in_trials.replan(&nobody, &none);
    let fixed = |what, parts| Err(NoRedraw::Fixed { what, parts });
    assert_eq!(replan.again(RoundNumber::new(1)), fixed(InFixedParts::Again, "trials"));
    assert_eq!(replan.permit_joining().map(|()| none_planned()), fixed(InFixedParts::Join, "trials"));
}

fn none_planned() -> Assignment {
    Assignment(Vec::new())
}
