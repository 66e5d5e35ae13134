//! Who reads a page.

use std::{any::Any, sync::Arc};

use crate::{Language, Languages};

/// The name under which the reader of a page travels through its templates.
const KEY: &str = "reader";

/// Whoever reads a page, as far as its words go. A page that is rendered with it (`render_with_values`) is written in its language.
#[derive(Debug, Clone)]
pub struct Reader {
    /// The language of the page.
    pub language: Arc<Language>,
    /// The languages that the reader may choose from; one where there is no choice.
    pub languages: Arc<Languages>,
}

impl Default for Reader {
    /// A reader of English without a choice.
    fn default() -> Self {
        Self::of_only(Language::english().clone())
    }
}

impl Reader {
    /// A reader of this language, without a choice.
    #[must_use]
    pub fn of_only(language: Arc<Language>) -> Self {
        Self { languages: Arc::new(Languages::only(language.clone())), language }
    }

    /// Who reads the page that is rendered with these values; none where it was not said.
    pub fn of_page(values: &dyn askama::Values) -> Option<&Self> {
        askama::get_value::<Self>(values, KEY).ok()
    }
}

impl askama::Values for Reader {
    fn get_value<'a>(&'a self, key: &str) -> Option<&'a dyn Any> {
        (key == KEY).then_some(self)
    }
}
