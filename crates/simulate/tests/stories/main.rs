//! Whole contests in simulated time, and the promises that each of them keeps.
//!
//! One test program, so that the crate is linked once and not for every file.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod ballots;
mod blindness;
mod contests;
mod kills;
mod openings;
mod redactions;

mod policies;
mod shapes;
