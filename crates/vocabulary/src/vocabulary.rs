//! The vocabulary: words, and the relations between them.

use std::{collections::BTreeMap, sync::LazyLock};

use crate::{Class, Faults, Measure, Word, checks, reader};

/// The words of this program.
static SHIPPED: LazyLock<Vocabulary> =
    LazyLock::new(|| Vocabulary::read(include_str!("../vocabulary.csv")).expect("a test reads the shipped vocabulary"));

/// Words without a contradiction, and the relations between them.
#[derive(Debug, Clone)]
pub struct Vocabulary {
    words: Vec<Word>,
    /// The places of words in the list, by singular and plural in lower case.
    forms: BTreeMap<String, Vec<usize>>,
    /// All kinds of each word, nearest first.
    kinds: Vec<Vec<String>>,
    /// Opposites from either side.
    opposites: BTreeMap<(Class, String), String>,
}

impl Vocabulary {
    /// The vocabulary of this program, read at the first call.
    #[must_use]
    pub fn shipped() -> &'static Self {
        &SHIPPED
    }

    /// Reads a vocabulary from CSV with the columns of `vocabulary.csv`.
    ///
    /// # Errors
    /// All faults at once: unreadable rows, unknown names, circles, contradictions.
    pub fn read(text: &str) -> Result<Self, Faults> {
        let (lines, mut faults) = reader::lines(text);
        faults.extend(checks::faults(&lines));
        if !faults.is_empty() {
            faults.sort_by_key(|fault| fault.line);
            return Err(Faults(faults));
        }
        let words: Vec<Word> = lines.into_iter().map(|line| line.word).collect();
        let mut forms: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        let mut opposites = BTreeMap::new();
        for (at, word) in words.iter().enumerate() {
            let plural = word.plural.as_ref().filter(|plural| **plural != word.word);
            for form in [Some(&word.word), plural].into_iter().flatten() {
                forms.entry(form.to_ascii_lowercase()).or_default().push(at);
            }
            if let Some(opposite) = &word.opposite {
                opposites.insert((word.class, word.word.clone()), opposite.clone());
                opposites.insert((word.class, opposite.clone()), word.word.clone());
            }
        }
        let kinds = words.iter().map(|word| all_kinds(word, &words, &forms)).collect();
        Ok(Self { words, forms, kinds, opposites })
    }

    /// All words, in the order of the file.
    #[must_use]
    pub fn words(&self) -> &[Word] {
        &self.words
    }

    /// The words with this singular or plural, in any case: several where a noun is an adjective too.
    pub fn lookup(&self, text: &str) -> impl Iterator<Item = &Word> {
        let places = self.forms.get(&text.trim().to_ascii_lowercase());
        places.into_iter().flatten().map(|at| &self.words[*at])
    }

    /// The word of a class with this singular or plural, in any case.
    #[must_use]
    pub fn find(&self, class: Class, text: &str) -> Option<&Word> {
        self.lookup(text).find(|word| word.class == class)
    }

    /// The noun with this singular or plural, in any case.
    #[must_use]
    pub fn noun(&self, text: &str) -> Option<&Word> {
        self.find(Class::Noun, text)
    }

    /// The adjective with this spelling, in any case.
    #[must_use]
    pub fn adjective(&self, text: &str) -> Option<&Word> {
        self.find(Class::Adjective, text)
    }

    /// All kinds of a thing, its own and theirs, nearest first, each once. Empty for an unknown noun.
    #[must_use]
    pub fn kinds_of(&self, noun: &str) -> Vec<&str> {
        let places = self.forms.get(&noun.trim().to_ascii_lowercase()).into_iter().flatten();
        let place = places.copied().find(|at| self.words[*at].class == Class::Noun);
        place.map_or_else(Vec::new, |at| self.kinds[at].iter().map(String::as_str).collect())
    }

    /// True where the second noun is a kind of the first. Both may be singular or plural.
    #[must_use]
    pub fn is_a(&self, noun: &str, kind: &str) -> bool {
        self.noun(kind).is_some_and(|kind| self.kinds_of(noun).contains(&kind.word.as_str()))
    }

    /// The nouns of a kind, directly or through other kinds, in the order of the file.
    pub fn members<'v>(&'v self, kind: &str) -> impl Iterator<Item = &'v Word> {
        let kind = self.noun(kind).map(|kind| kind.word.as_str());
        let nouns = self.words.iter().filter(|word| word.class == Class::Noun);
        nouns.filter(move |word| kind.is_some_and(|kind| self.kinds_of(&word.word).contains(&kind)))
    }

    /// The first thing's figure over the second's: above 1 where the first is larger, heavier or faster. None where one of
    /// them is unknown or has no figure.
    #[must_use]
    pub fn compare(&self, measure: Measure, first: &str, second: &str) -> Option<f64> {
        Some(self.noun(first)?.figure(measure)? / self.noun(second)?.figure(measure)?)
    }

    /// The opposite of a word of this class, whichever of the two the file names it at.
    #[must_use]
    pub fn opposite_of(&self, class: Class, word: &str) -> Option<&str> {
        let word = self.find(class, word)?;
        self.opposites.get(&(class, word.word.clone())).map(String::as_str)
    }

    /// The opposite of a word: of its adjective, verb, adverb or noun, the first of these that has one.
    #[must_use]
    pub fn opposite(&self, word: &str) -> Option<&str> {
        let classes = [Class::Adjective, Class::Verb, Class::Adverb, Class::Noun];
        classes.into_iter().find_map(|class| self.opposite_of(class, word))
    }
}

/// The kinds of a word and theirs, nearest first, each once.
fn all_kinds(word: &Word, words: &[Word], forms: &BTreeMap<String, Vec<usize>>) -> Vec<String> {
    let noun = |name: &str| {
        let places = forms.get(&name.to_ascii_lowercase()).into_iter().flatten();
        places.map(|at| &words[*at]).find(|word| word.class == Class::Noun)
    };
    let mut kinds: Vec<String> = vec![];
    let mut open = vec![word];
    while !open.is_empty() {
        let mut further = vec![];
        for kind in open.iter().flat_map(|word| &word.kinds) {
            if !kinds.contains(kind) {
                kinds.push(kind.clone());
                further.extend(noun(kind));
            }
        }
        open = further;
    }
    kinds
}
