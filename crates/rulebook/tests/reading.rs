//! Files without mistakes, and what they become; and any text at all.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::{path::PathBuf, time::Duration};

use proptest::prelude::*;
use rulebook::{
    Faults, Rulebook, contest_file::Protocol, contest_template, read_contest_file, read_rulebook, schema::Recipient,
    shipped,
};

#[test]
fn every_shipped_rulebook_reads_and_returns_from_a_record_as_it_was() {
    for id in shipped::ids() {
        let rulebook = read_rulebook(id, shipped::find(id).unwrap()).map_err(show).unwrap();
        assert_eq!(rulebook.id, id);
        let record = serde_json::to_string(&rulebook).unwrap();
        assert_eq!(serde_json::from_str::<Rulebook>(&record).unwrap(), rulebook);
    }
    assert_eq!(shipped::find("loebner-1066"), None);
}

#[test]
fn the_rules_of_2010_are_what_the_document_says() {
    let rules = read_rulebook("loebner-2010", shipped::find("loebner-2010").unwrap()).map_err(show).unwrap();
    assert_eq!((rules.roles.judges, rules.roles.entries, rules.roles.confederates), (4, 4, 4));
    assert_eq!(rules.interview.talk + rules.interview.scoring, Duration::from_secs(30 * 60));
    let purses = |wanted: fn(&Recipient) -> bool| -> Vec<String> {
        let given = rules.awards.iter().filter(|award| wanted(&award.to));
        given.map(|award| award.purse.as_ref().unwrap().to_string()).collect()
    };
    assert_eq!(purses(|to| matches!(to, Recipient::Place { .. })), ["3000 USD", "1000 USD", "750 USD", "250 USD"]);
    assert_eq!(purses(|to| *to == Recipient::EveryFinalist), ["250 USD"]);
    assert_eq!(purses(|to| *to == Recipient::Fooled { judges: 2, confederates: 2 }), ["25000 USD"]);
}

#[test]
fn the_template_is_a_contest_of_four_by_four_by_four() {
    let contest = read_contest_file("contest.toml", contest_template(), &no_file).map_err(show).unwrap();
    assert_eq!((contest.judges.len(), contest.confederates.len(), contest.entries.len()), (4, 4, 4));
    assert_eq!((contest.id.as_str(), contest.seed), ("my-first-contest", None));
    assert_eq!(contest.entries[1].typing, Duration::from_millis(120));
    assert_eq!(contest.entries[1].silence, Duration::from_secs(60));
    let directory = Some(PathBuf::from("old-hand/communications"));
    assert_eq!(contest.entries[3].protocol, Protocol::Lpp { directory, command: None });
}

#[test]
fn everything_that_the_template_shows_in_comments_may_be_taken_into_use() {
    let keys = ["# id =", "# seed =", "# scripted =", "# [overrides", "# talk =", "# scoring ="];
    let used = |line: &str| match keys.iter().any(|key| line.starts_with(key)) {
        true => format!("{}\n", &line[2..]),
        false => format!("{line}\n"),
    };
    let text: String = contest_template().lines().map(used).collect();
    let contest = read_contest_file("contest.toml", &text, &no_file).map_err(show).unwrap();
    assert_eq!(contest.rulebook.interview.talk, Duration::from_secs(5 * 60));
    assert!(contest.seed.is_some() && contest.judges[3].scripted);
}

#[test]
fn overrides_change_what_they_name_and_leave_the_rest() {
    let overrides = "
        [overrides]
        title = 'Short'
        interview = { talk = '90s', medium.keys = 500 }
        [[overrides.awards]]
        id = 'only'
        title = 'The only award'
        to = { place = 1 }
    ";
    let text = format!("{}{overrides}", contest_template());
    let rules = read_contest_file("contest.toml", &text, &no_file).map_err(show).unwrap().rulebook;
    let mut expected = read_rulebook("2010", shipped::find("loebner-2010").unwrap()).map_err(show).unwrap();
    expected.title = "Short".to_owned();
    expected.interview.talk = Duration::from_secs(90);
    let rulebook::schema::Medium::Keystrokes { keys, .. } = &mut expected.interview.medium;
    *keys = 500;
    assert_eq!((rules.awards.len(), rules.awards[0].id.as_str()), (1, "only"));
    expected.awards.clone_from(&rules.awards);
    assert_eq!(rules, expected);
}

#[test]
fn a_rulebook_of_ones_own_is_found_by_its_path() {
    let text = contest_template().replace("\"loebner-2010\"", "\"rules/mine.toml\"");
    let find = |path: &str| {
        assert_eq!(path, "rules/mine.toml");
        let mine = shipped::find("loebner-2010").unwrap().replace("id = \"loebner-2010\"", "id = \"mine\"");
        Ok((path.to_owned(), mine))
    };
    assert_eq!(read_contest_file("contest.toml", &text, &find).map_err(show).unwrap().rulebook.id, "mine");
    let faults = read_contest_file("contest.toml", &text, &no_file).unwrap_err();
    assert_eq!(faults.len(), 1, "{faults:?}");
}

