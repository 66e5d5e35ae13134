//! WebM: elements within elements, each with its number and its length. An unneeded element becomes a `Void` element of the same
//! size, full of zeros, so that nothing moves.
//!
//! Removed: titles, tags, chapters, attached files, names of programs and tracks, languages, and the date. A browser's recording
//! gives no length for a segment or cluster still open at the time of writing; such a cluster ends at the next element of
//! the level above.
//!
//! Source: RFC 8794 (EBML), sections 4 to 6; RFC 9559 (Matroska), section 5; the WebM Project's container guidelines.

use std::ops::Range;

use language::Message;

use crate::{Attachment, FileFault, FileKind, Format, cursor::Cursor};

const HEADER: u32 = 0x1a45_dfa3;
const DOC_TYPE: u32 = 0x4282;
const SEGMENT: u32 = 0x1853_8067;
const VOID: u8 = 0xec;

const SEEK_HEAD: u32 = 0x114d_9b74;
const INFO: u32 = 0x1549_a966;
const TRACKS: u32 = 0x1654_ae6b;
const CLUSTER: u32 = 0x1f43_b675;
const CUES: u32 = 0x1c53_bb6b;
const CHAPTERS: u32 = 0x1043_a770;
const TAGS: u32 = 0x1254_c367;
const FILES: u32 = 0x1941_a469;
/// The direct children of a segment; each ends a cluster of unknown length.
const LEVEL_1: [u32; 8] = [SEEK_HEAD, INFO, TRACKS, CLUSTER, CUES, CHAPTERS, TAGS, FILES];

const TIMESTAMP_SCALE: u32 = 0x2a_d7b1;
const DURATION: u32 = 0x4489;
/// The names of the programs that wrote the file. Both are mandatory, so their text is overwritten in place.
const MUXING_APP: u32 = 0x4d80;
const WRITING_APP: u32 = 0x5741;

const TRACK_ENTRY: u32 = 0xae;
const TRACK_TYPE: u32 = 0x83;
const CODEC: u32 = 0x86;
const VIDEO: u32 = 0xe0;
const AUDIO: u32 = 0xe1;
const PIXEL_WIDTH: u32 = 0xb0;
const PIXEL_HEIGHT: u32 = 0xba;
const ENCODINGS: u32 = 0x6d80;
/// Number, unique number, flags (lacing, enabled, default), frame duration, decoder data, delay and seek pre-roll.
const TRACK: [u32; 9] = [0xd7, 0x73c5, 0x9c, 0xb9, 0x88, 0x23_e383, 0x63a2, 0x56aa, 0x56bb];
/// Dimensions, interlacing, transparency and colours, as numbers.
const PICTURE: [u32; 7] = [PIXEL_WIDTH, PIXEL_HEIGHT, 0x54b0, 0x54ba, 0x9a, 0x53c0, 0x55b0];

const TIMESTAMP: u32 = 0xe7;
const SIMPLE_BLOCK: u32 = 0xa3;
const BLOCK_GROUP: u32 = 0xa0;
const BLOCK: u32 = 0xa1;
const BLOCK_DURATION: u32 = 0x9b;
/// Position and size of the previous cluster; then, in a group, duration, references and padding at a block's end.
const WITHIN_CLUSTER: [u32; 2] = [0xa7, 0xab];
const WITHIN_GROUP: [u32; 3] = [BLOCK_DURATION, 0xfb, 0x75a2];

const CODECS: [&[u8]; 4] = [b"V_VP8", b"V_VP9", b"V_AV1", b"A_OPUS"];
/// The default length of a tick in nanoseconds.
const SCALE: u64 = 1_000_000;

pub(crate) fn read(bytes: &[u8]) -> Result<Attachment, FileFault> {
    let mut left = Cursor::new(Format::Webm, bytes);
    let header = next(&mut left)?;
    if header.id != HEADER {
        return Err(left.fault(say!("refused-broken-no-header")));
    }
    head(header.body)?;
    let segment = next(&mut left)?;
    if segment.id != SEGMENT {
        return Err(FileFault::broken(Format::Webm, segment.whole.start, say!("refused-broken-no-segment")));
    }
    let mut film = Film { kept: bytes[..segment.whole.end].to_vec(), scale: SCALE, ..Film::default() };
    film.segment(segment.body)?;
    if !film.has_picture && !film.has_sound {
        return Err(left.fault(say!("refused-broken-no-picture-no-sound")));
    }
    let ns = u128::from(film.last_tick.max(film.told_ticks)) * u128::from(film.scale);
    Ok(Attachment {
        format: Format::Webm,
        kind: if film.has_picture { FileKind::Video } else { FileKind::Sound },
        pixels: film.pixels,
        duration_ms: Some((ns / 1_000_000).try_into().unwrap_or(u64::MAX)),
        bytes: film.kept,
    })
}

