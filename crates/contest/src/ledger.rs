//! Between facts and the bytes of the record, both ways.
//!
//! The record crate keeps envelopes and knows nothing of contests; this module says what stands in them.

use record::event::{Opened, Private};
use rulebook::{Timestamp, ids::BadId};

use crate::{
    Event, Recorded, Stream,
    event::{Parts, UnknownEvent, VERSION},
};

/// Why bytes of a record are no fact of a contest.
#[derive(Debug, thiserror::Error)]
pub enum NotAFact {
    /// The leaf or its opening is damaged.
    #[error(transparent)]
    Record(#[from] record::event::OpenError),
    /// Its stream or actor is none of a contest.
    #[error("its stream or actor is none of a contest")]
    Place(#[from] BadId),
    /// Its time cannot be read.
    #[error("its time `{0}` is no moment such as 2010-10-23T09:30:00.000Z")]
    Time(String),
    /// Its body does not fit its type.
    #[error(transparent)]
    Event(#[from] UnknownEvent),
}

/// The bytes to keep of a fact. `salt` must be drawn anew for every fact.
///
/// # Errors
/// When the fact holds something that has no canonical bytes.
pub fn seal(fact: &Recorded, salt: [u8; 16]) -> Result<record::Sealed, record::event::SealError> {
    let Parts { kind, body, private } = fact.event.to_parts();
    let private = private.into_iter().filter_map(|(part, data)| Some((part, data?))).collect();
    let envelope = record::Envelope {
        stream: fact.event.stream().to_string(),
        number: fact.number,
        kind,
        version: VERSION,
        time: fact.time.to_string(),
        actor: fact.actor.to_string(),
        body,
    };
    record::seal(envelope, private, salt)
}

/// The fact that these bytes hold.
///
/// # Errors
/// When they are damaged, or hold no fact of a contest.
pub fn open(leaf: &[u8], opening: Option<&[u8]>) -> Result<Recorded, NotAFact> {
    let (envelope, private) = record::open(leaf, opening)?;
    fact(envelope, private)
}

/// The fact in an envelope that was opened already.
///
/// # Errors
/// When it is no fact of a contest.
pub fn fact(envelope: record::Envelope, private: Opened) -> Result<Recorded, NotAFact> {
    let record::Envelope { stream, number, kind, version, time, actor, body } = envelope;
    let stream: Stream = stream.parse()?;
    let time: Timestamp = time.parse().map_err(|_| NotAFact::Time(time.chars().take(40).collect()))?;
    let private = private.into_iter().map(|(part, data)| (part, Private::into_data(data))).collect();
    let event = Event::from_parts(stream, version, Parts { kind, body, private })?;
    Ok(Recorded { number, time, actor: actor.parse()?, event })
}
