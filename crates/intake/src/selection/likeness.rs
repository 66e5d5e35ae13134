//! Likeness: how similarly entries word their answers to the same open questions, for a panel to look at. The number decides
//! nothing and ignores meaning: paraphrases with no word in common are not found.
//!
//! Answers are compared without capitals, punctuation and apostrophes. An answer that more than half of the entries, and at
//! least [`COMMON_FROM`] of them, give to an input is removed for everyone: sharing "Fine" means nothing. The rest is
//! cut into pieces of two kinds: one to three words in a row, and three to five letters in a row. A piece that fewer entries
//! use for this input weighs more: `n + 1 - k`, where `k` of `n` entries use it. The likeness of two entries in a kind is the
//! weight of the pieces both use over the weight of the pieces either uses, added up over the inputs that both answered, so
//! that a short answer has little weight; their likeness is the mean of the two kinds.
//!
//! The baseline is the likeness of the closest pair by chance: for every input, the answers are dealt out among the entries
//! at random.
//!
//! # Sources
//! A. Z. Broder, "On the resemblance and containment of documents", Proceedings of Compression and Complexity of Sequences
//! 1997, IEEE, pages 21 to 29: resemblance of documents by the pieces they share. W. B. Cavnar and J. M. Trenkle,
//! "N-gram-based text categorization", Proceedings of SDAIR-94, pages 161 to 175: pieces of letters. P. Good, "Permutation,
//! Parametric and Bootstrap Tests of Hypotheses", 3rd edition, Springer 2005, chapter 3: the baseline.

use std::collections::{BTreeMap, BTreeSet};

use rulebook::{Draws, EntryId, Seed};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    counted_words,
    csv::{self, BadCsv},
};

/// The number of pairs of answers shown for two entries.
pub const EXAMPLES: usize = 3;

/// One million: likeness is counted in millionths, rounded down.
pub const WHOLE: u32 = 1_000_000;

/// The fewest entries that make an answer a common one.
pub const COMMON_FROM: usize = 3;

/// The most entries that are compared.
pub const ENTRIES_MAX: usize = 200;

/// The most inputs that are compared.
pub const INPUTS_MAX: usize = 200;

/// The most random deals; fewer, but at least 99, where that would take more than [`EFFORT`] comparisons.
const DEALS: usize = 999;
const EFFORT: usize = 100_000_000;

/// The number of words, and of letters, in a piece.
const WORDS: std::ops::RangeInclusive<usize> = 1..=3;
const LETTERS: std::ops::RangeInclusive<usize> = 3..=5;

/// Answers of entries to the same inputs: by input, then by entry, with one answer for each time it was asked.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Answers(pub BTreeMap<String, BTreeMap<EntryId, Vec<String>>>);

/// A reason why answers cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadAnswers {
    /// No table with the columns `entry,input,answer`.
    #[error(transparent)]
    Csv(#[from] BadCsv),
    /// A cell that is not an entry's id.
    #[error("line {line}: `{found}` is not an entry such as E1")]
    Entry {
        /// The line.
        line: usize,
        /// The text in the cell.
        found: String,
    },
    /// Too many entries or inputs to compare.
    #[error("{found} {what} are too many to compare: at most {most} are (compare them in groups)")]
    TooMany {
        /// The number found.
        found: usize,
        /// The kind: `entries` or `inputs`.
        what: &'static str,
        /// The most.
        most: usize,
    },
}

/// The likeness of all entries' answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Likeness {
    /// Every pair of entries that answered an input in common, the closest first.
    pub pairs: Vec<Alike>,
    /// Common answers, which were left out.
    pub common: Vec<Common>,
    /// The likeness of the closest pair by chance; absent with fewer than three entries or two inputs, where there is nothing
    /// to deal out.
    pub baseline: Option<Baseline>,
}

/// The likeness of two entries' answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Alike {
    /// The one with the lower id.
    pub one: EntryId,
    /// The other.
    pub other: EntryId,
    /// The mean of both kinds, in millionths.
    pub millionths: u32,
    /// By words alone.
    pub words: u32,
    /// By letters alone.
    pub letters: u32,
    /// The number of inputs that both answered with words.
    pub inputs: usize,
    /// The number of the baseline's deals in which the closest pair was at least as alike as this one.
    pub reached: usize,
    /// The most alike answers, at most [`EXAMPLES`].
    pub examples: Vec<Example>,
}

