//! Identification of clients: join links, sessions and the cookies that carry them.
//!
//! A join link holds 128 random bits and works once: it is exchanged for a session, whose own 128 bits live in an
//! HttpOnly cookie. Only SHA-256 of either is stored. A cookie belongs to one seat of one contest, so that an organiser
//! can try several seats in one browser.

use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite};
use rulebook::Participant;
use sha2::{Digest, Sha256};

/// A secret of 128 random bits that admits its holder. Prints as 32 hexadecimal digits; never logged.
pub struct Token(String);

impl Token {
    /// A new token from the operating system's source.
    #[must_use]
    pub fn draw() -> Self {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
        Self(hex::encode(bytes))
    }

    /// A text that has the form of a token.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        (text.len() == 32 && text.bytes().all(|b| b.is_ascii_hexdigit())).then(|| Self(text.to_ascii_lowercase()))
    }

    /// The hash for the store.
    #[must_use]
    pub fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.0.as_bytes()).into()
    }

    /// Its text, for a link or a cookie.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

/// The name of the cookie of a seat. With TLS the browser itself ensures that no other site can set it.
#[must_use]
pub fn cookie_name(contest: &str, who: Participant, secure: bool) -> String {
    let prefix = if secure { "__Host-" } else { "" };
    format!("{prefix}viva-{contest}-{who}")
}

/// The cookie that carries a session.
#[must_use]
pub fn cookie(contest: &str, who: Participant, session: &Token, secure: bool) -> Cookie<'static> {
    Cookie::build((cookie_name(contest, who, secure), session.reveal().to_owned()))
        .path("/")
        .http_only(true)
        .secure(secure)
        .same_site(SameSite::Lax)
        .build()
}

/// The session that a request's cookies hold for a seat.
#[must_use]
pub fn session_of(jar: &CookieJar, contest: &str, who: Participant, secure: bool) -> Option<Token> {
    Token::from_text(jar.get(&cookie_name(contest, who, secure))?.value())
}

/// The cookie of a browser that opens a join link: it becomes the session's, so that pressing the button twice joins
/// once, even where the first answer never arrives.
#[must_use]
pub fn joining_cookie(session: &Token, secure: bool) -> Cookie<'static> {
    Cookie::build((joining_name(secure), session.reveal().to_owned()))
        .path("/")
        .http_only(true)
        .secure(secure)
        .same_site(SameSite::Lax)
        .build()
}

/// The token in the joining cookie.
#[must_use]
pub fn joining_of(jar: &CookieJar, secure: bool) -> Option<Token> {
    Token::from_text(jar.get(joining_name(secure))?.value())
}

/// The jar without the joining cookie.
pub fn has_joined(jar: CookieJar, secure: bool) -> CookieJar {
    jar.remove(Cookie::build(joining_name(secure)).path("/").secure(secure).build())
}

fn joining_name(secure: bool) -> &'static str {
    if secure { "__Host-viva-joining" } else { "viva-joining" }
}

/// The seats of a contest for which a request's cookies may hold a session.
#[must_use]
pub fn seats_in(jar: &CookieJar, contest: &str, secure: bool) -> Vec<(Participant, Token)> {
    let prefix = if secure { "__Host-" } else { "" };
    let prefix = format!("{prefix}viva-{contest}-");
    let seat = |cookie: &Cookie<'static>| {
        let who = cookie.name().strip_prefix(&prefix)?.parse().ok()?;
        Some((who, Token::from_text(cookie.value())?))
    };
    let mut seats: Vec<_> = jar.iter().filter_map(seat).collect();
    seats.sort_by_key(|(who, _)| *who);
    seats
}

/// The address of a participant's page.
#[must_use]
pub fn page_of(contest: &str, who: Participant) -> String {
    match who {
        Participant::Organiser => format!("/{contest}/organiser"),
        Participant::Judge(id) => format!("/{contest}/judge/{}", id.number()),
        Participant::Confederate(id) => format!("/{contest}/confederate/{}", id.number()),
        Participant::Entry(id) => format!("/{contest}/entry/{}", id.number()),
        Participant::Referee(id) => format!("/{contest}/referee/{}", id.number()),
    }
}
