//! The making of suites: items drawn from templates, each different from all others.

use std::collections::{BTreeMap, BTreeSet};

use rulebook::{Draws, Seed};
use vocabulary::{Class, Vocabulary};

use crate::{
    Facts, ITEMS_MAX, Item, Suite, Templates,
    drawing::{self, of},
    templates::{BETWEEN, NAMES, Source, Template},
    text::{filled, words_of},
};

/// The draws after which a template counts as used up.
const TRIES_MAX: usize = 60;

/// The most interventions between an assertion and its question.
const BETWEEN_MAX: u64 = 3;

/// A request for a suite.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// The ids of the sets, in the order of the suite.
    pub sets: Vec<String>,
    /// The number of items, shared out among the sets; the first sets have one more where it cannot be shared out evenly.
    pub items: usize,
    /// The seed of all draws.
    pub seed: String,
    /// The facts in place of those of the templates.
    pub facts: Option<Facts>,
}

/// The reason why no suite is made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotMade {
    /// The templates have no such set.
    #[error("there is no set `{asked}` (the sets are {known})")]
    NoSet {
        /// The set asked for.
        asked: String,
        /// The sets of the templates.
        known: String,
    },
    /// A set is asked for twice.
    #[error("the set `{0}` is asked for twice")]
    Twice(String),
    /// Too few or too many items.
    #[error("a suite has {least} to {ITEMS_MAX} items, at least one for each set")]
    Number {
        /// The fewest: the number of sets.
        least: usize,
    },
    /// The templates give no more different items.
    #[error("the set `{set}` has only {made} different items with this seed (ask for fewer, or for more sets)")]
    UsedUp {
        /// The set.
        set: String,
        /// The number of different items.
        made: usize,
    },
}

/// Makes a suite.
///
/// # Errors
/// [`NotMade`], with a remedy.
pub fn make(templates: &Templates, vocabulary: &Vocabulary, request: &Request) -> Result<Suite, NotMade> {
    let known = || templates.sets().collect::<Vec<_>>().join(", ");
    let mut sets = vec![];
    for asked in &request.sets {
        let set = templates.sets.iter().find(|set| set.id == *asked);
        let set = set.ok_or_else(|| NotMade::NoSet { asked: asked.clone(), known: known() })?;
        if sets.contains(&set) {
            return Err(NotMade::Twice(asked.clone()));
        }
        sets.push(set);
    }
    if sets.is_empty() || request.items < sets.len() || request.items > ITEMS_MAX {
        return Err(NotMade::Number { least: sets.len().max(1) });
    }
    let facts = request.facts.unwrap_or(templates.facts);
    let seed = Seed::from_contributions([request.seed.as_str()]);
    let source = drawing::Source::new(vocabulary, facts);
    let mut making = Making { templates, source, seed, lists: BTreeMap::new(), questions: BTreeSet::new() };
    let mut items = Vec::with_capacity(request.items);
    for (at, set) in sets.iter().enumerate() {
        let number = request.items / sets.len() + usize::from(at < request.items % sets.len());
        items.extend(making.set(&set.id, number)?);
    }
    let sets = sets.into_iter().cloned().collect();
    let (marks, halves) = (templates.marks, templates.halves);
    Ok(Suite { seed: Some(request.seed.clone()), marks, halves, facts, sets, items })
}

struct Making<'t> {
    templates: &'t Templates,
    source: drawing::Source<'t>,
    seed: Seed,
    /// What is left of each list, in a drawn order, so that no name occurs twice.
    lists: BTreeMap<String, Vec<String>>,
    /// The questions so far as words, and the computations so far with their slots.
    questions: BTreeSet<Vec<String>>,
}

