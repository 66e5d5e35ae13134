//! Faults of suites and templates: all at once, with their places.

use questions::{Templates, read};
use vocabulary::Vocabulary;

const HEAD: &str = r#"marks = 2

[facts]
start = "2010-10-23T09:30"
rounds = 6
round_minutes = 30

[[sets]]
id = "relations"
title = "Relations"
anchors = [{ mark = 0, meaning = "Wrong." }, { mark = 2, meaning = "Right." }]
"#;

fn faults(items: &str) -> Vec<String> {
    let faults = read(&format!("{HEAD}{items}"), Vocabulary::shipped()).unwrap_err();
    faults.to_string().lines().map(str::to_owned).collect()
}

#[test]
fn slots_keys_and_names_are_checked_all_at_once() {
    let found = faults(
        r#"
[[items]]
id = "a"
set = "relations"
ask = "Which is larger, {a:first} or {a:second} or {third}?"
slots = { first = "grape", second = "grapefruit", fourth = "melon" }
computes = "larger"
key = { any = ["grape"], not = ["grapefruit"] }

[[items]]
id = "a"
set = "poems"
ask = "Which is larger, {a:first} or {a:second}?"
slots = { first = "grape", second = "cherry" }
computes = "larger"
key = { any = ["cherry"], not = ["grape"] }

[[items]]
id = "b"
set = "relations"
ask = "What time is it?"
computes = "time-now"
key = { any = ["noon"] }

[[items]]
id = "c"
set = "relations"
ask = "What is the opposite of {word}?"
slots = { word = "hammer" }
computes = "opposite"
mark = 1

[[items]]
id = "d"
set = "relations"
ask = "Which is larger, {a:first} or a flea?"
slots = { first = "melon" }
computes = "larger"
"#,
    );
    assert_eq!(
        found,
        [
            "line 13, items[0]: nothing fills the slot `{third}`",
            "line 13, items[0]: no text has the slot `{fourth}` (leave it out)",
            "line 13, items[0]: the key is `grape; not grapefruit`, and `larger` gives `grapefruit; not grape`",
            "line 21, items[1]: `a` is given twice (first on line 13)",
            "line 21, items[1]: `poems` is not a set of the file",
            "line 21, items[1]: `grape` and `cherry` are too close: ask only about a factor of 3 or more, in size and weight alike",
            "line 29, items[2]: `time-now` has its key from the clock (leave the key out)",
            "line 36, items[3]: `opposite` gives no key for these slots (an unknown word, a thing without that fact, a time outside the rounds)",
            "line 42, items[3].mark: `mark` is not a key here",
            "line 44, items[4]: `larger` needs the slot `second`",
        ]
    );
}

#[test]
fn items_that_ask_the_same_or_contradict_each_other_are_faults() {
    let order = |id: &str, x: &str, y: &str, z: &str| {
        format!(
            r#"
[[items]]
id = "{id}"
set = "relations"
ask = "{{x}} is {{more}} than {{y}}, and {{y}} is {{more}} than {{z}}. Who is the {{end}}?"
slots = {{ x = "{x}", y = "{y}", z = "{z}", more = "older", end = "oldest" }}
computes = "order"
key = {{ any = ["{x}"], not = ["{y}", "{z}"] }}
"#
        )
    };
    let recall = |id: &str, game: &str| {
        format!(
            r#"
[[items]]
id = "{id}"
set = "relations"
tell = "Harry likes {{answer}}."
ask = "What does Harry like?"
slots = {{ answer = "{game}" }}
computes = "recall"
key = {{ any = ["{game}"] }}
"#
        )
    };
    let items = [
        order("one", "John", "Mary", "Sarah"),
        order("two", "Ann", "Sarah", "John"),
        order("again", "John", "Mary", "Sarah"),
        recall("tennis", "tennis"),
        recall("golf", "golf"),
    ];
    assert_eq!(
        faults(&items.concat()),
        [
            "line 21, items[1]: this contradicts the item `one`: Sarah is older than John",
            "line 29, items[2]: the item `one` asks the same",
            "line 46, items[4]: this contradicts the item `tennis`: the same question has another key",
        ]
    );
}

#[test]
fn the_form_of_a_suite_is_checked_too() {
    let found = read(
        "marks = \"two\"\nhalves = 1\nsets = [3]\n\n[facts]\nstart = \"today\"\nrounds = 0\n\n[[items]]\nid = \" \"\nask = 7\nset = \"a\"\ncomputes = \"magic\"\n",
        Vocabulary::shipped(),
    );
    let found = found.unwrap_err().to_string();
    let expected = [
        "line 1, marks: a whole number is needed here",
        "line 2, halves: true or false is needed here",
        "line 3, sets[0]: a table is needed here",
        "line 5, facts: `round_minutes` is missing",
        "line 6, facts.start: `today` is not a time such as 2030-05-10T09:30",
        "line 7, facts.rounds: 0 rounds or minutes, and 1 to 1000 are allowed",
        "line 10, items[0].id: ` ` is not a text",
        "line 11, items[0].ask: a text is needed here",
        "line 13, items[0].computes: `magic` is not a computation",
    ];
    assert_eq!(found.lines().collect::<Vec<_>>(), expected);
    for text in ["", "x", "[[items]]", "marks = 2\nmarks = 3", "\u{0}", "items = [[[[[[[["] {
        assert!(!read(text, Vocabulary::shipped()).unwrap_err().0.is_empty(), "{text}");
    }
}

#[test]
fn anchors_name_the_ends_of_the_scale_and_halves_where_they_are_allowed() {
    let text = HEAD.replace(
        "{ mark = 2, meaning = \"Right.\" }",
        "{ mark = 0.5, meaning = \"So so.\" }, { mark = 3, meaning = \"Wow.\" }",
    );
    // Above the tables: a key below one belongs to it.
    let found = read(&format!("items = []\n{text}"), Vocabulary::shipped()).unwrap_err().to_string();
    for fault in [
        "sets[0].anchors[1].mark: the mark 0.5 is not on the scale of 0 to 2 without halves",
        "sets[0].anchors[2].mark: the mark 3 is not on the scale of 0 to 2 without halves",
        "sets[0]: the mark 2 has no meaning (add an anchor)",
        "sets[0]: the set `relations` has no item (write one, or leave the set out)",
    ] {
        assert!(found.contains(fault), "{fault}\n{found}");
    }
    assert_eq!(found.lines().count(), 4, "{found}");
}

#[test]
fn faults_of_templates_are_all_reported() {
    let shipped = include_str!("../../templates.toml");
    let text = shipped
        .replace("set = \"sums\"\ncomputes = \"sum\"", "set = \"poems\"\ncomputes = \"sum\"")
        .replace("What is {x} minus {y}?", "What is {x} minus {z}?")
        .replace("draws = { friend = \"names\", answer = \"kind:sport\" }", "draws = { friend = \"nobody\" }")
        .replace("\"Adam\", \"Alan\"", "\"Adam\", \"Adam\"");
    let faults = Templates::read(&text, Vocabulary::shipped()).unwrap_err().to_string();
    for fault in [
        "`Adam` is given twice",
        "`poems` is not a set of the file",
        "nothing fills the slot `{z}`",
        "no text has the slot `{y}`",
        "`nobody` is neither a list of the file",
        "`recall` needs the slot `answer`",
        "nothing fills the slot `{friend}`",
    ] {
        assert!(faults.contains(fault), "{fault}\n{faults}");
    }
}
