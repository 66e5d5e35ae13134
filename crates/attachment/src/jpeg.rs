//! JPEG: segments, each after a marker, and the picture's data up to the end.
//!
//! The cleaned file keeps tables, frame and scans, and three application data that change the look: a new JFIF segment without
//! a thumbnail; the Adobe colour coding; and a new EXIF segment with only the orientation, because phones do not rotate pixels.
//! Everything after the end is removed; phones put a film there.
//!
//! Source: ITU-T T.81 (1992), annex B; JFIF 1.02; CIPA DC-008 (EXIF 2.32), section 4.6.

use crate::{Attachment, FileFault, Format, cursor::Cursor, picture};

const START: [u8; 2] = [0xff, 0xd8];
const END: u8 = 0xd9;
const SCAN: u8 = 0xda;
/// A JFIF segment without a thumbnail: version 1.1, square pixels.
const JFIF: &[u8] = b"\xff\xe0\x00\x10JFIF\0\x01\x01\x00\x00\x01\x00\x01\x00\x00";
/// The beginning and length in bytes of an Adobe segment.
const ADOBE: &[u8] = b"Adobe";
const ADOBE_BYTES: usize = 12;

pub(crate) fn read(bytes: &[u8]) -> Result<Attachment, FileFault> {
    let mut left = Cursor::new(Format::Jpeg, bytes);
    left.take(START.len())?;
    let mut segments = Segments::default();
    loop {
        match marker(&mut left)? {
            END => break,
            // Restart and temporary markers have no length and are valid only inside a scan.
            0x01 | 0xd0..=0xd8 => return Err(left.fault(say!("refused-broken-marker-misplaced"))),
            kind => segments.read(kind, &mut left)?,
        }
    }
    match segments.pixels {
        Some(pixels) if segments.has_scan => Ok(picture(Format::Jpeg, pixels, segments.finish())),
        _ => Err(left.fault(say!("refused-broken-no-picture"))),
    }
}

/// The segments read so far.
#[derive(Default)]
struct Segments {
    pixels: Option<(u32, u32)>,
    has_scan: bool,
    is_jfif: bool,
    /// The EXIF orientation, from 1 to 8.
    orientation: Option<u8>,
    kept: Vec<u8>,
}

impl Segments {
    fn read(&mut self, kind: u8, left: &mut Cursor<'_>) -> Result<(), FileFault> {
        let length = usize::from(left.u16_be()?);
        let Some(length) = length.checked_sub(2) else {
            return Err(left.fault(say!("refused-broken-short-segment")));
        };
        let mut data = left.part(length)?;
        let payload = data.rest();
        match kind {
            0xe0 => self.is_jfif |= payload.starts_with(b"JFIF\0"),
            0xe1 => self.orientation = self.orientation.or(orientation(payload)),
            0xee if payload.starts_with(ADOBE) && length == ADOBE_BYTES => self.keep(kind, payload),
            // Baseline, extended and progressive: the processes that browsers show.
            0xc0..=0xc2 => {
                if self.pixels.is_some() {
                    return Err(left.fault(say!("refused-broken-two-frames")));
                }
                data.byte()?;
                let (height, width) = (data.u16_be()?, data.u16_be()?);
                self.pixels = Some((width.into(), height.into()));
                self.keep(kind, payload);
            }
            0xc3 | 0xc5..=0xc7 | 0xc9..=0xcf if kind != 0xcc => {
                return Err(FileFault::Codec {
                    format: Format::Jpeg,
                    codec: format!("process {}", kind - 0xc0).into(),
                    instead: say!("refused-instead-jpeg"),
                });
            }
            // Huffman tables, quantization tables and the restart interval.
            0xc4 | 0xdb | 0xdd => self.keep(kind, payload),
            SCAN => {
                if self.pixels.is_none() {
                    return Err(left.fault(say!("refused-broken-scan-first")));
                }
                self.has_scan = true;
                self.keep(kind, payload);
                self.kept.extend_from_slice(scan(left)?);
            }
            _ => {}
        }
        Ok(())
    }

    fn keep(&mut self, kind: u8, payload: &[u8]) {
        self.kept.extend_from_slice(&[0xff, kind]);
        // The length field of the source held this payload plus two bytes, so it fits again.
        let length = u16::try_from(payload.len() + 2).unwrap_or(u16::MAX);
        self.kept.extend_from_slice(&length.to_be_bytes());
        self.kept.extend_from_slice(payload);
    }

    fn finish(self) -> Vec<u8> {
        let mut bytes = START.to_vec();
        if self.is_jfif {
            bytes.extend_from_slice(JFIF);
        }
        if let Some(orientation) = self.orientation.filter(|orientation| *orientation != 1) {
            bytes.extend_from_slice(&exif(orientation));
        }
        bytes.extend_from_slice(&self.kept);
        bytes.extend_from_slice(&[0xff, END]);
        bytes
    }
}

/// Reads the kind of the next marker, after any number of fill bytes.
fn marker(left: &mut Cursor<'_>) -> Result<u8, FileFault> {
    if left.byte()? != 0xff {
        return Err(left.fault(say!("refused-broken-marker-missing")));
    }
    loop {
        match left.byte()? {
            0xff => {}
            0x00 => return Err(left.fault(say!("refused-broken-marker-missing"))),
            kind => return Ok(kind),
        }
    }
}

/// Reads the data of a scan, up to the next marker other than a restart.
fn scan<'b>(left: &mut Cursor<'b>) -> Result<&'b [u8], FileFault> {
    let rest = left.rest();
    let ends = rest.windows(2).position(|pair| pair[0] == 0xff && !matches!(pair[1], 0x00 | 0xd0..=0xd7 | 0xff));
    match ends {
        Some(length) => left.take(length),
        None => Err(left.fault(say!("refused-broken-picture-cut-off"))),
    }
}

/// The orientation in an EXIF segment: tag 0x0112 of the first directory.
fn orientation(payload: &[u8]) -> Option<u8> {
    let tiff = payload.strip_prefix(b"Exif\0\0")?;
    let big = match tiff.get(..4)? {
        b"MM\0\x2a" => true,
        b"II\x2a\0" => false,
        _ => return None,
    };
    let u16_at = |at: usize| {
        let pair: [u8; 2] = tiff.get(at..at.checked_add(2)?)?.try_into().ok()?;
        Some(if big { u16::from_be_bytes(pair) } else { u16::from_le_bytes(pair) })
    };
    let four: [u8; 4] = tiff.get(4..8)?.try_into().ok()?;
    let directory = if big { u32::from_be_bytes(four) } else { u32::from_le_bytes(four) } as usize;
    let count = usize::from(u16_at(directory)?);
    (0..count).find_map(|number| {
        let entry = directory.checked_add(2 + number * 12)?;
        let value = (u16_at(entry)? == 0x0112).then(|| u16_at(entry + 8)).flatten()?;
        u8::try_from(value).ok().filter(|value| (1..=8).contains(value))
    })
}

/// An EXIF segment with only the orientation.
fn exif(orientation: u8) -> Vec<u8> {
    let mut bytes = b"\xff\xe1\x00\x22Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0".to_vec();
    bytes.extend_from_slice(&[orientation, 0, 0, 0, 0, 0, 0]);
    bytes
}
