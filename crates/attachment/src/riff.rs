//! RIFF: the chunks of WAV and WebP.

use crate::{FileFault, Format, cursor::Cursor};

/// A chunk: its name, the position of its data, and the data.
pub(crate) struct Chunk<'b> {
    pub(crate) name: [u8; 4],
    pub(crate) at: usize,
    pub(crate) data: &'b [u8],
}

/// The length of a chunk of unknown length, as in an unfinished recording.
const UNKNOWN: u32 = u32::MAX;

/// The chunks of a file, in order, up to the length in the file's head. A chunk of unknown length reaches to the end.
pub(crate) fn chunks(format: Format, bytes: &[u8]) -> Result<Vec<Chunk<'_>>, FileFault> {
    let mut head = Cursor::new(format, bytes);
    head.take(4)?;
    let length = head.u32_le()?;
    head.take(4)?;
    let whole = match length {
        UNKNOWN | 0 => bytes,
        length => bytes.get(..(length as usize).saturating_add(8)).unwrap_or(bytes),
    };
    let mut left = Cursor::new(format, whole);
    left.take(12)?;
    let mut chunks = Vec::new();
    while left.left() >= 8 {
        let name = left.array()?;
        let length = left.u32_le()?;
        let at = left.at();
        let known = if length == UNKNOWN { left.left() } else { length as usize };
        let data = left.take(known)?;
        if known % 2 == 1 && !left.is_at_end() {
            left.byte()?;
        }
        chunks.push(Chunk { name, at, data });
    }
    Ok(chunks)
}

/// A file made of these chunks.
pub(crate) fn written(form: [u8; 4], chunks: &[([u8; 4], &[u8])]) -> Vec<u8> {
    let mut body = form.to_vec();
    for (name, data) in chunks {
        body.extend_from_slice(name);
        body.extend_from_slice(&length(data.len()));
        body.extend_from_slice(data);
        if data.len() % 2 == 1 {
            body.push(0);
        }
    }
    let mut bytes = b"RIFF".to_vec();
    bytes.extend_from_slice(&length(body.len()));
    bytes.extend_from_slice(&body);
    bytes
}

/// A length as four bytes. The lengths of the source fit in four bytes, and the output is no longer.
fn length(bytes: usize) -> [u8; 4] {
    u32::try_from(bytes).unwrap_or(UNKNOWN).to_le_bytes()
}
