//! Rules are data: no code names a rulebook or its year.
//!
//! A plain scan of every crate's source. Comments and tests may name a contest as a source; the few lines of code that
//! do so are in a list here, each with its reason.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use rulebook::shipped;

/// Lines that may name a rulebook: the end of the file's path, a part of the line, and why.
const ALLOWED: &[(&str, &str, &str)] = &[
    ("rulebook/src/shipped/texts.rs", "-", "the list of shipped files: their names are their ids"),
    (
        "rulebook/src/reader/contest_file.rs",
        "t.required(\"rulebook\", ",
        "an example of what to write, in a fault's help",
    ),
    ("rulebook/src/key.rs", "2029", "the number of the paragraph separator in Unicode"),
    ("rulebook/src/schema/date.rs", "is no date such as", "an example of a date, in an error"),
    ("contest/src/facts/ledger.rs", "is no moment such as", "an example of a moment, in an error"),
    ("entry/src/incident.rs", "names no key and was removed", "a message that says where the names of keys are listed"),
    ("record/src/transcript.rs", "pub mod surrey;", "a transcript's format is called after the contest it is from"),
    ("record/src/transcript/form.rs", "surrey", "a transcript's format is called after the contest it is from"),
    ("record/src/transcript/form.rs", "Surrey", "the same"),
    ("record/src/transcript/surrey/reading.rs", "Surrey", "the same"),
    ("viva/src/cli/transcript.rs", "after_help = ", "examples of commands"),
    ("server/src/entry_page/log.rs", "surrey", "a transcript's format is called after the contest it is from"),
    (
        "simulate/src/world/rules.rs",
        "hurried(shipped::rulebook(",
        "the rulebook that simulated worlds play, unless told",
    ),
    ("viva/src/cli.rs", "after_help = ", "examples of commands"),
    ("viva/src/cli.rs", "    Surrey,", "a transcript's format is called after the contest it is from"),
    ("viva/src/commands/record/export.rs", "surrey", "a transcript's format is called after the contest it is from"),
    ("viva/src/commands/record/export.rs", "TranscriptForm::Surrey =>", "the same"),
    ("viva/src/cli.rs", "const DEFAULT_RULEBOOK", "the rulebook where a command line names none"),
    ("viva/src/cli/intake.rs", "after_help = ", "examples of commands"),
    ("viva/src/cli/schedule.rs", "after_help = ", "examples of commands"),
    ("viva/src/cli/score.rs", "after_help = ", "examples of commands"),
    ("viva/src/cli/simulate.rs", "after_help = ", "examples of commands"),
];

#[test]
fn no_line_of_code_asks_which_contest_it_is() {
    let words = words();
    let mut named = Vec::new();
    let mut used = BTreeSet::new();
    for file in code_files() {
        let path = file.to_str().unwrap().replace('\\', "/");
        for (number, line) in code(&fs::read_to_string(&file).unwrap()) {
            if !words.iter().any(|word| holds(&line, word)) {
                continue;
            }
            let allowed = |(end, part, _): &(&str, &str, &str)| path.ends_with(end) && line.contains(part);
            match ALLOWED.iter().position(allowed) {
                Some(at) => {
                    used.insert(at);
                }
                None => named.push(format!("{path}:{number}: {}", line.trim())),
            }
        }
    }
    assert!(named.is_empty(), "what is special about a contest is a value in its rulebook:\n{}", named.join("\n"));
    let unused: Vec<_> = (0..ALLOWED.len()).filter(|at| !used.contains(at)).map(|at| ALLOWED[at]).collect();
    assert!(unused.is_empty(), "these lines need no leave any more: {unused:?}");
}

#[test]
fn the_scan_finds_a_branch_and_passes_over_comments_tests_and_longer_numbers() {
    let words = words();
    let found =
        |text: &str| code(text).into_iter().filter(|(_, line)| words.iter().any(|word| holds(line, word))).count();
    for branch in [
        "if rules.id == \"loebner-2010\" {",
        "if year == 1995 {}",
        "match id { \"Surrey\" => 1 } // why",
        "fn kurzweil() {}",
        "/* a note */ let two = id.ends_with(\"2006\");",
    ] {
        assert_eq!(found(branch), 1, "{branch}");
    }
    for other in
        ["// the rules of 2010", "    /// Source: rules of 2006.", "let n = 12010;", "a(); // 1995", "/* 2003\n2006 */"]
    {
        assert_eq!(found(other), 0, "{other}");
    }
    assert_eq!(
        found("fn a() {}\n#[cfg(test)]\nmod tests {\n    const YEAR: u16 = 2010;\n}\nconst B: u16 = 2003;\n"),
        1
    );
}

