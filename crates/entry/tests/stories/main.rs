//! Links to entries: each protocol by its traces, by this project's programs, and by independently written programs.
//!
//! One test program, so that the crate is linked once and not for every file.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod chat;
mod chat_faults;
mod chat_peer;
mod chat_quirks;
mod check;
mod drivers;
mod isolation;
mod lpp;
mod openings;
mod ready;
mod recall;
mod socketio;
mod socketio_peers;
mod traces;
mod web;
mod websocket;
mod websocket_peers;

mod peers;
mod seat;
#[path = "../support/traces.rs"]
mod trace_files;
