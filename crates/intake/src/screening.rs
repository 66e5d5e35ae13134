//! The screening of a stage: its questions, and what each entry answered.

use std::collections::{BTreeMap, BTreeSet};

use rulebook::EntryId;

use crate::Event;

/// The most items of a stage.
pub const ITEMS_MAX: usize = 500;

/// The most bytes of a suite.
pub const SUITE_BYTES_MAX: usize = 1024 * 1024;

/// The most bytes of an answer; the rest is cut.
pub const ANSWER_BYTES_MAX: usize = 16 * 1024;

/// The most turns of an item that are kept.
const TURNS_MAX: usize = 20;

/// The most incidents of an item that are kept.
pub(crate) const INCIDENTS_MAX: usize = 20;

/// The most characters of an item's name.
const NAME_MAX_CHARS: usize = 80;

/// The questions of a stage with the answers so far.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Screening {
    /// The names of the items, in order; empty before questions are fixed.
    pub items: Vec<String>,
    /// The suite as a file; none before questions are fixed, or where it was removed from the log.
    pub suite: Option<String>,
    /// The answers of each entry, by the names of the items.
    pub answers: BTreeMap<EntryId, BTreeMap<String, ItemRecord>>,
}

/// The record of an item put to an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ItemRecord {
    /// The time from the first turn to the end of the last answer, in milliseconds.
    pub took_ms: u32,
    /// True where the question itself got no answer.
    pub silent: bool,
    /// True where an answer was cut.
    pub cut: bool,
    /// The incidents meanwhile, by their kinds.
    pub incidents: Vec<String>,
    /// The answer to each turn, the question last; none where they were removed from the log.
    pub answers: Option<Vec<Option<String>>>,
}

impl Screening {
    /// True where the item was put to the entry.
    #[must_use]
    pub fn has_answered(&self, entry: EntryId, item: &str) -> bool {
        self.answers.get(&entry).is_some_and(|answers| answers.contains_key(item))
    }

    /// The items that are still to be put to an entry, in order.
    pub fn open(&self, entry: EntryId) -> impl Iterator<Item = &str> {
        self.items.iter().map(String::as_str).filter(move |item| !self.has_answered(entry, item))
    }

    pub(crate) fn apply(&mut self, event: &Event) {
        match event {
            Event::QuestionsSet { items, private, .. } => {
                let suite = private.as_ref().map(|suite| suite.text.clone());
                *self = Self { items: items.clone(), suite, answers: BTreeMap::new() };
            }
            Event::ItemAnswered { entry, item, took_ms, silent, cut, incidents, private, .. } => {
                let answers = private.as_ref().map(|turns| turns.answers.clone());
                let (took_ms, silent, cut, incidents) = (*took_ms, *silent, *cut, incidents.clone());
                let record = ItemRecord { took_ms, silent, cut, incidents, answers };
                self.answers.entry(*entry).or_default().insert(item.clone(), record);
            }
            _ => {}
        }
    }
}

/// The stage of an event of a screening.
pub(crate) fn stage_of(event: &Event) -> Option<&str> {
    match event {
        Event::QuestionsSet { stage, .. } | Event::ItemAnswered { stage, .. } => Some(stage),
        _ => None,
    }
}

/// True where a suite can be fixed: 1 to [`ITEMS_MAX`] items with different names, at most [`SUITE_BYTES_MAX`] bytes.
pub(crate) fn fits(items: &[String], suite: &str) -> bool {
    let names: BTreeSet<&String> = items.iter().collect();
    let is_name = |name: &&String| {
        !name.trim().is_empty() && name.chars().count() <= NAME_MAX_CHARS && !name.chars().any(char::is_control)
    };
    (1..=ITEMS_MAX).contains(&items.len())
        && names.len() == items.len()
        && names.iter().all(is_name)
        && suite.len() <= SUITE_BYTES_MAX
}

/// The last turns of an item with answers of at most [`ANSWER_BYTES_MAX`] bytes, and whether one was cut.
pub(crate) fn bounded(answers: &[Option<String>]) -> (Vec<Option<String>>, bool) {
    let mut was_cut = false;
    let kept = &answers[answers.len().saturating_sub(TURNS_MAX)..];
    let kept = kept.iter().map(|answer| {
        let answer = answer.as_deref()?;
        let kept = &answer[..answer.floor_char_boundary(ANSWER_BYTES_MAX)];
        was_cut |= kept.len() < answer.len();
        Some(kept.to_owned())
    });
    (kept.collect(), was_cut)
}
