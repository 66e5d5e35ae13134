//! Stories of problems: their plans, the number of rounds, and the requests that clash.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::{fs, path::Path};

use proptest::prelude::*;
use rulebook::{
    ConfederateId, Participant, RoundNumber, Rulebook, Seed, Witness, read_rulebook, schema::Roles, shipped,
};
use schedule::{
    Breach, Effort, Matrix, Meeting, Pairing, Plan, Problem, Solution, Violation, breaches, csv, draw, solve,
    violations,
};

/// The matrix of the rules of 2006: the cyclic Latin square of order 4.
const CYCLIC: &str = "judge,E1,E2,E3,E4\nJ1,C1,C2,C3,C4\nJ2,C4,C1,C2,C3\nJ3,C3,C4,C1,C2\nJ4,C2,C3,C4,C1\n";

/// The cyclic Latin square of order 3.
const CYCLIC_OF_THREE: &str = "judge,E1,E2,E3\nJ1,C1,C2,C3\nJ2,C3,C1,C2\nJ3,C2,C3,C1\n";

fn roles(judges: u16, entries: u16, confederates: u16) -> Roles {
    Roles::of(judges, entries, confederates)
}

fn rulebook(roles: Roles) -> Rulebook {
    let text = shipped::find("loebner-2010").unwrap();
    Rulebook { roles, ..read_rulebook("shipped", text).unwrap() }
}

fn matrix(text: &str) -> Problem {
    Problem::of_matrix(csv::read_matrix(text).unwrap())
}

fn pairing(line: &str) -> Pairing {
    let meeting = meeting(line);
    let (entry, confederate) = (meeting.entry.unwrap(), meeting.confederate.unwrap());
    Pairing { round: meeting.round, judge: meeting.judge, entry, confederate }
}

fn meeting(line: &str) -> Meeting {
    csv::read_plan(&format!("round,judge,entry,confederate\n{line}")).unwrap().meetings[0]
}

/// Solves a problem and checks the plan with the prover.
fn solved(problem: &Problem) -> Solution {
    let solution = solve(problem, Effort::default()).unwrap();
    assert_eq!(breaches(problem, &solution.plan), []);
    solution
}

/// Checks that a problem takes this many rounds and no fewer, for this reason.
fn check(problem: &Problem, rounds: u16, reason: &str) {
    let solution = solved(problem);
    assert_eq!((solution.rounds, solution.is_minimal()), (rounds, true));
    assert_eq!(solution.reason.to_string(), reason);
}

/// Checks that there is no plan, and the words of the reason.
fn check_clash(problem: &Problem, expected: &str) {
    let clash = solve(problem, Effort::default()).unwrap_err();
    assert_eq!(clash.to_string(), format!("no plan meets all conditions: {expected}"));
}

// Source: the rules of 2006, schedule; the printed matrix, of which no more than three pairings fit into a round.
#[test]
fn the_matrix_of_2006_takes_six_rounds_and_cannot_be_played_in_four_or_five() {
    check(&matrix(CYCLIC), 6, "at most 3 of the 16 interviews fit into one round");
    for rounds in [4, 5] {
        check_clash(
            &Problem { rounds: Some(rounds), ..matrix(CYCLIC) },
            &format!(
                "there is time for {rounds} rounds, but 6 are needed: at most 3 of the 16 interviews fit into one round"
            ),
        );
    }
}

#[test]
fn the_printed_matrix_is_the_cyclic_square() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/schedules/matrix-2006.csv");
    if let Ok(text) = fs::read_to_string(file) {
        assert_eq!(csv::read_matrix(&text).unwrap(), csv::read_matrix(CYCLIC).unwrap());
    }
}

// Source: G. Tarry, Le problème des 36 officiers (1900), for six; the rest is construction.
#[test]
fn as_many_of_each_take_as_many_rounds_but_for_two_and_six() {
    for order in [1, 3, 4, 5, 7, 8, 9, 10, 12, 64] {
        let all = order * order;
        check(
            &Problem::of(roles(order, order, order)),
            order,
            &format!("at most {order} of the {all} interviews fit into one round"),
        );
    }
    check(&Problem::of(roles(2, 2, 2)), 4, "a search of all plans found none of 3 rounds");
    check(&Problem::of(roles(6, 6, 6)), 7, "a search of all plans found none of 6 rounds");
}

