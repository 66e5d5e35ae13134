//! The command line: nouns, then verbs.

use std::{net::SocketAddr, path::PathBuf, str::FromStr};

use clap::{Args, Parser, Subcommand};
use rulebook::{EntryId, InterviewId, JudgeId, ids::BadId, schema::Money};

use crate::commands::score::Selection;

/// The program that runs Turing tests.
#[derive(Debug, Parser)]
#[command(
    name = "viva",
    version,
    after_help = "Examples:\n  viva demo                          a whole contest in half a minute\n  viva contest new > mine.toml       a contest file to fill in\n  viva serve --data contest mine.toml   run it\n  viva record verify mine.viva       check its result, trusting nobody"
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Run a whole contest with scripted people, from the draw to the medal.
    Demo(DemoOptions),
    /// Serve contests to judges, confederates and their organiser.
    Serve(ServeOptions),
    /// Write and check contest files.
    #[command(subcommand)]
    Contest(ContestCommand),
    /// Look at and check rulebooks.
    #[command(subcommand)]
    Rulebook(RulebookCommand),
    /// Make and check plans of who meets whom, in the fewest rounds.
    #[command(subcommand)]
    Schedule(ScheduleCommand),
    /// Count ballots made elsewhere, under their own rulebook and under others.
    Score(ScoreOptions),
    /// Verify and read the record of a contest.
    #[command(subcommand)]
    Record(RecordCommand),
    /// Programs that take part.
    #[command(subcommand)]
    Entry(EntryCommand),
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  viva demo --seed 1\n  viva demo --json > result.json\n  viva demo --seat          sit down as the first judge yourself"
)]
pub(crate) struct DemoOptions {
    /// Fixes every draw: the same seed gives the same schedule and sides. Drawn when absent.
    #[arg(long)]
    pub(crate) seed: Option<String>,
    /// Print the result as JSON on standard output.
    #[arg(long)]
    pub(crate) json: bool,
    /// Where to write the record.
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) out: PathBuf,
    /// Keep serving after the end, so that you can look at the pages.
    #[arg(long)]
    pub(crate) watch: bool,
    /// Leave the first judge's seat to you: prints a join link, and the clock runs in real time.
    #[arg(long)]
    pub(crate) seat: bool,
    /// How long judges may talk in each round, such as 5m (the rulebook's 25m; 3m with --seat).
    #[arg(long, value_name = "DURATION")]
    pub(crate) talk: Option<String>,
    /// How many times faster than real time the clock runs (240; 1 with --seat).
    #[arg(long, value_name = "FACTOR", value_parser = pace)]
    pub(crate) pace: Option<f64>,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  viva serve --data contest mine.toml\n  viva serve --data contest --listen 0.0.0.0:8080 --url http://192.168.1.10:8080 mine.toml"
)]
pub(crate) struct ServeOptions {
    /// The data folder; made when missing, continued when it holds contests.
    #[arg(long, value_name = "DIR")]
    pub(crate) data: PathBuf,
    /// The address to listen on; port 0 takes a free one.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080", overrides_with = "listen")]
    pub(crate) listen: SocketAddr,
    /// The address under which people reach this server; join links begin with it. By default the address it listens on.
    #[arg(long, value_name = "URL", value_parser = url)]
    pub(crate) url: Option<String>,
    /// The most megabytes the record may take on disk.
    #[arg(long, value_name = "MB")]
    pub(crate) max_mb: Option<u64>,
    /// How many times faster than real time the clock runs: for rehearsals.
    #[arg(long, value_name = "FACTOR", default_value = "1", value_parser = pace)]
    pub(crate) pace: f64,
    /// Make a new join link for the organiser of this contest; earlier ones end.
    #[arg(long, value_name = "CONTEST")]
    pub(crate) organiser_link: Option<String>,
    /// Contest files to add; those of the data folder are served anyway.
    #[arg(value_name = "CONTEST.toml")]
    pub(crate) files: Vec<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ContestCommand {
    /// Write a commented contest file to fill in.
    New {
        /// Where to write it; standard output when absent. An existing file is left alone.
        #[arg(value_name = "FILE")]
        file: Option<PathBuf>,
    },
    /// Report every fault of a contest file.
    Check {
        /// The file.
        #[arg(value_name = "CONTEST.toml")]
        file: PathBuf,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum RulebookCommand {
    /// List the shipped rulebooks.
    List {
        /// Print the list as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Print a rulebook as a page to read.
    #[command(
        after_help = "Examples:\n  viva rulebook show loebner-2006\n  viva rulebook show loebner-2006 --toml     with the rule beside each key\n  viva rulebook show my-rules.toml --json"
    )]
    Show {
        /// The id of a shipped rulebook, or a file.
        #[arg(value_name = "RULEBOOK")]
        rulebook: String,
        /// Print it as records hold it.
        #[arg(long, conflicts_with = "toml")]
        json: bool,
        /// Print its text, with the comments that say where each rule comes from.
        #[arg(long)]
        toml: bool,
    },
    /// Report every fault of a rulebook. Exit code 1: it has one.
    Check {
        /// The file.
        #[arg(value_name = "RULEBOOK.toml")]
        file: PathBuf,
    },
    /// Write a copy of a shipped rulebook to change, with its comments.
    #[command(
        after_help = "Examples:\n  viva rulebook new --from loebner-2006 --id my-rules > my-rules.toml\n  viva rulebook new --from turing-1950 --id my-rules --out my-rules.toml"
    )]
    New {
        /// The id of the shipped rulebook to begin with.
        #[arg(long, value_name = "ID")]
        from: String,
        /// The id of the copy: lower-case letters, digits and hyphens.
        #[arg(long, value_name = "ID", default_value = "my-rules")]
        id: String,
        /// Where to write it; standard output when absent. An existing file is left alone.
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum ScheduleCommand {
    /// Make a plan of the fewest rounds, and say whether that is proved. Exit code 1: there is no plan.
    #[command(
        after_help = "Examples:\n  viva schedule make loebner-2010 > plan.csv\n  viva schedule make loebner-2010 --judges 5 --entries 8 --confederates 3\n  viva schedule make loebner-2010 --matrix matrix.csv --json"
    )]
    Make {
        /// What the plan is for.
        #[command(flatten)]
        of: ScheduleOptions,
        /// Draws the order of rounds, judges, entries and confederates, as a contest with this seed does.
        #[arg(long)]
        seed: Option<String>,
        /// Print the plan as JSON instead of CSV.
        #[arg(long)]
        json: bool,
        /// How far to search for each number of rounds; a million steps take about a second.
        #[arg(long, default_value = "3000000")]
        steps: u64,
    },
    /// Name everything a plan breaks. Exit code 1: it breaks something.
    #[command(
        after_help = "Examples:\n  viva schedule check loebner-2010 plan.csv\n  viva schedule check loebner-2010 plan.csv --judges 5 --entries 8 --confederates 3"
    )]
    Check {
        /// What the plan is for.
        #[command(flatten)]
        of: ScheduleOptions,
        /// The plan, with the columns round, judge, entry and confederate.
        #[arg(value_name = "PLAN.csv")]
        file: PathBuf,
    },
}

