//! A children's vocabulary: words with the kind, size, weight, speed, uses, parts, colours, tastes, places and opposites of the
//! things they name.
//!
//! Question makers and talking programs read the same facts through [`Vocabulary`]:
//!
//! - [`Vocabulary::shipped`] is the vocabulary of this program; [`Vocabulary::read`] reads another from CSV.
//! - [`Vocabulary::lookup`] finds the words of a text, singular or plural, in any case; [`Vocabulary::noun`] and
//!   [`Vocabulary::adjective`] find one of that class.
//! - [`Vocabulary::kinds_of`] lists all kinds of a thing, nearest first; [`Vocabulary::is_a`] asks for one, and
//!   [`Vocabulary::members`] lists the things of a kind.
//! - [`Vocabulary::compare`] returns the ratio of two sizes, weights or speeds.
//! - A [`Word`] holds the rest: its forms ([`Word::plural`], [`Word::article`]), uses, parts, colours, tastes, places and its
//!   own kinds. [`Vocabulary::opposite`] works in both directions.
//!
//! *Invariant:* a `Vocabulary` contradicts itself nowhere: every name in a cell is a word of the list, kinds and parts have no
//! circle, no part is larger or heavier than its whole, and opposites are mutual.
//!
//! The file `vocabulary.csv` holds facts in words of its own. Sizes are lengths along the longest side, weights those of an
//! adult or a usual piece, speeds the usual highest.

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may stop at the first surprise"))]

mod checks;
mod fault;
mod reader;
mod vocabulary;
mod word;

pub use fault::{Fault, Faults, Wrong};
pub use vocabulary::Vocabulary;
pub use word::{Class, Measure, Word};
