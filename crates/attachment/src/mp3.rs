//! MP3: a sequence of frames. Tags before and after them are removed, and so is a first frame with the encoder's name in place
//! of sound.
//!
//! Source: ISO/IEC 11172-3 (1993) and 13818-3 (1998), section 2.4; id3.org, ID3 2.4.0, section 3.1.

use crate::{Attachment, FileFault, Format, cursor::Cursor, format::is_layer_three, sound};

/// Kilobits per second, by the index in a frame's head: of MPEG-1, and of MPEG-2 and 2.5.
const RATES_1: [u32; 15] = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const RATES_2: [u32; 15] = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
/// Samples per second of MPEG-1; MPEG-2 has half as many, MPEG-2.5 a quarter.
const SAMPLES: [u32; 3] = [44_100, 48_000, 32_000];
/// The first bytes of tags that may follow the last frame.
const TAGS_BEHIND: [&[u8]; 4] = [b"TAG", b"APETAGEX", b"LYRICSBEGIN", b"ID3"];

pub(crate) fn read(bytes: &[u8]) -> Result<Attachment, FileFault> {
    let mut left = Cursor::new(Format::Mp3, bytes);
    tags_before(&mut left)?;
    let mut kept = Vec::new();
    let mut microseconds = 0;
    while !left.is_at_end() && !TAGS_BEHIND.iter().any(|tag| left.rest().starts_with(tag)) {
        // A truncated recording ends in half a frame, a padded one in zeros.
        if left.left() < 4 || left.rest().iter().all(|byte| *byte == 0) {
            break;
        }
        let Some(frame) = Frame::of(left.rest()) else { return Err(left.fault(say!("refused-broken-no-frame"))) };
        if frame.bytes > left.left() {
            break;
        }
        let data = left.take(frame.bytes)?;
        // Only a frame before all sound can be an index.
        let tells_encoder = kept.is_empty() && frame.is_index(data);
        if !tells_encoder {
            microseconds += frame.microseconds;
            kept.extend_from_slice(data);
        }
    }
    if kept.is_empty() {
        return Err(left.fault(say!("refused-broken-no-sound")));
    }
    Ok(sound(Format::Mp3, microseconds / 1000, kept))
}

/// Skips ID3 tags at the beginning. Their length is in four bytes of seven bits each.
fn tags_before(left: &mut Cursor<'_>) -> Result<(), FileFault> {
    while left.rest().starts_with(b"ID3") {
        left.take(5)?;
        let has_footer = left.byte()? & 0x10 != 0;
        let length = left.array::<4>()?.iter().fold(0, |sum, byte| sum << 7 | usize::from(byte & 0x7f));
        left.take(length + if has_footer { 10 } else { 0 })?;
    }
    Ok(())
}

/// The head of a frame.
struct Frame {
    bytes: usize,
    microseconds: u64,
    /// The position of its samples, after head, check sum and side information.
    body: usize,
}

impl Frame {
    fn of(bytes: &[u8]) -> Option<Self> {
        let [0xff, second, third, fourth, ..] = *bytes else { return None };
        if !is_layer_three(second) {
            return None;
        }
        let (is_first_version, divisor) = match second >> 3 & 3 {
            3 => (true, 1),
            2 => (false, 2),
            _ => (false, 4),
        };
        let rates = if is_first_version { &RATES_1 } else { &RATES_2 };
        let rate = *rates.get(usize::from(third >> 4)).filter(|rate| **rate > 0)?;
        let samples = SAMPLES.get(usize::from(third >> 2 & 3))? / divisor;
        let count = if is_first_version { 1152 } else { 576 };
        let padding = u32::from(third >> 1 & 1);
        let is_mono = fourth >> 6 == 3;
        let side = match (is_first_version, is_mono) {
            (true, false) => 32,
            (true, true) | (false, false) => 17,
            (false, true) => 9,
        };
        let checked = if second & 1 == 0 { 2 } else { 0 };
        Some(Self {
            bytes: (count / 8 * rate * 1000 / samples + padding) as usize,
            microseconds: u64::from(count) * 1_000_000 / u64::from(samples),
            body: 4 + checked + side,
        })
    }

    /// True for a frame that holds an index of the file and the encoder's name in place of sound.
    fn is_index(&self, data: &[u8]) -> bool {
        let begins = |at: usize, name: &[u8]| data.get(at..).is_some_and(|rest| rest.starts_with(name));
        begins(self.body, b"Xing") || begins(self.body, b"Info") || begins(36, b"VBRI")
    }
}
