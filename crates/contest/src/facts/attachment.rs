//! Files that a judge shows a witness: pictures, sounds, short videos.
//!
//! The event names the file by its hash; the bytes are kept outside the record, in a store and in a bundle's folder
//! `attachments`. This module describes a file, checks it against the rules, and words it for a witness that reads only
//! text. The crate `attachment` reads and cleans files.

use std::fmt;

use attachment::{Attachment, FileKind, Format};
use language::Message;
use record::Hash;
use rulebook::schema::AttachmentRules;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Refusal, refusal::either};

/// The longest description, in characters.
pub const DESCRIPTION_MAX: usize = 200;

/// A file that a judge showed, with the hash of its bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AttachmentFile {
    /// SHA-256 of the file's bytes as they were shown, after metadata such as author, place and date was removed.
    #[schemars(with = "String", regex(pattern = r"^[0-9a-f]{64}$"))]
    pub hash: Hash,
    /// The file's format, detected from its bytes.
    pub format: Format,
    /// The kind: picture, sound or video.
    pub kind: FileKind,
    /// The file's size.
    #[schemars(extend("x-unit" = "bytes"))]
    pub bytes: u64,
    /// The measures of the picture or video; absent from a sound.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pixels: Option<Pixels>,
    /// The playing time; absent from a picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-unit" = "milliseconds"))]
    pub duration_ms: Option<u64>,
}

/// The measures of a picture or video.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pixels {
    /// The width.
    #[schemars(extend("x-unit" = "pixels"))]
    pub width: u32,
    /// The height.
    #[schemars(extend("x-unit" = "pixels"))]
    pub height: u32,
}

impl AttachmentFile {
    /// The description of a file that was read and cleaned.
    #[must_use]
    pub fn of(attachment: &Attachment) -> Self {
        let Attachment { format, kind, pixels, duration_ms, ref bytes } = *attachment;
        Self {
            hash: Hash::of(&[bytes]),
            format,
            kind,
            bytes: u64::try_from(bytes.len()).unwrap_or(u64::MAX),
            pixels: pixels.map(|(width, height)| Pixels { width, height }),
            duration_ms,
        }
    }

    /// The name of the file in a bundle's folder `attachments`.
    #[must_use]
    pub fn file_name(&self) -> String {
        format!("{}.{}", self.hash, self.format.extension())
    }

    /// True if these bytes are the file.
    #[must_use]
    pub fn is(&self, bytes: &[u8]) -> bool {
        u64::try_from(bytes.len()) == Ok(self.bytes) && Hash::of(&[bytes]) == self.hash
    }

    /// Checks the file against the rules.
    ///
    /// # Errors
    /// The refusal for the judge.
    pub fn permit(&self, rules: &AttachmentRules) -> Result<(), Refusal> {
        let limits = rules.limits();
        let has_measures = self.pixels.is_some() == (self.kind != FileKind::Sound);
        let has_length = self.duration_ms.is_some() == self.kind.plays();
        if !self.format.can_be(self.kind) || !has_measures || !has_length || self.bytes == 0 {
            return Err(Refusal::NoAttachment);
        }
        if !rules.kinds.contains(&self.kind) {
            return Err(Refusal::KindNotShown(kinds(&rules.kinds)));
        }
        if self.bytes > u64::from(rules.bytes) {
            return Err(Refusal::TooManyBytes(rules.bytes));
        }
        if let Some(Pixels { width, height }) = self.pixels {
            let pixels = u64::from(width) * u64::from(height);
            if pixels == 0 {
                return Err(Refusal::NoAttachment);
            }
            if pixels > limits.pixels_max {
                return Err(Refusal::TooManyPixels(limits.pixels_max));
            }
        }
        if self.duration_ms.is_some_and(|ms| ms > limits.duration_ms_max) {
            return Err(Refusal::PlaysTooLong(rules.longest));
        }
        Ok(())
    }
}

/// A file that a judge is about to show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Showing<'a> {
    /// The playing time that the event gives, in milliseconds; absent from a picture.
    pub plays_ms: Option<u64>,
    /// The file; absent when it was redacted: then only the playing time is checked.
    pub file: Option<&'a AttachmentFile>,
}

impl Showing<'_> {
    /// Checks the file against the rules.
    ///
    /// # Errors
    /// The refusal for the judge.
    pub fn permit(self, rules: &AttachmentRules) -> Result<(), Refusal> {
        if self.file.is_some_and(|file| file.duration_ms != self.plays_ms) {
            return Err(Refusal::NoAttachment);
        }
        if self.plays_ms.is_some_and(|ms| ms > rules.limits().duration_ms_max) {
            return Err(Refusal::PlaysTooLong(rules.longest));
        }
        self.file.map_or(Ok(()), |file| file.permit(rules))
    }
}

/// A file and the judge's description of it. Its `Display` is the line that replaces the file in a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShownFile {
    /// The file.
    #[serde(flatten)]
    pub file: AttachmentFile,
    /// The judge's description; absent where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

impl ShownFile {
    /// The line that precedes the file, for a program that takes it.
    #[must_use]
    pub fn seen(&self) -> String {
        format!("[The judge shows a {}{}.]", self.file.kind, self.described())
    }

    /// The line that replaces the file, for a witness that does not take it.
    #[must_use]
    pub fn unseen(&self) -> String {
        let perceive = if self.file.kind == FileKind::Sound { "hear" } else { "see" };
        format!("[The judge shows a {}{}. You cannot {perceive} it.]", self.file.kind, self.described())
    }

