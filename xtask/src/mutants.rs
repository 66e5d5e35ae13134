//! Compares the mutants of a crate that no test noticed (from cargo-mutants) with the crate's list of permitted survivors.
//!
//! The list is the crate's `mutants.toml`: each permitted survivor, with a reason. It names a change by file, function and,
//! if the function has several such changes, by the text of its line, because line numbers move.

use std::{fs, io, path::Path};

use serde::Deserialize;

/// A crate's list of permitted survivors.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    #[serde(default)]
    survivor: Vec<Survivor>,
}

/// A change that may go unnoticed.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Survivor {
    /// The path, relative to the crate's folder.
    file: String,
    /// The description by cargo-mutants, without line and column.
    mutation: String,
    /// The text of the changed line, if only one of several such changes in a function is permitted.
    line: Option<String>,
    /// The reason: no test can notice the change, or none has to.
    why: String,
}

/// A change that was tried.
#[derive(Debug)]
struct Mutant {
    file: String,
    line_number: usize,
    mutation: String,
}

/// Returns a fault for every survivor missing from the crate's list, and for every listed one without a reason or no longer needed.
///
/// `outcomes` is the folder with the results of cargo-mutants. Listed survivors are checked only in files with at least one
/// tried change.
pub(crate) fn check(root: &Path, name: &str, outcomes: &Path) -> io::Result<Vec<String>> {
    let folder = root.join("crates").join(name);
    let list = read_list(&folder.join("mutants.toml"))?;
    let missed = read_mutants(name, &outcomes.join("missed.txt"))?;
    let mut tried: Vec<String> = missed.iter().map(|mutant| mutant.file.clone()).collect();
    for outcome in ["caught.txt", "timeout.txt", "unviable.txt"] {
        tried.extend(read_mutants(name, &outcomes.join(outcome))?.into_iter().map(|mutant| mutant.file));
    }
    let mut lines = Vec::new();
    for mutant in &missed {
        let text = fs::read_to_string(folder.join(&mutant.file))?;
        lines.push(text.lines().nth(mutant.line_number - 1).unwrap_or_default().trim().to_owned());
    }
    Ok(faults(&list, &missed, &lines, &tried))
}

fn faults(list: &List, missed: &[Mutant], lines: &[String], tried: &[String]) -> Vec<String> {
    let survived: Vec<(&Mutant, &String)> = missed.iter().zip(lines).collect();
    let unlisted = survived.iter().filter(|(mutant, line)| !list.survivor.iter().any(|known| known.is(mutant, line)));
    let mut faults: Vec<String> = unlisted
        .map(|(Mutant { file, line_number, mutation }, line)| {
            format!("{file}:{line_number}: no test notices `{mutation}` in `{line}`")
        })
        .collect();
    for known in list.survivor.iter().filter(|known| tried.contains(&known.file)) {
        let Survivor { file, mutation, why, .. } = known;
        if why.trim().is_empty() {
            faults.push(format!("mutants.toml: `{mutation}` in {file} has no reason"));
        }
        if !survived.iter().any(|(mutant, line)| known.is(mutant, line)) {
            faults.push(format!(
                "mutants.toml: `{mutation}` in {file} is noticed by a test now, or there is nothing like it any more \
                 (take it off the list)"
            ));
        }
    }
    faults
}

impl Survivor {
    fn is(&self, mutant: &Mutant, line: &str) -> bool {
        self.file == mutant.file
            && self.mutation == mutant.mutation
            && self.line.as_ref().is_none_or(|own| own.trim() == line)
    }
}

fn read_list(path: &Path) -> io::Result<List> {
    match fs::read_to_string(path) {
        Ok(text) => toml::from_str(&text).map_err(|error| io::Error::other(format!("{}: {error}", path.display()))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(List::default()),
        Err(error) => Err(error),
    }
}

fn read_mutants(name: &str, path: &Path) -> io::Result<Vec<Mutant>> {
    let text = fs::read_to_string(path)
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))?;
    text.lines()
        .map(|line| {
            mutant(name, line).ok_or_else(|| io::Error::other(format!("{}: what is `{line}`?", path.display())))
        })
        .collect()
}

/// Parses `crates/tally/src/order.rs:23:44: replace / with % in Order::places`.
fn mutant(name: &str, line: &str) -> Option<Mutant> {
    let own = line.strip_prefix("crates/")?.strip_prefix(name)?.strip_prefix('/')?;
    let mut parts = own.splitn(4, ':');
    let (file, line_number, _, mutation) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    let line_number = line_number.parse().ok().filter(|number| *number > 0)?;
    Some(Mutant { file: file.to_owned(), line_number, mutation: mutation.trim().to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the faults of a list after a run with one survivor, in line 7 of `src/order.rs`.
    fn after_one_survivor(list: &str) -> Vec<String> {
        let missed =
            [mutant("tally", "crates/tally/src/order.rs:7:12: replace < with <= in places").expect("a mutant")];
        let tried = ["src/order.rs".to_owned()];
        faults(&toml::from_str(list).expect("a list"), &missed, &["if a < b {".to_owned()], &tried)
    }

    #[test]
    fn a_survivor_that_is_on_no_list_is_told_with_its_place() {
        assert_eq!(
            after_one_survivor(""),
            ["src/order.rs:7: no test notices `replace < with <= in places` in `if a < b {`"]
        );
    }

    #[test]
    fn a_survivor_on_the_list_is_no_fault_wherever_its_line_has_moved() {
        let known =
            "[[survivor]]\nfile = 'src/order.rs'\nmutation = 'replace < with <= in places'\nwhy = 'both are one'\n";
        assert_eq!(after_one_survivor(known), Vec::<String>::new());
        assert_eq!(after_one_survivor(&format!("{known}line = 'if a < b {{'\n")), Vec::<String>::new());
        assert_eq!(after_one_survivor(&format!("{known}line = 'if c < d {{'\n")).len(), 2, "another line was meant");
    }

    #[test]
    fn what_a_test_notices_by_now_leaves_the_list_but_only_where_it_was_tried() {
        let known =
            "[[survivor]]\nfile = 'src/order.rs'\nmutation = 'replace < with <= in places'\nwhy = 'both are one'\n";
        let list = |file: &str| {
            let other = format!("[[survivor]]\nfile = '{file}'\nmutation = 'delete ! in level'\nwhy = 'none'\n");
            after_one_survivor(&format!("{known}{other}"))
        };
        assert_eq!(
            list("src/order.rs"),
            [
                "mutants.toml: `delete ! in level` in src/order.rs is noticed by a test now, or there is nothing like it any \
              more (take it off the list)"
            ]
        );
        assert_eq!(list("src/jury.rs"), Vec::<String>::new());
    }

    #[test]
    fn a_survivor_needs_a_reason() {
        let known = "[[survivor]]\nfile = 'src/order.rs'\nmutation = 'replace < with <= in places'\nwhy = ' '\n";
        assert_eq!(
            after_one_survivor(known),
            ["mutants.toml: `replace < with <= in places` in src/order.rs has no reason"]
        );
    }
}
