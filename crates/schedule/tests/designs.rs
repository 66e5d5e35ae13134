//! Stories of every design: for any numbers and seed, the prover finds no fault in a drawn plan.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::{collections::BTreeMap, fs, path::Path, time::Duration};

use proptest::prelude::*;
use rulebook::{
    ConfederateId, RoundNumber, Rulebook, Seat, Seed, Witness,
    schema::{Design, Layout, People, Roles, Seats, Sessions, Trials},
};
use schedule::{Plan, construct, csv, draw, trial_of, violations};

use common::{rulebook, seed};

fn rotation(judges: u16, entries: u16, confederates: u16) -> Rulebook {
    rulebook(Design::Rotation, Layout::One, Roles::of(judges, entries, confederates))
}

fn turns(layout: Layout, people: u16, entries: u16, parallel: u16, rounds: u16) -> Rulebook {
    let roles = Roles { people: People::Both, parallel, ..Roles::of(people, entries, people) };
    rulebook(Design::TakeTurns { rounds }, layout, roles)
}

/// The cyclic Latin square of the rules of 2006.
fn matrix() -> Vec<Vec<ConfederateId>> {
    let rows = [[1, 2, 3, 4], [4, 1, 2, 3], [3, 4, 1, 2], [2, 3, 4, 1]];
    rows.map(|row| row.map(ConfederateId::new).to_vec()).to_vec()
}

/// The shapes of the contests with shipped rulebooks: roles, design and layout.
fn shapes() -> Vec<(&'static str, Rulebook)> {
    let with_trials = |count, mut rulebook: Rulebook| {
        rulebook.trials = Some(Trials::of(count, None));
        rulebook
    };
    let at_terminals = |mut rulebook: Rulebook| {
        rulebook.schedule.seats = Seats::Terminals;
        rulebook
    };
    let pairs = |design, roles| rulebook(design, Layout::Pair, roles);
    vec![
        ("1995: eight entries, four confederates, ten judges", at_terminals(rotation(10, 8, 4))),
        ("2003: eight entries, one confederate, five judges", at_terminals(rotation(5, 8, 1))),
        ("2006: the printed matrix", pairs(Design::Matrix(matrix()), Roles::of(4, 4, 4))),
        ("2006: fewer of each use its first rows and columns", pairs(Design::Matrix(matrix()), Roles::of(3, 2, 4))),
        ("2010: four of each", pairs(Design::GraecoLatin, Roles::of(4, 4, 4))),
        ("the wager: three judges, one entry, three foils, three trials", with_trials(3, rotation(3, 1, 3))),
        ("1950: one interrogator", pairs(Design::FewestRounds, Roles::of(1, 1, 1))),
        ("2014: thirty judges, five entries, twenty-five people", pairs(Design::FewestRounds, Roles::of(30, 5, 25))),
        ("two and two", pairs(Design::FewestRounds, Roles::of(2, 2, 2))),
        ("six and six", pairs(Design::FewestRounds, Roles::of(6, 6, 6))),
        ("two parties, one at a time", rotation(6, 2, 4)),
        ("three parties, everyone in turn", turns(Layout::Pair, 8, 2, 4, 8)),
        ("human or not, everyone in turn", turns(Layout::One, 8, 2, 4, 6)),
    ]
}

/// Checks that the prover finds no fault in the drawn plan and in the constructed one.
fn check(name: &str, rulebook: &Rulebook, seed: Seed) -> Plan {
    let assignment = draw(rulebook, seed).unwrap_or_else(|no_design| panic!("{name}: {no_design}"));
    let plan = Plan::of(&assignment);
    for plan in [&plan, &construct(rulebook).unwrap()] {
        let found: Vec<String> = violations(rulebook, plan).iter().map(ToString::to_string).collect();
        assert_eq!(found, [""; 0], "{name}");
    }
    assert!(assignment.0.is_sorted_by_key(|seating| seating.interview), "{name}");
    plan
}

#[test]
fn every_shape_of_contest_is_drawn_so_that_the_prover_finds_nothing() {
    for (name, rulebook) in shapes() {
        for text in ["", "1", "2"] {
            check(name, &rulebook, seed(text));
        }
    }
}

// Source: the schedule and the matrix printed in the rules of 2006.
#[test]
#[expect(clippy::print_stderr, reason = "a skipped test says so")]
fn the_rounds_printed_in_2006_keep_to_the_matrix_and_others_do_not() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/schedules/printed-2006.csv");
    let Ok(text) = fs::read_to_string(&file) else {
        eprintln!("skipped: {} cannot be read", file.display());
        return;
    };
    let rulebook = rulebook(Design::Matrix(matrix()), Layout::Pair, Roles::of(4, 4, 4));
    assert_eq!(violations(&rulebook, &csv::read_plan(&text).unwrap()), []);
    assert_eq!(draw(&rulebook, seed("1")).unwrap().rounds(), 6);
    let other = csv::read_plan(&text.replacen("1,J1,E1,C1", "1,J1,E1,C3", 1)).unwrap();
    let told: Vec<String> = violations(&rulebook, &other).iter().map(ToString::to_string).collect();
    assert_eq!(told, ["J1 meets E1 beside C3 in R1, and the matrix says otherwise"]);
}

