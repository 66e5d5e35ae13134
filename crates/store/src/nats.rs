//! The bus of a cluster: core NATS subjects, one for each contest.
//!
//! What a contest's subject carries is a position, as decimal digits. It is a hint: NATS may lose it, deliver it late or
//! twice, and be away altogether. Nothing here waits for it. A task sends what is new, the newest position of a contest in
//! place of earlier ones that were not sent yet, so what waits is bounded by the number of contests; the client connects
//! again by itself, and what waits is sent then.

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

/// What every subject begins with.
const SUBJECT: &str = "vivavoce.grown";

/// How long a connection may be silent before it counts as broken.
const PING: Duration = Duration::from_secs(5);

/// The longest wait before the bus is looked for again.
const LOOK_AGAIN_MAX: Duration = Duration::from_secs(1);

/// The bus of a cluster. Followers in this process hear at once, those in others when NATS tells them.
pub struct NatsBus {
    shared: Arc<Shared>,
    sender: AbortHandle,
}

struct Shared {
    client: Client,
    local: LocalBus,
    /// How far contests have come that others were not told of yet.
    waiting: Mutex<HashMap<String, u64>>,
    news: Notify,
    followed: Mutex<HashSet<String>>,
    is_alive: AtomicBool,
}

impl NatsBus {
    /// Begins to look for the bus at an address such as `nats://127.0.0.1:4222`. That it is away is no error: it is looked
    /// for until it is there.
    ///
    /// # Errors
    /// [`OpenError::BusAddress`] when the address cannot be understood.
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
    /// Sends what is new for as long as the bus is wanted. The client's own queue may be full: that holds up this task and
    /// nobody else.
    async fn send(self: Arc<Self>) {
        loop {
            self.news.notified().await;
            let waiting = std::mem::take(&mut *self.waiting.lock().unwrap_or_else(PoisonError::into_inner));
            for (contest, position) in waiting {
                // It fails when the client has ended, and then there is nobody to tell.
                let _ = self.client.publish(subject(&contest), position.to_string().into()).await;
            }
        }
    }
}

/// Passes on what others say of a contest. After the connection was made anew the client subscribes again by itself.
async fn listen(shared: std::sync::Weak<Shared>, client: Client, contest: String) {
    let Ok(mut said) = client.subscribe(subject(&contest)).await else { return };
    drop(client);
    while let Some(message) = said.next().await {
        let Some(shared) = shared.upgrade() else { return };
        if !shared.is_alive.load(Ordering::Relaxed) {
            return;
        }
        // What is no number is not ours.
        if let Some(position) = std::str::from_utf8(&message.payload).ok().and_then(|text| text.parse().ok()) {
            let _ = shared.local.publish(&contest, position);
        }
    }
}

/// The subject of a contest, whatever its id is: letters and digits stand for themselves, other bytes are written out.
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
