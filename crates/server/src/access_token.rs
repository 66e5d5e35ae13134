//! Tokens for programs that an organiser lets in: a board on a wall, a script that opens rounds. Each program has a
//! token of its own, kept as a hash, which lets it read, or act as well. A token is shown once and ends when it is
//! removed.
//!
//! The register keeps tokens apart from cards and sessions: a token yields neither a card nor a cookie.

use std::fmt;

use language::{Message, Say};
use rulebook::{Timestamp, names::identity};
use serde::{Deserialize, Serialize};
use store::{AccessTokenRow, StoreError};

use crate::{app::App, sessions::Token};

/// The most tokens of a contest.
pub const TOKENS_MAX: u16 = 20;

/// The longest name of a token, in characters.
pub const NAME_MAX: usize = 100;

/// The permission of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum May {
    /// Read everything that an organiser sees.
    Read,
    /// Do everything that an organiser does, too.
    Act,
}

impl May {
    /// The permission in the register.
    const fn word(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Act => "act",
        }
    }

    fn from_word(word: &str) -> Option<Self> {
        [Self::Read, Self::Act].into_iter().find(|may| may.word() == word)
    }
}

/// The number and permission of a token, written as `reading token 1` or `acting token 2`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct AccessToken {
    /// From 1, among all tokens of the contest.
    pub number: u16,
    /// The permission.
    pub may: May,
}

impl fmt::Display for AccessToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let may = match self.may {
            May::Read => "reading",
            May::Act => "acting",
        };
        write!(f, "{may} token {}", self.number)
    }
}

/// A token that exists.
#[derive(Debug)]
pub(crate) struct KnownToken {
    pub(crate) token: AccessToken,
    pub(crate) name: String,
    /// The SHA-256 of its text.
    pub(crate) hash: [u8; 32],
    /// The time of the last request with it.
    pub(crate) seen: Option<Timestamp>,
}

/// The reason why no token was made.
#[derive(Debug)]
pub enum NotMade {
    /// The name is missing or too long.
    BadName,
    /// Another token has this name.
    NameTaken,
    /// The contest has too many tokens.
    TooMany,
    /// The store failed.
    Store(StoreError),
}

impl Say for NotMade {
    fn message(&self) -> Message {
        match self {
            Self::BadName => say!("access-token-bad-name", most = NAME_MAX),
            Self::NameTaken => say!("access-token-known"),
            Self::TooMany => say!("access-tokens-too-many", most = TOKENS_MAX),
            Self::Store(failure) => Message::verbatim(failure.to_string()),
        }
    }
}

display_in_english!(NotMade);

impl std::error::Error for NotMade {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Store(failure) => failure.source(),
            Self::BadName | Self::NameTaken | Self::TooMany => None,
        }
    }
}

impl From<StoreError> for NotMade {
    fn from(failure: StoreError) -> Self {
        Self::Store(failure)
    }
}

/// Makes a token of this name for a contest.
///
/// # Errors
/// When the name cannot be used, there are too many, or the store fails.
pub(crate) async fn make(app: &App, contest: &str, name: &str, may: May) -> Result<Token, NotMade> {
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() || name.chars().count() > NAME_MAX || name.chars().any(char::is_control) {
        return Err(NotMade::BadName);
    }
    let _guard = app.one_at_a_time().await;
    let known = all(app, contest).await?;
    if known.iter().any(|known| identity(&known.name) == identity(&name)) {
        return Err(NotMade::NameTaken);
    }
    let is_free = |number: &u16| known.iter().all(|known| known.token.number != *number);
    let number = (1..=TOKENS_MAX).find(is_free).ok_or(NotMade::TooMany)?;
    let secret = Token::draw();
    let row = AccessTokenRow { number, may: may.word().to_owned(), name, token_hash: secret.hash(), seen: None };
    app.registry().keep_access_token(contest, row).await?;
    Ok(secret)
}

/// The tokens of a contest, by number. Those of another version, with a permission that this one does not know, are left
/// out.
pub(crate) async fn all(app: &App, contest: &str) -> Result<Vec<KnownToken>, StoreError> {
    let known = |row: AccessTokenRow| {
        let token = AccessToken { number: row.number, may: May::from_word(&row.may)? };
        let seen = row.seen.map(Timestamp::from_millis);
        Some(KnownToken { token, name: row.name, hash: row.token_hash, seen })
    };
    Ok(app.registry().access_tokens(contest).await?.into_iter().filter_map(known).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_permission_is_read_as_it_is_written() {
        for may in [May::Read, May::Act] {
            assert_eq!(May::from_word(may.word()), Some(may));
        }
        assert_eq!(May::from_word("write"), None);
    }
}
