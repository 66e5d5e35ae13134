//! Serialises messages for programs: in English, whatever the language of a page. They are read back as these words.

use language::Message;
use serde::{Deserialize, Deserializer, Serializer};

/// Writes a message in English.
///
/// # Errors
/// Those of the serializer.
pub fn serialize<S: Serializer>(message: &Message, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(message)
}

/// Reads words.
///
/// # Errors
/// Those of the deserializer.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Message, D::Error> {
    String::deserialize(deserializer).map(Message::from)
}

/// Serialises a message that may be absent.
pub mod optional {
    use language::Message;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    /// Writes a message in English.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn serialize<S: Serializer>(message: &Option<Message>, serializer: S) -> Result<S::Ok, S::Error> {
        message.as_ref().map(ToString::to_string).serialize(serializer)
    }

    /// Reads words.
    ///
    /// # Errors
    /// Those of the deserializer.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Message>, D::Error> {
        Ok(Option::<String>::deserialize(deserializer)?.map(Message::from))
    }
}
