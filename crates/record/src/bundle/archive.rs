//! The ZIP container of a bundle, byte for byte.
//!
//! A changed byte anywhere in a bundle must be found and located, so the bytes of the archive are a pure function of its
//! entries: stored without compression, all dated 1980-01-01, no comments, no gaps, and every size and offset in the 64
//! bits of ZIP64, even where 32 would do, so that the form does not change at 4 GiB. A general ZIP library neither writes
//! nor demands that; this module is the whole format. Any ZIP tool of the last twenty years opens the result.
//!
//! Reading is tolerant, the verdict is strict: the reader finds the entries twice, through the local headers and through the
//! central directory, lays out the canonical archive of the better reading, and reports every difference from the file as a
//! fault at a known place. The data of entries stays in the file.
//!
//! # Source
//! PKWARE APPNOTE.TXT 6.3, sections 4.3.7, 4.3.12, 4.3.14 to 4.3.16 and 4.5.3.

use std::{
    collections::BTreeMap,
    io::{self, Read, Seek},
};

use super::{
    file::{Digest, File},
    report::{Fault, FaultPlace},
};

/// The maximum number of entries in an archive.
pub(super) const MOST_ENTRIES: usize = 65_534;

const LOCAL: &[u8; 4] = b"PK\x03\x04";
const CENTRAL: &[u8; 4] = b"PK\x01\x02";
const END_64: &[u8; 4] = b"PK\x06\x06";
const LOCATOR: &[u8; 4] = b"PK\x06\x07";
const END: &[u8; 4] = b"PK\x05\x06";
const LOCAL_LENGTH: u64 = 30;
const LOCAL_EXTRA: u64 = 20;
const CENTRAL_LENGTH: u64 = 46;
const CENTRAL_EXTRA: u64 = 28;
const END_64_LENGTH: u64 = 56;
const LOCATOR_LENGTH: u64 = 20;
const END_LENGTH: u64 = 22;
/// Version 4.5, the first with ZIP64.
const VERSION: u16 = 45;
/// 1980-01-01, the earliest date in ZIP.
const DATE: u16 = 0x0021;
/// The tag of the extra field with the sizes.
const ZIP_64: u16 = 1;
/// The maximum length of a name: no valid entry has a longer one, and a hostile directory could otherwise hold 64 MB of
/// names.
const LONGEST_NAME: usize = 100;

/// The header of an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) name: String,
    pub(super) crc: u32,
    /// The position of its data in the file.
    pub(super) data: u64,
    /// The size of its data in bytes.
    pub(super) size: u64,
}

/// An entry with a digest of its data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    /// Its checksum differs from that of the data only if the data is damaged.
    pub(super) header: Header,
    pub(super) found: Digest,
}

/// The entries and faults of a file.
#[derive(Debug)]
pub(super) struct ArchiveContent {
    pub(super) entries: Vec<Entry>,
    pub(super) faults: Vec<Fault>,
}

/// The length of the local header of an entry with this name.
pub(super) fn header_length(name: &str) -> u64 {
    LOCAL_LENGTH + name.len() as u64 + LOCAL_EXTRA
}

/// The local header, which precedes the data of an entry.
pub(super) fn local_header(name: &str, crc: u32, size: u64) -> Vec<u8> {
    let mut bytes = LOCAL.to_vec();
    put_common(&mut bytes, name, crc, LOCAL_EXTRA);
    bytes.extend_from_slice(name.as_bytes());
    put_extra(&mut bytes, &[size, size]);
    bytes
}

/// The central directory and its end records, after the last entry. `None` for too many entries.
pub(super) fn directory(headers: &[Header]) -> Option<Vec<u8>> {
    (headers.len() <= MOST_ENTRIES).then(|| {
        let start = headers.last().map_or(0, |last| last.data + last.size);
        let records: Vec<u8> = headers.iter().flat_map(directory_record).collect();
        let end = end_records(headers.len() as u64, start, records.len() as u64);
        [records, end].concat()
    })
}

fn directory_record(header: &Header) -> Vec<u8> {
    let Header { name, crc, data, size } = header;
    let mut bytes = CENTRAL.to_vec();
    put16(&mut bytes, VERSION);
    put_common(&mut bytes, name, *crc, CENTRAL_EXTRA);
    // No comment, first disk, no attributes.
    bytes.extend_from_slice(&[0; 10]);
    bytes.extend_from_slice(&[0xff; 4]);
    bytes.extend_from_slice(name.as_bytes());
    put_extra(&mut bytes, &[*size, *size, data - header_length(name)]);
    bytes
}

