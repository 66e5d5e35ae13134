//! The log of an intake: lines of canonical JSON, one for each event, each with a hash over itself and all earlier lines.
//!
//! A line is `{"event":…,"head":"…","opening":…}` and a line feed. `event` is the envelope of `record` with number, time and
//! body; `opening` opens the envelope's commitment, or is `null`; `head` is the SHA-256 of the domain, the head of the line
//! before and the canonical envelope. So an opening can be removed (set to `null`); any other change, removal or insertion is
//! detected. A last line without its line feed was never finished: it is reported, and cut. A copy of the last head, kept
//! elsewhere, also reveals a log that was cut or rewritten.

use record::{
    Envelope, Hash,
    canonical::{self, NotCanonical},
    event::{OpenError, SealError},
    seal,
};
use rulebook::{EntryId, Timestamp};
use serde_json::{Map, Value, json};

use crate::{Event, Intake, Recorded, event::VERSION};

/// The domain: the prefix of every hashed text, so that a head cannot be mistaken for another hash.
pub const DOMAIN: &[u8] = b"vivavoce/intake/v1\0";

/// The stream in the envelopes.
pub const STREAM: &str = "intake";

/// The actor in the envelopes.
pub const ACTOR: &str = "organiser";

/// The name of the private part of an event.
const PART: &str = "told";

/// The largest log that is read, in bytes.
pub const LARGEST: usize = 1 << 30;

/// A log after reading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Log {
    /// The events, oldest first.
    pub events: Vec<Recorded>,
    /// The state after all events; `None` when there are none.
    pub intake: Option<Intake>,
    /// The hash over all of them.
    pub head: Hash,
    /// The number of bytes of finished lines; the rest of the file is cut.
    pub whole: usize,
    /// The number of bytes of an unfinished last line.
    pub torn: usize,
}

/// A reason why a log cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum BadLog {
    /// Larger than any log.
    #[error("the log has {0} bytes, and at most {LARGEST} are read")]
    TooLarge(usize),
    /// A line that does not have the form of a log line.
    #[error(
        "line {line} of the log is not canonical JSON of `event`, `head` and `opening` (restore the file from a copy)"
    )]
    Line {
        /// The line, from 1.
        line: usize,
        /// The JSON error, where there is one.
        #[source]
        source: Option<NotCanonical>,
    },
    /// The envelope or its opening is wrong.
    #[error("line {line} of the log was changed (restore the file from a copy)")]
    Changed {
        /// The line, from 1.
        line: usize,
        /// The error.
        #[source]
        source: OpenError,
    },
    /// The head does not follow from the line and those before it, or the number is out of order.
    #[error(
        "line {0} of the log does not follow from those before it: it was changed, or one before it was left out or put in (restore the file from a copy)"
    )]
    Chain(usize),
    /// An event that this program does not know.
    #[error("line {line} of the log holds no event that this program knows: {why}")]
    Event {
        /// The line, from 1.
        line: usize,
        /// The reason.
        why: String,
    },
}

