//! Pictures, sounds and short videos that people hand in: what a file is, and the same file without what tells who made it,
//! where and when.
//!
//! Nothing is believed that a sender says of a file. Its [`Format`] is told by its first bytes, its measures by its structure, and
//! [`read`] goes through that structure from end to end. What comes out is made of an allow-list: parts that are needed to
//! show or play the file are copied; everything else is left out, or overwritten with zeros where other parts are found by their
//! distance. So the place a picture was taken at, the name of a camera's owner, a thumbnail of what was cut away, and bytes behind
//! the end are gone, whatever they are called.
//!
//! Pixels and samples are not decoded. A browser that shows a picture sets room aside by its measures, which [`Limits`] bound; that is
//! what a decompression bomb needs. What an encoder writes between the samples of a video (its name and settings) stays.
//!
//! This crate knows no contest. Who may hand in what is a rulebook's matter.

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may stop at the first surprise"))]

// What people read is made of messages.
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

pub use fault::Fault;
pub use format::{Format, Kind};

/// How large a file may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of the file as it was handed in.
    pub bytes_max: usize,
    /// Width times height of a picture or a video, in pixels.
    pub pixels_max: u64,
    /// How long a sound or a video plays, in milliseconds.
    pub duration_ms_max: u64,
}

/// A file that was read and cleaned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attachment {
    /// What it is.
    pub format: Format,
    /// Whether it is seen, heard or both.
    pub kind: Kind,
    /// Width and height in pixels, of what is seen. A picture that has to be turned has the measures from before.
    pub pixels: Option<(u32, u32)>,
    /// How long it plays, in milliseconds, of what takes time.
    pub duration_ms: Option<u64>,
    /// The file without what tells who made it, where and when. Reading it again gives the same bytes.
    pub bytes: Vec<u8>,
}

/// Reads a file and cleans it.
///
/// # Errors
/// [`Fault`] when the file is empty, larger or longer than the limits, of another format than those of [`Format`], cut off or
/// contradicts itself, or holds something that cannot be taken out of it.
pub fn read(bytes: &[u8], limits: &Limits) -> Result<Attachment, Fault> {
    if bytes.is_empty() {
        return Err(Fault::Empty);
    }
    if bytes.len() > limits.bytes_max {
        return Err(Fault::TooManyBytes { bytes: bytes.len(), most: limits.bytes_max });
    }
    let format = Format::of(bytes).ok_or(Fault::Unknown)?;
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

fn within(attachment: &Attachment, limits: &Limits) -> Result<(), Fault> {
    if let Some((width, height)) = attachment.pixels {
        if width == 0 || height == 0 {
            return Err(Fault::broken(attachment.format, 0, say!("refused-broken-no-size")));
        }
        if u64::from(width) * u64::from(height) > limits.pixels_max {
            return Err(Fault::TooManyPixels { width, height, most: limits.pixels_max });
        }
    }
    match attachment.duration_ms {
        Some(ms) if ms > limits.duration_ms_max => Err(Fault::TooLong { ms, most_ms: limits.duration_ms_max }),
        _ => Ok(()),
    }
}

/// A still picture.
fn picture(format: Format, pixels: (u32, u32), bytes: Vec<u8>) -> Attachment {
    Attachment { format, kind: Kind::Picture, pixels: Some(pixels), duration_ms: None, bytes }
}

/// A sound alone.
fn sound(format: Format, duration_ms: u64, bytes: Vec<u8>) -> Attachment {
    Attachment { format, kind: Kind::Sound, pixels: None, duration_ms: Some(duration_ms), bytes }
}
