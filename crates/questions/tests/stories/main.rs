//! Stories of suites: how they are made, read, and checked.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod faults;
mod made;
mod second;
