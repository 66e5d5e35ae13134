//! HTTP, WebSocket, pages, sessions and roles: the thin shell around the contest.
//!
//! The rules are in `contest`; the bytes in `record`; durability in `store`. This crate reads the clock, draws salts
//! and tokens, waits, and renders. [`App`] is the running server, [`running_contest`] the loop that decides and records, [`live`]
//! one socket, [`entries`] the programs, [`socketio`] the clients of that protocol, [`routes`] every address.

#![cfg_attr(not(test), warn(clippy::wildcard_enum_match_arm))]
#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may stop at the first surprise"))]

// Every page needs the macros for messages.
#[macro_use]
extern crate language;

pub mod access_token;
pub mod acts;
pub mod api;
pub mod app;
pub mod applications;
pub mod assets;
mod attachments;
pub mod bundle;
pub mod cards;
pub mod clock;
pub mod completions;
pub mod concerns;
pub mod connections;
mod contest_opening;
pub mod control;
mod cosigning;
mod deeds;
pub mod disk;
mod drafts;
mod edit;
pub mod entries;
pub mod entry_page;
mod figures;
mod forward;
pub mod guesses;
pub mod heads;
pub mod hosted_contest;
pub mod intake_folder;
pub mod invited;
pub mod keyring;
mod legacy_stream;
pub mod live;
pub mod look;
#[cfg(feature = "mail")]
pub mod mail;
mod messenger;
pub mod meters;
pub mod once;
pub mod organisers;
mod overview;
pub mod pages;
pub mod pages_folder;
#[cfg(feature = "passkeys")]
pub mod passkeys;
pub mod passwords;
pub mod plan;
mod presence;
pub mod proxies;
mod published;
mod ranges;
pub mod reader;
pub mod readiness;
mod receipts;
mod replacements;
mod reveal;
pub mod routes;
pub mod running_contest;
pub mod sessions;
pub mod socketio;
pub mod sources;
mod span;
pub mod timetable;
pub mod tls;
pub mod withheld;
mod witnesses;

use std::{future::Future, io, sync::Arc, time::Duration};

use tokio::net::TcpListener;

use self::{
    connections::{ConnectionLimits, Connections},
    control::Control,
    proxies::Proxies,
    tls::Certificate,
};

pub use app::{App, Settings, Submitted};

/// The listening side of a server.
#[derive(Debug)]
pub struct Front {
    /// The socket that accepts connections.
    pub listener: TcpListener,
    /// The certificate for TLS; absent where a proxy speaks TLS, or nothing does.
    pub certificate: Option<Arc<Certificate>>,
    /// The socket for commands on this machine; opened by `serve` when absent.
    pub control: Option<Control>,
    /// The proxies in front of the server, trusted about client addresses.
    pub proxies: Proxies,
}

impl From<TcpListener> for Front {
    fn from(listener: TcpListener) -> Self {
        Self { listener, certificate: None, control: None, proxies: Proxies::default() }
    }
}

/// The longest time that a stopping server spends on telling its store.
const LEAVE_MAX: Duration = Duration::from_millis(1500);

/// Serves until `stop` is ready, within the limits of this process. Every recorded event is durable at once, so nothing
/// has to be finished. The figures for monitoring are served on `figures`. Before it ends, the server gives its
/// contests up to the other servers of the store, if there are any.
///
/// # Errors
/// When the listener fails.
pub async fn serve(
    app: App,
    front: impl Into<Front>,
    figures: Option<TcpListener>,
    stop: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let Front { listener, certificate, control, proxies } = front.into();
    let control = control.unwrap_or_else(|| Control::open(&app));
    let connections = Connections::behind(proxies, ConnectionLimits::of_this_process());
    let figures = figures.map(|listener| axum::serve(listener, figures::router(app.clone(), Arc::clone(&connections))));
    let secured = certificate.map(|certificate| (certificate, routes::to_tls(app.public_url())));
    tokio::select! {
        Some(failed) = async { Some(figures?.await) } => failed?,
        () = connections::serve(listener, secured, routes::router(app.clone()), connections) => {}
        () = control::serve(control, app.clone()) => {}
        () = async {
            stop.await;
            let _ = tokio::time::timeout(LEAVE_MAX, app.leave()).await;
        } => {}
    }
    Ok(())
}

/// Serves programs that connect to this registry over socket.io, for as long as it is polled: for authors who try their
/// programs at home. The protocol is that of a contest.
pub async fn serve_registry(listener: TcpListener, registry: entry::socketio::EntryRegistry) {
    let connections = Connections::new(ConnectionLimits::of_this_process());
    connections::serve(listener, None, socketio::registry_router(registry), connections).await;
}

/// Serves a program behind chat completions, for as long as it is polled: see [`completions`].
///
/// # Errors
/// When the listener fails.
pub async fn serve_completions(
    listener: TcpListener,
    model: &str,
    begins: impl Fn() -> entry::serve::Answers + Send + Sync + 'static,
) -> io::Result<()> {
    axum::serve(listener, completions::completions(model, begins)).await
}
