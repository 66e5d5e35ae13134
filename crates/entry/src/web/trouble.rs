//! The faults of an entry's page, each with a description and advice.

use crate::Incident;

/// The reason why a page cannot be used. Prints the fault.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Trouble {
    #[error("`{key}` is no CSS selector: `{selector}`")]
    Selector { key: &'static str, selector: String },
    #[error("`{key}` is no address")]
    Address { key: &'static str },
    /// There was no response; the reason.
    #[error("{0}")]
    NoAnswer(String),
    #[error("it answered with status {0}")]
    Status(u16),
    #[error("what came is `{0}`, not HTML")]
    NotHtml(String),
    #[error("the page holds more than {limit} {what}")]
    TooMuch { what: &'static str, limit: usize },
    #[error("no form of the page matches `form`")]
    NoSuchForm,
    #[error("the page has no form with a field for text")]
    NoForm,
    #[error("the page is a set of frames: {}", .0.join(", "))]
    Frames(Vec<String>),
    #[error("the page asks for a password")]
    Password,
    #[error("the form has no field for text of the name in `field`; it has {}", listed(.0))]
    NoField(Vec<String>),
    #[error("the form has no button that is what `submit` says; it has {}", listed(.0))]
    NoButton(Vec<String>),
    #[error("the form is sent as `{0}`")]
    Enctype(String),
    #[error("the form is sent to `{0}`, which is no page")]
    Scheme(String),
    #[error("the form is sent to `{0}`, which is another server")]
    Elsewhere(String),
    #[error("no element of the page matches `reply`")]
    NoReply,
    #[error("the judge said more than {limit} characters while the page did not answer, and the rest was dropped")]
    Unheard { limit: usize },
    #[error("the field takes {limit} characters, and the judge's words were cut there")]
    Cut { limit: usize },
}

impl Trouble {
    /// Advice on the repair.
    fn mend(&self) -> &'static str {
        match self {
            Self::Selector { .. } => "write a selector such as \".answer\" or \"td.bot p\"",
            Self::Address { .. } => "write an address of the page's own server",
            Self::NoAnswer(_) => "see that its server runs and answers within `patience`, and look at `url`",
            Self::Status(401 | 403 | 407) => "let it be used without a login from this machine",
            Self::Status(404 | 410) => "look at `url`, and at the form's `action`",
            Self::Status(300..=399) => "set `url` to where the page really is",
            Self::Status(_) => "look into the log of its server",
            Self::NotHtml(_) => "it should say `Content-Type: text/html`",
            Self::TooMuch { .. } => "it should show less, for example only the end of the conversation",
            Self::NoSuchForm => "compare `form` with the page's source as it comes without scripts",
            Self::NoForm => "look at `url`, give every answer its form again, and make no form by script",
            Self::Frames(_) => "set `url` to the frame with the form, and `reply_url` to the one with the words",
            Self::Password => "let it be used without a login from this machine",
            Self::NoField(_) => "set `field` to one of these",
            Self::NoButton(_) => "set `submit` to the name, the value or the text of one of these",
            Self::Enctype(_) => "it should be sent as `application/x-www-form-urlencoded`, the usual way",
            Self::Scheme(_) => "its `action` should be an address, for scripts are not run",
            Self::Elsewhere(_) => "its `action` should stay on the server of `url`, or `url` should name that one",
            Self::NoReply => "compare `reply` with the page's source as it comes without scripts",
            Self::Unheard { .. } => "it should answer sooner",
            Self::Cut { .. } => "its `maxlength` should be larger",
        }
    }

    /// The incident for the organiser.
    pub(crate) fn incident(&self) -> Incident {
        if let Self::NoAnswer(why) = self {
            return Incident::NotConnected { why: why.clone() };
        }
        Incident::BadPage { why: self.to_string(), mend: self.mend().to_owned() }
    }
}

fn listed(names: &[String]) -> String {
    let names: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}
