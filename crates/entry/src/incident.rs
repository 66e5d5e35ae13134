//! What an organiser is told about an entry: each incident says what happened and how to mend it.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Something the organiser should know about an entry; never shown to a judge.
///
/// Prints as a sentence. Serialises with its kind in `kind`. Names of directories are as found, control characters
/// replaced, cut at 255 characters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Incident {
    /// The program could not be started, or its folder not be made.
    #[error("the entry did not start: {why}; check its command and its folder")]
    DidNotStart {
        /// What the system said.
        why: String,
    },
    /// The program ended by itself.
    #[error("the program ended ({status}){}", ending(.last_words))]
    Exited {
        /// Exit status or signal.
        status: String,
        /// The end of what it wrote on standard error, at most 2 KiB; empty when it wrote nothing.
        last_words: String,
    },
    /// The program was started again.
    #[error("the program was started again (restart {count}); what it was told before is lost to it")]
    Restarted {
        /// How often, from 1.
        count: u32,
    },
    /// The program is not started again in this interview.
    #[error("the program is not started again in this interview; its contestant should look at why it ends")]
    GaveUp,
    /// No answer to a judge's line.
    #[error("no answer for {} s after a judge's line; see whether the program still runs", .lasting.as_secs())]
    Silent {
        /// How long it has been silent, in whole milliseconds.
        #[serde(with = "rulebook::time::millis")]
        lasting: Duration,
    },
    /// It spoke before the judge; what it said was withheld.
    #[error("the program spoke before the judge did, and its words were withheld; it should wait to be spoken to")]
    GreetedEarly,
    /// It printed bytes that are no text.
    #[error("the program printed bytes that are not UTF-8 ({invalid} in one line); it should print UTF-8 or ASCII")]
    NotText {
        /// Places in the line that were replaced.
        invalid: usize,
    },
    /// A line was cut.
    #[error("a line was cut after {limit} characters; the program should print shorter lines")]
    LongLine {
        /// The most characters of a line.
        limit: usize,
    },
    /// It says more than can be typed; the rest was dropped.
    #[error(
        "the program says more than can be typed: with {limit} keys waiting, the rest is dropped; it should say less"
    )]
    Flooded {
        /// The most keys that wait.
        limit: usize,
    },
    /// It does not read what it is told.
    #[error(
        "the program does not read its standard input, and a judge's line was dropped; it should read while it thinks"
    )]
    NotReading,
    /// A directory names no key.
    #[error("`{name}` names no key and was removed; the names of keys are those of the 2010 rules")]
    UnknownKeyName {
        /// The directory.
        name: String,
    },
    /// A directory's name is not of the form `number.key.other`.
    #[error(
        "`{name}` is not of the form `number.key.other` and was removed; the entry should name number, key and extension"
    )]
    Malformed {
        /// The directory.
        name: String,
    },
    /// A file where a directory belongs. Its key counts.
    #[error("`{name}` is not a directory; it counts as a key and stays; the entry should make directories")]
    NotADirectory {
        /// The file.
        name: String,
    },
    /// A directory that cannot be removed. Its key counts once.
    #[error("`{name}` cannot be removed; it counts once; empty it, or give permission to delete in the directory")]
    CannotDelete {
        /// The directory.
        name: String,
    },
    /// A judge's key could not be handed over yet.
    #[error("`{name}` cannot be made ({why}); it is tried again; check permission and space of the directory")]
    CannotCreate {
        /// The directory.
        name: String,
        /// What the system said.
        why: String,
    },
    /// The communications directory cannot be read.
    #[error("the communications directory cannot be read ({why}); it is tried again; check that it exists")]
    CannotList {
        /// What the system said.
        why: String,
    },
    /// A number that was used by the key before. The key counts.
    #[error(
        "`{name}` repeats the number of the key before it; it counts; the entry should number its keys one after the other"
    )]
    DuplicateNumber {
        /// The directory.
        name: String,
    },
    /// A number lower than one that came before. The key counts where it came.
    #[error("`{name}` came after a higher number; it counts where it came; the entry should never number backwards")]
    OutOfOrder {
        /// The directory.
        name: String,
    },
    /// Something in the directory that is nobody's.
    #[error(
        "`{name}` is neither the entry's key nor the judge's and is left alone; the directory should hold nothing else"
    )]
    WrongExtension {
        /// The name.
        name: String,
    },
    /// Keys from earlier were in the directory when the link began.
    #[error("{count} keys from earlier were found in the directory when the link began, and were removed unread")]
    LeftOver {
        /// How many.
        count: usize,
    },
    /// One kind has been reported as often as it will be.
    #[error("more incidents of the kind `{of}` follow and are not listed")]
    MoreOfTheSame {
        /// The kind.
        of: String,
    },
}

impl Incident {
    /// The name of its kind, as in `kind` of the serialised form.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::DidNotStart { .. } => "did-not-start",
            Self::Exited { .. } => "exited",
            Self::Restarted { .. } => "restarted",
            Self::GaveUp => "gave-up",
            Self::Silent { .. } => "silent",
            Self::GreetedEarly => "greeted-early",
            Self::NotText { .. } => "not-text",
            Self::LongLine { .. } => "long-line",
            Self::Flooded { .. } => "flooded",
            Self::NotReading => "not-reading",
            Self::UnknownKeyName { .. } => "unknown-key-name",
            Self::Malformed { .. } => "malformed",
            Self::NotADirectory { .. } => "not-a-directory",
            Self::CannotDelete { .. } => "cannot-delete",
            Self::CannotCreate { .. } => "cannot-create",
            Self::CannotList { .. } => "cannot-list",
            Self::DuplicateNumber { .. } => "duplicate-number",
            Self::OutOfOrder { .. } => "out-of-order",
            Self::WrongExtension { .. } => "wrong-extension",
            Self::LeftOver { .. } => "left-over",
            Self::MoreOfTheSame { .. } => "more-of-the-same",
        }
    }
}

fn ending(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("; its last words were: {text}") }
}
