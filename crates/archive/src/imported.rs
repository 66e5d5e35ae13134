//! Imported records: past conversations from files, as events of a bundle.
//!
//! A bundle proves that nothing changed after it was signed, and no more about an imported past: the words were not
//! signed when they were said, the seats were not committed to, and the files may be invented. So an imported record
//! has its own types of event, none of which a contest can hold, and no verdict above *incomplete*. Its ballots, if
//! any, are attached and counted by the reader under the attached rulebook. `docs/decisions/0026` says why.
//!
//! [`Import`] is the input, [`Imported`] the result of reading it back: conversations that can be shown, exported,
//! replayed, published and judged again. Envelopes hold pseudonyms (`J4`, `W1`); names and words are private parts,
//! which can be taken out.

use std::{
    collections::BTreeMap,
    io::{self, Read, Seek},
};

use record::{
    Envelope, Examined, Hash,
    event::{Opened, Parts},
    transcript::{
        Dialogue, Line, OffsetClock, Role, Transcript, Visit,
        keylog::{ConfederateLabel, KeylogSession, ScreenSide, TimedKey},
        phrases::DELETED,
    },
};
use rulebook::{Key, Rulebook, Side, Timestamp};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};

use crate::attached::{RULEBOOK, VERSIONS};
use contest::json::to_json;

/// Version of these events.
pub const VERSION: u32 = 1;

/// The name of the ballots among the attachments, in the form that `viva score` reads.
pub const BALLOTS: &str = "ballots.json";

/// The stream of the events about the whole import.
const STREAM: &str = "import";

/// The actor of every event.
const ACTOR: &str = "importer";

/// The largest attachment that is read, in bytes.
const LARGEST: u64 = 256 << 20;

/// The input of an imported record.
#[derive(Debug, Clone, PartialEq)]
pub struct Import {
    /// Its name.
    pub name: String,
    /// The files that it was made from.
    pub sources: Vec<Source>,
    /// Their content.
    pub transcript: Transcript,
    /// The judges' answers, where they are known: the rulebook, and the ballots in the form of `viva score`.
    pub ballots: Option<(Rulebook, String)>,
    /// True to keep names, in private parts. Without them there are only pseudonyms.
    pub with_names: bool,
}

/// A file that a record was made from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// Its size in bytes.
    pub bytes: u64,
    /// The number of faults found in it.
    pub faults: u64,
    /// Its format.
    pub form: String,
    /// SHA-256 of its bytes, in hexadecimal.
    pub sha256: Hash,
}

impl Source {
    /// The description of these bytes, read in this format with this number of faults.
    #[must_use]
    pub fn new(file: &[u8], form: &str, faults: usize) -> Self {
        Self { bytes: file.len() as u64, faults: faults as u64, form: form.to_owned(), sha256: Hash::of(&[file]) }
    }
}

/// The content of an imported record.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Imported {
    /// Its name; absent if it was taken out.
    pub name: Option<String>,
    /// The time of the import.
    pub time: Option<Timestamp>,
    /// The files that it was made from.
    pub sources: Vec<Source>,
    /// Their content: pseudonyms where there are no names, and a mark where words were taken out.
    pub transcript: Transcript,
    /// The attached rulebook and ballots.
    pub ballots: Option<(Rulebook, String)>,
    /// The number of private parts that were taken out.
    pub redacted: u64,
}

/// The first event.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    sources: Vec<Source>,
}

/// The name of the import.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct About {
    name: String,
}

/// The beginning of a judge's visit to a witness.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Conversation {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    judge: Option<String>,
    role: Kind,
    started: Timestamp,
    utc_offset: i16,
    /// The pseudonym of the witness.
    witness: String,
}

/// The names of people, and the holder of the rights.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Names {
    contestant: String,
    notice: String,
    witness: String,
}

/// An utterance, or a line of one.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Said {
    at: Timestamp,
    by: Side,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Text {
    text: String,
}

/// The beginning of a judge's sitting before two witnesses.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sitting {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    judge: Option<String>,
    left: Kind,
    one_label: bool,
    /// The pseudonym of the program.
    program: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    round: Option<u16>,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Titles {
    program: String,
    title: String,
}

/// A key. Times are texts, because they may exceed the integers of canonical JSON.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Pressed {
    at_us: String,
    bare: bool,
    by: Side,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pressed_us: Option<String>,
    side: OnScreen,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct OneKey {
    key: Key,
}

