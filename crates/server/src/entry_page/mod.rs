//! One entry behind one plain page: a form for the judge's messages, the conversation so far, nothing else.
//!
//! In 2003 every entry stood behind the same page, waited at least five seconds before it answered, and kept a log; a
//! judge could tell two of them apart only by their words. This is that page, for an entry of any protocol. It needs no
//! script and no contest: [`serve`] is a small server of its own.
//!
//! `exchange` decides, without I/O, when each message is shown; `sitting` joins it to the entry's link and to the
//! `log`; `places` knows the browsers; `routes` are the addresses. Its documentation for people is
//! `docs/protocols/web-serve.md`.

mod exchange;
mod log;
mod page;
mod places;
mod routes;
mod sitting;

use std::{future::Future, io, path::PathBuf, sync::Arc, time::Duration};

use entry::Setup;
use record::transcript::OffsetClock as WallClock;
use tokio::net::TcpListener;

use self::places::Places;

/// The least time between a judge's message and its answer: five seconds, as rule 30 of 2003 had it.
pub const DELAY_MIN: Duration = Duration::from_secs(5);

/// The longest delay.
pub const DELAY_MAX: Duration = Duration::from_secs(10 * 60);

/// The settings of the page.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The entry. Every conversation has a link of its own, in a folder under this workspace, numbered by its judge.
    pub setup: Setup,
    /// The heading of the page: the same for every entry, so that it reveals nothing.
    pub title: String,
    /// The entry's name in logs; no judge sees it.
    pub name: String,
    /// The opening message of every conversation in the entry's name, unless the entry opens it itself. Absent: the
    /// judge begins.
    pub greeting: Option<String>,
    /// The least time between a judge's message and its answer, in contest time.
    pub delay: Duration,
    /// The most judges in conversation at the same time: their numbers are 1 to this.
    pub judges: u16,
    /// The folder of the logs; none are kept without it.
    pub logs: Option<PathBuf>,
    /// The clock for the times in logs.
    pub clock: WallClock,
}

/// Serves until `stop` is ready. Conversations end then; their messages are in the logs.
///
/// # Errors
/// When the listener fails.
pub async fn serve(
    settings: Settings,
    listener: TcpListener,
    stop: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let places = Arc::new(Places::new(settings));
    tokio::select! {
        served = axum::serve(listener, routes::router(places)) => served,
        () = stop => Ok(()),
    }
}
