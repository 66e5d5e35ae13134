//! Rulebooks, contest files and tables of entries, as TOML.

use rulebook::{
    Faults, Rulebook, contest_file::Template, read_contest_file, read_rulebook, reader::read_entries, shipped,
};

/// The most bytes of all messages about a file, of whose faults 200 are kept: each quotes a bounded piece of the file.
const MOST_SAID: usize = 200 * 2_000;

#[test]
fn a_rulebook_that_is_read_returns_from_a_record_as_it_was() {
    fuzz::target!("rulebook", 400, |bytes| {
        let Ok(text) = str::from_utf8(bytes) else { return };
        match read_rulebook("rules.toml", text) {
            Ok(rulebook) => {
                let record = serde_json::to_string(&rulebook).unwrap();
                assert_eq!(serde_json::from_str::<Rulebook>(&record).unwrap(), rulebook);
                assert!(record.len() <= 16 * (text.len() + 4_096), "{} bytes of {}", record.len(), text.len());
            }
            Err(faults) => have_a_place(&faults, text),
        }
    });
}

#[test]
fn a_contest_file_is_read_or_its_faults_have_a_place() {
    fuzz::target!("contest-file", 400, |bytes| {
        let Ok(text) = str::from_utf8(bytes) else { return };
        let own = |path: &str| match path {
            "own.toml" => Ok(("own.toml".to_owned(), shipped::with_id(shipped::find("loebner-2010").unwrap(), "own"))),
            _ => Err("there is no such file".to_owned()),
        };
        match read_contest_file("contest.toml", text, &own) {
            Ok(contest) => {
                let record = serde_json::to_string(&contest.rulebook).unwrap();
                assert_eq!(serde_json::from_str::<Rulebook>(&record).unwrap(), contest.rulebook);
            }
            Err(faults) => {
                let texts = |name: &str| match name {
                    "contest.toml" => text.len(),
                    // The rulebook of a contest file, with the contest's overrides.
                    _ => 1 << 20,
                };
                are_inside(&faults, texts);
            }
        }
    });
}

#[test]
fn tables_of_entries_are_read_or_their_faults_have_a_place() {
    fuzz::target!("entries", 600, |bytes| {
        let Ok(text) = str::from_utf8(bytes) else { return };
        match read_entries("entries.toml", text) {
            Ok(entries) => assert!(entries.len() <= text.len()),
            Err(faults) => have_a_place(&faults, text),
        }
    });
}

#[test]
fn a_template_is_read_or_its_fault_has_a_line() {
    fuzz::target!("template", 2_000, |bytes| {
        let Ok(text) = str::from_utf8(bytes) else { return };
        if let Err(why) = Template::read(text.to_owned()) {
            if let rulebook::contest_file::BadTemplate::Syntax { line, .. } = &why {
                assert!((1..=1 + text.matches('\n').count()).contains(line), "{why}");
            }
            assert!(why.to_string().len() <= 2_000 + text.len(), "{why}");
        }
    });
}

fn have_a_place(faults: &Faults, text: &str) {
    for fault in faults {
        let span = fault.span();
        assert!(text.get(span.clone()).is_some(), "{fault} at {span:?} of {}", text.len());
    }
    are_inside(faults, |_| text.len());
}

fn are_inside(faults: &Faults, length: impl Fn(&str) -> usize) {
    assert!((1..=200).contains(&faults.len()));
    for fault in faults {
        assert!(fault.span().end <= length(fault.file_name()), "{fault} at {:?}", fault.span());
        assert!(!fault.help().is_empty(), "{fault}");
    }
    let said: usize = faults.iter().map(|fault| fault.to_string().len() + fault.help().len()).sum();
    assert!(said <= MOST_SAID, "{said} bytes");
}
