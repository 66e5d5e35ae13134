//! The page as it is drawn: the same for every entry.

use askama::Template;
use rulebook::Side;

use super::exchange::{Screen, ShownMessage, WORDS_MAX};

/// The page of a conversation.
#[derive(Template)]
#[template(path = "entry_page.html")]
pub(super) struct ConversationPage<'a> {
    pub(super) title: &'a str,
    pub(super) screen: &'a Screen,
    /// The fault of the last request.
    pub(super) notice: Option<String>,
    /// The judge's refused message, for correction.
    pub(super) words: &'a str,
}

/// A page without a conversation.
#[derive(Template)]
#[template(path = "entry_page_over.html")]
pub(super) struct NoConversationPage<'a> {
    pub(super) title: &'a str,
    pub(super) heading: &'a str,
    pub(super) text: &'a str,
    /// The text of the link to the first page.
    pub(super) way_on: &'a str,
}

impl ConversationPage<'_> {
    fn words_max(&self) -> usize {
        WORDS_MAX
    }

    /// The state of the conversation, where the messages do not show it.
    fn state(&self) -> &'static str {
        let Screen { said, waits, present, gone, .. } = self.screen;
        match () {
            () if *gone => "Your partner has left.",
            () if *waits => "No answer yet.",
            () if !said.is_empty() => "",
            () if *present => "You begin.",
            () => "Your partner is not there yet. You may begin all the same.",
        }
    }
}

fn side(said: &ShownMessage) -> &'static str {
    match said.by {
        Side::Judge => "judge",
        Side::Witness => "witness",
    }
}

fn who(said: &ShownMessage) -> &'static str {
    match said.by {
        Side::Judge => "You",
        Side::Witness => "Partner",
    }
}
