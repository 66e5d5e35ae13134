//! `viva record diff`: the first event or part in which two records differ, and the content of only one of them.

use std::{collections::BTreeMap, fmt::Write, path::Path};

use record::{
    Trust,
    bundle::{self, Both, Difference, Examined, FileDifference, First, MemberDifference, Which},
};
use rulebook::{counted, visible};
use serde::Serialize;
use serde_json::Value;

use crate::{
    cli::DiffOptions,
    exit::Exit,
    shell::{self, Failure, OpenFile, ShownPath},
};

/// The most characters of a value shown.
const LONGEST: usize = 300;

/// The most parts named that were taken out of one record.
const MOST_PARTS: usize = 10;

pub(super) fn run(options: &DiffOptions) -> Result<Exit, Failure> {
    let [Some(a), Some(b)] = [examined(&options.a)?, examined(&options.b)?] else { return Ok(Exit::No) };
    let found = bundle::difference(&a, &b).map_err(|source| shell::unreadable(&options.a, source))?;
    let Some(found) = found else { return Ok(Exit::No) };
    if options.json {
        let [a, b] = [&options.a, &options.b].map(|file| file.display().to_string());
        shell::json(&RecordsCompared { a, b, same: found.is_none(), difference: &found })?;
    } else {
        shell::data(as_text(&options.a, &options.b, &found).trim_end());
    }
    Ok(if found.is_none() { Exit::Yes } else { Exit::No })
}

/// The comparison of two records.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct RecordsCompared<'d> {
    /// The first file.
    a: String,
    /// The second file.
    b: String,
    /// True if both have the same content.
    same: bool,
    /// The common beginning, and the differences.
    difference: &'d Difference,
}

/// The record, or `None`, after a message, if its events cannot be trusted.
fn examined(file: &Path) -> Result<Option<Examined<OpenFile>>, Failure> {
    let unreadable = |source| shell::unreadable(file, source);
    let examined = bundle::verify(shell::open(file)?, &Trust::default()).map_err(unreadable)?;
    if examined.log().is_none() {
        let why = examined.report.faults.first().map_or(String::new(), |fault| format!("\n  {}", visible(fault)));
        let (name, file) = (shell::name_of(file), file.shown());
        shell::talk(format_args!(
            "{name}: its events cannot be believed, so nothing is compared with them{why}\n\
             hint: `viva record verify {file}` says everything that is wrong"
        ));
        return Ok(None);
    }
    Ok(Some(examined))
}

fn as_text(a: &Path, b: &Path, found: &Difference) -> String {
    let mut text = String::new();
    let Both { a: events_a, b: events_b } = found.events;
    let _ = writeln!(text, "A  {}, {}", shell::name_of(a), counted(events_a, "event", "events"));
    let _ = writeln!(text, "B  {}, {}", shell::name_of(b), counted(events_b, "event", "events"));
    if found.is_none() {
        let _ = writeln!(text, "\nthey say the same");
        return text;
    }
    text.push('\n');
    match &found.first {
        None => text.push_str("all events are the same, with everything that is private to them\n"),
        Some(first) => tell_first(&mut text, first),
    }
    if found.first.is_some() {
        let _ = writeln!(text, "both begin with the same {}", counted(found.common, "event", "events"));
    }
    if found.differing > 0 {
        let places = counted(found.differing, "place", "places");
        let _ = writeln!(text, "at {places} both have an event, and not the same");
    }
    for (which, kinds) in [(Which::A, &found.beyond.a), (Which::B, &found.beyond.b)] {
        if !kinds.is_empty() {
            let _ = writeln!(text, "only in {which:?}: {}", tell_kinds(kinds));
        }
    }
    for (which, count, parts) in [
        (Which::A, found.taken_out.a, &found.parts_taken_out.a),
        (Which::B, found.taken_out.b, &found.parts_taken_out.b),
    ] {
        if count > 0 {
            let places: Vec<_> =
                parts.iter().take(MOST_PARTS).map(|(event, part)| format!("{event}/{}", visible(part))).collect();
            let more = if count > places.len() as u64 { " …" } else { "" };
            let parts = counted(count, "private part", "private parts");
            let _ = writeln!(text, "taken out of {which:?} alone: {parts} ({}{more})", places.join(", "));
        }
    }
    for FileDifference { name, bytes } in &found.files {
        let _ = match (bytes.a, bytes.b) {
            (Some(bytes), None) => {
                writeln!(text, "only in A: the file `{}`, {}", visible(name), counted(bytes, "byte", "bytes"))
            }
            (None, Some(bytes)) => {
                writeln!(text, "only in B: the file `{}`, {}", visible(name), counted(bytes, "byte", "bytes"))
            }
            _ => writeln!(text, "not the same: the file `{}`", visible(name)),
        };
    }
    text
}

fn tell_first(text: &mut String, first: &First) {
    let First { event, kind, stream, time, missing_in, members } = first;
    let _ = write!(text, "first difference: event {event}, {}", visible(format_args!("`{kind}` in {stream}, {time}")));
    if let Some(which) = missing_in {
        let _ = writeln!(text, ", where {which:?} has ended");
        return;
    }
    text.push('\n');
    for MemberDifference { name, values: Both { a, b } } in members {
        if name == "commitments" {
            let _ = writeln!(text, "  the same was committed to in other words, or with other salts");
            continue;
        }
        let _ =
            writeln!(text, "  {}\n    A  {}\n    B  {}", visible(name), tell_value(a.as_ref()), tell_value(b.as_ref()));
    }
}

fn tell_value(value: Option<&Value>) -> String {
    let Some(value) = value else { return "(nothing, or taken out)".to_owned() };
    let told = visible(value).to_string();
    match told.char_indices().nth(LONGEST) {
        Some((cut, _)) => format!("{}…", &told[..cut]),
        None => told,
    }
}

fn tell_kinds(kinds: &BTreeMap<String, u64>) -> String {
    let sum: u64 = kinds.values().sum();
    let each: Vec<_> = kinds.iter().map(|(kind, count)| format!("{count} `{}`", visible(kind))).collect();
    format!("{} ({})", counted(sum, "event", "events"), each.join(", "))
}