#[test]
fn what_a_plan_of_turns_breaks_is_told_in_words() {
    let rulebook = turns(Layout::One, 3, 1, 1, 2);
    let plan = "round,judge,entry,confederate\n1,J1,,C1\n1,J2,E1,\n2,J2,E1,\n2,J3,E1,C1\n3,J2,,C1\n";
    let told: Vec<String> =
        violations(&rulebook, &csv::read_plan(plan).unwrap()).iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "E1 is in 2 interviews of R2",
            "J1 is the same person as C1, and is planned twice for R1",
            "J3 meets E1 and C1 in R2, and should meet one at a time",
            "the plan takes 3 rounds, and the design has 2",
            "J2 asks 3 times, though 1 or 2 would be even",
            "J1 meets entries not once, though 1 would be even",
            "J2 meets entries twice, though 1 would be even",
        ]
    );
}

#[test]
fn a_rotation_takes_as_many_rounds_as_there_are_witnesses_or_judges() {
    for (judges, entries, confederates) in [(1, 1, 1), (3, 1, 3), (10, 8, 4), (5, 8, 1), (20, 2, 2), (64, 64, 64)] {
        let plan = check("rotation", &rotation(judges, entries, confederates), seed("1"));
        assert_eq!(plan.rounds(), judges.max(entries + confederates));
    }
}

// Source: E. J. Williams (1949): squares of even order in which everyone follows everyone else once.
#[test]
fn in_a_rotation_of_even_order_nobody_always_follows_the_same() {
    let plan = check("rotation", &rotation(6, 3, 3), seed("1"));
    let mut follows: BTreeMap<(Witness, Witness), u32> = BTreeMap::new();
    for judge in 1..=6 {
        let mut met: Vec<_> = plan.meetings.iter().filter(|meeting| meeting.judge.number() == judge).collect();
        met.sort();
        let met: Vec<Witness> = met.iter().flat_map(|meeting| meeting.witnesses()).collect();
        for two in met.windows(2) {
            *follows.entry((two[0], two[1])).or_default() += 1;
        }
    }
    assert_eq!(follows.len(), 30);
    assert!(follows.values().all(|&times| times == 1));
}

#[test]
fn every_trial_is_drawn_anew_and_rounds_are_numbered_through() {
    let (_, wager) = shapes().into_iter().find(|(name, _)| name.starts_with("the wager")).unwrap();
    let plan = check("the wager", &wager, seed("1"));
    assert_eq!((plan.rounds(), plan.meetings.len()), (12, 36));
    let trials: Vec<u16> = (1..=12).map(|round| trial_of(&wager, 12, RoundNumber::new(round))).collect();
    assert_eq!(trials, [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]);
    let of = |trial: u16| -> Vec<_> {
        let meetings = plan.meetings.iter().filter(|m| trial_of(&wager, 12, m.round) == trial);
        meetings.map(|m| ((m.round.number() - 1) % 4, m.judge, m.entry, m.confederate)).collect()
    };
    assert!(of(1) != of(2) && of(2) != of(3));
}

#[test]
fn a_terminal_is_the_same_for_every_judge_and_drawn_anew_for_every_trial() {
    let mut rulebook = rotation(5, 3, 4);
    rulebook.schedule.seats = Seats::Terminals;
    rulebook.trials = Some(Trials::of(2, None));
    let assignment = draw(&rulebook, seed("1")).unwrap();
    let terminals = |rounds: std::ops::RangeInclusive<u16>| {
        let mut terminals: BTreeMap<Witness, Seat> = BTreeMap::new();
        for seating in assignment.0.iter().filter(|s| rounds.contains(&s.interview.round.number())) {
            let (&seat, &witness) = seating.seats.first_key_value().unwrap();
            assert_eq!(*terminals.entry(witness).or_insert(seat), seat);
        }
        terminals
    };
    let (first, second) = (terminals(1..=7), terminals(8..=14));
    let mut seats: Vec<Seat> = first.values().copied().collect();
    seats.sort();
    assert_eq!(seats, (1..=7).map(Seat::Terminal).collect::<Vec<_>>());
    assert_ne!(first, second);
}

#[test]
fn a_single_witness_without_a_terminal_has_no_label() {
    let assignment = draw(&rotation(3, 1, 3), seed("1")).unwrap();
    assert!(assignment.0.iter().all(|seating| seating.seats.keys().eq([&Seat::Only])));
}

