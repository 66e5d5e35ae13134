//! Pages for whoever comes in from the street: the front page, the one that asks to join, and answers with the way on.

use askama::Template;

use crate::sessions::Token;

/// The front page.
#[derive(Template)]
#[template(path = "home.html")]
pub struct HomePage {
    /// Ids and names.
    pub contests: Vec<(String, String)>,
}

/// Asks whether to join.
#[derive(Template)]
#[template(path = "join.html")]
pub struct JoinPage<'a> {
    /// The contest's name.
    pub name: &'a str,
    /// As whom, in a few words: `judge 1`.
    pub role: String,
    /// The token of the link.
    pub token: &'a str,
    /// Random bytes for the draw, where this participant still contributes to it.
    pub suggestion: Option<&'a str>,
}

impl<'a> JoinPage<'a> {
    /// The page that asks whether to join this contest as this participant.
    #[must_use]
    pub fn of(
        file: &'a rulebook::ContestFile,
        who: rulebook::Participant,
        token: &'a str,
        suggestion: Option<&'a Token>,
    ) -> Self {
        let role = match who {
            rulebook::Participant::Organiser => "the organiser".to_owned(),
            who => super::desk::title(who, &file.rulebook).to_lowercase(),
        };
        Self { name: &file.name, role, token, suggestion: suggestion.map(Token::reveal) }
    }
}

/// An answer that is not the page that was asked for.
#[derive(Template)]
#[template(path = "message.html")]
pub struct MessagePage<'a> {
    /// What.
    pub title: &'a str,
    /// Why.
    pub text: &'a str,
    /// How to go on.
    pub mend: &'a str,
}
