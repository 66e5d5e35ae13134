//! The arguments of `viva score`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use rulebook::schema::{Combine, Money};

use crate::commands::score::Selection;

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  viva score ballots.csv --rulebook loebner-2010\n  viva score choices.csv ranks.csv --rulebook loebner-2010 --json\n  viva score ratings.csv --rulebook surrey-2003 --under all\n  viva score mine.viva --under surrey-2003\n  viva score ballots.csv --rulebook loebner-2006 --selection E3,E1,E2=E4 --disqualify \"E2=a person typed\""
)]
pub(crate) struct ScoreOptions {
    /// The ballots, CSV or JSON; several files make one contest. Or a record, NAME.viva, alone.
    #[arg(value_name = "BALLOTS", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// The rulebook the ballots were given under: a shipped rulebook's id, or a rulebook file. A record brings its own.
    #[arg(long, value_name = "RULEBOOK")]
    pub(crate) rulebook: Option<String>,
    /// Another rulebook to score the same contest under, as far as its questions can be derived; `all` for every shipped
    /// one. Exit code 1: one that was named cannot be derived.
    #[arg(long, value_name = "RULEBOOK")]
    pub(crate) under: Vec<String>,
    /// Our names of columns, with theirs.
    #[arg(long, value_name = "JUDGE=THEIRS,…", value_delimiter = ',', value_parser = pair)]
    pub(crate) columns: Vec<(String, String)>,
    /// Our words for values, with theirs: human, machine, unsure, entry, confederate, yes, no, blank.
    #[arg(long, value_name = "MACHINE=THEIRS,…", value_delimiter = ',', value_parser = pair)]
    pub(crate) values: Vec<(String, String)>,
    /// The ballots were observed: nobody was expected to meet everybody, and as many took part as the files show. It is always
    /// so under the rulebook of a study.
    #[arg(long)]
    pub(crate) observed: bool,
    /// A deadline has closed what is missing: it counts for nobody, and no award waits for it.
    #[arg(long)]
    pub(crate) closed: bool,
    /// A program that is a baseline and receives no award: its name in the files, or its id.
    #[arg(long, value_name = "NAME")]
    pub(crate) baseline: Vec<String>,
    /// How many judges there were (as the rulebook says, or as the files show where it leaves a choice).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(..=10_000))]
    pub(crate) judges: Option<u16>,
    /// How many entries there were.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(..=10_000))]
    pub(crate) entries: Option<u16>,
    /// How many confederates there were.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(..=10_000))]
    pub(crate) confederates: Option<u16>,
    /// An entry that was disqualified, and why. Here as below, a name of the files, or of the record, stands for its id.
    #[arg(long, value_name = "E2=REASON", value_parser = disqualified)]
    pub(crate) disqualify: Vec<(String, String)>,
    /// Entries that are open-source programs of the organisers.
    #[arg(long, value_name = "E1,E2", value_delimiter = ',')]
    pub(crate) open_source: Vec<String>,
    /// How selection placed the entries, best first; `=` between those that are level.
    #[arg(long, value_name = "E3,E1=E2")]
    pub(crate) selection: Option<Selection>,
    /// Whom judges voted for where the rules let them decide between equals.
    #[arg(long, value_name = "J1=E2,J2=E1", value_delimiter = ',', value_parser = vote)]
    pub(crate) votes: Vec<(String, String)>,
    /// The seed of coin tosses: the 64 digits of a contest's seed, or a text of your own.
    #[arg(long, value_name = "TEXT")]
    pub(crate) seed: Option<String>,
    /// What earlier contests added to the purse of an award, such as bronze="2000 USD".
    #[arg(long, value_name = "AWARD=MONEY", value_parser = carried)]
    pub(crate) carried: Vec<(String, Money)>,
    /// In how many trials the conditions of awards must hold, where the rulebook leaves it open or says otherwise.
    #[arg(long, value_enum)]
    pub(crate) combine: Option<Combining>,
    /// Print the results as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// In how many trials conditions must hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Combining {
    /// In one at least.
    Any,
    /// In more than half.
    Majority,
    /// In every one.
    All,
}

impl From<Combining> for Combine {
    fn from(combining: Combining) -> Self {
        match combining {
            Combining::Any => Self::Any,
            Combining::Majority => Self::Majority,
            Combining::All => Self::All,
        }
    }
}

fn disqualified(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((entry, reason)) if !reason.trim().is_empty() => Ok((entry.to_owned(), reason.trim().to_owned())),
        _ => Err("write the entry and the reason, such as E2=\"a person typed\"".to_owned()),
    }
}

fn pair(text: &str) -> Result<(String, String), String> {
    let (ours, theirs) = text.split_once('=').ok_or("write our word and theirs, such as judge=interrogator")?;
    Ok((ours.trim().to_ascii_lowercase(), theirs.trim().to_owned()))
}

fn vote(text: &str) -> Result<(String, String), String> {
    let (judge, entry) = text.split_once('=').ok_or("write the judge and the entry, such as J1=E2")?;
    Ok((judge.to_owned(), entry.to_owned()))
}

fn carried(text: &str) -> Result<(String, Money), String> {
    let (award, money) = text.split_once('=').ok_or("write the award and the amount, such as bronze=\"2000 USD\"")?;
    Ok((award.trim().to_owned(), Money::try_from(money.trim().to_owned())?))
}