/// What a plan is for.
#[derive(Debug, Args)]
pub(crate) struct ScheduleOptions {
    /// A shipped rulebook's id, or a rulebook file.
    #[arg(value_name = "RULEBOOK")]
    pub(crate) rulebook: String,
    /// How many judges (as in the rulebook).
    #[arg(long, value_name = "N")]
    pub(crate) judges: Option<u16>,
    /// How many entries (as in the rulebook).
    #[arg(long, value_name = "N")]
    pub(crate) entries: Option<u16>,
    /// How many confederates (as in the rulebook).
    #[arg(long, value_name = "N")]
    pub(crate) confederates: Option<u16>,
    /// The confederate beside each entry before each judge: a row per judge, a column per entry.
    #[arg(long, value_name = "MATRIX.csv")]
    pub(crate) matrix: Option<PathBuf>,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  viva score ballots.csv --rulebook loebner-2010\n  viva score choices.csv ranks.csv --rulebook loebner-2010 --json\n  viva score ratings.csv --rulebook surrey-2003 --under all\n  viva score ballots.csv --rulebook loebner-2006 --selection E3,E1,E2=E4 --disqualify \"E2=a person typed\""
)]
pub(crate) struct ScoreOptions {
    /// The ballots, CSV or JSON; several files make one contest.
    #[arg(value_name = "BALLOTS", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// The rulebook the ballots were given under: a shipped rulebook's id, or a rulebook file.
    #[arg(long, value_name = "RULEBOOK")]
    pub(crate) rulebook: String,
    /// Another rulebook to score the same contest under, as far as its questions can be derived; `all` for every shipped
    /// one. Exit code 1: one that was named cannot be derived.
    #[arg(long, value_name = "RULEBOOK")]
    pub(crate) under: Vec<String>,
    /// How many judges there were (as the rulebook says, or as the files show where it leaves a choice).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(..=10_000))]
    pub(crate) judges: Option<u16>,
    /// How many entries there were.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(..=10_000))]
    pub(crate) entries: Option<u16>,
    /// How many confederates there were.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(..=10_000))]
    pub(crate) confederates: Option<u16>,
    /// An entry that was disqualified, and why.
    #[arg(long, value_name = "E2=REASON", value_parser = disqualified)]
    pub(crate) disqualify: Vec<(EntryId, String)>,
    /// Entries that are open-source programs of the organisers.
    #[arg(long, value_name = "E1,E2", value_delimiter = ',')]
    pub(crate) open_source: Vec<EntryId>,
    /// How selection placed the entries, best first; `=` between those that are level.
    #[arg(long, value_name = "E3,E1=E2")]
    pub(crate) selection: Option<Selection>,
    /// Whom judges voted for where the rules let them decide between equals.
    #[arg(long, value_name = "J1=E2,J2=E1", value_delimiter = ',', value_parser = vote)]
    pub(crate) votes: Vec<(JudgeId, EntryId)>,
    /// The seed of coin tosses: the 64 digits of a contest's seed, or a text of your own.
    #[arg(long, value_name = "TEXT")]
    pub(crate) seed: Option<String>,
    /// What earlier contests added to the purse of an award, such as bronze="2000 USD".
    #[arg(long, value_name = "AWARD=MONEY", value_parser = carried)]
    pub(crate) carried: Vec<(String, Money)>,
    /// Print the results as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum RecordCommand {
    /// Recompute everything in a record: tree, signatures, commitments, the legality of every event, the result.
    Verify {
        /// The record.
        #[arg(value_name = "NAME.viva")]
        file: PathBuf,
        /// The key that is known to be the organiser's, as `verifier.key` writes it. Without it the record is checked
        /// against the key it brings along.
        #[arg(long, value_name = "KEY")]
        key: Option<String>,
        /// Print what was found as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Print the transcripts of a record.
    Show {
        /// The record.
        #[arg(value_name = "NAME.viva")]
        file: PathBuf,
        /// Only this interview, such as R1-J2.
        #[arg(long)]
        interview: Option<InterviewId>,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum EntryCommand {
    /// Play one of the built-in programs: over standard input and output, or over the directory protocol.
    Play {
        /// Its name: doctor, parrot, raconteur or laconic.
        name: String,
        /// Speak the directory protocol of 2010 in this communications directory.
        #[arg(long, value_name = "DIR")]
        lpp: Option<PathBuf>,
        /// Time between two keys over the directory protocol, in milliseconds.
        #[arg(long, value_name = "MS", default_value = "120")]
        typing: f64,
    },
}

fn pace(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(pace) if (0.001..=100_000.0).contains(&pace) => Ok(pace),
        _ => Err("a factor is a number from 0.001 to 100000".to_owned()),
    }
}

fn disqualified(text: &str) -> Result<(EntryId, String), String> {
    match text.split_once('=') {
        Some((entry, reason)) if !reason.trim().is_empty() => Ok((id(entry)?, reason.trim().to_owned())),
        _ => Err("write the entry and the reason, such as E2=\"a person typed\"".to_owned()),
    }
}

fn vote(text: &str) -> Result<(JudgeId, EntryId), String> {
    let (judge, entry) = text.split_once('=').ok_or("write the judge and the entry, such as J1=E2")?;
    Ok((id(judge)?, id(entry)?))
}

fn carried(text: &str) -> Result<(String, Money), String> {
    let (award, money) = text.split_once('=').ok_or("write the award and the amount, such as bronze=\"2000 USD\"")?;
    Ok((award.trim().to_owned(), Money::try_from(money.trim().to_owned())?))
}

fn id<T: FromStr<Err = BadId>>(text: &str) -> Result<T, String> {
    text.trim().parse().map_err(|bad: BadId| bad.to_string())
}

fn url(text: &str) -> Result<String, String> {
    let rest = text.strip_prefix("http://").or_else(|| text.strip_prefix("https://"));
    match rest {
        Some(host) if !host.is_empty() && !host.contains(|c: char| c == '/' || c.is_whitespace()) => {
            Ok(text.to_owned())
        }
        _ => Err("write it as http://HOST:PORT or https://HOST, without a path".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_command_line_is_sound() {
        <super::Cli as clap::CommandFactory>::command().debug_assert();
    }
}
