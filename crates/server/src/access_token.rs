//! Tokens for programs that an organiser lets in: a board on a wall, a script that opens rounds. Each program has a
//! token of its own, kept as a hash, which lets it read, or act as well. A token is shown once and ends when it is
//! removed.
//!
//! The register keeps tokens beside cards and sessions, under names that no person can have, so that a token yields
//! neither a card nor a cookie.

use std::{fmt, str::FromStr};

use language::{Message, Say};
use rulebook::names::identity;
use serde::{Deserialize, Serialize};
use store::{OrganiserRow, StoreError};

use crate::{app::App, cards::Issue, sessions::Token};

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

/// A token, as the register names it: `reading token 1`, or `acting token 2`.
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

/// A text that names no token.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` names no token")]
pub struct NoToken(String);

impl FromStr for AccessToken {
    type Err = NoToken;

    fn from_str(text: &str) -> Result<Self, NoToken> {
        let (may, number) = match text.split_once(" token ") {
            Some(("reading", number)) => (May::Read, number),
            Some(("acting", number)) => (May::Act, number),
            _ => return Err(NoToken(text.to_owned())),
        };
        match number.parse() {
            Ok(number @ 1..=TOKENS_MAX) => Ok(Self { number, may }),
            _ => Err(NoToken(text.to_owned())),
        }
    }
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
    if known.iter().any(|(_, row)| identity(&row.name) == identity(&name)) {
        return Err(NotMade::NameTaken);
    }
    let is_free = |number: &u16| known.iter().all(|(token, _)| token.number != *number);
    let number = (1..=TOKENS_MAX).find(is_free).ok_or(NotMade::TooMany)?;
    let whose = AccessToken { number, may }.to_string();
    let row = OrganiserRow { participant: whose.clone(), name, password: String::new() };
    let secret = Token::draw();
    let registry = app.registry();
    registry.keep_organiser(contest, row).await?;
    // A session needs an invitation; this one's link is thrown away unseen.
    registry.invite(contest, &whose, Token::draw().hash(), Issue::draw().as_str()).await?;
    registry.open_session(contest, &whose, secret.hash()).await?;
    Ok(secret)
}

/// The tokens of a contest, with their names.
pub(crate) async fn all(app: &App, contest: &str) -> Result<Vec<(AccessToken, OrganiserRow)>, StoreError> {
    let rows = app.registry().organisers(contest).await?.into_iter();
    let mut known: Vec<_> = rows.filter_map(|row| Some((row.participant.parse().ok()?, row))).collect();
    known.sort_by_key(|(token, _): &(AccessToken, _)| token.number);
    Ok(known)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::invited::Invited;

    #[test]
    fn a_token_is_read_as_it_is_written_and_names_nobody_who_could_be_invited() {
        for text in ["reading token 1", "acting token 20"] {
            assert_eq!(text.parse::<AccessToken>().unwrap().to_string(), text);
            assert!(text.parse::<Invited>().is_err());
        }
        for text in ["", "token 1", "acting token 0", "acting token 21", "organiser 2", "writing token 1"] {
            assert_eq!(text.parse::<AccessToken>(), Err(NoToken(text.to_owned())));
        }
    }
}