/// Checks the document type for WebM: other Matroska files hold codecs that browsers cannot play.
fn head(mut left: Cursor<'_>) -> Result<(), FileFault> {
    while !left.is_at_end() {
        let found = next(&mut left)?;
        if found.id == DOC_TYPE {
            return match found.body.rest() {
                b"webm" => Ok(()),
                _ => Err(found.body.fault(say!("refused-broken-matroska"))),
            };
        }
    }
    Err(left.fault(say!("refused-broken-header-kind")))
}

/// An element: its number, its body and its range in the file.
struct WebmElement<'b> {
    id: u32,
    body: Cursor<'b>,
    /// Head and body, in bytes from the beginning of the file.
    whole: Range<usize>,
    /// True if its length is unknown; its body is then the whole rest.
    is_open: bool,
}

/// Reads the next element. One without a length reaches to the end of its parent.
fn next<'b>(left: &mut Cursor<'b>) -> Result<WebmElement<'b>, FileFault> {
    let start = left.at();
    let id = number(left, 4, false)?;
    let size = number(left, 8, true)?;
    let (length, is_open) = match size {
        None => (left.left(), true),
        Some(size) => (usize::try_from(size).unwrap_or(usize::MAX), false),
    };
    let body = left.part(length)?;
    let id = id.and_then(|id| u32::try_from(id).ok()).unwrap_or(0);
    if is_open && !matches!(id, SEGMENT | CLUSTER) {
        return Err(FileFault::broken(Format::Webm, start, say!("refused-broken-no-length")));
    }
    Ok(WebmElement { id, body, whole: start..left.at(), is_open })
}

/// Reads a number of 1 to `bytes_max` bytes; the first byte gives the count. `None` means "unknown": all bits set. The marker
/// bit of the count stays in element numbers and is removed from lengths.
fn number(left: &mut Cursor<'_>, bytes_max: u32, is_length: bool) -> Result<Option<u64>, FileFault> {
    let first = left.byte()?;
    let more = first.leading_zeros();
    if more >= bytes_max {
        return Err(left.fault(say!("refused-broken-long-number")));
    }
    let marker = 0x80_u8 >> more;
    let mut value = u64::from(if is_length { first & !marker } else { first });
    for &byte in left.take(more as usize)? {
        value = value << 8 | u64::from(byte);
    }
    let all_set = (1_u64 << (7 * (more + 1))) - 1;
    Ok((!is_length || value != all_set).then_some(value))
}

/// A film, as far as it has been read.
#[derive(Default)]
struct Film {
    kept: Vec<u8>,
    has_picture: bool,
    has_sound: bool,
    pixels: Option<(u32, u32)>,
    /// The length of a tick in nanoseconds.
    scale: u64,
    /// The end of the last block, in ticks.
    last_tick: u64,
    /// The duration given in the file's head, in ticks.
    told_ticks: u64,
}

impl Film {
    fn segment(&mut self, mut left: Cursor<'_>) -> Result<(), FileFault> {
        while !left.is_at_end() {
            let before = left;
            let found = next(&mut left)?;
            match found.id {
                INFO => self.info(found.body)?,
                TRACKS => self.tracks(found.body)?,
                CLUSTER if found.is_open => {
                    // It ends at the next element of this level.
                    left = before;
                    let head = found.body.at() - before.at();
                    left.take(head)?;
                    self.cluster(&mut left, true)?;
                }
                CLUSTER => self.cluster(&mut found.body.clone(), false)?,
                SEEK_HEAD | CUES => {}
                _ => self.blank(&found.whole),
            }
        }
        Ok(())
    }

    fn info(&mut self, mut left: Cursor<'_>) -> Result<(), FileFault> {
        while !left.is_at_end() {
            let found = next(&mut left)?;
            match found.id {
                TIMESTAMP_SCALE => self.scale = whole_number(&found)?,
                DURATION => self.told_ticks = ticks(&found)?,
                MUXING_APP | WRITING_APP => self.kept[found.body.at()..found.whole.end].fill(0),
                _ => self.blank(&found.whole),
            }
        }
        Ok(())
    }

    fn tracks(&mut self, mut left: Cursor<'_>) -> Result<(), FileFault> {
        while !left.is_at_end() {
            let found = next(&mut left)?;
            match found.id {
                TRACK_ENTRY => self.track(found.body)?,
                _ => self.blank(&found.whole),
            }
        }
        Ok(())
    }

    fn track(&mut self, mut left: Cursor<'_>) -> Result<(), FileFault> {
        let mut kind = None;
        let mut codec = None;
        while !left.is_at_end() {
            let found = next(&mut left)?;
            match found.id {
                TRACK_TYPE => kind = Some(whole_number(&found)?),
                CODEC => codec = Some(found.body.rest()),
                VIDEO => self.picture(found.body)?,
                AUDIO => {}
                ENCODINGS => return Err(unplayable(say!("refused-codec-again"))),
                id if TRACK.contains(&id) => {}
                _ => self.blank(&found.whole),
            }
        }
        match kind {
            Some(1) => self.has_picture = true,
            Some(2) => self.has_sound = true,
            Some(other) => return Err(FileFault::Track { format: Format::Webm, track: format!("type {other}") }),
            None => return Err(left.fault(say!("refused-broken-track-kind"))),
        }
        match codec {
            Some(codec) if CODECS.contains(&codec) => Ok(()),
            Some(codec) => Err(unplayable(crate::fault::name_of(codec).into())),
            None => Err(left.fault(say!("refused-broken-track-codec"))),
        }
    }