#[test]
fn other_numbers_take_as_few_rounds_as_counting_allows() {
    let check = |judges, entries, confederates, rounds| {
        let solution = solved(&Problem::of(roles(judges, entries, confederates)));
        assert_eq!((solution.rounds, solution.is_minimal()), (rounds, true), "{judges} x {entries} x {confederates}");
    };
    check(5, 8, 3, 14);
    check(10, 8, 4, 20);
    check(3, 1, 3, 3);
    check(8, 6, 6, 8);
    check(6, 6, 7, 6);
    check(9, 9, 10, 9);
    check(30, 10, 10, 30);
}

#[test]
fn every_small_contest_has_a_plan_that_is_proved_to_be_the_shortest() {
    for judges in 1..=5 {
        for entries in 1..=5 {
            for confederates in 1..=5 {
                let solution = solved(&Problem::of(roles(judges, entries, confederates)));
                assert!(solution.is_minimal(), "{judges} x {entries} x {confederates}");
            }
        }
    }
}

#[test]
fn a_search_that_is_cut_short_says_what_it_did_not_prove() {
    let solution = solve(&Problem::of(roles(6, 6, 6)), Effort { steps: 10_000 }).unwrap();
    assert_eq!((solution.rounds, solution.at_least, solution.is_minimal()), (7, 6, false));
    let hurried = Problem { rounds: Some(6), ..Problem::of(roles(6, 6, 6)) };
    let clash = solve(&hurried, Effort { steps: 10_000 }).unwrap_err();
    assert!(clash.to_string().contains("it is not proved that there is none"), "{clash}");
    assert_eq!(
        solve(&hurried, Effort::default()).unwrap_err().to_string(),
        "no plan meets all conditions: there is time for 6 rounds, but 7 are needed: a search of all plans found none of 6 rounds"
    );
}

#[test]
fn a_search_without_steps_proves_nothing_of_a_matrix_that_repeats() {
    let clash = solve(&matrix("judge,E1,E2\nJ1,C1,C1\nJ2,C2,C1\n"), Effort { steps: 0 }).unwrap_err();
    assert_eq!(
        clash.to_string(),
        "no plan meets all conditions: 4 interviews in 3 rounds or more are too many to search (ask for fewer of a role)"
    );
}

#[test]
fn who_comes_late_makes_the_contest_longer() {
    let away = |who: &str, round| (who.parse::<Participant>().unwrap(), RoundNumber::new(round));
    let problem = Problem { absences: [away("J1", 1), away("J1", 2)].into(), ..Problem::of(roles(3, 3, 3)) };
    check(&problem, 5, "J1 has 3 interviews, and is away in 2 rounds");
}

#[test]
fn whoever_is_busiest_is_the_reason_for_the_rounds() {
    let away = |who: &str, round| (who.parse::<Participant>().unwrap(), RoundNumber::new(round));
    let problem = Problem { absences: [away("E2", 1)].into(), ..Problem::of(roles(3, 3, 3)) };
    check(&problem, 4, "E2 has 3 interviews, and is away in 1 rounds");
    // The entry that is away in the first round has more interviews than the other, or fewer.
    let busy = |entry: &str, judge: &str| Problem {
        absences: [away(entry, 1)].into(),
        forbidden: [(judge.parse().unwrap(), "E2".parse().unwrap())].into(),
        ..Problem::of(roles(3, 3, 3))
    };
    check(&busy("E1", "J3"), 4, "E1 has 3 interviews, and is away in 1 rounds");
    check(
        &Problem { absences: [away("C1", 1)].into(), ..matrix(CYCLIC_OF_THREE) },
        4,
        "C1 has 3 interviews, and is away in 1 rounds",
    );
    check(&Problem::of(roles(4, 1, 4)), 4, "at most 1 of the 4 interviews fit into one round");
    check(&matrix("judge,E1,E2\nJ1,C2,C2\nJ2,C2,C1\n"), 3, "C2 has 3 interviews");
    check(&matrix("judge,E1,E2\nJ1,C1,C1\nJ2,C1,C2\n"), 3, "C1 has 3 interviews");
}

