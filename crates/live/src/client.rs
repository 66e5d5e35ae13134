//! A client of the live connection: it survives lost connections without missing an update.
//!
//! Requests are kept until they are answered, and sent again under the same id after a reconnection; updates continue after
//! the last one received. Scripted people and the judge at a terminal both use it.

use std::{collections::VecDeque, time::Duration};

use contest::{
    event::ClientId,
    seed::Matter,
    view::{Numbered, stage::Staged},
    wire::{FromClient, ToClient},
};
use rulebook::Timestamp;
use serde::de::DeserializeOwned;
use tokio::time::{Instant, Interval, MissedTickBehavior, interval_at, sleep};

use crate::{
    clock::ServerClock,
    error::LiveError,
    seat::{Seat, Socket},
};

/// The interval of heartbeats, in real time.
const HEARTBEAT: Duration = Duration::from_secs(3);

/// The longest silence of a connection, in real time: heartbeats are answered, so that a longer silence means a loss.
const SILENCE_MAX: Duration = Duration::from_secs(7);

/// The wait before reconnecting after a connection that closed before its greeting, in real time.
const CLOSED_AT_ONCE: Duration = Duration::from_millis(250);

/// A seat, its connection if there is one, and its unanswered requests.
pub struct Client<U> {
    seat: Seat,
    patience: Duration,
    connection: Option<Connection>,
    clock: Option<ServerClock>,
    seen: u64,
    made: u64,
    /// The prefix of this client's ids, so that no id of an earlier client at the seat is used again.
    prefix: Option<i64>,
    unanswered: VecDeque<(ClientId, FromClient)>,
    inbox: VecDeque<ClientNotice<U>>,
    /// The contribution to a draw that the client makes itself, as a browser's page does: kept until it is queued, so that its
    /// text stays the same.
    to_contribute: Option<(Matter, String)>,
    /// The last matter it contributed to, with the id of the request.
    contributed: Option<(Matter, ClientId)>,
}

struct Connection {
    socket: Socket,
    heartbeat: Interval,
    heard: Instant,
}

/// A notice of the client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClientNotice<U> {
    /// The connection is open, for the first time or again.
    Connected {
        /// The number of the latest update.
        latest: u64,
    },
    /// The connection is lost. The client reconnects by itself.
    Lost,
    /// The next update.
    Update(Numbered<U>),
    /// The request with this id is recorded.
    Done(ClientId),
    /// A request was refused.
    Refused {
        /// The id of the request; absent when the frame was not understood.
        id: Option<ClientId>,
        /// A sentence for people.
        why: String,
    },
}

impl<U: DeserializeOwned + Staged> Client<U> {
    /// A client at this seat, not yet connected. It gives up after the server was away for `patience`, in real time.
    #[must_use]
    pub fn at(seat: Seat, patience: Duration) -> Self {
        Self {
            seat,
            patience,
            connection: None,
            clock: None,
            seen: 0,
            made: 0,
            prefix: None,
            unanswered: VecDeque::new(),
            inbox: VecDeque::new(),
            to_contribute: None,
            contributed: None,
        }
    }

    /// Returns the next notice; connects when there is no connection. Dropping the future before it is ready loses nothing.
    ///
    /// # Errors
    /// When the server stays away, refuses the seat, or sends a frame that is not understood. A connection that breaks is
    /// no error.
    pub async fn hear(&mut self) -> Result<ClientNotice<U>, LiveError> {
        loop {
            if let Some((matter, value)) = self.to_contribute.clone() {
                let id = self.ask(|id| FromClient::Contribute { id, matter, value }).await;
                self.contributed = Some((matter, id));
                self.to_contribute = None;
            }
            if let Some(heard) = self.inbox.pop_front() {
                return Ok(heard);
            }
            let Some(Connection { socket, heartbeat, heard }) = &mut self.connection else {
                self.connect().await?;
                continue;
            };
            tokio::select! {
                frame = socket.receive::<U>() => match frame? {
                    Some(frame) => {
                        *heard = Instant::now();
                        self.take(frame)?;
                    }
                    None => self.lose(),
                },
                _ = heartbeat.tick() => {
                    let is_dead = heard.elapsed() > SILENCE_MAX;
                    let sent = self.clock.map_or(Timestamp::from_millis(0), |clock| clock.now());
                    if is_dead || !socket.send(&FromClient::Ping { sent }).await {
                        self.lose();
                    }
                }
            }
        }
    }

