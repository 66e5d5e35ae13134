//! Properties of records, their parts and transcripts for arbitrary input.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

#[path = "../common/mod.rs"]
mod common;

mod bundles;
mod parts;
mod transcripts;
