//! The languages that there are: those that we ship, and an organiser's own.

use std::sync::Arc;

use fluent_langneg::{NegotiationStrategy, negotiate_languages};

use unic_langid::LanguageIdentifier;

use crate::Language;

/// German, complete.
const GERMAN: &str = include_str!("../../../languages/de.ftl");

/// The languages a server can speak.
#[derive(Debug, Clone)]
pub struct Languages {
    /// Each once, English first.
    all: Vec<Arc<Language>>,
}

impl Default for Languages {
    fn default() -> Self {
        Self::shipped()
    }
}

impl Languages {
    /// Those that we ship: English and German.
    ///
    /// # Panics
    /// Where a file of ours has a fault, which a test excludes.
    #[must_use]
    pub fn shipped() -> Self {
        let german = Language::read("de", GERMAN).unwrap_or_else(|faults| panic!("a language of ours: {faults:?}"));
        Self { all: vec![Language::english().clone(), Arc::new(german)] }
    }

    /// This one alone.
    #[must_use]
    pub fn only(language: Arc<Language>) -> Self {
        Self { all: vec![language] }
    }

    /// Adds a language. It takes the place of one with the same tag: an organiser's own may so be another English.
    pub fn add(&mut self, language: Language) {
        let language = Arc::new(language);
        match self.all.iter_mut().find(|known| known.tag() == language.tag()) {
            Some(known) => *known = language,
            None => self.all.push(language),
        }
    }

    /// The language with this tag, such as `de`.
    #[must_use]
    pub fn get(&self, tag: &str) -> Option<&Arc<Language>> {
        self.all.iter().find(|language| language.tag().eq_ignore_ascii_case(tag))
    }

    /// All of them, English first.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<Language>> {
        self.all.iter()
    }

    /// The language that suits a browser best, by its `Accept-Language` (RFC 9110, section 12.5.4; `de-AT` is served with `de`);
    /// none where it asks for none of ours.
    #[must_use]
    pub fn accepted(&self, accept_language: &str) -> Option<&Arc<Language>> {
        let mut wishes: Vec<_> = accept_language.split(',').filter_map(wish).collect();
        // Of two that are wished for alike, the one that is named first.
        wishes.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        let wishes: Vec<_> = wishes.into_iter().map(|(id, _)| id).collect();
        let known: Vec<_> = self.all.iter().map(|language| language.id.clone()).collect();
        let found = negotiate_languages(&wishes, &known, None, NegotiationStrategy::Lookup);
        let found = found.first()?;
        self.all.iter().find(|language| language.id == **found)
    }
}

/// A language of an `Accept-Language` header with its weight, which is 1 where none stands; none where it is not wanted, or is `*`.
fn wish(part: &str) -> Option<(LanguageIdentifier, f32)> {
    let (tag, weight) = part.split_once(';').unwrap_or((part, ""));
    let weight = match weight.trim().strip_prefix("q=") {
        Some(weight) => weight.trim().parse().ok()?,
        None => 1.0,
    };
    (weight > 0.0).then_some((tag.trim().parse().ok()?, weight))
}