    /// The description behind a colon, without a full stop; empty where there is none.
    fn described(&self) -> String {
        let description = self.description.as_deref().map(|words| words.trim_end_matches('.')).unwrap_or_default();
        if description.is_empty() { String::new() } else { format!(": {description}") }
    }
}

impl fmt::Display for ShownFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[shows a {}{}]", self.file.kind, self.described())
    }
}

/// Checks a description: absent, or one line of 1 to `DESCRIPTION_MAX` characters without spaces around it.
///
/// # Errors
/// The refusal for the judge.
pub fn permit_description(description: Option<&str>) -> Result<(), Refusal> {
    let fits = description.is_none_or(|words| {
        let is_line = words.trim() == words && !words.chars().any(char::is_control);
        is_line && (1..=DESCRIPTION_MAX).contains(&words.chars().count())
    });
    if fits { Ok(()) } else { Err(Refusal::BadDescription(DESCRIPTION_MAX)) }
}

/// The permitted kinds, for a sentence: `a picture or a sound`.
fn kinds(kinds: &[FileKind]) -> Message {
    let shown = FileKind::ALL.iter().filter(|kind| kinds.contains(kind));
    either(shown.map(|kind| say!("refused-kind", kind = kind.to_string())))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn drawing() -> AttachmentFile {
        AttachmentFile {
            hash: Hash::of(&[b"a drawing"]),
            format: Format::Png,
            kind: FileKind::Picture,
            bytes: 9,
            pixels: Some(Pixels { width: 640, height: 480 }),
            duration_ms: None,
        }
    }

    fn rules() -> AttachmentRules {
        let (bytes, longest) = (4 << 20, Duration::from_secs(60));
        AttachmentRules { kinds: vec![FileKind::Picture, FileKind::Sound], most: 2, bytes, longest }
    }

    #[test]
    fn a_file_is_told_in_words_with_and_without_a_description() {
        let told = |description: Option<&str>, kind| {
            let shown = ShownFile {
                file: AttachmentFile { kind, ..drawing() },
                description: description.map(ToOwned::to_owned),
            };
            (shown.to_string(), shown.unseen())
        };
        let seen = ShownFile { file: drawing(), description: Some("a house.".to_owned()) }.seen();
        assert_eq!(seen, "[The judge shows a picture: a house.]");
        assert_eq!(told(None, FileKind::Picture).1, "[The judge shows a picture. You cannot see it.]");
        assert_eq!(
            told(Some("two notes."), FileKind::Sound).1,
            "[The judge shows a sound: two notes. You cannot hear it.]"
        );
        assert_eq!(told(Some("a red house"), FileKind::Video).0, "[shows a video: a red house]");
    }

    #[test]
    fn a_file_is_shown_up_to_each_of_its_bounds_and_not_beyond() {
        let sound = AttachmentFile {
            format: Format::Wav,
            kind: FileKind::Sound,
            pixels: None,
            duration_ms: Some(60_000),
            ..drawing()
        };
        let video = AttachmentFile { format: Format::Webm, kind: FileKind::Video, duration_ms: Some(1), ..drawing() };
        let pixels = |width, height| AttachmentFile { pixels: Some(Pixels { width, height }), ..drawing() };
        assert_eq!(drawing().permit(&rules()), Ok(()));
        assert_eq!(sound.permit(&rules()), Ok(()));
        assert_eq!(AttachmentFile { bytes: 4 << 20, ..drawing() }.permit(&rules()), Ok(()));
        assert_eq!(pixels(4000, 4000).permit(&rules()), Ok(()));
        assert_eq!(
            AttachmentFile { bytes: (4 << 20) + 1, ..drawing() }.permit(&rules()),
            Err(Refusal::TooManyBytes(4 << 20))
        );
        assert_eq!(pixels(4000, 4001).permit(&rules()), Err(Refusal::TooManyPixels(16_000_000)));
        assert_eq!(
            AttachmentFile { duration_ms: Some(60_001), ..sound }.permit(&rules()),
            Err(Refusal::PlaysTooLong(Duration::from_secs(60)))
        );
        let Err(Refusal::KindNotShown(shown)) = video.permit(&rules()) else { panic!("a video is shown") };
        assert_eq!(shown.to_string(), "a picture or a sound");
    }

    #[test]
    fn a_file_that_contradicts_itself_is_none() {
        for file in [
            AttachmentFile { kind: FileKind::Sound, ..drawing() },
            AttachmentFile { pixels: None, ..drawing() },
            AttachmentFile { pixels: Some(Pixels { width: 0, height: 480 }), ..drawing() },
            AttachmentFile { duration_ms: Some(1), ..drawing() },
            AttachmentFile { bytes: 0, ..drawing() },
            AttachmentFile { format: Format::Wav, kind: FileKind::Sound, ..drawing() },
        ] {
            assert_eq!(file.permit(&rules()), Err(Refusal::NoAttachment), "{file:?}");
        }
    }

    #[test]
    fn a_description_is_a_line_of_up_to_200_characters() {
        assert_eq!(permit_description(None), Ok(()));
        assert_eq!(permit_description(Some("é".repeat(200).as_str())), Ok(()));
        for bad in ["", " ", "a\nb", "a ", &"é".repeat(201)] {
            assert_eq!(permit_description(Some(bad)), Err(Refusal::BadDescription(200)), "{bad:?}");
        }
    }
}
