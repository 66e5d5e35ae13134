//! The arguments of `viva simulate`.

use clap::Args;

use super::Combining;

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  viva simulate loebner-2010\n  viva simulate loebner-2010 --human 0.1,0.3,0.5 --exact\n  viva simulate loebner-2006 --others 0.1 --compare loebner-2010\n  viva simulate two-party-2024 --judges 32 --judges-spread 0.4 --people-spread 1 --json\n\nA share is that of the interviews in which judges take the entry for the human. Shares and chances are those of contests\nwhose judges and people are drawn anew: a spread of 0.4 for judges and 1 for people, in log-odds, is that of a public set."
)]
pub(crate) struct SimulateOptions {
    /// The rulebook: the id of a shipped one, or a file.
    #[arg(value_name = "RULEBOOK")]
    pub(crate) rulebook: String,
    /// Other rulebooks for the same entry.
    #[arg(long, value_name = "RULEBOOK")]
    pub(crate) compare: Vec<String>,
    /// The shares in which judges take the entry for the human, from 0 to 1.
    #[arg(long, value_name = "SHARE,…", value_delimiter = ',', value_parser = share, default_value = "0.1,0.2,0.3,0.4,0.5,0.6,0.7")]
    pub(crate) human: Vec<f64>,
    /// The same share of the other entries; without it they are as human as the entry.
    #[arg(long, value_name = "SHARE", value_parser = share)]
    pub(crate) others: Option<f64>,
    /// The same share of baselines.
    #[arg(long, value_name = "SHARE", value_parser = share, default_value = "0.2")]
    pub(crate) baselines: f64,
    /// The share in which judges take a person for a human, where they judge each witness alone.
    #[arg(long, value_name = "SHARE", value_parser = share, default_value = "0.5")]
    pub(crate) people: f64,
    /// The spread of judges in their trust in entries: a standard deviation in log-odds.
    #[arg(long, value_name = "LOG-ODDS", value_parser = spread, default_value = "0.4")]
    pub(crate) judges_spread: f64,
    /// The spread of people in their humanness.
    #[arg(long, value_name = "LOG-ODDS", value_parser = spread, default_value = "1")]
    pub(crate) people_spread: f64,
    /// The number of simulated contests for each share.
    #[arg(long, value_name = "N", default_value = "10000", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub(crate) runs: u64,
    /// The text that fixes all draws: the same one gives the same figures on every machine.
    #[arg(long, value_name = "TEXT", default_value = "vivavoce")]
    pub(crate) seed: String,
    /// Compute the chance that the entry meets the conditions of each award exactly, without spreads; or say why not.
    #[arg(long, conflicts_with_all = ["runs", "seed", "judges_spread", "people_spread"])]
    pub(crate) exact: bool,
    /// The number of judges (the rulebook's).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    pub(crate) judges: Option<u16>,
    /// The number of entries.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub(crate) entries: Option<u16>,
    /// The number of confederates.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    pub(crate) confederates: Option<u16>,
    /// The number of trials, where the rulebook has trials.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=20))]
    pub(crate) trials: Option<u16>,
    /// The trials in which the conditions of awards must hold.
    #[arg(long, value_enum)]
    pub(crate) combine: Option<Combining>,
    /// Print the chances as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// A share from 0 to 1.
pub(super) fn share(text: &str) -> Result<f64, String> {
    let number = text.trim().parse::<f64>().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| "write a share from 0 to 1, such as 0.3".to_owned())
}

/// A standard deviation in log-odds.
pub(super) fn spread(text: &str) -> Result<f64, String> {
    let number = text.trim().parse::<f64>().ok().filter(|number| (0.0..=10.0).contains(number));
    number.ok_or_else(|| "write a number of log-odds from 0 to 10, such as 0.4".to_owned())
}
