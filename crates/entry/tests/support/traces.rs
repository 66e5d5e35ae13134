//! Plays the traces of `docs/protocols`: a file is a test, a line is a step, `#` begins a comment.

#![allow(dead_code, reason = "every test needs some of it")]

use std::{
    fs,
    path::{Path, PathBuf},
};

/// The state machine under test, and its surroundings.
pub(crate) trait Table {
    /// Performs the step of a line, or returns the fault.
    fn step(&mut self, line: &str) -> Result<(), String>;
    /// Fails if anything is left over at the end.
    fn left(&mut self) -> Result<(), String>;
}

/// Plays every trace whose name `ours` accepts; fails if one of them fails, or if there are fewer than `at_least`.
pub(crate) fn play_all(ours: impl Fn(&str) -> bool, at_least: usize, play: impl Fn(&str) -> Result<(), String>) {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/traces");
    let files = [own, docs("")].into_iter().flat_map(|folder| fs::read_dir(folder).unwrap());
    let mut traces: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    traces.retain(|path| path.extension().is_some_and(|kind| kind == "txt") && ours(name_of(path)));
    traces.sort();
    assert!(traces.len() >= at_least, "only {} traces", traces.len());
    let played = traces.iter().map(|path| (path, play(&fs::read_to_string(path).unwrap())));
    let failures = played.filter_map(|(path, played)| Some(format!("{}:{}", path.display(), played.err()?)));
    let failures: Vec<_> = failures.collect();
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

/// The lines with these marks in the first example of a page must equal those of a trace.
pub(crate) fn shows_the_trace(page: &str, trace: &str, marks: &[char]) {
    let page = fs::read_to_string(docs(page)).unwrap();
    let marked =
        |text: &str| text.lines().filter(|line| line.starts_with(marks)).map(str::to_owned).collect::<Vec<_>>();
    let shown = page.split("```").skip(1).step_by(2).map(marked).find(|lines| !lines.is_empty());
    let trace = fs::read_to_string(docs(trace)).unwrap();
    assert_eq!(shown, Some(marked(&trace)));
}

/// The steps of a trace, with their line numbers.
pub(crate) fn steps(trace: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = trace.lines().enumerate().map(|(number, line)| (number + 1, line.trim()));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

/// Plays these steps to the end.
pub(crate) fn play<'t>(
    table: &mut (impl Table + ?Sized),
    steps: impl IntoIterator<Item = (usize, &'t str)>,
) -> Result<(), String> {
    for (number, line) in steps {
        table.step(line).map_err(|fault| format!("{number}: {line}: {fault}"))?;
    }
    table.left()
}

/// A file of `docs/protocols`.
pub(crate) fn docs(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/protocols").join(name)
}

fn name_of(path: &Path) -> &str {
    path.file_name().unwrap().to_str().unwrap()
}

pub(crate) fn same(found: &str, expected: &str) -> Result<(), String> {
    if found == expected { Ok(()) } else { Err(format!("found {found:?}")) }
}

/// The step `incident KIND text`: the next incident must have this kind, and its sentence must contain this text.
pub(crate) fn is_incident(next: Option<(&str, String)>, kind: &str, text: &[&str]) -> Result<(), String> {
    let (found, sentence) = next.ok_or("there is none")?;
    let is = found == kind && sentence.contains(&text.join(" "));
    is.then_some(()).ok_or_else(|| format!("it is {found}: {sentence}"))
}

/// The bytes between the first and the last quotation mark, escapes resolved.
pub(crate) fn quoted(line: &str) -> Vec<u8> {
    unescaped(&line[line.find('"').unwrap() + 1..line.rfind('"').unwrap()])
}

/// The same bytes as text.
pub(crate) fn quoted_text(line: &str) -> String {
    String::from_utf8(quoted(line)).unwrap()
}

/// Resolves `\n`, `\r`, `\t`, `\b` and `\xff`; any other escaped character is itself.
pub(crate) fn unescaped(mut rest: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    while let Some(at) = rest.find('\\') {
        bytes.extend_from_slice(&rest.as_bytes()[..at]);
        let (byte, length) = match rest.as_bytes()[at + 1] {
            b'n' => (b'\n', 2),
            b'r' => (b'\r', 2),
            b't' => (b'\t', 2),
            b'b' => (8, 2),
            b'x' => (u8::from_str_radix(&rest[at + 2..at + 4], 16).unwrap(), 4),
            other => (other, 2),
        };
        bytes.push(byte);
        rest = &rest[at + length..];
    }
    bytes.extend_from_slice(rest.as_bytes());
    bytes
}