#[derive(Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    Entry,
    Confederate,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum OnScreen {
    Left,
    Right,
}

impl Import {
    /// The events, in order, each with its private parts, dated `now`.
    #[must_use]
    pub fn events(&self, now: Timestamp) -> Vec<(Envelope, Parts)> {
        let mut events = Events { now, all: Vec::new(), pseudonyms: BTreeMap::new() };
        let about = self.with_names.then(|| ("about", value(&About { name: self.name.clone() })));
        events.add(STREAM, 1, "imported", &Head { sources: self.sources.clone() }, about);
        for (n, (dialogue, visit)) in (1..).zip(visits(&self.transcript)) {
            let stream = format!("conversation-{n}");
            let head = Conversation {
                judge: visit.and_then(|visit| judge(visit.judge)),
                role: kind(dialogue.role),
                started: dialogue.started,
                utc_offset: dialogue.clock.minutes_east(),
                witness: events.pseudonym(&dialogue.witness, dialogue.role),
            };
            let Dialogue { contestant, notice, witness, .. } = dialogue.clone();
            let names = self.with_names.then(|| ("names", value(&Names { contestant, notice, witness })));
            events.add(&stream, 1, "conversation", &head, names);
            for (number, line) in (2..).zip(visit.map_or(&[][..], |visit| &visit.lines)) {
                let text = ("text", value(&Text { text: line.text.clone() }));
                events.add(&stream, number, "said", &Said { at: line.at, by: line.by }, Some(text));
            }
        }
        for (n, session) in (1..).zip(&self.transcript.sessions) {
            let stream = format!("session-{n}");
            let head = Sitting {
                judge: session.judge.and_then(judge),
                left: kind(session.left),
                one_label: session.label == ConfederateLabel::Program,
                program: events.pseudonym(&session.program, Role::Entry),
                round: session.round,
            };
            let (program, title) = (session.program.clone(), session.title.clone());
            let names = self.with_names.then(|| ("names", value(&Titles { program, title })));
            events.add(&stream, 1, "session", &head, names);
            for (number, key) in (2..).zip(&session.keys) {
                let pressed = Pressed {
                    at_us: key.at_us.to_string(),
                    bare: key.bare,
                    by: key.by,
                    pressed_us: key.pressed_us.map(|us| us.to_string()),
                    side: if key.pane == ScreenSide::Left { OnScreen::Left } else { OnScreen::Right },
                };
                events.add(&stream, number, "key", &pressed, Some(("key", value(&OneKey { key: key.key }))));
            }
        }
        events.all
    }

    /// The attachments by name, sorted.
    #[must_use]
    pub fn attachments(&self) -> BTreeMap<String, Vec<u8>> {
        let versions = (VERSIONS.to_owned(), to_json(&Versions { imported: VERSION }));
        let ballots = self.ballots.iter().flat_map(|(rulebook, ballots)| {
            [(RULEBOOK.to_owned(), to_json(rulebook)), (BALLOTS.to_owned(), ballots.clone().into_bytes())]
        });
        std::iter::once(versions).chain(ballots).collect()
    }
}

/// The `versions.json` of an imported record.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Versions {
    imported: u32,
}

/// The version of imported events that this `versions.json` names; `None` if it belongs to a contest's record.
#[must_use]
pub fn version(versions: &[u8]) -> Option<u32> {
    serde_json::from_slice::<Versions>(versions).ok().map(|versions| versions.imported)
}

/// The version of imported events that a bundle names; `None` if it holds a contest's record.
pub(crate) fn version_of(examined: &Examined<impl Read + Seek>) -> io::Result<Option<u32>> {
    if !examined.report.attachments.contains_key(VERSIONS) {
        return Ok(None);
    }
    Ok(examined.attachment(VERSIONS, 1 << 10)?.as_deref().and_then(version))
}

