//! The arguments of `viva record` commands that people run at a terminal.

use std::path::PathBuf;

use archive::until::Until;
use clap::Args;
use rulebook::InterviewId;

use super::Overwrite;

#[derive(Debug, Args)]
pub(crate) struct StatOptions {
    /// The record.
    #[arg(value_name = "NAME.viva")]
    pub(crate) file: PathBuf,
    /// Print it as JSON, with every interview.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct DiffOptions {
    /// The one record.
    #[arg(value_name = "A.viva")]
    pub(crate) a: PathBuf,
    /// The other.
    #[arg(value_name = "B.viva")]
    pub(crate) b: PathBuf,
    /// Print the findings as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ReplayOptions {
    /// The record.
    #[arg(value_name = "NAME.viva")]
    pub(crate) file: PathBuf,
    /// Only this interview, such as R1-J2.
    #[arg(long)]
    pub(crate) interview: Option<InterviewId>,
    /// The moment: a time such as 2031-05-01T10:01:40Z; the age of the contest by its own clocks, which stop in a
    /// pause, such as 1h20m; or the number of the last event, such as 120. Without it, the end of the record.
    #[arg(long, value_name = "TIME")]
    pub(crate) until: Option<Until>,
    /// Print it as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct SearchOptions {
    /// The record.
    #[arg(value_name = "NAME.viva")]
    pub(crate) file: PathBuf,
    /// The text, in any case.
    #[arg(value_name = "TEXT")]
    pub(crate) text: String,
    /// Print every place as JSON: a list with an object for each.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct WriteOptions {
    /// The data folder, as for `viva serve --data`.
    #[arg(value_name = "DATA")]
    pub(crate) data: PathBuf,
    /// The contest, by its id.
    #[arg(value_name = "CONTEST")]
    pub(crate) contest: String,
    /// The record to write.
    #[arg(long, value_name = "NAME.viva")]
    pub(crate) out: PathBuf,
    #[command(flatten)]
    pub(crate) overwrite: Overwrite,
    /// Print a summary of the written file as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}
