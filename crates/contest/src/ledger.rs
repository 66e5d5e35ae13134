//! Between facts and the bytes of the record, both ways.
//!
//! The record crate keeps envelopes and knows nothing of contests; this module says what stands in them.

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
    /// Its stream, time or actor is written otherwise than records write it: a fact has one form.
    #[error("`{found}` is written `{written}` in a record")]
    Spelling {
        /// What stands there.
        found: String,
        /// How it is written.
        written: String,
    },
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

/// What is left of the opening of the event at this place of the record, counted from 1, when these parts are taken out: of
/// `{"reason":…,"words":…}` without `reason` what there would be had it never been there.
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

/// The file that the event in these bytes says was shown; `None` where it says nothing of the kind, or what it said was taken out.
///
/// # Errors
/// When they are damaged, or hold no fact of a contest.
pub fn attached(leaf: &[u8], opening: Option<&[u8]>) -> Result<Option<AttachmentFile>, NotAFact> {
    // In canonical form the type stands so, and nearly no event is of this one.
    let marked = br#""type":"attached""#;
    if opening.is_none() || !leaf.windows(marked.len()).any(|window| window == marked) {
        return Ok(None);
    }
    Ok(match open(leaf, opening)?.event {
        Event::Conversation(_, ConversationEvent::Attached { private, .. }) => private.held().copied(),
        Event::Control(_) | Event::Conversation(..) => None,
    })
}

/// The fact that these bytes hold.
///
/// # Errors
/// When they are damaged, or hold no fact of a contest.
pub fn open(leaf: &[u8], opening: Option<&[u8]>) -> Result<Recorded, NotAFact> {
    let (envelope, private) = record::open(leaf, opening)?;
    fact(envelope, private)
}

/// The fact in an event that is being verified.
///
/// # Errors
/// When it is no fact of a contest.
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

/// The fact in an envelope that was opened already.
///
/// # Errors
/// When it is no fact of a contest.
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

/// The value, if this is how it is written. People may write `j1` or a moment of another time zone; in a record, where every byte
/// counts, the same would have two hashes.
fn spelt<T: fmt::Display>(found: &str, value: T) -> Result<T, NotAFact> {
    if is_printed(&value, found) {
        return Ok(value);
    }
    Err(NotAFact::Spelling { found: beginning(found), written: value.to_string() })
}

/// Whether a value is printed as this text; nothing is copied for it.
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

/// As much of a text as an error quotes.
fn beginning(text: &str) -> String {
    text.chars().take(40).collect()
}
