//! Finds a text in a record: in messages, keystrokes, answers, reports, announcements and names.
//!
//! It searches the private parts of events, which hold all words of people, and the public announcements of pauses and
//! extensions. Text typed key by key is matched across its keys ([`keyed`](crate::keyed)) and returned with its line.
//! Records of contests and of an imported past are searched alike.

use std::collections::BTreeMap;

use record::{
    bundle::OpenedEvent,
    event::{Envelope, Private},
};
use rulebook::{ConversationId, Key, Participant, Side};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::keyed::{KeyedPhrase, presser};
use contest::{contest::Contest, transcript::Transcript};

/// A match of the text in a record.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
pub struct Place {
    /// The event; for typed text the event of its first key.
    pub event: u64,
    /// The event of its last key; the same as `event` if one event holds the text.
    pub last: u64,
    /// The time.
    pub time: String,
    /// The stream: a conversation, or `contest`.
    pub stream: String,
    /// The type of the event.
    #[serde(rename = "type")]
    pub kind: String,
    /// The private part, or the member of the body.
    pub part: String,
    /// The actor of the event; in a conversation the side.
    pub by: String,
    /// The pseudonym of the actor, if the stream of an imported past names it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pseudonym: Option<String>,
    /// The whole text around the match; for typed text the line.
    pub text: String,
    /// The match was typed and taken back before the line was finished; the text is everything pressed.
    pub taken_back: bool,
}

impl Place {
    /// The participant, once the assignment is known.
    #[must_use]
    pub fn who(&self, contest: &Contest) -> Option<Participant> {
        let Ok(conversation) = self.stream.parse::<ConversationId>() else { return self.by.parse().ok() };
        match &*self.by {
            "judge" => Some(Participant::Judge(conversation.interview.judge)),
            "witness" => contest.listener(conversation).filter(|_| contest.opened_assignment),
            _ => None,
        }
    }
}

/// Finds a text, ignoring case, event by event.
#[derive(Debug)]
pub struct Finder {
    /// In lower case.
    wanted: String,
    keyed: KeyedPhrase,
    /// The unfinished lines, by stream and typist.
    lines: BTreeMap<(String, String), Typing>,
    /// The names of the latest stream begun, in an imported past.
    begun: Begun,
    found: Vec<Place>,
}

/// A stream of an imported past: the pseudonyms of its judge and its witness, and the witness's side if there were two.
#[derive(Debug, Default)]
struct Begun {
    stream: String,
    judge: Option<String>,
    witness: Option<String>,
    side: Option<&'static str>,
}

impl Begun {
    fn of(envelope: &Envelope) -> Self {
        let named = |name: &str| envelope.body.get(name).and_then(Value::as_str).map(ToOwned::to_owned);
        let side = named("left").map(|left| if left == "entry" { "left" } else { "right" });
        let (judge, witness) = (named("judge"), named("witness").or_else(|| named("program")));
        Self { stream: envelope.stream.clone(), judge, witness, side }
    }

    /// The pseudonym behind an event of this stream.
    fn pseudonym(&self, envelope: &Envelope) -> Option<String> {
        let text = |name: &str| envelope.body.get(name).and_then(Value::as_str);
        if self.stream != envelope.stream {
            return None;
        }
        match text("by")? {
            "judge" => self.judge.clone(),
            _ => self.witness.clone().filter(|_| self.side.is_none() || self.side == text("side")),
        }
    }
}

/// An unfinished line.
#[derive(Debug, Default)]
struct Typing {
    screen: Transcript,
    pressed: String,
    /// The matches: the events of the first and the last key.
    hits: Vec<(u64, u64)>,
    /// The place of the first matching key.
    place: Option<Place>,
}

