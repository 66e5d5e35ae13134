//! The arguments of `viva intake`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use intake::Moment;
use rulebook::{Authority, EntryId, calendar::Days, schema::Date};

use super::Overwrite;

#[derive(Debug, Subcommand)]
#[command(
    after_help = "Examples:\n  viva intake open --rulebook loebner-2010 --data intake --name 'Final of 2010'\n  viva intake receive ada.toml --data intake --stamp 2010-05-10T12:00:00Z\n  viva intake check E1 --data intake\n  viva intake status --data intake\n  viva intake finalists --data intake --announce"
)]
pub(crate) enum IntakeCommand {
    /// Call for entries: begins the log of an intake in a folder.
    Open {
        /// A shipped rulebook's id, or a rulebook file, with a section [intake].
        #[arg(long, value_name = "RULEBOOK")]
        rulebook: String,
        /// The folder of the intake; made when missing.
        #[arg(long, value_name = "DIR")]
        data: PathBuf,
        /// The name for people.
        #[arg(long)]
        name: String,
        /// A day of this contest in place of the rulebook's, or several (DATE..DATE); `viva contest calendar` lists the
        /// names.
        #[arg(long = "day", value_name = "NAME=DATE", value_parser = day)]
        days: Vec<(String, Days)>,
    },
    /// Move days of the rules, before the announcement of the finalists; if the new days contradict each other, none
    /// moves.
    Move {
        /// The day's name, and the day, or several (DATE..DATE); `viva contest calendar` lists the names.
        #[arg(long = "day", value_name = "NAME=DATE", value_parser = day, required = true)]
        days: Vec<(String, Days)>,
        /// The folder of the intake.
        #[arg(long, value_name = "DIR")]
        data: PathBuf,
    },
    /// Receive an application, and print the id of its entry. Exit code 1: it is refused.
    Receive(ReceiveOptions),
    /// Answer a declaration of an entry.
    Declare {
        /// The entry, such as E1.
        entry: EntryId,
        /// The id of the declaration.
        declaration: String,
        /// The answer.
        answer: YesNo,
        /// The folder of the intake.
        #[arg(long, value_name = "DIR")]
        data: PathBuf,
    },
    /// Fill in a field of an application.
    Supply {
        /// The entry, such as E1.
        entry: EntryId,
        /// The id of the field.
        field: String,
        /// The field's text.
        text: String,
        /// The folder of the intake.
        #[arg(long, value_name = "DIR")]
        data: PathBuf,
    },
    /// Agree on a day of testing.
    Testing {
        /// The entry, such as E1.
        entry: EntryId,
        /// The day of testing.
        #[arg(long, value_name = "DATE")]
        on: Date,
        /// The day of the agreement.
        #[arg(long, value_name = "DATE")]
        agreed: Date,
        /// The folder of the intake.
        #[arg(long, value_name = "DIR")]
        data: PathBuf,
    },
    /// Test an entry against every rule. The contestant may mend a refused entry, for another test before the
    /// announcement of the finalists. Exit code 1: it is refused.
    Check {
        /// The entry, such as E1.
        entry: EntryId,
        /// The folder of the intake.
        #[arg(long, value_name = "DIR")]
        data: PathBuf,
    },
    /// Take back the refusal of an entry, until the outcome of the selection is announced. The entry is to be tested again;
    /// faults that its contestant cannot mend are no longer held against it.
    TakeBack {
        /// The entry, such as E1.
        entry: EntryId,
        /// The reason.
        #[arg(long)]
        reason: String,
        /// The folder of the intake.
        #[arg(long, value_name = "DIR")]
        data: PathBuf,
    },
    /// Let an entry stay for its merit, where the rulebook has invitations.
    Invite {
        /// The entry, such as E1.
        entry: EntryId,
        /// The reason.
        #[arg(long)]
        reason: String,
        /// The folder of the intake.
        #[arg(long, value_name = "DIR")]
        data: PathBuf,
    },
    /// Withdraw an entry for its contestant.
    Withdraw {
        /// The entry, such as E1.
        entry: EntryId,
        /// The folder of the intake.
        #[arg(long, value_name = "DIR")]
        data: PathBuf,
    },
    /// Exclude an entry.
    Disqualify {
        /// The entry, such as E1.
        entry: EntryId,
        /// The authority that decided: organisers, judges (more than half of them), panel, or committee.
        #[arg(long, default_value = "organisers", value_name = "WHO")]
        by: Authority,
        /// The rule, such as 'rule 38'.
        #[arg(long)]
        rule: String,
        /// The reason.
        #[arg(long)]
        reason: String,
        /// The folder of the intake.
        #[arg(long, value_name = "DIR")]
        data: PathBuf,
    },
    /// Fill the place of an entry that dropped out of the final.
    Replace {
        /// The entry, such as E1.
        entry: EntryId,
        /// The reason.
        #[arg(long)]
        reason: String,
        /// The folder of the intake.
        #[arg(long, value_name = "DIR")]
        data: PathBuf,
    },
    /// Note that the working version of an entry for the final has arrived.
    Working {
        /// The entry, such as E1.
        entry: EntryId,
        /// The time of arrival: a day, or a day, a time and a time zone (now).
        #[arg(long, value_name = "TIME")]
        on: Option<Moment>,
        /// The folder of the intake.
        #[arg(long, value_name = "DIR")]
        data: PathBuf,
    },
    /// Note a change of an entry after its working version arrived.
    Changed {
        /// The entry, such as E1.
        entry: EntryId,
        /// The time of the change: a day, or a day, a time and a time zone (now).
        #[arg(long, value_name = "TIME")]
        on: Option<Moment>,
        /// The folder of the intake.
        #[arg(long, value_name = "DIR")]
        data: PathBuf,
    },
    /// Draw the judges of the entries in a stage, and print the plan as CSV.
    Plan {
        /// The id of the stage.
        #[arg(long)]
        stage: String,
        /// The number of judges.
        #[arg(long, value_name = "N", required_unless_present = "judge", conflicts_with = "judge")]
        judges: Option<usize>,
        /// The name of a judge, once for each: keeps these judges apart from those of the final.
        #[arg(long, value_name = "NAME")]
        judge: Vec<String>,
        /// The seed of the draw. Random when absent.
        #[arg(long)]
        seed: Option<String>,
        /// The folder of the intake.
        #[arg(long, value_name = "DIR")]
        data: PathBuf,
    },
    /// Put the questions of a stage to every entry in it, and record answers, silences, incidents and times. Run again, it
    /// goes on where it stopped. Exit code 1: an entry has still to be asked.
    Screen(IntakeScreenOptions),
    /// Print the answers of a stage as CSV, question by question, with an empty column for the marks.
    Answers {
        /// The id of the stage.
        #[arg(long)]
        stage: String,
        /// The folder of the intake.
        #[arg(long, value_name = "DIR")]
        data: PathBuf,
    },
    /// Read the scores of a stage.
    Score {
        /// The id of the stage.
        #[arg(long)]
        stage: String,
        /// The scores: columns `judge,entry,rank`, `judge,entry,score`, `entry,question,score` or `entry,place`.
        #[arg(value_name = "FILE.csv")]
        file: PathBuf,
        /// The folder of the intake.
        #[arg(long, value_name = "DIR")]
        data: PathBuf,
    },
    /// Record a panel's order of level entries.
    Decide {
        /// The id of the stage.
        #[arg(long)]
        stage: String,
        /// The level entries, best first, as in E3,E1.
        #[arg(long, value_delimiter = ',', required = true)]
        order: Vec<EntryId>,
        /// The reason.
        #[arg(long)]
        reason: String,
        /// The folder of the intake.
        #[arg(long, value_name = "DIR")]
        data: PathBuf,
    },
    /// Show the entries of the final, and the reasons against all others. Exit code 1: the final is not settled yet.
    Finalists {
        /// Announce it, for good: the finalists, with replacement for drop-outs from then on; the only entry, which
        /// wins without a contest; or that there is no finalist.
        #[arg(long)]
        announce: bool,
        /// Write the contest file of the final, with the entries in it.
        #[arg(long, value_name = "CONTEST.toml")]
        contest_file: Option<PathBuf>,
        #[command(flatten)]
        overwrite: Overwrite,
        /// Check that no judge of this contest judged in a stage, where the rulebook keeps them apart.
        #[arg(long, value_name = "CONTEST.toml")]
        judges_of: Option<PathBuf>,
        /// Print them as JSON.
        #[arg(long)]
        json: bool,
        /// The folder of the intake.
        #[arg(long, value_name = "DIR")]
        data: PathBuf,
    },
    /// Show the entries with the most similar answers to the same inputs, for a panel to decide. `viva entry alike`
    /// asks the questions.
    Likeness {
        /// The entries' answers: columns `entry,input,answer`.
        #[arg(value_name = "ANSWERS.csv")]
        file: PathBuf,
        /// The number of pairs to show, the closest first.
        #[arg(long, value_name = "N", default_value = "10")]
        pairs: usize,
        /// Print every pair as JSON.
        #[arg(long)]
        json: bool,
        /// The folder of the intake; its rulebook names the authority that decides.
        #[arg(long, value_name = "DIR")]
        data: Option<PathBuf>,
    },
    /// List every entry with its stamp and its state.
    List {
        /// Print it as JSON.
        #[arg(long)]
        json: bool,
        /// The folder of the intake.
        #[arg(long, value_name = "DIR")]
        data: PathBuf,
    },
    /// Show the state of the intake, the reasons why stages wait, and the next day.
    Status {
        /// Print it as JSON.
        #[arg(long)]
        json: bool,
        /// The folder of the intake.
        #[arg(long, value_name = "DIR")]
        data: PathBuf,
    },
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  viva questions make --seed 1 > suite.toml\n  viva intake screen --stage questions --suite suite.toml --entries entries.toml --data intake"
)]
pub(crate) struct IntakeScreenOptions {
    /// The id of the stage.
    #[arg(long)]
    pub(crate) stage: String,
    /// The suite of questions. Fixed by the first run; needed only there.
    #[arg(long, value_name = "SUITE.toml")]
    pub(crate) suite: Option<PathBuf>,
    /// The file with an `[[entry]]` table for each entry, under the name of its program or its id, such as E1.
    #[arg(long, value_name = "FILE.toml")]
    pub(crate) entries: PathBuf,
    /// The number of entries asked at the same time.
    #[arg(long, value_name = "N", default_value = "2", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub(crate) jobs: u16,
    /// The seconds that an entry has to begin an answer, and to finish it.
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub(crate) patience: u64,
    /// The pause in milliseconds after which an answer counts as complete.
    #[arg(long, value_name = "MS", default_value = "2000", value_parser = clap::value_parser!(u64).range(10..=600_000))]
    pub(crate) quiet_ms: u64,
    /// The folder of the intake.
    #[arg(long, value_name = "DIR")]
    pub(crate) data: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct ReceiveOptions {
    /// The application.
    #[arg(value_name = "APPLICATION.toml")]
    pub(crate) file: PathBuf,
    /// The time of sending, by the carrier's stamp: a day such as 2010-05-10, or a day, a time and a time zone such as
    /// 2010-05-10T12:00:00Z.
    #[arg(long, value_name = "TIME")]
    pub(crate) stamp: Option<Moment>,
    /// The time of arrival, in the same forms (now).
    #[arg(long, value_name = "TIME")]
    pub(crate) received: Option<Moment>,
    /// The folder of the intake.
    #[arg(long, value_name = "DIR")]
    pub(crate) data: PathBuf,
}

/// An answer to a declaration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum YesNo {
    /// The declaration is true.
    Yes,
    /// The declaration is false.
    No,
}

impl YesNo {
    /// Returns true for yes.
    pub(crate) fn is_yes(self) -> bool {
        self == Self::Yes
    }
}

fn day(text: &str) -> Result<(String, Days), String> {
    let form = "write the name of a day, and the day, such as closes=2030-06-30, or the first and the last of several with two dots between them";
    let (name, days) = text.split_once('=').ok_or(form)?;
    Ok((name.trim().to_owned(), days.trim().parse().map_err(|_| form)?))
}
