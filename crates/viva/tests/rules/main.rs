//! `docs/rules.md` has a line for every rule of the five founding documents, and names only things that exist.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod anchors;
mod page;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use self::page::{Line, Named, lines};

/// The most words between the beginnings of two rules in a document without numbers, so that no longer passage is
/// skipped.
const STRETCH: usize = 190;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().to_owned()
}

fn text(path: impl AsRef<Path>) -> String {
    fs::read_to_string(root().join(path)).unwrap()
}

/// The documents; `None`, after a message, if they are not beside this checkout.
#[expect(clippy::print_stderr, reason = "a skipped test says so")]
fn document(name: &str) -> Option<String> {
    let path = root().join("../shared/rules").join(name);
    match fs::read_to_string(&path) {
        Ok(text) => Some(text),
        Err(why) => {
            eprintln!("skipped: {} cannot be read: {why}", path.display());
            None
        }
    }
}

fn labels(of: &str) -> Vec<String> {
    let page = text("docs/rules.md");
    lines(&page).into_iter().filter(|line| line.rulebook == of).map(|line| line.rule).collect()
}

/// The numbers at the beginnings of a document's lines, as in `14.  Judges`.
fn numbers(text: &str) -> Vec<String> {
    let number = |line: &str| {
        let (number, rest) = line.split_once('.')?;
        ((1..=2).contains(&number.len()) && number.bytes().all(|b| b.is_ascii_digit()) && rest.starts_with(' '))
            .then(|| number.to_owned())
    };
    text.lines().filter_map(number).collect()
}

/// Checks that the rules of a document begin with these words, in this order, with no long passage between them.
fn check_anchors(document: &str, anchors: &[(&str, &str)]) {
    let words: Vec<&str> = document.split_whitespace().collect();
    let text = words.join(" ").replace('*', "");
    let (mut from, mut last) = (0, 0);
    for (rule, begins) in anchors {
        let at =
            from + text[from..].find(begins).unwrap_or_else(|| panic!("{rule}: the document has no {begins:?} here"));
        let between = text[last..at].split(' ').count();
        assert!(between <= STRETCH, "{between} words before {rule} have no line");
        (from, last) = (at + begins.len(), at);
    }
    let rest = text[last..].split(' ').count();
    assert!(rest <= STRETCH, "the last {rest} words have no line");
}

#[test]
fn every_rule_of_1995_has_its_line_and_no_line_is_invented() {
    let Some(document) = document("loebner-1995.txt") else { return };
    let (announcement, rules) = document.split_once("OFFICIAL RULES").unwrap();
    let (rules, specifications) = rules.split_once("Data Entry, File Format").unwrap();
    let announced = announcement.split_once("(Rev 4/1995)").unwrap().1;
    check_anchors(announced, anchors::ANNOUNCEMENT_1995);

    let mut expected: Vec<String> = anchors::ANNOUNCEMENT_1995.iter().map(|(rule, _)| (*rule).to_owned()).collect();
    expected.extend(numbers(rules));
    let mut part = "";
    for line in specifications.lines().map(str::trim) {
        if let Some(&(_, name)) = anchors::PARTS_1995.iter().find(|(head, _)| line.starts_with(head)) {
            part = name;
            // The text before the letters of this part is a rule of its own.
            expected.extend((part == "data file, 2").then(|| part.to_owned()));
        }
        let letter =
            line.split_once(". ").map(|(letter, _)| letter).filter(|letter| ["a", "b", "c", "d", "e"].contains(letter));
        if let Some(letter) = letter {
            expected.push(if part == "hardware, 3" { part.to_owned() } else { format!("{part} ({letter})") });
        }
    }
    assert_eq!(labels("loebner-1995"), expected);
}

#[test]
fn every_rule_of_2003_has_its_line_and_no_line_is_invented() {
    let Some(document) = document("surrey-2003.md") else { return };
    assert_eq!(labels("surrey-2003"), numbers(&document));
    assert_eq!(numbers(&document).len(), 61);
}

fn check_document(name: &str, rulebook: &str, anchors: &[(&str, &str)]) {
    let Some(document) = document(name) else { return };
    check_anchors(&document, anchors);
    let expected: Vec<&str> = anchors.iter().map(|&(rule, _)| rule).collect();
    assert_eq!(labels(rulebook), expected);
}

#[test]
fn every_part_of_2006_has_its_line_and_no_line_is_invented() {
    check_document("loebner-2006.txt", "loebner-2006", anchors::OF_2006);
}

#[test]
fn every_part_of_2010_has_its_line_and_no_line_is_invented() {
    check_document("loebner-2010.txt", "loebner-2010", anchors::OF_2010);
}

#[test]
fn every_part_of_the_wager_has_its_line_and_no_line_is_invented() {
    check_document("kurzweil-kapor-2002.txt", "kurzweil-kapor-2029", anchors::OF_THE_WAGER);
}

/// All values at this path of a rulebook, including those inside lists.
fn at_path<'v>(value: &'v toml::Value, path: &[&str]) -> Vec<&'v toml::Value> {
    match (value, path) {
        (toml::Value::Array(items), _) => items.iter().flat_map(|item| at_path(item, path)).collect(),
        (_, []) => vec![value],
        (toml::Value::Table(table), [first, rest @ ..]) => {
            table.get(*first).map_or(vec![], |value| at_path(value, rest))
        }
        _ => vec![],
    }
}

