//! The open intake of a server: its folder, and the limits on uploads.

use std::{fmt, path::Path, sync::Arc};

use futures_util::future::BoxFuture;
use intake::{
    Command, Intake, Refusal,
    letter::{self, Delivery, Letter, Recipient},
    log::Log,
    program::BadProgram,
};
use language::{Message, Say};
use record::Hash;
use rulebook::Timestamp;
use tokio::{
    sync::{Mutex, Semaphore, SemaphorePermit},
    task::spawn_blocking,
};
use tracing::warn;

use crate::{
    guesses::{GuessLimits, Guesses},
    intake_folder::{Done, FolderError, IntakeFolder},
};

/// The path of the intake's pages, and the id of its organisers in the register. No contest has this id.
pub const ID: &str = "apply";

/// The most applications, registrations and programs within a minute.
const INCOMING: GuessLimits = GuessLimits { per_address: 20, all: 200 };

/// The most uploads at the same time: each is held in memory until it is complete.
const UPLOADS: usize = 2;

/// The most bytes of all programs.
const KEPT_MAX: u64 = 8 * 1024 * 1024 * 1024;

/// An intake that is open.
#[derive(Debug)]
pub struct Applications {
    folder: Arc<IntakeFolder>,
    /// Counts submissions.
    pub(crate) incoming: Guesses,
    uploads: Semaphore,
    courier: Option<Arc<dyn Courier>>,
    /// Held while a letter is sent, so that a second request for it sees the result of the first.
    posting: Mutex<()>,
}

/// Sends letters by e-mail.
pub trait Courier: fmt::Debug + Send + Sync {
    /// Ready when the mail server has taken the letter, or the attempt has failed.
    fn send(&self, letter: Letter) -> BoxFuture<'_, Result<(), NotSent>>;
}

/// The reason why a letter was not sent, or may not have been, from the mail server's answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotSent {
    /// The mail server has not taken it.
    NotTaken(Message),
    /// The mail server may have taken it.
    Unknown(Message),
}

impl Say for NotSent {
    fn message(&self) -> Message {
        match self {
            Self::NotTaken(why) => say!("intake-mail-not-taken", why = why.clone()),
            Self::Unknown(why) => say!("intake-mail-unknown", why = why.clone()),
        }
    }
}

/// The reason why a letter was not posted.
#[derive(Debug)]
pub enum NotPosted {
    /// There is no mail server.
    NoCourier,
    /// The attempt failed, or its outcome is unknown.
    NotSent(NotSent),
    /// The folder failed, or does not allow it.
    Folder(FolderError),
}

impl Say for NotPosted {
    fn message(&self) -> Message {
        match self {
            Self::NoCourier => say!("intake-mail-none"),
            Self::NotSent(why) => why.message(),
            Self::Folder(why) => why.message(),
        }
    }
}

impl From<NotSent> for NotPosted {
    fn from(why: NotSent) -> Self {
        Self::NotSent(why)
    }
}

impl From<FolderError> for NotPosted {
    fn from(why: FolderError) -> Self {
        Self::Folder(why)
    }
}

/// The reason why a program was not kept.
#[derive(Debug)]
pub enum NotKept {
    /// It is no valid program.
    Bad(BadProgram),
    /// The folder is full.
    NoRoom,
    /// The folder failed.
    Folder(FolderError),
}

impl Say for NotKept {
    fn message(&self) -> Message {
        match self {
            Self::Bad(bad) => bad.message(),
            Self::NoRoom => say!("intake-program-no-room"),
            Self::Folder(why) => why.message(),
        }
    }
}

impl From<BadProgram> for NotKept {
    fn from(bad: BadProgram) -> Self {
        Self::Bad(bad)
    }
}

impl From<FolderError> for NotKept {
    fn from(why: FolderError) -> Self {
        Self::Folder(why)
    }
}

display_in_english!(NotSent, NotPosted, NotKept);

impl std::error::Error for NotSent {}

impl std::error::Error for NotPosted {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Folder(why) => why.source(),
            Self::NotSent(why) => Some(why),
            Self::NoCourier => None,
        }
    }
}

impl std::error::Error for NotKept {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Folder(why) => why.source(),
            Self::Bad(_) | Self::NoRoom => None,
        }
    }
}

impl Applications {
    /// Opens the intake in this folder.
    ///
    /// # Errors
    /// When there is none, or its log cannot be read.
    pub fn open(folder: &Path) -> Result<Self, FolderError> {
        let folder = IntakeFolder::at(folder);
        folder.read()?;
        Ok(Self {
            folder: Arc::new(folder),
            incoming: Guesses::new(INCOMING),
            uploads: Semaphore::new(UPLOADS),
            courier: None,
            posting: Mutex::default(),
        })
    }

