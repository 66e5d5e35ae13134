//! Ends the access of a replaced person: join link and sessions.
//!
//! The replacement is an event of the record, the access a row of the register. A note written before the event tells
//! the next server that the row may be left over from a killed one.

use contest::contest::Contest;
use rulebook::Participant;
use store::{NoteRow, Registry, StoreError};

use crate::hosted_contest::HostedContest;

/// The kind of the note. Its name is the label; its text the control event that gave the label to the person before, 0
/// for the first one, and empty afterwards.
const KIND: &str = "replacing";

/// Notes that this person is about to be replaced.
pub(crate) async fn begin(registry: &dyn Registry, place: &HostedContest, who: Participant) -> Result<(), StoreError> {
    keep(registry, place, who, borne_since(place, who).to_string()).await
}

/// Ends the access of the replaced person.
pub(crate) async fn finish(registry: &dyn Registry, place: &HostedContest, who: Participant) -> Result<(), StoreError> {
    registry.uninvite(place.running.id(), &who.to_string()).await?;
    place.sessions_ended();
    keep(registry, place, who, String::new()).await
}

/// Finishes the replacements that a killed server recorded and did not finish.
pub(crate) async fn finish_begun(registry: &dyn Registry, place: &HostedContest) -> Result<(), StoreError> {
    for note in registry.notes(place.running.id()).await?.into_iter().filter(|note| note.kind == KIND) {
        let (Ok(who), Ok(before)) = (note.name.parse(), note.note.parse()) else { continue };
        if borne_since(place, who) > before {
            finish(registry, place, who).await?;
        }
    }
    Ok(())
}

fn borne_since(place: &HostedContest, who: Participant) -> u64 {
    place.running.views().room().contest().and_then(|contest: &Contest| contest.borne_since(who)).unwrap_or(0)
}

async fn keep(
    registry: &dyn Registry,
    place: &HostedContest,
    who: Participant,
    note: String,
) -> Result<(), StoreError> {
    registry.keep_note(place.running.id(), NoteRow { kind: KIND.to_owned(), name: who.to_string(), note }).await
}
