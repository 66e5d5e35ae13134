//! The server as its users meet it: pages and forms over HTTP, contests and clocks, letters, languages of programs.
//!
//! One test program, so that the crate is linked once and not for every file.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod access;
mod alphabet;
mod api;
mod apply;
mod attachments;
mod blind_heads;
mod board;
mod bounds;
mod clocks;
mod cosigning;
mod edited;
mod every_form;
mod forms;
mod halls;
mod heads;
mod live_page;
mod pages;
mod receipts;
mod referee;
mod rulings;
mod screen;
mod screen_page;
mod taking_up;

mod served;
mod stage;
