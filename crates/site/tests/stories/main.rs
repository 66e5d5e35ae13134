//! The published pages: what they tell, of whom, and in which language.
//!
//! One program of tests, so that the crate is linked once and not for every file.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod language;
mod pages;
mod past;
