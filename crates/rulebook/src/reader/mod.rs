//! The readers of rulebooks and contest files, which find every fault at once.
//!
//! A person who made ten mistakes gets ten faults, each with its place and its remedy. So no reader stops at the first
//! fault: each returns a value or reports the reason, and its caller continues with the next key.
//!
//! The stages: `document` turns text into a tree whose every value knows its file, its span and its path (and applies
//! overrides to a rulebook). A rulebook's tree is then checked along the schema of its types (`walk`), its parts are
//! checked against each other (`checks`), and serde makes the value (`misread`); only checks name keys of a rulebook in
//! this folder. The keys of a contest file (`contest_file`, `entries`, `participants`, `committee`) and of a look
//! (`look`) are read one by one: `table` hands out the keys of a table and reports unknown and missing ones, `value`
//! turns a single value into a typed one. `plain` reads small files of other crates by their types alone. `form` has the keys of a contest file as types, for the JSON
//! Schema that editors use. `fault` is
//! the result when something is wrong.
//!
//! Nothing here opens a file: text is passed in, and a function of the caller finds a rulebook by its path.

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

schemars::where_published! {
    mod form;

    pub use form::schema_of_contest_file;
}

pub use contest_file::{FindRulebook, read_contest_file};
pub use entry_tables::read_entries;
pub use fault::{Code, Fault, Faults};
pub use look::read_look;
pub use plain::{read_plain, read_plain_people};
pub use rulebook::{read_rulebook, recorded};
pub(crate) use written::written_values;

/// The largest file that is read, in bytes (256 KiB).
pub const LARGEST_FILE: usize = 256 * 1024;

/// The contest file that an organiser starts from: complete, commented, and without a fault.
#[must_use]
pub fn contest_template() -> &'static str {
    include_str!("template.toml")
}

/// The starting point for a rulebook that copies none: small, every key explained, and without a fault.
#[must_use]
pub fn rulebook_template() -> &'static str {
    include_str!("rulebook_template.toml")
}
