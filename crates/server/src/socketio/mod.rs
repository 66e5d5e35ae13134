//! Socket.io, as the contests of 2017 and 2018 were run with: their clients take part beside pages and links.
//!
//! One address, `/socket.io/`, for Engine.IO 3 and 4, over polling and WebSocket. Judges and confederates are told what
//! their views hold and say what their pages could say; programs are handed to the contest's [`Door`]; the organiser's
//! control panel asks for what the desk could ask for; a spectator sees what the public may see.
//! `docs/protocols/socketio-people.md` tells it for those who have such clients.
//!
//! `words` is what travels, `hearing` turns updates into messages; both without I/O. `line` is one socket, a loop over
//! what can wake it.

mod claims;
mod course;
mod endpoint;
mod hearing;
mod house;
mod jobs;
mod line;
mod outbox;
mod payload;
mod person;
mod program;
mod requests;
mod speech;
mod webcast;
mod words;

use axum::Router;
use contest::Views;
use entry::socketio::{Door, Out};
use rulebook::Participant;

use self::house::House;
use crate::app::App;

/// The endpoint of a server's contests.
pub(crate) fn router(app: App) -> Router {
    endpoint::router(House::of_contests(app))
}

/// An endpoint at which only programs are received, for those who try theirs at home.
pub fn door_router(door: Door) -> Router {
    endpoint::router(House::of_programs(door))
}

/// Every event that a client of this judge or confederate, known as `id`, would have been sent had it been registered
/// from the beginning. What a client is told is computed from the participant's updates and nothing else: for whoever
/// wants to compare two contests byte by byte.
#[must_use]
pub fn replay(views: &Views, who: Participant, id: &str) -> Vec<Out> {
    person::replay(views, who, id)
}
