//! An application as its contestant writes it: a TOML file.

use std::collections::BTreeMap;

use language::{Message, Say};
use rulebook::{Faults, reader, schema::Date};
use serde::{Deserialize, Serialize};

/// The most characters of a value of a field.
pub const FIELD_MAX_CHARS: usize = 2000;

/// The most characters of a name.
pub const NAME_MAX_CHARS: usize = 80;

/// The most bytes of an application, its protocol included.
pub const LARGEST: usize = 1024 * 1024;

/// A contestant's statement about an entry. All of it is private until the organisers publish it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Application {
    /// Name of the program.
    pub program: String,
    /// The person, team or body that enters it.
    pub contestant: String,
    /// Everyone associated with the entry, by name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub people: Vec<String>,
    /// True when the contestant is younger than 18.
    #[serde(default)]
    pub under_18: bool,
    /// True when the program contains material of others.
    #[serde(default)]
    pub third_party_material: bool,
    /// The person or body that enters it: its contestant or the organisers.
    #[serde(default)]
    pub entered_by: EnteredBy,
    /// The id of the way of handing in, one of the rulebook's submissions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub submission: Option<String>,
    /// The day of testing, where the way of handing in asks for one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub testing: Option<Testing>,
    /// The equipment it runs on; one item that the organisers provide is enough.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub runs_on: Vec<String>,
    /// True when the entrant brings the equipment.
    #[serde(default)]
    pub brings_equipment: bool,
    /// True when the program communicates with the world outside the contest's site.
    #[serde(default)]
    pub telecommunication: bool,
    /// The program's opening words, chosen from the rulebook's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<String>,
    /// The fields of the form, by their ids.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub fields: BTreeMap<String, String>,
    /// The answers to declarations, by the ids of the declarations.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub declarations: BTreeMap<String, bool>,
    /// The protocol of a real interaction. `viva intake receive` puts the text of the file named `protocol_file` here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub protocol: Option<String>,
    /// A file with the protocol, beside the application.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub protocol_file: Option<String>,
}

/// The party that enters a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EnteredBy {
    /// Its contestant.
    #[default]
    Contestant,
    /// The organisers: an open-source program of other authors.
    Organisers,
}

/// A day of testing, and when it was agreed on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Testing {
    /// The day.
    pub on: Date,
    /// The day on which entrant and organisers agreed on it.
    pub agreed: Date,
}

/// An application that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BadApplication {
    /// Larger than the limit.
    TooLarge(usize),
    /// Not TOML, or a key or value that an application does not have.
    Malformed(String),
    /// A text that is blank, too long, or holds control characters.
    Text {
        /// The name of the text.
        what: Message,
        /// The most characters.
        most: usize,
    },
    /// A person named twice.
    Twice(String),
    /// Both `protocol` and `protocol_file` are given.
    TwoProtocols,
}

impl Say for BadApplication {
    fn message(&self) -> Message {
        match self {
            Self::TooLarge(bytes) => say!("intake-bad-too-large", bytes = *bytes, most = LARGEST),
            Self::Malformed(why) => say!("intake-bad-malformed", why = why),
            Self::Text { what, most } => say!("intake-bad-text", what = what.clone(), most = *most),
            Self::Twice(name) => say!("intake-bad-twice", name = name),
            Self::TwoProtocols => say!("intake-bad-two-protocols"),
        }
    }
}

display_in_english!(BadApplication);

impl std::error::Error for BadApplication {}

impl Application {
    /// Reads an application.
    ///
    /// # Errors
    /// [`BadApplication`] for faults under any rulebook; [`crate::breaches`] checks the rules of one rulebook.
    pub fn read(text: &str) -> Result<Self, BadApplication> {
        if text.len() > LARGEST {
            return Err(BadApplication::TooLarge(text.len()));
        }
        let read: Self = reader::read_plain("application", text, LARGEST)
            .map_err(|faults| BadApplication::Malformed(faults_told(&faults)))?;
        read.check()?;
        Ok(read)
    }

    /// Refuses faults under any rulebook.
    ///
    /// # Errors
    /// [`BadApplication`], the first one found.
    pub fn check(&self) -> Result<(), BadApplication> {
        text(&self.program, NAME_MAX_CHARS, false, || "`program`".into())?;
        text(&self.contestant, NAME_MAX_CHARS, false, || "`contestant`".into())?;
        for name in &self.people {
            text(name, NAME_MAX_CHARS, false, || say!("intake-bad-text-people"))?;
        }
        for (field, value) in &self.fields {
            text(value, FIELD_MAX_CHARS, true, || say!("intake-bad-text-field", field = short(field)))?;
        }
        for item in &self.runs_on {
            text(item, NAME_MAX_CHARS, false, || say!("intake-bad-text-runs-on"))?;
        }
        let mut seen = std::collections::BTreeSet::new();
        for person in &self.people {
            if !seen.insert(crate::counted_words::name(person)) {
                return Err(BadApplication::Twice(person.clone()));
            }
        }
        if self.protocol.is_some() && self.protocol_file.is_some() {
            return Err(BadApplication::TwoProtocols);
        }
        let length = self.protocol.as_ref().map_or(0, String::len);
        if length > LARGEST { Err(BadApplication::TooLarge(length)) } else { Ok(()) }
    }

    /// Everyone associated with the entry, as normalised names: the people, and the contestant unless the organisers enter it.
    #[must_use]
    pub fn associated(&self) -> std::collections::BTreeSet<String> {
        let contestant = Some(&self.contestant).filter(|_| self.entered_by == EnteredBy::Contestant);
        self.people.iter().chain(contestant).map(|name| crate::counted_words::name(name)).collect()
    }
}

/// The most bytes of faults in a message; the first fault is always included.
const FAULTS_CHARS: usize = 1000;

/// The faults of a file, one per line, each with its line and column.
pub(crate) fn faults_told(faults: &Faults) -> String {
    let mut told = String::new();
    for (before, fault) in faults.iter().enumerate() {
        let (line, column) = fault.line_and_column();
        let next = format!("\n  line {line}, column {column}: {fault} ({})", fault.help());
        if before > 0 && told.len() + next.len() > FAULTS_CHARS {
            let more = faults.len() + faults.left_off() - before;
            return format!("{told}\n  and {more} more");
        }
        told.push_str(&next);
    }
    told
}

/// An id from outside, cut so that a message stays short.
pub(crate) fn short(id: &str) -> String {
    id.chars().filter(|c| !c.is_control()).take(40).collect()
}

fn text(text: &str, most: usize, lines: bool, what: impl FnOnce() -> Message) -> Result<(), BadApplication> {
    let fits = !text.trim().is_empty()
        && text.chars().count() <= most
        && !text.chars().any(|c| c.is_control() && !(lines && matches!(c, '\n' | '\r' | '\t')));
    if fits { Ok(()) } else { Err(BadApplication::Text { what: what(), most }) }
}
