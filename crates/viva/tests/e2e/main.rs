//! The program from outside: its command line, its server, its pages, with real processes, a real browser, real crashes.
#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test may stop at the first surprise, and says why it skips"
)]

mod browser;
mod cli;
mod crash;
mod demo;
mod eliza;
mod export;
mod hostile;
mod schedule;
mod support;