    fn picture(&mut self, mut left: Cursor<'_>) -> Result<(), FileFault> {
        let mut pixels = self.pixels.unwrap_or_default();
        while !left.is_at_end() {
            let found = next(&mut left)?;
            let side = |found| whole_number(found).map(|side| u32::try_from(side).unwrap_or(u32::MAX));
            match found.id {
                PIXEL_WIDTH => pixels.0 = pixels.0.max(side(&found)?),
                PIXEL_HEIGHT => pixels.1 = pixels.1.max(side(&found)?),
                id if PICTURE.contains(&id) => {}
                _ => self.blank(&found.whole),
            }
        }
        self.pixels = Some(pixels);
        Ok(())
    }

    /// Reads a cluster up to its end or, without a length, up to an element of the level above.
    fn cluster(&mut self, left: &mut Cursor<'_>, is_open: bool) -> Result<(), FileFault> {
        let mut begins = 0;
        while !left.is_at_end() {
            let before = *left;
            let found = next(left)?;
            match found.id {
                id if is_open && LEVEL_1.contains(&id) => {
                    *left = before;
                    return Ok(());
                }
                TIMESTAMP => begins = whole_number(&found)?,
                SIMPLE_BLOCK => self.block(&found, begins, 0)?,
                BLOCK_GROUP => self.group(found.body, begins)?,
                id if WITHIN_CLUSTER.contains(&id) => {}
                _ => self.blank(&found.whole),
            }
        }
        Ok(())
    }

    fn group(&mut self, body: Cursor<'_>, begins: u64) -> Result<(), FileFault> {
        let mut lasts = 0;
        let mut left = body;
        while !left.is_at_end() {
            let found = next(&mut left)?;
            match found.id {
                BLOCK_DURATION => lasts = whole_number(&found)?,
                BLOCK => {}
                id if WITHIN_GROUP.contains(&id) => {}
                _ => self.blank(&found.whole),
            }
        }
        let mut left = body;
        while !left.is_at_end() {
            let found = next(&mut left)?;
            if found.id == BLOCK {
                self.block(&found, begins, lasts)?;
            }
        }
        Ok(())
    }

    /// Reads a block: the number of its track, its offset from the beginning of its cluster, flags, and samples.
    fn block(&mut self, found: &WebmElement<'_>, begins: u64, lasts: u64) -> Result<(), FileFault> {
        let mut body = found.body;
        number(&mut body, 8, true)?;
        let distance = i16::from_be_bytes(body.array()?);
        body.byte()?;
        let ends = begins.saturating_add_signed(distance.into()).saturating_add(lasts);
        self.last_tick = self.last_tick.max(ends);
        Ok(())
    }

    /// Replaces an element with a `Void` element.
    fn blank(&mut self, whole: &Range<usize>) {
        let element = &mut self.kept[whole.clone()];
        element.fill(0);
        element[0] = VOID;
        // An element has at least two bytes: its number and its length.
        match u8::try_from(element.len() - 2) {
            Ok(length) if length < 0x7f => element[1] = 0x80 | length,
            _ => {
                let length = element.len() as u64 - 9;
                element[1..9].copy_from_slice(&length.to_be_bytes());
                element[1] = 0x01;
            }
        }
    }
}

/// A big-endian number of up to eight bytes.
fn whole_number(found: &WebmElement<'_>) -> Result<u64, FileFault> {
    let bytes = found.body.rest();
    if bytes.len() > 8 {
        return Err(found.body.fault(say!("refused-broken-number-bytes")));
    }
    Ok(bytes.iter().fold(0, |sum, &byte| sum << 8 | u64::from(byte)))
}

/// A floating-point number, rounded up to whole ticks.
fn ticks(found: &WebmElement<'_>) -> Result<u64, FileFault> {
    let value = match found.body.rest() {
        [] => 0.0,
        bytes => match (<[u8; 4]>::try_from(bytes), <[u8; 8]>::try_from(bytes)) {
            (Ok(four), _) => f64::from(f32::from_be_bytes(four)),
            (_, Ok(eight)) => f64::from_be_bytes(eight),
            _ => return Err(found.body.fault(say!("refused-broken-duration"))),
        },
    };
    if !value.is_finite() || value < 0.0 {
        return Err(found.body.fault(say!("refused-broken-duration")));
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates, and is not negative")]
    Ok(value.ceil() as u64)
}

fn unplayable(codec: Message) -> FileFault {
    FileFault::Codec { format: Format::Webm, codec, instead: say!("refused-instead-webm") }
}
