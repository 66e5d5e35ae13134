//! The arguments of `viva schedule`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use rulebook::{JudgeId, Participant, RoundNumber, Witness};
use schedule::{ClockTime, Pairing};

use super::Overwrite;
use super::parsed;

#[derive(Debug, Subcommand)]
pub(crate) enum ScheduleCommand {
    /// Make a plan of the fewest rounds, and report whether their number is proved minimal. Exit code 1: there is no
    /// plan.
    #[command(
        after_help = "Examples:\n  viva schedule make loebner-2010 > plan.csv\n  viva schedule make loebner-2010 --judges 5 --entries 8 --confederates 3\n  viva schedule make loebner-2010 --matrix matrix.csv --json\n  viva schedule make loebner-2010 --absent J2=R3 --forbid J1=C2 --rounds 6\n  viva schedule make loebner-2010 --seed 1 --start 09:30 --pages handouts"
    )]
    Make {
        /// The subject of the plan.
        #[command(flatten)]
        of: ScheduleOptions,
        /// The constraints on a plan of pairs.
        #[command(flatten)]
        requests: ScheduleRequests,
        /// The seed of the order of rounds, judges, entries and confederates, as in a contest with this seed.
        #[arg(long)]
        seed: Option<String>,
        /// Print the plan as JSON instead of CSV.
        #[arg(long)]
        json: bool,
        /// The steps of search for each number of rounds; a million take about a second.
        #[arg(long, default_value = "3000000")]
        steps: u64,
        /// The beginning of the first round: adds the clock times of all rounds.
        #[arg(long, value_name = "HH:MM")]
        start: Option<ClockTime>,
        /// Write a page for every person, to print, into this folder.
        #[arg(long, value_name = "DIR", requires = "start")]
        pages: Option<PathBuf>,
        #[command(flatten)]
        overwrite: Overwrite,
    },
    /// List every rule that a plan breaks. Exit code 1: it breaks one.
    #[command(
        after_help = "Examples:\n  viva schedule check loebner-2010 plan.csv\n  viva schedule check loebner-2010 plan.csv --judges 5 --entries 8 --confederates 3"
    )]
    Check {
        /// The subject of the plan.
        #[command(flatten)]
        of: ScheduleOptions,
        /// The constraints on a plan of pairs.
        #[command(flatten)]
        requests: ScheduleRequests,
        /// The plan, with the columns round, judge, entry and confederate; `-` is standard input.
        #[arg(value_name = "PLAN.csv")]
        file: PathBuf,
        /// Print the findings as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Write a page for every person, with clock times, to print and hand out.
    #[command(after_help = "Examples:\n  viva schedule pages loebner-2010 plan.csv --start 09:30 --out handouts")]
    Pages {
        /// The subject of the plan.
        #[command(flatten)]
        of: ScheduleOptions,
        /// The plan, with the columns round, judge, entry and confederate.
        #[arg(value_name = "PLAN.csv")]
        file: PathBuf,
        /// The beginning of the first round.
        #[arg(long, value_name = "HH:MM")]
        start: ClockTime,
        /// The folder to write `schedule.html` and `schedule.txt` into; made when missing.
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
        #[command(flatten)]
        overwrite: Overwrite,
        /// The seed of the seats, as in a contest with this seed. Required where witnesses have terminals with numbers.
        #[arg(long)]
        seed: Option<String>,
    },
    /// Plan again without participants who left: played rounds stay, and a new draw makes the rest. Before the first
    /// round, this makes a plan for the remaining participants, which a contest file can name as its `plan`.
    #[command(
        after_help = "Examples:\n  viva schedule replan loebner-2010 plan.csv --played 2 --left C2 > rest.csv\n  viva schedule replan loebner-1995 plan.csv --left J2 > new.csv   before the first round: a new plan for the contest file"
    )]
    Replan {
        /// The subject of the plan.
        #[command(flatten)]
        of: ScheduleOptions,
        /// The plan in play.
        #[arg(value_name = "PLAN.csv")]
        file: PathBuf,
        /// The last played round; without it, no round was played.
        #[arg(long, value_name = "N")]
        played: Option<RoundNumber>,
        /// The participant who left, such as C2; several with commas, or given again.
        #[arg(long, value_name = "ID", required = true, value_delimiter = ',')]
        left: Vec<Participant>,
        /// The seed of the rest.
        #[arg(long, default_value = "")]
        seed: String,
        /// Print the plan as JSON instead of CSV.
        #[arg(long)]
        json: bool,
    },
}

/// The subject of a plan: a rulebook and its participants.
#[derive(Debug, Args)]
pub(crate) struct ScheduleOptions {
    /// A shipped rulebook's id, or a rulebook file.
    #[arg(value_name = "RULEBOOK")]
    pub(crate) rulebook: String,
    /// The number of judges (as in the rulebook).
    #[arg(long, value_name = "N")]
    pub(crate) judges: Option<u16>,
    /// The number of entries (as in the rulebook).
    #[arg(long, value_name = "N")]
    pub(crate) entries: Option<u16>,
    /// The number of confederates (as in the rulebook).
    #[arg(long, value_name = "N")]
    pub(crate) confederates: Option<u16>,
    /// The confederate beside each entry before each judge: a row per judge, a column per entry.
    #[arg(long, value_name = "MATRIX.csv")]
    pub(crate) matrix: Option<PathBuf>,
}

/// The constraints on a plan of pairs.
#[derive(Debug, Args)]
pub(crate) struct ScheduleRequests {
    /// A participant's absence in a round, such as J2=R3; several with commas, or given again.
    #[arg(long, value_name = "WHO=ROUND", value_delimiter = ',', value_parser = absence)]
    pub(crate) absent: Vec<(Participant, RoundNumber)>,
    /// A judge and a witness who must not meet, such as J1=C2; several with commas, or given again.
    #[arg(long, value_name = "JUDGE=WITNESS", value_delimiter = ',', value_parser = forbidden)]
    pub(crate) forbid: Vec<(JudgeId, Witness)>,
    /// A fixed interview, such as R1=J1,E2,C3; may be given several times.
    #[arg(long, value_name = "ROUND=JUDGE,ENTRY,CONFEDERATE", value_parser = pairing)]
    pub(crate) fix: Vec<Pairing>,
    /// The most interviews at the same time.
    #[arg(long, value_name = "N")]
    pub(crate) parallel: Option<u16>,
    /// The most rounds.
    #[arg(long, value_name = "N")]
    pub(crate) rounds: Option<u16>,
}

impl ScheduleRequests {
    /// Returns true if any of the conditions is set.
    pub(crate) fn any(&self) -> bool {
        let Self { absent, forbid, fix, parallel, rounds } = self;
        !absent.is_empty() || !forbid.is_empty() || !fix.is_empty() || parallel.is_some() || rounds.is_some()
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
