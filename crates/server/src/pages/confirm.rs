//! A question before an act that cannot be undone, for readers without scripts, and for acts that deserve a page.

use askama::Template;
use language::Message;

/// Asks for confirmation, with the consequences.
#[derive(Template)]
#[template(path = "confirm.html")]
pub struct ConfirmPage<'a> {
    /// The contest's name.
    pub contest: &'a str,
    /// The question.
    pub title: Message,
    /// The consequences.
    pub sentences: Vec<Message>,
    /// The address for the confirmation.
    pub action: String,
    /// The fields to send with it.
    pub fields: Vec<(&'static str, String)>,
    /// The text of the button, which names the act.
    pub button: Message,
    /// The address for a no.
    pub back: String,
}