/// The imported content of a bundle, and the faults of its events, in sentences; `None` for the record of a contest, an
/// unknown version, or a bundle that is not sound.
///
/// # Errors
/// When the file cannot be read.
pub fn read(examined: &Examined<impl Read + Seek>) -> io::Result<Option<(Imported, Vec<String>)>> {
    if version_of(examined)? != Some(VERSION) || !examined.report.is_sound() {
        return Ok(None);
    }
    let (mut reader, mut faults) = (Reader::default(), Vec::new());
    for event in examined.log().into_iter().flatten() {
        let event = event?;
        if let Err(why) = reader.take(&event.envelope, event.private) {
            faults.push(format!("event {}: {why}", event.index));
        }
        if faults.len() >= record::bundle::MOST_FAULTS {
            break;
        }
    }
    let attached = |name: &str| match examined.report.attachments.contains_key(name) {
        true => examined.attachment(name, LARGEST),
        false => Ok(None),
    };
    let rulebook = attached(RULEBOOK)?.and_then(|bytes| rulebook::json::rulebook(&bytes));
    let ballots = attached(BALLOTS)?.and_then(|bytes| String::from_utf8(bytes).ok());
    reader.found.ballots = rulebook.zip(ballots);
    if !reader.begun {
        faults.push("it does not begin with `imported`".to_owned());
    }
    Ok(Some((reader.found, faults)))
}

struct Events {
    now: Timestamp,
    all: Vec<(Envelope, Parts)>,
    pseudonyms: BTreeMap<(String, bool), String>,
}

impl Events {
    fn add(&mut self, stream: &str, number: u64, kind: &str, body: &impl Serialize, part: Option<(&str, Value)>) {
        let Value::Object(body) = value(body) else { unreachable!("a struct is an object") };
        let envelope = Envelope {
            actor: ACTOR.to_owned(),
            body,
            number,
            stream: stream.to_owned(),
            time: self.now.to_string(),
            kind: kind.to_owned(),
            version: VERSION,
        };
        self.all.push((envelope, part.into_iter().map(|(name, data)| (name.to_owned(), data)).collect()));
    }

    /// `W1` and so on, one for each name of a witness; witnesses without a name are all different.
    fn pseudonym(&mut self, name: &str, role: Role) -> String {
        let next = format!("W{}", self.pseudonyms.len() + 1);
        let key = if name.is_empty() { next.clone() } else { name.to_owned() };
        self.pseudonyms.entry((key, role == Role::Entry)).or_insert(next).clone()
    }
}

fn value(of: &impl Serialize) -> Value {
    rulebook::json::to_value(of).expect("these types have names as keys, and no fractions")
}

/// Every visit with its dialogue; a dialogue without visits comes once, alone.
fn visits(transcript: &Transcript) -> impl Iterator<Item = (&Dialogue, Option<&Visit>)> {
    transcript.dialogues.iter().flat_map(|dialogue| {
        let nobody = dialogue.visits.is_empty().then_some((dialogue, None));
        dialogue.visits.iter().map(move |visit| (dialogue, Some(visit))).chain(nobody)
    })
}

fn judge(number: u16) -> Option<String> {
    (number > 0).then(|| format!("J{number}"))
}

fn number(judge: Option<String>) -> Result<u16, String> {
    let Some(judge) = judge else { return Ok(0) };
    let number = judge.strip_prefix('J').and_then(|digits| digits.parse().ok());
    number.filter(|number| self::judge(*number).as_ref() == Some(&judge)).ok_or(format!("`{judge}` is no judge"))
}

fn kind(role: Role) -> Kind {
    match role {
        Role::Entry => Kind::Entry,
        Role::Confederate => Kind::Confederate,
    }
}

fn role(kind: Kind) -> Role {
    match kind {
        Kind::Entry => Role::Entry,
        Kind::Confederate => Role::Confederate,
    }
}

/// Folds events into the imported content.
#[derive(Default)]
struct Reader {
    found: Imported,
    begun: bool,
    /// The stream of the preceding event.
    stream: String,
    /// The pseudonym of the latest dialogue's witness.
    witness: String,
}

