//! Comma-separated values (RFC 4180), as spreadsheets write them, cut into rows and cells: the one reader of plans, score
//! sheets, answers and ballots.
//!
//! A row ends with a line feed, a carriage return or both; within quotes they belong to the cell, as commas do, and a doubled
//! quote is one. Blanks around a cell are cut off, those within its quotes are kept. Rows that are blank from end to end are
//! left out, and a byte order mark is. What the cells mean, how many a row must have, and what a first row is, whoever reads knows.
//!
//! `csv-core` knows what quotes mean. It accepts every text, though: a quote that nobody closes would swallow the rest of a
//! file, and what follows a closing quote would join the cell. Both are a [`Fault`] here, after which the next line is read.

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may stop at the first surprise"))]

mod rows;
mod separator;

pub use rows::{Fault, Row, Rows, Unreadable};