/// Two entries' answers to the same input.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Example {
    /// The input.
    pub input: String,
    /// The answers of the one, each once.
    pub one: Vec<String>,
    /// The answers of the other, each once.
    pub other: Vec<String>,
    /// The likeness of the answers, in millionths.
    pub millionths: u32,
}

/// An answer that was left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Common {
    /// The input.
    pub input: String,
    /// The answer, as it is compared.
    pub answer: String,
    /// The number of entries that gave it.
    pub entries: usize,
}

/// The likeness of the closest pair when answers are dealt out at random, in millionths.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Baseline {
    /// The number of deals.
    pub deals: usize,
    /// The median of the closest pairs.
    pub median: u32,
    /// The bound that nineteen of twenty closest pairs do not exceed.
    pub high: u32,
}

impl Baseline {
    /// The baseline of the closest pairs, sorted with the least alike first.
    fn of(closest: &[u32]) -> Option<Self> {
        let last_of_nineteen = (closest.len() * 19).div_ceil(20).checked_sub(1)?;
        Some(Self { deals: closest.len(), median: closest[closest.len() / 2], high: closest[last_of_nineteen] })
    }
}

impl Answers {
    /// Reads the CSV of answers, with the columns `entry,input,answer`; an entry may answer an input on several lines.
    ///
    /// # Errors
    /// [`BadAnswers`], the first one found.
    pub fn read(text: &str) -> Result<Self, BadAnswers> {
        let (head, rows) = csv::table(text)?;
        let at = |column| csv::column(&head, column, || "`entry,input,answer`".into());
        let (entry_at, input_at, answer_at) = (at("entry")?, at("input")?, at("answer")?);
        let mut answers = Self::default();
        for row in rows {
            let found = &row.cells[entry_at];
            let bad = || BadAnswers::Entry { line: row.line, found: found.chars().take(40).collect() };
            let entry: EntryId = found.parse().map_err(|_| bad())?;
            answers.give(&row.cells[input_at], entry, row.cells[answer_at].clone());
        }
        let bounded = |found, what, most| {
            if found > most { Err(BadAnswers::TooMany { found, what, most }) } else { Ok(()) }
        };
        bounded(answers.entries().len(), "entries", ENTRIES_MAX)?;
        bounded(answers.0.len(), "inputs", INPUTS_MAX)?;
        Ok(answers)
    }

    /// Adds an answer.
    pub fn give(&mut self, input: &str, entry: EntryId, answer: String) {
        self.0.entry(input.to_owned()).or_default().entry(entry).or_default().push(answer);
    }

    /// Writes CSV with the columns `entry,input,answer`.
    #[must_use]
    pub fn to_csv(&self) -> String {
        let mut text = "entry,input,answer\n".to_owned();
        let quoted = |cell: &str| format!("\"{}\"", cell.replace('"', "\"\""));
        for (input, answers) in &self.0 {
            for (entry, given) in answers {
                for answer in given {
                    text += &format!("{entry},{},{}\n", quoted(input), quoted(answer));
                }
            }
        }
        text
    }

    /// Computes the likeness of the entries. The same answers give the same figures: the baseline's draw has a fixed seed.
    #[must_use]
    pub fn likeness(&self) -> Likeness {
        let entries: Vec<EntryId> = self.entries().into_iter().collect();
        let mut common = Vec::new();
        let tables: Vec<SharedWeights> =
            self.0.iter().map(|(input, given)| SharedWeights::of(input, given, &entries, &mut common)).collect();
        let mut pairs = Vec::new();
        for one in 0..entries.len() {
            pairs.extend((one + 1..entries.len()).filter_map(|other| self.pair(&entries, one, other, &tables)));
        }
        pairs.sort_by_key(|pair| (std::cmp::Reverse(pair.millionths), pair.one, pair.other));
        let closest = closest_by_chance(entries.len(), &tables);
        for pair in &mut pairs {
            pair.reached = closest.len() - closest.partition_point(|closest| *closest < pair.millionths);
        }
        Likeness { pairs, common, baseline: Baseline::of(&closest) }
    }

