//! Load tests: many people at once on a running server, with a check of everything they typed.
//!
//! [`run()`] holds one socket for each participant. They come in pairs: each introduces itself to its partner, and then
//! both type by a [`Pace`] until the time is over. A [`line::Direction`] remembers everything sent and not yet shown to the
//! partner. So every loss, duplicate and wrong order is noticed, and every delay is measured. A [`Dialect`] defines the
//! frames: [`vivavoce`] is that of our server, and a benchmark brings those of its peers.
//!
//! One process holds 10,000 sockets. It takes processor time too: on the server's own machine, the delays are those of
//! both.

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
    dialect::{Dialect, Medium, ServerStatement},
    error::LoadError,
    histogram::Delays,
    outcome::LoadOutcome,
    pace::Pace,
    plan::Plan,
    run::run,
};
