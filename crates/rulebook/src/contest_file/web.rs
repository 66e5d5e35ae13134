//! The settings for an entry that is a web page.

use std::time::Duration;

use schemars::JsonSchema;
use serde::Deserialize;

/// A page with a form, as entries of 2003 were: the judge's words are filled in and submitted, and the answer is a page
/// again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebForm {
    /// The page's address: `http://host/path`. Requests go to no other scheme, host or port.
    pub url: String,
    /// A CSS selector of the form. Absent: the first form that has a field for text.
    pub form: Option<String>,
    /// The name of the field that takes the judge's words. Absent: the form's first field for text.
    pub field: Option<String>,
    /// A CSS selector of the elements that hold the entry's words.
    pub reply: String,
    /// The choice among these elements that is the reply.
    pub replies: Replies,
    /// The address of the entry's words if the page that answers the form does not have them, as in a set of frames;
    /// requested after each submission. Relative to `url`.
    pub reply_url: Option<String>,
    /// The name, value or text of the button to press. Absent: the form's first, as with the Return key.
    pub submit: Option<String>,
    /// The time allowed for a page, in real time.
    pub patience: Duration,
    /// Whether the entry's first words are on the page before anything is submitted.
    pub start: bool,
}

/// The choice among the elements that hold the entry's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Replies {
    /// The last of the page.
    #[default]
    Last,
    /// Those that were not there before: for pages with the whole conversation, oldest or newest first.
    AllNew,
    /// All of them: for pages with one answer, in parts.
    Whole,
}