    fn entries(&self) -> BTreeSet<EntryId> {
        self.0.values().flat_map(|given| given.keys().copied()).collect()
    }

    fn pair(&self, entries: &[EntryId], one: usize, other: usize, tables: &[SharedWeights]) -> Option<Alike> {
        let mut both: Vec<(&String, Shared)> = Vec::new();
        for (input, table) in self.0.keys().zip(tables) {
            both.extend(table.shared(one, other).map(|shared| (input, shared)));
        }
        let all = both.iter().fold(Shared::default(), |sum, (_, shared)| sum.plus(*shared));
        let (words, letters) = (all.words(), all.letters());
        let inputs = both.len();
        if inputs == 0 {
            return None;
        }
        both.sort_by_key(|(input, shared)| (std::cmp::Reverse(shared.millionths()), *input));
        let given = |input: &str, entry: usize| {
            let given = self.0.get(input).and_then(|given| given.get(&entries[entry]));
            let once: BTreeSet<&String> = given.into_iter().flatten().collect();
            once.into_iter().cloned().collect()
        };
        let examples = both.into_iter().take(EXAMPLES).map(|(input, shared)| Example {
            input: input.clone(),
            one: given(input, one),
            other: given(input, other),
            millionths: shared.millionths(),
        });
        let examples = examples.collect();
        let (one, other) = (entries[one], entries[other]);
        Some(Alike { one, other, millionths: all.millionths(), words, letters, inputs, reached: 0, examples })
    }
}

/// The weights of the pieces that two entries share in their answers to an input, and of the pieces that either uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Shared {
    words: (u64, u64),
    letters: (u64, u64),
}

impl Shared {
    fn plus(self, other: Self) -> Self {
        let sum = |a: (u64, u64), b: (u64, u64)| (a.0 + b.0, a.1 + b.1);
        Self { words: sum(self.words, other.words), letters: sum(self.letters, other.letters) }
    }

    fn words(self) -> u32 {
        share(self.words)
    }

    fn letters(self) -> u32 {
        share(self.letters)
    }

    fn millionths(self) -> u32 {
        u32::midpoint(self.words(), self.letters())
    }
}

fn share((common, all): (u64, u64)) -> u32 {
    let millionths = (common * u64::from(WHOLE)).checked_div(all).unwrap_or(0);
    u32::try_from(millionths).unwrap_or(WHOLE)
}

/// The shared weights of every two entries for one input.
struct SharedWeights {
    /// The entries that answered with words, by their places.
    answered: Vec<usize>,
    /// By the places of two entries.
    shared: BTreeMap<(usize, usize), Shared>,
}

impl SharedWeights {
    fn of(input: &str, given: &BTreeMap<EntryId, Vec<String>>, entries: &[EntryId], common: &mut Vec<Common>) -> Self {
        let mut compared: BTreeMap<EntryId, BTreeSet<String>> = (given.iter())
            .map(|(entry, answers)| {
                (*entry, answers.iter().map(|text| counted_words::compared(text).join(" ")).collect())
            })
            .collect();
        let mut givers: BTreeMap<String, usize> = BTreeMap::new();
        for answer in compared.values().flatten().filter(|answer| !answer.is_empty()) {
            *givers.entry(answer.clone()).or_default() += 1;
        }
        givers.retain(|_, entries| *entries >= COMMON_FROM && 2 * *entries > given.len());
        for answers in compared.values_mut() {
            answers.retain(|answer| !answer.is_empty() && !givers.contains_key(answer));
        }
        common.extend(givers.into_iter().map(|(answer, entries)| Common { input: input.to_owned(), answer, entries }));
        let at = |entry: &EntryId| entries.binary_search(entry).ok();
        let texts: Vec<(usize, BTreeSet<String>)> = (compared.into_iter())
            .filter(|(_, answers)| !answers.is_empty())
            .filter_map(|(entry, answers)| Some((at(&entry)?, answers)))
            .collect();
        let words: Vec<_> = texts.iter().map(|(_, answers)| pieces(answers, in_words)).collect();
        let letters: Vec<_> = texts.iter().map(|(_, answers)| pieces(answers, in_letters)).collect();
        let (word_weights, letter_weights) = (weights(&words), weights(&letters));
        let mut shared = BTreeMap::new();
        for one in 0..texts.len() {
            for other in one + 1..texts.len() {
                let words = weigh(&words[one], &words[other], &word_weights);
                let letters = weigh(&letters[one], &letters[other], &letter_weights);
                shared.insert((texts[one].0, texts[other].0), Shared { words, letters });
            }
        }
        Self { answered: texts.into_iter().map(|(at, _)| at).collect(), shared }
    }

