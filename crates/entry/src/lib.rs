//! How entries speak: one state machine per protocol, and the drivers that run them.
//!
//! An entry is a program that was submitted. Some are child processes that read a line and print a line ([`stdio`]),
//! some speak the directory protocol of 2010 ([`lpp`]). Each protocol is a state machine without I/O: bytes, names and
//! the time go in, keys and incidents come out. The drivers own what can fail or wait: processes, directories, timers.
//! [`start`] joins the two into a [`Link`].
//!
//! A link never knows who is judging, and nothing it reports as an [`Incident`] is for a judge's eyes.
//!
//! Authors of entries find the other side here too: [`serve_stdio`] and [`serve_lpp`] turn a function from a line to
//! lines into an entry.

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may stop at the first surprise"))]

mod clock;
mod drivers;
pub mod incident;
mod leftover;
pub mod link;
pub mod lpp;
mod process;
mod reports;
mod runner;
pub mod serve;
mod silence;
pub mod stdio;
mod typist;
mod watch;

pub use incident::Incident;
pub use link::{FromEntry, Link, Setup, ToEntry, start};
pub use serve::{serve_lpp, serve_stdio};
