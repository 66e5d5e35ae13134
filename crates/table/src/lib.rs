//! The reader of comma-separated values (RFC 4180) from spreadsheets: plans, score sheets, answers and ballots.
//!
//! A row ends with a line feed, a carriage return or both. Inside quotes, line ends and separators belong to the cell, and a
//! doubled quote means one quote. The reader trims blanks around a cell, keeps blanks inside quotes, and drops blank rows and
//! a byte order mark. The caller decides about headings, the number of cells, and their meaning.
//!
//! `csv-core` parses the quotes. It accepts every text: an unclosed quote would swallow the rest of the file, and text after
//! a closing quote would join the cell. Both are a [`CellFault`] here; reading goes on at the next line.

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may stop at the first surprise"))]

mod rows;
mod separator;

pub use rows::{CellFault, Row, Rows, Unreadable};