    fn shared(&self, one: usize, other: usize) -> Option<Shared> {
        self.shared.get(&(one.min(other), one.max(other))).copied()
    }
}

/// The pieces of answers.
fn pieces(answers: &BTreeSet<String>, cut: fn(&str) -> Vec<String>) -> BTreeSet<String> {
    answers.iter().flat_map(|answer| cut(answer)).collect()
}

fn in_words(text: &str) -> Vec<String> {
    let words: Vec<&str> = text.split(' ').collect();
    WORDS.flat_map(|count| words.windows(count).map(|piece| piece.join(" ")).collect::<Vec<_>>()).collect()
}

/// Pieces of letters include the gaps around a word, so that a short word has a piece too.
fn in_letters(text: &str) -> Vec<String> {
    let letters: Vec<char> = format!(" {text} ").chars().collect();
    LETTERS.flat_map(|count| letters.windows(count).map(|piece| piece.iter().collect()).collect::<Vec<_>>()).collect()
}

/// The weight of each piece: fewer users, more weight.
fn weights(used: &[BTreeSet<String>]) -> BTreeMap<&str, u64> {
    let mut weights: BTreeMap<&str, u64> = BTreeMap::new();
    for piece in used.iter().flatten() {
        *weights.entry(piece).or_default() += 1;
    }
    for users in weights.values_mut() {
        *users = used.len() as u64 + 1 - *users;
    }
    weights
}

/// The weight of the shared pieces, and of the pieces that either uses.
fn weigh(one: &BTreeSet<String>, other: &BTreeSet<String>, weights: &BTreeMap<&str, u64>) -> (u64, u64) {
    let weight = |pieces: &mut dyn Iterator<Item = &String>| pieces.map(|piece| weights[piece.as_str()]).sum();
    (weight(&mut one.intersection(other)), weight(&mut one.union(other)))
}

/// The likeness of the closest pair in each deal, the least first.
fn closest_by_chance(entries: usize, tables: &[SharedWeights]) -> Vec<u32> {
    let dealt = tables.iter().filter(|table| table.answered.len() >= 2).count();
    if entries < 3 || dealt < 2 {
        return Vec::new();
    }
    let deals = deals(entries, dealt);
    let mut draws = Draws::new(Seed::from_contributions(["likeness"]), "deals");
    let mut closest: Vec<u32> = (0..deals).map(|_| closest_of_a_deal(tables, &mut draws)).collect();
    closest.sort_unstable();
    closest
}

/// The number of deals for this many entries and inputs.
fn deals(entries: usize, inputs: usize) -> usize {
    let pairs = entries * (entries - 1) / 2;
    (EFFORT / (pairs * inputs)).clamp(99, DEALS)
}

