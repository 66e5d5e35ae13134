//! The text of a message: in English, or in the language of its page.

use std::fmt;

use crate::{Language, Message, Reader};

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&Language::english().say(self))
    }
}

impl askama::FastWritable for Message {
    fn write_into(&self, dest: &mut dyn fmt::Write, values: &dyn askama::Values) -> askama::Result<()> {
        let language = Reader::of_page(values).map_or(Language::english(), |reader| &reader.language);
        Ok(dest.write_str(&language.html(self))?)
    }
}

/// A message escapes itself: it knows its own markup.
impl askama::filters::HtmlSafe for Message {}
