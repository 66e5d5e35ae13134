//! End-to-end tests: the command line, the server and the pages, with real processes, a real browser, real crashes.
#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test may stop at the first surprise, and says why it skips"
)]

mod acts;
mod ballots;
mod browser;
mod browser_access;
mod browser_apply;
mod browser_ballots;
mod browser_board;
mod browser_clock;
mod browser_languages;
mod browser_lost;
mod browser_pages;
#[cfg(feature = "passkeys")]
mod browser_passkeys;
mod browser_pictures;
mod browser_proxies;
mod browser_receipts;
mod browser_referee;
mod browser_review;
mod browser_screen;
mod browser_showing;
mod browser_votes;
mod browser_words;
mod cli;
#[cfg(feature = "cluster")]
mod cluster;
mod contest_files;
mod cosign;
mod crash;
mod day;
mod days;
mod demo;
mod desk;
mod documented;
mod eliza;
mod entry;
mod entry_page;
mod export;
mod golden;
mod guide;
mod handouts;
mod hostile;
mod import;
mod intake;
mod joined;
mod json;
mod languages;
#[cfg(feature = "mail")]
mod letters;
mod load;
mod log;
mod looks;
mod manners;
mod manual;
mod meters;
mod numbers;
mod on_the_day;
mod openings;
mod output;
mod package;
mod plan;
mod programs;
mod proofs;
mod questions;
mod record;
mod relay;
mod review;
mod rulebooks;
mod schedule;
mod second_sight;
mod site;
mod socketio;
mod spy;
mod sticks;
mod support;
mod tables;
mod terminal;
#[cfg(feature = "screen")]
mod terminal_screen;
mod tls;
mod transcript;
mod zones;
