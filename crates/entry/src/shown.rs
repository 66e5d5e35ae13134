//! Files that a judge shows beside the typed text, and the sentences about them for programs that cannot take files.
//!
//! Every program receives them at the same moment as any other witness. A program that takes pictures, sounds or videos
//! receives the file; any other receives a line about it, typed as the judge, so that it can answer that it sees
//! nothing. The caller supplies these sentences.

use std::{fmt, sync::Arc};

use attachment::{FileKind, Format};

/// A file that the judge shows.
#[derive(Clone, PartialEq, Eq)]
pub struct JudgeFile {
    /// Its kind: seen, heard or both.
    pub kind: FileKind,
    /// Its file format.
    pub format: Format,
    /// The judge's description; may be empty.
    pub description: String,
    /// The line about it for a program that receives the file.
    pub seen: String,
    /// The line about it for a program that does not.
    pub unseen: String,
    /// The content, the same for every participant; `None` if it is no longer available.
    pub bytes: Option<Arc<[u8]>>,
}

impl JudgeFile {
    /// The media type, as in HTTP.
    #[must_use]
    pub fn media_type(&self) -> &'static str {
        self.format.media_type(self.kind)
    }
}

impl fmt::Debug for JudgeFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("JudgeFile")
            .field("kind", &self.kind)
            .field("format", &self.format)
            .field("description", &self.description)
            .field("bytes", &self.bytes.as_ref().map(|bytes| bytes.len()))
            .finish()
    }
}