#[test]
fn a_role_has_no_more_people_than_can_be_searched_for() {
    assert_eq!(solved(&Problem::of(roles(1, 1, 512))).rounds, 1);
    for of in [roles(1, 1, 513), roles(1, 1, 600)] {
        check_clash(
            &Problem::of(of),
            "1 interviews in 1 rounds or more are too many to search (ask for fewer of a role)",
        );
    }
}

#[test]
fn a_search_holds_128_rounds() {
    check(&Problem::of(roles(128, 1, 1)), 128, "at most 1 of the 128 interviews fit into one round");
    check_clash(
        &Problem::of(roles(129, 1, 1)),
        "129 interviews in 129 rounds or more are too many to search (ask for fewer of a role)",
    );
}

#[test]
fn what_is_fixed_may_leave_no_even_way_to_share_out_the_others() {
    // J1 and J2 have both confederates once, so that J1 meets E2 beside C2, who is beside E2 already.
    check_clash(
        &Problem { fixed: vec![pairing("1,J1,E1,C1"), pairing("1,J2,E2,C2")], ..Problem::of(roles(2, 2, 2)) },
        "the confederates cannot be shared out evenly around the forbidden meetings and the fixed interviews",
    );
}

#[test]
fn people_who_are_fixed_more_often_than_their_share_are_named() {
    let fixed = |lines: &[&str]| Problem {
        fixed: lines.iter().map(|line| pairing(line)).collect(),
        ..Problem::of(roles(1, 4, 2))
    };
    assert_eq!(solved(&fixed(&["1,J1,E1,C1"])).rounds, 4);
    assert_eq!(solved(&fixed(&["1,J1,E1,C1", "2,J1,E2,C1"])).rounds, 4);
    check_clash(
        &fixed(&["1,J1,E1,C1", "2,J1,E2,C1", "3,J1,E3,C1"]),
        "in the fixed interviews, J1 meets C1 3 times, though 2 would be even",
    );
}

#[test]
fn a_judge_who_knows_somebody_does_not_meet_them() {
    let knows = |judge: &str, who: &str| (judge.parse().unwrap(), who.parse::<Witness>().unwrap());
    let problem = Problem { forbidden: [knows("J1", "E2"), knows("J2", "C3")].into(), ..Problem::of(roles(4, 4, 4)) };
    let plan = solved(&problem).plan;
    assert_eq!(plan.meetings.len(), 15);
}

#[test]
fn a_judge_who_must_not_meet_one_of_two_confederates_meets_the_other_twice() {
    let knows = ("J1".parse().unwrap(), "C1".parse::<Witness>().unwrap());
    let problem = Problem { forbidden: [knows].into(), ..Problem::of(roles(2, 2, 2)) };
    let solution = solved(&problem);
    let with_c2 = solution.plan.meetings.iter().filter(|meeting| meeting.confederate == Some(ConfederateId::new(2)));
    assert_eq!((with_c2.count(), solution.rounds), (3, 3));
}

#[test]
fn with_two_rooms_two_interviews_take_place_at_a_time() {
    let problem = Problem { parallel: Some(2), ..Problem::of(roles(4, 4, 4)) };
    check(&problem, 8, "at most 2 of the 16 interviews fit into one round");
}

#[test]
fn a_plan_with_too_few_rooms_or_too_many_rounds_is_told_so() {
    let lines = "round,judge,entry,confederate\n1,J1,E1,C1\n1,J2,E2,C2\n2,J1,E2,C2\n2,J2,E1,C1\n";
    let plan = csv::read_plan(lines).unwrap();
    let told = |parallel, rounds| -> Vec<String> {
        let problem = Problem { parallel: Some(parallel), rounds: Some(rounds), ..Problem::of(roles(2, 2, 2)) };
        let of_limits = |breach: &Breach| matches!(breach, Breach::Parallel { .. } | Breach::Rounds { .. });
        breaches(&problem, &plan).iter().filter(|breach| of_limits(breach)).map(ToString::to_string).collect()
    };
    assert_eq!(told(2, 2), [""; 0]);
    assert_eq!(told(2, 3), [""; 0]);
    assert_eq!(
        told(1, 1),
        [
            "R1 has 2 interviews, and there are places for 1",
            "R2 has 2 interviews, and there are places for 1",
            "the plan takes 2 rounds, and there is time for 1",
        ]
    );
}

