//! The log of an intake on disk: read, decided on and appended to under a lock, written through before anything is said.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use intake::{
    Command, Recorded, Refusal, decide,
    log::{self, BadLog, Log, NoLine},
};

use super::answer::{self, Told};
use crate::{
    now::now,
    shell::{self, Failure},
};

/// The name of the log in its folder.
const LOG: &str = "intake.ndjson";

/// Where an intake is kept.
pub(super) struct Desk {
    folder: PathBuf,
}

/// Why the log cannot be used.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
pub(super) enum Broken {
    #[error("there is no intake in `{0}`")]
    #[diagnostic(help("call for entries with `viva intake open`, or name its folder with --data"))]
    Absent(PathBuf),
    #[error("failed to read `{path}`")]
    Read { path: PathBuf, source: BadLog },
    #[error("failed to write `{path}`")]
    #[diagnostic(help("nothing was recorded; check the disk, and that the folder may be written"))]
    Io { path: PathBuf, source: io::Error },
    #[error("failed to write `{path}`")]
    Line { path: PathBuf, source: NoLine },
    #[error("the system gives no random numbers: {0}")]
    Chance(String),
}

impl Desk {
    pub(super) fn at(folder: &Path) -> Self {
        Self { folder: folder.to_owned() }
    }

    /// Reads the log.
    pub(super) fn read(&self) -> Result<Log, Failure> {
        let mut file = File::open(self.path()).map_err(|_| Broken::Absent(self.folder.clone()))?;
        file.lock_shared().map_err(|source| self.failed(source))?;
        let log = self.log(&mut file)?;
        if log.torn > 0 {
            shell::talk(format_args!("note: the last line was never finished; its {} bytes are left out", log.torn));
        }
        if log.intake.is_none() {
            return Err(Broken::Absent(self.folder.clone()).into());
        }
        Ok(log)
    }

    /// Carries a command out: its events are on disk before anything is said of them.
    pub(super) fn does(&self, command: &Command) -> Result<Told, Failure> {
        let new = matches!(command, Command::Open { .. });
        if new && let Err(refusal) = decide(None, command, now()) {
            // Before there is a folder, so that none is left behind.
            return Ok(refused(&refusal));
        }
        let mut file = self.open(new)?;
        file.lock().map_err(|source| self.failed(source))?;
        let mut log = self.log(&mut file)?;
        let latest = log.events.last().map(|recorded| recorded.time);
        // Time never runs backwards in a log, whatever the system's clock does.
        let now = latest.map_or_else(now, |latest| latest.max(now()));
        let events = match decide(log.intake.as_ref(), command, now) {
            Ok(events) => events,
            Err(refusal) => return Ok(refused(&refusal)),
        };
        if log.torn > 0 {
            shell::talk(format_args!("note: the last line was never finished; its {} bytes are cut", log.torn));
        }
        let mut lines = String::new();
        for event in &events {
            let recorded = Recorded { number: log.events.len() as u64 + 1, time: now, event: event.clone() };
            let (line, head) = log::line(&recorded, log.head, random()?)
                .map_err(|source| Broken::Line { path: self.path(), source })?;
            lines.push_str(&line);
            log.head = head;
            match &mut log.intake {
                Some(intake) => intake.apply(event),
                empty => *empty = intake::Intake::opened(event),
            }
            log.events.push(recorded);
        }
        self.append(&mut file, log.whole, &lines).map_err(|source| self.failed(source))?;
        Ok(log.intake.as_ref().map_or(Told::Yes, |intake| answer::done(intake, &events, now)))
    }

    fn open(&self, new: bool) -> Result<File, Failure> {
        let mut options = OpenOptions::new();
        options.read(true).write(true);
        if new {
            fs::create_dir_all(&self.folder).map_err(|source| self.failed(source))?;
            options.create(true).truncate(false);
        }
        options.open(self.path()).map_err(|why| match why.kind() {
            io::ErrorKind::NotFound => Broken::Absent(self.folder.clone()).into(),
            _ => self.failed(why).into(),
        })
    }

    fn log(&self, file: &mut File) -> Result<Log, Failure> {
        let mut bytes = Vec::new();
        let most = log::LARGEST as u64 + 1;
        file.take(most).read_to_end(&mut bytes).map_err(|source| self.failed(source))?;
        Ok(log::read(&bytes).map_err(|source| Broken::Read { path: self.path(), source })?)
    }

    /// Writes after the finished lines, and makes it last: the file, and its place in the folder.
    fn append(&self, file: &mut File, whole: usize, lines: &str) -> io::Result<()> {
        file.set_len(whole as u64)?;
        file.seek(SeekFrom::End(0))?;
        file.write_all(lines.as_bytes())?;
        file.sync_all()?;
        if whole == 0 { File::open(&self.folder)?.sync_all() } else { Ok(()) }
    }

    fn path(&self) -> PathBuf {
        self.folder.join(LOG)
    }

    fn failed(&self, source: io::Error) -> Broken {
        Broken::Io { path: self.path(), source }
    }
}

/// A word for a seed that nobody chose.
pub(super) fn random_word() -> Result<String, Failure> {
    let bytes: [u8; 16] = random()?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

fn random() -> Result<[u8; 16], Failure> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|why| Broken::Chance(why.to_string()))?;
    Ok(bytes)
}

fn refused(refusal: &Refusal) -> Told {
    shell::talk(format_args!("refused: {refusal}"));
    Told::No
}
