//! The folder of an intake: its log, which is read, decided on and appended to under a lock, and the uploaded programs.
//!
//! A server and `viva intake` may use the same folder at the same time: a writer locks the log, reads the other's
//! lines, and has its own on disk before it reports success.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use intake::{
    Command, Event, Intake, Recorded, Refusal, decide,
    log::{self, BadLog, Log, NoLine},
};
use language::{Message, Say};
use record::Hash;
use rulebook::Timestamp;

/// The name of the log in its folder.
const LOG: &str = "intake.ndjson";

/// The folder of uploads, each under its SHA-256.
const PROGRAMS: &str = "programs";

/// The folder of an intake.
#[derive(Debug, Clone)]
pub struct IntakeFolder {
    folder: PathBuf,
}

/// The outcome of a command.
#[derive(Debug)]
pub struct Done {
    /// The intake afterwards.
    pub intake: Intake,
    /// The recorded events.
    pub events: Vec<Event>,
    /// The number of bytes that were cut from an unfinished last line.
    pub torn: usize,
    /// The moment of the recording.
    pub now: Timestamp,
}

/// The reason why nothing was done.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// There is no log.
    #[error("there is no intake in `{0}`")]
    Absent(PathBuf),
    /// The log was changed, or is none.
    #[error("failed to read `{path}`")]
    Read {
        /// The log.
        path: PathBuf,
        /// The fault.
        source: Box<BadLog>,
    },
    /// The disk failed.
    #[error("failed to write `{path}`")]
    Io {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// An event cannot be written as a line.
    #[error("failed to write `{path}`")]
    Line {
        /// The log.
        path: PathBuf,
        /// The cause.
        source: Box<NoLine>,
    },
    /// No salt can be drawn.
    #[error("the system gives no random numbers: {0}")]
    Chance(String),
    /// The rules, or the state of the intake, do not allow it.
    #[error("{}", refused(.0))]
    Refused(#[from] Refusal),
}

/// Pages show refusals only; other errors are for the server's log, in English.
impl Say for FolderError {
    fn message(&self) -> Message {
        match self {
            Self::Refused(refusal) => refused(refusal),
            other @ (Self::Absent(_) | Self::Read { .. } | Self::Io { .. } | Self::Line { .. } | Self::Chance(_)) => {
                Message::verbatim(other.to_string())
            }
        }
    }
}

fn refused(refusal: &Refusal) -> Message {
    say!("intake-refused", why = refusal.message())
}

impl IntakeFolder {
    /// An intake in this folder; nothing is read yet.
    #[must_use]
    pub fn at(folder: &Path) -> Self {
        Self { folder: folder.to_owned() }
    }

    /// The folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.folder
    }

    /// Reads the log.
    ///
    /// # Errors
    /// When there is none, it was changed, or the disk fails.
    pub fn read(&self) -> Result<Log, FolderError> {
        let mut file = File::open(self.log_path()).map_err(|_| FolderError::Absent(self.folder.clone()))?;
        file.lock_shared().map_err(|source| self.failed(source))?;
        let log = self.log(&mut file)?;
        if log.intake.is_none() { Err(FolderError::Absent(self.folder.clone())) } else { Ok(log) }
    }

    /// Carries out a command: its events are on disk when this returns. A call for entries makes the folder when it is
    /// missing.
    ///
    /// # Errors
    /// When it is refused, or cannot be written; nothing is recorded then.
    pub fn does(&self, command: &Command, now: Timestamp) -> Result<Done, FolderError> {
        let new = matches!(command, Command::Open { .. });
        if new {
            // Before the folder is made, so that a refusal leaves none behind.
            decide(None, command, now)?;
        }
        let mut file = self.open(new)?;
        file.lock().map_err(|source| self.failed(source))?;
        let mut log = self.log(&mut file)?;
        // Time never runs backwards in a log, whatever the system's clock does.
        let now = log.events.last().map_or(now, |latest| latest.time.max(now));
        let events = decide(log.intake.as_ref(), command, now)?;
        let mut lines = String::new();
        for (number, event) in (log.events.len() as u64 + 1..).zip(&events) {
            let recorded = Recorded { number, time: now, event: event.clone() };
            let (line, head) = log::line(&recorded, log.head, random()?)
                .map_err(|why| FolderError::Line { path: self.log_path(), source: Box::new(why) })?;
            lines.push_str(&line);
            log.head = head;
            match &mut log.intake {
                Some(intake) => intake.apply(event),
                empty => *empty = Intake::opened(event),
            }
        }
        self.append(&mut file, log.whole, &lines).map_err(|source| self.failed(source))?;
        let intake = log.intake.ok_or_else(|| FolderError::Absent(self.folder.clone()))?;
        Ok(Done { intake, events, torn: log.torn, now })
    }

    /// Stores a file under its SHA-256, and returns that. An existing file is not written again.
    ///
    /// # Errors
    /// When the disk fails.
    pub fn keep(&self, bytes: &[u8]) -> Result<Hash, FolderError> {
        let hash = Hash::of(&[bytes]);
        let folder = self.folder.join(PROGRAMS);
        let path = folder.join(hash.to_string());
        let failed = |source| FolderError::Io { path: path.clone(), source };
        if path.exists() {
            return Ok(hash);
        }
        fs::create_dir_all(&folder).map_err(failed)?;
        // Under another name until it is complete.
        let mut file = tempfile::NamedTempFile::new_in(&folder).map_err(failed)?;
        file.write_all(bytes).and_then(|()| file.as_file().sync_all()).map_err(failed)?;
        file.persist(&path).map_err(|why| failed(why.error))?;
        Ok(hash)
    }

    /// Reads a stored file; `None` where there is none.
    ///
    /// # Errors
    /// When the disk fails.
    pub fn kept(&self, hash: Hash) -> Result<Option<Vec<u8>>, FolderError> {
        let path = self.folder.join(PROGRAMS).join(hash.to_string());
        match fs::read(&path) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(why) if why.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(source) => Err(FolderError::Io { path, source }),
        }
    }

    /// The total bytes of all stored files.
    #[must_use]
    pub fn bytes_kept(&self) -> u64 {
        let files = fs::read_dir(self.folder.join(PROGRAMS)).into_iter().flatten();
        files.filter_map(|file| Some(file.ok()?.metadata().ok()?.len())).sum()
    }

    fn open(&self, new: bool) -> Result<File, FolderError> {
        let mut options = OpenOptions::new();
        options.read(true).write(true);
        if new {
            fs::create_dir_all(&self.folder).map_err(|source| self.failed(source))?;
            options.create(true).truncate(false);
        }
        options.open(self.log_path()).map_err(|why| {
            if why.kind() == io::ErrorKind::NotFound {
                FolderError::Absent(self.folder.clone())
            } else {
                self.failed(why)
            }
        })
    }

    fn log(&self, file: &mut File) -> Result<Log, FolderError> {
        let mut bytes = Vec::new();
        let most = log::LARGEST as u64 + 1;
        file.take(most).read_to_end(&mut bytes).map_err(|source| self.failed(source))?;
        log::read(&bytes).map_err(|why| FolderError::Read { path: self.log_path(), source: Box::new(why) })
    }

    /// Writes after the finished lines, and syncs the file and, for a new one, its folder.
    fn append(&self, file: &mut File, whole: usize, lines: &str) -> io::Result<()> {
        file.set_len(whole as u64)?;
        file.seek(SeekFrom::End(0))?;
        file.write_all(lines.as_bytes())?;
        file.sync_all()?;
        if whole == 0 { File::open(&self.folder)?.sync_all() } else { Ok(()) }
    }

    fn log_path(&self) -> PathBuf {
        self.folder.join(LOG)
    }

    fn failed(&self, source: io::Error) -> FolderError {
        FolderError::Io { path: self.log_path(), source }
    }
}

fn random() -> Result<[u8; 16], FolderError> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|why| FolderError::Chance(why.to_string()))?;
    Ok(bytes)
}