#[test]
fn durations_are_read_in_the_units_people_write() {
    for (written, seconds) in [("25m", 1500), ("90s", 90), ("1h30m", 5400), ("1 hour", 3600), ("1500ms", 1)] {
        let text = shipped::find("loebner-2010").unwrap().replace("talk = \"25m\"", &format!("talk = \"{written}\""));
        let rules = read_rulebook("rules.toml", &text).map_err(show).unwrap();
        assert_eq!(rules.interview.talk.as_secs(), seconds, "{written}");
    }
    for wrong in ["25", "25x", "-25m", "1d", "25h", "1s 20us", "", "m", "25m ago", "PT25M", "999999999999999999999h"] {
        let text = shipped::find("loebner-2010").unwrap().replace("talk = \"25m\"", &format!("talk = \"{wrong}\""));
        assert_eq!(read_rulebook("rules.toml", &text).unwrap_err().len(), 1, "{wrong}");
    }
}

#[test]
fn a_design_exists_for_every_number_but_two_and_six() {
    let (head, rest) = shipped::find("loebner-2010").unwrap().split_once("# Important dates").unwrap();
    let (_, instructions) = rest.split_once("[instructions]").unwrap();
    let without_awards = format!("{head}[instructions]{instructions}");
    for n in 1..=64 {
        let text = ["judges", "entries", "confederates"].iter().fold(without_awards.clone(), |text, role| {
            text.replace(&format!("\n{role} = 4"), &format!("\n{role} = {n}"))
        });
        assert_eq!(read_rulebook("rules.toml", &text).is_ok(), !matches!(n, 2 | 6), "{n}");
    }
}

#[test]
fn the_examples_in_the_documents_are_true_and_every_key_is_explained() {
    let document = include_str!("../../../docs/rulebook.md");
    let example = read_rulebook("docs/rulebook.md", first_example(document)).map_err(show).unwrap();
    assert_eq!(example, read_rulebook("2010", shipped::find("loebner-2010").unwrap()).map_err(show).unwrap());
    let mut keys = Vec::new();
    collect_keys(&serde_json::to_value(&example).unwrap(), &mut keys);
    for key in keys {
        let explained = [format!("| `{key}` |"), format!(".{key}` |")].iter().any(|row| document.contains(row));
        assert!(explained, "docs/rulebook.md has no row for `{key}`");
    }

    let document = include_str!("../../../docs/contest-file.md");
    let contest = read_contest_file("docs", first_example(document), &no_file).map_err(show).unwrap();
    assert_eq!(contest.id, "an-afternoon-in-the-library");
}

proptest! {
    #[test]
    fn no_text_stops_the_reader(text in any::<String>()) {
        read_both(&text);
    }

    #[test]
    fn no_mutilated_file_stops_the_reader(cut in 0..6000_usize, length in 0..400_usize, patch in patch()) {
        for whole in [shipped::find("loebner-2010").unwrap(), contest_template()] {
            let cut = whole.floor_char_boundary(cut.min(whole.len()));
            let end = whole.floor_char_boundary((cut + length).min(whole.len()));
            read_both(&format!("{}{patch}{}", &whole[..cut], &whole[end..]));
        }
    }

    #[test]
    fn no_heap_of_toml_stops_the_reader(pieces in prop::collection::vec(patch(), 0..40)) {
        read_both(&pieces.concat());
    }
}

/// Pieces that TOML is made of, to be put where they do not belong.
fn patch() -> impl Strategy<Value = String> {
    prop::sample::select(vec![
        "[",
        "]",
        "[[",
        "]]",
        "{",
        "}",
        "=",
        ",",
        ".",
        "\n",
        "\r\n",
        "\"",
        "\"\"\"",
        "'",
        "'''",
        "\\",
        "#",
        " ",
        "\0",
        "é",
        "a",
        "roles",
        "[roles]\n",
        "[[awards]]\n",
        "[[entry]]\n",
        "[overrides]\n",
        "overrides.",
        "a = 1\n",
        "1e3",
        "0x",
        "to = { place = 1 }\n",
        "2010-10-23",
        "true",
        "talk = \"25m\"\n",
        "\"\"",
        "judge = [1, {}]\n",
        "rulebook = \"loebner-2010\"\n",
    ])
    .prop_map(str::to_owned)
}

fn read_both(text: &str) {
    let faults = [
        read_rulebook("any.toml", text).err(),
        read_contest_file("any.toml", text, &|path| Ok((path.to_owned(), text.to_owned()))).err(),
    ];
    for fault in faults.iter().flatten().flatten() {
        assert!(text.get(fault.span()).is_some() || fault.file_name() != "any.toml", "{fault:?}");
    }
}

/// The first block of TOML in a document.
fn first_example(document: &'static str) -> &'static str {
    document.split_once("```toml\n").unwrap().1.split_once("```").unwrap().0
}

/// All keys of a record's JSON.
fn collect_keys(value: &serde_json::Value, keys: &mut Vec<String>) {
    match value {
        serde_json::Value::Object(fields) => {
            keys.extend(fields.keys().cloned());
            fields.values().for_each(|value| collect_keys(value, keys));
        }
        serde_json::Value::Array(items) => items.iter().for_each(|item| collect_keys(item, keys)),
        _ => {}
    }
}

fn no_file(_: &str) -> Result<(String, String), String> {
    Err("there is no such file".to_owned())
}

/// Faults in full, for a test that expected none.
fn show(faults: Faults) -> Vec<String> {
    faults.iter().map(|fault| format!("{fault}: {}", fault.help())).collect()
}
