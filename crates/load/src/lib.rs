//! Load: many people at once in front of a running server, and what became of everything they typed.
//!
//! [`run()`] holds one socket for each participant. They come in pairs; each introduces itself to its partner, and then both
//! type by a [`Pace`] until the time is over. A [`line::Line`] remembers what was sent and not yet shown to the partner, so that
//! nothing can be lost, doubled or put out of order unnoticed, and every delay is known. What is sent and read is the matter
//! of a [`Dialect`]: [`vivavoce`] is that of our server, and a benchmark brings those of its peers.
//!
//! One process holds 10,000 sockets. It takes processor time too: on a machine that runs the server as well, delays are
//! those of both.

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may stop at the first surprise"))]

pub mod dialect;
mod error;
mod histogram;
pub mod line;
mod outcome;
pub mod pace;
mod participant;
mod plan;
pub mod process;
mod run;
pub mod vivavoce;

pub use self::{
    dialect::{Dialect, Heard, Medium},
    error::LoadError,
    histogram::Delays,
    outcome::Outcome,
    pace::Pace,
    plan::Plan,
    run::run,
};