impl Reader {
    fn take(&mut self, envelope: &Envelope, mut private: Opened) -> Result<(), String> {
        if envelope.version != VERSION || envelope.actor != ACTOR {
            return Err("it is no event of an import".to_owned());
        }
        self.found.redacted +=
            private.values().filter(|part| **part == record::event::Private::Redacted).count() as u64;
        let body = || envelope.body.clone();
        let is_head = envelope.number == 1;
        if !is_head && envelope.stream != self.stream {
            return Err("it stands apart from the events of its stream".to_owned());
        }
        self.stream.clone_from(&envelope.stream);
        match (envelope.kind.as_str(), is_head) {
            ("imported", true) if !self.begun => {
                self.begun = true;
                let Head { sources } = typed(body())?;
                self.found.time = envelope.time.parse().ok();
                self.found.sources = sources;
                self.found.name = part::<About>(&mut private, "about")?.map(|about| about.name);
            }
            _ if !self.begun => return Err("it stands before `imported`".to_owned()),
            ("conversation", true) => {
                let head: Conversation = typed(body())?;
                let names = part(&mut private, "names")?;
                self.conversation(head, names)?;
            }
            ("said", false) => {
                let Said { at, by } = typed(body())?;
                let text = part::<Text>(&mut private, "text")?.map_or_else(|| DELETED.to_owned(), |said| said.text);
                let visit = self.found.transcript.dialogues.last_mut().and_then(|dialogue| dialogue.visits.last_mut());
                let visit = visit.filter(|_| self.stream.starts_with("conversation-"));
                visit.ok_or("it is said in no conversation")?.lines.push(Line { at, by, text });
            }
            ("session", true) => {
                let head: Sitting = typed(body())?;
                let Titles { program, title } = match part(&mut private, "names")? {
                    Some(titles) => titles,
                    None => Titles { program: head.program.clone(), ..Titles::default() },
                };
                let judge = number(head.judge)?;
                self.found.transcript.sessions.push(KeylogSession {
                    title,
                    judge: (judge > 0).then_some(judge),
                    program,
                    round: head.round,
                    left: role(head.left),
                    label: if head.one_label { ConfederateLabel::Program } else { ConfederateLabel::Human },
                    keys: Vec::new(),
                });
            }
            ("key", false) => {
                let pressed: Pressed = typed(body())?;
                let us = |text: &str| text.parse().map_err(|_| format!("`{text}` is no number of microseconds"));
                let key = part::<OneKey>(&mut private, "key")?;
                let pane = if matches!(pressed.side, OnScreen::Left) { ScreenSide::Left } else { ScreenSide::Right };
                let (at_us, pressed_us) = (us(&pressed.at_us)?, pressed.pressed_us.as_deref().map(us).transpose()?);
                let session = self.found.transcript.sessions.last_mut().filter(|_| self.stream.starts_with("session-"));
                let session = session.ok_or("it is pressed in no session")?;
                // A deleted key is left out.
                if let Some(OneKey { key }) = key {
                    session.keys.push(TimedKey {
                        pressed_us,
                        bare: pressed.bare,
                        ..TimedKey::new(at_us, pressed.by, pane, key)
                    });
                }
            }
            (kind, _) => return Err(format!("an import has no `{kind}` there")),
        }
        match private.keys().next() {
            Some(part) => Err(format!("it has no private part `{part}`")),
            None => Ok(()),
        }
    }

    fn conversation(&mut self, head: Conversation, names: Option<Names>) -> Result<(), String> {
        let clock = OffsetClock::east(head.utc_offset).ok_or("its clock is none")?;
        let Names { contestant, notice, witness } =
            names.unwrap_or_else(|| Names { witness: head.witness.clone(), ..Names::default() });
        let dialogue = Dialogue {
            notice,
            witness,
            contestant,
            role: role(head.role),
            started: head.started,
            clock,
            visits: Vec::new(),
        };
        let last = self.found.transcript.dialogues.last().filter(|_| self.witness == head.witness);
        if !last.is_some_and(|last| Dialogue { visits: Vec::new(), ..last.clone() } == dialogue) {
            self.found.transcript.dialogues.push(dialogue);
        }
        self.witness = head.witness;
        let judge = number(head.judge)?;
        if let Some(dialogue) = self.found.transcript.dialogues.last_mut() {
            dialogue.visits.push(Visit { judge, lines: Vec::new() });
        }
        Ok(())
    }
}

fn typed<T: DeserializeOwned>(body: Map<String, Value>) -> Result<T, String> {
    serde_json::from_value(Value::Object(body)).map_err(|why| why.to_string())
}

/// A private part; `None` if it was taken out or never there.
fn part<T: DeserializeOwned>(private: &mut Opened, name: &str) -> Result<Option<T>, String> {
    let data = private.remove(name).and_then(record::event::Private::into_data);
    data.map(|data| serde_json::from_value(data).map_err(|why| why.to_string())).transpose()
}
