//! Templates of items: texts with slots, the computation of the key, and lists of words that no vocabulary has.

use std::{collections::BTreeMap, sync::LazyLock};

use vocabulary::Vocabulary;

use crate::{
    Computation, Facts, Faults, Set, Wrong,
    document::{Document, Place, Table},
    reader::{read_facts, read_set, read_slots},
    text::slots_of,
};

/// The list of interventions.
pub(crate) const BETWEEN: &str = "between";

/// The list of people's names.
pub(crate) const NAMES: &str = "names";

static SHIPPED: LazyLock<Templates> = LazyLock::new(|| {
    let text = include_str!("../templates.toml");
    Templates::read(text, Vocabulary::shipped()).expect("a test reads the shipped templates")
});

/// Templates with everything that a suite takes from them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Templates {
    pub(crate) marks: u16,
    pub(crate) halves: bool,
    pub(crate) facts: Facts,
    pub(crate) sets: Vec<Set>,
    pub(crate) lists: BTreeMap<String, Vec<String>>,
    pub(crate) templates: Vec<Template>,
}

/// A template of items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Template {
    pub(crate) set: String,
    pub(crate) computes: Computation,
    pub(crate) tell: Option<String>,
    pub(crate) ask: String,
    /// The sources of slots that the computation does not draw itself.
    pub(crate) draws: BTreeMap<String, Source>,
}

/// A source of words for a slot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Source {
    /// A list of the file; each of its words is drawn at most once in a suite.
    List(String),
    /// The nouns of a kind.
    Kind(String),
    /// The colours.
    Colour,
}

impl Templates {
    /// The templates of this program.
    #[must_use]
    pub fn shipped() -> &'static Self {
        &SHIPPED
    }

    /// The ids of the sets, in order.
    pub fn sets(&self) -> impl Iterator<Item = &str> {
        self.sets.iter().map(|set| set.id.as_str())
    }

    /// The facts for questions about time.
    #[must_use]
    pub fn facts(&self) -> Facts {
        self.facts
    }

    /// Reads templates from TOML.
    ///
    /// # Errors
    /// All faults at once, each with its line and its place in the document.
    pub fn read(text: &str, vocabulary: &Vocabulary) -> Result<Self, Faults> {
        let (mut document, content) = Document::parse(text);
        let root = Document::root(&content);
        document.allow(&root, &["marks", "halves", "facts", "sets", "lists", "templates"]);
        let marks = document.need(&root, "marks").and_then(|value| document.number(&value, "a whole number"));
        let halves = document.get(&root, "halves").and_then(|value| document.switch(&value)).unwrap_or(false);
        let facts = document.need(&root, "facts").and_then(|value| document.table(value));
        let facts = facts.and_then(|table| read_facts(&mut document, &table));
        let sets = document.tables_at(&root, "sets");
        let scale = (marks.unwrap_or(2), halves);
        let sets: Vec<(Place, Set)> = sets.iter().filter_map(|table| read_set(&mut document, table, scale)).collect();
        let lists = lists(&mut document, &root);
        let mut templates = vec![];
        for table in document.tables_at(&root, "templates") {
            templates.extend(template(&mut document, &table, &sets, &lists, vocabulary));
        }
        for (place, set) in &sets {
            if templates.iter().all(|template: &Template| template.set != set.id) {
                document.fault(place, Wrong::EmptySet(set.id.clone()));
            }
        }
        let sets = sets.into_iter().map(|(_, set)| set).collect();
        let read = marks.zip(facts).map(|(marks, facts)| Self { marks, halves, facts, sets, lists, templates });
        document.finish(read)
    }
}

/// The lists; a word may stand in a list once.
fn lists(document: &mut Document<'_>, root: &Table<'_>) -> BTreeMap<String, Vec<String>> {
    let table = document.need(root, "lists").and_then(|value| document.table(value));
    let Some(table) = table else { return BTreeMap::new() };
    let mut lists = BTreeMap::new();
    for (name, value) in document.entries(&table) {
        let mut words: Vec<(String, usize)> = vec![];
        for item in document.items(&value) {
            let Some(word) = document.text(&item) else { continue };
            match words.iter().find(|(other, _)| *other == word) {
                Some((_, first)) => document.fault(&item.place, Wrong::Twice { name: word, first: *first }),
                None => words.push((word, item.place.line)),
            }
        }
        lists.insert(name, words.into_iter().map(|(word, _)| word).collect());
    }
    for name in [NAMES, BETWEEN] {
        if lists.get(name).is_none_or(Vec::is_empty) {
            document.fault(&table.place, Wrong::Missing(name));
        }
    }
    lists
}

fn template(
    document: &mut Document<'_>,
    table: &Table<'_>,
    sets: &[(Place, Set)],
    lists: &BTreeMap<String, Vec<String>>,
    vocabulary: &Vocabulary,
) -> Option<Template> {
    document.allow(table, &["set", "computes", "tell", "ask", "draws"]);
    let set = document.needed_text(table, "set");
    let computes = document.need(table, "computes");
    let computes: Option<Computation> = computes.and_then(|value| document.parsed(&value, "a computation"));
    let (tell, ask) = (document.text_at(table, "tell"), document.needed_text(table, "ask"));
    let named = read_slots(document, table, "draws");
    let mut draws = BTreeMap::new();
    for (slot, source) in named {
        let source = match source.strip_prefix("kind:") {
            Some(kind) if vocabulary.members(kind).next().is_some() => Source::Kind(kind.to_owned()),
            None if source == "colour" => Source::Colour,
            None if lists.contains_key(&source) => Source::List(source),
            _ => {
                document.fault(&table.place, Wrong::NoSource(source));
                continue;
            }
        };
        draws.insert(slot, source);
    }
    let (set, computes, ask) = (set?, computes?, ask?);
    if sets.iter().all(|(_, known)| known.id != set) {
        document.fault(&table.place, Wrong::NoSet(set.clone()));
    }
    let in_texts = tell.iter().chain([&ask]).flat_map(|text| slots_of(text));
    let in_texts: std::collections::BTreeSet<&str> = in_texts.collect();
    let own = if computes == Computation::Recall { &[] } else { computes.slots() };
    let filled = |slot: &str| own.contains(&slot) || draws.contains_key(slot);
    for slot in in_texts.iter().filter(|slot| !filled(slot)) {
        document.fault(&table.place, Wrong::UnfilledSlot((*slot).to_owned()));
    }
    let given = own.iter().copied().chain(draws.keys().map(String::as_str));
    for slot in given.filter(|slot| !in_texts.contains(slot)) {
        document.fault(&table.place, Wrong::UnusedSlot(slot.to_owned()));
    }
    if computes == Computation::Recall && !draws.contains_key("answer") {
        document.fault(&table.place, Wrong::NeedsSlot { computes: computes.name(), slot: "answer" });
    }
    Some(Template { set, computes, tell, ask, draws })
}
