//! What no test noticed when cargo-mutants changed a crate, against the list of what need not be noticed.
//!
//! A crate's list is its `mutants.toml`: each change that may go unnoticed, and the reason. It names a change by file,
//! function and, where a function has several like it, by its line's text, because numbers of lines move.

use std::{fs, io, path::Path};

use serde::Deserialize;

/// The list of a crate.
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
    /// From the folder of the crate.
    file: String,
    /// As cargo-mutants tells it, without line and column.
    mutation: String,
    /// The line that is changed, where one function has several such changes and only this one is meant.
    line: Option<String>,
    /// Why no test can notice it, or none has to.
    why: String,
}

/// A change that was tried.
#[derive(Debug)]
struct Mutant {
    file: String,
    line_number: usize,
    mutation: String,
}

/// Every survivor that is not on the crate's list, and every line of the list that is not needed any more.
///
/// `outcomes` is the folder in which cargo-mutants wrote what became of each change. A list is only judged by the files
/// of which something was tried.
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

/// Reads `crates/tally/src/order.rs:23:44: replace / with % in Order::places`.
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

    /// The faults of a list after a run in which one change in line 7 of `src/order.rs` went unnoticed.
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
