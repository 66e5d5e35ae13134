//! The arguments of `viva score`.

use std::{path::PathBuf, str::FromStr};

use clap::{Args, ValueEnum};
use rulebook::schema::{Combine, Money};

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  viva score ballots.csv --rulebook loebner-2010\n  viva score choices.csv ranks.csv --rulebook loebner-2010 --json\n  viva score ratings.csv --rulebook surrey-2003 --under all\n  viva score mine.viva --under surrey-2003\n  viva score ballots.csv --rulebook loebner-2006 --selection E3,E1,E2=E4 --disqualify \"E2=a person typed\""
)]
pub(crate) struct ScoreOptions {
    /// The ballots, CSV or JSON; several files make one contest. Or a record, NAME.viva, alone.
    #[arg(value_name = "BALLOTS", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// The rulebook of the ballots: a shipped rulebook's id, or a rulebook file. A record has its own.
    #[arg(long, value_name = "RULEBOOK")]
    pub(crate) rulebook: Option<String>,
    /// Another rulebook to score the same contest under, as far as its questions can be derived; `all` for every
    /// shipped one. Exit code 1: the questions of a named one cannot be derived.
    #[arg(long, value_name = "RULEBOOK")]
    pub(crate) under: Vec<String>,
    /// The file's names of columns, after viva's.
    #[arg(long, value_name = "JUDGE=THEIRS,…", value_delimiter = ',', value_parser = pair)]
    pub(crate) columns: Vec<(String, String)>,
    /// The file's words for values, after viva's: human, machine, unsure, entry, confederate, yes, no, blank.
    #[arg(long, value_name = "MACHINE=THEIRS,…", value_delimiter = ',', value_parser = pair)]
    pub(crate) values: Vec<(String, String)>,
    /// The ballots come from observation: judges need not meet every witness, and the files show the number of
    /// participants. The rulebook of a study implies this option.
    #[arg(long)]
    pub(crate) observed: bool,
    /// A deadline has passed: missing answers count for no witness, and no award waits for them.
    #[arg(long)]
    pub(crate) closed: bool,
    /// A program that is a baseline and receives no award: its name in the files, or its id.
    #[arg(long, value_name = "NAME")]
    pub(crate) baseline: Vec<String>,
    /// The number of judges (the rulebook's, or the files' where the rulebook leaves a choice).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(..=10_000))]
    pub(crate) judges: Option<u16>,
    /// The number of entries.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(..=10_000))]
    pub(crate) entries: Option<u16>,
    /// The number of confederates.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(..=10_000))]
    pub(crate) confederates: Option<u16>,
    /// A disqualified entry, and the reason. Here and below, a name from the files, or from the record, may replace an
    /// id.
    #[arg(long, value_name = "E2=REASON", value_parser = disqualified)]
    pub(crate) disqualify: Vec<(String, String)>,
    /// Entries that are open-source programs of the organisers.
    #[arg(long, value_name = "E1,E2", value_delimiter = ',')]
    pub(crate) open_source: Vec<String>,
    /// The selection's order of the entries, best first; `=` between level ones.
    #[arg(long, value_name = "E3,E1=E2")]
    pub(crate) selection: Option<Selection>,
    /// The judges' votes, where the rules let them decide between equals.
    #[arg(long, value_name = "J1=E2,J2=E1", value_delimiter = ',', value_parser = vote)]
    pub(crate) votes: Vec<(String, String)>,
    /// The seed of coin tosses: the 64 digits of a contest's seed, or a text of your own.
    #[arg(long, value_name = "TEXT")]
    pub(crate) seed: Option<String>,
    /// The amount that earlier contests added to the purse of an award, such as bronze="2000 USD".
    #[arg(long, value_name = "AWARD=MONEY", value_parser = carried)]
    pub(crate) carried: Vec<(String, Money)>,
    /// The trials in which the conditions of awards must hold, against the rulebook or where it leaves this open.
    #[arg(long, value_enum)]
    pub(crate) combine: Option<Combining>,
    /// Print the results as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// The trials in which conditions must hold.
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

/// The order in which selection placed the entries, as the command line writes it: `E3,E1=E2,E4`.
#[derive(Debug, Clone)]
pub(crate) struct Selection(pub(crate) Vec<Vec<String>>);

impl FromStr for Selection {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let group = |group: &str| group.split('=').map(str::to_owned).collect::<Vec<_>>();
        let groups: Vec<_> = text.split(',').map(group).collect();
        match groups.iter().flatten().all(|name| !name.trim().is_empty()) {
            true => Ok(Self(groups)),
            false => Err("an entry is missing between `,` or `=`".to_owned()),
        }
    }
}
