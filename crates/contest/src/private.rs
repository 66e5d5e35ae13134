//! A part of a fact that can be taken out of the record without breaking it.
//!
//! Text, names and ballots are private: the record's tree holds only a salted commitment to them, and the data stands
//! beside it. After a redaction or an erasure request the data is gone, and the type says so.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer, ser::SerializeStruct};

/// Data that may have been redacted. A field of an event with this type is a part of its own in the record.
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
        let mut marked = serializer.serialize_struct("Private", 1)?;
        marked.serialize_field(MARK, &self.held())?;
        marked.end()
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Private<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Marked<T> {
            #[serde(rename = "$private")]
            data: Option<T>,
        }
        let Marked { data } = Marked::deserialize(deserializer)?;
        Ok(data.map_or(Self::Redacted, Self::Held))
    }
}

/// The schema of the data, marked as private: the reference of events in `docs/record.md` is made from it.
impl<T: JsonSchema> JsonSchema for Private<T> {
    fn schema_name() -> Cow<'static, str> {
        format!("Private{}", T::schema_name()).into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = generator.subschema_for::<T>();
        schema.insert("x-private".to_owned(), true.into());
        schema
    }
}

/// What [`Private`] serialises as is an object with this one member. So a field of an event that is private is known by
/// its type, wherever it stands, and becomes a part of its own in the record, under the field's name.
pub(crate) const MARK: &str = "$private";
