//! The reasons to refuse a file, with advice for its sender.

use language::{Message, Say};

use crate::Format;

/// The reason a file is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileFault {
    /// The file is empty.
    Empty,
    /// The file has more bytes than the limit.
    TooManyBytes {
        /// Its size.
        bytes: usize,
        /// The limit.
        most: usize,
    },
    /// The picture or video has more pixels than the limit.
    TooManyPixels {
        /// Its width in pixels.
        width: u32,
        /// Its height in pixels.
        height: u32,
        /// The limit on width times height.
        most: u64,
    },
    /// The sound or video plays longer than the limit.
    TooLong {
        /// Its duration in milliseconds.
        ms: u64,
        /// The limit in milliseconds.
        most_ms: u64,
    },
    /// The first bytes match no accepted format.
    Unknown,
    /// The file is cut off, or its parts contradict each other.
    Broken {
        /// The format, from its first bytes.
        format: Format,
        /// The position, in bytes from the beginning.
        at: usize,
        /// The problem at that position.
        what: Message,
    },
    /// The file is animated, in a format for stills.
    Moving {
        /// Its format.
        format: Format,
    },
    /// The codec does not play in every browser.
    Codec {
        /// The format of the file.
        format: Format,
        /// The codec's name in the file.
        codec: Message,
        /// The codecs of that format that play everywhere.
        instead: Message,
    },
    /// The file has a track that is neither picture nor sound; its samples cannot be separated from the others.
    Track {
        /// The format of the file.
        format: Format,
        /// The track's type, as named in the file.
        track: String,
    },
}

impl Say for FileFault {
    fn message(&self) -> Message {
        match self {
            Self::Empty => say!("refused-file-empty"),
            Self::TooManyBytes { bytes, most } => say!("refused-file-bytes", bytes = bytes, most = most),
            Self::TooManyPixels { width, height, most } => {
                say!("refused-file-pixels", width = width, height = height, most = most)
            }
            Self::TooLong { ms, most_ms } => {
                say!("refused-file-long", time = seconds(*ms), most = seconds(*most_ms))
            }
            Self::Unknown => say!("refused-file-unknown"),
            Self::Broken { format, at, what } => {
                say!("refused-file-broken", format = format.to_string(), at = at, what = what.clone())
            }
            Self::Moving { format } => say!("refused-file-moving", format = format.to_string()),
            Self::Codec { format, codec, instead } => say!(
                "refused-file-codec",
                format = format.to_string(),
                codec = codec.clone(),
                instead = instead.clone()
            ),
            Self::Track { format, track } => {
                say!("refused-file-track", format = format.to_string(), track = track)
            }
        }
    }
}

display_in_english!(FileFault);

impl std::error::Error for FileFault {}

impl FileFault {
    pub(crate) fn broken(format: Format, at: usize, what: Message) -> Self {
        Self::Broken { format, at, what }
    }
}

/// Milliseconds as seconds: `1.5 s`.
fn seconds(ms: u64) -> String {
    let decimals = format!("{}.{:03}", ms / 1000, ms % 1000);
    format!("{} s", decimals.trim_end_matches('0').trim_end_matches('.'))
}

/// A four-byte name as text; a question mark replaces each byte outside printable ASCII.
pub(crate) fn name_of(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| if byte.is_ascii_graphic() { char::from(byte) } else { '?' }).collect()
}
