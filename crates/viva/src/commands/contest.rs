//! `viva contest`: write and check contest files.

use std::{
    fs::OpenOptions,
    io::Write,
    path::{Path, PathBuf},
    sync::Mutex,
};

use rulebook::{ContestFile, reader};
use server::Submitted;

use crate::{
    cli::ContestCommand,
    exit::Exit,
    shell::{self, Failure},
};

pub(crate) fn run(command: ContestCommand) -> Result<Exit, Failure> {
    match command {
        ContestCommand::New { file: None } => {
            shell::data(reader::contest_template().trim_end());
            Ok(Exit::Yes)
        }
        ContestCommand::New { file: Some(file) } => new(&file),
        ContestCommand::Check { file } => match submitted(&file)? {
            Err(faults) => faulty(faults),
            Ok(Submitted { file: contest, .. }) => {
                shell::talk(describe(&file, &contest));
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
        let text = std::fs::read_to_string(&path).map_err(|why| why.to_string())?;
        if let Ok(mut own) = own_rulebook.lock() {
            own.clone_from(&text);
        }
        Ok((name.to_owned(), text))
    };
    let read = reader::read_contest_file(&path.to_string_lossy(), &text, &find);
    let rulebook = own_rulebook.into_inner().unwrap_or_default();
    Ok(read.map(|file| Submitted { file, text, rulebook, folder: folder.clone() }))
}

/// Says why a new file was not written, and the way out.
pub(crate) fn not_written(file: &Path, why: &std::io::Error) -> Exit {
    let hint = match why.kind() {
        std::io::ErrorKind::AlreadyExists => "choose a path that does not exist yet",
        _ => "check the path, and that you may write there",
    };
    shell::talk(format_args!("failed to write {}: {why}\nhint: {hint}", file.display()));
    Exit::Usage
}

fn new(file: &PathBuf) -> Result<Exit, Failure> {
    let written = OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(file)
        .and_then(|mut out| out.write_all(reader::contest_template().as_bytes()));
    match written {
        Ok(()) => {
            let file = file.display();
            shell::talk(format_args!("wrote {file}\nhint: fill it in, then run `viva contest check {file}`"));
            Ok(Exit::Yes)
        }
        Err(why) => Ok(not_written(file, &why)),
    }
}

fn describe(path: &Path, contest: &ContestFile) -> String {
    format!(
        "{}: a contest without faults\n  {} under {}\n  {} judges, {} confederates, {} entries\nhint: run it with `viva serve --data {} {}`",
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
