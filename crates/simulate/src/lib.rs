//! Scripted people, and whole contests played by them in simulated time.
//!
//! [`people`] holds the minds of scripted judges and confederates: pure, fixed by a seed, with no more information than
//! a person at a screen. [`programs`] holds the built-in entries. [`world`] runs a contest of people and line programs
//! in simulated time, with lossy links, crashes of the server, and commands that are late, wrong or hostile; thousands
//! of contests take seconds. [`chances`] draws ballots from a model of judges instead, without any talk, and counts
//! awards. The crate `live` connects the same minds to a running server. The server never needs this
//! crate.

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may stop at the first surprise"))]

pub mod beginnings;
pub mod chances;
pub mod people;
pub mod programs;
pub mod world;