impl Finder {
    /// A finder for this text.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self {
            wanted: text.to_lowercase(),
            keyed: KeyedPhrase::new(text),
            lines: BTreeMap::new(),
            begun: Begun::default(),
            found: Vec::new(),
        }
    }

    /// Searches the next event.
    pub fn take(&mut self, event: &OpenedEvent) {
        let Envelope { kind, body, number, .. } = &event.envelope;
        if *number == 1 {
            self.begun = Begun::of(&event.envelope);
        }
        for (part, private) in &event.private {
            let Private::Open(data) = private else { continue };
            let texts = texts(data);
            if let ("key", Some(Ok(key))) = (&**kind, texts.first().map(|key| key.parse())) {
                self.press(event, key);
                continue;
            }
            self.look_in(event, part, &texts.join(" "));
        }
        if let Some(told) = body.get("told").and_then(Value::as_str) {
            self.look_in(event, "told", told);
        }
    }

    /// Every match, in the order of the record.
    #[must_use]
    pub fn finish(mut self) -> Vec<Place> {
        let unfinished = std::mem::take(&mut self.lines);
        unfinished.into_values().for_each(|typing| self.end(typing));
        self.found.sort();
        self.found
    }

    fn look_in(&mut self, event: &OpenedEvent, part: &str, text: &str) {
        if !self.wanted.is_empty() && text.to_lowercase().contains(&self.wanted) {
            let place = self.place(event, part);
            self.found.push(Place { text: text.to_owned(), ..place });
        }
    }

    fn press(&mut self, event: &OpenedEvent, key: Key) {
        let by = presser(&event.envelope);
        let hit = self.keyed.press(&event.envelope.stream, &by, event.index, key);
        let place = hit.first().map(|_| self.place(event, "key"));
        let typing = self.lines.entry((event.envelope.stream.clone(), by)).or_default();
        if let (Some(first), Some(last)) = (hit.first(), hit.last()) {
            typing.hits.push((*first, *last));
            typing.place = typing.place.take().or(place);
        }
        match key {
            Key::Return => {
                let typing = std::mem::take(typing);
                self.end(typing);
            }
            key @ (Key::Char(_) | Key::BackSpace | Key::Tab) => {
                typing.screen.press(Side::Judge, key);
                typing.pressed.extend(match key {
                    Key::Char(c) => Some(c.get()),
                    Key::Tab => Some('\t'),
                    Key::Return | Key::BackSpace => None,
                });
            }
        }
    }

    /// Adds the matches in a line, at its end.
    fn end(&mut self, Typing { screen, pressed, hits, place }: Typing) {
        let Some(place) = place else { return };
        let stands = screen.judge_types.to_lowercase().contains(&self.wanted);
        let text = if stands { screen.judge_types } else { pressed };
        // Slips in the middle give several matches of the same words; merge them.
        let mut told: Vec<(u64, u64)> = Vec::new();
        for (first, last) in hits {
            match told.last_mut() {
                Some(before) if first <= before.1 => before.1 = before.1.max(last),
                _ => told.push((first, last)),
            }
        }
        self.found.extend(told.into_iter().map(|(event, last)| Place {
            event,
            last,
            text: text.clone(),
            taken_back: !stands,
            ..place.clone()
        }));
    }

    fn place(&self, event: &OpenedEvent, part: &str) -> Place {
        let Envelope { stream, time, kind, actor, body, .. } = &event.envelope;
        let is_imported = actor == "importer";
        Place {
            event: event.index,
            last: event.index,
            time: body.get("at").and_then(Value::as_str).unwrap_or(time).to_owned(),
            stream: stream.clone(),
            kind: kind.clone(),
            part: part.to_owned(),
            by: if is_imported { presser(&event.envelope) } else { actor.clone() },
            pseudonym: self.begun.pseudonym(&event.envelope).filter(|_| is_imported),
            text: String::new(),
            taken_back: false,
        }
    }
}

/// Every text in a value, in order, unescaped.
#[must_use]
pub fn texts(value: &Value) -> Vec<&str> {
    match value {
        Value::String(text) => vec![text],
        Value::Array(items) => items.iter().flat_map(texts).collect(),
        Value::Object(items) => items.values().flat_map(texts).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) => Vec::new(),
    }
}
