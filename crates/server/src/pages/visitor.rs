//! Pages for visitors: the front page, the question whether to join, and error messages with the way on.

use askama::Template;
use language::{Element, Message};

use crate::look::Look;

/// Text for screen readers, which lack the visual context.
const UNSEEN: Element = Element::tag("<span class=\"unseen\">", "</span>");

/// A seat that the browser holds.
pub struct OwnSeat {
    /// The address of its page.
    pub address: String,
    /// The participant: `Judge 2, Ann`.
    pub title: Message,
    /// The contest's name.
    pub contest: String,
}

/// The front page.
#[derive(Template)]
#[template(path = "home.html")]
pub struct HomePage<'a> {
    /// The look.
    pub look: &'a Look,
    /// Ids and names.
    pub contests: Vec<(String, String)>,
    /// The visitor's seats.
    pub seats: Vec<OwnSeat>,
    /// The name of the contest with an open call for entries here, if there is one.
    pub call: Option<String>,
}

/// Asks for the code of a card.
#[derive(Template)]
#[template(path = "code.html")]
pub struct CodePage<'a> {
    /// The typed text.
    pub typed: &'a str,
    /// The reason why it was refused.
    pub notice: Option<Message>,
}

/// Asks whether to join.
#[derive(Template)]
#[template(path = "join.html")]
pub struct JoinPage<'a> {
    /// The contest's name.
    pub contest: &'a str,
    /// The participant: `Judge 1`.
    pub whose: Message,
    /// The person's name.
    pub name: String,
    /// The token of the link.
    pub token: &'a str,
    /// Random bytes for the draw, where this participant still contributes to it.
    pub suggestion: Option<&'a str>,
    /// The seats of this contest that the browser holds already.
    pub others: Vec<Message>,
}

impl JoinPage<'_> {
    /// The people who have joined in this browser already, in a sentence.
    fn others(&self) -> Message {
        let called = |seat: &Message| say!("way-join-other", name = seat.clone(), called = Element::NAME);
        let listed = self.others.iter().map(called).reduce(|first, then| say!("list-part", first = first, then = then));
        let others = listed.unwrap_or_else(|| Message::verbatim(""));
        say!("way-join-others", count = self.others.len(), others = others)
    }
}

/// An answer in place of the requested page.
#[derive(Template)]
#[template(path = "message.html")]
pub struct MessagePage<'a> {
    /// The heading.
    pub title: Message,
    /// The reason.
    pub text: Message,
    /// The remedy.
    pub mend: Message,
    /// The login page for organisers, where that would help.
    pub login: Option<&'a str>,
}

/// The page of a withheld contest, with the cause and the next steps.
#[derive(Template)]
#[template(path = "withheld.html")]
pub struct WithheldPage<'a> {
    /// The heading.
    pub title: Message,
    /// The contest's name.
    pub contest: &'a str,
    /// The cause.
    pub text: Message,
    /// The steps that mend it; empty for readers who can't.
    pub steps: Vec<Message>,
    /// The option of `viva serve` for the last step.
    pub option: Option<String>,
    /// The good news, if any.
    pub note: Message,
}
