//! Syntax errors in files that are otherwise right: only the error is reported, none of its consequences.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use rulebook::{
    Faults, contest_template, read_contest_file, read_rulebook,
    reader::{Code, read_entries, read_look, rulebook_template},
    shipped,
};

/// The number of places at which each file is cut.
const PLACES: usize = 50;

/// The broken texts inserted there.
const BROKEN: [&str; 12] =
    ["[[", "\n[[\n", "]", "\"\"\"", "\"", "'", " = =", "\nx = [\n", "\nx = {", "\u{1}", "\n[judge\n", "\n= 3\n"];

/// Reads a text with a syntax error in every place, another in each, and returns all faults other than syntax errors.
fn untrue(name: &str, text: &str, read: impl Fn(&str) -> Result<(), Faults>) -> Vec<String> {
    read(text).unwrap_or_else(|faults| panic!("{name}: {faults:?}"));
    let ends = (1..=PLACES).map(|place| text.floor_char_boundary(text.len() * place / PLACES));
    let cuts = ends.zip(BROKEN.into_iter().cycle().skip(name.len()));
    let told = cuts.filter_map(|(cut, broken)| {
        let faults = read(&[&text[..cut], broken, &text[cut..]].concat()).err()?;
        let is_broken = faults.iter().any(|fault| fault.code() == Code::Syntax);
        let other = faults.iter().find(|fault| fault.code() != Code::Syntax).filter(|_| is_broken)?;
        let (line, column) = other.line_and_column();
        Some(format!("{name}, {broken:?} at byte {cut}: {}:{line}:{column}: {other}", other.file_name()))
    });
    told.collect()
}

#[test]
fn a_syntax_error_is_told_and_nothing_that_only_follows_from_it() {
    let mut untold = Vec::new();
    let no_file = |_: &str| Err("no file".to_owned());
    let contest = |text: &str| read_contest_file("contest.toml", text, &no_file).map(drop);
    let rulebook = |text: &str| read_rulebook("rulebook.toml", text).map(drop);
    for id in shipped::ids() {
        untold.extend(untrue(id, shipped::find(id).unwrap(), rulebook));
    }
    untold.extend(untrue("rulebook template", rulebook_template(), rulebook));
    let protocols = include_str!("../../../examples/four-protocols.toml");
    untold.extend(untrue("contest template", contest_template(), contest));
    for (name, text) in [("contest template", contest_template()), ("four protocols", protocols)] {
        untold.extend(untrue(&format!("entries of {name}"), text, |text| read_entries("e.toml", text).map(drop)));
    }
    let look = "[light]\naccent = \"#1b4d3e\"\n[dark]\naccent = \"#9fe0c8\"\n";
    untold.extend(untrue("look", look, |text| read_look("look.toml", text).map(drop)));
    assert!(untold.is_empty(), "{} of them: {:#?}", untold.len(), &untold[..untold.len().min(40)]);
}

/// A contest file with its own rulebook: a syntax error in one causes no faults in the other.
#[test]
fn a_syntax_error_of_a_rulebook_leaves_the_contest_file_alone() {
    let own = shipped::find("loebner-2010").unwrap();
    let contest = contest_template().replace("rulebook = \"loebner-2010\"", "rulebook = \"own.toml\"");
    assert_ne!(contest, contest_template());
    let untold = untrue("own.toml", own, |text| {
        let found = |_: &str| Ok(("own.toml".to_owned(), text.to_owned()));
        read_contest_file("contest.toml", &contest, &found).map(drop)
    });
    assert!(untold.is_empty(), "{} of them: {:#?}", untold.len(), &untold[..untold.len().min(40)]);
}