/// A reason why an event cannot be written as a line.
#[derive(Debug, thiserror::Error)]
pub enum NoLine {
    /// The event has no canonical form.
    #[error("the event cannot be written down")]
    Seal(#[from] SealError),
}

/// The head of a log without events.
#[must_use]
pub fn first_head() -> Hash {
    Hash::of(&[DOMAIN])
}

/// The line of an event, with its line feed, and the head after it. `salt` must be fresh random bytes for every event.
///
/// # Errors
/// [`NoLine`] when the event has no canonical form, for example because of a number beyond 2^53.
pub fn line(recorded: &Recorded, previous: Hash, salt: [u8; 16]) -> Result<(String, Hash), NoLine> {
    let mut body = match rulebook::json::to_value(&recorded.event) {
        Ok(Value::Object(body)) => body,
        _ => Map::new(),
    };
    let kind = match body.remove("type") {
        Some(Value::String(kind)) => kind,
        _ => String::new(),
    };
    let private = body.remove("private").filter(|private| !private.is_null());
    let envelope = Envelope {
        stream: STREAM.to_owned(),
        number: recorded.number,
        kind,
        version: VERSION,
        time: recorded.time.to_string(),
        actor: ACTOR.to_owned(),
        body,
    };
    let private = private.map(|private| (PART.to_owned(), private)).into_iter().collect();
    let sealed = seal(envelope, private, salt)?;
    let head = head(previous, &sealed.leaf);
    let parse = |bytes: &[u8]| serde_json::from_slice::<Value>(bytes).expect("what was just written is JSON");
    let line = json!({
        "event": parse(&sealed.leaf),
        "head": head,
        "opening": sealed.opening.as_deref().map(parse),
    });
    let bytes = canonical::to_bytes(&line).expect("canonical parts make a canonical whole");
    let mut text = String::from_utf8(bytes).expect("JSON is UTF-8");
    text.push('\n');
    Ok((text, head))
}

/// Reads a log and checks every line against those before it.
///
/// # Errors
/// [`BadLog`], with the first bad line. An unfinished last line is no error.
pub fn read(bytes: &[u8]) -> Result<Log, BadLog> {
    if bytes.len() > LARGEST {
        return Err(BadLog::TooLarge(bytes.len()));
    }
    let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let mut log = Log { events: Vec::new(), intake: None, head: first_head(), whole, torn: bytes.len() - whole };
    for (at, line) in bytes[..whole].split_inclusive(|byte| *byte == b'\n').enumerate() {
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        let (recorded, head) = event(at + 1, line, log.head)?;
        match &mut log.intake {
            Some(intake) => intake.apply(&recorded.event),
            empty => *empty = Intake::opened(&recorded.event),
        }
        if log.intake.is_none() {
            return Err(BadLog::Event { line: at + 1, why: "the first one must be the call for entries".to_owned() });
        }
        log.head = head;
        log.events.push(recorded);
    }
    Ok(log)
}

fn event(line: usize, text: &[u8], previous: Hash) -> Result<(Recorded, Hash), BadLog> {
    let value = canonical::from_bytes(text).map_err(|source| BadLog::Line { line, source: Some(source) })?;
    let parts = match value {
        Value::Object(mut parts) if parts.len() == 3 => {
            (parts.remove("event"), parts.remove("head"), parts.remove("opening"))
        }
        _ => (None, None, None),
    };
    let (Some(envelope), Some(stated), Some(opening)) = parts else { return Err(BadLog::Line { line, source: None }) };
    let bytes = |value: &Value| canonical::to_bytes(value).expect("part of a canonical value is canonical");
    let leaf = bytes(&envelope);
    let head = head(previous, &leaf);
    if stated != json!(head) {
        return Err(BadLog::Chain(line));
    }
    let opening = (!opening.is_null()).then(|| bytes(&opening));
    let (envelope, mut private) =
        record::open(&leaf, opening.as_deref()).map_err(|source| BadLog::Changed { line, source })?;
    let told = private.remove(PART).and_then(record::event::Private::into_data);
    let unknown = |why: String| BadLog::Event { line, why };
    if (envelope.stream.as_str(), envelope.version) != (STREAM, VERSION) {
        return Err(unknown(format!("stream `{}`, version {}", envelope.stream, envelope.version)));
    }
    if envelope.number != line as u64 {
        return Err(BadLog::Chain(line));
    }
    let mut body = envelope.body;
    body.insert("type".into(), envelope.kind.into());
    body.extend(told.map(|told| ("private".to_owned(), told)));
    let event: Event = serde_json::from_value(Value::Object(body)).map_err(|why| unknown(why.to_string()))?;
    let time: Timestamp = envelope.time.parse().map_err(|_| unknown(format!("time `{}`", envelope.time)))?;
    if envelope.actor != ACTOR || envelope.time != time.to_string() || !private.is_empty() {
        return Err(unknown(
            "its actor, its time or the names of its private parts are not as a log has them".to_owned(),
        ));
    }
    Ok((Recorded { number: envelope.number, time, event }, head))
}

fn head(previous: Hash, leaf: &[u8]) -> Hash {
    Hash::of(&[DOMAIN, previous.as_bytes(), leaf])
}

/// The entry of the last application that these events took in.
#[must_use]
pub fn received(events: &[Event]) -> Option<EntryId> {
    events.iter().rev().find_map(|event| match event {
        Event::EntryReceived { entry, .. } => Some(*entry),
        _ => None,
    })
}
