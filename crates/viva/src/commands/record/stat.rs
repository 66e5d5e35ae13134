//! `viva record stat`: the sizes and totals of a record.

use std::{collections::BTreeMap, fmt::Write, num::NonZeroUsize, path::Path, thread};

use archive::{
    publication,
    totals::{Adding, InterviewTotals, Speech, Spread, Totals},
};
use record::{Trust, bundle, bundle::EventText};
use rulebook::{Zone, counted, time::friendly, visible};
use serde::Serialize;

use crate::{
    cli::StatOptions,
    exit::Exit,
    shell::{self, Failure},
};

/// The sizes and totals of a record.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct RecordTotals {
    /// The file.
    file: String,
    /// True for an imported past.
    imported: bool,
    /// The numbers of bytes and events.
    sizes: Sizes,
    /// The words said and the answering times; null for an imported past.
    totals: Option<Totals>,
}

/// The numbers of bytes and events.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Sizes {
    /// The bytes of the whole file.
    bytes: u64,
    /// The bytes of each file in it, in order.
    files: Vec<(String, u64)>,
    /// The number of events of each type.
    events: BTreeMap<String, u64>,
    /// The number of private parts, by name.
    parts: BTreeMap<String, u64>,
    /// The number of parts taken out, by name.
    taken_out: BTreeMap<String, u64>,
}

pub(super) fn run(options: &StatOptions) -> Result<Exit, Failure> {
    let file = &options.file;
    let Some(sizes) = sizes(file)? else { return Ok(super::nothing_readable(file)) };
    let imported = super::import::read_back(file)?.is_some();
    let (totals, zone) = if imported { (None, Zone::UTC) } else { totals(file)? };
    if options.json {
        return shell::json(&RecordTotals { file: file.display().to_string(), imported, sizes, totals });
    }
    let mut text = String::new();
    tell_sizes(&mut text, file, &sizes);
    match &totals {
        Some(totals) => tell_totals(&mut text, totals, zone),
        None => text.push_str("\nan imported past: `viva record show` has what was said\n"),
    }
    shell::data(text.trim_end());
    Ok(Exit::Yes)
}

/// The sizes of this record; `None` if its events cannot be trusted.
fn sizes(file: &Path) -> Result<Option<Sizes>, Failure> {
    let unreadable = |source| shell::unreadable(file, source);
    let source = shell::open(file)?;
    let bytes = source.length();
    let mut sizes = Sizes { bytes, ..Sizes::default() };
    let cores = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let read = |event: &EventText<'_>| {
        let parts = event.private.iter().map(|(part, data)| ((*part).to_owned(), data.is_some()));
        (event.leaf.kind.clone().into_owned(), parts.collect::<Vec<_>>())
    };
    let examined = bundle::verify_reading(source, &Trust::default(), cores, read, |_, (kind, parts)| {
        *sizes.events.entry(kind).or_default() += 1;
        for (part, is_there) in parts {
            let counts = if is_there { &mut sizes.parts } else { &mut sizes.taken_out };
            *counts.entry(part).or_default() += 1;
        }
    });
    let examined = examined.map_err(unreadable)?;
    sizes.files = examined.files().map(|(name, bytes)| (name.to_owned(), bytes)).collect();
    Ok(examined.log().is_some().then_some(sizes))
}

/// The totals of this record, and the zone of its contest.
fn totals(file: &Path) -> Result<(Option<Totals>, Zone), Failure> {
    let unreadable = |source| shell::unreadable(file, source);
    let (found, ending, facts) =
        publication::verify_ending(shell::open(file)?, &Trust::default()).map_err(unreadable)?;
    let mut adding = Adding::new(ending);
    facts.each(|fact| adding.take(&fact)).map_err(unreadable)?;
    super::warn_if_broken(&found);
    let contest = found.audit.as_ref().and_then(|audit| audit.room.contest());
    Ok((Some(adding.finish()), contest.map_or(Zone::UTC, |contest| contest.zone)))
}

fn tell_sizes(text: &mut String, file: &Path, sizes: &Sizes) {
    let (events, redacted) = (sizes.events.values().sum::<u64>(), sizes.taken_out.values().sum::<u64>());
    let _ = writeln!(
        text,
        "{}: {}, {}, {} ({} taken out)",
        shell::name_of(file),
        counted(sizes.bytes, "byte", "bytes"),
        counted(events, "event", "events"),
        counted(sizes.parts.values().sum::<u64>(), "private part", "private parts"),
        redacted
    );
    text.push_str("\nfiles, in bytes\n");
    for (name, bytes) in &sizes.files {
        let _ = writeln!(text, "  {:<24} {bytes:>12}", visible(name));
    }
    text.push_str("\nevents\n");
    for (kind, count) in &sizes.events {
        let _ = writeln!(text, "  {:<24} {count:>12}", visible(kind));
    }
    for (title, counts) in [("private parts", &sizes.parts), ("private parts taken out", &sizes.taken_out)] {
        if !counts.is_empty() {
            let _ = writeln!(text, "\n{title}");
            for (part, count) in counts {
                let _ = writeln!(text, "  {:<24} {count:>12}", visible(part));
            }
        }
    }
}

