//! The arguments of `viva questions`: suites of questions for selection days.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use questions::DateTime;

#[derive(Debug, Subcommand)]
pub(crate) enum QuestionsCommand {
    /// Make a suite of questions from templates and a children's vocabulary, with keys where they can be computed.
    /// The same seed gives the same suite.
    #[command(
        after_help = "Examples:\n  viva questions make --sets time,things,relations,memory --n 20 --seed 1 > suite.toml\n  viva questions make --sets letters,sums --n 10 --seed dice-4-2-6-1\n  viva questions make --sets time --n 8 --seed 1 --start 2030-05-04T14:00 --rounds 4 --round-minutes 20\n\nKeep the seed secret until the entries have answered: anyone who knows it can make the suite."
    )]
    Make(QuestionsMakeOptions),
    /// Report every fault of a suite: unfilled slots, keys that their computation contradicts, pairs that are too close,
    /// items that contradict each other. Exit code 1: it has one.
    #[command(after_help = "Examples:\n  viva questions check suite.toml\n  viva questions check suite.toml --json")]
    Check {
        /// The suite; `-` is standard input.
        #[arg(value_name = "SUITE.toml")]
        file: PathBuf,
        /// Print the findings as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Show the questions of a suite as an entry gets them.
    #[command(after_help = "Examples:\n  viva questions show suite.toml\n  viva questions show suite.toml --keys")]
    Show {
        /// The suite; `-` is standard input.
        #[arg(value_name = "SUITE.toml")]
        file: PathBuf,
        /// Show the key of each question too.
        #[arg(long)]
        keys: bool,
    },
}

#[derive(Debug, Args)]
pub(crate) struct QuestionsMakeOptions {
    /// The sets of questions, in the order of the suite: time, things, relations, memory, letters, sums.
    #[arg(long, value_name = "SET", value_delimiter = ',', default_value = "time,things,relations,memory")]
    pub(crate) sets: Vec<String>,
    /// The number of questions, shared out among the sets.
    #[arg(long = "n", value_name = "N", default_value = "20")]
    pub(crate) items: usize,
    /// The seed of every draw.
    #[arg(long)]
    pub(crate) seed: String,
    /// The beginning of the contest's first round, as questions about time take it (2010-10-23T09:30).
    #[arg(long, value_name = "TIME")]
    pub(crate) start: Option<DateTime>,
    /// The number of rounds, as questions about time take it (6).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(crate) rounds: Option<u16>,
    /// The length of a round in minutes, as questions about time take it (30).
    #[arg(long, value_name = "MINUTES", value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(crate) round_minutes: Option<u16>,
}
