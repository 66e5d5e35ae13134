//! Files with mistakes, and the messages to their authors. A file is a test: put one into `fixtures/rulebook` or
//! `fixtures/contest`, and its rendered faults become a snapshot.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::{fs, path::Path};

use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme};
use rulebook::{Faults, contest_template, read_contest_file, read_rulebook};

#[test]
fn every_faulty_rulebook_is_shown_with_all_its_faults() {
    for_each_file("rulebook", |name, text| read_rulebook(name, text).unwrap_err());
}

#[test]
fn every_faulty_contest_file_is_shown_with_all_its_faults() {
    for_each_file("contest", |name, text| read_contest_file(name, text, &find_rulebook).unwrap_err());
}

#[test]
fn ten_mistakes_are_ten_faults() {
    let rulebook = read_rulebook("ten.toml", &fixture("rulebook/ten-mistakes.toml")).unwrap_err();
    assert_eq!(rulebook.len(), 10);
    let contest = read_contest_file("ten.toml", &fixture("contest/ten-mistakes.toml"), &find_rulebook).unwrap_err();
    assert_eq!(contest.len(), 10);
}

#[test]
fn a_fault_says_where_it_stands_to_a_program_too() {
    let text = contest_template().replace("organiser = ", "organizer = ");
    let faults = read_contest_file("mine.toml", &text, &find_rulebook).unwrap_err();
    assert_eq!(faults.to_string(), "1 fault in `mine.toml`");
    let fault = faults.iter().next().unwrap();
    assert_eq!(fault.code().to_string(), "rulebook::unknown_key");
    assert_eq!((fault.file_name(), &text[fault.span()]), ("mine.toml", "organizer"));
    assert_eq!(fault.help(), "did you mean `organiser`?");
    let with_source = faults.into_iter().filter(|fault| fault.source_code().is_some());
    assert_eq!(with_source.count(), 1);
}

#[test]
fn a_file_beyond_all_measure_is_refused_and_one_full_of_faults_is_cut_short() {
    let faults = read_rulebook("big.toml", &"#\n".repeat(200_000)).unwrap_err();
    assert_eq!((faults.len(), faults.iter().next().unwrap().code()), (1, rulebook::reader::Code::TooLarge));

    let many: String = (0..20_000).map(|n| format!("k{n} = 1\n")).collect();
    let faults = read_rulebook("many.toml", &many).unwrap_err();
    assert_eq!(faults.len(), 200);
    assert!(faults.to_string().ends_with("and 19809 more that are not shown"), "{faults}");
}

#[test]
fn tables_nested_beyond_all_measure_are_a_fault() {
    for deep in ["[", "a = [", "a.", "[a.", "a = {b = "] {
        assert!(read_rulebook("deep.toml", &deep.repeat(40_000)).is_err());
    }
    let dotted = |text: &str| read_rulebook("deep.toml", &text.replace('*', &"a.".repeat(100_000))).unwrap_err();
    for text in ["*a = 1", "[*a]\nb = 1", "[[*a]]\nb = 1", "x = { *a = 1 }"] {
        assert!(dotted(text).len() > 0);
    }
}

fn for_each_file(folder: &str, read: impl Fn(&str, &str) -> Faults) {
    let folder_path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(folder);
    let mut files: Vec<_> = fs::read_dir(folder_path).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty());
    for path in files {
        let name = path.file_name().unwrap().to_str().unwrap();
        let faults = read(name, &fs::read_to_string(&path).unwrap());
        insta::assert_snapshot!(format!("{folder}-{}", name.trim_end_matches(".toml")), render(&faults));
    }
}

fn render(faults: &dyn Diagnostic) -> String {
    let handler = GraphicalReportHandler::new_themed(GraphicalTheme::none()).with_width(100);
    let mut shown = String::new();
    handler.render_report(&mut shown, faults).unwrap();
    shown.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// Finds a rulebook by its path among the fixtures.
fn find_rulebook(path: &str) -> Result<(String, String), String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/rulebook").join(path);
    fs::read_to_string(file).map(|text| (path.to_owned(), text)).map_err(|_| "there is no such file".to_owned())
}

fn fixture(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(path)).unwrap()
}
