//! Translations: known languages, and translations of texts in the rulebook.

use unic_langid::LanguageIdentifier;

use super::instructions::check_figures;
use crate::reader::{
    document::{Item, Value, ValueContent, short},
    fault::{Code, Report},
    translations::{named, of_rulebook, rules_named},
    word::{closest, list_of},
};

pub(super) fn check(tree: &Value, report: &mut Report) {
    let Some(ValueContent::Table(languages)) = tree.find(&["translations"]).map(|value| &value.kind) else { return };
    for (tag, language) in languages {
        check_tag(tag, language, report);
        let ValueContent::Table(texts) = &language.value.kind else { continue };
        for (key, item) in texts {
            match key.as_str() {
                "rules" => check_rules(tree, &item.value, report),
                _ => check_texts(key, item, tree, report),
            }
        }
        for role in ["judge", "confederate"] {
            check_figures(tree, &["translations", tag, "instructions", role], report);
        }
    }
}

/// Reports a language whose tag is not in the form of BCP 47.
fn check_tag(tag: &str, language: &Item, report: &mut Report) {
    // Every registered language has a code of two or three letters.
    let known = tag.parse::<LanguageIdentifier>().ok().filter(|id| id.language.as_str().len() <= 3);
    let help = match known.map(|id| id.to_string()) {
        Some(written) if written == tag => return,
        Some(written) if written != "und" => format!("write `{written}`"),
        _ => "write the language's code of two or three letters: `de`, `pt-BR`".to_owned(),
    };
    let message = format!("`{}` under `translations` is no language as BCP 47 writes it", short(tag));
    report.fault(Code::Malformed, &language.key, "no language", message, help);
}

/// Reports translations without an original, and lists of a different length.
fn check_texts(key: &str, texts: &Item, beside: &Value, report: &mut Report) {
    // The walk has reported keys that no translation can have.
    if report.has_fault_within(&texts.key) {
        return;
    }
    let path = &texts.value.path;
    let Some(original) = of_rulebook(beside, key) else {
        let names: Vec<&str> = beside.items().iter().filter_map(|item| named(item).map(|(name, _)| name)).collect();
        let help = match closest(key, &names) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None if names.is_empty() => "take it out, or write the rulebook's own text first".to_owned(),
            None => format!("the rulebook has {}", list_of(&names)),
        };
        let message = format!("{path} translates what the rulebook does not have");
        return report.fault(Code::Contradiction, &texts.key, "of nothing", message, help);
    };
    match (&texts.value.kind, &original.kind) {
        (ValueContent::Table(items), _) => {
            for (key, item) in items {
                check_texts(key, item, original, report);
            }
        }
        (ValueContent::List(texts_of), ValueContent::List(originals)) if texts_of.len() != originals.len() => {
            let message = format!("{path} has {} texts for the {} of the rulebook", texts_of.len(), originals.len());
            let places = [(&texts.value.place, "these"), (&original.place, "of these")];
            let help = format!("write {}, in the order of the rulebook", originals.len());
            report.fault_between(Code::WrongCount, &places, message, help);
        }
        _ => {}
    }
}

/// Reports translated names of rules that the rulebook does not name.
fn check_rules(tree: &Value, rules: &Value, report: &mut Report) {
    let ValueContent::Table(items) = &rules.kind else { return };
    let mut names = Vec::new();
    rules_named(tree, &mut names);
    for (name, item) in items.iter().filter(|(name, _)| !names.contains(&name.as_str())) {
        let help = match closest(name, &names) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => "take it out, or write it as `rule` has it, to the letter".to_owned(),
        };
        let message = format!("`{}` in {} is what the rulebook calls no rule", short(name), rules.path.as_table());
        report.fault(Code::Contradiction, &item.key, "no such rule", message, help);
    }
}
