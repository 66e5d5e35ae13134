//! A part of a fact that can be taken out of the record without breaking it.
//!
//! Text, names and ballots are private: the record's tree holds only a salted commitment to them, and the data stands
//! beside it. After a redaction or an erasure request the data is gone, and the type says so.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Data that may have been redacted. Serialises as the data, or `null`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Private<T> {
    /// The data is there.
    Held(T),
    /// The data was taken out, or was not handed over; only the commitment is left.
    #[default]
    Redacted,
}

impl<T> Private<T> {
    /// The data, if it is there.
    pub fn held(&self) -> Option<&T> {
        match self {
            Self::Held(data) => Some(data),
            Self::Redacted => None,
        }
    }
}

impl<T: Serialize> Serialize for Private<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.held().serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Private<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Option::deserialize(deserializer)?.map_or(Self::Redacted, Self::Held))
    }
}