#[test]
fn an_entry_may_be_beside_somebody_more_often_where_judges_are_kept_from_others() {
    // Two of six judges must not meet C1: E1 is beside each of three confederates twice, or as much less or more.
    let knows = |judge: &str| (judge.parse().unwrap(), "C1".parse::<Witness>().unwrap());
    let problem = Problem { forbidden: [knows("J1"), knows("J2")].into(), ..Problem::of(roles(6, 1, 3)) };
    let told = |people: [u16; 6]| -> Vec<String> {
        let lines = people.iter().zip(1..).map(|(person, judge)| format!("{judge},J{judge},E1,C{person}\n"));
        let plan = csv::read_plan(&format!("round,judge,entry,confederate\n{}", lines.collect::<String>())).unwrap();
        breaches(&problem, &plan).iter().map(ToString::to_string).collect()
    };
    assert_eq!(told([2, 2, 2, 2, 3, 3]), [""; 0]);
    assert_eq!(told([2, 2, 2, 2, 2, 3]), ["E1 meets C2 5 times, though 0 to 4 would be even"]);
}

#[test]
fn what_was_played_is_kept_when_the_rest_is_planned_again() {
    let before = solved(&Problem::of(roles(5, 5, 5))).plan;
    let played: Vec<_> =
        csv::write_plan(&before).lines().skip(1).map(pairing).filter(|pairing| pairing.round.number() <= 2).collect();
    let left = |round| ("C5".parse::<Participant>().unwrap(), RoundNumber::new(round));
    let problem = Problem { fixed: played.clone(), absences: [left(3)].into(), ..Problem::of(roles(5, 5, 5)) };
    let after = solved(&problem);
    assert!(played.iter().all(|pairing| after.plan.meetings.contains(&(*pairing).into())));
    assert_eq!((after.rounds, after.is_minimal()), (6, true));
}

#[test]
fn requests_that_clash_are_named() {
    let knows = |judge: &str, who: &str| (judge.parse().unwrap(), who.parse::<Witness>().unwrap());
    let plain = || Problem::of(roles(3, 3, 3));
    for nobody in [roles(0, 3, 3), roles(3, 0, 3), roles(3, 3, 0)] {
        check_clash(&Problem::of(nobody), "a plan needs at least one judge, one entry and one confederate");
    }
    check_clash(
        &Problem { parallel: Some(0), ..plain() },
        "no interview may take place at any time (allow at least 1 in parallel)",
    );
    check_clash(
        &Problem { forbidden: [knows("J9", "C1")].into(), ..plain() },
        "J9 is named, but the contest has only 3 in that role",
    );
    check_clash(
        &Problem { forbidden: [knows("J2", "C1"), knows("J2", "C2"), knows("J2", "C3")].into(), ..plain() },
        "J2 must meet entries, but not any confederate",
    );
    check_clash(
        &Problem { fixed: vec![pairing("1,J1,E1,C1"), pairing("1,J1,E2,C2")], ..plain() },
        "in the fixed interviews, J1 is in 2 interviews of R1",
    );
    check_clash(
        &Problem { fixed: vec![pairing("1,J1,E1,C1")], forbidden: [knows("J1", "E1")].into(), ..plain() },
        "in the fixed interviews, J1 meets E1 in R1, though they must not meet",
    );
    check_clash(
        &Problem {
            fixed: vec![pairing("2,J1,E1,C1")],
            absences: [("C1".parse().unwrap(), RoundNumber::new(2))].into(),
            ..plain()
        },
        "in the fixed interviews, C1 is planned for R2, but is away",
    );
    check_clash(
        &Problem { forbidden: [knows("J1", "E1")].into(), ..matrix(CYCLIC) },
        "the matrix has J1 meet E1 beside C1, but J1 and E1 must not meet",
    );
    check_clash(
        &Problem::of(roles(512, 512, 512)),
        "262144 interviews in 512 rounds or more are too many to search (ask for fewer of a role)",
    );
}

#[test]
fn a_matrix_that_is_no_latin_square_is_told_so_and_planned_all_the_same() {
    let told =
        |text: &str| csv::read_matrix(text).unwrap().faults().iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(told(CYCLIC), [""; 0]);
    let twice = "judge,E1,E2\nJ1,C1,C1\nJ2,C2,C1\n";
    assert_eq!(told(twice), ["row J1 has C1 twice", "column E2 has C1 twice"]);
    assert_eq!(solved(&matrix(twice)).rounds, 3);
    let blank = "judge,E1,E2\nJ1,C1,C2\nJ2,C2,\n";
    assert_eq!(told(blank), ["J2 and E2 have no confederate"]);
    assert_eq!(solved(&matrix(blank)).plan.meetings.len(), 3);
    check_clash(
        &Problem { roles: roles(4, 5, 4), ..matrix(CYCLIC) },
        "the matrix has 4 rows and 4 columns, for 4 judges and 5 entries (write a row per judge and a column per entry)",
    );
}

