//! A sentence as data: its id and its values.

use std::borrow::Cow;

use crate::Element;

/// A type with a sentence of its own, such as a refusal. Its `Display` is the same sentence in English.
pub trait Say {
    /// The sentence.
    fn message(&self) -> Message;
}

/// A sentence of a page, which a `Language` turns into words.
///
/// `Display` writes it in English. A template writes it in the language of the page, escaped; only its [`Element`]s
/// bring markup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message(pub(crate) Kind);

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A sentence of the language's file.
    Sentence { id: &'static str, values: Vec<(&'static str, Value)> },
    /// Words that are the same in every language: a name, a figure, a person's own words.
    Verbatim(String),
    /// Several messages as a list within a sentence: "a, b and c".
    List(Vec<Message>),
    /// Several sentences, one after the other.
    Sentences(Vec<Message>),
}

/// A value in a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// Words that are the same in every language.
    Text(String),
    /// A count, which decides between singular and plural.
    Number(i64),
    /// Another sentence, or a part of one.
    Message(Message),
    /// Markup around a part of the sentence: `{ $link }See the results{ $link_end }`.
    Element(Element),
}

/// A message by the id of its sentence, with its values: `say!("round-of", round = 2, rounds = 8)`.
#[macro_export]
macro_rules! say {
    ($id:literal $(, $name:ident = $value:expr)* $(,)?) => {
        $crate::Message::of($id)$(.with(stringify!($name), $value))*
    };
}

/// Writes types that implement [`Say`]: by `Display` in English, so that a log and the command line use the same
/// sentence as a page; in a template in the language of the page.
#[macro_export]
macro_rules! display_in_english {
    ($($said:ty),+ $(,)?) => {$(
        impl ::std::fmt::Display for $said {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                ::std::fmt::Display::fmt(&$crate::Say::message(self), f)
            }
        }

        impl $crate::askama::FastWritable for $said {
            fn write_into(
                &self,
                dest: &mut dyn ::std::fmt::Write,
                values: &dyn $crate::askama::Values,
            ) -> $crate::askama::Result<()> {
                $crate::askama::FastWritable::write_into(&$crate::Say::message(self), dest, values)
            }
        }

        impl $crate::askama::filters::HtmlSafe for $said {}
    )+};
}

impl Message {
    /// The sentence with this id of the language's file. Give a literal id, or use [`say!`](crate::say): a test finds
    /// the ids in these calls.
    #[must_use]
    pub fn of(id: &'static str) -> Self {
        Self(Kind::Sentence { id, values: Vec::new() })
    }

    /// The same with a value under this name.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        if let Kind::Sentence { values, .. } = &mut self.0 {
            values.push((name, value.into()));
        }
        self
    }

    /// Words that are the same in every language.
    #[must_use]
    pub fn verbatim(words: impl Into<String>) -> Self {
        Self(Kind::Verbatim(words.into()))
    }

    /// A list within a sentence: "a", "a and b", "a, b and c".
    pub fn list(parts: impl IntoIterator<Item = impl Into<Self>>) -> Self {
        Self(Kind::List(parts.into_iter().map(Into::into).collect()))
    }

    /// A choice within a sentence: "a", "a or b", "a, b or c".
    pub fn one_of(parts: impl IntoIterator<Item = impl Into<Self>>) -> Self {
        let mut parts: Vec<Self> = parts.into_iter().map(Into::into).collect();
        let Some(last) = parts.pop() else { return Self::verbatim("") };
        match parts.into_iter().reduce(|first, then| crate::say!("list-part", first = first, then = then)) {
            Some(first) => crate::say!("list-or", first = first, then = last),
            None => last,
        }
    }

    /// Sentences, one after the other.
    pub fn sentences(parts: impl IntoIterator<Item = Self>) -> Self {
        Self(Kind::Sentences(parts.into_iter().collect()))
    }

    /// Whether the message is empty: an empty text, or a list or row of empty messages.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match &self.0 {
            Kind::Sentence { .. } => false,
            Kind::Verbatim(words) => words.is_empty(),
            Kind::List(parts) | Kind::Sentences(parts) => parts.iter().all(Self::is_empty),
        }
    }
}

impl From<String> for Message {
    fn from(words: String) -> Self {
        Self::verbatim(words)
    }
}

impl From<&str> for Message {
    fn from(words: &str) -> Self {
        Self::verbatim(words)
    }
}

impl From<Message> for Value {
    fn from(message: Message) -> Self {
        Self::Message(message)
    }
}

impl From<&Message> for Value {
    fn from(message: &Message) -> Self {
        Self::Message(message.clone())
    }
}

impl From<Element> for Value {
    fn from(element: Element) -> Self {
        Self::Element(element)
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&String> for Value {
    fn from(text: &String) -> Self {
        Self::Text(text.clone())
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<Cow<'_, str>> for Value {
    fn from(text: Cow<'_, str>) -> Self {
        Self::Text(text.into_owned())
    }
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl From<$number> for Value {
            fn from(number: $number) -> Self {
                i64::try_from(number).map_or_else(|_| Self::Text(number.to_string()), Self::Number)
            }
        }

        impl From<&$number> for Value {
            fn from(number: &$number) -> Self {
                (*number).into()
            }
        }
    )*};
}

numbers!(u8, u16, u32, u64, u128, usize, i32, i64);