    /// Sets the courier for letters.
    #[must_use]
    pub fn with_courier(self, courier: Arc<dyn Courier>) -> Self {
        Self { courier: Some(courier), ..self }
    }

    /// True when letters can be sent.
    pub(crate) fn sends_letters(&self) -> bool {
        self.courier.is_some()
    }

    /// Sends a letter that an organiser has read, and notes the outcome even when the request is dropped.
    pub(crate) async fn post(
        self: &Arc<Self>,
        to: Recipient,
        letter: Hash,
        again: bool,
        now: Timestamp,
    ) -> Result<(), NotPosted> {
        let courier = Arc::clone(self.courier.as_ref().ok_or(NotPosted::NoCourier)?);
        let applications = Arc::clone(self);
        let posting = tokio::spawn(async move {
            let _turn = applications.posting.lock().await;
            // Noted first: if this server ends now, the letter counts as perhaps sent.
            let done = applications.does(Command::Post { to, letter, again }, now).await?;
            let letter = letter::to(&done.intake, to).ok_or(FolderError::Refused(Refusal::NoLetter))?;
            let sent = courier.send(letter).await;
            let delivery = match &sent {
                Ok(()) => Delivery::Taken,
                Err(NotSent::NotTaken(_)) => Delivery::NotTaken,
                Err(NotSent::Unknown(_)) => Delivery::Unknown,
            };
            applications.does(Command::Deliver { to, delivery }, now).await?;
            Ok(sent?)
        });
        let sent = finished(posting.await).await;
        if let Err(NotPosted::NotSent(why)) = &sent {
            warn!(%why, "a letter was not sent: {why}");
        }
        sent
    }

    /// The intake's log.
    pub(crate) async fn log(&self) -> Result<Log, FolderError> {
        let folder = Arc::clone(&self.folder);
        blocking(move || folder.read()).await
    }

    /// The state of the intake.
    pub(crate) async fn intake(&self) -> Result<Intake, FolderError> {
        self.read().await.map(|(intake, _)| intake)
    }

    /// The state of the intake, and the moment of the log's last line.
    pub(crate) async fn read(&self) -> Result<(Intake, Timestamp), FolderError> {
        let absent = || FolderError::Absent(self.folder.path().to_owned());
        let log = self.log().await?;
        let latest = log.events.last().map(|recorded| recorded.time).ok_or_else(absent)?;
        Ok((log.intake.ok_or_else(absent)?, latest))
    }

    /// Carries a command out.
    pub(crate) async fn does(&self, command: Command, now: Timestamp) -> Result<Done, FolderError> {
        let folder = Arc::clone(&self.folder);
        blocking(move || folder.does(&command, now)).await
    }

    /// Keeps a program for an entry, and records it.
    pub(crate) async fn hand_in(
        &self,
        entry: rulebook::EntryId,
        name: String,
        bytes: Vec<u8>,
        now: Timestamp,
    ) -> Result<Done, NotKept> {
        intake::program::check(&name, &bytes)?;
        let folder = Arc::clone(&self.folder);
        blocking(move || {
            let length = bytes.len() as u64;
            // Check permission before storing the upload; the final decision is made when the event is appended.
            let asked = |sha256| Command::HandIn { entry, sha256, bytes: length, name: name.clone() };
            let sha256 = Hash::of(&[&bytes]);
            let log = folder.read()?;
            intake::decide(log.intake.as_ref(), &asked(sha256), now).map_err(FolderError::from)?;
            if folder.bytes_kept().saturating_add(length) > KEPT_MAX {
                return Err(NotKept::NoRoom);
            }
            folder.keep(&bytes)?;
            Ok(folder.does(&asked(sha256), now)?)
        })
        .await
    }

    /// A program that was uploaded, by its hash.
    pub(crate) async fn kept(&self, sha256: Hash) -> Result<Option<Vec<u8>>, FolderError> {
        let folder = Arc::clone(&self.folder);
        blocking(move || folder.kept(sha256)).await
    }

    /// Takes a place for one more upload; `None` while all are taken.
    pub(crate) fn lets_upload(&self) -> Option<SemaphorePermit<'_>> {
        self.uploads.try_acquire().ok()
    }
}

/// Runs blocking work on a thread for it.
async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    finished(spawn_blocking(work).await).await
}

/// The result of a task.
async fn finished<T>(ended: Result<T, tokio::task::JoinError>) -> T {
    match ended {
        Ok(done) => done,
        Err(died) => match died.try_into_panic() {
            Ok(panic) => std::panic::resume_unwind(panic),
            // The server is stopping: nothing waits for the answer any more.
            Err(_) => std::future::pending().await,
        },
    }
}
