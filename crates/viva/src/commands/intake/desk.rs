//! The log of an intake, as commands use it.

use std::{
    io,
    path::{Path, PathBuf},
};

use intake::{
    Command,
    log::{BadLog, Log, NoLine},
};
use server::intake_folder::{Done, FolderError, IntakeFolder};

use super::answer::{self, ExitAnswer};
use crate::{
    now::now,
    shell::{self, Failure},
};

/// The folder of an intake.
pub(super) struct Desk(IntakeFolder);

/// The reason why the log cannot be used.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
pub(super) enum Broken {
    #[error("there is no intake in `{0}`")]
    #[diagnostic(help("call for entries with `viva intake open`, or name its folder with --data"))]
    Absent(PathBuf),
    #[error("failed to read `{path}`")]
    Read { path: PathBuf, source: Box<BadLog> },
    #[error("failed to write `{path}`")]
    #[diagnostic(help("nothing was recorded; check the disk, and that the folder may be written"))]
    Io { path: PathBuf, source: io::Error },
    #[error("failed to write `{path}`")]
    Line { path: PathBuf, source: Box<NoLine> },
    #[error("the system gives no random numbers: {0}")]
    Chance(String),
}

impl Desk {
    pub(super) fn at(folder: &Path) -> Self {
        Self(IntakeFolder::at(folder))
    }

    /// Reads the log.
    pub(super) fn read(&self) -> Result<Log, Failure> {
        let log = self.0.read().map_err(broken)?;
        if log.torn > 0 {
            shell::talk(format_args!("note: the last line was never finished; its {} bytes are left out", log.torn));
        }
        Ok(log)
    }

    /// Runs a command. Its events are on disk before they are reported.
    pub(super) fn does(&self, command: &Command) -> Result<ExitAnswer, Failure> {
        match self.0.does(command, now()) {
            Ok(Done { intake, events, torn, now }) => {
                if torn > 0 {
                    shell::talk(format_args!("note: the last line was never finished; its {torn} bytes are cut"));
                }
                Ok(answer::done(&intake, &events, now))
            }
            Err(FolderError::Refused(refusal)) => {
                shell::talk(format_args!("refused: {refusal}"));
                Ok(ExitAnswer::No)
            }
            Err(why) => Err(broken(why)),
        }
    }
}

/// A random word for the seed when none is given.
pub(super) fn random_word() -> Result<String, Failure> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|why| Broken::Chance(why.to_string()))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

fn broken(why: FolderError) -> Failure {
    match why {
        FolderError::Absent(folder) => Broken::Absent(folder).into(),
        FolderError::Read { path, source } => Broken::Read { path, source }.into(),
        FolderError::Io { path, source } => Broken::Io { path, source }.into(),
        FolderError::Line { path, source } => Broken::Line { path, source }.into(),
        FolderError::Chance(why) => Broken::Chance(why).into(),
        refused @ FolderError::Refused(_) => shell::failure(refused),
    }
}
