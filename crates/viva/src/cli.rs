//! The command line: nouns, then verbs.

use std::{net::SocketAddr, path::PathBuf};

use clap::{Args, Parser, Subcommand};
use rulebook::{InterviewId, JudgeId, Participant, RoundNumber, Witness};
use schedule::{ClockTime, Pairing};

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
    List,
    /// Print a shipped rulebook, with the comments that say where each rule comes from.
    Show {
        /// Its id.
        id: String,
    },
    /// Report every fault of a rulebook.
    Check {
        /// The file.
        #[arg(value_name = "RULEBOOK.toml")]
        file: PathBuf,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum ScheduleCommand {
    /// Make a plan of the fewest rounds, and say whether that is proved. Exit code 1: there is no plan.
    #[command(
        after_help = "Examples:\n  viva schedule make loebner-2010 > plan.csv\n  viva schedule make loebner-2010 --judges 5 --entries 8 --confederates 3\n  viva schedule make loebner-2010 --matrix matrix.csv --json\n  viva schedule make loebner-2010 --absent J2=R3 --forbid J1=C2 --rounds 6\n  viva schedule make loebner-2010 --seed 1 --start 09:30 --pages handouts"
    )]
    Make {
        /// What the plan is for.
        #[command(flatten)]
        of: ScheduleOptions,
        /// What stands in the way of a plan of pairs.
        #[command(flatten)]
        requests: ScheduleRequests,
        /// Draws the order of rounds, judges, entries and confederates, as a contest with this seed does.
        #[arg(long)]
        seed: Option<String>,
        /// Print the plan as JSON instead of CSV.
        #[arg(long)]
        json: bool,
        /// How far to search for each number of rounds; a million steps take about a second.
        #[arg(long, default_value = "3000000")]
        steps: u64,
        /// When the first round begins: says the clock times of all rounds.
        #[arg(long, value_name = "HH:MM")]
        start: Option<ClockTime>,
        /// Write a page for every person, to print, into this folder.
        #[arg(long, value_name = "DIR", requires = "start")]
        pages: Option<PathBuf>,
    },
    /// Name everything a plan breaks. Exit code 1: it breaks something.
    #[command(
        after_help = "Examples:\n  viva schedule check loebner-2010 plan.csv\n  viva schedule check loebner-2010 plan.csv --judges 5 --entries 8 --confederates 3"
    )]
    Check {
        /// What the plan is for.
        #[command(flatten)]
        of: ScheduleOptions,
        /// What stands in the way of a plan of pairs.
        #[command(flatten)]
        requests: ScheduleRequests,
        /// The plan, with the columns round, judge, entry and confederate.
        #[arg(value_name = "PLAN.csv")]
        file: PathBuf,
    },
    /// Write a page for every person, with clock times, to print and hand out.
    #[command(after_help = "Examples:\n  viva schedule pages loebner-2010 plan.csv --start 09:30 --out handouts")]
    Pages {
        /// What the plan is for.
        #[command(flatten)]
        of: ScheduleOptions,
        /// The plan, with the columns round, judge, entry and confederate.
        #[arg(value_name = "PLAN.csv")]
        file: PathBuf,
        /// When the first round begins.
        #[arg(long, value_name = "HH:MM")]
        start: ClockTime,
        /// The folder to write `schedule.html` and `schedule.txt` into; made when missing.
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
        /// Draws the seats, as a contest with this seed does. Needed where witnesses have terminals with numbers.
        #[arg(long)]
        seed: Option<String>,
    },
    /// Plan again in mid-contest: what was played stays, and the rest is drawn anew without those who left.
    #[command(after_help = "Examples:\n  viva schedule replan loebner-2010 plan.csv --played 2 --left C2 > rest.csv")]
    Replan {
        /// What the plan is for.
        #[command(flatten)]
        of: ScheduleOptions,
        /// The plan that was being played.
        #[arg(value_name = "PLAN.csv")]
        file: PathBuf,
        /// The last round that was played.
        #[arg(long, value_name = "N")]
        played: RoundNumber,
        /// Who left, such as C2; may be given several times, or with commas.
        #[arg(long, value_name = "ID", required = true, value_delimiter = ',')]
        left: Vec<Participant>,
        /// Draws the rest.
        #[arg(long, default_value = "")]
        seed: String,
        /// Print the plan as JSON instead of CSV.
        #[arg(long)]
        json: bool,
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

/// What stands in the way of a plan of pairs.
#[derive(Debug, Args)]
pub(crate) struct ScheduleRequests {
    /// Somebody is away in a round, such as J2=R3; several with commas, or given again.
    #[arg(long, value_name = "WHO=ROUND", value_delimiter = ',', value_parser = absence)]
    pub(crate) absent: Vec<(Participant, RoundNumber)>,
    /// A judge must not meet a witness, such as J1=C2; several with commas, or given again.
    #[arg(long, value_name = "JUDGE=WITNESS", value_delimiter = ',', value_parser = forbidden)]
    pub(crate) forbid: Vec<(JudgeId, Witness)>,
    /// An interview that is settled, such as R1=J1,E2,C3; may be given several times.
    #[arg(long, value_name = "ROUND=JUDGE,ENTRY,CONFEDERATE", value_parser = pairing)]
    pub(crate) fix: Vec<Pairing>,
    /// The most interviews at the same time.
    #[arg(long, value_name = "N")]
    pub(crate) parallel: Option<u16>,
    /// The most rounds there is time for.
    #[arg(long, value_name = "N")]
    pub(crate) rounds: Option<u16>,
}

impl ScheduleRequests {
    /// Whether anything is asked for.
    pub(crate) fn any(&self) -> bool {
        let Self { absent, forbid, fix, parallel, rounds } = self;
        !absent.is_empty() || !forbid.is_empty() || !fix.is_empty() || parallel.is_some() || rounds.is_some()
    }
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

fn absence(text: &str) -> Result<(Participant, RoundNumber), String> {
    let (who, round) = text.split_once('=').ok_or("write it as J2=R3")?;
    Ok((parsed(who)?, parsed(round)?))
}

fn forbidden(text: &str) -> Result<(JudgeId, Witness), String> {
    let (judge, witness) = text.split_once('=').ok_or("write it as J1=C2")?;
    Ok((parsed(judge)?, parsed(witness)?))
}

fn pairing(text: &str) -> Result<Pairing, String> {
    let form = "write it as R1=J1,E2,C3";
    let (round, who) = text.split_once('=').ok_or(form)?;
    let [judge, entry, confederate] = who.split(',').collect::<Vec<_>>()[..] else { return Err(form.to_owned()) };
    let (judge, entry, confederate) = (parsed(judge)?, parsed(entry)?, parsed(confederate)?);
    Ok(Pairing { round: parsed(round)?, judge, entry, confederate })
}

fn parsed<T: std::str::FromStr<Err: std::fmt::Display>>(text: &str) -> Result<T, String> {
    text.trim().parse().map_err(|error: T::Err| error.to_string())
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
