//! The texts that people and programs wrote into a record, each with its place and writer, for the organiser to read
//! before publication (rule 17 of 2003).
//!
//! [`Review`] takes the facts one by one, in the order of the record. Words typed key by key are listed by line, with
//! the event of every key: the finished line and, if something was taken back, also everything pressed. Ballots,
//! rankings and draws hold no words and are left out; without them no result can be confirmed.

use std::collections::{BTreeMap, BTreeSet};

use rulebook::{ConversationId, InterviewId, Key, Participant, Side, Timestamp};
use serde_json::Value;

use crate::scan::{COMMITTEE, Finding, Named, Scan, What};
use contest::{
    Actor, ControlEvent, Event, Private, Recorded, Stream,
    attachment::AttachmentFile,
    contest::Contest,
    deletions::PartPlace,
    event::{ConversationEvent, Newcomer, Parts, Roster},
};

/// A text that a person or program wrote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FreeText {
    /// The event that holds it; for a typed line the event of its first key.
    pub event: u64,
    /// The time of that event.
    pub at: Timestamp,
    /// The stream of that event.
    pub stream: Stream,
    /// The type of the event.
    pub kind: String,
    /// The actor of the event, as recorded.
    pub by: Actor,
    /// The interview that it belongs to, if any.
    pub interview: Option<InterviewId>,
    /// The text. Of a typed line with corrections there are two: the finished line, and everything pressed.
    pub text: String,
    /// The place in the record that holds it.
    pub held: Held,
    /// The participant that it names, if it is the name of one.
    pub about: Option<Participant>,
    /// The shown file that it describes, if any.
    pub file: Option<AttachmentFile>,
}

/// The place in the record that holds a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Held {
    /// A private part, which can be deleted.
    Part(PartPlace),
    /// Single keys: the event of each and, for each character of the text, the index of its key in that list.
    Keys {
        /// The events.
        events: Vec<u64>,
        /// The indices of the characters' keys.
        characters: Vec<usize>,
        /// True if the line was never finished, or lists everything pressed.
        taken_back: bool,
    },
    /// Public text in the record's tree, which cannot be deleted; holds the name of its field.
    Public(&'static str),
}

/// Private parts without words.
const WORDLESS: [&str; 8] = ["answers", "ranking", "preference", "secret", "plan", "deed", "usage", "file"];

/// The public field with the organiser's name.
const ORGANISER: &str = "terms.organiser";

/// Private parts that hold participants' names.
pub const NAMES: [&str; 3] = ["roster", "name", "newcomer"];

impl FreeText {
    /// The parts to delete so that the text is gone; none if it is public.
    #[must_use]
    pub fn parts(&self) -> Vec<PartPlace> {
        match &self.held {
            Held::Part(place) => vec![place.clone()],
            Held::Keys { events, .. } => events.iter().map(|event| key(*event)).collect(),
            Held::Public(_) => Vec::new(),
        }
    }

    /// The parts to delete so that this finding is gone; of a typed line, the keys between its first and its last.
    #[must_use]
    pub fn parts_of(&self, finding: &Finding) -> Vec<PartPlace> {
        let Held::Keys { events, characters, .. } = &self.held else { return self.parts() };
        let places = self.text.char_indices().zip(characters);
        let within = places.filter(|((at, _), _)| (finding.from..finding.to).contains(at)).map(|(_, place)| *place);
        let within: Vec<_> = within.collect();
        let (Some(first), Some(last)) = (within.iter().min(), within.iter().max()) else { return Vec::new() };
        events[*first..=*last].iter().map(|event| key(*event)).collect()
    }

    /// True if it is a list of participants' names, or one of them.
    #[must_use]
    pub fn is_roster(&self) -> bool {
        matches!(&self.held, Held::Part(place) if NAMES.contains(&&*place.part))
    }

    /// True if it is a list of names, or this participant's name: such texts are deleted when the participant is given
    /// a pseudonym.
    #[must_use]
    pub fn may_name(&self, who: Participant, contest: &Contest) -> bool {
        self.is_roster() && self.about.is_none_or(|about| contest.is_same_person(about, who))
    }

    /// The findings in it. Names and lists of names are not searched for names.
    #[must_use]
    pub fn findings(&self, scan: &Scan) -> Vec<Finding> {
        let mut found = scan.find(&self.text);
        if self.is_roster() || self.held == Held::Public(ORGANISER) {
            found.retain(|finding| !matches!(finding.what, What::Name { .. }));
        }
        found
    }

