//! What holds of rulebooks, contest files and single words whatever somebody hands in.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod files;
mod words;
