//! The arguments of `viva schedule`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use rulebook::{JudgeId, Participant, RoundNumber, Witness};
use schedule::{ClockTime, Pairing};

use super::Overwrite;
use super::parsed;

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
        #[command(flatten)]
        overwrite: Overwrite,
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
        /// The plan, with the columns round, judge, entry and confederate; `-` is standard input.
        #[arg(value_name = "PLAN.csv")]
        file: PathBuf,
        /// Print what was found as JSON.
        #[arg(long)]
        json: bool,
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
        #[command(flatten)]
        overwrite: Overwrite,
        /// Draws the seats, as a contest with this seed does. Needed where witnesses have terminals with numbers.
        #[arg(long)]
        seed: Option<String>,
    },
    /// Plan again without those who left: what was played stays, and the rest is drawn anew. Before the first round, the
    /// plan is one for those who are there, which a contest file can name as its `plan`.
    #[command(
        after_help = "Examples:\n  viva schedule replan loebner-2010 plan.csv --played 2 --left C2 > rest.csv\n  viva schedule replan loebner-1995 plan.csv --left J2 > new.csv   nothing was played: a new plan for the contest file"
    )]
    Replan {
        /// What the plan is for.
        #[command(flatten)]
        of: ScheduleOptions,
        /// The plan that was being played.
        #[arg(value_name = "PLAN.csv")]
        file: PathBuf,
        /// The last round that was played; nothing was where it is left out.
        #[arg(long, value_name = "N")]
        played: Option<RoundNumber>,
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
