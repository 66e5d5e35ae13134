//! The time a million ballots take, from the file to the standings and from memory to the standings: a line for each
//! kind of ballot. `bench/tally/compare.py` compares the lines with its peer's.
//!
//! With a folder as argument the ballots are written there first, for the peer to read.

#![expect(clippy::print_stdout, reason = "a benchmark prints")]

use std::{error::Error, fmt::Write, fs, path::Path, time::Instant};

use rulebook::{
    Rulebook,
    schema::{Design, Layout, Measure, Question, RankFrom, RankingRules},
};
use tally::{
    Circumstances,
    file::{BallotFile, Numbers, read},
    tally,
};

/// The number of repetitions; the fastest counts.
const TIMES: usize = 5;
/// Judges, and witnesses of each kind: a million ballots.
const NUMBERS: (u16, u16) = (10_000, 50);

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().skip(1).find(|argument| !argument.starts_with("--"));
    for (name, rulebook, text) in [("ratings", ratings(), ratings_file()?), ("rankings", rankings(), rankings_file()?)]
    {
        if let Some(folder) = &folder {
            fs::write(Path::new(folder).join(name).with_extension("csv"), &text)?;
        }
        measure(name, &rulebook, &text)?;
    }
    Ok(())
}

fn measure(name: &str, rulebook: &Rulebook, text: &str) -> Result<(), Box<dyn Error>> {
    let (judges, witnesses) = NUMBERS;
    let numbers = Numbers { judges: Some(judges), entries: Some(witnesses), confederates: Some(witnesses) };
    let (mut from_file, mut from_memory, mut best) = (f64::INFINITY, f64::INFINITY, String::new());
    for _ in 0..TIMES {
        let start = Instant::now();
        let reading = read(rulebook, numbers, &[BallotFile { name, bytes: text.as_bytes() }])?;
        let half = Instant::now();
        let result = tally(&reading.rulebook, &reading.ballots, &Circumstances::default());
        from_memory = from_memory.min(half.elapsed().as_secs_f64());
        from_file = from_file.min(start.elapsed().as_secs_f64());
        let order: Vec<_> = result.standings.iter().map(|standing| standing.witness.to_string()).collect();
        best = order.join(" ");
    }
    println!("{name} {from_file:.6} {from_memory:.6} {best}");
    Ok(())
}

fn ratings() -> Rulebook {
    let mut rulebook = one_at_a_time();
    let (name, text) = ("humanness".to_owned(), "How human?".to_owned());
    rulebook.ballots.interview = vec![Question::Rating { name, text, from: 0, to: 5, decimals: 2, anchors: vec![] }];
    rulebook.score.by = Measure::MeanRating("humanness".to_owned());
    rulebook
}

fn rankings() -> Rulebook {
    let mut rulebook = one_at_a_time();
    rulebook.ballots.ranking = Some(RankingRules::of(RankFrom::LeastHuman, false));
    rulebook.score.by = Measure::MeanRank;
    rulebook
}

/// A rulebook without questions, for one witness at a time, that orders everyone.
fn one_at_a_time() -> Rulebook {
    let shipped = rulebook::shipped::ids().next().and_then(rulebook::shipped::rulebook);
    let mut rulebook = shipped.expect("there are shipped rulebooks");
    rulebook.interview.layout = Layout::One;
    rulebook.schedule.design = Design::Rotation;
    rulebook.ballots.interview.clear();
    rulebook.ballots.ranking = None;
    rulebook.score.among = rulebook::schema::Among::Witnesses;
    rulebook.score.tie_breaks.clear();
    rulebook.awards.clear();
    rulebook.selection = None;
    rulebook.trials = None;
    rulebook
}

/// Ratings of every witness by every judge; witnesses with a high number get better ones.
fn ratings_file() -> Result<String, std::fmt::Error> {
    let mut draws = Draws(1);
    let mut text = "judge,witness,humanness\n".to_owned();
    for judge in 1..=NUMBERS.0 {
        for (number, witness) in witnesses().enumerate() {
            let hundredths = (draws.below(400) + number as u64).min(500);
            writeln!(text, "J{judge},{witness},{}.{:02}", hundredths / 100, hundredths % 100)?;
        }
    }
    Ok(text)
}

/// Rankings of every witness by every judge; witnesses with a high number get better ranks.
fn rankings_file() -> Result<String, std::fmt::Error> {
    let mut draws = Draws(2);
    let mut text = "judge,witness,rank\n".to_owned();
    for judge in 1..=NUMBERS.0 {
        let mut order: Vec<_> =
            witnesses().enumerate().map(|(number, w)| (draws.below(400) + number as u64, w)).collect();
        order.sort();
        for (rank, (_, witness)) in order.iter().enumerate() {
            writeln!(text, "J{judge},{witness},{}", rank + 1)?;
        }
    }
    Ok(text)
}

fn witnesses() -> impl Iterator<Item = String> {
    (1..=NUMBERS.1).flat_map(|number| [format!("E{number}"), format!("C{number}")])
}

/// A linear congruential generator (Knuth's MMIX constants): the same ballots every time.
struct Draws(u64);

impl Draws {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}
