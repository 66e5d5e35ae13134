//! The reader of a page, and their language.
//!
//! A reader's language is the one they chose on a page (a cookie), else the first that their browser asks for and the
//! server speaks, else the server's own. It changes the words only, nothing else that is sent. It is determined once
//! for each request and holds for everything that answers it; texts outside of requests are in English.

mod spoken;

use std::{borrow::Cow, fmt};

use askama::{FastWritable, Values, filters::HtmlSafe};
use axum::{
    Form,
    extract::{Request, State},
    http::{HeaderMap, header},
    middleware::Next,
    response::{IntoResponse, Redirect, Response},
};
use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite};
use language::{Language, Message, Reader, Say};
use rulebook::Rulebook;
use serde::Deserialize;

use self::spoken::COOKIE;
pub use self::spoken::Spoken;
use crate::app::App;

tokio::task_local! {
    static READER: Reader;
}

/// The reader of the present request; a reader of English outside of requests.
pub(crate) fn current() -> Reader {
    READER.try_with(Clone::clone).unwrap_or_default()
}

/// A message of this value, in the present reader's language.
pub(crate) fn told(what: &impl Say) -> String {
    current().language.say(&what.message())
}

/// This message in the present reader's language.
pub(crate) fn said(message: &Message) -> String {
    current().language.say(message)
}

/// A rulebook with its texts in the present reader's language.
pub(crate) fn texts(rulebook: &Rulebook) -> Cow<'_, Rulebook> {
    rulebook.in_language(current().language.tag())
}

/// Runs a future for this reader, in a task of its own.
pub(crate) fn for_reader<F: Future>(reader: Reader, work: F) -> impl Future<Output = F::Output> {
    READER.scope(reader, work)
}

/// Determines the reader before anything answers the request.
pub(crate) async fn greet(State(app): State<App>, request: Request, next: Next) -> Response {
    let reader = app.spoken().reader(request.headers());
    READER.scope(reader, next.run(request)).await
}

/// A choice of a language.
#[derive(Deserialize)]
pub(crate) struct Choice {
    language: String,
}

/// Keeps the choice, and leads back to the page. An unknown language changes nothing.
pub(crate) async fn choose(
    State(app): State<App>,
    jar: CookieJar,
    headers: HeaderMap,
    Form(Choice { language }): Form<Choice>,
) -> Response {
    let jar = match app.spoken().languages.get(&language) {
        Some(language) => jar.add(
            Cookie::build((COOKIE, language.tag().to_owned()))
                .path("/")
                .http_only(true)
                .same_site(SameSite::Lax)
                .secure(app.is_secure())
                .permanent()
                .build(),
        ),
        None => jar,
    };
    (jar, Redirect::to(&back(app.origin(), &headers))).into_response()
}

/// The page from which a form was sent; the front page where the browser does not say, or names another server.
fn back(own: &str, headers: &HeaderMap) -> String {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let page = text(header::REFERER).and_then(|page| {
        let by_host = || page.split_once("://")?.1.strip_prefix(text(header::HOST)?);
        let path = page.strip_prefix(own).or_else(by_host)?;
        path.starts_with('/').then(|| path.to_owned())
    });
    // A path that begins with two slashes would be the address of another server.
    page.filter(|path| !path.starts_with("//")).unwrap_or_else(|| "/".to_owned())
}

/// In a template: a button for each other language the server speaks; nothing where there is none.
pub(crate) struct Choices;

/// In a template: the sentences of the page's scripts, which `assets/sentences.js` reads.
pub(crate) struct Sentences;

impl FastWritable for Choices {
    fn write_into(&self, dest: &mut dyn fmt::Write, values: &dyn Values) -> askama::Result<()> {
        let Some(Reader { language, languages }) = Reader::of_page(values) else { return Ok(()) };
        let others: Vec<_> = languages.iter().filter(|other| other.tag() != language.tag()).collect();
        if others.is_empty() {
            return Ok(());
        }
        let label = language.html(&say!("language-choose"));
        write!(dest, "<footer class=\"languages\"><form method=\"post\" action=\"/language\" aria-label=\"{label}\">")?;
        for other in others {
            let (tag, name) = (other.tag(), other.html(&say!("language-name")));
            write!(dest, "<button class=\"quiet\" name=\"language\" value=\"{tag}\" lang=\"{tag}\">{name}</button> ")?;
        }
        Ok(write!(dest, "</form></footer>")?)
    }
}

impl FastWritable for Sentences {
    fn write_into(&self, dest: &mut dyn fmt::Write, values: &dyn Values) -> askama::Result<()> {
        let language = Reader::of_page(values).map_or(Language::english(), |reader| &reader.language);
        Ok(write!(dest, "<script type=\"application/json\" id=\"sentences\">{}</script>", language.scripts())?)
    }
}

/// Both write markup.
impl HtmlSafe for Choices {}
impl HtmlSafe for Sentences {}

/// Templates require it; nothing else uses it.
impl fmt::Display for Choices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_into(f, askama::NO_VALUES).map_err(|_| fmt::Error)
    }
}

impl fmt::Display for Sentences {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_into(f, askama::NO_VALUES).map_err(|_| fmt::Error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(header::HeaderName, &'static str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.clone(), header::HeaderValue::from_static(value))).collect()
    }

    #[test]
    fn a_choice_comes_before_the_browser_and_the_browser_before_the_server() {
        let spoken = Spoken { otherwise: "de".to_owned(), ..Spoken::default() };
        let tag = |pairs: &[_]| spoken.reader(&headers(pairs)).language.tag().to_owned();
        assert_eq!(tag(&[]), "de");
        assert_eq!(tag(&[(header::ACCEPT_LANGUAGE, "en-GB,en;q=0.9")]), "en");
        assert_eq!(tag(&[(header::ACCEPT_LANGUAGE, "en"), (header::COOKIE, "language=de")]), "de");
        assert_eq!(tag(&[(header::ACCEPT_LANGUAGE, "en"), (header::COOKIE, "language=<x>")]), "en");
    }

    #[test]
    fn the_way_back_leads_to_no_other_server() {
        let from = |referer| {
            back(
                "https://contest.example.org",
                &headers(&[(header::HOST, "viva.example:8080"), (header::REFERER, referer)]),
            )
        };
        assert_eq!(from("http://viva.example:8080/c/judge/1?a=b"), "/c/judge/1?a=b");
        assert_eq!(from("http://viva.example:8080.evil.example/x"), "/");
        assert_eq!(from("http://other.example/x"), "/");
        assert_eq!(from("http://viva.example:8080//evil.example"), "/");
        for page in ["https://contest.example.org.evil.example/x", "https://contest.example.org//evil.example"] {
            assert_eq!(from(page), "/");
        }
        assert_eq!(from("https://contest.example.org/c/judge/1"), "/c/judge/1", "a proxy puts `Host` away");
        assert_eq!(back("https://contest.example.org", &HeaderMap::new()), "/");
    }
}
