//! The ZIP container of a bundle, byte for byte.
//!
//! A changed byte anywhere in a bundle must be found and named, so the bytes of the archive are a pure function of its
//! entries: stored without compression, all dated 1980-01-01, no extra fields, no comments, no gaps. A general ZIP
//! library neither writes nor demands that, and this is the whole of it. Any ZIP tool opens the result.
//!
//! Reading is tolerant, judging is not: the entries are found twice, through the local headers and through the central
//! directory, the better reading is written anew, and every difference from the file is a fault at a known place.
//!
//! # Source
//! PKWARE APPNOTE.TXT 6.3, sections 4.3.7, 4.3.12 and 4.3.16.

use std::ops::Range;

use super::report::{Fault, Place};

/// The most entries an archive has.
pub(super) const MOST_ENTRIES: usize = 65_534;

/// The most bytes an archive has, one less than 4 GiB.
pub(super) const MOST_BYTES: u64 = u32::MAX as u64 - 1;

const LOCAL: &[u8; 4] = b"PK\x03\x04";
const CENTRAL: &[u8; 4] = b"PK\x01\x02";
const END: &[u8; 4] = b"PK\x05\x06";
const LOCAL_LENGTH: usize = 30;
const CENTRAL_LENGTH: usize = 46;
const END_LENGTH: usize = 22;
/// Version 1.0 suffices to extract a stored file.
const VERSION: u16 = 10;
/// 1980-01-01, the first day a ZIP archive can name.
const DATE: u16 = 0x0021;

/// A named run of bytes in an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry<'a> {
    pub(super) name: String,
    pub(super) data: &'a [u8],
    /// The checksum that the archive gives. It differs from that of `data` only when `data` was damaged.
    pub(super) crc: u32,
    /// Where `data` begins in the file.
    pub(super) offset: usize,
}

/// What was found in a file.
#[derive(Debug)]
pub(super) struct Reading<'a> {
    pub(super) entries: Vec<Entry<'a>>,
    pub(super) faults: Vec<Fault>,
}

/// The archive of these entries, in this order; `None` when it would pass [`MOST_ENTRIES`] or [`MOST_BYTES`].
pub(super) fn write(entries: &[(&str, &[u8])]) -> Option<Vec<u8>> {
    let parts: Vec<_> = entries.iter().map(|&(name, data)| (name, data, crc32fast::hash(data))).collect();
    lay_out(&parts).map(|layout| layout.bytes)
}

