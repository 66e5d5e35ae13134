//! The texts of rulebooks in several languages.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::{borrow::Cow, collections::BTreeSet};

use rulebook::{Rulebook, contest_template, read_contest_file, read_rulebook, schema_of_rulebook, shipped};
use serde_json::{Map, Value as Json};

/// The texts of a rulebook that can be translated: their keys in a translation, and the texts. Found along the schema
/// of a translation, so that a text added there is checked too.
fn texts(rulebook: &Rulebook) -> Vec<(String, Json)> {
    let schema = schema_of_rulebook();
    let json = serde_json::to_value(rulebook).unwrap();
    let mut found = Vec::new();
    along(&schema["$defs"]["Translation"], &schema["$defs"], &json, "", &mut found);
    let mut rules = Vec::new();
    named(&json, &mut rules);
    found.extend(rules.into_iter().map(|rule| (format!("rules.\"{rule}\""), Json::from(rule))));
    found
}

fn along(schema: &Json, names: &Json, original: &Json, path: &str, found: &mut Vec<(String, Json)>) {
    let schema = match schema["$ref"].as_str() {
        Some(name) => &names[name.trim_start_matches("#/$defs/")],
        None => schema,
    };
    let below = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
    match (&schema["properties"], &schema["additionalProperties"], original) {
        (Json::Object(keys), _, original) => {
            for (key, inner) in keys.iter().filter(|(key, _)| *key != "rules") {
                if let Some(original) = original.get(key) {
                    along(inner, names, original, &below(key), found);
                }
            }
        }
        (_, values @ Json::Object(_), Json::Object(items)) => {
            items.iter().for_each(|(key, item)| along(values, names, item, &below(key), found));
        }
        (_, values @ Json::Object(_), Json::Array(items)) => {
            for item in items {
                let (of, id) = match item.get("rating") {
                    Some(rating) => (rating, &rating["name"]),
                    None => (item, &item["id"]),
                };
                if let Some(id) = id.as_str() {
                    along(values, names, of, &below(id), found);
                }
            }
        }
        (_, _, Json::Array(items)) if items.is_empty() => {}
        (_, _, Json::Null) => {}
        _ => found.push((path.to_owned(), original.clone())),
    }
}

fn named(json: &Json, rules: &mut Vec<String>) {
    match json {
        Json::Object(items) => {
            for (key, item) in items.iter().filter(|(key, _)| *key != "translations") {
                match item {
                    Json::String(rule) if key == "rule" => rules.push(rule.clone()),
                    item => named(item, rules),
                }
            }
        }
        Json::Array(items) => items.iter().for_each(|item| named(item, rules)),
        _ => {}
    }
}

#[test]
fn every_shipped_rulebook_says_everything_in_german() {
    for rulebook in shipped::ids().filter_map(shipped::rulebook) {
        assert_eq!(rulebook.untranslated("de"), [""; 0], "{}", rulebook.id);
    }
}

#[test]
fn what_a_language_leaves_out_is_told_by_its_keys() {
    for rulebook in shipped::ids().filter_map(shipped::rulebook) {
        let all: BTreeSet<_> = texts(&rulebook).into_iter().map(|(path, _)| path).collect();
        assert_eq!(rulebook.untranslated("fr").into_iter().collect::<BTreeSet<_>>(), all, "{}", rulebook.id);
    }
    let mut rulebook = shipped::rulebook("loebner-1995").unwrap();
    let german = rulebook.translations.get_mut("de").unwrap();
    german.awards.remove("bronze");
    german.rules.remove("rule 7");
    german.ballots.interview.get_mut("responsiveness").unwrap().anchors.clear();
    let left_out = ["awards.bronze.title", "ballots.interview.responsiveness.anchors", "rules.\"rule 7\""];
    assert_eq!(rulebook.untranslated("de"), left_out);
}

/// The texts in which two rulebooks differ, as pairs; they have the same form.
fn differences(one: &Json, other: &Json, found: &mut Vec<(String, String)>) {
    match (one, other) {
        (Json::Object(one), Json::Object(other)) => {
            assert!(one.keys().eq(other.keys()));
            one.iter().for_each(|(key, item)| differences(item, &other[key], found));
        }
        (Json::Array(one), Json::Array(other)) => {
            assert_eq!(one.len(), other.len());
            one.iter().zip(other).for_each(|(one, other)| differences(one, other, found));
        }
        (Json::String(one), Json::String(other)) if one != other => found.push((one.clone(), other.clone())),
        (one, other) => assert_eq!(one, other),
    }
}