fn end_records(count: u64, directory: u64, length: u64) -> Vec<u8> {
    let mut bytes = END_64.to_vec();
    bytes.extend_from_slice(&(END_64_LENGTH - 12).to_le_bytes());
    put16(&mut bytes, VERSION);
    put16(&mut bytes, VERSION);
    bytes.extend_from_slice(&[0; 8]);
    for number in [count, count, length, directory] {
        bytes.extend_from_slice(&number.to_le_bytes());
    }
    bytes.extend_from_slice(LOCATOR);
    bytes.extend_from_slice(&[0; 4]);
    bytes.extend_from_slice(&(directory + length).to_le_bytes());
    bytes.extend_from_slice(&1_u32.to_le_bytes());
    bytes.extend_from_slice(END);
    bytes.extend_from_slice(&[0; 4]);
    bytes.extend_from_slice(&[0xff; 12]);
    put16(&mut bytes, 0);
    bytes
}

/// The 26 bytes that a local header and a directory record share, from "version needed" to "extra field length".
fn put_common(bytes: &mut Vec<u8>, name: &str, crc: u32, extra: u64) {
    put16(bytes, VERSION);
    // No flags, stored, midnight.
    bytes.extend_from_slice(&[0; 6]);
    put16(bytes, DATE);
    bytes.extend_from_slice(&crc.to_le_bytes());
    // The sizes are in the extra field.
    bytes.extend_from_slice(&[0xff; 8]);
    put16(bytes, u16::try_from(name.len()).unwrap_or(u16::MAX));
    put16(bytes, u16::try_from(extra).expect("the extra fields are short"));
}

fn put_extra(bytes: &mut Vec<u8>, numbers: &[u64]) {
    put16(bytes, ZIP_64);
    put16(bytes, u16::try_from(8 * numbers.len()).expect("there are three numbers at most"));
    for number in numbers {
        bytes.extend_from_slice(&number.to_le_bytes());
    }
}

fn put16(bytes: &mut Vec<u8>, value: u16) {
    bytes.extend_from_slice(&value.to_le_bytes());
}

/// Finds the entries of an archive, and all differences of the file from their canonical archive.
/// Of two readings, the one with the smaller `misfit` wins, then the one closer to its canonical archive.
pub(super) fn read<S: Read + Seek>(
    file: &File<S>,
    misfit: impl Fn(&[Entry]) -> io::Result<usize>,
) -> io::Result<ArchiveContent> {
    let walk = walk_local_headers(file)?;
    let directory = walk_central_directory(file)?.unwrap_or_default();
    let mut digests = BTreeMap::new();
    let local = Candidate::new(file, &walk.headers, &directory, &mut digests)?;
    if let Some(whole) = local.as_ref()
        && whole.layout.first_difference(file)?.is_none()
    {
        return Ok(ArchiveContent { entries: whole.entries.clone(), faults: Vec::new() });
    }
    let central = Candidate::new(file, &directory, &walk.headers, &mut digests)?;
    let best = match (local, central) {
        (Some(local), Some(central)) => {
            let score = |c: &Candidate| io::Result::Ok((misfit(&c.entries)?, c.layout.distance(file)?));
            Some(if score(&local)? <= score(&central)? { local } else { central })
        }
        (local, central) => local.or(central),
    };
    let Some(best) = best else {
        let what = "no archive entry begins here; this is not a bundle, or its beginning is lost";
        let fault = walk.cut.unwrap_or_else(|| Fault::new(FaultPlace::Archive, Some(0), what));
        return Ok(ArchiveContent { entries: Vec::new(), faults: vec![fault] });
    };
    let faults = match walk.cut {
        Some(cut) if directory.is_empty() => vec![cut],
        _ => best.layout.faults(file)?,
    };
    Ok(ArchiveContent { entries: best.entries, faults })
}

/// One reading of the file, with the canonical archive of its entries.
struct Candidate {
    entries: Vec<Entry>,
    layout: Layout,
}

