//! How an entry that is a web page is read and written.

use std::time::Duration;

use serde::Deserialize;

/// A page with a form, as entries of 2003 were: what the judge says is filled in and sent, the answer is a page again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebForm {
    /// The page's address: `http://host/path`. Nothing of another scheme, host or port is ever asked.
    pub url: String,
    /// A CSS selector of the form. Absent: the first form that has a field for text.
    pub form: Option<String>,
    /// The name of the field that takes the judge's words. Absent: the form's first field for text.
    pub field: Option<String>,
    /// A CSS selector of the elements that hold the entry's words.
    pub reply: String,
    /// Which of these elements are the reply.
    pub replies: Replies,
    /// Where the entry's words stand when the page that answers the form does not have them, as in a set of frames: asked
    /// for after each submission. Told from `url`.
    pub reply_url: Option<String>,
    /// The name, value or text of the button that is pressed. Absent: the form's first, as with the Return key.
    pub submit: Option<String>,
    /// How long a page may take to come, in real time.
    pub patience: Duration,
    /// Whether the entry's first words stand on the page before anything was submitted.
    pub start: bool,
}

/// Which of the elements that hold the entry's words are its reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Replies {
    /// The last of the page.
    #[default]
    Last,
    /// Those that were not there before: the page shows the whole conversation, oldest or newest first.
    AllNew,
    /// All of them: the page shows one answer, in parts.
    Whole,
}
