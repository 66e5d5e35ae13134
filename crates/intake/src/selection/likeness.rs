//! Likeness: how alike entries answer the same open questions, for a panel to look at. The number decides nothing.
//!
//! Two answers are as alike as the share of word triples they have in common (the Jaccard index of their sets of
//! consecutive words, three at a time; an answer of fewer than three words is one piece). Words are compared without
//! capitals, punctuation and apostrophes. The likeness of two entries is the mean over the inputs both answered.
//!
//! # Source
//! A. Z. Broder, "On the resemblance and containment of documents", Proceedings of Compression and Complexity of Sequences
//! 1997, IEEE, pages 21 to 29: resemblance of documents by their shingles.

use std::collections::{BTreeMap, BTreeSet};

use rulebook::EntryId;
use serde::Serialize;

use crate::{
    csv::{self, BadCsv},
    words,
};

/// How many pairs of answers are shown for two entries.
pub const EXAMPLES: usize = 3;

/// One million: likeness is counted in millionths, rounded down.
pub const WHOLE: u32 = 1_000_000;

/// What entries answered to the same inputs: by input, then by entry.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Answers(pub BTreeMap<String, BTreeMap<EntryId, String>>);

/// Why answers cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadAnswers {
    /// No table with the columns `entry,input,answer`.
    #[error(transparent)]
    Csv(#[from] BadCsv),
    /// A cell that is no entry.
    #[error("line {line}: `{found}` is not an entry such as E1")]
    Entry {
        /// The line.
        line: usize,
        /// What stands there.
        found: String,
    },
    /// Two answers of an entry to one input.
    #[error("line {line}: {entry} has answered this input already (give each input once to each entry)")]
    Twice {
        /// The line.
        line: usize,
        /// The entry.
        entry: EntryId,
    },
}

/// Two entries, and how alike they answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Alike {
    /// The one with the lower id.
    pub one: EntryId,
    /// The other.
    pub other: EntryId,
    /// The mean over the inputs, in millionths.
    pub millionths: u32,
    /// How many inputs both answered with words.
    pub inputs: usize,
    /// The most alike answers, at most [`EXAMPLES`].
    pub examples: Vec<Example>,
}

/// Two answers to the same input.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Example {
    /// The input.
    pub input: String,
    /// What the one answered.
    pub one: String,
    /// What the other answered.
    pub other: String,
    /// How alike the answers are, in millionths.
    pub millionths: u32,
}

impl Answers {
    /// Reads the CSV of answers, with the columns `entry,input,answer`.
    ///
    /// # Errors
    /// [`BadAnswers`], the first there is.
    pub fn read(text: &str) -> Result<Self, BadAnswers> {
        let (head, rows) = csv::table(text)?;
        let at = |column| csv::column(&head, column, "`entry,input,answer`");
        let (entry_at, input_at, answer_at) = (at("entry")?, at("input")?, at("answer")?);
        let mut answers = Self::default();
        for row in rows {
            let found = &row.cells[entry_at];
            let bad = || BadAnswers::Entry { line: row.line, found: found.chars().take(40).collect() };
            let entry: EntryId = found.parse().map_err(|_| bad())?;
            let input = answers.0.entry(row.cells[input_at].clone()).or_default();
            if input.insert(entry, row.cells[answer_at].clone()).is_some() {
                return Err(BadAnswers::Twice { line: row.line, entry });
            }
        }
        Ok(answers)
    }

    /// Every pair of entries that answered an input in common, the most alike first.
    #[must_use]
    pub fn alike(&self) -> Vec<Alike> {
        let entries: BTreeSet<EntryId> = self.0.values().flat_map(|answers| answers.keys().copied()).collect();
        let entries: Vec<EntryId> = entries.into_iter().collect();
        let shingled: Vec<(&str, BTreeMap<EntryId, BTreeSet<String>>)> = (self.0.iter())
            .map(|(input, answers)| (input.as_str(), answers.iter().map(|(e, text)| (*e, shingles(text))).collect()))
            .collect();
        let mut pairs = Vec::new();
        for (at, one) in entries.iter().enumerate() {
            pairs.extend(entries[at + 1..].iter().filter_map(|other| self.pair(*one, *other, &shingled)));
        }
        pairs.sort_by_key(|pair| (std::cmp::Reverse(pair.millionths), pair.one, pair.other));
        pairs
    }

