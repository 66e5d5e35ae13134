//! The entries of a file alone, for an entrant with the table of one program and no contest.

use super::{
    document::{self, ValueContent},
    entries::entry,
    fault::{Faults, Report},
    table::read_table,
    value::word,
};
use crate::contest_file::{EntrySpec, Isolation};

/// Reads the `[[entry]]` tables of a contest file, then its `[[reserve]]` tables, and apart from them only the
/// `isolation` of all entries. The text may be a whole contest file or only these tables; a file without them has no
/// entries, which is not a fault. Faults call the file `file_name`.
///
/// # Errors
/// Every fault of these tables at once, each with its place and its remedy.
pub fn read_entries(file_name: &str, text: &str) -> Result<Vec<EntrySpec>, Faults> {
    let file = document::file(file_name, text);
    let mut report = Report::new(file.clone());
    let mut tree = document::parse(&file, &mut report);
    if let ValueContent::Table(items) = &mut tree.kind {
        items.retain(|key, _| ["entry", "reserve", "isolation"].contains(&key.as_str()));
    }
    let entries = read_table(&tree, &mut report, |t| {
        let isolation = t.or("isolation", Isolation::default(), word)?;
        let entries = t.tables("entry", |t| entry(t, isolation))?;
        let reserves = t.tables("reserve", |t| entry(t, isolation))?;
        Some(entries.into_iter().chain(reserves).collect::<Vec<_>>())
    });
    report.finish(entries.and_then(|entries| entries.into_iter().collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reader::contest_template;

    #[test]
    fn the_entries_of_a_contest_are_read_without_the_contest() {
        let entries = read_entries("contest.toml", contest_template()).unwrap();
        assert!(!entries.is_empty());
        let alone = "[[entry]]\nname = \"Echo\"\ncontestant = \"A\"\nprotocol = \"stdio\"\ncommand = [\"cat\"]\n";
        assert_eq!(read_entries("echo.toml", alone).unwrap()[0].name, "Echo");
        assert_eq!(read_entries("echo.toml", "name = 3").unwrap().len(), 0);
    }

    #[test]
    fn every_fault_of_a_table_is_reported() {
        let faults = read_entries("echo.toml", "[[entry]]\nname = 1\nprotocol = \"lpp\"\n").unwrap_err();
        assert_eq!(faults.len(), 3, "{faults}");
    }
}
