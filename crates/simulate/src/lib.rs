//! Scripted people, and whole contests played by them in simulated time.
//!
//! [`people`] holds the minds of scripted judges and confederates: pure, fixed by a seed, told no more than a person at
//! a screen. [`programs`] holds the house entries. [`world`] runs a contest of people and line programs in simulated
//! time, with lossy links, crashes of the server, and commands that are late, wrong or hostile; thousands of contests
//! pass in seconds. The crate `live` sits the same minds down in front of a running server. The server never needs this
//! crate.

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may stop at the first surprise"))]

pub mod beginnings;
pub mod people;
pub mod programs;
pub mod world;
