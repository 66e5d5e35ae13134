//! Parses `docs/rules.md`.

use std::collections::BTreeSet;

/// One line of a table.
pub(crate) struct Line {
    /// The rulebook of the line's section.
    pub(crate) rulebook: String,
    /// The label of the rule.
    pub(crate) rule: String,
    /// The program's part.
    pub(crate) does: String,
    /// The part left to people, or missing.
    pub(crate) left: String,
    /// The tests of the program's part.
    pub(crate) tests: Vec<String>,
}

/// A thing named in a line.
#[derive(Debug)]
pub(crate) enum Named {
    /// A key of the rulebook, and its value there.
    Key {
        /// The path, with dots.
        path: String,
        /// In TOML.
        value: Option<String>,
    },
    /// A key of the contest file.
    ContestKey(String),
    /// A command, beginning with `viva`.
    Command(String),
    /// An option of the commands before it, with its value.
    Option(String),
    /// An address of the server.
    Page(String),
    /// A link to another document.
    Link(String),
}

/// The lines of all tables, in their order.
pub(crate) fn lines(page: &str) -> Vec<Line> {
    let mut rulebook = "";
    let mut lines = vec![];
    for line in page.lines() {
        if let Some(head) = line.strip_prefix("## ") {
            rulebook = head;
        } else if let Some(cells) = line.strip_prefix("| ").and_then(|line| line.strip_suffix(" |")) {
            let [rule, _, does, left, tests] = cells.split(" | ").collect::<Vec<_>>()[..] else {
                panic!("a line has five cells: {line}");
            };
            if !["rule", "---"].contains(&rule) {
                let tests = tests.split('`').skip(1).step_by(2).map(str::to_owned).collect();
                let [rulebook, rule, does, left] = [rulebook, rule, does, left].map(str::to_owned);
                lines.push(Line { rulebook, rule, does, left, tests });
            }
        }
    }
    lines
}

/// Everything named in a cell, in order.
pub(crate) fn named(does: &str) -> Vec<Named> {
    let mut found: Vec<Named> = vec![];
    let pieces: Vec<&str> = does.split('`').collect();
    for (at, piece) in pieces.iter().enumerate().skip(1).step_by(2) {
        let after = pieces.get(at + 1).copied().unwrap_or_default();
        found.push(if piece.starts_with("viva ") {
            Named::Command((*piece).to_owned())
        } else if piece.starts_with("--") {
            Named::Option((*piece).to_owned())
        } else if piece.starts_with('/') {
            Named::Page((*piece).to_owned())
        } else if after.starts_with(" in the contest file") || after.starts_with(" of the contest file") {
            Named::ContestKey((*piece).to_owned())
        } else {
            let (path, value) = piece.split_once(" = ").map_or((*piece, None), |(path, value)| (path, Some(value)));
            Named::Key { path: path.to_owned(), value: value.map(str::to_owned) }
        });
    }
    found.extend(does.split("](").skip(1).filter_map(|rest| Some(Named::Link(rest.split_once(')')?.0.to_owned()))));
    found
}

/// The anchors of a page, made from its headings as code hosts make them.
pub(crate) fn places(page: &str) -> BTreeSet<String> {
    let place = |head: &str| {
        let kept = head.trim().chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
    };
    page.lines().filter(|line| line.starts_with('#')).map(|line| place(line.trim_start_matches('#'))).collect()
}
