//! The reasons for which an act is not done.

use archive::beyond::Beyond;
use contest::deletions::PartPlace;
use language::{Message, Say};
use rulebook::Participant;
use store::StoreError;

use crate::running_contest;

/// The reason why an act was not done.
#[derive(Debug)]
pub enum NotActed {
    /// The contest refused it.
    Contest(running_contest::NotDone),
    /// There is no such entry.
    NoSuchEntry,
    /// There is no such program in reserve, or it takes part already.
    NoReserve,
    /// The text names no private part.
    NoPart(String),
    /// There is nothing at this place to delete. A ruling that claimed a deletion would be a permanent error in the
    /// record.
    NotThere(PartPlace),
    /// None of their texts is left in the record.
    NoTexts(Participant),
    /// A participant consented to less than is to be released.
    BeyondConsent(Beyond),
    /// The public may already read texts for which the participant withdraws consent.
    ReadAlready(Participant),
    /// The record could not be read.
    Unread(Box<dyn std::error::Error + Send + Sync>),
    /// Nothing is revealed before the contest is closed.
    NotOver,
    /// The step is not the next one.
    NoSuchStep {
        /// The step that is shown now.
        shown: u16,
        /// The last step.
        last: u16,
    },
    /// The store could not keep the step.
    NotShown(StoreError),
    /// The key was used for another act.
    KeyUsed,
    /// The act was done, but the store could not end the sessions and the card of the person who was replaced.
    Store(StoreError),
}

impl Say for NotActed {
    fn message(&self) -> Message {
        match self {
            Self::Contest(why) => why.message(),
            Self::NoSuchEntry => say!("course-no-such-entry"),
            Self::NoReserve => say!("course-no-reserve"),
            Self::NoPart(part) => say!("course-no-part", part = part),
            Self::NotThere(part) => say!("course-no-private-part", part = part.to_string()),
            Self::NoTexts(who) => say!("course-no-texts", who = who.to_string()),
            Self::BeyondConsent(beyond) => say!("course-beyond-consent", beyond = beyond.message()),
            Self::ReadAlready(who) => say!("course-read-already", who = who.to_string()),
            Self::Unread(_) => say!("course-record-unread"),
            Self::NotOver => say!("course-reveal-too-early"),
            Self::NoSuchStep { shown, last } => {
                say!("course-no-such-step", shown = shown, last = last, next = shown.saturating_add(1).min(*last))
            }
            Self::NotShown(_) => say!("course-server-failed"),
            Self::KeyUsed => say!("course-key-used"),
            Self::Store(_) => say!("course-still-logged-in"),
        }
    }
}

display_in_english!(NotActed);

impl std::error::Error for NotActed {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Contest(why) => why.source(),
            Self::Unread(why) => Some(&**why),
            Self::NotShown(why) | Self::Store(why) => Some(why),
            Self::NoSuchEntry
            | Self::NoReserve
            | Self::NoPart(_)
            | Self::NotThere(_)
            | Self::NoTexts(_)
            | Self::BeyondConsent(_)
            | Self::ReadAlready(_)
            | Self::NotOver
            | Self::NoSuchStep { .. }
            | Self::KeyUsed => None,
        }
    }
}

impl From<running_contest::NotDone> for NotActed {
    fn from(why: running_contest::NotDone) -> Self {
        Self::Contest(why)
    }
}

impl From<StoreError> for NotActed {
    fn from(failure: StoreError) -> Self {
        Self::Store(failure)
    }
}
