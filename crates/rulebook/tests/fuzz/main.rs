//! Properties of rulebooks, contest files and single words for arbitrary input.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod files;
mod words;