/// Finds the entries of an archive and everything in which the file departs from the canonical archive of them.
/// Between two readings, the one whose entries `misfit` counts the fewest surprises in is preferred.
pub(super) fn read<'a>(file: &'a [u8], misfit: impl Fn(&[Entry<'a>]) -> usize) -> Reading<'a> {
    let walk = walk_local_headers(file);
    let directory = walk_central_directory(file).unwrap_or_default();
    let local = Candidate::new(file, &walk.entries, &directory);
    if let Some(whole) = local.as_ref().filter(|local| local.layout.bytes == file) {
        return Reading { entries: whole.entries.clone(), faults: Vec::new() };
    }
    let central = Candidate::new(file, &directory, &walk.entries);
    let best = match (local, central) {
        (Some(local), Some(central)) => {
            let score = |c: &Candidate<'a>| (misfit(&c.entries), c.distance(file));
            Some(if score(&local) <= score(&central) { local } else { central })
        }
        (local, central) => local.or(central),
    };
    let Some(best) = best else {
        if let Some(cut) = walk.cut {
            return Reading { entries: Vec::new(), faults: vec![cut] };
        }
        let what = "no archive entry begins here; this is not a bundle, or its beginning is lost";
        return Reading { entries: Vec::new(), faults: vec![Fault::new(Place::Archive, Some(0), what)] };
    };
    let faults = match walk.cut {
        Some(cut) if directory.is_empty() => vec![cut],
        _ => best.layout.faults(file),
    };
    Reading { entries: best.entries, faults }
}

/// One reading of the file and the archive it should have been.
struct Candidate<'a> {
    entries: Vec<Entry<'a>>,
    layout: Layout,
}

impl<'a> Candidate<'a> {
    fn new(file: &[u8], entries: &[Entry<'a>], others: &[Entry<'a>]) -> Option<Self> {
        let total: usize = entries.iter().map(|entry| entry.data.len()).sum();
        if entries.is_empty() || total > file.len() {
            return None;
        }
        let mut entries = entries.to_vec();
        for (index, entry) in entries.iter_mut().enumerate() {
            let computed = crc32fast::hash(entry.data);
            // Two witnesses against the data: the data is wrong. One against the data: the witness is.
            let damaged = others.get(index).is_some_and(|other| other.crc == entry.crc);
            if !damaged {
                entry.crc = computed;
            }
        }
        let parts: Vec<_> = entries.iter().map(|entry| (entry.name.as_str(), entry.data, entry.crc)).collect();
        let layout = lay_out(&parts)?;
        Some(Self { entries, layout })
    }

    /// How far the file is from the canonical archive: first whether the lengths differ, then in how many bytes.
    fn distance(&self, file: &[u8]) -> (bool, usize) {
        let canonical = &self.layout.bytes;
        (canonical.len() != file.len(), canonical.iter().zip(file).filter(|(a, b)| a != b).count())
    }
}

/// A canonical archive and what each stretch of it is.
struct Layout {
    bytes: Vec<u8>,
    regions: Vec<(Range<usize>, Place, &'static str)>,
}

impl Layout {
    /// Where the file departs from this: once per region, or once in all when the lengths differ.
    fn faults(&self, file: &[u8]) -> Vec<Fault> {
        if file == self.bytes {
            return Vec::new();
        }
        let differs = |&at: &usize| file.get(at) != self.bytes.get(at);
        if file.len() == self.bytes.len() {
            let first = |(range, place, part): &(Range<usize>, Place, &str)| {
                let at = range.clone().find(differs)?;
                Some(Fault::new(place.clone(), Some(at), format!("{part} is not as it must be")))
            };
            return self.regions.iter().filter_map(first).collect();
        }
        let at = (0..=file.len()).find(differs).unwrap_or(file.len());
        let (place, what) = if at == self.bytes.len() {
            (Place::Archive, format!("{} bytes follow the end of the archive", file.len() - at))
        } else if at == file.len() {
            (Place::Archive, format!("the file ends {} bytes too early", self.bytes.len() - at))
        } else {
            let region = self.regions.iter().find(|(range, ..)| range.contains(&at));
            let (place, part) =
                region.map_or((Place::Archive, "the archive"), |(_, place, part)| (place.clone(), part));
            (place, format!("{part} is not as it must be, and the rest is shifted"))
        };
        vec![Fault::new(place, Some(at), what)]
    }
}

fn lay_out(parts: &[(&str, &[u8], u32)]) -> Option<Layout> {
    let total = parts.iter().fold(END_LENGTH as u64, |sum, (name, data, _)| {
        sum + (LOCAL_LENGTH + CENTRAL_LENGTH + 2 * name.len() + data.len()) as u64
    });
    if parts.len() > MOST_ENTRIES || total > MOST_BYTES || parts.iter().any(|(name, ..)| name.len() > 0xffff) {
        return None;
    }
    let place = |name: &str| Place::Entry { name: name.into() };
    let mut bytes = Vec::with_capacity(usize::try_from(total).ok()?);
    let mut regions = Vec::new();
    let mut offsets = Vec::new();
    for (name, data, crc) in parts {
        let start = bytes.len();
        offsets.push(start);
        bytes.extend_from_slice(LOCAL);
        put_common(&mut bytes, name, data, *crc);
        bytes.extend_from_slice(name.as_bytes());
        regions.push((start..bytes.len(), place(name), "its header in the archive"));
        let start = bytes.len();
        bytes.extend_from_slice(data);
        regions.push((start..bytes.len(), place(name), "its data"));
    }
    let directory = bytes.len();
    for ((name, data, crc), offset) in parts.iter().zip(offsets) {
        let start = bytes.len();
        bytes.extend_from_slice(CENTRAL);
        put16(&mut bytes, VERSION);
        put_common(&mut bytes, name, data, *crc);
        // No comment, first disk, no attributes.
        bytes.extend_from_slice(&[0; 10]);
        put32(&mut bytes, offset);
        bytes.extend_from_slice(name.as_bytes());
        regions.push((start..bytes.len(), place(name), "its record in the archive's directory"));
    }
    let end = bytes.len();
    bytes.extend_from_slice(END);
    bytes.extend_from_slice(&[0; 4]);
    let count = u16::try_from(parts.len()).ok()?;
    put16(&mut bytes, count);
    put16(&mut bytes, count);
    put32(&mut bytes, end - directory);
    put32(&mut bytes, directory);
    put16(&mut bytes, 0);
    regions.push((end..bytes.len(), Place::Archive, "the end record of the archive"));
    Some(Layout { bytes, regions })
}

/// The 26 bytes that a local header and a directory record share, from "version needed" to "extra field length".
fn put_common(bytes: &mut Vec<u8>, name: &str, data: &[u8], crc: u32) {
    put16(bytes, VERSION);
    // No flags, stored, midnight.
    bytes.extend_from_slice(&[0; 6]);
    put16(bytes, DATE);
    bytes.extend_from_slice(&crc.to_le_bytes());
    put32(bytes, data.len());
    put32(bytes, data.len());
    put16(bytes, u16::try_from(name.len()).expect("the length of a name was checked"));
    put16(bytes, 0);
}

fn put16(bytes: &mut Vec<u8>, value: u16) {
    bytes.extend_from_slice(&value.to_le_bytes());
}

fn put32(bytes: &mut Vec<u8>, value: usize) {
    bytes.extend_from_slice(&u32::try_from(value).expect("the size of the archive was checked").to_le_bytes());
}

/// Entries found from the front, and the entry in which the file ends, if it ends in one.
struct Walk<'a> {
    entries: Vec<Entry<'a>>,
    cut: Option<Fault>,
}

fn walk_local_headers(file: &[u8]) -> Walk<'_> {
    let mut entries = Vec::new();
    let mut start = 0;
    while file.get(start..).is_some_and(|rest| rest.starts_with(LOCAL)) && entries.len() <= MOST_ENTRIES {
        let Some((entry, next)) = local_entry(file, start) else {
            let name = get16(file, start + 26).and_then(|length| name_at(file, start + LOCAL_LENGTH, length));
            let place = name.map_or(Place::Archive, |name| Place::Entry { name });
            let cut = Fault::new(place, Some(file.len()), "the file ends inside this entry");
            return Walk { entries, cut: Some(cut) };
        };
        entries.push(entry);
        start = next;
    }
    let nothing_more = file.get(start..).is_some_and(|rest| rest.len() < LOCAL.len() && LOCAL.starts_with(rest));
    let cut =
        nothing_more.then(|| Fault::new(Place::Archive, Some(file.len()), "the file ends before the archive does"));
    Walk { entries, cut }
}

