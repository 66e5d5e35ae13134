//! The time the solver takes for a plan of the fewest rounds and its proof: one line a problem.
//! `bench/schedules/compare.py` compares the lines with its peer's.
//!
//! Arguments are names of problems; without arguments, all problems run.

#![expect(clippy::print_stdout, reason = "a benchmark prints")]

use std::time::Instant;

use rulebook::schema::Roles;
use schedule::{Effort, Problem, Solution, breaches, csv, solve};

/// The least total time for the repetitions of a problem, in seconds.
const REPEAT_S: f64 = 0.2;

fn main() {
    let chosen: Vec<_> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    for (name, problem) in problems() {
        if chosen.is_empty() || chosen.contains(&name) {
            measure(&name, &problem);
        }
    }
}

fn problems() -> Vec<(String, Problem)> {
    let numbers = |judges, entries, confederates| Problem::of(Roles::of(judges, entries, confederates));
    let squares = (3..=10).map(|order| (format!("square-{order}"), numbers(order, order, order)));
    let cyclic = csv::read_matrix(include_str!("../../../bench/schedules/cyclic-4.csv")).expect("a sound matrix");
    let others = [
        ("cyclic-4".to_owned(), Problem::of_matrix(cyclic)),
        ("5x8x3".to_owned(), numbers(5, 8, 3)),
        ("10x8x4".to_owned(), numbers(10, 8, 4)),
    ];
    squares.chain(others).collect()
}

fn measure(name: &str, problem: &Problem) {
    let start = Instant::now();
    let (mut solution, mut times) = (solved(problem), 1);
    while start.elapsed().as_secs_f64() < REPEAT_S {
        solution = solved(problem);
        times += 1;
    }
    let seconds = start.elapsed().as_secs_f64() / f64::from(times);
    assert_eq!(breaches(problem, &solution.plan), [], "{name}");
    let proved = if solution.is_minimal() { "proved" } else { "not-proved" };
    println!("{name} {seconds:.9} {} {proved}", solution.rounds);
}

fn solved(problem: &Problem) -> Solution {
    solve(problem, Effort::default()).expect("these problems have plans")
}
