//! A word with its facts.

use std::fmt;

/// A word and the facts about the thing it names. A list is empty, and a figure absent, where it does not apply.
#[derive(Debug, Clone, PartialEq)]
pub struct Word {
    /// The word: a singular, or a plural that has no singular (`scissors`).
    pub word: String,
    /// The class of the word.
    pub class: Class,
    /// The plural; none for a substance (`milk`), a name (`Monday`) and every word that is not a noun. Equal to `word` where a
    /// word is a plural already, or the same in both (`sheep`).
    pub plural: Option<String>,
    /// The kinds of the thing, each a noun of the vocabulary; none for the most general ones.
    pub kinds: Vec<String>,
    /// The length along the longest side, in metres.
    pub size_m: Option<f64>,
    /// The weight in kilograms.
    pub weight_kg: Option<f64>,
    /// The usual highest speed in kilometres per hour.
    pub speed_kmh: Option<f64>,
    /// The uses, each a verb phrase without `to`: `hit nails`.
    pub uses: Vec<String>,
    /// The parts, each a noun of the vocabulary.
    pub parts: Vec<String>,
    /// The usual colours, each an adjective of the vocabulary.
    pub colours: Vec<String>,
    /// The tastes, each an adjective of the vocabulary.
    pub tastes: Vec<String>,
    /// The places where the thing is usually found, each a noun of the vocabulary.
    pub places: Vec<String>,
    /// The opposite, a word of the same class. [`crate::Vocabulary::opposite`] also finds it from the other side.
    pub opposite: Option<String>,
}

impl Word {
    /// The figure of a measure, in its unit.
    #[must_use]
    pub fn figure(&self, measure: Measure) -> Option<f64> {
        match measure {
            Measure::Size => self.size_m,
            Measure::Weight => self.weight_kg,
            Measure::Speed => self.speed_kmh,
        }
    }

    /// The word with its indefinite article (`an apple`); a substance, a name and a plural stand alone (`milk`, `scissors`).
    #[must_use]
    pub fn with_article(&self) -> String {
        match self.article() {
            Some(article) => format!("{article} {}", self.word),
            None => self.word.clone(),
        }
    }

    /// The indefinite article before the word, by its sound: `a` or `an`. None for a substance, a name, and a plural without a
    /// singular.
    #[must_use]
    pub fn article(&self) -> Option<&'static str> {
        let counted = self.class == Class::Noun && self.plural.is_some() && !self.is_plural_only();
        counted.then(|| article(&self.word))
    }

    /// True for a plural that has no singular: `scissors`.
    #[must_use]
    pub fn is_plural_only(&self) -> bool {
        self.plural.as_deref() == Some(&self.word) && self.word.ends_with('s') && !self.word.ends_with("ies")
    }
}

/// The class of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// The name of a thing.
    Noun,
    /// A quality.
    Adjective,
    /// An activity.
    Verb,
    /// A manner, direction or moment.
    Adverb,
}

impl Class {
    /// All classes.
    pub const ALL: [Self; 4] = [Self::Noun, Self::Adjective, Self::Verb, Self::Adverb];

    /// The name in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Noun => "noun",
            Self::Adjective => "adjective",
            Self::Verb => "verb",
            Self::Adverb => "adverb",
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A measure by which two things can be compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Measure {
    /// The length along the longest side, in metres.
    Size,
    /// The weight, in kilograms.
    Weight,
    /// The usual highest speed, in kilometres per hour.
    Speed,
}

impl Measure {
    /// All measures.
    pub const ALL: [Self; 3] = [Self::Size, Self::Weight, Self::Speed];

    /// The name of the column in files, which ends in the unit.
    #[must_use]
    pub fn column(self) -> &'static str {
        match self {
            Self::Size => "size_m",
            Self::Weight => "weight_kg",
            Self::Speed => "speed_kmh",
        }
    }
}

/// The indefinite article before a word: `an` before the sound of a vowel.
fn article(word: &str) -> &'static str {
    /// Beginnings whose sound is not that of their first letter.
    const CONSONANTS: [&str; 6] = ["uni", "use", "usu", "eu", "one", "ukulele"];
    const VOWELS: [&str; 3] = ["hour", "honest", "heir"];
    let vowel = word.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']);
    let begins = |beginnings: &[&str]| beginnings.iter().any(|beginning| word.starts_with(beginning));
    if begins(&VOWELS) || (vowel && !begins(&CONSONANTS)) { "an" } else { "a" }
}

/// The regular plural of a noun.
pub(crate) fn regular_plural(word: &str) -> String {
    let sibilant = ["s", "x", "z", "ch", "sh"].iter().any(|end| word.ends_with(end));
    match word.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'i', 'o', 'u']) => format!("{stem}ies"),
        _ if sibilant => format!("{word}es"),
        _ => format!("{word}s"),
    }
}
