//! The draws of a seed stay the same for ever: everybody who verifies a published record draws it again, with programs
//! that are written later. This file has the digests of many contests' draws.
//!
//! If one differs, an old record can no longer be verified. A new way of drawing is a new version of the format; only a
//! design that no contest has used may change its digest. A problem without a plan has the digest of its sentence,
//! which may be reworded.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::{collections::BTreeSet, time::Duration};

use rulebook::{
    ConfederateId, Draws, Participant, RoundNumber, Rulebook, Witness,
    schema::{Design, Layout, People, Roles, Seats, Sessions, Trials},
};
use schedule::{Assignment, Effort, Matrix, NoRedraw, Pairing, Problem, csv, draw, panels, redraw, solve};

use common::{rulebook, seed};

/// The FNV-1a hash of a text, in hexadecimal digits.
fn digest(text: &str) -> String {
    let hash = text
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    format!("{hash:016x}")
}

fn written(assignment: &Assignment) -> String {
    let line = |seating: &schedule::Seating| {
        let seats = seating.seats.iter().map(|(seat, witness)| format!(" {seat} {witness}"));
        format!("{}{}\n", seating.interview, seats.collect::<String>())
    };
    assignment.0.iter().map(line).collect()
}

/// Compares all draws with their digests at once.
fn compare(drawn: impl IntoIterator<Item = (String, String)>, expected: &str) {
    let lines: Vec<String> = drawn.into_iter().map(|(name, text)| format!("{} {name}", digest(&text))).collect();
    assert_eq!(lines.join("\n"), expected.trim());
}

fn pairs(design: Design, judges: u16, entries: u16, confederates: u16) -> Rulebook {
    rulebook(design, Layout::Pair, Roles::of(judges, entries, confederates))
}

fn rotation(judges: u16, entries: u16, confederates: u16) -> Rulebook {
    rulebook(Design::Rotation, Layout::One, Roles::of(judges, entries, confederates))
}

fn turns(layout: Layout, people: u16, entries: u16, parallel: u16, rounds: u16) -> Rulebook {
    let roles = Roles { people: People::Both, parallel, ..Roles::of(people, entries, people) };
    rulebook(Design::TakeTurns { rounds }, layout, roles)
}

fn matrix(rows: &[[u16; 4]]) -> Design {
    Design::Matrix(rows.iter().map(|row| row.map(ConfederateId::new).to_vec()).collect())
}

const CYCLIC: [[u16; 4]; 4] = [[1, 2, 3, 4], [4, 1, 2, 3], [3, 4, 1, 2], [2, 3, 4, 1]];

fn with(mut rulebook: Rulebook, change: impl FnOnce(&mut Rulebook)) -> Rulebook {
    change(&mut rulebook);
    rulebook
}

fn in_sessions(rulebook: Rulebook, judges: u16, confederates: u16) -> Rulebook {
    with(rulebook, |rulebook| {
        rulebook.schedule.sessions = Some(Sessions { judges, confederates, pause: Duration::ZERO });
    })
}

fn at_terminals(rulebook: Rulebook) -> Rulebook {
    with(rulebook, |rulebook| rulebook.schedule.seats = Seats::Terminals)
}

fn in_trials(count: u16, rulebook: Rulebook) -> Rulebook {
    with(rulebook, |rulebook| rulebook.trials = Some(Trials::of(count, None)))
}

/// Compares the draws of these contests, and the redraws after a participant left, with the digests.
fn check(contests: Vec<(&str, Rulebook)>, expected: &str) {
    let leaving: &[&[&str]] = &[&["C2"], &["J1"], &["E1"], &["J2", "C3"]];
    let mut drawn = vec![];
    for (name, rulebook) in contests {
        let played = draw(&rulebook, seed("1")).unwrap();
        drawn.push((name.to_owned(), written(&played)));
        // Large contests of pairs take long to draw again.
        if rulebook.schedule.sessions.is_none() && rulebook.interview.layout == Layout::Pair && played.0.len() > 49 {
            continue;
        }
        for (rounds, left) in (0..).zip(leaving) {
            let left: BTreeSet<Participant> = left.iter().map(|id| id.parse().unwrap()).collect();
            let up_to = (rounds > 0).then(|| RoundNumber::new(rounds));
            let text = match redraw(&rulebook, &played, up_to, &left, seed("2")) {
                Ok(after) => written(&after),
                Err(NoRedraw::Stranger { .. }) => continue,
                Err(why) => why.to_string(),
            };
            drawn.push((format!("{name}, {rounds} played"), text));
        }
    }
    compare(drawn, expected);
}

