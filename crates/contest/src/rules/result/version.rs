//! The version of the format of results.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

/// The version of a result's format: 1. Readers refuse any other, because its fields might mean something else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ResultVersion;

impl ResultVersion {
    /// The number.
    pub const NUMBER: u32 = 1;
}

impl Serialize for ResultVersion {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(Self::NUMBER)
    }
}

impl<'de> Deserialize<'de> for ResultVersion {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match u32::deserialize(deserializer)? {
            Self::NUMBER => Ok(Self),
            other => Err(D::Error::custom(format!(
                "this is a result of version {other}, and this program reads version {} (use a later one)",
                Self::NUMBER
            ))),
        }
    }
}

schemars::where_published! {
    impl schemars::JsonSchema for ResultVersion {
        fn schema_name() -> std::borrow::Cow<'static, str> {
            "ResultVersion".into()
        }

        fn inline_schema() -> bool {
            true
        }

        fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
            schemars::json_schema!({ "type": "integer", "const": Self::NUMBER })
        }
    }
}