/// Ids of shipped rulebooks, their years, and the names of contests.
fn words() -> BTreeSet<String> {
    let years = shipped::ids().filter_map(|id| id.rsplit('-').next());
    let names = ["kapor", "kurzweil", "loebner", "surrey"];
    shipped::ids().chain(years).chain(names).map(str::to_owned).collect()
}

/// Returns whether a line holds the word, in capitals or not; a year inside a longer number does not count.
fn holds(line: &str, word: &str) -> bool {
    let line = line.to_lowercase();
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    line.match_indices(word).any(|(at, word)| {
        let is_year = word.bytes().all(|b| b.is_ascii_digit());
        let (before, after) = (line[..at].chars().next_back(), line[at + word.len()..].chars().next());
        !is_year || !(digit(before) || digit(after))
    })
}

/// The lines of a source without comments and without the module of its tests, numbered from 1.
fn code(text: &str) -> Vec<(usize, String)> {
    let (mut lines, mut in_comment, mut in_tests, mut is_test) = (Vec::new(), false, false, false);
    for (number, line) in text.lines().enumerate() {
        // The module ends where the formatter puts the bracket: at the beginning of a line.
        if in_tests {
            in_tests = line != "}";
            continue;
        }
        if is_test && line.starts_with("mod ") {
            in_tests = line.ends_with('{');
            is_test = false;
            continue;
        }
        is_test = line == "#[cfg(test)]";
        lines.push((number + 1, without_comments(line, &mut in_comment)));
    }
    lines
}

fn without_comments(line: &str, in_comment: &mut bool) -> String {
    let mut rest = line;
    let mut kept = String::new();
    loop {
        if *in_comment {
            let Some((_, after)) = rest.split_once("*/") else { return kept };
            (*in_comment, rest) = (false, after);
        }
        // A `//` after a colon is part of an address.
        let comment = rest.match_indices("//").map(|(at, _)| at).find(|at| !rest[..*at].ends_with(':'));
        // A pattern of paths such as `*/*.txt` opens no comment.
        let block = rest.match_indices("/*").map(|(at, _)| at).find(|at| rest[..*at].trim().is_empty());
        match (comment, block) {
            (Some(line), block) if block.is_none_or(|block| line < block) => return kept + &rest[..line],
            (_, Some(block)) => {
                kept.push_str(&rest[..block]);
                (*in_comment, rest) = (true, &rest[block + 2..]);
            }
            _ => return kept + rest,
        }
    }
}

/// Every source file of every crate, except modules of tests.
fn code_files() -> Vec<PathBuf> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut files = Vec::new();
    for member in fs::read_dir(crates).unwrap() {
        collect(&member.unwrap().path().join("src"), &mut files);
    }
    let tests: BTreeSet<PathBuf> = files.iter().flat_map(|file| test_modules(file)).collect();
    files.retain(|file| !tests.contains(file));
    assert!(files.len() > 100, "{}", files.len());
    files
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for item in fs::read_dir(folder).into_iter().flatten() {
        let path = item.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// The files of modules that a source declares for tests only.
fn test_modules(file: &Path) -> Vec<PathBuf> {
    let text = fs::read_to_string(file).unwrap();
    let names = text.split("#[cfg(test)]\nmod ").skip(1).filter_map(|rest| rest.lines().next()?.strip_suffix(';'));
    let folder = file.parent().unwrap();
    let is_root = ["lib.rs", "main.rs", "mod.rs"].iter().any(|root| file.ends_with(root));
    let within = if is_root { folder.to_owned() } else { file.with_extension("") };
    names.flat_map(|name| [within.join(format!("{name}.rs")), within.join(name).join("mod.rs")]).collect()
}
