//! Suites of questions for selection days.
//!
//! A [`Suite`] is data: sets of questions with the meaning of each mark, and items. An [`Item`] is a question, alone or after
//! an assertion and interventions; its slots hold the drawn words, its [`Computation`] gives the key where one can be computed.
//! [`make()`] draws a suite from [`Templates`] and a vocabulary; [`read()`] reads one and reports all faults at once, among them
//! keys that their computation contradicts, pairs that are too close to ask about, and items that contradict each other.
//!
//! *Invariant:* the same templates, vocabulary, sets, number and seed give the same bytes.

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may stop at the first surprise"))]

mod checks;
mod computation;
mod document;
mod drawing;
mod facts;
mod fault;
mod half;
mod key;
mod made;
mod reader;
mod relation;
mod suite;
mod templates;
mod text;
mod written;

pub use jiff::civil::DateTime;

pub use computation::{Computation, FACTOR_LEAST};
pub use facts::Facts;
pub use fault::{Fault, Faults, Wrong};
pub use half::Half;
pub use key::Key;
pub use made::{NotMade, Request, make};
pub use reader::read;
pub use suite::{Anchor, ITEMS_MAX, Item, Set, Suite};
pub use templates::Templates;
pub use text::words_of;
