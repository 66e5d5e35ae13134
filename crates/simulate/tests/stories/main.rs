//! Whole contests in simulated time: what every one of them keeps to.
//!
//! One program of tests, so that the crate is linked once and not for every file.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod ballots;
mod blindness;
mod contests;
mod kills;
mod openings;
mod redactions;

mod policies;
mod shapes;