impl Candidate {
    fn new<S: Read + Seek>(
        file: &File<S>,
        headers: &[Header],
        others: &[Header],
        digests: &mut BTreeMap<(u64, u64), Digest>,
    ) -> io::Result<Option<Self>> {
        let total = headers.iter().try_fold(0_u64, |sum, header| sum.checked_add(header.size));
        if headers.is_empty() || total.is_none_or(|total| total > file.length()) {
            return Ok(None);
        }
        let mut entries = Vec::new();
        for (index, header) in headers.iter().enumerate() {
            let place = (header.data, header.size);
            let found = match digests.get(&place) {
                Some(found) => *found,
                None => file.digest(header.data, header.size, None)?,
            };
            digests.insert(place, found);
            let mut header = header.clone();
            // If both headers agree on a different checksum, the data is damaged; otherwise the checksum in the header is wrong.
            let damaged = others.get(index).is_some_and(|other| other.crc == header.crc);
            if !damaged {
                header.crc = found.crc;
            }
            entries.push(Entry { header, found });
        }
        let layout = Layout::of(entries.iter().map(|entry| &entry.header));
        Ok(layout.map(|layout| Self { entries, layout }))
    }
}

/// A canonical archive: its regions with their expected content.
struct Layout {
    regions: Vec<Region>,
    length: u64,
}

struct Region {
    start: u64,
    length: u64,
    content: Content,
    place: FaultPlace,
    part: &'static str,
}

enum Content {
    Bytes(Vec<u8>),
    /// The data of an entry, found at this position of the file.
    Data(u64),
}

impl Layout {
    fn of<'a>(headers: impl Iterator<Item = &'a Header>) -> Option<Self> {
        let mut layout = Self { regions: Vec::new(), length: 0 };
        let mut laid = Vec::new();
        for header in headers {
            let place = FaultPlace::Entry { name: header.name.clone() };
            let bytes = local_header(&header.name, header.crc, header.size);
            layout.push(bytes.len() as u64, Content::Bytes(bytes), place.clone(), "its header in the archive")?;
            laid.push(Header { data: layout.length, ..header.clone() });
            layout.push(header.size, Content::Data(header.data), place, "its data")?;
        }
        let directory = layout.length;
        for header in &laid {
            let bytes = directory_record(header);
            let place = FaultPlace::Entry { name: header.name.clone() };
            layout.push(bytes.len() as u64, Content::Bytes(bytes), place, "its record in the archive's directory")?;
        }
        let bytes = end_records(laid.len() as u64, directory, layout.length - directory);
        layout.push(bytes.len() as u64, Content::Bytes(bytes), FaultPlace::Archive, "the end record of the archive")?;
        Some(layout)
    }

    fn push(&mut self, length: u64, content: Content, place: FaultPlace, part: &'static str) -> Option<()> {
        self.regions.push(Region { start: self.length, length, content, place, part });
        self.length = self.length.checked_add(length)?;
        Some(())
    }

    /// The first position where the file differs from this archive, and its region.
    fn first_difference<S: Read + Seek>(&self, file: &File<S>) -> io::Result<Option<(u64, Option<&Region>)>> {
        for region in &self.regions {
            if let Some(at) = region.first_difference(file)? {
                return Ok(Some((at, Some(region))));
            }
        }
        Ok((file.length() != self.length).then_some((self.length, None)))
    }

    /// The distance of the file from this archive: first, whether the lengths differ; then, the number of differing bytes.
    fn distance<S: Read + Seek>(&self, file: &File<S>) -> io::Result<(bool, u64)> {
        let mut bytes = 0;
        for region in &self.regions {
            region.compare(file, |_, differs| {
                bytes += u64::from(differs);
                true
            })?;
        }
        Ok((self.length != file.length(), bytes))
    }

    /// The differences of the file: one per region, or one in all if the lengths differ.
    fn faults<S: Read + Seek>(&self, file: &File<S>) -> io::Result<Vec<Fault>> {
        let mut faults = Vec::new();
        if file.length() == self.length {
            for region in &self.regions {
                if let Some(at) = region.first_difference(file)? {
                    let what = format!("{} is not as it must be", region.part);
                    faults.push(Fault::new(region.place.clone(), Some(at), what));
                }
            }
            return Ok(faults);
        }
        if let Some((at, region)) = self.first_difference(file)? {
            let (place, what) = if at >= self.length {
                (FaultPlace::Archive, format!("{} bytes follow the end of the archive", file.length() - at))
            } else if at >= file.length() {
                (FaultPlace::Archive, format!("the file ends {} bytes too early", self.length - at))
            } else {
                let (place, part) =
                    region.map_or((FaultPlace::Archive, "the archive"), |region| (region.place.clone(), region.part));
                (place, format!("{part} is not as it must be, and the rest is shifted"))
            };
            faults.push(Fault::new(place, Some(at), what));
        }
        Ok(faults)
    }
}

