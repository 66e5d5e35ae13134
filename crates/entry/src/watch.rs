//! Says when a directory may have changed: at once where the system tells, every 50 ms where it does not (network shares).

use std::{path::Path, time::Duration};

use futures_util::{FutureExt, StreamExt};
use inotify::{EventStream, Inotify, WatchMask};
use tokio::time::Instant;

/// The time between two looks when nothing was told.
const POLL: Duration = Duration::from_millis(50);

/// A watch over one directory.
pub(crate) struct Watch {
    events: Option<EventStream<[u8; 4096]>>,
    poll_at: Instant,
}

impl Watch {
    /// Watches from now on. Where the system cannot tell of changes, only the poll remains.
    pub(crate) fn new(directory: &Path) -> Self {
        let events = Inotify::init().and_then(|inotify| {
            inotify.watches().add(directory, WatchMask::CREATE | WatchMask::MOVED_TO)?;
            inotify.into_event_stream([0; 4096])
        });
        if let Err(error) = &events {
            tracing::info!(%error, "the directory is polled, for the system cannot tell of changes in it: {error}");
        }
        Self { events: events.ok(), poll_at: Instant::now() + POLL }
    }

    /// Returns when it is time to look. Events that wait are one reason, however many; so is an overflow of their queue.
    pub(crate) async fn changed(&mut self) {
        loop {
            let Some(events) = &mut self.events else {
                tokio::time::sleep_until(self.poll_at).await;
                break;
            };
            tokio::select! {
                event = events.next() => match event {
                    Some(Ok(_)) => {
                        while let Some(Some(Ok(_))) = events.next().now_or_never() {}
                        break;
                    }
                    _ => self.events = None,
                },
                () = tokio::time::sleep_until(self.poll_at) => break,
            }
        }
        self.poll_at = Instant::now() + POLL;
    }
}
