//! WebP: one still picture and its transparency. Profiles, EXIF and XMP are removed.
//!
//! Source: RFC 9649 (2024), section 2.

use crate::{
    Attachment, FileFault, Format, picture,
    riff::{self, Chunk},
};

/// The only flag of the extended head to keep: transparency.
const ALPHA: u8 = 0x10;
const ANIMATION: u8 = 0x02;

pub(crate) fn read(bytes: &[u8]) -> Result<Attachment, FileFault> {
    let chunks = riff::chunks(Format::Webp, bytes)?;
    if chunks.iter().any(|chunk| matches!(&chunk.name, b"ANIM" | b"ANMF")) {
        return Err(FileFault::Moving { format: Format::Webp });
    }
    let mut pictures = chunks.iter().filter(|chunk| matches!(&chunk.name, b"VP8 " | b"VP8L"));
    let (data, pixels) = match (pictures.next(), pictures.next()) {
        (Some(chunk), None) => (chunk, measured(chunk)?),
        _ => return Err(FileFault::broken(Format::Webp, 12, say!("refused-broken-one-picture"))),
    };
    let alpha = chunks.iter().find(|chunk| &chunk.name == b"ALPH");
    let kept = match chunks.iter().find(|chunk| &chunk.name == b"VP8X") {
        None => riff::written(*b"WEBP", &[(data.name, data.data)]),
        Some(head) => {
            let head = extended(head, pixels)?;
            let mut parts: Vec<([u8; 4], &[u8])> = vec![(*b"VP8X", &head)];
            parts.extend(alpha.map(|alpha| (alpha.name, alpha.data)));
            parts.push((data.name, data.data));
            riff::written(*b"WEBP", &parts)
        }
    };
    Ok(picture(Format::Webp, pixels, kept))
}

/// The extended head with all flags but transparency cleared.
fn extended(head: &Chunk<'_>, pixels: (u32, u32)) -> Result<[u8; 10], FileFault> {
    let fault = |what| FileFault::broken(Format::Webp, head.at, what);
    let mut bytes: [u8; 10] = head.data.try_into().map_err(|_| fault(say!("refused-broken-head-size")))?;
    if bytes[0] & ANIMATION != 0 {
        return Err(FileFault::Moving { format: Format::Webp });
    }
    let side = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], 0]) + 1;
    if (side(4), side(7)) != pixels {
        return Err(fault(say!("refused-broken-measures")));
    }
    bytes[0] &= ALPHA;
    bytes[1..4].fill(0);
    Ok(bytes)
}

/// Width and height, from the picture's own data.
fn measured(chunk: &Chunk<'_>) -> Result<(u32, u32), FileFault> {
    let fault = |what| FileFault::broken(Format::Webp, chunk.at, what);
    match (&chunk.name, chunk.data) {
        (b"VP8L", [0x2f, a, b, c, d, ..]) => {
            let bits = u32::from_le_bytes([*a, *b, *c, *d]);
            Ok(((bits & 0x3fff) + 1, (bits >> 14 & 0x3fff) + 1))
        }
        (b"VP8 ", [_, _, _, 0x9d, 0x01, 0x2a, a, b, c, d, ..]) => {
            let side = |low: u8, high: u8| u32::from(u16::from_le_bytes([low, high]) & 0x3fff);
            Ok((side(*a, *b), side(*c, *d)))
        }
        _ => Err(fault(say!("refused-broken-picture-head"))),
    }
}