impl Region {
    fn first_difference<S: Read + Seek>(&self, file: &File<S>) -> io::Result<Option<u64>> {
        let mut first = None;
        self.compare(file, |at, differs| {
            first = first.or(differs.then_some(at));
            !differs
        })?;
        let short = (first.is_none() && self.start + self.length > file.length()).then(|| file.length());
        Ok(first.or(short))
    }

    /// Compares byte by byte, up to the end of the file, until `visit` returns false.
    fn compare<S: Read + Seek>(&self, file: &File<S>, mut visit: impl FnMut(u64, bool) -> bool) -> io::Result<()> {
        match &self.content {
            // Data in its expected position equals itself.
            Content::Data(at) if *at == self.start => Ok(()),
            Content::Data(from) => file.pieces(self.start, self.length, |at, piece| {
                let other = file.read(from + (at - self.start), piece.len())?;
                Ok((at..).zip(piece.iter().zip(&other)).all(|(at, (is, must))| visit(at, is != must)))
            }),
            Content::Bytes(bytes) => {
                let found = file.read(self.start, bytes.len())?;
                let _ = (self.start..).zip(found.iter().zip(bytes)).all(|(at, (is, must))| visit(at, is != must));
                Ok(())
            }
        }
    }
}

/// The entries found from the front, and the fault that ended the walk, if something is lost or there are too many.
struct Walk {
    headers: Vec<Header>,
    cut: Option<Fault>,
}

fn walk_local_headers<S: Read + Seek>(file: &File<S>) -> io::Result<Walk> {
    let mut headers = Vec::new();
    let mut start = 0;
    loop {
        let head = file.read(start, LOCAL.len())?;
        if head != LOCAL {
            let ends = LOCAL.starts_with(&head);
            let what = "the file ends before the archive does";
            let cut = ends.then(|| Fault::new(FaultPlace::Archive, Some(file.length()), what));
            return Ok(Walk { headers, cut });
        }
        if headers.len() == MOST_ENTRIES {
            let what = format!("an archive has at most {MOST_ENTRIES} entries, and one more begins here");
            return Ok(Walk { headers: Vec::new(), cut: Some(Fault::new(FaultPlace::Archive, Some(start), what)) });
        }
        let Some((header, next)) = local_entry(file, start)? else {
            let fixed = file.read(start, usize::try_from(LOCAL_LENGTH).unwrap_or(0))?;
            let name = match get16(&fixed, 26) {
                Some(length) => name_at(file, start + LOCAL_LENGTH, length)?,
                None => None,
            };
            let place = name.map_or(FaultPlace::Archive, |name| FaultPlace::Entry { name });
            let cut = Fault::new(place, Some(file.length()), "the file ends inside this entry");
            return Ok(Walk { headers, cut: Some(cut) });
        };
        headers.push(header);
        start = next;
    }
}

fn local_entry<S: Read + Seek>(file: &File<S>, start: u64) -> io::Result<Option<(Header, u64)>> {
    let fixed = file.read(start, usize::try_from(LOCAL_LENGTH).unwrap_or(0))?;
    let (Some(crc), Some(name_length), Some(extra)) = (get32(&fixed, 14), get16(&fixed, 26), get16(&fixed, 28)) else {
        return Ok(None);
    };
    let Some(name) = name_at(file, start + LOCAL_LENGTH, name_length)? else { return Ok(None) };
    let extra_at = start + LOCAL_LENGTH + name_length as u64;
    let Some(size) = get64(&file.read(extra_at, 12)?, 4) else { return Ok(None) };
    let data = extra_at + extra as u64;
    let end = data.checked_add(size).filter(|end| *end <= file.length());
    Ok(end.map(|end| (Header { name, crc, data, size }, end)))
}

