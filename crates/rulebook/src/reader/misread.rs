//! From a tree to a type: serde reads the tree itself, so that a type's refusal of a value points to its place.
//!
//! The walk along the schema has found nearly every fault before; only checks inside the types are left.

use std::{collections::btree_map, fmt, slice};

use serde::{
    Deserialize, Deserializer,
    de::{self, DeserializeSeed, EnumAccess, IntoDeserializer, MapAccess, SeqAccess, VariantAccess, Visitor},
    forward_to_deserialize_any,
};

use super::{
    document::{Item, Value, ValueContent},
    fault::SourceSpan,
};

/// A type's refusal of a value, with its place.
#[derive(Debug)]
pub(super) struct Misread {
    pub(super) message: String,
    pub(super) place: Option<SourceSpan>,
}

/// The value, deserialised into this type.
pub(super) fn typed<T: for<'de> Deserialize<'de>>(value: &Value) -> Result<T, Misread> {
    T::deserialize(value)
}

impl Misread {
    /// The same refusal, at this place unless it has a narrower one.
    fn at(mut self, value: &Value) -> Self {
        self.place.get_or_insert_with(|| value.place.clone());
        self
    }
}

impl fmt::Display for Misread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Misread {}

impl de::Error for Misread {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self { message: message.to_string(), place: None }
    }
}

impl<'de> Deserializer<'de> for &'de Value {
    type Error = Misread;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misread> {
        let read = match &self.kind {
            ValueContent::Text(text) | ValueContent::Date(text) => visitor.visit_borrowed_str(text),
            ValueContent::Whole(number) => visitor.visit_i64(i64::try_from(*number).unwrap_or(i64::MAX)),
            ValueContent::Switch(switch) => visitor.visit_bool(*switch),
            ValueContent::List(items) => visitor.visit_seq(Items(items.iter())),
            ValueContent::Table(items) => visitor.visit_map(Entries { items: items.iter(), value: None }),
            ValueContent::Other(name) => Err(de::Error::custom(format_args!("nothing here is {name}"))),
        };
        read.map_err(|misread| misread.at(self))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misread> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &str, visitor: V) -> Result<V::Value, Misread> {
        visitor.visit_newtype_struct(self).map_err(|misread| misread.at(self))
    }

    fn deserialize_enum<V: Visitor<'de>>(self, _: &str, _: &[&str], visitor: V) -> Result<V::Value, Misread> {
        let read = match &self.kind {
            ValueContent::Text(word) => visitor.visit_enum(word.as_str().into_deserializer()),
            ValueContent::Table(items) if items.len() == 1 => match items.iter().next() {
                Some((name, Item { value, .. })) => visitor.visit_enum(Keyed { name, value }),
                None => Err(de::Error::custom("an empty table")),
            },
            _ => Err(de::Error::custom("neither a word nor a table with one key")),
        };
        read.map_err(|misread| misread.at(self))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}

struct Items<'de>(slice::Iter<'de, Value>);

impl<'de> SeqAccess<'de> for Items<'de> {
    type Error = Misread;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Misread> {
        self.0.next().map(|item| seed.deserialize(item).map_err(|misread| misread.at(item))).transpose()
    }
}

struct Entries<'de> {
    items: btree_map::Iter<'de, String, Item>,
    value: Option<&'de Value>,
}

impl<'de> MapAccess<'de> for Entries<'de> {
    type Error = Misread;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Misread> {
        let Some((key, item)) = self.items.next() else { return Ok(None) };
        self.value = Some(&item.value);
        let read: Result<_, Misread> = seed.deserialize(key.as_str().into_deserializer());
        read.map(Some).map_err(|misread| misread.at(&item.value))
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Misread> {
        let value = self.value.take().expect("serde asks for a value after its key");
        seed.deserialize(value).map_err(|misread| misread.at(value))
    }
}

struct Keyed<'de> {
    name: &'de str,
    value: &'de Value,
}

impl<'de> EnumAccess<'de> for Keyed<'de> {
    type Error = Misread;
    type Variant = &'de Value;

    fn variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<(T::Value, &'de Value), Misread> {
        let read: Result<_, Misread> = seed.deserialize(self.name.into_deserializer());
        Ok((read?, self.value))
    }
}

impl<'de> VariantAccess<'de> for &'de Value {
    type Error = Misread;

    fn unit_variant(self) -> Result<(), Misread> {
        Err(de::Error::custom("this word has no keys"))
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Misread> {
        seed.deserialize(self).map_err(|misread| misread.at(self))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Misread> {
        self.deserialize_any(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &[&str], visitor: V) -> Result<V::Value, Misread> {
        self.deserialize_any(visitor)
    }
}
