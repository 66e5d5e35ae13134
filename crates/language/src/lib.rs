//! The sentences of pages and cards, in the language of their reader.
//!
//! A sentence is data until it is shown: a [`Message`] is the id of a sentence with its values, and any code may make
//! one without knowing a language. A [`Language`] turns it into words; its sentences are in one Fluent file, such as
//! `languages/en.ftl`. English is the source: it has every sentence, and each other language has the same ids with the
//! same values. [`Language::read`] checks this, and a test does so for the languages that we ship. Typed text, names
//! and the rulebook's own texts are not sentences of ours; they travel as values.
//!
//! In templates and in code alike, `say!("round-of", round = 2, rounds = 8)` makes a message. A page that is rendered
//! with a [`Reader`] writes its messages in that reader's language; everywhere else (a log, the command line, a test) a
//! message is written in English.

mod check;
mod disguise;
mod element;
mod fault;
mod language;
mod message;
mod reader;
mod script;
mod shipped;
mod written;

/// For [`display_in_english!`], in crates that write no templates.
#[doc(hidden)]
pub use askama;
pub use disguise::disguised;
pub use element::Element;
pub use fault::{FilePosition, LanguageFault};
pub use language::{Direction, Language};
pub use message::{Message, Say, Value};
pub use reader::Reader;
pub use shipped::Languages;
