//! Every sentence that a page or a script uses exists, and every sentence is used.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use language::{Language, LanguageFault, Languages};

/// The calls that use a sentence by its id, by the ending of the file.
const ASKS: [(&str, &str); 4] = [("rs", "say!("), ("html", "say!("), ("rs", "Message::of("), ("js", "sentence(")];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The source files below a folder, with their texts.
fn files(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if path.is_dir() {
            if name != "tests" && name != "target" {
                files(&path, found);
            }
        } else if ["rs", "html", "js"].iter().any(|known| path.extension().is_some_and(|ending| ending == *known)) {
            let text = fs::read_to_string(&path).expect("a text");
            found.push((path, text));
        }
    }
}

/// The ids after such a call in a text: `say!("id"`, with any blanks before the id.
fn asked<'a>(text: &'a str, call: &'a str) -> impl Iterator<Item = &'a str> {
    text.match_indices(call).filter_map(move |(at, call)| {
        let rest = text[at + call.len()..].trim_start().strip_prefix('"')?;
        rest.split('"').next()
    })
}

fn ids(source: &str) -> BTreeSet<&str> {
    let ids = source.lines().filter_map(|line| line.split_once(" =")).map(|(id, _)| id);
    ids.filter(|id| id.starts_with(|c: char| c.is_ascii_lowercase()) && !id.contains(' ')).collect()
}

#[test]
fn every_sentence_is_there_and_is_said() {
    let english = fs::read_to_string(root().join("languages/en.ftl")).expect("English");
    let known = ids(&english);
    let mut all = Vec::new();
    files(&root().join("crates"), &mut all);
    let mut missing = BTreeMap::new();
    let mut said = BTreeSet::new();
    for (path, text) in &all {
        for (_, call) in ASKS.iter().filter(|(ending, _)| path.extension().is_some_and(|found| found == *ending)) {
            // An example in a comment is not a use.
            let code: String = text
                .lines()
                .filter(|line| !line.trim_start().starts_with("//"))
                .map(|line| format!("{line}\n"))
                .collect();
            for id in asked(&code, call) {
                let script = path.extension().is_some_and(|ending| ending == "js");
                if !known.contains(id) || id.starts_with("js-") != script {
                    missing.insert(id.to_owned(), path.display().to_string());
                }
                said.insert(id.to_owned());
            }
        }
    }
    assert!(missing.is_empty(), "asked for, and not in languages/en.ftl (or a script's without `js-`): {missing:#?}");
    // This crate itself uses these to join lists.
    let own = ["list-part", "list-last"];
    let unsaid: Vec<_> = known.iter().filter(|id| !said.contains(**id) && !own.contains(*id)).collect();
    assert!(unsaid.is_empty(), "in languages/en.ftl, and nobody says it: {unsaid:#?}");
    assert!(said.len() > 20, "the search finds what is asked for");
}

#[test]
fn every_language_that_we_ship_is_complete() {
    for entry in fs::read_dir(root().join("languages")).expect("a folder") {
        let path = entry.expect("an entry").path();
        let tag = path.file_stem().and_then(|tag| tag.to_str()).expect("a tag");
        let source = fs::read_to_string(&path).expect("a text");
        if let Err(faults) = Language::read(tag, &source) {
            panic!("{}", faults.iter().map(LanguageFault::to_string).collect::<Vec<_>>().join("\n"));
        }
        assert!(Languages::shipped().get(tag).is_some(), "{tag}.ftl is not shipped");
    }
}
