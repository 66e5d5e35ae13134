//! The bus of a cluster: core NATS subjects, one for each contest.
//!
//! A message carries a position, as decimal digits. It is a hint: NATS may lose it, deliver it late or twice, or be
//! unreachable, and no caller here waits for it. A task sends the newest position of each contest and drops earlier
//! unsent ones, so the queue is bounded by the number of contests. The client reconnects by itself, and the task sends
//! the queue then.

use std::{
    collections::{HashMap, HashSet},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use async_nats::{Client, ConnectOptions, Event, Subject, connection::State};
use futures_util::StreamExt;
use tokio::{
    sync::{Notify, watch},
    task::AbortHandle,
};
use tracing::{info, warn};

use crate::{Bus, BusError, Cause, LocalBus, OpenError};

/// The prefix of every subject.
const SUBJECT: &str = "vivavoce.grown";

/// The longest silence before a connection counts as broken.
const PING: Duration = Duration::from_secs(5);

/// The longest delay between two attempts to connect.
const LOOK_AGAIN_MAX: Duration = Duration::from_secs(1);

/// The bus of a cluster. Followers in this process hear at once, those in others when the NATS message arrives.
pub struct NatsBus {
    shared: Arc<Shared>,
    sender: AbortHandle,
}

struct Shared {
    client: Client,
    local: LocalBus,
    /// Positions not sent to other processes yet.
    waiting: Mutex<HashMap<String, u64>>,
    news: Notify,
    followed: Mutex<HashSet<String>>,
    is_alive: AtomicBool,
}

impl NatsBus {
    /// Starts connecting to the bus at an address such as `nats://127.0.0.1:4222`. An unreachable bus is no error: the
    /// client tries again until it connects.
    ///
    /// # Errors
    /// [`OpenError::BusAddress`] when the address cannot be parsed.
    pub async fn open(address: &str) -> Result<Self, OpenError> {
        let options = ConnectOptions::new()
            .name("vivavoce")
            .retry_on_initial_connect()
            .ping_interval(PING)
            .reconnect_delay_callback(|attempts| LOOK_AGAIN_MAX.min(Duration::from_millis(50 * attempts as u64)))
            .event_callback(|event| async move { tell(&event) });
        let bad = |source: Cause| OpenError::BusAddress { source };
        let client = options.connect(address).await.map_err(|error| bad(Cause::new(error)))?;
        let shared = Arc::new(Shared {
            client,
            local: LocalBus::new(),
            waiting: Mutex::default(),
            news: Notify::new(),
            followed: Mutex::default(),
            is_alive: AtomicBool::new(true),
        });
        let sender = tokio::spawn(Arc::clone(&shared).send()).abort_handle();
        Ok(Self { shared, sender })
    }
}

impl Drop for NatsBus {
    fn drop(&mut self) {
        self.shared.is_alive.store(false, Ordering::Relaxed);
        self.sender.abort();
    }
}

impl Bus for NatsBus {
    fn publish(&self, contest: &str, position: u64) -> Result<(), BusError> {
        self.shared.local.publish(contest, position)?;
        {
            let mut waiting = self.shared.waiting.lock().unwrap_or_else(PoisonError::into_inner);
            let known = waiting.entry(contest.to_owned()).or_default();
            *known = position.max(*known);
        }
        self.shared.news.notify_one();
        match self.shared.client.connection_state() {
            State::Connected => Ok(()),
            State::Pending | State::Disconnected => Err(BusError(Cause::new("the bus cannot be reached"))),
        }
    }

    fn subscribe(&self, contest: &str) -> watch::Receiver<u64> {
        let is_new = {
            let mut followed = self.shared.followed.lock().unwrap_or_else(PoisonError::into_inner);
            followed.insert(contest.to_owned())
        };
        if is_new {
            tokio::spawn(listen(Arc::downgrade(&self.shared), self.shared.client.clone(), contest.to_owned()));
        }
        self.shared.local.subscribe(contest)
    }
}

impl Shared {
    /// Sends new positions until the bus is dropped. The client's own queue may be full: that delays only this task.
    async fn send(self: Arc<Self>) {
        loop {
            self.news.notified().await;
            let waiting = std::mem::take(&mut *self.waiting.lock().unwrap_or_else(PoisonError::into_inner));
            for (contest, position) in waiting {
                // It fails only when the client has ended; then there is no receiver left.
                let _ = self.client.publish(subject(&contest), position.to_string().into()).await;
            }
        }
    }
}

/// Passes on positions from other processes. After a reconnect the client subscribes again by itself.
async fn listen(shared: std::sync::Weak<Shared>, client: Client, contest: String) {
    let Ok(mut said) = client.subscribe(subject(&contest)).await else { return };
    drop(client);
    while let Some(message) = said.next().await {
        let Some(shared) = shared.upgrade() else { return };
        if !shared.is_alive.load(Ordering::Relaxed) {
            return;
        }
        // Ignore a payload that is not a number: it is not ours.
        if let Some(position) = std::str::from_utf8(&message.payload).ok().and_then(|text| text.parse().ok()) {
            let _ = shared.local.publish(&contest, position);
        }
    }
}

/// The subject of a contest with any id: ASCII letters, digits and `-` stay as they are, other bytes are written in
/// hexadecimal.
fn subject(contest: &str) -> Subject {
    let mut subject = format!("{SUBJECT}.");
    for byte in contest.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' => subject.push(byte.into()),
            other => subject += &format!("_{other:02x}"),
        }
    }
    subject.into()
}

fn tell(event: &Event) {
    match event {
        Event::Connected => info!("the bus is there"),
        Event::Disconnected => warn!("the bus is away: other servers hear later of what is new"),
        Event::ClientError(error) => warn!(%error, "the bus fails: {error}"),
        Event::ServerError(error) => warn!(%error, "the bus refuses: {error}"),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_contest_has_a_subject_of_its_own_without_wildcards() {
        assert_eq!(&*subject("loebner-2010"), "vivavoce.grown.loebner-2010");
        assert_eq!(&*subject("a.b *>_"), "vivavoce.grown.a_2eb_20_2a_3e_5f");
    }
}
