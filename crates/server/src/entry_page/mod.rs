//! One entry behind one plain page: a form for the judge's words, the conversation so far, nothing else.
//!
//! In 2003 every entry stood behind the same page, waited at least five seconds before it answered, and kept a log; a judge
//! could not tell two of them apart by anything but their words. This is that page, for an entry of any protocol. It needs
//! no script and no contest: [`serve`] is a small server of its own.
//!
//! `exchange` says, without I/O, what is shown when; `sitting` joins it to the entry's link and to the `log`;
//! `places` knows the browsers; `routes` are the addresses. `docs/protocols/web-serve.md` is its page for people.

mod exchange;
mod log;
mod page;
mod places;
mod routes;
mod sitting;

use std::{future::Future, io, path::PathBuf, sync::Arc, time::Duration};

use entry::Setup;
use record::transcript::Clock as WallClock;
use tokio::net::TcpListener;

use self::places::Places;

/// The least time between a judge's words and the answer to them: five seconds, as rule 30 of 2003 had it.
pub const DELAY_MIN: Duration = Duration::from_secs(5);

/// The most of it.
pub const DELAY_MAX: Duration = Duration::from_secs(10 * 60);

/// What is served, and how.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The entry. Every conversation has a link of its own, in a folder under this workspace, numbered by its judge.
    pub setup: Setup,
    /// The heading of the page: the same for every entry, so that it tells nothing.
    pub title: String,
    /// The entry's name in logs; no judge is shown it.
    pub name: String,
    /// What opens every conversation in the entry's name, unless the entry opens it itself. Absent: the judge begins.
    pub greeting: Option<String>,
    /// The least time between a judge's words and the answer, in contest time.
    pub delay: Duration,
    /// How many judges may be in conversation at the same time: their numbers are 1 to this.
    pub judges: u16,
    /// The folder of the logs; none are kept without it.
    pub logs: Option<PathBuf>,
    /// The clock that logs tell the time by.
    pub clock: WallClock,
}

/// Serves until `stop` is ready. Conversations end then; what was said in them stands in their logs.
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
