//! The commands: one module per noun of the command line.

pub(crate) mod admin;
pub(crate) mod calendar;
mod checked;
pub(crate) mod contest;
pub(crate) mod cosign;
mod day;
pub(crate) mod demo;
pub(crate) mod entry;
pub(crate) mod intake;
pub(crate) mod judge;
pub(crate) mod language;
mod likeness;
pub(crate) mod load;
pub(crate) mod manual;
pub(crate) mod people;
pub(crate) mod power;
pub(crate) mod questions;
mod reach;
pub(crate) mod record;
pub(crate) mod rulebook;
pub(crate) mod schedule;
pub(crate) mod score;
mod scripts;
pub(crate) mod serve;
pub(crate) mod simulate;
mod stage;
pub(crate) mod transcript;