#[test]
fn a_seed_draws_the_same_squares_for_ever() {
    let square = |order| pairs(Design::GraecoLatin, order, order, order);
    check(
        vec![
            ("three of each", square(3)),
            ("four of each", square(4)),
            ("seven of each", square(7)),
            ("eight of each", square(8)),
            ("ten of each", square(10)),
            ("twelve of each", square(12)),
        ],
        include_str!("forever/squares.txt"),
    );
}

#[test]
fn a_seed_draws_the_same_pairs_in_the_fewest_rounds_for_ever() {
    let fewest = |judges, entries, confederates| pairs(Design::FewestRounds, judges, entries, confederates);
    check(
        vec![
            ("1 1 1", fewest(1, 1, 1)),
            ("2 2 2", fewest(2, 2, 2)),
            ("2 3 4", fewest(2, 3, 4)),
            ("5 4 3", fewest(5, 4, 3)),
            ("5 8 3", fewest(5, 8, 3)),
            ("6 6 6", fewest(6, 6, 6)),
            ("6 6 7", fewest(6, 6, 7)),
            ("7 3 5", fewest(7, 3, 5)),
        ],
        include_str!("forever/fewest-rounds.txt"),
    );
}

#[test]
fn a_seed_draws_the_same_pairs_of_a_matrix_for_ever() {
    let cyclic = || matrix(&CYCLIC);
    let repeats = matrix(&[[1, 1, 2, 3], [2, 3, 1, 2], [3, 2, 3, 1]]);
    check(
        vec![
            ("the matrix of 2006", pairs(cyclic(), 4, 4, 4)),
            ("fewer of each", pairs(cyclic(), 3, 2, 4)),
            ("a matrix that repeats", pairs(repeats, 3, 4, 3)),
        ],
        include_str!("forever/matrix.txt"),
    );
}

#[test]
fn a_seed_draws_the_same_rotations_for_ever() {
    check(
        vec![
            ("5 8 1", rotation(5, 8, 1)),
            ("10 8 4 at terminals", at_terminals(rotation(10, 8, 4))),
            ("3 1 3 in trials", in_trials(3, rotation(3, 1, 3))),
            ("3 1 3 in trials at terminals", at_terminals(in_trials(3, rotation(3, 1, 3)))),
        ],
        include_str!("forever/rotation.txt"),
    );
}

#[test]
fn a_seed_draws_the_same_turns_for_ever() {
    check(
        vec![
            ("pairs, 8 people", turns(Layout::Pair, 8, 2, 4, 8)),
            ("pairs, 9 people", turns(Layout::Pair, 9, 2, 2, 7)),
            ("pairs, 7 people, 1 entry", turns(Layout::Pair, 7, 1, 1, 5)),
            ("pairs, 6 people, 3 entries", turns(Layout::Pair, 6, 3, 1, 9)),
            ("pairs, 5 people, 4 entries", turns(Layout::Pair, 5, 4, 2, 11)),
        ],
        include_str!("forever/turns-of-pairs.txt"),
    );
}

#[test]
fn a_seed_draws_the_same_turns_with_one_at_a_time_for_ever() {
    check(
        vec![
            ("8 people", turns(Layout::One, 8, 2, 4, 6)),
            ("9 people", turns(Layout::One, 9, 3, 1, 7)),
            ("5 people, 1 entry", turns(Layout::One, 5, 1, 1, 4)),
            ("10 people, 1 entry", turns(Layout::One, 10, 1, 2, 9)),
            ("7 people, 5 entries", turns(Layout::One, 7, 5, 1, 12)),
            ("2 people", turns(Layout::One, 2, 1, 1, 3)),
        ],
        include_str!("forever/turns.txt"),
    );
}

