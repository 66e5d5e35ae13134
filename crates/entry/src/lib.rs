//! Connects entries to a contest: one state machine per protocol, and the drivers that run them.
//!
//! An entry is a program that was submitted. Some are child processes that read a line and print a line ([`stdio`]),
//! some speak the directory protocol of 2010 ([`lpp`]), some are terminals of 1995 ([`lp95`]), some are servers that
//! speak JSON ([`websocket`]), some are pages with a form, some are models behind an address ([`chat`]), and some
//! connect to the contest ([`socketio`]). Each protocol is a state machine without I/O: bytes, names and the time go
//! in, keys and incidents come out. The drivers own everything that can fail or wait: processes, directories, timers.
//! [`start`] joins the two into a [`Link`].
//!
//! A link never knows the judge, and no [`Incident`] that it reports is shown to a judge.
//!
//! Authors of entries find the other side here too: [`serve_stdio`] and [`serve_lpp`] turn a function from a line to
//! lines into an entry.

#![cfg_attr(not(test), warn(clippy::wildcard_enum_match_arm))]
#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may stop at the first surprise"))]

// Texts for an organiser are messages of this crate.
#[macro_use]
extern crate language;

pub mod ask;
pub mod chat;
pub mod check;
mod clock;
pub mod digest;
mod drivers;
mod ear;
mod encoding;
mod flood_throttle;
mod history;
pub mod http;
pub mod incident;
pub mod isolation;
mod kin;
mod leftover;
mod line;
pub mod link;
mod listening;
pub mod lp95;
pub mod lpp;
pub mod opening;
mod process;
mod recall;
mod reports;
mod runner;
pub mod serve;
pub mod shown;
mod silence;
pub mod socketio;
mod spelling;
pub mod stdio;
pub mod talk;
mod tap;
mod terminal;
pub mod tls;
mod typist;
mod unasked;
pub mod upgrade;
mod voice;
mod watch;
mod web;
pub mod websocket;

pub use clock::Pace;
pub use history::{FinishedLine, History};
pub use incident::Incident;
pub use isolation::Apart;
pub use link::{FromEntry, Link, Setup, ToEntry, Usage, start};
pub use serve::{serve_lpp, serve_stdio};
pub use shown::JudgeFile;
pub use spelling::Spelled;
