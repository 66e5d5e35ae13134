//! Readers of a contest's finished record: its audit, publication and checks, tables, search and review.
//!
//! A record is a list of events. [`publication`] reads it from a bundle as a stream and verifies it, [`audit`](audit::audit) asks
//! about each event whether the rules permitted it, and the other modules gather what people look for in it: texts,
//! counts, tables and traces of identities. All of it is pure: it reads bytes and events, and writes bytes.

#![cfg_attr(not(test), warn(clippy::wildcard_enum_match_arm))]
#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may stop at the first surprise"))]

// `say!` and the other macros for messages to people.
#[macro_use]
extern crate language;

pub mod attached;
pub mod audit;
pub mod beyond;
pub mod checks;
pub mod dialogue;
pub mod imported;
mod judgements;
pub mod keyed;
pub mod lint;
pub mod publication;
pub mod reveal;
pub mod review;
pub mod scan;
pub mod search;
pub mod sources;
pub mod tables;
pub mod totals;
pub mod until;
