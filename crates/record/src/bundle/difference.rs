//! The differences between two bundles: for two copies of one record, the event, the private part or the file.

use std::{
    collections::{BTreeMap, BTreeSet},
    io::{self, Read, Seek},
};

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::{OpenedEvent, entry, verify::Examined};
use crate::{event::Private, hash::Hash};

/// The maximum number of parts listed as removed from one bundle alone.
const MOST_PARTS: usize = 100;

/// One of the two bundles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum Which {
    /// The first.
    A,
    /// The second.
    B,
}

/// A value for each bundle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, JsonSchema)]
pub struct Both<T> {
    /// The value for the first bundle.
    pub a: T,
    /// The value for the second bundle.
    pub b: T,
}

impl<T> Both<T> {
    fn of_mut(&mut self, which: Which) -> &mut T {
        match which {
            Which::A => &mut self.a,
            Which::B => &mut self.b,
        }
    }
}

/// The common part and the differences of two bundles.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, JsonSchema)]
pub struct Difference {
    /// The number of events in each.
    pub events: Both<u64>,
    /// The number of events at the beginning of both that agree in every public byte.
    pub common: u64,
    /// The first event with a difference, public or private; absent if there is none.
    pub first: Option<First>,
    /// The number of positions at which both have an event, but not the same.
    pub differing: u64,
    /// The number of events in each beyond the end of the other, by type.
    pub beyond: Both<BTreeMap<String, u64>>,
    /// The number of private parts, in events of both, that were removed from one alone.
    pub taken_out: Both<u64>,
    /// The first of these parts, by event and name.
    pub parts_taken_out: Both<Vec<(u64, String)>>,
    /// The other files that differ, in the order of their names.
    pub files: Vec<FileDifference>,
}

impl Difference {
    /// True if both bundles agree.
    #[must_use]
    pub fn is_none(&self) -> bool {
        self.first.is_none() && self.files.is_empty()
    }
}

/// The first difference among events.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct First {
    /// The event, counted from 1.
    pub event: u64,
    /// Its type, from the first bundle with an event at this position.
    #[serde(rename = "type")]
    pub kind: String,
    /// Its stream.
    pub stream: String,
    /// Its time.
    pub time: String,
    /// The bundle that ends before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing_in: Option<Which>,
    /// Its members that differ; empty if one bundle ends before it.
    pub members: Vec<MemberDifference>,
}

/// A member of an event, or a private part, that differs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MemberDifference {
    /// Its path: `time`, `body/round`, `private/text/text`; `commitments` if the same data have different salts.
    pub name: String,
    /// The value in each, as JSON; absent if there is none, or if it was removed.
    pub values: Both<Option<Value>>,
}

/// A file that is missing in one bundle or differs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FileDifference {
    /// Its name.
    pub name: String,
    /// Its size in bytes in each; absent if missing.
    pub bytes: Both<Option<u64>>,
}

/// Compares two bundles event by event, then file by file; neither is held in memory. `None` if the events of one of them
/// cannot be trusted: see its report.
///
/// # Errors
/// If a file cannot be read.
pub fn difference<S: Read + Seek>(a: &Examined<S>, b: &Examined<S>) -> io::Result<Option<Difference>> {
    let (Some(mut log_a), Some(mut log_b)) = (a.log(), b.log()) else { return Ok(None) };
    let mut leaves = Both { a: leaves(a), b: leaves(b) };
    let events = Both { a: a.report.events, b: b.report.events };
    let mut found = Difference { events, ..Difference::default() };
    let mut is_common = true;
    loop {
        let pair = (log_a.next().transpose()?, log_b.next().transpose()?);
        let own = leaves.a.next().transpose()?;
        let same = own == leaves.b.next().transpose()?;
        match pair {
            (None, None) => break,
            (Some(own), Some(other)) if same => {
                found.common += u64::from(is_common);
                found.note_taken_out(&own, &other);
            }
            (Some(own), Some(other)) => {
                is_common = false;
                found.differing += 1;
                found.first.get_or_insert_with(|| First::between(&own, &other));
            }
            (Some(only), None) => found.note_beyond(Which::A, &only),
            (None, Some(only)) => found.note_beyond(Which::B, &only),
        }
    }
    found.files = files(a, b);
    Ok(Some(found))
}

impl Difference {
    fn note_beyond(&mut self, which: Which, only: &OpenedEvent) {
        *self.beyond.of_mut(which).entry(only.envelope.kind.clone()).or_default() += 1;
        let missing_in = Some(if which == Which::A { Which::B } else { Which::A });
        self.first.get_or_insert_with(|| First { missing_in, ..First::at(only) });
    }

