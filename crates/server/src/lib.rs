//! HTTP, WebSocket, pages, sessions and roles: the thin shell around the contest.
//!
//! The rules are in `contest`; the bytes in `record`; durability in `store`. What is here reads a clock, draws salts and
//! tokens, waits, and renders. [`App`] is the running server, [`hall`] the loop that decides and records, [`live`] one
//! socket, [`entries`] the programs, [`routes`] every address.

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may stop at the first surprise"))]

pub mod app;
pub mod assets;
pub mod bundle;
pub mod clock;
pub mod entries;
pub mod fields;
pub mod hall;
pub mod live;
pub mod pages;
pub mod place;
pub mod routes;
pub mod sessions;

use std::{future::Future, io};

use tokio::net::TcpListener;

pub use app::{App, Settings, Submitted};

/// Serves until `stop` is ready. What was recorded is durable at any moment; nothing needs to be finished.
///
/// # Errors
/// When the listener fails.
pub async fn serve(app: App, listener: TcpListener, stop: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
    let router = routes::router(app);
    tokio::select! {
        served = axum::serve(listener, router) => served,
        () = stop => Ok(()),
    }
}