#[test]
fn a_seed_draws_the_same_sessions_for_ever() {
    check(
        vec![
            ("2014", in_sessions(pairs(Design::GraecoLatin, 30, 5, 30), 5, 5)),
            ("fewer people", in_sessions(pairs(Design::FewestRounds, 10, 5, 8), 4, 5)),
            ("people in several sessions", in_sessions(pairs(Design::FewestRounds, 12, 3, 7), 3, 3)),
            ("at terminals", at_terminals(in_sessions(rotation(12, 2, 9), 4, 3))),
        ],
        include_str!("forever/sessions.txt"),
    );
}

#[test]
fn a_seed_draws_the_same_panels_for_ever() {
    let numbers = [
        (9, 30, 3, 10),
        (12, 9, 4, 3),
        (10, 6, 5, 3),
        (15, 10, 6, 4),
        (26, 13, 6, 3),
        (11, 11, 5, 5),
        (8, 20, 3, 9),
        (2, 3, 1, 2),
        (10, 5, 4, 2),
        (5, 4, 3, 3),
        (7, 5, 4, 3),
    ];
    let drawn = numbers.map(|(judges, entries, each, most)| {
        let mut draws = Draws::new(seed("1"), "panels");
        let made = panels(judges, entries, each, most, &mut draws).unwrap();
        (format!("{entries} entries, {each} of {judges} judges"), format!("{:?}", made.entries_of))
    });
    compare(drawn, include_str!("forever/panels.txt"));
}

/// The solver's search is no draw, but its documentation promises as much: the same problem and effort give the same
/// plan on every machine.
#[test]
fn the_same_problem_is_solved_in_the_same_way_for_ever() {
    let away = |who: &str, round| (who.parse::<Participant>().unwrap(), RoundNumber::new(round));
    let knows = |judge: &str, who: &str| (judge.parse().unwrap(), who.parse::<Witness>().unwrap());
    let fixed = |round, judge: &str, entry: &str, confederate: &str| Pairing {
        round: RoundNumber::new(round),
        judge: judge.parse().unwrap(),
        entry: entry.parse().unwrap(),
        confederate: confederate.parse().unwrap(),
    };
    let of = |judges, entries, confederates| Problem::of(Roles::of(judges, entries, confederates));
    let rows = |rows: &[&[u16]]| Matrix {
        rows: rows.iter().map(|row| row.iter().map(|&id| (id > 0).then(|| ConfederateId::new(id))).collect()).collect(),
    };
    let problems = [
        ("three of each, one late", Problem { absences: [away("J1", 1), away("C2", 2)].into(), ..of(3, 3, 3) }),
        (
            "four of each, two acquainted",
            Problem { forbidden: [knows("J1", "E2"), knows("J2", "C3")].into(), ..of(4, 4, 4) },
        ),
        ("four of each in two rooms", Problem { parallel: Some(2), ..of(4, 4, 4) }),
        (
            "fixed beginning",
            Problem { fixed: vec![fixed(1, "J1", "E1", "C1"), fixed(2, "J1", "E2", "C3")], ..of(4, 4, 4) },
        ),
        (
            "six judges, four entries, late people",
            Problem { absences: [away("E1", 1), away("C1", 1), away("C1", 4)].into(), ..of(6, 4, 5) },
        ),
        ("a matrix with a blank", Problem::of_matrix(rows(&[&[1, 2, 0], &[2, 1, 3], &[3, 0, 1]]))),
        ("a matrix that repeats", Problem::of_matrix(rows(&[&[1, 1, 2], &[2, 3, 1], &[3, 2, 3]]))),
        ("one room", Problem { parallel: Some(1), ..of(2, 3, 2) }),
        ("no plan in four rounds", Problem { rounds: Some(4), ..of(5, 3, 2) }),
        ("two and two, three rounds", Problem { rounds: Some(3), ..of(2, 2, 2) }),
    ];
    let solved = problems.map(|(name, problem)| {
        let text = match solve(&problem, Effort { steps: 20_000 }) {
            Ok(solution) => {
                let drawn = solution.clone().drawn(&problem, seed("1"));
                let (plan, drawn) = (csv::write_plan(&solution.plan), csv::write_plan(&drawn.plan));
                format!("{plan}{drawn}{} {}", solution.at_least, solution.reason)
            }
            Err(why) => why.to_string(),
        };
        (name.to_owned(), text)
    });
    compare(solved, include_str!("forever/solved.txt"));
}