#[test]
fn a_square_plan_is_drawn_as_a_contest_draws_it() {
    for order in [3, 4, 10] {
        let roles = roles(order, order, order);
        let seed = Seed::from_contributions(["organiser"]);
        let drawn = solved(&Problem::of(roles)).drawn(&Problem::of(roles), seed);
        assert_eq!(drawn.plan, Plan::of(&draw(&rulebook(roles), seed).unwrap()));
    }
}

#[test]
fn a_drawn_plan_still_does_what_was_asked_for() {
    let problems = [
        matrix(CYCLIC),
        Problem::of(roles(5, 8, 3)),
        Problem { fixed: vec![pairing("2,J1,E1,C2")], ..Problem::of(roles(3, 3, 3)) },
    ];
    for problem in problems {
        let solution = solved(&problem);
        let drawn = solution.clone().drawn(&problem, Seed::from_contributions(["1"]));
        assert_eq!(breaches(&problem, &drawn.plan), []);
        assert_eq!(drawn.rounds, solution.rounds);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn both_provers_say_the_same_of_any_plan(meetings in prop::collection::vec((1_u16..5, 1_u16..5, 1_u16..5, 1_u16..5), 0..12)) {
        let meetings = meetings.into_iter().map(|(round, judge, entry, person)| {
            meeting(&format!("{round},{judge},{entry},{person}"))
        });
        let plan = Plan { meetings: meetings.collect() };
        let roles = roles(3, 3, 3);
        let theirs: Vec<String> = violations(&rulebook(roles), &plan).iter().map(Violation::to_string).collect();
        let ours: Vec<String> = breaches(&Problem::of(roles), &plan).iter().map(ToString::to_string).collect();
        prop_assert_eq!(theirs, ours);
    }

    #[test]
    fn whatever_is_asked_for_comes_out_sound_or_is_refused(
        (judges, entries, confederates) in (1_u16..5, 1_u16..5, 1_u16..5),
        forbidden in prop::collection::vec((1_u16..5, 1_u16..5, any::<bool>()), 0..3),
        absences in prop::collection::vec((1_u16..5, 1_u16..4, 0_usize..3), 0..3),
        parallel in prop::option::of(1_u16..4),
        rounds in prop::option::of(1_u16..9),
    ) {
        let roles = roles(judges, entries, confederates);
        let mut problem = Problem { parallel, rounds, ..Problem::of(roles) };
        for (judge, number, is_entry) in forbidden {
            let letter = if is_entry { 'E' } else { 'C' };
            problem.forbidden.insert((format!("J{judge}").parse().unwrap(), format!("{letter}{number}").parse().unwrap()));
        }
        for (number, round, role) in absences {
            let letter = ["J", "E", "C"][role];
            problem.absences.insert((format!("{letter}{number}").parse().unwrap(), RoundNumber::new(round)));
        }
        if let Ok(solution) = solve(&problem, Effort { steps: 20_000 }) {
            prop_assert_eq!(breaches(&problem, &solution.plan), []);
            prop_assert!(solution.at_least <= solution.rounds);
            prop_assert_eq!(solve(&problem, Effort { steps: 20_000 }).unwrap(), solution);
        }
    }

    #[test]
    fn any_latin_square_of_order_five_is_played_in_full(shift in 1_usize..5, text: String) {
        let rows = (0..5).map(|judge| (0..5).map(|entry| {
            Some(rulebook::ConfederateId::at((entry + shift * judge) % 5))
        }).collect()).collect();
        let problem = Problem::of_matrix(Matrix { rows });
        let solution = solved(&problem).drawn(&problem, Seed::from_contributions([text.as_str()]));
        prop_assert_eq!(solution.rounds, 5);
        prop_assert_eq!(violations(&rulebook(roles(5, 5, 5)), &solution.plan), []);
    }
}
