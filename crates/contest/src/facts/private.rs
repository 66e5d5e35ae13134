//! A part of a fact that can be removed from the record without breaking it.
//!
//! Text, names and ballots are private: the record's tree holds only a salted commitment to them, and the data is kept
//! beside it. A redaction or an erasure request removes the data, and the type says so.

use serde::{Deserialize, Deserializer, Serialize, Serializer, ser::SerializeStruct};

/// Data that may have been redacted. An event's field of this type is a separate part of the record.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Private<T> {
    /// The data is present.
    Held(T),
    /// The data was removed, or was not handed over; only the commitment is left.
    #[default]
    Redacted,
}

impl<T> Private<T> {
    /// The data, if present.
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

schemars::where_published! {
    /// The schema of the data, marked as private; `docs/record.md`'s reference of events is made from it.
    impl<T: schemars::JsonSchema> schemars::JsonSchema for Private<T> {
        fn schema_name() -> std::borrow::Cow<'static, str> {
            format!("Private{}", T::schema_name()).into()
        }

        fn inline_schema() -> bool {
            true
        }

        fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
            let mut schema = generator.subschema_for::<T>();
            schema.insert("x-private".to_owned(), true.into());
            schema
        }
    }
}

/// The single member of the object that [`Private`] serialises to. The ledger finds private fields by it at any depth,
/// and makes each a part of the record under the field's name.
pub(crate) const MARK: &str = "$private";
