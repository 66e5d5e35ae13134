//! Pages for whoever comes in from the street: the front page, the one that asks to join, and answers with the way on.

use askama::Template;
use language::{Element, Message};

use crate::look::Look;

/// Words for those who hear a page read out, and see nothing around them.
const UNSEEN: Element = Element::tag("<span class=\"unseen\">", "</span>");

/// A seat that the browser holds.
pub struct OwnSeat {
    /// The address of its page.
    pub address: String,
    /// Whose it is: `Judge 2, Ann`.
    pub title: Message,
    /// The contest's name.
    pub contest: String,
}

/// The front page.
#[derive(Template)]
#[template(path = "home.html")]
pub struct HomePage<'a> {
    /// How it looks.
    pub look: &'a Look,
    /// Ids and names.
    pub contests: Vec<(String, String)>,
    /// The seats of whoever looks.
    pub seats: Vec<OwnSeat>,
    /// The name of the contest for which entries are called here, if they are.
    pub call: Option<String>,
}

/// Asks for the code of a card.
#[derive(Template)]
#[template(path = "code.html")]
pub struct CodePage<'a> {
    /// What was typed.
    pub typed: &'a str,
    /// Why that does not do.
    pub notice: Option<Message>,
}

/// Asks whether to join.
#[derive(Template)]
#[template(path = "join.html")]
pub struct JoinPage<'a> {
    /// The contest's name.
    pub contest: &'a str,
    /// As whom: `Judge 1`.
    pub whose: Message,
    /// The person's name.
    pub name: String,
    /// The token of the link.
    pub token: &'a str,
    /// Random bytes for the draw, where this participant still contributes to it.
    pub suggestion: Option<&'a str>,
    /// Whose seats of this contest the browser holds already.
    pub others: Vec<Message>,
}

impl JoinPage<'_> {
    /// Whoever has joined in this browser already, in a sentence.
    fn others(&self) -> Message {
        let called = |seat: &Message| say!("way-join-other", name = seat.clone(), called = Element::NAME);
        let listed = self.others.iter().map(called).reduce(|first, then| say!("list-part", first = first, then = then));
        let others = listed.unwrap_or_else(|| Message::verbatim(""));
        say!("way-join-others", count = self.others.len(), others = others)
    }
}

/// An answer that is not the page that was asked for.
#[derive(Template)]
#[template(path = "message.html")]
pub struct MessagePage<'a> {
    /// What.
    pub title: Message,
    /// Why.
    pub text: Message,
    /// How to go on.
    pub mend: Message,
    /// Where an organiser logs in, where that would help.
    pub login: Option<&'a str>,
}

/// The page of a contest that is not taken up, with the cause and the next steps.
#[derive(Template)]
#[template(path = "withheld.html")]
pub struct WithheldPage<'a> {
    /// What.
    pub title: Message,
    /// The contest's name.
    pub contest: &'a str,
    /// The cause.
    pub text: Message,
    /// The steps that mend it; empty for readers who can't.
    pub steps: Vec<Message>,
    /// The option of `viva serve` that the last step speaks of.
    pub option: Option<String>,
    /// The good news, if any.
    pub note: Message,
}