fn walk_central_directory<S: Read + Seek>(file: &File<S>) -> io::Result<Option<Vec<Header>>> {
    let Some(end) = file.length().checked_sub(END_64_LENGTH + LOCATOR_LENGTH + END_LENGTH) else { return Ok(None) };
    let end = file.read(end, 56)?;
    let count = get64(&end, 32).filter(|count| *count <= MOST_ENTRIES as u64);
    let (Some(count), Some(mut at)) = (count, get64(&end, 48)) else { return Ok(None) };
    let mut headers = Vec::new();
    for _ in 0..count {
        let fixed = file.read(at, usize::try_from(CENTRAL_LENGTH).unwrap_or(0))?;
        if !fixed.starts_with(CENTRAL) {
            return Ok(None);
        }
        let (Some(crc), Some(name_length)) = (get32(&fixed, 16), get16(&fixed, 28)) else { return Ok(None) };
        let Some(name) = name_at(file, at + CENTRAL_LENGTH, name_length)? else { return Ok(None) };
        let extra = file.read(at + CENTRAL_LENGTH + name_length as u64, 28)?;
        let (Some(size), Some(offset)) = (get64(&extra, 4), get64(&extra, 20)) else { return Ok(None) };
        let data = offset.checked_add(LOCAL_LENGTH + name_length as u64 + LOCAL_EXTRA);
        let end = data.and_then(|data| data.checked_add(size)).filter(|end| *end <= file.length());
        let (Some(data), Some(_)) = (data, end) else { return Ok(None) };
        headers.push(Header { name, crc, data, size });
        at += CENTRAL_LENGTH + name_length as u64 + CENTRAL_EXTRA;
    }
    Ok(Some(headers))
}

fn name_at<S: Read + Seek>(file: &File<S>, start: u64, length: usize) -> io::Result<Option<String>> {
    if length > LONGEST_NAME {
        return Ok(None);
    }
    let name = file.read(start, length)?;
    Ok((name.len() == length).then(|| String::from_utf8_lossy(&name).into_owned()))
}

fn get16(bytes: &[u8], at: usize) -> Option<usize> {
    Some(usize::from(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?)))
}

