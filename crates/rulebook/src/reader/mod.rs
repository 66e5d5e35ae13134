//! Reading what people write: rulebooks and contest files, with every fault found at once.
//!
//! A person who made ten mistakes gets ten faults, each with the place it stands in and a way to mend it, not one fault
//! ten times over. So nothing here stops at the first surprise: a reader function answers with a value or reports why
//! not, and its caller goes on with the next key.
//!
//! The way of a file: `document` turns text into a tree whose every value knows its file, its span and its path (and
//! lays overrides over a rulebook). A rulebook's tree is then walked along the schema of its types (`walk`), its parts
//! are held against each other (`checks`), and serde makes the value (`misread`): no key of a rulebook is named in this
//! folder but by a check. A contest file's keys (`contest_file`, `entries`, `participants`, `committee`, and `look` for that of a look) are asked for one by one: `table` hands out the keys of a table and
//! notices unknown and missing ones, `value` turns a single value into a typed one. `plain` reads small files of other crates, whose
//! types alone say what may stand in them. `fault` is what comes out when
//! something is wrong.
//!
//! Nothing here opens a file: text comes in as an argument, and a rulebook named by path comes through a function of the
//! caller's.

mod checks;
mod committee;
mod contest_file;
mod date;
mod document;
mod entries;
mod entry_tables;
mod fault;
mod look;
mod misread;
mod participants;
mod plain;
mod rulebook;
mod same_names;
mod sources;
mod table;
mod translations;
mod value;
mod walk;
mod word;
mod written;

pub use contest_file::{FindRulebook, read_contest_file};
pub use entry_tables::read_entries;
pub use fault::{Code, Fault, Faults};
pub use look::read_look;
pub use plain::{read_plain, read_plain_people};
pub use rulebook::read_rulebook;
pub(crate) use written::written_values;

/// The largest file that is read, in bytes (256 KiB).
pub const LARGEST_FILE: usize = 256 * 1024;

/// The contest file that an organiser starts from: complete, commented, and without a fault.
#[must_use]
pub fn contest_template() -> &'static str {
    include_str!("template.toml")
}

/// The rulebook that somebody starts from who copies none: small, every key explained, and without a fault.
#[must_use]
pub fn rulebook_template() -> &'static str {
    include_str!("rulebook_template.toml")
}
