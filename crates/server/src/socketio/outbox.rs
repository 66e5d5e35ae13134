//! The events to be sent to one client, in order.

use std::{collections::VecDeque, time::Duration};

use entry::socketio::Out;
use socketioxide::{SendError, SocketError, extract::SocketRef};
use tokio::time::Instant;

/// The time without progress after which a client is given up.
const WRITE_MAX: Duration = Duration::from_secs(20);

/// The pause before the next try when the client accepts nothing.
const AGAIN: Duration = Duration::from_millis(20);

/// The events to be sent to one client, in order.
#[derive(Default)]
pub(super) struct Outbox {
    waiting: VecDeque<Out>,
    stuck_since: Option<Instant>,
}

/// The client is gone, or accepts nothing.
pub(super) struct Gone;

impl Outbox {
    pub(super) fn push(&mut self, out: Out) {
        self.waiting.push_back(out);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Sends as many events as the client accepts.
    pub(super) fn flush(&mut self, socket: &SocketRef) -> Result<(), Gone> {
        while let Some(Out { event, json }) = self.waiting.front() {
            match socket.emit(event, json) {
                Ok(()) => {
                    self.waiting.pop_front();
                    self.stuck_since = None;
                }
                Err(SendError::Socket(SocketError::InternalChannelFull)) => {
                    let since = *self.stuck_since.get_or_insert_with(Instant::now);
                    return if since.elapsed() < WRITE_MAX { Ok(()) } else { Err(Gone) };
                }
                Err(_) => return Err(Gone),
            }
        }
        Ok(())
    }

    /// Waits until the next try is due; for ever when nothing waits.
    pub(super) async fn again(&self) {
        if self.waiting.is_empty() { std::future::pending().await } else { tokio::time::sleep(AGAIN).await }
    }
}
