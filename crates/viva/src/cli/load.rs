//! The arguments of `viva load`.

use std::{path::PathBuf, time::Duration};

use clap::Args;

#[derive(Debug, Args)]
#[command(
    after_help = "Without --organisers it starts a server of its own in a temporary folder, with contests of its own.\n\nExamples:\n  viva load\n  viva load --contests 40 --conversations 25 --keys-every 250ms --for 60s\n  viva load --messages-every 8s --reconnect-every 30s --burst-every 10s --json\n\nA server elsewhere, or several that share a database:\n  viva load --make folder --contests 40\n  viva serve --data data folder/contest-*.toml 2> said.txt\n  viva load --organisers said.txt http://10.0.0.1:8080 http://10.0.0.2:8080\n\nExit code 0: every key arrived, once and in order; 1: one did not; 2: the command line cannot be used."
)]
pub(crate) struct LoadOptions {
    /// The addresses of the server; participants connect to them in turn, also when they come back.
    #[arg(value_name = "URL", value_parser = super::url, requires = "organisers")]
    pub(crate) addresses: Vec<String>,
    /// A file with the join links of the organisers, such as the output of `viva serve`: each works once.
    #[arg(long, value_name = "FILE", requires = "addresses")]
    pub(crate) organisers: Option<PathBuf>,
    /// Only write the contest files for a server elsewhere, to this folder.
    #[arg(long, value_name = "DIR", conflicts_with = "organisers")]
    pub(crate) make: Option<PathBuf>,
    /// The number of contests at the same time.
    #[arg(long, value_name = "N", default_value = "1", conflicts_with = "organisers",
        value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(crate) contests: u16,
    /// The number of conversations of each contest at the same time.
    #[arg(long, value_name = "N", default_value = "25", conflicts_with = "organisers",
        value_parser = clap::value_parser!(u16).range(1..=80))]
    pub(crate) conversations: u16,
    /// The time between a participant's keys, such as 250ms, instead of people's typing.
    #[arg(long, value_name = "DURATION", value_parser = some_time, group = "pace")]
    pub(crate) keys_every: Option<Duration>,
    /// The time between a participant's messages, such as 8s.
    #[arg(long, value_name = "DURATION", value_parser = some_time, group = "pace")]
    pub(crate) messages_every: Option<Duration>,
    /// Answer every message as soon as it is shown.
    #[arg(long, group = "pace")]
    pub(crate) ping_pong: bool,
    /// The length of the load.
    #[arg(long = "for", value_name = "DURATION", value_parser = some_time, default_value = "60s")]
    pub(crate) length: Duration,
    /// The average time between breaks of each participant's connection.
    #[arg(long, value_name = "DURATION", value_parser = some_time)]
    pub(crate) reconnect_every: Option<Duration>,
    /// The time between bursts, in which all participants send at the same moment: five keys, or one message.
    #[arg(long, value_name = "DURATION", value_parser = some_time)]
    pub(crate) burst_every: Option<Duration>,
    /// A process of the server on this machine, to measure its resources. May be given more than once.
    #[arg(long, value_name = "PID", requires = "organisers")]
    pub(crate) pid: Vec<u32>,
    /// The seed of the moments at which participants send.
    #[arg(long, value_name = "TEXT", default_value = "load")]
    pub(crate) seed: String,
    /// Print the outcome as JSON on standard output.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Parses a duration that is not zero.
fn some_time(text: &str) -> Result<Duration, String> {
    let time = rulebook::time::friendly::deserialize(serde_json::Value::from(text))
        .map_err(|why| format!("{why}; write it with its unit, such as 250ms or 8s"))?;
    if time.is_zero() { Err("it is longer than nothing".to_owned()) } else { Ok(time) }
}
