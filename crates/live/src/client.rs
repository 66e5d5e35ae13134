//! A client of the live connection, over all its connections: whoever sits behind it notices that one was lost, and misses
//! nothing.
//!
//! What was asked for is kept until it is answered, and sent again under the same id when the connection stands anew;
//! updates go on after the last that was heard. Scripted people and the judge at a terminal use it alike.

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
    clock::Clock,
    error::LiveError,
    seat::{Seat, Socket},
};

/// How often a client says that it is still there, in real time.
const HEARTBEAT: Duration = Duration::from_secs(3);

/// A connection on which nothing was heard for so long is given up, in real time: heartbeats are answered.
const SILENCE_MAX: Duration = Duration::from_secs(7);

/// How long it takes until a connection that was closed before its greeting is made again, in real time.
const CLOSED_AT_ONCE: Duration = Duration::from_millis(250);

/// A seat, its connection if there is one, and what is under way.
pub struct Client<U> {
    seat: Seat,
    patience: Duration,
    connection: Option<Connection>,
    clock: Option<Clock>,
    seen: u64,
    made: u64,
    /// What the ids of this sitting begin with: none of an earlier one must come again.
    prefix: Option<i64>,
    unanswered: VecDeque<(ClientId, FromClient)>,
    inbox: VecDeque<Heard<U>>,
    /// What it adds to a draw by itself, as a browser's page does: kept until it is on its way, so that it is one text.
    to_contribute: Option<(Matter, String)>,
    /// The last matter it contributed to, and the id under which.
    contributed: Option<(Matter, ClientId)>,
}

struct Connection {
    socket: Socket,
    heartbeat: Interval,
    heard: Instant,
}

/// What a client hears.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Heard<U> {
    /// The connection stands, for the first time or again; updates up to this number are there.
    Connected {
        /// The number of the latest update.
        latest: u64,
    },
    /// The connection is lost. It is made again by itself.
    Lost,
    /// What followed.
    Update(Numbered<U>),
    /// What was asked for under this id is recorded.
    Done(ClientId),
    /// What was asked for was not done.
    Refused {
        /// The id it was asked for under; absent when the frame was not understood.
        id: Option<ClientId>,
        /// A sentence for people.
        why: String,
    },
}

impl<U: DeserializeOwned + Staged> Client<U> {
    /// A client at this seat, not yet connected. It gives up when the server has stayed away for so long, in real time.
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

    /// What comes next; connects when there is no connection. Nothing is lost when the future is dropped before it is ready.
    ///
    /// # Errors
    /// When the server stays away, does not let the seat in, or sends what is not understood. A connection that breaks is
    /// no error.
    pub async fn hear(&mut self) -> Result<Heard<U>, LiveError> {
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

    /// Asks for something, under an id that the answer will name. It is sent now, or when the connection stands again.
    pub async fn ask(&mut self, frame: impl FnOnce(ClientId) -> FromClient) -> ClientId {
        let id = self.new_id();
        self.send(id.clone(), frame(id.clone())).await;
        id
    }

    /// An id that nothing was asked under.
    pub(crate) fn new_id(&mut self) -> ClientId {
        self.made += 1;
        client_id(format!("s{:x}-{}", self.prefix.unwrap_or_default(), self.made))
    }

    /// Asks for what this frame says, under the id that it names.
    pub(crate) async fn send(&mut self, id: ClientId, frame: FromClient) {
        self.unanswered.push_back((id, frame.clone()));
        if let Some(connection) = &mut self.connection
            && !connection.socket.send(&frame).await
        {
            self.lose();
        }
    }

    /// The contest's time and how it passes, as the server said last; absent before the first connection.
    #[must_use]
    pub fn clock(&self) -> Option<Clock> {
        self.clock
    }

    /// Whose seat it is, and where.
    #[must_use]
    pub fn seat(&self) -> &Seat {
        &self.seat
    }

    async fn connect(&mut self) -> Result<(), LiveError> {
        let mut socket = self.seat.connect(self.seen, self.patience).await?;
        let latest = match socket.receive::<U>().await? {
            Some(ToClient::Hello { now, pace, latest, .. }) => {
                let clock = Clock::set(now, pace);
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
            self.inbox.push_back(Heard::Connected { latest });
        }
        Ok(())
    }

    fn lose(&mut self) {
        if self.connection.take().is_some() {
            self.inbox.push_back(Heard::Lost);
        }
    }

    fn take(&mut self, frame: ToClient<U>) -> Result<(), LiveError> {
        match frame {
            ToClient::Updates { updates } => {
                for update in updates {
                    if update.n > self.seen {
                        self.seen = update.n;
                        self.consider(&update.update);
                        self.inbox.push_back(Heard::Update(update));
                    }
                }
            }
            ToClient::Done { id } | ToClient::Refused { id: Some(id), .. } if self.is_contribution(&id) => {
                self.answered(&id);
            }
            ToClient::Done { id } | ToClient::Kept { id, .. } => {
                self.answered(&id);
                self.inbox.push_back(Heard::Done(id));
            }
            ToClient::Refused { id, why } => {
                id.iter().for_each(|id| self.answered(id));
                self.inbox.push_back(Heard::Refused { id, why });
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

    /// Contributes, once, to what this update says that the seat may contribute to.
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
