//! Messages as programs read them: in English. What is read back are these words, whatever the language of a page.

use language::Message;
use serde::{Deserialize, Deserializer, Serializer};

/// Writes a message in English.
///
/// # Errors
/// As the serializer says.
pub fn serialize<S: Serializer>(message: &Message, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(message)
}

/// Reads words.
///
/// # Errors
/// As the deserializer says.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Message, D::Error> {
    String::deserialize(deserializer).map(Message::from)
}

/// The same of a message that may be absent.
pub mod optional {
    use language::Message;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    /// Writes a message in English.
    ///
    /// # Errors
    /// As the serializer says.
    pub fn serialize<S: Serializer>(message: &Option<Message>, serializer: S) -> Result<S::Ok, S::Error> {
        message.as_ref().map(ToString::to_string).serialize(serializer)
    }

    /// Reads words.
    ///
    /// # Errors
    /// As the deserializer says.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Message>, D::Error> {
        Ok(Option::<String>::deserialize(deserializer)?.map(Message::from))
    }
}
