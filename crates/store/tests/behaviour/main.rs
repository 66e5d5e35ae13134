//! What the embedded store promises, told from outside: one story a test, one file a promise.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod durability;
mod lock;
mod races;
mod register;
mod room;
mod support;
mod timers;
