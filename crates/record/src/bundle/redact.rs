//! Removal of private data from a bundle.

use std::{
    collections::{BTreeMap, BTreeSet},
    io::{Read, Seek, Write},
};

use super::{
    Fault, PrivateText, WriteError, Writer, entry, is_attachment_name,
    report::Trust,
    verify::{self, Examined},
};
use crate::{canonical, event::Opening, note::SigningKey};

/// The reason nothing was redacted.
#[derive(Debug, thiserror::Error)]
pub enum RedactError {
    /// The bundle is not sound; a new signature would hide that.
    #[error("the bundle is not sound (verify it first): {0}")]
    Unsound(Box<Fault>),
    /// The event has no such private part.
    #[error("event {event} has no private part `{part}` to redact")]
    Nothing {
        /// The event, counted from 1.
        event: u64,
        /// The part.
        part: String,
    },
    /// The bundle cannot be read.
    #[error("the bundle cannot be read")]
    Read(#[from] std::io::Error),
    /// The redacted bundle cannot be written.
    #[error("the redacted bundle cannot be written")]
    Write(#[from] WriteError),
}

/// Writes the bundle to `out` without these private parts (event, counted from 1, and name of the part), signed anew. The
/// tree, its checkpoint and every cosignature stay valid; the parts appear as redacted. `replaced` gives new bytes for
/// attachments, or `None` to leave one out.
///
/// # Errors
/// [`RedactError`] if the bundle is not sound or not of this key, or an event has no such part left.
pub fn redact<S: Read + Seek, W: Read + Write + Seek>(
    source: S,
    out: W,
    parts: &[(u64, &str)],
    replaced: &BTreeMap<String, Option<Vec<u8>>>,
    key: &SigningKey,
) -> Result<W, RedactError> {
    let trust = Trust { key: Some(key.verifier()), ..Trust::default() };
    let examined = verify::verify(source, &trust)?;
    if let Some(fault) = examined.report.faults.first() {
        return Err(RedactError::Unsound(Box::new(fault.clone())));
    }
    let mut wanted: BTreeSet<(u64, String)> = parts.iter().map(|(event, part)| (*event, (*part).to_owned())).collect();
    let mut writer = Writer::new(out)?;
    let stretch = |name| examined.entry(name).map(|entry| examined.file.lines(entry.header.data, entry.header.size));
    if let Some(mut leaves) = stretch(entry::EVENTS) {
        while let Some(line) = leaves.next()? {
            writer.leaf(&line.text)?;
        }
    }
    let mut next: Option<(u64, BTreeMap<String, Opening>)> = None;
    if let Some(mut lines) = stretch(entry::PRIVATE) {
        while let Some(line) = lines.next()? {
            let Some(private) = PrivateText::read(&line.text) else { continue };
            let place = (private.event, private.part.to_owned());
            if wanted.remove(&place) {
                continue;
            }
            let (event, part) = place;
            if let Some((before, openings)) = next.take_if(|(before, _)| *before != event) {
                write(&mut writer, before, &openings)?;
            }
            let (_, openings) = next.get_or_insert_with(|| (event, BTreeMap::new()));
            openings.insert(part, private.to_opening());
        }
    }
    if let Some((event, openings)) = next {
        write(&mut writer, event, &openings)?;
    }
    if let Some((event, part)) = wanted.pop_first() {
        return Err(RedactError::Nothing { event, part });
    }
    let checkpoint = whole(&examined, entry::CHECKPOINT)?;
    let checkpoint = String::from_utf8(checkpoint).expect("a checkpoint that was verified is text");
    let kept = examined.entries.iter().map(|entry| entry.header.name.as_str());
    let mut names: BTreeSet<&str> = kept.filter(|name| is_attachment_name(name)).collect();
    names.extend(replaced.keys().map(String::as_str));
    let attachments = names.into_iter().filter_map(|name| match replaced.get(name) {
        Some(None) => None,
        Some(Some(data)) => Some(Ok((name.to_owned(), data.clone()))),
        None => Some(whole(&examined, name).map(|data| (name.to_owned(), data)).map_err(WriteError::File)),
    });
    Ok(writer.finish(attachments, Some(checkpoint), key)?)
}

fn whole<S: Read + Seek>(examined: &Examined<S>, name: &str) -> std::io::Result<Vec<u8>> {
    let Some(entry) = examined.entry(name) else { return Ok(Vec::new()) };
    examined.file.read(entry.header.data, usize::try_from(entry.header.size).map_err(std::io::Error::other)?)
}

fn write<W: Read + Write + Seek>(
    writer: &mut Writer<W>,
    event: u64,
    openings: &BTreeMap<String, Opening>,
) -> Result<(), WriteError> {
    let opening = canonical::to_bytes(openings).map_err(|_| WriteError::Opening { event })?;
    writer.opening(event, &opening)
}