    fn pair(
        &self,
        one: EntryId,
        other: EntryId,
        shingled: &[(&str, BTreeMap<EntryId, BTreeSet<String>>)],
    ) -> Option<Alike> {
        let both = shingled.iter().filter_map(|(input, answers)| {
            let millionths = jaccard(answers.get(&one)?, answers.get(&other)?)?;
            Some((*input, millionths))
        });
        let mut both: Vec<_> = both.collect();
        let sum: u64 = both.iter().map(|(_, millionths)| u64::from(*millionths)).sum();
        let mean = sum.checked_div(both.len() as u64)?;
        let inputs = both.len();
        both.sort_by_key(|(input, millionths)| (std::cmp::Reverse(*millionths), *input));
        let text = |input: &str, entry| self.0.get(input).and_then(|answers| answers.get(&entry)).cloned();
        let examples = both.into_iter().take(EXAMPLES).map(|(input, millionths)| Example {
            input: input.to_owned(),
            one: text(input, one).unwrap_or_default(),
            other: text(input, other).unwrap_or_default(),
            millionths,
        });
        let millionths = u32::try_from(mean).unwrap_or(WHOLE);
        Some(Alike { one, other, millionths, inputs, examples: examples.collect() })
    }
}

/// How alike two texts are, in millionths rounded down; `None` when one of them has no word.
#[must_use]
pub fn likeness(one: &str, other: &str) -> Option<u32> {
    jaccard(&shingles(one), &shingles(other))
}

fn shingles(text: &str) -> BTreeSet<String> {
    let words = words::compared(text);
    match words.len() {
        0 => BTreeSet::new(),
        1 | 2 => BTreeSet::from([words.join(" ")]),
        _ => words.windows(3).map(|triple| triple.join(" ")).collect(),
    }
}

fn jaccard(one: &BTreeSet<String>, other: &BTreeSet<String>) -> Option<u32> {
    if one.is_empty() || other.is_empty() {
        return None;
    }
    let common = one.intersection(other).count() as u64;
    let all = one.union(other).count() as u64;
    u32::try_from(common * u64::from(WHOLE) / all).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn answers_are_as_alike_as_their_word_triples() {
        for (one, other, millionths) in [
            ("I went to the sea.", "i went, to the SEA!", Some(1_000_000)),
            // Triples: "i went to", "went to the", "to the sea" against "…", "…", "to the park": 2 of 4.
            ("I went to the sea", "I went to the park", Some(500_000)),
            ("I slept all day", "We went swimming in the lake", Some(0)),
            ("No", "no!", Some(1_000_000)),
            ("", "no", None),
            ("...", "...", None),
        ] {
            assert_eq!(likeness(one, other), millionths, "{one} / {other}");
        }
    }

    #[test]
    fn two_copies_of_one_program_stand_out_with_examples() {
        let csv = "entry,input,answer\n\
                   E1,weekend?,\"I went to the sea, with friends\"\nE2,weekend?,Nothing much at all\n\
                   E3,weekend?,I went to the sea with friends\n\
                   E1,dinner?,Soup\nE2,dinner?,A big plate of pasta\nE3,dinner?,soup.\n";
        let pairs = Answers::read(csv).unwrap().alike();
        assert_eq!((pairs.len(), pairs[0].one, pairs[0].other), (3, EntryId::new(1), EntryId::new(3)));
        assert_eq!((pairs[0].millionths, pairs[0].inputs, pairs[1].millionths), (WHOLE, 2, 0));
        assert_eq!(pairs[0].examples[0].other, "soup.");
        let twice = Answers::read("entry,input,answer\nE1,a,b\nE1,a,c\n").unwrap_err();
        assert_eq!(twice, BadAnswers::Twice { line: 3, entry: EntryId::new(1) });
    }

    proptest! {
        #[test]
        fn likeness_is_the_same_both_ways_and_whole_with_itself(one in "[a-z ]{0,40}", other in "[a-z ]{0,40}") {
            prop_assert_eq!(likeness(&one, &other), likeness(&other, &one));
            prop_assert!(likeness(&one, &one).is_none_or(|same| same == WHOLE));
        }
    }
}
