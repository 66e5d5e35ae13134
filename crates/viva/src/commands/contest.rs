//! `viva contest`: write and check contest files.

use std::{
    fmt::Write,
    fs::File,
    path::{Path, PathBuf},
    sync::Mutex,
};

use entry::isolation::{self, Reach};
use rulebook::{ContestFile, EntryId, reader};
use schedule::GivenPlan;
use server::{
    Submitted,
    plan::{PlanError, plan_of},
};

use crate::{
    cli::ContestCommand,
    destination::{Destination, Overwrite},
    exit::Exit,
    shell::{self, Failure},
};

pub(crate) fn run(command: ContestCommand) -> Result<Exit, Failure> {
    match command {
        ContestCommand::New { file: None, .. } => {
            shell::data(reader::contest_template().trim_end());
            Ok(Exit::Yes)
        }
        ContestCommand::New { file: Some(file), overwrite } => new(&file, overwrite),
        ContestCommand::Calendar { file, of, ics, json } => super::calendar::run(&file, of, ics, json),
        ContestCommand::People { file, people, intake, json } => {
            super::people::run(&file, people.as_deref(), intake.as_deref(), json)
        }
        ContestCommand::Check { file } => match submitted(&file)? {
            Err(faults) => faulty(faults),
            Ok(submitted) => match with_plan(submitted) {
                Err(unplayable) => {
                    shell::report(&unplayable.into());
                    Ok(Exit::No)
                }
                Ok(Submitted { file: contest, folder, plan, .. }) => {
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
                    Ok(Exit::Yes)
                }
            },
        },
    }
}

/// Shows every fault; the check said no.
pub(crate) fn faulty(faults: reader::Faults) -> Result<Exit, Failure> {
    shell::report(&faults.into());
    Ok(Exit::No)
}

/// Reads a contest file with its rulebook; `Err` inside when it has faults. The plan that it names is not looked at.
pub(crate) fn submitted(path: &Path) -> Result<Result<Submitted, reader::Faults>, Failure> {
    let text = shell::read_text(path)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    Ok(submitted_as(&path.to_string_lossy(), text, folder))
}

/// The same with the plan that it names: the contest is ready to be served.
pub(crate) fn playable(path: &Path) -> Result<Submitted, Failure> {
    Ok(with_plan(submitted(path)??)?)
}

/// A contest file with the plan that it names, proved.
pub(crate) fn with_plan(submitted: Submitted) -> Result<Submitted, Unplayable> {
    let plan = plan_of(&submitted.file, &submitted.folder)?;
    Ok(Submitted { plan, ..submitted })
}

/// The plan that a contest file names cannot be played.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
#[error("the contest has no plan that can be played")]
#[diagnostic(help(
    "`viva schedule make` makes plans; without `plan` in the contest file, the design of the rulebook makes it"
))]
pub(crate) struct Unplayable(#[from] PlanError);

/// Reads this text of a contest file, as if it stood in this folder.
pub(crate) fn submitted_as(name: &str, text: String, folder: PathBuf) -> Result<Submitted, reader::Faults> {
    let own_rulebook = Mutex::new(String::new());
    let find = |name: &str| {
        let path = folder.join(name);
        let text = File::open(&path).and_then(shell::text_of).map_err(|why| why.to_string())?;
        if let Ok(mut own) = own_rulebook.lock() {
            own.clone_from(&text);
        }
        Ok((name.to_owned(), text))
    };
    let read = reader::read_contest_file(name, &text, &find);
    let rulebook = own_rulebook.into_inner().unwrap_or_default();
    read.map(|file| Submitted { file, text, rulebook, plan: None, folder: folder.clone() })
}

fn new(file: &Path, overwrite: Overwrite) -> Result<Exit, Failure> {
    Destination::file(file, overwrite)?.write(reader::contest_template().as_bytes())?;
    let file = file.display();
    shell::talk(format_args!("wrote {file}\nhint: fill it in, then run `viva contest check {file}`"));
    Ok(Exit::Yes)
}

/// What each entry's program can reach, and what should be looked at.
fn reaches(contest: &ContestFile, folder: &Path) -> String {
    let hidden = isolation::hidden(&contest.entries, folder);
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
        "{}: a contest without faults\n  {} under {}\n  {} judges, {} confederates, {} entries{plan}\n  {day}{rehearsal}\nhint: run it with `viva serve --data {} {}`",
        path.display(),
        contest.name,
        contest.rulebook.title,
        contest.judges.len(),
        contest.confederates.len(),
        contest.entries.len(),
        contest.id,
        path.display(),
    )
}