    /// Notes removed parts. Two events with the same leaf differ in removed parts only.
    fn note_taken_out(&mut self, own: &OpenedEvent, other: &OpenedEvent) {
        for (part, private) in &own.private {
            let is_gone = [Some(private), other.private.get(part)].map(|held| !matches!(held, Some(Private::Open(_))));
            let which = match is_gone {
                [true, false] => Which::A,
                [false, true] => Which::B,
                _ => continue,
            };
            *self.taken_out.of_mut(which) += 1;
            let named = self.parts_taken_out.of_mut(which);
            if named.len() < MOST_PARTS {
                named.push((own.index, part.clone()));
            }
            self.first.get_or_insert_with(|| First::between(own, other));
        }
    }
}

impl First {
    fn at(event: &OpenedEvent) -> Self {
        Self {
            event: event.index,
            kind: event.envelope.kind.clone(),
            stream: event.envelope.stream.clone(),
            time: event.envelope.time.clone(),
            missing_in: None,
            members: Vec::new(),
        }
    }

    fn between(a: &OpenedEvent, b: &OpenedEvent) -> Self {
        let (own, other) = (members(a), members(b));
        let names: BTreeSet<&String> = own.keys().chain(other.keys()).collect();
        let differing = names.into_iter().filter(|name| own.get(*name) != other.get(*name));
        let mut members: Vec<_> = differing
            .map(|name| MemberDifference {
                name: name.clone(),
                values: Both { a: own.get(name).cloned(), b: other.get(name).cloned() },
            })
            .collect();
        if members.is_empty() {
            let name = "commitments".to_owned();
            members.push(MemberDifference { name, values: Both::default() });
        }
        Self { members, ..Self::at(a) }
    }
}

/// All members of an event by name, without removed parts.
fn members(event: &OpenedEvent) -> BTreeMap<String, Value> {
    let envelope = &event.envelope;
    let fixed = [
        ("actor", Value::from(envelope.actor.as_str())),
        ("number", envelope.number.into()),
        ("stream", envelope.stream.as_str().into()),
        ("time", envelope.time.as_str().into()),
        ("type", envelope.kind.as_str().into()),
        ("version", envelope.version.into()),
    ];
    let fixed = fixed.into_iter().map(|(name, value)| (name.to_owned(), value));
    let mut members: BTreeMap<String, Value> = fixed.collect();
    for (name, value) in &envelope.body {
        put(&mut members, format!("body/{name}"), value);
    }
    for (part, private) in &event.private {
        if let Private::Open(data) = private {
            put(&mut members, format!("private/{part}"), data);
        }
    }
    members
}

/// Adds a value under its path; for an object each member, so that a long one shows the exact difference.
fn put(members: &mut BTreeMap<String, Value>, path: String, value: &Value) {
    match value {
        Value::Object(object) if !object.is_empty() => {
            object.iter().for_each(|(name, value)| put(members, format!("{path}/{name}"), value));
        }
        value => drop(members.insert(path, value.clone())),
    }
}

/// The bytes of every leaf, in order.
fn leaves<S: Read + Seek>(of: &Examined<S>) -> impl Iterator<Item = io::Result<Vec<u8>>> {
    let mut lines = of.entry(entry::EVENTS).map(|entry| of.file.lines(entry.header.data, entry.header.size));
    std::iter::from_fn(move || Some(lines.as_mut()?.next().transpose()?.map(|line| line.text)))
}

/// The differing files besides the events. The manifest and the hashes depend on the others, so they are left out.
fn files<S>(a: &Examined<S>, b: &Examined<S>) -> Vec<FileDifference> {
    let follow = [entry::EVENTS, entry::PRIVATE, entry::LEAF_HASHES, entry::MANIFEST];
    let named = |of: &Examined<S>| -> BTreeMap<String, (u64, Hash)> {
        let others = of.entries.iter().filter(|entry| !follow.contains(&&*entry.header.name));
        others.map(|entry| (entry.header.name.clone(), (entry.header.size, entry.found.hash))).collect()
    };
    let (own, other) = (named(a), named(b));
    let names: BTreeSet<&String> = own.keys().chain(other.keys()).collect();
    let differing = names.into_iter().filter(|name| own.get(*name) != other.get(*name));
    let bytes = |of: &BTreeMap<String, (u64, Hash)>, name| of.get(name).map(|(size, _)| *size);
    differing
        .map(|name| FileDifference { name: name.clone(), bytes: Both { a: bytes(&own, name), b: bytes(&other, name) } })
        .collect()
}
