//! A question before something that cannot be taken back, for whoever has no scripts, and for what is worth a page.

use askama::Template;

/// Asks for a yes, and says what it does.
#[derive(Template)]
#[template(path = "confirm.html")]
pub struct ConfirmPage<'a> {
    /// The contest's name.
    pub contest: &'a str,
    /// The question.
    pub title: String,
    /// What it does.
    pub sentences: Vec<String>,
    /// Where a yes is sent.
    pub action: String,
    /// What is sent with it.
    pub fields: Vec<(&'static str, String)>,
    /// The yes, as what it does.
    pub button: &'static str,
    /// Where a no leads.
    pub back: String,
}
