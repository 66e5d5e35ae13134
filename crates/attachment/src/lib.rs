//! Uploaded pictures, sounds and short videos: detects the format of a file and removes traces of its author, place and time.
//!
//! The sender's statements about a file do not count. Its [`Format`] comes from its first bytes, its dimensions from its structure,
//! and [`read`] goes through that structure from end to end. The output follows an allow-list: parts needed to show or play the
//! file are copied; everything else is removed, or overwritten with zeros in formats that locate other parts by offset. So the
//! place of a picture, the name of a camera's owner, a thumbnail of a cropped area, and bytes after the end are gone, under
//! every name.
//!
//! Pixels and samples are not decoded. A browser allocates memory by a picture's dimensions, so [`Limits`] on them stop
//! decompression bombs. Data that an encoder writes between the samples of a video (its name and settings) stays.
//!
//! This crate knows no contest. A rulebook decides about permission to upload.

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may stop at the first surprise"))]

// Text for people consists of messages.
#[macro_use]
extern crate language;

mod cursor;
mod fault;
mod format;
mod gif;
mod jpeg;
mod mp3;
mod mp4;
mod png;
mod riff;
mod wav;
mod webm;
mod webp;

pub use fault::FileFault;
pub use format::{FileKind, Format};

/// The limits on size and duration of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The maximum size of the uploaded file in bytes.
    pub bytes_max: usize,
    /// The maximum of width times height of a picture or a video, in pixels.
    pub pixels_max: u64,
    /// The maximum duration of a sound or a video, in milliseconds.
    pub duration_ms_max: u64,
}

/// A file after reading and cleaning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attachment {
    /// Its format.
    pub format: Format,
    /// Its kind: picture, sound or video.
    pub kind: FileKind,
    /// Width and height in pixels of a picture or video, before any EXIF rotation.
    pub pixels: Option<(u32, u32)>,
    /// The duration of a sound or video, in milliseconds.
    pub duration_ms: Option<u64>,
    /// The file without traces of author, place and time. Reading it again gives the same bytes.
    pub bytes: Vec<u8>,
}

/// Reads a file and cleans it.
///
/// # Errors
/// [`FileFault`] if the file is empty, exceeds a limit, is in no [`Format`], is cut off, contradicts itself, or holds something
/// that cannot be removed.
pub fn read(bytes: &[u8], limits: &Limits) -> Result<Attachment, FileFault> {
    if bytes.is_empty() {
        return Err(FileFault::Empty);
    }
    if bytes.len() > limits.bytes_max {
        return Err(FileFault::TooManyBytes { bytes: bytes.len(), most: limits.bytes_max });
    }
    let format = Format::of(bytes).ok_or(FileFault::Unknown)?;
    let attachment = match format {
        Format::Png => png::read(bytes),
        Format::Jpeg => jpeg::read(bytes),
        Format::Gif => gif::read(bytes),
        Format::Webp => webp::read(bytes),
        Format::Wav => wav::read(bytes),
        Format::Mp3 => mp3::read(bytes),
        Format::Mp4 => mp4::read(bytes),
        Format::Webm => webm::read(bytes),
    }?;
    within(&attachment, limits)?;
    Ok(attachment)
}

fn within(attachment: &Attachment, limits: &Limits) -> Result<(), FileFault> {
    if let Some((width, height)) = attachment.pixels {
        if width == 0 || height == 0 {
            return Err(FileFault::broken(attachment.format, 0, say!("refused-broken-no-size")));
        }
        if u64::from(width) * u64::from(height) > limits.pixels_max {
            return Err(FileFault::TooManyPixels { width, height, most: limits.pixels_max });
        }
    }
    match attachment.duration_ms {
        Some(ms) if ms > limits.duration_ms_max => Err(FileFault::TooLong { ms, most_ms: limits.duration_ms_max }),
        _ => Ok(()),
    }
}

/// A still picture as an attachment.
fn picture(format: Format, pixels: (u32, u32), bytes: Vec<u8>) -> Attachment {
    Attachment { format, kind: FileKind::Picture, pixels: Some(pixels), duration_ms: None, bytes }
}

/// A sound as an attachment.
fn sound(format: Format, duration_ms: u64, bytes: Vec<u8>) -> Attachment {
    Attachment { format, kind: FileKind::Sound, pixels: None, duration_ms: Some(duration_ms), bytes }
}
