//! The available languages: those that we ship, and an organiser's own.

use std::sync::Arc;

use fluent_langneg::{NegotiationStrategy, negotiate_languages};

use unic_langid::LanguageIdentifier;

use crate::Language;

/// German, complete.
const GERMAN: &str = include_str!("../../../languages/de.ftl");

/// The languages of a server.
#[derive(Debug, Clone)]
pub struct Languages {
    /// Each tag once, in the order of addition. The shipped ones begin with English.
    all: Vec<Arc<Language>>,
}

impl Default for Languages {
    fn default() -> Self {
        Self::shipped()
    }
}

impl Languages {
    /// The languages that we ship: English and German.
    ///
    /// # Panics
    /// If a file of ours has a fault, which a test excludes.
    #[must_use]
    pub fn shipped() -> Self {
        let german = Language::read("de", GERMAN).unwrap_or_else(|faults| panic!("a language of ours: {faults:?}"));
        Self { all: vec![Language::english().clone(), Arc::new(german)] }
    }

    /// This language alone.
    #[must_use]
    pub fn only(language: Arc<Language>) -> Self {
        Self { all: vec![language] }
    }

    /// Adds a language. It replaces one with the same tag, so an organiser may have another English.
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

    /// All of them, in the order of addition. The shipped ones begin with English.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<Language>> {
        self.all.iter()
    }

    /// The best language for a browser, by its `Accept-Language` (RFC 9110, section 12.5.4; `de-AT` is served with
    /// `de`); `None` where it asks for none of these.
    #[must_use]
    pub fn accepted(&self, accept_language: &str) -> Option<&Arc<Language>> {
        let mut wishes: Vec<_> = accept_language.split(',').filter_map(wish).collect();
        // Stable: of two languages with equal weight, the first one comes first.
        wishes.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        let wishes: Vec<_> = wishes.into_iter().map(|(id, _)| id).collect();
        let known: Vec<_> = self.all.iter().map(|language| language.id.clone()).collect();
        let found = negotiate_languages(&wishes, &known, None, NegotiationStrategy::Lookup);
        let found = found.first()?;
        self.all.iter().find(|language| language.id == **found)
    }
}

/// A language of an `Accept-Language` header with its weight, 1 by default; `None` for weight 0, `*` or invalid parts.
fn wish(part: &str) -> Option<(LanguageIdentifier, f32)> {
    let (tag, weight) = part.split_once(';').unwrap_or((part, ""));
    let weight = match weight.trim().strip_prefix("q=") {
        Some(weight) => weight.trim().parse().ok()?,
        None => 1.0,
    };
    (weight > 0.0).then_some((tag.trim().parse().ok()?, weight))
}