    /// The writer, as far as the record of a closed contest shows: `None` for the server, and while the assignment is
    /// sealed.
    #[must_use]
    pub fn writer(&self, contest: &Contest) -> Option<Participant> {
        match (self.by, self.stream) {
            (Actor::Participant(who), _) => Some(who),
            (Actor::Side(Side::Judge), Stream::Conversation(id)) => Some(Participant::Judge(id.interview.judge)),
            (Actor::Side(Side::Witness), Stream::Conversation(id)) => {
                contest.opened_assignment.then(|| contest.listener(id)).flatten()
            }
            (Actor::Side(_), Stream::Control) | (Actor::Server, _) => None,
        }
    }
}

fn key(event: u64) -> PartPlace {
    PartPlace { event, part: "key".to_owned() }
}

/// Collects texts, fact by fact.
#[derive(Debug, Default)]
pub struct Review {
    count: u64,
    texts: Vec<FreeText>,
    lines: BTreeMap<(ConversationId, Side), Line>,
    names: BTreeSet<(String, String)>,
}

/// The unfinished line of one side of a conversation.
#[derive(Debug)]
struct Line {
    at: Timestamp,
    events: Vec<u64>,
    /// Every character pressed, including those taken back, with the index of its key.
    pressed: Vec<(char, usize)>,
    /// The characters left on the line.
    standing: Vec<(char, usize)>,
}

impl Review {
    /// An empty review, before the first fact.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the next fact of the record.
    pub fn take(&mut self, fact: &Recorded) {
        self.count += 1;
        match &fact.event {
            Event::Control(event) => self.take_control(fact, event),
            Event::Conversation(id, ConversationEvent::Key { private, .. }) => {
                if let (Some(pressed), Actor::Side(side)) = (private.held(), fact.actor) {
                    self.press(*id, side, fact.time, pressed.key);
                }
            }
            Event::Conversation(id, ConversationEvent::Said { .. } | ConversationEvent::Line { .. }) => {
                self.take_parts(fact, Some(id.interview));
            }
            Event::Conversation(id, ConversationEvent::Attached { private, .. }) => {
                if let Some(file) = private.held() {
                    let place = PartPlace { event: self.count, part: "file".to_owned() };
                    let text = format!("[{} file of a {}]", file.format, file.kind);
                    self.push(fact, "attached", Some(id.interview), text, Held::Part(place));
                    if let Some(told) = self.texts.last_mut() {
                        told.file = Some(*file);
                    }
                }
                self.take_parts(fact, Some(id.interview));
            }
            Event::Conversation(_, ConversationEvent::Shown { .. }) => {}
        }
    }

