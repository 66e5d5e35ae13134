//! A question before something that cannot be taken back, for whoever has no scripts, and for what is worth a page.

use askama::Template;
use language::Message;

/// Asks for a yes, and says what it does.
#[derive(Template)]
#[template(path = "confirm.html")]
pub struct ConfirmPage<'a> {
    /// The contest's name.
    pub contest: &'a str,
    /// The question.
    pub title: Message,
    /// What it does.
    pub sentences: Vec<Message>,
    /// Where a yes is sent.
    pub action: String,
    /// What is sent with it.
    pub fields: Vec<(&'static str, String)>,
    /// The yes, as what it does.
    pub button: Message,
    /// Where a no leads.
    pub back: String,
}
