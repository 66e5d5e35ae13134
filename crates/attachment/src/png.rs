//! PNG: chunks, each with its length, its name and a check sum.
//!
//! The cleaned file keeps the picture, its palette, transparency and colour space, as numbers. Colour profiles are removed, as they
//! contain names and copyrights; so are texts, times, EXIF and the frames of an animation, of which the still picture remains.
//!
//! Source: W3C, Portable Network Graphics (PNG) Specification, third edition, sections 5 and 11.

use crate::{Attachment, FileFault, Format, cursor::Cursor, picture};

const SIGNATURE: usize = 8;

/// The chunks needed to show the picture in its true colours.
const KEPT: [&[u8; 4]; 9] = [b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"sBIT"];

pub(crate) fn read(bytes: &[u8]) -> Result<Attachment, FileFault> {
    let mut left = Cursor::new(Format::Png, bytes);
    let mut kept = left.take(SIGNATURE)?.to_vec();
    let mut pixels = None;
    let mut has_data = false;
    loop {
        let start = left.at();
        let length = left.u32_be()? as usize;
        let name: [u8; 4] = left.array()?;
        let mut data = left.part(length)?;
        let sum = left.u32_be()?;
        let chunk = &bytes[start..left.at()];
        if crc32fast::hash(&chunk[4..8 + length]) != sum {
            return Err(FileFault::broken(Format::Png, start, say!("refused-broken-chunk-sum")));
        }
        match &name {
            b"IHDR" if pixels.is_none() && start == SIGNATURE => pixels = Some((data.u32_be()?, data.u32_be()?)),
            _ if pixels.is_none() => {
                return Err(FileFault::broken(Format::Png, start, say!("refused-broken-no-header")));
            }
            b"IHDR" => return Err(FileFault::broken(Format::Png, start, say!("refused-broken-two-headers"))),
            b"IDAT" => has_data = true,
            // A name with an initial capital marks a critical chunk: no decoder may skip it.
            _ if name[0].is_ascii_uppercase() && !KEPT.contains(&&name) => {
                return Err(FileFault::broken(Format::Png, start, say!("refused-broken-unknown-chunk")));
            }
            _ => {}
        }
        if KEPT.contains(&&name) {
            kept.extend_from_slice(chunk);
        }
        if &name == b"IEND" {
            break;
        }
    }
    match pixels {
        Some(pixels) if has_data => Ok(picture(Format::Png, pixels, kept)),
        _ => Err(left.fault(say!("refused-broken-no-picture"))),
    }
}