fn get32(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

fn get64(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(bytes.get(at..at + 8)?.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, SeekFrom};

    use super::*;

    /// A file of any length with these pieces, and zeros everywhere else.
    struct Sparse {
        pieces: Vec<(u64, Vec<u8>)>,
        length: u64,
        at: u64,
    }

    impl Read for Sparse {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let most = usize::try_from(self.length.saturating_sub(self.at)).unwrap_or(usize::MAX).min(buffer.len());
            buffer[..most].fill(0);
            for (start, bytes) in &self.pieces {
                let (from, to) = ((*start).max(self.at), (start + bytes.len() as u64).min(self.at + most as u64));
                if from < to {
                    let index = |at: u64, of: u64| usize::try_from(at - of).unwrap();
                    buffer[index(from, self.at)..index(to, self.at)]
                        .copy_from_slice(&bytes[index(from, *start)..index(to, *start)]);
                }
            }
            self.at += most as u64;
            Ok(most)
        }
    }

    impl Seek for Sparse {
        fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
            self.at = match to {
                SeekFrom::Start(at) => at,
                SeekFrom::End(from) => self.length.checked_add_signed(from).unwrap(),
                SeekFrom::Current(from) => self.at.checked_add_signed(from).unwrap(),
            };
            Ok(self.at)
        }
    }

    #[test]
    fn headers_are_read_back_on_both_sides_of_four_gibibytes() {
        const BOUNDARY: u64 = 1 << 32;
        for size in [0, 1, BOUNDARY - 2, BOUNDARY - 1, BOUNDARY, BOUNDARY + 1, 5 * BOUNDARY] {
            let first = Header { name: "big".into(), crc: 1, data: header_length("big"), size };
            let data = first.data + size + header_length("small");
            let second = Header { name: "small".into(), crc: 2, data, size: 5 };
            let headers = vec![first, second];
            let directory = directory(&headers).unwrap();
            let pieces = vec![
                (0, local_header("big", 1, size)),
                (headers[0].data + size, local_header("small", 2, 5)),
                (data + 5, directory.clone()),
            ];
            let sparse = Sparse { pieces, length: data + 5 + directory.len() as u64, at: 0 };
            let file = File::open(sparse).unwrap();
            assert_eq!(walk_local_headers(&file).unwrap().headers, headers, "{size}");
            assert_eq!(walk_central_directory(&file).unwrap().unwrap(), headers, "{size}");
            let layout = Layout::of(headers.iter()).unwrap();
            assert!(layout.first_difference(&file).unwrap().is_none(), "{size}");
            assert_eq!(layout.length, file.length());
            // An archive with sizes cut to 32 bits is a different one.
            let less = [Header { size: size & 0xffff_ffff, ..headers[0].clone() }, headers[1].clone()];
            let layout = Layout::of(less.iter()).unwrap();
            assert_eq!(layout.first_difference(&file).unwrap().is_none(), size < BOUNDARY, "{size}");
        }
    }

    /// The archive of these entries.
    fn archive(entries: &[(&str, &[u8])]) -> (Vec<u8>, Vec<Header>) {
        let (mut file, mut headers) = (Vec::new(), Vec::new());
        for (name, data) in entries {
            let (crc, size) = (crc32fast::hash(data), data.len() as u64);
            file.extend(local_header(name, crc, size));
            headers.push(Header { name: (*name).into(), crc, data: file.len() as u64, size });
            file.extend(*data);
        }
        file.extend(directory(&headers).unwrap());
        (file, headers)
    }

    /// Reads a file, with the same misfit for every reading.
    fn reading(file: &[u8]) -> (Vec<Header>, Vec<String>) {
        let ArchiveContent { entries, faults } = read(&File::open(Cursor::new(file)).unwrap(), |_| Ok(0)).unwrap();
        (entries.into_iter().map(|entry| entry.header).collect(), faults.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn a_header_that_is_wrong_about_its_data_does_not_move_it() {
        let (whole, headers) = archive(&[("first", b"one"), ("last", b"some more data")]);
        let start = headers[1].data - header_length("last");
        let (extra, size) = (start + 28, headers[1].data - 16);
        for (title, at, byte) in [
            ("the data is said to begin a byte later", extra, 21),
            ("it is said to be a byte shorter", size, 13),
            ("it is said to be longer than the file", size + 6, 1),
        ] {
            let mut file = whole.clone();
            file[usize::try_from(at).unwrap()] = byte;
            let fault = "entry `last`: its header in the archive is not as it must be";
            assert_eq!(reading(&file), (headers.clone(), vec![format!("{fault} (byte {at} of the file)")]), "{title}");
        }
    }

    #[test]
    fn how_far_a_file_is_from_an_archive_is_counted_in_bytes() {
        // Zeros, with a single other byte in the middle.
        let mut data = vec![0; 200_000];
        data[100_000] = 1;
        let (file, headers) = archive(&[("zeros", &data)]);
        let file = File::open(Cursor::new(file)).unwrap();
        let distance = |later: u64| {
            let shifted = Header { data: headers[0].data + later, ..headers[0].clone() };
            Layout::of([shifted].iter()).unwrap().distance(&file).unwrap()
        };
        assert_eq!(distance(0), (false, 0));
        // The byte differs at two positions; at the end, the first letter after the data differs.
        assert_eq!(distance(1), (false, 3));
        let longer = Header { size: headers[0].size + 1, ..headers[0].clone() };
        assert!(Layout::of([longer].iter()).unwrap().distance(&file).unwrap().0);
    }

    #[test]
    fn an_archive_has_so_many_entries_and_no_more() {
        let entries = vec![("x", &b""[..]); MOST_ENTRIES];
        let (mut file, headers) = archive(&entries);
        assert_eq!(reading(&file), (headers.clone(), Vec::new()));
        // One more entry, in place of the directory.
        file.truncate(usize::try_from(headers[MOST_ENTRIES - 1].data).unwrap());
        file.extend(local_header("x", 0, 0));
        let fault =
            "archive: an archive has at most 65534 entries, and one more begins here (byte 3342234 of the file)";
        assert_eq!(reading(&file), (Vec::new(), vec![fault.to_owned()]));
        let again = [&headers[..], &headers[..1]].concat();
        assert_eq!(directory(&again), None);
    }

    #[test]
    fn an_archive_of_lies_is_no_bundle() {
        for file in [&b""[..], b"PK", b"PK\x03\x04", b"PK\x05\x06", &[0xff; 200], &[0; 98]] {
            let file = File::open(Cursor::new(file)).unwrap();
            assert!(!read(&file, |_| Ok(0)).unwrap().faults.is_empty());
        }
    }
}
