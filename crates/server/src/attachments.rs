//! Files that judges show: read and cleaned, stored, and then shown.
//!
//! A file is read beside the loop of the contest, and stored before the event that names it is recorded, so that its
//! addressees can fetch it at once. A file that the rules refuse is not kept. Nothing here depends on the kind of
//! witness behind a seat.

mod uploads;

use std::sync::{Arc, PoisonError};

use attachment::FileFault;
use contest::{
    Command, Refusal,
    attachment::AttachmentFile,
    command::{Attach, To},
    event::ClientId,
};
use language::{Message, Say};
use record::Hash;
use rulebook::{ConversationId, Participant, Timestamp, schema::AttachmentRules};
use store::StoreError;
use tokio::sync::Semaphore;
use tracing::error;

pub(crate) use self::uploads::Attachments;
use crate::{app::App, disk::DiskRoom, hosted_contest::HostedContest, running_contest::NotDone};

/// The most files that this server reads and cleans at the same time: each takes three copies in memory meanwhile.
const AT_ONCE: usize = 8;

/// The most bytes of files that one contest keeps.
const CONTEST_MAX: u64 = 4 << 30;

static READING: Semaphore = Semaphore::const_new(AT_ONCE);

/// A file as it was sent.
pub(crate) struct Sent {
    pub(crate) id: ClientId,
    pub(crate) to: To,
    pub(crate) description: Option<String>,
    pub(crate) sent: Option<Timestamp>,
    pub(crate) bytes: Vec<u8>,
}

/// The reason why a file is not shown.
pub(crate) enum NotShown {
    /// The rules refused it, or it could not be recorded.
    NotDone(NotDone),
    /// It is no file that can be shown.
    Fault(FileFault),
    /// The participant is sending another one.
    Busy,
    /// The contest stores as many bytes as it may.
    Full,
}

impl Say for NotShown {
    fn message(&self) -> Message {
        match self {
            Self::NotDone(why) => why.message(),
            Self::Fault(fault) => fault.message(),
            Self::Busy => say!("refused-file-busy"),
            Self::Full => say!("refused-files-full"),
        }
    }
}

impl From<NotDone> for NotShown {
    fn from(why: NotDone) -> Self {
        Self::NotDone(why)
    }
}

impl From<FileFault> for NotShown {
    fn from(fault: FileFault) -> Self {
        Self::Fault(fault)
    }
}

impl From<Refusal> for NotShown {
    fn from(refusal: Refusal) -> Self {
        Self::NotDone(refusal.into())
    }
}

/// A participant's turn to send a file: one at a time. Dropping it ends the turn.
pub(crate) struct UploadTurn {
    place: Arc<HostedContest>,
    who: Participant,
}

impl Drop for UploadTurn {
    fn drop(&mut self) {
        self.place.attachments.sending.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.who);
    }
}

/// Lets this participant send a file, unless another one of theirs is on its way.
pub(crate) fn begin(place: &Arc<HostedContest>, who: Participant) -> Result<UploadTurn, NotShown> {
    let is_first = place.attachments.sending.lock().unwrap_or_else(PoisonError::into_inner).insert(who);
    if is_first { Ok(UploadTurn { place: Arc::clone(place), who }) } else { Err(NotShown::Busy) }
}

/// The rules for files in this contest.
pub(crate) fn rules(place: &HostedContest) -> Result<AttachmentRules, Refusal> {
    let views = place.running.views();
    let contest = views.room().contest().ok_or(Refusal::NotOpened)?;
    contest.rulebook.interview.attachments.clone().ok_or(Refusal::NothingShown)
}

/// Shows a file.
pub(crate) async fn show(app: &App, place: &Arc<HostedContest>, who: Participant, sent: Sent) -> Result<(), NotShown> {
    let limits = rules(place)?.limits();
    let Sent { id, to, description, sent, bytes } = sent;
    let read = {
        let _permit = READING.acquire().await;
        tokio::task::spawn_blocking(move || attachment::read(&bytes, &limits)).await
    };
    let read = read.map_err(|why| {
        error!(%why, "a file could not be read: {why}");
        NotDone::NotSaved
    })??;
    let file = AttachmentFile::of(&read);
    let command = Command::Attach(Attach { id, to, file, description, sent });
    let (app, place) = (app.clone(), Arc::clone(place));
    // A task of its own: a sender who hangs up leaves nothing half done.
    let keeping = tokio::spawn(async move { keep(&app, &place, who, (file, read.bytes), command).await });
    keeping.await.unwrap_or(Err(NotDone::Stopping.into()))
}

/// Stores a file and shows it; a refused one is removed again.
async fn keep(
    app: &App,
    place: &HostedContest,
    who: Participant,
    (file, bytes): (AttachmentFile, Vec<u8>),
    command: Command,
) -> Result<(), NotShown> {
    let _one = place.attachments.keeping.lock().await;
    let now = place.running.clock().now();
    if place.running.views().room().decide(who, &command, now)?.is_empty() {
        // It was shown already.
        return Ok(());
    }
    let (contest, hash) = (place.running.id(), *file.hash.as_bytes());
    let not_saved = |failure: StoreError| {
        error!(%failure, "a file could not be kept: {failure}");
        NotDone::NotSaved
    };
    let kept = app.registry().attachments(contest).await.map_err(not_saved)?;
    let is_kept = kept.iter().any(|(other, _)| *other == hash);
    if !is_kept {
        if !fits(&kept, file.bytes, CONTEST_MAX) {
            return Err(NotShown::Full);
        }
        if matches!(app.disk_room(), DiskRoom::Ending(_)) {
            return Err(NotDone::NotSaved.into());
        }
        app.registry().put_attachment(contest, hash, bytes).await.map_err(not_saved)?;
    }
    let shown = place.running.ask(who, command).await;
    if matches!(shown, Err(NotDone::Refused(_))) && !is_kept {
        // If this fails, the contest drops the file at the close.
        if let Err(failure) = app.registry().remove_attachments(contest, vec![hash]).await {
            error!(%failure, "a file that was not shown could not be taken away: {failure}");
        }
    }
    Ok(shown?)
}

/// The file with this hash, if a judge showed it.
pub(crate) fn shown_in(place: &HostedContest, hash: Hash) -> Option<AttachmentFile> {
    let views = place.running.views();
    let room = views.room();
    let seatings = room.contest()?.assignment().into_iter().flat_map(|assignment| &assignment.0);
    let conversations = seatings.flat_map(|seating| {
        let interview = seating.interview;
        seating.seats.keys().map(move |&seat| ConversationId { interview, seat })
    });
    let mut shown = conversations.filter_map(|id| Some(room.conversation(id)?.transcript.file(hash)?.file));
    shown.next()
}

/// True when a file of this size fits beside the stored ones.
fn fits(kept: &[([u8; 32], u64)], bytes: u64, most: u64) -> bool {
    kept.iter().fold(bytes, |sum, (_, bytes)| sum.saturating_add(*bytes)) <= most
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_a_contest_have_room_up_to_the_bound_and_not_beyond() {
        let kept = [([0; 32], 40), ([1; 32], 50)];
        assert!(fits(&kept, 10, 100));
        assert!(!fits(&kept, 11, 100));
        assert!(!fits(&[([0; 32], u64::MAX)], 1, u64::MAX - 1));
    }
}
