//! Answers in place of a requested page, each with the way on.

use axum::{
    http::StatusCode,
    response::{Html, IntoResponse, Response},
};
use tracing::error;

use crate::pages;

/// An answer in place of a requested page.
#[derive(Debug)]
pub(crate) enum Wrong {
    /// There is nothing at this address.
    NotFound,
    /// The browser has no session for this seat.
    NotJoined,
    /// The browser has no session for the organiser's seat of this contest; a password opens one, too.
    NotOrganiser(String),
    /// No card of this server has this link.
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
            Self::NotFound | Self::NotJoined | Self::UnknownLink | Self::UsedLink | Self::NotYet | Self::Failed => None,
        };
        let (status, title, text, mend) = match self {
            Self::NotFound => {
                (StatusCode::NOT_FOUND, say!("way-not-found"), say!("way-not-found-why"), say!("way-not-found-mend"))
            }
            Self::NotJoined | Self::NotOrganiser(_) => {
                (StatusCode::FORBIDDEN, say!("way-not-joined"), say!("way-not-joined-why"), say!("way-not-joined-mend"))
            }
            Self::UnknownLink => (
                StatusCode::NOT_FOUND,
                say!("way-unknown-link"),
                say!("way-unknown-link-why"),
                say!("way-unknown-link-mend"),
            ),
            Self::UsedLink => {
                (StatusCode::GONE, say!("way-used-link"), say!("way-used-link-why"), say!("way-used-link-mend"))
            }
            Self::NotYet => {
                (StatusCode::CONFLICT, say!("way-not-yet"), say!("way-not-yet-why"), say!("way-not-yet-mend"))
            }
            Self::Failed => {
                (StatusCode::INTERNAL_SERVER_ERROR, say!("way-failed"), say!("way-failed-why"), say!("way-failed-mend"))
            }
        };
        (status, Html(pages::html(&pages::MessagePage { title, text, mend, login: login.as_deref() }))).into_response()
    }
}