    /// Sends a request under a new id, which the answer names. It is sent now, or after the next connection.
    pub async fn ask(&mut self, frame: impl FnOnce(ClientId) -> FromClient) -> ClientId {
        let id = self.new_id();
        self.send(id.clone(), frame(id.clone())).await;
        id
    }

    /// A fresh id.
    pub(crate) fn new_id(&mut self) -> ClientId {
        self.made += 1;
        client_id(format!("s{:x}-{}", self.prefix.unwrap_or_default(), self.made))
    }

    /// Sends this frame as a request; `id` is the id in the frame.
    pub(crate) async fn send(&mut self, id: ClientId, frame: FromClient) {
        self.unanswered.push_back((id, frame.clone()));
        if let Some(connection) = &mut self.connection
            && !connection.socket.send(&frame).await
        {
            self.lose();
        }
    }

    /// The clock set by the server's last greeting; absent before the first connection.
    #[must_use]
    pub fn clock(&self) -> Option<ServerClock> {
        self.clock
    }

    /// The seat of this client.
    #[must_use]
    pub fn seat(&self) -> &Seat {
        &self.seat
    }

    async fn connect(&mut self) -> Result<(), LiveError> {
        let mut socket = self.seat.connect(self.seen, self.patience).await?;
        let latest = match socket.receive::<U>().await? {
            Some(ToClient::Hello { now, pace, latest, .. }) => {
                let clock = ServerClock::set(now, pace);
                self.prefix.get_or_insert(clock.now().as_millis());
                self.clock = Some(clock);
                latest
            }
            Some(ToClient::Reload {}) => return Err(LiveError::AnotherRecord),
            Some(_) | None => {
                sleep(CLOSED_AT_ONCE).await;
                return Ok(());
            }
        };
        let mut stands = true;
        for (_, frame) in &self.unanswered {
            stands = stands && socket.send(frame).await;
        }
        if stands {
            self.connection = Some(Connection { socket, heartbeat: heartbeat(), heard: Instant::now() });
            self.inbox.push_back(ClientNotice::Connected { latest });
        }
        Ok(())
    }

    fn lose(&mut self) {
        if self.connection.take().is_some() {
            self.inbox.push_back(ClientNotice::Lost);
        }
    }

    fn take(&mut self, frame: ToClient<U>) -> Result<(), LiveError> {
        match frame {
            ToClient::Updates { updates } => {
                for update in updates {
                    if update.n > self.seen {
                        self.seen = update.n;
                        self.consider(&update.update);
                        self.inbox.push_back(ClientNotice::Update(update));
                    }
                }
            }
            ToClient::Done { id } | ToClient::Refused { id: Some(id), .. } if self.is_contribution(&id) => {
                self.answered(&id);
            }
            ToClient::Done { id } | ToClient::Kept { id, .. } => {
                self.answered(&id);
                self.inbox.push_back(ClientNotice::Done(id));
            }
            ToClient::Refused { id, why } => {
                id.iter().for_each(|id| self.answered(id));
                self.inbox.push_back(ClientNotice::Refused { id, why });
            }
            ToClient::Reload {} => return Err(LiveError::AnotherRecord),
            ToClient::Hello { .. }
            | ToClient::Pong { .. }
            | ToClient::Beat { .. }
            | ToClient::Presence {}
            | ToClient::Recording { .. }
            | ToClient::Drafted {} => {}
        }
        Ok(())
    }

    /// Prepares one contribution to each matter that an update opens to this seat.
    fn consider(&mut self, update: &U) {
        let Some(matter) = update.stage().and_then(|stage| stage.contributes) else { return };
        let is_new = self.contributed.as_ref().is_none_or(|(known, _)| *known != matter);
        if is_new && self.to_contribute.as_ref().is_none_or(|(known, _)| *known != matter) {
            let mut bytes = [0; 16];
            getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
            self.to_contribute = Some((matter, hex::encode(bytes)));
        }
    }

    fn is_contribution(&self, id: &ClientId) -> bool {
        self.contributed.as_ref().is_some_and(|(_, known)| known == id)
    }

    fn answered(&mut self, id: &ClientId) {
        self.unanswered.retain(|(sent, _)| sent != id);
    }
}

pub(crate) fn heartbeat() -> Interval {
    let mut heartbeat = interval_at(Instant::now() + HEARTBEAT, HEARTBEAT);
    heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    heartbeat
}

pub(crate) fn client_id(text: String) -> ClientId {
    ClientId::try_from(text).expect("short, of letters, digits and hyphens")
}
