//! The outcome of letters: their recipients, and whether a mail server took them.

use record::Hash;
use rulebook::EntryId;
use serde::{Deserialize, Serialize};

/// The recipient of a letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Recipient {
    /// The contestant of an entry.
    Entry(EntryId),
    /// A volunteer, by their number.
    Person(u16),
}

/// The result of sending a letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Delivery {
    /// The mail server took it.
    Taken,
    /// The mail server did not take it, or could not be reached.
    NotTaken,
    /// Unknown: the connection ended before the mail server answered.
    Unknown,
}

/// The last letter sent to a recipient.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Posted {
    /// The hash of the letter; `None` after it was removed from the log.
    pub letter: Option<Hash>,
    /// The result; `None` while the letter is on its way, and after a server that ended meanwhile.
    pub delivery: Option<Delivery>,
}
