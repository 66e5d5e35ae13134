//! Rulebooks and plans for the tests of this crate.

use std::{fs, path::Path};

use rulebook::{Rulebook, schema::Roles};

use crate::{Plan, csv};

/// A rulebook with a Graeco-Latin design for these numbers.
pub(crate) fn rulebook(judges: u16, entries: u16, confederates: u16) -> Rulebook {
    let mut rulebook = rulebook::shipped::rulebook("loebner-2010").unwrap();
    rulebook.roles = Roles::of(judges, entries, confederates);
    rulebook
}

/// The plan of these lines of `round,judge,entry,confederate`.
pub(crate) fn plan(lines: &str) -> Plan {
    csv::read_plan(&format!("round,judge,entry,confederate\n{lines}")).unwrap()
}

/// The lines of a schedule as printed in the rules, without its header. Where the data folder beside the project is
/// absent, prints a notice and returns `None`.
#[expect(clippy::print_stderr, reason = "a skipped test says so")]
pub(crate) fn printed(file: &str) -> Option<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/schedules").join(file);
    match fs::read_to_string(&path) {
        Ok(text) => Some(text.split_once('\n').unwrap().1.to_owned()),
        Err(error) => {
            eprintln!("skipped: {} cannot be read: {error}", path.display());
            None
        }
    }
}
