//! What pages and cards say, in the language of whoever reads them.
//!
//! A sentence is data until it is read: a [`Message`] is the id of a sentence and the values that stand in it, and anybody may
//! make one without knowing a language. A [`Language`] turns it into words; its sentences stand in one Fluent file, such as
//! `languages/en.ftl`. English is the source: it has every sentence, and each other language has the same ids with the same
//! values, which [`Language::read`] checks and a test asks of those that we ship. What people type, names and the rulebook's own
//! texts are no sentences of ours and travel as values.
//!
//! In templates and in code alike, `say!("round-of", round = 2, rounds = 8)` makes a message. A page that is rendered with
//! a [`Reader`] writes its messages in that reader's language; everywhere else (a log, the command line, a test) a message is
//! written in English.

mod check;
mod disguise;
mod element;
mod fault;
mod language;
mod message;
mod reader;
mod script;
mod shipped;

/// For [`display_in_english!`], in crates that write no templates.
#[doc(hidden)]
pub use askama;
pub use disguise::disguised;
pub use element::Element;
pub use fault::{LanguageFault, Place};
pub use language::{Direction, Language};
pub use message::{Message, Say, Value};
pub use reader::Reader;
pub use shipped::Languages;
