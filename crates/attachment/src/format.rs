//! The accepted formats: those that current browsers show and record.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The format of a file, from its first bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "AttachmentFormat")]
pub enum Format {
    /// Portable Network Graphics (W3C PNG, third edition), a still picture.
    Png,
    /// JPEG (ITU-T T.81), a still picture.
    Jpeg,
    /// GIF (versions 87a and 89a), one still picture.
    Gif,
    /// WebP (RFC 9649), one still picture.
    Webp,
    /// WAVE with uncompressed samples.
    Wav,
    /// MPEG-1, MPEG-2 and MPEG-2.5 audio, layer III.
    Mp3,
    /// ISO base media (ISO/IEC 14496-12), as phones and Safari record.
    Mp4,
    /// WebM, as Chromium and Firefox record.
    Webm,
}

/// The kind of content: picture, sound or video.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "AttachmentKind")]
pub enum FileKind {
    /// A still picture.
    Picture,
    /// A sound without a picture.
    Sound,
    /// A moving picture, with or without sound.
    Video,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 8] =
        [Self::Png, Self::Jpeg, Self::Gif, Self::Webp, Self::Wav, Self::Mp3, Self::Mp4, Self::Webm];

    /// The format that the first bytes of a file match, if any.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Option<Self> {
        Self::ALL.into_iter().find(|format| match format {
            Self::Png => bytes.starts_with(b"\x89PNG\r\n\x1a\n"),
            Self::Jpeg => bytes.starts_with(b"\xff\xd8\xff"),
            Self::Gif => bytes.starts_with(b"GIF87a") || bytes.starts_with(b"GIF89a"),
            Self::Webp => is_riff(bytes, *b"WEBP"),
            Self::Wav => is_riff(bytes, *b"WAVE"),
            Self::Mp3 => bytes.starts_with(b"ID3") || matches!(bytes, [0xff, second, ..] if is_layer_three(*second)),
            Self::Mp4 => bytes.get(4..8) == Some(b"ftyp"),
            Self::Webm => bytes.starts_with(b"\x1a\x45\xdf\xa3"),
        })
    }

    /// Returns whether a file of this format can be of this kind.
    #[must_use]
    pub fn can_be(self, kind: FileKind) -> bool {
        match self {
            Self::Png | Self::Jpeg | Self::Gif | Self::Webp => kind == FileKind::Picture,
            Self::Wav | Self::Mp3 => kind == FileKind::Sound,
            Self::Mp4 | Self::Webm => kind != FileKind::Picture,
        }
    }

    /// The media type (RFC 6838) for an HTTP header. An MP4 or WebM with only sound is `audio/…`.
    #[must_use]
    pub fn media_type(self, kind: FileKind) -> &'static str {
        match (self, kind) {
            (Self::Png, _) => "image/png",
            (Self::Jpeg, _) => "image/jpeg",
            (Self::Gif, _) => "image/gif",
            (Self::Webp, _) => "image/webp",
            (Self::Wav, _) => "audio/wav",
            (Self::Mp3, _) => "audio/mpeg",
            (Self::Mp4, FileKind::Sound) => "audio/mp4",
            (Self::Mp4, _) => "video/mp4",
            (Self::Webm, FileKind::Sound) => "audio/webm",
            (Self::Webm, _) => "video/webm",
        }
    }

    /// The extension of a file name, without a dot.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Jpeg => "jpg",
            Self::Gif => "gif",
            Self::Webp => "webp",
            Self::Wav => "wav",
            Self::Mp3 => "mp3",
            Self::Mp4 => "mp4",
            Self::Webm => "webm",
        }
    }
}

impl FileKind {
    /// Every kind.
    pub const ALL: [Self; 3] = [Self::Picture, Self::Sound, Self::Video];

    /// True for kinds with a duration: sound and video.
    #[must_use]
    pub fn plays(self) -> bool {
        self != Self::Picture
    }
}

/// Writes the English word, as in `a picture`.
impl fmt::Display for FileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Picture => "picture",
            Self::Sound => "sound",
            Self::Video => "video",
        })
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Png => "PNG",
            Self::Jpeg => "JPEG",
            Self::Gif => "GIF",
            Self::Webp => "WebP",
            Self::Wav => "WAV",
            Self::Mp3 => "MP3",
            Self::Mp4 => "MP4",
            Self::Webm => "WebM",
        })
    }
}

/// Checks the second byte of an MPEG audio frame: layer III and a valid version.
pub(crate) fn is_layer_three(second: u8) -> bool {
    second & 0b1110_0110 == 0b1110_0010 && second & 0b0001_1000 != 0b0000_1000
}

fn is_riff(bytes: &[u8], form: [u8; 4]) -> bool {
    bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(&form)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_a_page_and_a_document_are_no_format_whatever_they_are_called() {
        for bytes in [
            &b"<svg xmlns='http://www.w3.org/2000/svg'>"[..],
            b"<!doctype html>",
            b"%PDF-1.7",
            b"PK\x03\x04",
            b"OggS",
            b"BM",
        ] {
            assert_eq!(Format::of(bytes), None, "{bytes:?}");
        }
    }

    #[test]
    fn an_adts_stream_and_a_layer_that_does_not_exist_are_no_mp3() {
        assert_eq!(Format::of(&[0xff, 0xf1, 0x50]), None, "AAC in ADTS");
        assert_eq!(Format::of(&[0xff, 0xeb, 0x90]), None, "a version that is reserved");
        assert_eq!(Format::of(&[0xff, 0xfb, 0x90]), Some(Format::Mp3));
    }
}
