//! Why a file is not taken, and how its sender can mend it.

use crate::Format;

/// Why a file is not taken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// There is nothing in it.
    #[error("the file is empty")]
    Empty,
    /// It has more bytes than the limit.
    #[error("the file has {bytes} bytes, and {most} may be sent (make it smaller or shorter)")]
    TooManyBytes {
        /// How many it has.
        bytes: usize,
        /// How many it may have.
        most: usize,
    },
    /// It has more pixels than the limit.
    #[error("{width} x {height} are more pixels than the {most} that may be sent (make it smaller)")]
    TooManyPixels {
        /// Its width in pixels.
        width: u32,
        /// Its height in pixels.
        height: u32,
        /// How many pixels it may have, width times height.
        most: u64,
    },
    /// It plays longer than the limit.
    #[error("it plays for {}, longer than the {} that may be sent (make it shorter)", seconds(*.ms), seconds(*.most_ms))]
    TooLong {
        /// How long it plays, in milliseconds.
        ms: u64,
        /// How long it may play, in milliseconds.
        most_ms: u64,
    },
    /// Its first bytes tell no format that is taken.
    #[error(
        "the file is no picture, sound or video that can be sent (send PNG, JPEG, GIF, WebP, WAV, MP3, MP4 or WebM)"
    )]
    Unknown,
    /// It is cut off, or its parts contradict each other.
    #[error("the {format} file cannot be read at byte {at}: {what} (save it again, or send it in another format)")]
    Broken {
        /// What its first bytes say it is.
        format: Format,
        /// Where, in bytes from its beginning.
        at: usize,
        /// What is wrong there.
        what: &'static str,
    },
    /// It moves, in a format of stills.
    #[error("the {format} file moves (send a still picture, or a video as MP4 or WebM)")]
    Moving {
        /// What it is.
        format: Format,
    },
    /// What it holds was packed in a way that not every browser can unpack.
    #[error("the {format} file is packed with `{codec}`, which not everybody can play (send it with {instead})")]
    Codec {
        /// What it is.
        format: Format,
        /// The name that the file has for the way of packing.
        codec: String,
        /// What everybody can play in that format.
        instead: &'static str,
    },
    /// It has a track that is neither picture nor sound, and its samples cannot be told from the others'.
    #[error(
        "the {format} file has a track of `{track}`, which may say where it was taken (save it without, as picture and sound alone)"
    )]
    Track {
        /// What it is.
        format: Format,
        /// The name that the file has for what the track holds.
        track: String,
    },
}

impl Fault {
    pub(crate) fn broken(format: Format, at: usize, what: &'static str) -> Self {
        Self::Broken { format, at, what }
    }
}

/// Milliseconds as seconds: `1.5 s`.
fn seconds(ms: u64) -> String {
    let decimals = format!("{}.{:03}", ms / 1000, ms % 1000);
    format!("{} s", decimals.trim_end_matches('0').trim_end_matches('.'))
}

/// A name of four bytes as text: what no text can have is a question mark.
pub(crate) fn name_of(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| if byte.is_ascii_graphic() { char::from(byte) } else { '?' }).collect()
}
