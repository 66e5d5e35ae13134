//! A link: one entry in one conversation, through any protocol.

mod message;
mod setup;

use std::time::Duration;

use rulebook::{Key, key::keys_of};
use tokio::{sync::mpsc, time::timeout};
use tracing::Instrument;

pub(crate) use self::setup::NEVER;
pub use self::{
    message::{FromEntry, ToEntry, Usage},
    setup::Setup,
};
use crate::{
    History, drivers,
    tap::{self, Tap},
};

/// The maximum number of messages that wait on either side of a link.
const WAITING_MAX: usize = 1_024;

/// The longest time for a link to end.
const LEAVING: Duration = Duration::from_secs(3);

/// Both ends of a running link.
///
/// `from_entry` closes when the link has ended. A slow reader of it slows the program down, and nothing else.
#[derive(Debug)]
pub struct Link {
    /// Towards the entry. Dropping it ends the link at once; with [`ToEntry::Ended`], a program may receive a farewell
    /// and has 2 s.
    pub to_entry: mpsc::Sender<ToEntry>,
    /// From the entry.
    pub from_entry: mpsc::Receiver<FromEntry>,
}

impl Link {
    /// Ends the conversation and waits until the link has ended, at most `LEAVING`.
    pub(crate) async fn leave(self) {
        let Self { to_entry, mut from_entry } = self;
        let _ = timeout(LEAVING, async {
            if to_entry.send(ToEntry::Ended).await.is_ok() {
                while from_entry.recv().await.is_some() {}
            }
        })
        .await;
    }
}

/// Starts a link as a task of the current Tokio runtime, in the current span. The end of the link ends the program,
/// with all processes that it started.
///
/// # Panics
/// Outside a Tokio runtime.
#[must_use]
pub fn start(setup: Setup) -> Link {
    let (link, driver) = joined(setup);
    tokio::spawn(driver.in_current_span());
    link
}

/// Starts a link with a tap.
pub(crate) fn start_tapped(setup: Setup, tap: Tap) -> Link {
    let (link, driver) = joined(setup);
    tokio::spawn(tap::tapped(tap, driver).in_current_span());
    link
}

fn joined(setup: Setup) -> (Link, impl Future<Output = ()> + Send) {
    // Two links of one setup are two conversations: neither hears the lines of the other.
    let setup = Setup { history: History::of(setup.history.lines()), ..setup };
    let begun: Vec<Key> = keys_of(&setup.begun).collect();
    let (to_entry, contest) = mpsc::channel(WAITING_MAX + begun.len());
    begun.into_iter().for_each(|key| drop(to_entry.try_send(ToEntry::Key(key))));
    let (reports, from_entry) = mpsc::channel(WAITING_MAX);
    (Link { to_entry, from_entry }, drivers::drive(setup, contest, reports))
}
