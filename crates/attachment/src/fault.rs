//! Why a file is not taken, and how its sender can mend it.

use language::{Message, Say};

use crate::Format;

/// Why a file is not taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// There is nothing in it.
    Empty,
    /// It has more bytes than the limit.
    TooManyBytes {
        /// How many it has.
        bytes: usize,
        /// How many it may have.
        most: usize,
    },
    /// It has more pixels than the limit.
    TooManyPixels {
        /// Its width in pixels.
        width: u32,
        /// Its height in pixels.
        height: u32,
        /// How many pixels it may have, width times height.
        most: u64,
    },
    /// It plays longer than the limit.
    TooLong {
        /// How long it plays, in milliseconds.
        ms: u64,
        /// How long it may play, in milliseconds.
        most_ms: u64,
    },
    /// Its first bytes tell no format that is taken.
    Unknown,
    /// It is cut off, or its parts contradict each other.
    Broken {
        /// What its first bytes say it is.
        format: Format,
        /// Where, in bytes from its beginning.
        at: usize,
        /// What is wrong there.
        what: Message,
    },
    /// It moves, in a format of stills.
    Moving {
        /// What it is.
        format: Format,
    },
    /// What it holds was packed in a way that not every browser can unpack.
    Codec {
        /// What it is.
        format: Format,
        /// The name that the file has for the way of packing.
        codec: Message,
        /// What everybody can play in that format.
        instead: Message,
    },
    /// It has a track that is neither picture nor sound, and its samples cannot be told from the others'.
    Track {
        /// What it is.
        format: Format,
        /// The name that the file has for what the track holds.
        track: String,
    },
}

impl Say for Fault {
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

display_in_english!(Fault);

impl std::error::Error for Fault {}

impl Fault {
    pub(crate) fn broken(format: Format, at: usize, what: Message) -> Self {
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
