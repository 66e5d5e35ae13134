//! The arguments of `viva power`.

use clap::{Args, ValueEnum};

use super::simulate::{share, spread};

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  viva power --share 0.6                       judgements that tell a share of 0.6 from one half\n  viva power --share 0.6 --rounds 8 --judges-spread 0.4 --people-spread 1\n  viva power --share 0.6 --judges 24 --rounds 10 --people 10   and back: the power of this plan\n  viva power --claim near --share 0.5 --margin 0.1\n  viva power --share 0.6 --sequential          a test that ends as soon as it can decide"
)]
pub(crate) struct PowerOptions {
    /// The share that is expected, above 0 and below 1.
    #[arg(long, value_name = "SHARE", value_parser = inside)]
    pub(crate) share: f64,
    /// The claim that the contest should support.
    #[arg(long, value_enum, default_value = "differs")]
    pub(crate) claim: ClaimKind,
    /// The share of the claim.
    #[arg(long, value_name = "SHARE", value_parser = inside, default_value = "0.5")]
    pub(crate) against: f64,
    /// For the claim "near": the largest distance from the share of the claim.
    #[arg(long, value_name = "SHARE", value_parser = inside, required_if_eq("claim", "near"))]
    pub(crate) margin: Option<f64>,
    /// The probability of a claim that is wrong.
    #[arg(long, value_name = "SHARE", value_parser = error, default_value = "0.05")]
    pub(crate) alpha: f64,
    /// The probability that a claim which is right is supported.
    #[arg(long, value_name = "SHARE", value_parser = inside, default_value = "0.8")]
    pub(crate) power: f64,
    /// The number of judges: computes the power of this plan instead of its size.
    #[arg(long, value_name = "N", requires = "rounds", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) judges: Option<u32>,
    /// The judgements of each judge.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(crate) rounds: Option<u32>,
    /// The number of different people in the interviews, alone or beside the program (as many as judges).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) people: Option<u32>,
    /// The spread of judges: a standard deviation in log-odds.
    #[arg(long, value_name = "LOG-ODDS", value_parser = spread, default_value = "0.4")]
    pub(crate) judges_spread: f64,
    /// The spread of the people in the interviews.
    #[arg(long, value_name = "LOG-ODDS", value_parser = spread, default_value = "1")]
    pub(crate) people_spread: f64,
    /// A sequential test of the claimed share against the expected one, which ends as soon as it can decide.
    #[arg(long, conflicts_with_all = ["judges", "rounds", "people", "claim", "margin"])]
    pub(crate) sequential: bool,
    /// Print the numbers as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// A claim about the share in which a program is taken for the human.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ClaimKind {
    /// It differs from the share of the claim: two-sided.
    Differs,
    /// It is on the expected side of the share of the claim: one-sided.
    Beyond,
    /// It is near the share of the claim: two one-sided tests.
    Near,
}

/// A share above 0 and below 1.
fn inside(text: &str) -> Result<f64, String> {
    share(text)
        .ok()
        .filter(|share| (1e-6..=1.0 - 1e-6).contains(share))
        .ok_or_else(|| "write a share above 0 and below 1, such as 0.6".to_owned())
}

/// An error above 0 and below one half.
fn error(text: &str) -> Result<f64, String> {
    inside(text)
        .ok()
        .filter(|share| *share < 0.5)
        .ok_or_else(|| "write a probability above 0 and below 0.5, such as 0.05".to_owned())
}
