//! Socket.io, the protocol of the contests of 2017 and 2018: its clients take part beside pages and links.
//!
//! One address, `/socket.io/`, for Engine.IO 3 and 4, over polling and WebSocket. Judges and confederates get the
//! content of their views and can do what their pages can; programs go through the contest's [`EntryRegistry`]; the organiser's
//! control panel can do what the desk can; a spectator sees the public content. For owners of such clients it is
//! described in `docs/protocols/socketio-people.md`.
//!
//! `words` are the messages on the wire, `hearing` turns updates into messages; both without I/O. `line` is one socket
//! with its loop.

mod admission;
mod claims;
mod client_messages;
mod endpoint;
mod hearing;
mod jobs;
mod line;
mod organiser_panel;
mod outbox;
mod payload;
mod person;
mod program;
mod requests;
mod speech;
mod webcast;

use axum::Router;
use contest::Views;
use entry::socketio::{EntryRegistry, Out};
use rulebook::Participant;

use self::admission::Admission;
use crate::app::App;

/// The endpoint of a server's contests.
pub(crate) fn router(app: App) -> Router {
    endpoint::router(Admission::of_contests(app))
}

/// An endpoint for programs only, for authors who try theirs at home.
pub fn registry_router(registry: EntryRegistry) -> Router {
    endpoint::router(Admission::of_programs(registry))
}

/// Every event for a client of this judge or confederate, known as `id`, had it been registered from the beginning. The
/// events are computed from the participant's updates and nothing else, for comparing two contests byte by byte.
#[must_use]
pub fn replay(views: &Views, who: Participant, id: &str) -> Vec<Out> {
    person::replay(views, who, id)
}