#[test]
fn another_language_changes_nothing_but_texts() {
    for rulebook in shipped::ids().filter_map(shipped::rulebook) {
        let german = rulebook.in_language("de");
        let mut of_texts = Vec::new();
        for ((path, english), (same_path, german)) in texts(&rulebook).iter().zip(&texts(&german)) {
            assert!(path == same_path || path.starts_with("rules."), "{path} {same_path}");
            differences(english, german, &mut of_texts);
        }
        let [english, german] = [&rulebook, &german].map(|rulebook| serde_json::to_value(rulebook).unwrap());
        let mut of_all = Vec::new();
        differences(&english, &german, &mut of_all);
        of_all.sort();
        of_texts.sort();
        assert_eq!(of_all, of_texts, "{}", rulebook.id);
        assert!(of_all.len() >= 3, "{}: {of_all:?}", rulebook.id);
    }
}

const TWO_LANGUAGES: &str = "
    [translations.pt]
    title = 'Regras'
    [translations.pt-BR]
    title = 'Regras do Brasil'
    awards.gold.title = 'Ouro'
";

#[test]
fn a_language_is_found_by_its_tag_and_then_without_its_region() {
    let text = format!("{}{TWO_LANGUAGES}", shipped::find("loebner-2006").unwrap()).replace("gold", "silver");
    let rulebook = read_rulebook("rules.toml", &text).unwrap();
    let title = |tag| rulebook.in_language(tag).title.clone();
    assert_eq!(title("pt-BR"), "Regras do Brasil");
    assert_eq!((title("pt-PT"), title("pt")), ("Regras".to_owned(), "Regras".to_owned()));
    assert_eq!((title("en"), title("ptx")), ("Loebner Prize 2006".to_owned(), "Loebner Prize 2006".to_owned()));
    assert!(matches!(rulebook.in_language("fr"), Cow::Borrowed(_)));
    assert_eq!(rulebook.in_language("pt-BR").award_title("silver"), "Ouro");
    assert_eq!(rulebook.in_language("pt-BR").award_title("finalist"), "Finalist");
    assert_eq!(rulebook.rule_in_language("de-CH", "exception b"), "Ausnahme b");
    assert_eq!(rulebook.rule_in_language("pt", "exception b"), "exception b");
    assert_eq!(rulebook.rule_in_language("de", "a ruling of ours"), "a ruling of ours");
}

#[test]
fn a_rulebook_in_one_language_is_written_without_a_word_of_others() {
    let mut rulebook = shipped::rulebook("turing-1950").unwrap();
    rulebook.translations.clear();
    assert_eq!(serde_json::to_value(&rulebook).unwrap().get("translations"), None);
    rulebook.translations = serde_json::from_value(serde_json::json!({ "de": { "title": "Spiel" } })).unwrap();
    let written = serde_json::to_value(&rulebook).unwrap();
    assert_eq!(written["translations"], serde_json::json!({ "de": { "title": "Spiel" } }));
}

/// The German texts of a contest under `loebner-2010` with these overrides.
fn german(overrides: &str) -> Map<String, Json> {
    let text = format!("{}\n{overrides}", contest_template());
    let contest = read_contest_file("contest.toml", &text, &|_| Err("no file".to_owned())).unwrap();
    match serde_json::to_value(&contest.rulebook.translations["de"]).unwrap() {
        Json::Object(texts) => texts,
        _ => Map::new(),
    }
}

#[test]
fn a_text_that_a_contest_overrides_is_no_longer_said_in_the_words_of_the_rulebook() {
    let usual = german("");
    let other = german(
        "[overrides]\ntitle = 'A contest of ours'\n[overrides.instructions]\njudge = 'Talk.'\n\
         [[overrides.awards]]\nid = 'first'\ntitle = 'First place and the bronze medal'\nto = { place = 1 }\n\
         [[overrides.awards]]\nid = 'second'\ntitle = 'Runner-up'\nto = { place = 2 }",
    );
    assert_eq!(other.get("title"), None);
    assert_eq!(other["instructions"].as_object().unwrap().keys().collect::<Vec<_>>(), ["confederate"]);
    assert_eq!(other["awards"], serde_json::json!({ "first": usual["awards"]["first"] }));
    assert_eq!((&other["calendar"], &other["rules"]), (&usual["calendar"], &usual["rules"]));

    let own = german("[overrides]\ntitle = 'A contest of ours'\ntranslations.de.title = 'Unser Wettbewerb'");
    assert_eq!(own["title"], "Unser Wettbewerb");
    assert_eq!(own["instructions"], usual["instructions"]);
    let own = german("[overrides]\ntranslations.de.awards.second.title = 'Silber für Zweite'");
    assert_eq!(own["awards"]["second"]["title"], "Silber für Zweite");
    assert_eq!(own["awards"]["first"], usual["awards"]["first"]);
}

#[test]
fn a_rule_that_a_contest_has_no_more_is_not_called_anything() {
    let other = german("[overrides.intake]\ndeclarations = []\n");
    assert_eq!(other["intake"].get("declarations"), None);
    assert!(other["rules"].get("section 1").is_some() && other["rules"].get("section 2").is_none(), "{other:?}");
}
