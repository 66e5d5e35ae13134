//! `viva contest`: write and check contest files.

use std::{fmt::Write, fs::File, path::Path, sync::Mutex};

use entry::isolation::{self, Reach};
use rulebook::{ContestFile, EntryId, reader};
use server::Submitted;

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
            Ok(Submitted { file: contest, folder, .. }) => {
                let day = match schedule::construct(&contest.rulebook) {
                    Ok(plan) => super::day::told(&contest.rulebook, &plan),
                    Err(no_design) => {
                        shell::talk(format_args!("{}: no plan can be made: {no_design}", file.display()));
                        return Ok(Exit::No);
                    }
                };
                shell::talk(describe(&file, &contest, &day));
                shell::talk(reaches(&contest, &folder));
                Ok(Exit::Yes)
            }
        },
    }
}

/// Shows every fault; the check said no.
pub(crate) fn faulty(faults: reader::Faults) -> Result<Exit, Failure> {
    shell::report(&faults.into());
    Ok(Exit::No)
}

/// Reads a contest file with its rulebook; `Err` inside when it has faults.
pub(crate) fn submitted(path: &Path) -> Result<Result<Submitted, reader::Faults>, Failure> {
    let text = shell::read_text(path)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let own_rulebook = Mutex::new(String::new());
    let find = |name: &str| {
        let path = folder.join(name);
        let text = File::open(&path).and_then(shell::text_of).map_err(|why| why.to_string())?;
        if let Ok(mut own) = own_rulebook.lock() {
            own.clone_from(&text);
        }
        Ok((name.to_owned(), text))
    };
    let read = reader::read_contest_file(&path.to_string_lossy(), &text, &find);
    let rulebook = own_rulebook.into_inner().unwrap_or_default();
    Ok(read.map(|file| Submitted { file, text, rulebook, folder: folder.clone() }))
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
        let Reach { kept, can, warnings } = Reach::of(entry, folder, &hidden);
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

fn describe(path: &Path, contest: &ContestFile, day: &str) -> String {
    let rehearsal = match contest.rehearsal {
        true => "\n  a rehearsal: `seed` fixes the draw, and whoever reads it knows who sits where; the record says so",
        false => "",
    };
    format!(
        "{}: a contest without faults\n  {} under {}\n  {} judges, {} confederates, {} entries\n  {day}{rehearsal}\nhint: run it with `viva serve --data {} {}`",
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