fn local_entry(file: &[u8], start: usize) -> Option<(Entry<'_>, usize)> {
    let crc = u32::try_from(get32(file, start + 14)?).ok()?;
    let size = get32(file, start + 18)?;
    let name_length = get16(file, start + 26)?;
    let name = name_at(file, start + LOCAL_LENGTH, name_length)?;
    let offset = start + LOCAL_LENGTH + name_length + get16(file, start + 28)?;
    let data = file.get(offset..offset.checked_add(size)?)?;
    Some((Entry { name, data, crc, offset }, offset + size))
}

fn walk_central_directory(file: &[u8]) -> Option<Vec<Entry<'_>>> {
    let end = file.len().checked_sub(END_LENGTH)?;
    let count = get16(file, end + 10)?;
    let mut at = get32(file, end + 16)?;
    let mut entries = Vec::new();
    for _ in 0..count {
        if !file.get(at..)?.starts_with(CENTRAL) || entries.len() > MOST_ENTRIES {
            return None;
        }
        let crc = u32::try_from(get32(file, at + 16)?).ok()?;
        let size = get32(file, at + 20)?;
        let name_length = get16(file, at + 28)?;
        let name = name_at(file, at + CENTRAL_LENGTH, name_length)?;
        let offset = get32(file, at + 42)?.checked_add(LOCAL_LENGTH + name_length)?;
        let data = file.get(offset..offset.checked_add(size)?)?;
        entries.push(Entry { name, data, crc, offset });
        at += CENTRAL_LENGTH + name_length;
    }
    Some(entries)
}

fn name_at(file: &[u8], start: usize, length: usize) -> Option<String> {
    file.get(start..start + length).map(|name| String::from_utf8_lossy(name).into_owned())
}

fn get16(file: &[u8], at: usize) -> Option<usize> {
    let bytes = file.get(at..at.checked_add(2)?)?;
    Some(usize::from(u16::from_le_bytes(bytes.try_into().ok()?)))
}

fn get32(file: &[u8], at: usize) -> Option<usize> {
    let bytes = file.get(at..at.checked_add(4)?)?;
    usize::try_from(u32::from_le_bytes(bytes.try_into().ok()?)).ok()
}
