//! The information in typing without its text: people and programs of 2012 as a control, and contests that hide it.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod as_typed;
mod blindness;
mod control;
#[path = "../../src/rules/rhythm/logs.rs"]
mod logs;
mod replies;
mod windows;
