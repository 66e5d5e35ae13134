//! Ballots and rankings that were given more than once.

use crate::{
    Ballots, Circumstances,
    fixture::{ballots, counted, rulebook, standings},
};

/// Checks the standings and the notes about repeats, for any order of the ballots.
#[track_caller]
fn check(kind: &str, ballots: &Ballots, expected: &[&str], notes: &[&str]) {
    let mut interviews: Vec<_> = ballots.interviews.iter().collect();
    interviews.reverse();
    let mut rankings = ballots.rankings.clone();
    rankings.reverse();
    for ballots in [ballots, &Ballots { interviews: interviews.into(), rankings }] {
        let found = counted(&rulebook(kind), ballots, &Circumstances::default());
        assert_eq!(standings(&found), expected);
        let mut told = found.told().notes;
        told.retain(|note| note.contains("more than") || note.contains("no ballot was given about"));
        assert_eq!(told, notes);
    }
}

/// The ballots of these lines, all about the interview of the first.
fn about_the_first(lines: &str) -> Ballots {
    let given = ballots(lines);
    let first = given.interviews.iter().next().unwrap().interview;
    let interviews = given.interviews.iter().map(|outcome| crate::Outcome { interview: first, ..outcome });
    Ballots { interviews: interviews.collect(), ..given }
}

#[test]
fn the_same_ballot_given_twice_counts_once() {
    check(
        "single",
        &about_the_first("J1 E1: human\nJ1 E1: human\nJ1 E1: -"),
        &["E1 1: 1", "E2 2: -", "E3 2: -"],
        &["counted once, though the same ballot was given more than once: 1 interview (R1-J1)"],
    );
}

#[test]
fn a_ballot_that_came_late_stands_for_the_one_that_was_missing() {
    check("single", &about_the_first("J1 E1: -\nJ1 E1: human"), &["E1 1: 1", "E2 2: -", "E3 2: -"], &[]);
    check("single", &about_the_first("J1 E1: -\nJ1 E1: -\n"), &["E1 1: -", "E2 1: -", "E3 1: -"], &[]);
}

#[test]
fn of_two_different_ballots_neither_counts() {
    check(
        "single",
        &about_the_first("J1 E1: human\nJ1 E1: machine"),
        &["E1 1: -", "E2 1: -", "E3 1: -"],
        &["not counted, because more than one ballot was given and they differ: 1 interview (R1-J1)"],
    );
}

#[test]
fn of_two_rankings_copies_count_once_and_different_ones_do_not_count() {
    let choice = "J1 E1 C1: choice E1\nJ1 E2 C2: choice E2\n";
    check(
        "choice",
        &ballots(&format!("{choice}J1 ranks E1 E2 C1=C2\nJ1 ranks E1 E2 C2=C1")),
        &["E1 1: 1 | 1", "E2 2: 1 | 2", "E3 3: - | -", "E4 3: - | -"],
        &["counted once, though the same ranking was given more than once: that of 1 judge (J1)"],
    );
    check(
        "choice",
        &ballots(&format!("{choice}J1 ranks E1 E2 C1 C2\nJ1 ranks E2 E1 C1 C2")),
        &["E1 1: 1 | -", "E2 1: 1 | -", "E3 3: - | -", "E4 3: - | -"],
        &["not counted, because more than one ranking was given and they differ: those of 1 judge (J1)"],
    );
}