    /// Every text and every name by which those who take part were called. First come the texts of the contest, then those of each
    /// conversation together; both are in the order of the record.
    #[must_use]
    pub fn finish(mut self) -> (Vec<FreeText>, Vec<Named>) {
        let lines = std::mem::take(&mut self.lines);
        for ((id, side), line) in lines {
            self.end(id, side, line, true);
        }
        self.texts.sort_by_key(|text| (text.stream, text.event));
        let names = self.names.into_iter().map(|(whose, name)| Named { whose, name });
        (self.texts, names.collect())
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "no other fact has a public text, and private ones are found by `take_parts`"
    )]
    fn take_control(&mut self, fact: &Recorded, event: &ControlEvent) {
        use ControlEvent as E;
        let interview = match event {
            E::BallotCast { interview, .. } | E::InterviewAborted { interview, .. } => Some(*interview),
            E::IncidentReported { private } => private.held().map(|incident| incident.interview),
            E::LineSpelled { private } => private.held().map(|line| line.interview),
            _ => None,
        };
        self.note_names(event);
        match event {
            E::Opened { terms, .. } | E::Revised { terms, .. } => {
                self.public(fact, "terms.name", &terms.name);
                self.public(fact, ORGANISER, &terms.organiser);
                terms.settled.texts.values().for_each(|text| self.public(fact, "terms.settled", text));
            }
            E::Contributed { value, .. } => self.public(fact, "value", value),
            E::Paused { told: Some(told), .. } | E::Extended { told: Some(told), .. } => {
                self.public(fact, "told", told);
            }
            _ => {}
        }
        self.take_parts(fact, interview);
    }

    fn public(&mut self, fact: &Recorded, member: &'static str, text: &str) {
        let kind = fact.event.to_parts().kind;
        self.push(fact, &kind, None, text.to_owned(), Held::Public(member));
    }

    fn take_parts(&mut self, fact: &Recorded, interview: Option<InterviewId>) {
        let Parts { kind, private, .. } = fact.event.to_parts();
        for (part, data) in private {
            let Some(data) = data.filter(|_| !WORDLESS.contains(&&*part)) else { continue };
            let text = strings(&data).join(if NAMES.contains(&&*part) { ", " } else { "\n" });
            let place = PartPlace { event: self.count, part };
            self.push(fact, &kind, interview, text, Held::Part(place));
            if let Some(told) = self.texts.last_mut().filter(|told| told.event == self.count && told.is_roster()) {
                told.about = about(&fact.event);
            }
        }
    }

    fn push(&mut self, fact: &Recorded, kind: &str, interview: Option<InterviewId>, text: String, held: Held) {
        if text.is_empty() {
            return;
        }
        let Recorded { time: at, actor: by, event, .. } = fact;
        let (event, stream, kind) = (self.count, event.stream(), kind.to_owned());
        self.texts.push(FreeText {
            event,
            at: *at,
            stream,
            kind,
            by: *by,
            interview,
            text,
            held,
            about: None,
            file: None,
        });
    }

    fn press(&mut self, id: ConversationId, side: Side, at: Timestamp, key: Key) {
        let line = || Line { at, events: Vec::new(), pressed: Vec::new(), standing: Vec::new() };
        let line = self.lines.entry((id, side)).or_insert_with(line);
        let place = line.events.len();
        line.events.push(self.count);
        let character = match key {
            Key::Return => {
                if let Some(line) = self.lines.remove(&(id, side)) {
                    self.end(id, side, line, false);
                }
                return;
            }
            Key::BackSpace => {
                line.standing.pop();
                return;
            }
            Key::Tab => '\t',
            Key::Char(c) => c.get(),
        };
        line.pressed.push((character, place));
        line.standing.push((character, place));
    }

    /// Adds a line: its final text and, if they differ, everything pressed.
    fn end(&mut self, id: ConversationId, side: Side, line: Line, is_open: bool) {
        let Line { at, events, pressed, standing } = line;
        let Some(&event) = events.first().filter(|_| !pressed.is_empty()) else { return };
        let mut tell = |characters: Vec<(char, usize)>, taken_back| {
            let (text, characters) = characters.into_iter().unzip();
            let held = Held::Keys { events: events.clone(), characters, taken_back };
            let (stream, kind, by) = (Stream::Conversation(id), "key".to_owned(), Actor::Side(side));
            let interview = Some(id.interview);
            self.texts.push(FreeText { event, at, stream, kind, by, interview, text, held, about: None, file: None });
        };
        let is_whole = pressed == standing;
        if !standing.is_empty() {
            tell(standing, is_open);
        }
        if !is_whole {
            tell(pressed, true);
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "no other fact names anybody")]
    fn note_names(&mut self, event: &ControlEvent) {
        use ControlEvent as E;
        match event {
            E::Opened { terms, private, .. } | E::Revised { terms, private, .. } => {
                self.note(Participant::Organiser, &terms.organiser);
                private.held().into_iter().for_each(|roster| self.note_roster(roster));
            }
            E::Replaced { who, private, .. } => {
                private.held().into_iter().for_each(|name| self.note(*who, &name.name));
            }
            // Search messages for pseudonyms as for any name.
            E::Deleted { roster, .. } => {
                let roster = roster.as_ref().and_then(Private::held);
                roster.into_iter().for_each(|roster| self.note_roster(roster));
            }
            E::Replanned { joined: Some(joined), newcomer: Some(newcomer), .. } => match newcomer.held() {
                Some(Newcomer::Person(name)) => self.note(joined.who, &name.name),
                Some(Newcomer::Entry(card)) => {
                    self.note(joined.who, &card.name);
                    self.note(joined.who, &card.contestant);
                }
                None => {}
            },
            _ => {}
        }
    }

    fn note_roster(&mut self, roster: &Roster) {
        for (who, name) in roster.everybody() {
            self.note(who, name);
        }
        for name in &roster.committee {
            self.names.insert((COMMITTEE.to_owned(), name.clone()));
        }
    }

    fn note(&mut self, who: Participant, name: &str) {
        let Named { whose, name } = Named::of(who, name);
        self.names.insert((whose, name));
    }
}

/// The participant whom an event names, if any.
fn about(event: &Event) -> Option<Participant> {
    match event {
        Event::Control(ControlEvent::Replaced { who, .. }) => Some(*who),
        Event::Control(ControlEvent::Replanned { joined: Some(joined), .. }) => Some(joined.who),
        Event::Control(_) | Event::Conversation(..) => None,
    }
}

/// Members with ids and codes instead of words.
const CODES: [&str; 5] = ["entry", "interview", "kind", "protocol", "sha256"];

/// Every text in a value, in order, without ids and codes.
fn strings(value: &Value) -> Vec<&str> {
    match value {
        Value::String(text) => vec![text],
        Value::Array(items) => items.iter().flat_map(strings).collect(),
        Value::Object(items) => {
            items.iter().filter(|(name, _)| !CODES.contains(&&***name)).flat_map(|(_, item)| strings(item)).collect()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => Vec::new(),
    }
}
