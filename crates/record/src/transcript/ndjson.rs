//! NDJSON: our own form for programs, a JSON object on each line. It keeps the data of all other forms.
//!
//! A `conversation` precedes its lines, each a `said`; a `session` precedes the `key`s of both sides of a judge's screen. Moments
//! are whole milliseconds in UTC, those of keys whole microseconds; texts are unchanged.

use rulebook::{Key, Side, Timestamp};
use serde::{Deserialize, Serialize};

use super::{
    Dialogue, Line, LineFault, OffsetClock, Reading, Role, Transcript, Visit, Wrong,
    keylog::{ConfederateLabel, KeylogSession, ScreenSide, TimedKey},
    text::{decode, numbered},
};

/// A line.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum NdjsonLine {
    Conversation(Conversation),
    Said(SaidLine),
    Session(SessionHeader),
    Key(Pressed),
}

/// A judge's visit to a witness.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Conversation {
    witness: String,
    role: WitnessKind,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    contestant: String,
    /// The judge's number, 0 if unknown; absent if no judge came.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    judge: Option<u16>,
    started: Timestamp,
    /// The minutes that the local clock is ahead of UTC.
    #[serde(default)]
    utc_offset: i16,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    notice: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SaidLine {
    at: Timestamp,
    by: Side,
    text: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SessionHeader {
    title: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    judge: Option<u16>,
    program: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    round: Option<u16>,
    left: WitnessKind,
    /// True if the confederate's keys are labelled with the program's name, as in 2012.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    one_label: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Pressed {
    at_us: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pressed_us: Option<u64>,
    by: Side,
    side: OnScreen,
    key: Key,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    bare: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum WitnessKind {
    Entry,
    Confederate,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum OnScreen {
    Left,
    Right,
}

/// Reads a file. A line of none of the four kinds, or one without its heading, is a fault.
#[must_use]
pub fn read(file: &[u8]) -> Reading<Transcript> {
    let text = decode(file);
    let mut reader = NdjsonReader::default();
    for (line, text) in numbered(&text).filter(|(_, line)| !line.trim().is_empty()) {
        let wrong = match serde_json::from_str(text) {
            Ok(row) => reader.take(row).err(),
            Err(_) => Some(Wrong::form(text, FORM)),
        };
        reader.faults.extend(wrong.map(|wrong| LineFault { line, wrong }));
    }
    Reading { found: reader.found, faults: reader.faults }
}

/// The file of a transcript. A last line that was cut off is not written.
#[must_use]
pub fn write(transcript: &Transcript) -> String {
    let mut rows = Vec::new();
    for dialogue in &transcript.dialogues {
        let head = |judge| NdjsonLine::Conversation(Conversation::of(dialogue, judge));
        if dialogue.visits.is_empty() {
            rows.push(head(None));
        }
        for visit in &dialogue.visits {
            rows.push(head(Some(visit.judge)));
            let said = |line: &Line| NdjsonLine::Said(SaidLine { at: line.at, by: line.by, text: line.text.clone() });
            rows.extend(visit.lines.iter().map(said));
        }
    }
    for session in &transcript.sessions {
        rows.push(NdjsonLine::Session(SessionHeader::of(session)));
        rows.extend(session.keys.iter().map(|key| NdjsonLine::Key(Pressed::of(key))));
    }
    // Serialization fails only for maps with non-text keys, and these types have none.
    rows.iter().map(|row| serde_json::to_string(row).unwrap_or_default() + "\n").collect()
}

/// The form of lines.
const FORM: &str = "{\"conversation\":…}, {\"said\":…}, {\"session\":…} or {\"key\":…}";

#[derive(Default)]
struct NdjsonReader {
    found: Transcript,
    /// The heading of the following lines.
    under: Option<Under>,
    faults: Vec<LineFault>,
}

enum Under {
    Conversation(Conversation),
    Session,
}

impl NdjsonReader {
    fn take(&mut self, row: NdjsonLine) -> Result<(), Wrong> {
        match row {
            NdjsonLine::Conversation(head) => {
                let goes_on = |before: &Conversation| Conversation { judge: head.judge, ..before.clone() } == head;
                let same = matches!(&self.under, Some(Under::Conversation(before)) if goes_on(before));
                if !same {
                    self.found.dialogues.push(head.dialogue());
                }
                if let (Some(judge), Some(dialogue)) = (head.judge, self.found.dialogues.last_mut()) {
                    dialogue.visits.push(Visit { judge, lines: Vec::new() });
                }
                self.under = Some(Under::Conversation(head));
            }
            NdjsonLine::Session(head) => {
                self.found.sessions.push(head.session());
                self.under = Some(Under::Session);
            }
            NdjsonLine::Said(SaidLine { at, by, text }) => {
                let visit = match self.under {
                    Some(Under::Conversation(_)) => self.found.dialogues.last_mut().and_then(|d| d.visits.last_mut()),
                    _ => None,
                };
                let visit = visit.ok_or(Wrong::NoHeading { expected: "{\"conversation\":…}" })?;
                visit.lines.push(Line { at, by, text });
            }
            NdjsonLine::Key(key) => {
                let session = match self.under {
                    Some(Under::Session) => self.found.sessions.last_mut(),
                    _ => None,
                };
                session.ok_or(Wrong::NoHeading { expected: "{\"session\":…}" })?.keys.push(key.timed());
            }
        }
        Ok(())
    }
}

impl Conversation {
    fn of(dialogue: &Dialogue, judge: Option<u16>) -> Self {
        let Dialogue { notice, witness, contestant, role, started, clock, .. } = dialogue;
        Self {
            witness: witness.clone(),
            role: (*role).into(),
            contestant: contestant.clone(),
            judge,
            started: *started,
            utc_offset: clock.minutes_east(),
            notice: notice.clone(),
        }
    }

    fn dialogue(&self) -> Dialogue {
        Dialogue {
            notice: self.notice.clone(),
            witness: self.witness.clone(),
            contestant: self.contestant.clone(),
            role: self.role.into(),
            started: self.started,
            clock: OffsetClock::east(self.utc_offset).unwrap_or_default(),
            visits: Vec::new(),
        }
    }
}

impl SessionHeader {
    fn of(session: &KeylogSession) -> Self {
        Self {
            title: session.title.clone(),
            judge: session.judge,
            program: session.program.clone(),
            round: session.round,
            left: session.left.into(),
            one_label: session.label == ConfederateLabel::Program,
        }
    }

    fn session(self) -> KeylogSession {
        let label = if self.one_label { ConfederateLabel::Program } else { ConfederateLabel::Human };
        let Self { title, judge, program, round, left, .. } = self;
        KeylogSession { title, judge, program, round, left: left.into(), label, keys: Vec::new() }
    }
}

impl Pressed {
    fn of(key: &TimedKey) -> Self {
        let TimedKey { at_us, pressed_us, by, pane, key, bare } = *key;
        let side = if pane == ScreenSide::Left { OnScreen::Left } else { OnScreen::Right };
        Self { at_us, pressed_us, by, side, key, bare }
    }

    fn timed(self) -> TimedKey {
        let Self { at_us, pressed_us, by, side, key, bare } = self;
        let pane = if matches!(side, OnScreen::Left) { ScreenSide::Left } else { ScreenSide::Right };
        TimedKey { at_us, pressed_us, by, pane, key, bare }
    }
}

impl From<Role> for WitnessKind {
    fn from(role: Role) -> Self {
        match role {
            Role::Entry => Self::Entry,
            Role::Confederate => Self::Confederate,
        }
    }
}

impl From<WitnessKind> for Role {
    fn from(kind: WitnessKind) -> Self {
        match kind {
            WitnessKind::Entry => Self::Entry,
            WitnessKind::Confederate => Self::Confederate,
        }
    }
}
