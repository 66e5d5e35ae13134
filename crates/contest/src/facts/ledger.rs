//! Converts between a contest's events and the bytes of the record, both ways.
//!
//! The record crate keeps envelopes and knows nothing of contests; this module defines their content.

use std::{
    collections::BTreeSet,
    fmt::{self, Write},
};

use record::{
    bundle::{EventText, OpenedEvent},
    event::{Leaf, Opened, Private},
};
use rulebook::{Timestamp, ids::BadId};
use serde_json::{Map, Value};

use crate::{
    Actor, Event, Recorded, Stream,
    attachment::AttachmentFile,
    deletions::PartPlace,
    event::{ConversationEvent, Parts, UnknownEvent, VERSION},
};

/// The error for bytes of a record that are no event of a contest.
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
    /// Its stream, time or actor is spelt otherwise than in records: an event has one form.
    #[error("`{found}` is written `{written}` in a record")]
    Spelling {
        /// The spelling found.
        found: String,
        /// The spelling of records.
        written: String,
    },
    /// Its body does not fit its type.
    #[error(transparent)]
    Event(#[from] UnknownEvent),
}

/// The bytes of an event for the record. `salt` must be fresh random bytes for every event.
///
/// # Errors
/// When the event holds a value without canonical bytes.
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

/// The opening of the event at this position of the record, counted from 1, without its deleted parts:
/// `{"reason":…,"words":…}` without `reason` becomes `{"words":…}`.
///
/// # Errors
/// When it is damaged.
pub fn without(position: u64, opening: Option<&[u8]>, gone: &BTreeSet<PartPlace>) -> Result<Option<Vec<u8>>, NotAFact> {
    let first = PartPlace { event: position, part: String::new() };
    let parts = gone.range(first..).take_while(|place| place.event == position);
    let parts: BTreeSet<&str> = parts.map(|place| place.part.as_str()).collect();
    match opening {
        Some(opening) if !parts.is_empty() => Ok(record::event::without(opening, &parts)?),
        opening => Ok(opening.map(<[u8]>::to_vec)),
    }
}

/// The file that these bytes' event shows; `None` for other events, or if the file was taken out.
///
/// # Errors
/// When the bytes are damaged, or hold no event of a contest.
pub fn attached(leaf: &[u8], opening: Option<&[u8]>) -> Result<Option<AttachmentFile>, NotAFact> {
    // Canonical bytes spell the type exactly so; the search spares opening the many other events.
    let marked = br#""type":"attached""#;
    if opening.is_none() || !leaf.windows(marked.len()).any(|window| window == marked) {
        return Ok(None);
    }
    Ok(match open(leaf, opening)?.event {
        Event::Conversation(_, ConversationEvent::Attached { private, .. }) => private.held().copied(),
        Event::Control(_) | Event::Conversation(..) => None,
    })
}

/// The event that these bytes hold.
///
/// # Errors
/// When they are damaged, or hold no event of a contest.
pub fn open(leaf: &[u8], opening: Option<&[u8]>) -> Result<Recorded, NotAFact> {
    let (envelope, private) = record::open(leaf, opening)?;
    fact(envelope, private)
}

/// The contest's event in an event that is being verified.
///
/// # Errors
/// When it is no event of a contest.
pub fn read(event: &EventText<'_>) -> Result<Recorded, NotAFact> {
    let Leaf { number, stream, time, actor, kind, version, body, .. } = &event.leaf;
    let place = (|| {
        let stream: Stream = spelt(stream, stream.parse()?)?;
        let moment = time.parse().map_err(|_| NotAFact::Time(beginning(time)))?;
        let time: Timestamp = spelt(time, moment)?;
        let actor: Actor = spelt(actor, actor.parse()?)?;
        Ok::<_, NotAFact>((stream, time, actor))
    })();
    let (stream, time, actor) = place?;
    let read = Event::from_texts(stream, (kind, *version), body, &event.private);
    let event = read.map_or_else(
        || {
            let OpenedEvent { envelope, private, .. } = event.opened();
            from_values(stream, *version, envelope.kind, envelope.body, private)
        },
        Ok,
    )?;
    Ok(Recorded { number: *number, time, actor, event })
}

/// The contest's event in an envelope that was opened before.
///
/// # Errors
/// When it is no event of a contest.
pub fn fact(envelope: record::Envelope, private: Opened) -> Result<Recorded, NotAFact> {
    let record::Envelope { stream, number, kind, version, time, actor, body } = envelope;
    let stream: Stream = spelt(&stream, stream.parse()?)?;
    let moment = time.parse().map_err(|_| NotAFact::Time(beginning(&time)))?;
    let time: Timestamp = spelt(&time, moment)?;
    let actor: Actor = spelt(&actor, actor.parse()?)?;
    let event = from_values(stream, version, kind, body, private)?;
    Ok(Recorded { number, time, actor, event })
}

fn from_values(
    stream: Stream,
    version: u32,
    kind: String,
    body: Map<String, Value>,
    private: Opened,
) -> Result<Event, UnknownEvent> {
    let private = private.into_iter().map(|(part, data)| (part, Private::into_data(data))).collect();
    Event::from_parts(stream, version, Parts { kind, body, private })
}

/// The value, if the text is its recorded spelling. People may write `j1` or a moment of another time zone; in a record
/// the same value would then have two hashes.
fn spelt<T: fmt::Display>(found: &str, value: T) -> Result<T, NotAFact> {
    if is_printed(&value, found) {
        return Ok(value);
    }
    Err(NotAFact::Spelling { found: beginning(found), written: value.to_string() })
}

/// True if a value prints as this text; compares without copying.
fn is_printed(value: &impl fmt::Display, text: &str) -> bool {
    struct Rest<'t>(&'t str);
    impl fmt::Write for Rest<'_> {
        fn write_str(&mut self, printed: &str) -> fmt::Result {
            self.0 = self.0.strip_prefix(printed).ok_or(fmt::Error)?;
            Ok(())
        }
    }
    let mut rest = Rest(text);
    write!(rest, "{value}").is_ok() && rest.0.is_empty()
}

/// The part of a text that an error quotes.
fn beginning(text: &str) -> String {
    text.chars().take(40).collect()
}