/// The help of `viva` for these words; `None` if there is no such command.
fn help(words: &str) -> Option<String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_viva"));
    let output = command.args(words.split(' ').skip(1)).arg("--help").output().unwrap();
    // A superfluous word would be taken for an argument: the usage line repeats all words of the command.
    let text = String::from_utf8(output.stdout).unwrap();
    (output.status.success() && text.contains(&format!("Usage: {words}"))).then_some(text)
}

/// Returns true if the target of a link exists, with its anchor in the page.
fn is_there(link: &str, headings: &mut BTreeMap<String, BTreeSet<String>>) -> bool {
    let (page, place) = link.split_once('#').unwrap_or((link, ""));
    let Ok(text) = fs::read_to_string(root().join("docs").join(page)) else { return false };
    let of_page = headings.entry(page.to_owned()).or_insert_with(|| page::places(&text));
    place.is_empty() || of_page.contains(place)
}

#[test]
fn every_key_command_page_and_link_that_the_lines_name_is_there() {
    let page = text("docs/rules.md");
    let routes = text("crates/server/src/routes.rs");
    let contest_file = text("docs/contest-file.md");
    let (mut missing, mut helped, mut headings) = (vec![], BTreeMap::new(), BTreeMap::new());
    for Line { rulebook, rule, does, .. } in lines(&page) {
        let read = rulebook::shipped::rulebook(&rulebook);
        assert!(read.is_some(), "{rulebook} is no shipped rulebook");
        let rules: toml::Value = text(format!("rulebooks/{rulebook}.toml")).parse::<toml::Table>().unwrap().into();
        let mut commands = vec![];
        assert!(!does.is_empty(), "{rulebook}, {rule}: nothing does it, and nothing says why");
        for named in page::named(&does) {
            let found = match &named {
                Named::Command(words) => {
                    let text = helped.entry(words.clone()).or_insert_with(|| help(words)).clone();
                    commands.extend(text.clone());
                    text.is_some()
                }
                Named::Option(words) => {
                    words.split(' ').all(|word| commands.iter().any(|text: &String| text.contains(word)))
                }
                Named::Page(address) => routes.contains(&format!("\"{address}\"")),
                Named::ContestKey(key) => {
                    contest_file.contains(&format!("| `{key}` |")) || contest_file.contains(&format!("## `[{key}]`"))
                }
                Named::Link(link) => is_there(link, &mut headings),
                Named::Key { path, value } => {
                    let path: Vec<&str> = path.split('.').collect();
                    let values = at_path(&rules, &path);
                    match value {
                        None => !values.is_empty(),
                        Some(value) => values.iter().any(|v| v.to_string() == *value),
                    }
                }
            };
            if !found {
                missing.push(format!("{rulebook}, {rule}: {named:?}"));
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
    assert!(helped.len() > 20, "the page names commands");
}

/// The names of all tests in the sources.
fn tests_of_the_tree() -> BTreeSet<String> {
    fn read(folder: &Path, names: &mut BTreeSet<String>) {
        for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
            let path = entry.path();
            if path.is_dir() {
                read(&path, names);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                names.extend(tests_in(&fs::read_to_string(&path).unwrap()));
            }
        }
    }
    let mut names = BTreeSet::new();
    for folder in fs::read_dir(root().join("crates")).unwrap().map(Result::unwrap) {
        ["src", "tests"]
            .map(|part| folder.path().join(part))
            .iter()
            .filter(|part| part.is_dir())
            .for_each(|part| read(part, &mut names));
    }
    names
}

/// The names of a source's test functions; tests made by macros do not count.
fn tests_in(source: &str) -> Vec<String> {
    let mut is_test = false;
    let mut names = vec![];
    for line in source.lines().map(str::trim) {
        if line.starts_with("#[test]") || line.starts_with("#[tokio::test") {
            is_test = true;
        } else if let Some(rest) = line.strip_prefix("async fn ").or_else(|| line.strip_prefix("fn ")) {
            names.extend(rest.split('(').next().filter(|_| is_test).map(str::to_owned));
            is_test = false;
        }
    }
    names
}

#[test]
fn every_line_names_tests_that_there_are_or_says_that_the_program_does_nothing() {
    let known = tests_of_the_tree();
    assert!(known.contains("every_line_names_tests_that_there_are_or_says_that_the_program_does_nothing"));
    let mut wrong = vec![];
    for Line { rulebook, rule, does, left, tests } in lines(&text("docs/rules.md")) {
        let at = format!("{rulebook}, {rule}");
        wrong.extend(
            tests.iter().filter(|test| !known.contains(*test)).map(|test| format!("{at}: there is no test `{test}`")),
        );
        let does_nothing = does.starts_with("nothing");
        if does_nothing != tests.is_empty() {
            wrong.push(format!("{at}: {}", if does_nothing { "tests of nothing" } else { "no test holds it to that" }));
        }
        if does == "nothing" && left == "–" {
            wrong.push(format!("{at}: nobody does it, and nothing says why"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