#[test]
fn nobody_rests_while_they_could_talk_and_people_meet_people_as_often_as_entries() {
    let plan = check("human or not", &turns(Layout::One, 8, 1, 8, 6), seed("1"));
    let with_entries = plan.meetings.iter().filter(|meeting| meeting.entry.is_some()).count();
    let with_people = plan.meetings.len() - with_entries;
    assert!(with_entries.abs_diff(with_people) <= 1, "{with_entries} with entries, {with_people} with people");
    assert_eq!(with_entries + 2 * with_people, 6 * 8);
}

#[test]
fn in_eight_rounds_eight_people_ask_four_times_each() {
    let plan = check("three parties", &turns(Layout::Pair, 8, 2, 4, 8), seed("1"));
    assert_eq!(plan.meetings.len(), 32);
    for judge in 1..=8 {
        assert_eq!(plan.meetings.iter().filter(|meeting| meeting.judge.number() == judge).count(), 4);
    }
}

#[test]
fn turns_are_even_for_all_small_numbers() {
    for layout in [Layout::Pair, Layout::One] {
        for people in 2..=24 {
            for (entries, parallel) in [(1, 1), (2, 1), (1, 3), (3, 2), (2, 16)] {
                for rounds in [1, 2, 3, 5, 8, 12, 13, 20] {
                    let rulebook = turns(layout, people, entries, parallel, rounds);
                    let name = format!("{layout:?}: {people} people, {entries} x {parallel}, {rounds} rounds");
                    check(&name, &rulebook, seed("1"));
                }
            }
        }
    }
}

#[test]
fn what_no_design_is_for_is_refused_with_what_to_change() {
    let check = |rulebook: &Rulebook, expected: &str| {
        let no_design = draw(rulebook, seed("1")).unwrap_err().to_string();
        assert!(no_design.contains(expected), "{no_design}");
    };
    let pairs = |design, roles| rulebook(design, Layout::Pair, roles);
    check(&pairs(Design::Rotation, Roles::of(3, 1, 3)), "the design `rotation` is not for the layout `pair`");
    check(&pairs(Design::Matrix(matrix()), Roles::of(5, 4, 4)), "no confederate for J5 and E1");
    check(&pairs(Design::Matrix(matrix()), Roles::of(4, 4, 3)), "names C4, but there are only 3");
    check(&pairs(Design::TakeTurns { rounds: 3 }, Roles::of(4, 4, 4)), "set `roles.people` to \"both\"");
    check(&rotation(0, 1, 1), "at least one judge");
    check(&rotation(513, 1, 1), "a plan for 513 judges is too large");
    let both = Roles { people: People::Both, ..Roles::of(4, 4, 4) };
    check(&pairs(Design::GraecoLatin, both), "lets every judge meet every confederate, and so themselves");
    let mut terminals = pairs(Design::GraecoLatin, Roles::of(4, 4, 4));
    terminals.schedule.seats = Seats::Terminals;
    check(&terminals, "terminals are for one witness at a time");
    let alone = Roles { people: People::Both, ..Roles::of(1, 1, 1) };
    check(&pairs(Design::TakeTurns { rounds: 3 }, alone), "the same people, at least two, not 1 judges");
    let unequal = Roles { people: People::Both, ..Roles::of(4, 1, 3) };
    check(&pairs(Design::TakeTurns { rounds: 3 }, unequal), "not 4 judges and 3 confederates");
}

#[test]
fn a_plan_of_too_many_interviews_is_refused_with_their_number_whatever_the_design() {
    let check = |rulebook: &Rulebook| {
        let no_design = draw(rulebook, seed("1")).unwrap_err().to_string();
        assert!(no_design.starts_with("a plan of 8704 interviews is too large"), "{no_design}");
    };
    let in_sessions = |mut rulebook: Rulebook, judges, confederates| {
        rulebook.schedule.sessions = Some(Sessions { judges, confederates, pause: Duration::ZERO });
        rulebook
    };
    check(&rotation(512, 8, 9));
    check(&turns(Layout::Pair, 512, 2, 1, 17));
    // In a session a judge meets the confederates of that session only.
    check(&in_sessions(rotation(512, 8, 90), 9, 9));
    check(&in_sessions(rulebook(Design::FewestRounds, Layout::Pair, Roles::of(512, 17, 32)), 16, 16));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn whatever_the_numbers_and_the_seed_the_prover_finds_nothing(
        text: String,
        (judges, entries, confederates) in (1_u16..9, 1_u16..7, 1_u16..7),
        (parallel, rounds, trials) in (1_u16..5, 1_u16..16, 1_u16..4),
    ) {
        let roles = Roles::of(judges, entries, confederates);
        let mut all = vec![
            rotation(judges, entries, confederates),
            rulebook(Design::FewestRounds, Layout::Pair, roles),
            turns(Layout::Pair, judges + 1, entries, parallel, rounds),
            turns(Layout::One, judges + 1, entries, parallel, rounds),
        ];
        for rulebook in &mut all {
            rulebook.trials = Some(Trials::of(trials, None));
            check("any", rulebook, seed(&text));
        }
    }
}