fn closest_of_a_deal(tables: &[SharedWeights], draws: &mut Draws) -> u32 {
    let mut sums: BTreeMap<(usize, usize), Shared> = BTreeMap::new();
    for table in tables {
        let mut dealt = table.answered.clone();
        draws.shuffle(&mut dealt);
        for (one, from_one) in table.answered.iter().zip(&dealt) {
            for (other, from_other) in table.answered.iter().zip(&dealt).filter(|(other, _)| *other > one) {
                let shared = table.shared(*from_one, *from_other).unwrap_or_default();
                let sum = sums.entry((*one, *other)).or_default();
                *sum = sum.plus(shared);
            }
        }
    }
    sums.values().map(|shared| shared.millionths()).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use proptest::prelude::*;

    use super::*;

    /// A table of answers: for each input, those of E1, E2 …
    fn answered(table: &[(&str, &[&str])]) -> Answers {
        let mut csv = "entry,input,answer\n".to_owned();
        for (input, given) in table {
            for (at, answer) in (1..).zip(*given) {
                writeln!(csv, "E{at},{input},\"{answer}\"").unwrap();
            }
        }
        Answers::read(&csv).unwrap()
    }

    fn ids(pair: &Alike) -> (u16, u16) {
        (pair.one.number(), pair.other.number())
    }

    #[test]
    fn rule_38_of_2003_paraphrases_stand_above_entries_that_share_one_short_answer() {
        // By word triples and the mean over inputs, E1 and E2 had 14 %, and E3 and E4 33 %, because of "Fine".
        let answers = answered(&[
            (
                "weekend?",
                &[
                    "I went to the beach with some friends on Saturday.",
                    "On Saturday I went to the beach, together with friends.",
                    "Mostly I repaired my old bicycle.",
                    "Nothing special: slept late and read a novel.",
                ],
            ),
            (
                "dinner?",
                &[
                    "I had pasta with tomato sauce for dinner.",
                    "For dinner I had pasta with a tomato sauce.",
                    "Rice and beans again.",
                    "My neighbour cooked a huge curry for everybody.",
                ],
            ),
            (
                "today?",
                &[
                    "I am doing very well, thanks for asking.",
                    "Very well indeed, thank you for asking me.",
                    "Fine.",
                    "Fine!",
                ],
            ),
        ]);
        let found = answers.likeness();
        let (first, second) = (&found.pairs[0], &found.pairs[1]);
        assert_eq!((ids(first), ids(second)), ((1, 2), (3, 4)), "{found:#?}");
        assert!(first.millionths > 350_000 && second.millionths < 150_000, "{found:#?}");
        // Consistently alike: no deal comes near.
        let baseline = found.baseline.unwrap();
        assert_eq!((baseline.deals, found.pairs.len(), first.examples.len()), (999, 6, 3));
        assert!(first.reached < 50 && first.millionths > baseline.high, "{baseline:?}");
        assert!(second.reached > 500, "{second:?}");
    }

    #[test]
    fn an_answer_that_most_give_is_left_out_and_said() {
        let answers = answered(&[
            ("how?", &["Fine", "fine.", "FINE!", "Splendid, and yourself?"]),
            ("what?", &["A book on owls", "Football", "I painted the door", "Sleeping"]),
        ]);
        let found = answers.likeness();
        let fine = Common { input: "how?".into(), answer: "fine".into(), entries: 3 };
        assert_eq!(found.common, [fine]);
        assert!(found.pairs.iter().all(|pair| pair.inputs == 1 && pair.millionths < 100_000), "{found:#?}");
        // With three entries, an answer that two give is not common.
        assert_eq!(answered(&[("how?", &["Fine", "fine", "Well"])]).likeness().common, []);
    }

    #[test]
    fn programs_that_answer_by_lot_from_the_same_list_are_found_when_asked_several_times() {
        let mut answers = Answers::default();
        let list = ["I would rather not say", "That is a strange question", "Let us talk about music"];
        for (time, other) in [(0, 1), (1, 2), (2, 0)] {
            answers.give("why?", EntryId::new(1), list[time].to_owned());
            answers.give("why?", EntryId::new(2), list[other].to_owned());
            answers.give("why?", EntryId::new(3), format!("Because of number {time}"));
        }
        let pairs = answers.likeness().pairs;
        assert_eq!((ids(&pairs[0]), pairs[0].millionths), ((1, 2), WHOLE));
        assert_eq!(pairs[0].examples[0].one.len(), 3);
        let csv = answers.to_csv();
        assert_eq!(Answers::read(&csv).unwrap(), answers, "{csv}");
    }

    #[test]
    fn more_than_half_of_the_entries_make_an_answer_a_common_one() {
        let common = |answers: &[&str]| answered(&[("how?", answers)]).likeness().common.len();
        assert_eq!(common(&["Fine", "fine", "Fine.", "a", "b", "c"]), 0, "three of six");
        assert_eq!(common(&["Fine", "fine", "Fine.", "Fine!", "a", "b", "c"]), 1, "four of seven");
    }

    #[test]
    fn a_piece_weighs_more_the_fewer_use_it() {
        let used = [&["a", "b"][..], &["a"], &["a", "b", "c"]];
        let used = used.map(|pieces| pieces.iter().map(|&piece| piece.to_owned()).collect::<BTreeSet<String>>());
        assert_eq!(weights(&used), [("a", 1), ("b", 2), ("c", 3)].into());
    }

    #[test]
    fn the_baseline_is_the_middle_and_what_nineteen_of_twenty_do_not_exceed() {
        let closest: Vec<u32> = (1..=100).collect();
        assert_eq!(Baseline::of(&closest), Some(Baseline { deals: 100, median: 51, high: 95 }));
        assert_eq!(Baseline::of(&[]), None);
        assert_eq!([deals(4, 3), deals(101, 40), deals(200, 200)], [999, 495, 99], "fewer where they take long");
    }

    #[test]
    fn three_entries_and_two_inputs_are_enough_to_deal_out() {
        let (one, other) = (["an apple", "an apple", "some pears"], ["in spring", "in spring", "at night"]);
        let deals = |entries: usize, inputs: usize| {
            let table = [("a?", &one[..entries]), ("b?", &other[..entries])];
            answered(&table[..inputs]).likeness().baseline.map(|baseline| baseline.deals)
        };
        assert_eq!([deals(3, 2), deals(2, 2), deals(3, 1)], [Some(999), None, None]);
        // The two copies come before the same two entries in one of three deals, and are then as alike as they are here.
        let found = answered(&[("a?", &one), ("b?", &other)]).likeness();
        assert_eq!((ids(&found.pairs[0]), found.pairs[0].millionths), ((1, 2), WHOLE));
        assert!((250..420).contains(&found.pairs[0].reached), "{found:?}");
    }

    #[test]
    fn two_hundred_entries_can_be_compared_and_not_one_more() {
        let csv = |entries: usize| {
            let lines = (1..=entries).map(|entry| format!("E{entry},a?,b\n"));
            Answers::read(&format!("entry,input,answer\n{}", lines.collect::<String>()))
        };
        assert!(csv(ENTRIES_MAX).is_ok());
        let told = csv(ENTRIES_MAX + 1).unwrap_err().to_string();
        assert_eq!(told, "201 entries are too many to compare: at most 200 are (compare them in groups)");
    }

    #[test]
    fn what_says_nothing_is_compared_with_nothing() {
        let found = answered(&[("why?", &["...", "", "Because"])]).likeness();
        assert_eq!((found.pairs.len(), found.baseline), (0, None));
        let bad = Answers::read("entry,input,answer\nEliza,a,b\n").unwrap_err();
        assert_eq!(bad.to_string(), "line 2: `Eliza` is not an entry such as E1");
    }

    proptest! {
        #[test]
        fn likeness_is_whole_with_a_copy_and_no_order_matters(texts in proptest::collection::vec("[a-z]{1,8}( [a-z]{1,8}){0,6}", 3)) {
            let copy = answered(&[("a?", &[&texts[0], &texts[1], &texts[0]])]).likeness();
            let of = |found: &Likeness, pair| found.pairs.iter().find(|alike| ids(alike) == pair).unwrap().millionths;
            prop_assert_eq!(of(&copy, (1, 3)), WHOLE);
            prop_assert_eq!(of(&copy, (1, 2)), of(&copy, (2, 3)));
            let there = answered(&[("a?", &[&texts[0], &texts[1], &texts[2]])]).likeness();
            let back = answered(&[("a?", &[&texts[2], &texts[1], &texts[0]])]).likeness();
            prop_assert_eq!(of(&there, (1, 2)), of(&back, (2, 3)));
        }
    }
}
