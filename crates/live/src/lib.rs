//! The client of the live connection: people in front of a running server, scripted or not.
//!
//! [`Seat`] exchanges a join link for a seat. [`Client`] keeps the seat connected for scripted people and for `viva judge`.
//! [`attend`] and [`preside`] give seats to the scripted people of [`simulate`]. A lost connection is made again from the last
//! update seen, and every unanswered request is sent again under the same id. `docs/live.md` defines the protocol. [`Watched`]
//! is the client of a cosigner. The server never needs this crate.

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may stop at the first surprise"))]

mod client;
mod clock;
mod cosign;
mod error;
mod script;
mod seat;

pub use self::{
    client::{Client, ClientNotice},
    clock::ServerClock,
    cosign::{CosignAnswer, Watched},
    error::LiveError,
    script::{Progress, attend, preside},
    seat::{Http, Seat, Stream, http, open},
};
