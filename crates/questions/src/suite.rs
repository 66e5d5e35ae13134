//! Suites of questions as data.

use std::collections::BTreeMap;

use crate::{Computation, Facts, Half, Key, text};

/// The most items of a suite.
pub const ITEMS_MAX: usize = 500;

/// A suite: sets of questions, and the items in the order in which they are put.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suite {
    /// The seed of its draws, where it was drawn.
    pub seed: Option<String>,
    /// The highest mark of an item.
    pub marks: u16,
    /// True where half marks may be given.
    pub halves: bool,
    /// The facts that are true for its questions.
    pub facts: Facts,
    /// The sets, in order.
    pub sets: Vec<Set>,
    /// The items, in order.
    pub items: Vec<Item>,
}

/// A set of questions, such as those about time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Set {
    /// The short name, as score sheets have it.
    pub id: String,
    /// The name for people.
    pub title: String,
    /// The meaning of marks, lowest first.
    pub anchors: Vec<Anchor>,
}

/// The meaning of a mark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Anchor {
    /// The mark.
    pub mark: Half,
    /// Its meaning for the person who marks.
    pub meaning: String,
}

/// An item: one question, and what is said before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// The short name, unique in its suite: `T1`.
    pub id: String,
    /// The id of its set.
    pub set: String,
    /// The assertion that opens it, with slots.
    pub tell: Option<String>,
    /// The interventions between assertion and question, with slots.
    pub between: Vec<String>,
    /// The question, with slots.
    pub ask: String,
    /// The words in its slots.
    pub slots: BTreeMap<String, String>,
    /// The computation of its key.
    pub computes: Option<Computation>,
    /// The key, except for one that depends on the moment of asking.
    pub key: Option<Key>,
}

impl Item {
    /// Everything said to the entry, in order; the last turn is the question. A slot that nothing fills stays as it is.
    #[must_use]
    pub fn turns(&self) -> Vec<String> {
        let before = self.tell.iter().chain(&self.between);
        before.chain([&self.ask]).map(|turn| text::filled(turn, &self.slots)).collect()
    }

    /// The question as asked.
    #[must_use]
    pub fn question(&self) -> String {
        text::filled(&self.ask, &self.slots)
    }

    /// The key at a moment of asking: a fixed one, or that of the clock.
    #[must_use]
    pub fn key_at(&self, facts: &Facts, moment: jiff::civil::DateTime) -> Option<Key> {
        self.key.clone().or_else(|| self.computes.and_then(|computes| computes.key_at(facts, moment)))
    }
}

impl Suite {
    /// The suite as TOML, as [`crate::read()`] reads it. The same suite gives the same bytes.
    #[must_use]
    pub fn to_toml(&self) -> String {
        let mut out = String::new();
        if let Some(seed) = &self.seed {
            line(&mut out, "seed", &quoted(seed));
        }
        line(&mut out, "marks", &self.marks.to_string());
        line(&mut out, "halves", &self.halves.to_string());
        out.push_str("\n[facts]\n");
        line(&mut out, "start", &quoted(&self.facts.start.strftime("%Y-%m-%dT%H:%M").to_string()));
        line(&mut out, "rounds", &self.facts.rounds.to_string());
        line(&mut out, "round_minutes", &self.facts.round_minutes.to_string());
        for set in &self.sets {
            out.push_str("\n[[sets]]\n");
            line(&mut out, "id", &quoted(&set.id));
            line(&mut out, "title", &quoted(&set.title));
            for anchor in &set.anchors {
                out.push_str("[[sets.anchors]]\n");
                line(&mut out, "mark", &anchor.mark.to_string());
                line(&mut out, "meaning", &quoted(&anchor.meaning));
            }
        }
        self.items.iter().for_each(|item| item_to_toml(item, &mut out));
        out
    }
}

fn item_to_toml(item: &Item, out: &mut String) {
    out.push_str("\n[[items]]\n");
    line(out, "id", &quoted(&item.id));
    line(out, "set", &quoted(&item.set));
    if let Some(tell) = &item.tell {
        line(out, "tell", &quoted(tell));
    }
    if !item.between.is_empty() {
        line(out, "between", &list(&item.between));
    }
    line(out, "ask", &quoted(&item.ask));
    if !item.slots.is_empty() {
        let slots: Vec<_> =
            item.slots.iter().map(|(name, word)| format!("{} = {}", bare(name), quoted(word))).collect();
        line(out, "slots", &format!("{{ {} }}", slots.join(", ")));
    }
    if let Some(computes) = item.computes {
        line(out, "computes", &quoted(computes.name()));
    }
    if let Some(key) = &item.key {
        let lists = [("any", &key.any), ("all", &key.all), ("not", &key.not)];
        let lists = lists.iter().filter(|(_, words)| !words.is_empty());
        let lists: Vec<_> = lists.map(|(name, words)| format!("{name} = {}", list(words))).collect();
        line(out, "key", &format!("{{ {} }}", lists.join(", ")));
    }
}

fn line(out: &mut String, key: &str, value: &str) {
    out.push_str(key);
    out.push_str(" = ");
    out.push_str(value);
    out.push('\n');
}

fn list(texts: &[String]) -> String {
    format!("[{}]", texts.iter().map(|text| quoted(text)).collect::<Vec<_>>().join(", "))
}

fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

/// A key of a table, in quotes where it needs them.
fn bare(key: &str) -> String {
    let is_bare =
        !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-');
    if is_bare { key.to_owned() } else { quoted(key) }
}
