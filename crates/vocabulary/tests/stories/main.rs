//! Stories of the vocabulary: its facts, its faults, and its kinds beside those of a dictionary.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod facts;
mod faults;
mod wordnet;
