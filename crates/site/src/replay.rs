//! The replay player's data: every key and utterance of an interview, as its judge saw it, and the incidents of the talk.
//!
//! The page holds the data as JSON, because a page opened from a disk may load nothing. It contains nothing beyond the
//! transcript and the list of incidents on the same page.

use std::{collections::BTreeMap, fmt};

use archive::dialogue::{Added, Piece};
use askama::{FastWritable, Values, filters::HtmlSafe};
use language::{Language, Reader};
use rulebook::{InterviewId, Key, Seat, Side, Timestamp};
use serde_json::{Value, json};

use crate::Site;

/// Returns the JSON, escaped for a page; `None` if the interview has no pieces.
///
/// An object with the `seats` in the order of the panes, and the `pieces` in order of arrival. A piece is: milliseconds since the
/// previous piece (the first: since the talk was opened), the index of its seat, 0 for the judge or 1 for the witness, and the
/// addition: one character (a line break is Return, U+0008 BackSpace), a whole utterance in a list, or the index of a shown file,
/// from 0, in the transcript of its pane. Each of the talk's `incidents` is milliseconds since the opening, and a sentence.
pub(crate) fn json(site: &Site<'_>, interview: InterviewId, seats: &[Seat]) -> Option<String> {
    let pieces = site.seen.pieces(interview);
    let first = pieces.first()?.at;
    let (opened, closed) = site.seen.talk(interview.round);
    let opened = opened.filter(|opened| *opened <= first).unwrap_or(first);
    let mut before = opened;
    let mut files = BTreeMap::new();
    let told: Vec<Value> = pieces.iter().filter_map(|piece| told(piece, seats, &mut files, &mut before)).collect();
    let seats: Vec<String> = seats.iter().map(ToString::to_string).collect();
    let in_talk = |at: Timestamp| opened <= at && closed.is_none_or(|closed| at <= closed);
    let incidents =
        site.contest.incidents.iter().filter(|(at, incident)| incident.interview == interview && in_talk(*at));
    let incidents: Vec<Value> = incidents.map(|(at, incident)| json!([millis(*at, opened), incident.detail])).collect();
    Some(in_a_page(&json!({ "seats": seats, "pieces": told, "incidents": incidents })))
}

/// Escapes JSON for a page: an unescaped `<` could begin markup.
pub(crate) fn in_a_page(json: &Value) -> String {
    json.to_string().replace('<', "\\u003c")
}

/// Converts a key to the player's text.
pub(crate) fn key_text(key: Key) -> String {
    match key {
        Key::Return => '\n',
        Key::BackSpace => '\u{8}',
        Key::Tab => '\t',
        Key::Char(c) => c.get(),
    }
    .to_string()
}

/// Converts a piece to the player's format; `files` counts the files of each pane.
fn told(piece: &Piece, seats: &[Seat], files: &mut BTreeMap<Seat, usize>, before: &mut Timestamp) -> Option<Value> {
    let seat = seats.iter().position(|seat| *seat == piece.seat)?;
    let waited = millis(piece.at, *before);
    *before = piece.at;
    let side = u8::from(piece.side == Side::Witness);
    Some(match &piece.what {
        Added::Key(key) => json!([waited, seat, side, key_text(*key)]),
        Added::Whole(text) => json!([waited, seat, side, [text]]),
        Added::File => {
            let next = files.entry(piece.seat).or_default();
            let file = *next;
            *next += 1;
            json!([waited, seat, side, file])
        }
    })
}

fn millis(at: Timestamp, since: Timestamp) -> u64 {
    u64::try_from(at.since(since).as_millis()).unwrap_or(u64::MAX)
}

/// The player's sentences as a script element in a template, read by `assets/replay.js`.
pub(crate) struct Sentences;

impl FastWritable for Sentences {
    fn write_into(&self, dest: &mut dyn fmt::Write, values: &dyn Values) -> askama::Result<()> {
        let language = Reader::of_page(values).map_or(Language::english(), |reader| &reader.language);
        let sentences = language.replay_script();
        Ok(write!(dest, "<script type=\"application/json\" id=\"sentences\">{sentences}</script>")?)
    }
}

/// The output is markup, so templates must not escape it.
impl HtmlSafe for Sentences {}

/// Required by askama; outside a template the sentences are not used.
impl fmt::Display for Sentences {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_into(f, askama::NO_VALUES).map_err(|_| fmt::Error)
    }
}
