//! Answers that are not the page that was asked for, each with the way on.

use axum::{
    http::StatusCode,
    response::{Html, IntoResponse, Response},
};
use tracing::error;

use crate::pages;

/// An answer that is not the page that was asked for.
#[derive(Debug)]
pub(crate) enum Wrong {
    /// Nothing stands at this address.
    NotFound,
    /// The browser has no session for this seat.
    NotJoined,
    /// The browser has no session for the organiser's seat of this contest, which a password opens too.
    NotOrganiser(String),
    /// The join link is none of this server.
    UnknownLink,
    /// The join link was used.
    UsedLink,
    /// There is no result, transcript or record before the end.
    NotYet,
    /// The server failed; the reason is in its log.
    Failed,
}

impl From<store::StoreError> for Wrong {
    fn from(failure: store::StoreError) -> Self {
        error!(%failure, "a request failed: {failure}");
        Self::Failed
    }
}

impl From<crate::intake_folder::FolderError> for Wrong {
    fn from(failure: crate::intake_folder::FolderError) -> Self {
        error!(%failure, "the intake failed: {failure}");
        Self::Failed
    }
}

impl IntoResponse for Wrong {
    fn into_response(self) -> Response {
        let login = match &self {
            Self::NotOrganiser(contest) => Some(format!("/{contest}/login")),
            _ => None,
        };
        let (status, title, text, mend) = match self {
            Self::NotFound => (
                StatusCode::NOT_FOUND,
                "Nothing here",
                "There is no page at this address.",
                "Check the address, or begin at the front page.",
            ),
            Self::NotJoined | Self::NotOrganiser(_) => (
                StatusCode::FORBIDDEN,
                "You have not joined here",
                "This browser holds no place for this seat: it was opened with another link, or in another browser.",
                "Open the join link you were given for this contest, or ask the organiser for a new one.",
            ),
            Self::UnknownLink => (
                StatusCode::NOT_FOUND,
                "This link is not known",
                "It is none of this server, or a newer link has taken its place.",
                "Check that it was copied whole, or ask the organiser for a new one.",
            ),
            Self::UsedLink => (
                StatusCode::GONE,
                "This link has been used",
                "A join link works once, so that nobody else can take your place with it.",
                "If it was you, go on in the browser where you opened it; otherwise ask the organiser for a new link.",
            ),
            Self::NotYet => (
                StatusCode::CONFLICT,
                "Not before the end",
                "Results, transcripts and the record are open to everyone when the contest is closed.",
                "Come back when the judges have finished.",
            ),
            Self::Failed => (
                StatusCode::INTERNAL_SERVER_ERROR,
                "That did not work",
                "The server could not do it just now; nothing that was recorded is lost.",
                "Try again in a moment.",
            ),
        };
        (status, Html(pages::html(&pages::MessagePage { title, text, mend, login: login.as_deref() }))).into_response()
    }
}
