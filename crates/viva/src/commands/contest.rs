//! `viva contest`: write and check contest files.

mod day;
mod programs;
mod sign;

use std::{fmt::Write, path::Path};

use entry::isolation::{self, Reach};
use rulebook::{ContestFile, EntryId, contest_file::EntrySpec, counted, reader};
use schedule::GivenPlan;
use server::Submitted;

use crate::{
    cli::{ContestCommand, Overwrite},
    contest_file::{submitted, with_plan},
    destination::Destination,
    exit::Exit,
    shell::{self, Failure},
};

pub(crate) fn run(command: ContestCommand) -> Result<Exit, Failure> {
    match command {
        ContestCommand::Day(command) => day::run(command),
        ContestCommand::New { file: None, .. } => {
            shell::data(reader::contest_template().trim_end());
            Ok(Exit::Yes)
        }
        ContestCommand::New { file: Some(file), overwrite } => new(&file, overwrite),
        ContestCommand::Calendar { file, of, ics, json } => super::calendar::run(&file, of, ics, json),
        ContestCommand::People { file, people, intake, json } => {
            super::people::run(&file, people.as_deref(), intake.as_deref(), json)
        }
        ContestCommand::Sign { file, key } => sign::run(&file, &key),
        ContestCommand::Check { file, programs } => match submitted(&file)? {
            Err(faults) => shell::faulty(faults),
            Ok(submitted) => match with_plan(submitted) {
                Err(unplayable) => {
                    shell::report(&unplayable.into());
                    Ok(Exit::No)
                }
                Ok(submitted) => {
                    if let Err(why) = submitted.terms().can_start(None) {
                        shell::talk(format_args!("{}: {why}", file.display()));
                        return Ok(Exit::No);
                    }
                    let Submitted { file: contest, folder, plan, .. } = submitted;
                    let day = match plan
                        .as_ref()
                        .map_or_else(|| schedule::construct(&contest.rulebook), |given| Ok(given.plan()))
                    {
                        Ok(plan) => super::day::told(&contest.rulebook, &plan),
                        Err(no_design) => {
                            shell::talk(format_args!("{}: no plan can be made: {no_design}", file.display()));
                            return Ok(Exit::No);
                        }
                    };
                    shell::talk(describe(&file, &contest, plan.as_ref(), &day));
                    shell::talk(reaches(&contest, &folder));
                    if programs { programs::run(&contest, &folder) } else { Ok(Exit::Yes) }
                }
            },
        },
    }
}

fn new(file: &Path, overwrite: Overwrite) -> Result<Exit, Failure> {
    Destination::file(file, overwrite)?.write(reader::contest_template().as_bytes())?;
    let file = file.display();
    shell::talk(format_args!("wrote {file}\nhint: fill it in, then run `viva contest check {file}`"));
    Ok(Exit::Yes)
}

/// What should be looked at of each program before it plays, a line each; empty where nothing should.
pub(crate) fn warnings(contest: &ContestFile, folder: &Path) -> Vec<String> {
    let hidden = isolation::hidden(contest.programs(), folder);
    let of = |spec: &EntrySpec| {
        let warnings = Reach::of(spec, folder, &hidden, contest.rulebook.equipment()).warnings;
        warnings.into_iter().map(|warning| format!("{}: {warning}", spec.name)).collect::<Vec<_>>()
    };
    contest.programs().flat_map(of).collect()
}

/// What each entry's program can reach, and what should be looked at.
fn reaches(contest: &ContestFile, folder: &Path) -> String {
    let hidden = isolation::hidden(contest.programs(), folder);
    let mut text = "what the programs can reach on this machine:".to_owned();
    for (id, entry) in EntryId::first(contest.entries.len()).zip(&contest.entries) {
        let Reach { kept, can, warnings } = Reach::of(entry, folder, &hidden, contest.rulebook.equipment());
        let _ = write!(text, "\n  {id} {}: {kept}", entry.name);
        for sentence in can {
            let _ = write!(text, "\n     - {sentence}");
        }
        for warning in warnings {
            let _ = write!(text, "\n     ! {warning}");
        }
    }
    text
}

/// The labels that are not drawn.
fn settled(plan: &GivenPlan) -> String {
    let each: Vec<String> = plan.settled.iter().map(|(who, label)| format!("{who} bears {label}")).collect();
    if each.is_empty() { String::new() } else { format!(", but {}", each.join(", ")) }
}

fn describe(path: &Path, contest: &ContestFile, plan: Option<&GivenPlan>, day: &str) -> String {
    let plan = match (&contest.plan, plan) {
        (Some(file), Some(plan)) => format!(
            "\n  who meets whom is planned in {}: {} interviews in {} rounds, which break nothing; who bears its labels is drawn{}",
            file.display(),
            plan.meetings.len(),
            plan.plan().rounds(),
            settled(plan),
        ),
        _ => String::new(),
    };
    let rehearsal = match contest.rehearsal {
        true => "\n  a rehearsal: `seed` fixes the draw, and whoever reads it knows who sits where; the record says so",
        false => "",
    };
    format!(
        "{}: a contest without faults\n  {} under {}\n  {}, {}, {}{plan}\n  {day}{rehearsal}\nhint: run it with `viva serve --data {} {}`",
        path.display(),
        contest.name,
        contest.rulebook.title,
        counted(contest.judges.len(), "judge", "judges"),
        counted(contest.confederates.len(), "confederate", "confederates"),
        counted(contest.entries.len(), "entry", "entries"),
        contest.id,
        path.display(),
    )
}