impl Making<'_> {
    /// Goes round the templates of a set until there are enough items.
    fn set(&mut self, set: &str, number: usize) -> Result<Vec<Item>, NotMade> {
        let mut draws = Draws::new(self.seed, &format!("questions {set}"));
        let mut open: Vec<&Template> = self.templates.templates.iter().filter(|template| template.set == set).collect();
        draws.shuffle(&mut open);
        let mut items = vec![];
        while items.len() < number {
            if open.is_empty() {
                return Err(NotMade::UsedUp { set: set.to_owned(), made: items.len() });
            }
            let mut left = vec![];
            for template in open {
                if items.len() == number {
                    break;
                }
                if let Some(item) = self.item(template, set, items.len() + 1, &mut draws) {
                    items.push(item);
                    left.push(template);
                }
            }
            open = left;
        }
        Ok(items)
    }

    /// A new item of a template; none when it is used up.
    fn item(&mut self, template: &Template, set: &str, number: usize, draws: &mut Draws) -> Option<Item> {
        for _ in 0..TRIES_MAX {
            let lists = self.lists.clone();
            let slots = self.slots(template, draws);
            let key =
                slots.as_ref().map(|slots| template.computes.key(self.source.vocabulary, &self.source.facts, slots));
            let question = slots.as_ref().map(|slots| sorted_words(&filled(&template.ask, slots)));
            let fits = template.computes.needs_moment() || key.as_ref().is_some_and(Option::is_some);
            if let (Some(slots), Some(question), true) = (slots, question, fits)
                && self.is_new(template, &slots, question)
            {
                let between = if template.tell.is_some() { self.between(draws) } else { vec![] };
                let (computes, tell, ask) = (Some(template.computes), template.tell.clone(), template.ask.clone());
                let id = format!("{set}-{number}");
                return Some(Item { id, set: set.to_owned(), tell, between, ask, slots, computes, key: key.flatten() });
            }
            self.lists = lists;
        }
        None
    }

    /// Takes note of a question; false where it was asked before, in these or other words.
    fn is_new(&mut self, template: &Template, slots: &BTreeMap<String, String>, question: Vec<String>) -> bool {
        let mut same: Vec<String> = slots.values().cloned().collect();
        same.sort();
        // A name that no question has.
        same.push(format!("= {}", template.computes));
        if self.questions.contains(&question) || self.questions.contains(&same) {
            return false;
        }
        self.questions.extend([question, same]);
        true
    }

    fn slots(&mut self, template: &Template, draws: &mut Draws) -> Option<BTreeMap<String, String>> {
        let (templates, seed, lists) = (self.templates, self.seed, &mut self.lists);
        let mut name = || next_of(templates, seed, lists, NAMES);
        let mut slots = self.source.slots(template.computes, draws, &mut name)?;
        for (slot, source) in &template.draws {
            let word = match source {
                Source::List(list) => next_of(self.templates, self.seed, &mut self.lists, list)?,
                Source::Kind(kind) => {
                    let countable =
                        self.source.vocabulary.members(kind).filter(|word| word.plural.is_some() || kind == "sport");
                    of(&countable.collect::<Vec<_>>(), draws)?.word.clone()
                }
                Source::Colour => {
                    let words = self.source.vocabulary.words().iter();
                    let colours = words.filter(|word| {
                        word.class == Class::Adjective && word.kinds.iter().any(|kind| kind == "colour")
                    });
                    of(&colours.collect::<Vec<_>>(), draws)?.word.clone()
                }
            };
            // Two slots with the same word would give the answer away.
            if slots.values().any(|other| *other == word) {
                return None;
            }
            slots.insert(slot.clone(), word);
        }
        Some(slots)
    }

    fn between(&self, draws: &mut Draws) -> Vec<String> {
        let mut lines = self.templates.lists[BETWEEN].clone();
        draws.shuffle(&mut lines);
        lines.truncate(1 + usize::try_from(draws.below(BETWEEN_MAX)).unwrap_or(0));
        lines
    }
}

/// The next word of a list that no item has yet.
fn next_of(templates: &Templates, seed: Seed, lists: &mut BTreeMap<String, Vec<String>>, list: &str) -> Option<String> {
    let left = lists.entry(list.to_owned()).or_insert_with(|| {
        let mut words = templates.lists.get(list).cloned().unwrap_or_default();
        Draws::new(seed, &format!("list {list}")).shuffle(&mut words);
        words
    });
    left.pop()
}

/// The words of a question in alphabetical order: the same pair the other way round asks the same.
fn sorted_words(question: &str) -> Vec<String> {
    let mut words = words_of(question);
    words.sort();
    words
}
