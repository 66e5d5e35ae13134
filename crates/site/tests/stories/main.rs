//! The published pages: their content, their privacy, and their language.
//!
//! One test program, so that the crate is linked once and not for every file.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod language;
mod pages;
mod past;
