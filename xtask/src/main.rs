//! The project's own checks, beyond those of the compiler and the linters.
//!
//! `cargo xtask check` reports every fault, one a line, and exits 1 if there is one. Each check is a module that returns
//! its faults: [`directions`] checks dependencies between crates against [`parts`], [`licences`] those that others wrote, [`rooms`] looks for
//! circles among the files of a crate, [`prose`] counts clauses in comments and crowded type names, [`sources`] checks Rust files, [`pages`]
//! Markdown files, and [`pictures`] finds unused pictures. `cargo xtask mutants` is the last step of `./test --mutants` ([`mutants`]);
//! `cargo xtask pictures` copies the pictures that tests made into the docs ([`pictures`]), and `cargo xtask slowest` names the slowest tests of a
//! run ([`slowest`]).

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command line tool talks to its caller")]

use std::{
    env, io,
    path::{Path, PathBuf},
    process::ExitCode,
};

mod directions;
mod licences;
mod mutants;
mod pages;
mod parts;
mod pictures;
mod prose;
mod rooms;
mod slowest;
mod sources;

const USAGE: &str =
    "usage: cargo xtask check, cargo xtask pictures, cargo xtask slowest REPORT, or cargo xtask mutants CRATE FOLDER";

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let (found, content) = match words[..] {
        ["check"] => (
            workspace().and_then(|root| check(&root)),
            "directions, licences, rooms, prose, sources and pages are as they should be",
        ),
        ["pictures"] => (workspace().and_then(|root| pictures::take(&root)), "the pages show what the tests saw last"),
        ["slowest", report] => (
            slowest::list(Path::new(report)).map(|lines| {
                print!("{lines}");
                Vec::new()
            }),
            "the tests that decide how long a run takes",
        ),
        ["mutants", name, outcomes] => (
            workspace().and_then(|root| mutants::check(&root, name, Path::new(outcomes))),
            "every change that no test noticed is on the list",
        ),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match found {
        Ok(faults) if faults.is_empty() => {
            println!("xtask: {content}");
            ExitCode::SUCCESS
        }
        Ok(faults) => {
            for fault in &faults {
                eprintln!("fault: {fault}");
            }
            eprintln!(
                "xtask: {} found",
                if faults.len() == 1 { "1 fault".into() } else { format!("{} faults", faults.len()) }
            );
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("xtask: could not look: {error}");
            ExitCode::FAILURE
        }
    }
}

fn check(root: &Path) -> io::Result<Vec<String>> {
    let mut faults = directions::check(root)?;
    faults.extend(licences::check(root)?);
    faults.extend(rooms::check(root)?);
    faults.extend(prose::check(root)?);
    faults.extend(sources::check(root)?);
    faults.extend(pages::check(root)?);
    faults.extend(pictures::check(root)?);
    Ok(faults)
}

/// Returns the workspace's folder. Read at run time: a tool built in one checkout may be run in another.
fn workspace() -> io::Result<PathBuf> {
    let own = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    own.as_deref()
        .and_then(Path::parent)
        .map(Path::to_owned)
        .ok_or_else(|| io::Error::other("run it through cargo: `cargo xtask check`"))
}