fn tell_totals(text: &mut String, totals: &Totals, zone: Zone) {
    if let (Some(began), Some(ended)) = (totals.began, totals.ended) {
        let (lasted, stood) = (seconds(ended.since(began)), seconds(std::time::Duration::from_millis(totals.stood_ms)));
        let (began, ended) = (zone.named_second(began), zone.named_second(ended));
        let _ = writeln!(text, "\nfrom {began} to {ended}: {lasted}, of which clocks stood still {stood}");
    }
    let talks: Vec<u64> = totals.interviews.iter().filter_map(|interview| interview.talk_ms).collect();
    let interviews = counted(totals.interviews.len(), "interview", "interviews");
    let lengths = match (talks.iter().min(), talks.iter().max()) {
        (Some(_), Some(length)) if talks.len() == 1 => format!(", {} of talk", span(*length)),
        (Some(shortest), Some(longest)) if shortest == longest => format!(", {} of talk each", span(*shortest)),
        (Some(shortest), Some(longest)) => format!(", {} to {} of talk", span(*shortest), span(*longest)),
        _ => String::new(),
    };
    let aborted = match totals.interviews.iter().filter(|InterviewTotals { aborted, .. }| *aborted).count() {
        0 => String::new(),
        many => format!(", {many} of them ended by the organiser"),
    };
    let _ = writeln!(
        text,
        "{interviews}{lengths}{aborted}; {}",
        counted(totals.ballots, "ballot or ranking", "ballots and rankings")
    );
    let columns = ["", "lines", "words", "characters", "keys", "answers", "quickest", "median", "slowest"];
    let mut rows = vec![columns.map(str::to_owned)];
    let sides = [
        ("judges", &totals.judges),
        ("confederates", &totals.confederates),
        ("programs", &totals.entries),
        ("witnesses", &totals.witnesses),
    ];
    rows.extend(sides.into_iter().filter(|(_, speech)| speech.lines + speech.keys > 0).map(row));
    if rows.len() > 1 {
        text.push('\n');
        table(text, &rows);
        text.push_str("answers: from the other side's last line to the first of the answer, as both stood on the judge's screen\n");
    }
    let incidents: u64 = totals.incidents.values().sum();
    if incidents == 0 {
        text.push_str("\nno incidents\n");
        return;
    }
    let _ = writeln!(text, "\n{}", counted(incidents, "incident", "incidents"));
    for (kind, count) in &totals.incidents {
        let _ = writeln!(text, "  {:<24} {count:>12}", visible(kind));
    }
}

fn row((who, speech): (&str, &Speech)) -> [String; 9] {
    let Speech { lines, words, characters, keys, answers, .. } = speech;
    let Spread { count, shortest_ms, median_ms, longest_ms, .. } = *answers;
    let time = |ms: u64| if count == 0 { "–".to_owned() } else { tenths(ms) };
    let numbers = [lines, words, characters, keys, &count].map(u64::to_string);
    let [lines, words, characters, keys, answers] = numbers;
    let [quickest, median, slowest] = [shortest_ms, median_ms, longest_ms].map(time);
    [who.to_owned(), lines, words, characters, keys, answers, quickest, median, slowest]
}

fn table(text: &mut String, rows: &[[String; 9]]) {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    for row in rows {
        let cells = row.iter().enumerate().map(|(column, cell)| match column {
            0 => format!("{cell:<0$}", width(0)),
            column => format!("{cell:>0$}", width(column)),
        });
        let _ = writeln!(text, "{}", cells.collect::<Vec<_>>().join("  ").trim_end());
    }
}

fn span(ms: u64) -> String {
    seconds(std::time::Duration::from_millis(ms))
}

/// Seconds, rounded to the nearest tenth.
fn tenths(ms: u64) -> String {
    let tenths = ms.saturating_add(50) / 100;
    format!("{}.{} s", tenths / 10, tenths % 10)
}

/// A duration for people, rounded to the nearest second.
fn seconds(duration: std::time::Duration) -> String {
    let rounded = duration.saturating_add(std::time::Duration::from_millis(500));
    friendly::show(std::time::Duration::from_secs(rounded.as_secs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_rounded_and_not_cut() {
        assert_eq!([1_949, 1_950, 1_990, 49, 50].map(tenths), ["1.9 s", "2.0 s", "2.0 s", "0.0 s", "0.1 s"]);
        assert_eq!([59_499, 59_500].map(span), ["59s", "1m"]);
    }
}
