//! The languages that a server speaks, and the choice among them for a reader.

use std::sync::Arc;

use axum::http::{HeaderMap, header};
use axum_extra::extract::cookie::CookieJar;
use language::{Languages, Reader};

/// The cookie with a reader's choice.
pub(super) const COOKIE: &str = "language";

/// The languages of a server.
#[derive(Debug, Clone)]
pub struct Spoken {
    /// The languages.
    pub languages: Arc<Languages>,
    /// The tag of the default language, for browsers that ask for none of them.
    pub otherwise: String,
}

impl Default for Spoken {
    fn default() -> Self {
        Self { languages: Arc::new(Languages::shipped()), otherwise: "en".to_owned() }
    }
}

impl Spoken {
    /// The reader who sends these headers.
    pub(super) fn reader(&self, headers: &HeaderMap) -> Reader {
        let jar = CookieJar::from_headers(headers);
        let chosen = jar.get(COOKIE).and_then(|chosen| self.languages.get(chosen.value()));
        let accepted = || {
            let header = headers.get(header::ACCEPT_LANGUAGE)?.to_str().ok()?;
            self.languages.accepted(header)
        };
        let language = chosen.or_else(accepted).or_else(|| self.languages.get(&self.otherwise));
        match language {
            Some(language) => Reader { language: language.clone(), languages: Arc::clone(&self.languages) },
            None => Reader::default(),
        }
    }
}
