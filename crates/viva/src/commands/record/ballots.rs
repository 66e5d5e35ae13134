//! The ballots of a record: counted by `viva score`, or written as files that it reads.
//!
//! The record's result must be confirmed, as by `viva record verify`.

use std::path::Path;

use archive::publication::{self, Verdict, Verification};
use contest::{
    event::CastForm,
    event::Roster,
    result::{ballots, circumstances},
};
use record::Trust;
use rulebook::{Rulebook, schema::Limits};
use tally::{
    Ballots, Circumstances,
    file::{Named, to_csv, to_json},
};

use super::written::{self, FileWritten};
use crate::{
    cli::ExportOptions,
    destination::Folder,
    exit::Exit,
    shell::{self, Failure, ShownPath},
};

/// The input of a count.
pub(crate) struct CountInput {
    /// The rulebook in force, with the numbers of the contest.
    pub(crate) rulebook: Rulebook,
    pub(crate) ballots: Ballots,
    pub(crate) circumstances: Circumstances,
    /// The participants' names, unless taken out.
    pub(crate) names: Named,
    /// The verdict on the record, in words.
    pub(crate) verdict: String,
    /// The unsealed ballots that count.
    drafts: Vec<CastForm>,
    /// The ballots that were given late.
    late: Vec<CastForm>,
}

/// The ballots of a record; the inner `Err` is the exit code, after a message, if they cannot be relied on.
pub(crate) fn held(file: &Path) -> Result<Result<CountInput, Exit>, Failure> {
    let found = publication::verify(shell::open(file)?, &Trust::default());
    let found = found.map_err(|source| shell::unreadable(file, source))?;
    let verdict = found.verdict();
    let contest = found.audit.as_ref().and_then(|audit| audit.room.contest()).filter(|_| found.result.is_some());
    let Some(contest) = contest.filter(|_| verdict != Verdict::Broken) else {
        shell::talk(refusal(file, &found));
        return Ok(Err(if verdict == Verdict::Broken { Exit::No } else { Exit::Incomplete }));
    };
    let mut rulebook = contest.rulebook.clone();
    // The numbers are those of this contest, so no limits are left.
    rulebook.roles.limits = Limits::default();
    Ok(Ok(CountInput {
        rulebook,
        ballots: ballots(contest),
        circumstances: circumstances(contest),
        names: contest.roster.held().map_or_else(Named::default, named),
        verdict: super::verify::in_words(&found),
        drafts: found.result.iter().flat_map(|result| result.drafts.clone()).collect(),
        late: found.result.iter().flat_map(|result| result.late.clone()).collect(),
    }))
}

fn named(roster: &Roster) -> Named {
    Named {
        judges: roster.judges.clone(),
        entries: roster.entries.iter().map(|card| card.name.clone()).collect(),
        confederates: roster.confederates.clone(),
    }
}

fn refusal(file: &Path, found: &Verification) -> String {
    let (name, file, verdict) = (shell::name_of(file), file.shown(), super::verify::in_words(found));
    let why = super::verify::first_reason(found).map_or(String::new(), |why| format!("\n  {why}"));
    format!(
        "{name}: {verdict}{why}\nhint: its ballots are not counted; `viva record verify {file}` says everything that was found"
    )
}

/// Writes the ballots of a record.
pub(super) fn run(options: &ExportOptions) -> Result<Exit, Failure> {
    let held = match held(&options.file)? {
        Ok(held) => held,
        Err(exit) => return Ok(exit),
    };
    let CountInput { rulebook, ballots, circumstances, .. } = &held;
    let csv = to_csv(rulebook, ballots, circumstances);
    let json = to_json(rulebook, ballots, circumstances);
    let rules = toml::to_string(rulebook).expect("a rulebook is written as TOML");
    let folder = Folder::at(&options.out, options.overwrite)?;
    folder.write([("ballots.csv", &*csv), ("ballots.json", &*json), ("rulebook.toml", &*rules)])?;
    written::tell_files(options, ["ballots.csv", "ballots.json", "rulebook.toml"].map(FileWritten::named).into())?;
    let folder = folder.path().shown();
    let roles = rulebook.roles;
    // Deadlines have closed the missing ballots of a record, and its plan is the one played.
    shell::talk(format_args!(
        "wrote ballots.csv, ballots.json and rulebook.toml to {folder}\n\
         hint: viva score {folder}/ballots.csv --rulebook {folder}/rulebook.toml --observed --closed --judges {} --entries {} --confederates {}",
        roles.judges, roles.entries, roles.confederates
    ));
    super::tell_drafts(&held.drafts, &held.late);
    Ok(Exit::Yes)
}
