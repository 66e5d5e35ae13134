//! The reader of a page.

use std::{any::Any, sync::Arc};

use crate::{Language, Languages};

/// The key of the reader among the values of a page's templates.
const KEY: &str = "reader";

/// The reader of a page: their language and their choice of languages. A page that is rendered with it
/// (`render_with_values`) is written in its language.
#[derive(Debug, Clone)]
pub struct Reader {
    /// The language of the page.
    pub language: Arc<Language>,
    /// The languages that the reader may choose from; one alone means no choice.
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

    /// The reader of the page that is rendered with these values; `None` if it was rendered without one.
    pub fn of_page(values: &dyn askama::Values) -> Option<&Self> {
        askama::get_value::<Self>(values, KEY).ok()
    }
}

impl askama::Values for Reader {
    fn get_value<'a>(&'a self, key: &str) -> Option<&'a dyn Any> {
        (key == KEY).then_some(self)
    }
}
