//! Checks Rust files: each opens with a `//!` comment, no comment holds an example that nothing runs, and pure parts use no
//! clock, socket or process.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use crate::parts::PARTS;

/// Names banned in pure parts: clocks of the standard and date libraries, sockets, processes.
const OUTSIDE: [&str; 6] =
    ["SystemTime::now", "Instant::now", "Timestamp::now", "Zoned::now", "std::net", "std::process"];

/// Returns every fault of the workspace's Rust files.
pub(crate) fn check(root: &Path) -> io::Result<Vec<String>> {
    let mut faults = Vec::new();
    for file in files_of(root, "rs")? {
        let text = fs::read_to_string(&file)?;
        let path = file.strip_prefix(root).unwrap_or(&file);
        faults.extend(faults_in(path, &text));
    }
    Ok(faults)
}

fn faults_in(path: &Path, text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    if !text.starts_with("//!") {
        faults.push(format!("{}:1: does not open with `//!` (say why the file exists)", path.display()));
    }
    let fences = text.lines().zip(1..).filter_map(|(line, number)| {
        let comment = line.trim_start();
        let comment = comment.strip_prefix("///").or_else(|| comment.strip_prefix("//!"))?;
        Some((comment.trim_start().strip_prefix("```")?, number))
    });
    // The first of two fences opens a block.
    for (language, number) in fences.step_by(2).filter(|(language, _)| matches!(*language, "" | "rust" | "no_run")) {
        faults.push(format!(
            "{}:{number}: an example `{language}` in a comment, which no test runs (make it a test, or name its language)",
            path.display()
        ));
    }
    if is_pure(path) {
        for (line, number) in text.lines().zip(1..) {
            let code = line.split("//").next().unwrap_or_default();
            faults.extend(OUTSIDE.iter().filter(|word| code.contains(**word)).map(|word| {
                format!("{}:{number}: `{word}` in a pure part (take what it gives as an argument)", path.display())
            }));
        }
    }
    faults
}

fn is_pure(path: &Path) -> bool {
    PARTS.iter().any(|part| part.pure && path.starts_with(Path::new("crates").join(part.name).join("src")))
}

/// Returns the files below a folder with this extension, sorted, without those of hidden folders, `target` and `artifacts`.
pub(crate) fn files_of(folder: &Path, extension: &str) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    collect_files(folder, extension, &mut files)?;
    files.sort();
    Ok(files)
}

fn collect_files(folder: &Path, extension: &str, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let (path, name) = (entry.path(), entry.file_name());
        let hidden = name.to_string_lossy().starts_with('.');
        if entry.file_type()?.is_dir() {
            if !hidden && name != "target" && name != "artifacts" {
                collect_files(&path, extension, files)?;
            }
        } else if path.extension().is_some_and(|found| found == extension) {
            files.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_does_not_say_why_it_exists_is_a_fault() {
        let path = Path::new("crates/server/src/pages.rs");
        assert_eq!(faults_in(path, "//! Pages.\n\nuse std::net;\n"), Vec::<String>::new());
        assert_eq!(
            faults_in(path, "use std::net;\n"),
            ["crates/server/src/pages.rs:1: does not open with `//!` (say why the file exists)"]
        );
    }

    #[test]
    fn an_example_that_nothing_runs_is_a_fault() {
        let path = Path::new("crates/server/src/pages.rs");
        assert_eq!(faults_in(path, "//! Pages.\n//!\n//! ```text\n//! a → b\n//! ```\n"), Vec::<String>::new());
        let found = faults_in(path, "//! Pages.\n\n    /// ```\n    /// assert!(true);\n    /// ```\n");
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].starts_with("crates/server/src/pages.rs:3: an example"), "{found:?}");
    }

    #[test]
    fn a_clock_in_a_pure_part_is_a_fault_where_it_stands() {
        let text = "//! The tally.\n// Never Instant::now: time comes in.\nlet now = Instant::now();\n";
        assert_eq!(
            faults_in(Path::new("crates/tally/src/lib.rs"), text),
            ["crates/tally/src/lib.rs:3: `Instant::now` in a pure part (take what it gives as an argument)"]
        );
    }
}
