//! One participant: a socket, its sent keys or messages, and those that its partner was shown.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError, atomic::Ordering::Relaxed},
    time::Duration,
};

use futures_util::{SinkExt, StreamExt};
use tokio::{
    sync::watch,
    time::{Instant, sleep, sleep_until},
};
use tokio_tungstenite::tungstenite::Message;

use crate::{
    dialect::{Dialect, Medium, ServerStatement, Socket},
    error::LoadError,
    line::{Arrival, Direction, key_of, message_of, sign_of},
    outcome::{Counts, count},
    pace::{Moments, Pace},
    plan::{Phase, Plan},
};

/// The first and the longest wait between two attempts to connect.
const RETRY: (Duration, Duration) = (Duration::from_millis(20), Duration::from_secs(1));

/// The longest outage of a server.
const AWAY_MAX: Duration = Duration::from_secs(60);

/// The number of keys sent at once in a burst; of messages it is one.
const BURST_OF_KEYS: usize = 5;

/// The lines of a contest's participants, by their numbers.
pub(crate) struct Group {
    pub(crate) lines: Vec<Mutex<Direction>>,
}

/// Locks a line, also after a panic elsewhere: counts may then be wrong by one.
pub(crate) fn locked(line: &Mutex<Direction>) -> MutexGuard<'_, Direction> {
    line.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The state shared by all participants.
pub(crate) struct Shared {
    pub(crate) plan: Plan,
    pub(crate) counts: Counts,
    /// The number of connected participants, and of those that know their partner.
    pub(crate) connected: watch::Sender<usize>,
    pub(crate) introduced: watch::Sender<usize>,
    pub(crate) refusal: Mutex<Option<String>>,
}

pub(crate) struct Participant<D> {
    dialect: D,
    group: Arc<Group>,
    /// The number of this participant in its group.
    number: usize,
    shared: Arc<Shared>,
    phase: watch::Receiver<Phase>,
    moments: Moments,
    begins: bool,
    partner: Option<usize>,
    /// The part of the partner's introduction received so far.
    introduction: String,
    /// The number of the next frame.
    next: u64,
    /// Unanswered frames with their numbers and times of sending; no time for a frame of the introduction.
    unanswered: VecDeque<(u64, String, Option<Instant>)>,
    /// The times of the next sending, the next burst and the next break of the connection.
    send_at: Option<Instant>,
    burst_at: Option<Instant>,
    break_at: Option<Instant>,
}

/// The reason why a connection ended.
enum Ended {
    Lost,
    AllOver,
}

impl<D: Dialect> Participant<D> {
    /// Participant `number` of a group; `unique` is its number among all participants. `begins` is true for the one
    /// that speaks first.
    pub(crate) fn new(
        dialect: D,
        (group, number): (Arc<Group>, usize),
        unique: usize,
        begins: bool,
        shared: Arc<Shared>,
        phase: watch::Receiver<Phase>,
    ) -> Self {
        let moments = Moments::of(shared.plan.pace, &shared.plan.seed, unique);
        Self {
            dialect,
            group,
            number,
            shared,
            phase,
            moments,
            begins,
            partner: None,
            introduction: String::new(),
            next: 0,
            unanswered: VecDeque::new(),
            send_at: None,
            burst_at: None,
            break_at: None,
        }
    }

    /// Takes part until the load is over.
    pub(crate) async fn take_part(mut self) -> Result<(), LoadError> {
        let mut is_first = true;
        loop {
            let mut socket = self.connect().await?;
            if std::mem::take(&mut is_first) {
                self.shared.connected.send_modify(|connected| *connected += 1);
            } else {
                count(&self.shared.counts.reconnects);
            }
            if let Ended::AllOver = self.stay(&mut socket).await? {
                return Ok(());
            }
        }
    }

    async fn connect(&mut self) -> Result<Socket, LoadError> {
        let begun = Instant::now();
        let (mut wait, longest) = RETRY;
        loop {
            match self.dialect.connect().await {
                Ok(socket) => return Ok(socket),
                Err(LoadError::Connect(_)) if begun.elapsed() < AWAY_MAX => {}
                Err(why) => return Err(why),
            }
            sleep(wait).await;
            wait = (wait * 2).min(longest);
        }
    }

    async fn stay(&mut self, socket: &mut Socket) -> Result<Ended, LoadError> {
        if self.dialect.is_answered() {
            for (_, frame, _) in &self.unanswered {
                if socket.feed(Message::text(frame.clone())).await.is_err() {
                    return Ok(Ended::Lost);
                }
            }
            let _ = socket.flush().await;
        }
        let (every, heartbeat) = self.dialect.heartbeat();
        let mut beat_at = Instant::now() + every;
        loop {
            let next = [self.send_at, self.burst_at, self.break_at].into_iter().flatten().chain([beat_at]).min();
            tokio::select! {
                biased;
                frame = socket.next() => match frame {
                    Some(Ok(Message::Text(text))) => {
                        if !self.hear(socket, &text).await? {
                            return Ok(Ended::Lost);
                        }
                    }
                    Some(Ok(Message::Close(Some(close)))) if u16::from(close.code) == 1008 => {
                        return Err(LoadError::Frame(format!("the server ended the connection: {}", close.reason)));
                    }
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return Ok(Ended::Lost),
                    Some(Ok(_)) => {}
                },
                _ = self.phase.changed() => {
                    let phase = *self.phase.borrow_and_update();
                    match phase {
                        Phase::Gathering => {}
                        Phase::Talking(begun) => self.begin(begun),
                        Phase::Listening => (self.send_at, self.burst_at, self.break_at) = (None, None, None),
                        Phase::Over => {
                            let _ = socket.close(None).await;
                            return Ok(Ended::AllOver);
                        }
                    }
                }
                () = sleep_until(next.unwrap_or(beat_at)) => {
                    let now = Instant::now();
                    if self.break_at.is_some_and(|at| at <= now) {
                        let wait = self.shared.plan.reconnect_every.map(|mean| self.moments.at_random(mean));
                        self.break_at = wait.map(|wait| now + wait);
                        return Ok(Ended::Lost);
                    }
                    if beat_at <= now {
                        beat_at = now + every;
                        if !heartbeat.is_empty() && socket.send(Message::text(heartbeat.clone())).await.is_err() {
                            return Ok(Ended::Lost);
                        }
                    }
                    if !self.speak(socket, now).await {
                        return Ok(Ended::Lost);
                    }
                }
            }
        }
    }

    /// Sets the first times. A participant without a partner stays connected and sends nothing.
    fn begin(&mut self, begun: Instant) {
        if self.partner.is_none() {
            return;
        }
        let plan = &self.shared.plan;
        self.send_at = self.moments.first(self.begins).map(|wait| begun + wait);
        self.burst_at = plan.burst_every.map(|every| begun + every);
        self.break_at = plan.reconnect_every.map(|mean| begun + self.moments.at_random(mean));
    }

    /// Sends everything that is due. Returns false when the connection is lost.
    async fn speak(&mut self, socket: &mut Socket, now: Instant) -> bool {
        let mut stands = true;
        while let Some(at) = self.send_at.filter(|at| *at <= now) {
            stands = stands && self.send_next(socket).await;
            // A late participant keeps its schedule: it sends everything overdue at once.
            self.send_at = self.moments.next().map(|wait| at + wait);
        }
        if let (Some(at), Some(every)) = (self.burst_at.filter(|at| *at <= now), self.shared.plan.burst_every) {
            self.burst_at = Some(at + every);
            let keys = if self.shared.plan.medium == Medium::Keys { BURST_OF_KEYS } else { 1 };
            for _ in 0..keys {
                stands = stands && self.send_next(socket).await;
            }
        }
        stands && socket.flush().await.is_ok()
    }

    /// Sends the next key or message. Returns false when the connection is lost.
    async fn send_next(&mut self, socket: &mut Socket) -> bool {
        let position = {
            let mut line = locked(&self.group.lines[self.number]);
            line.has_room().then(|| line.send(std::time::Instant::now()))
        };
        let Some(position) = position else {
            count(&self.shared.counts.held_back);
            return true;
        };
        count(&self.shared.counts.sent);
        match self.shared.plan.medium {
            Medium::Keys => self.write(socket, key_of(position), true).await,
            Medium::Messages => self.write(socket, &message_of(position), true).await,
        }
    }

    async fn write(&mut self, socket: &mut Socket, said: &str, is_counted: bool) -> bool {
        let frame = self.dialect.frame(self.next, self.shared.plan.medium, said);
        if self.dialect.is_answered() {
            self.unanswered.push_back((self.next, frame.clone(), is_counted.then(Instant::now)));
            if is_counted {
                count(&self.shared.counts.unanswered);
            }
        }
        self.next += 1;
        socket.feed(Message::text(frame)).await.is_ok()
    }

    /// Handles a frame. Returns false when the connection is lost.
    async fn hear(&mut self, socket: &mut Socket, text: &str) -> Result<bool, LoadError> {
        let mut heard = Vec::new();
        self.dialect.read(text, &mut heard)?;
        let mut stands = true;
        for heard in heard {
            match heard {
                ServerStatement::Open if self.next == 0 => stands = stands && self.introduce(socket).await,
                ServerStatement::Open => {}
                ServerStatement::Partner(said) => {
                    if self.is_shown(&said) && self.shared.plan.pace == Pace::PingPong && self.is_talking() {
                        stands = stands && self.send_next(socket).await && socket.flush().await.is_ok();
                    }
                }
                ServerStatement::Done(number) => {
                    if let Some(sent) = self.answered(Some(number)) {
                        self.shared.counts.done.count(sent.elapsed());
                    }
                }
                ServerStatement::Refused(_, why) if self.partner.is_none() => {
                    let what = match self.shared.plan.medium {
                        Medium::Keys => "keys",
                        Medium::Messages => "messages",
                    };
                    return Err(LoadError::Refused { what, why: why.into_owned() });
                }
                ServerStatement::Refused(number, why) => {
                    self.answered(number);
                    count(&self.shared.counts.refused);
                    let mut first = self.shared.refusal.lock().unwrap_or_else(PoisonError::into_inner);
                    first.get_or_insert_with(|| why.into_owned());
                }
                ServerStatement::Gap => count(&self.shared.counts.out_of_order),
                ServerStatement::Reply(frame) => stands = stands && socket.send(Message::text(frame)).await.is_ok(),
            }
        }
        Ok(stands)
    }

    fn is_talking(&self) -> bool {
        matches!(*self.phase.borrow(), Phase::Talking(_))
    }

    /// Sends its number, as one line.
    async fn introduce(&mut self, socket: &mut Socket) -> bool {
        let number = self.number.to_string();
        let stands = match self.shared.plan.medium {
            Medium::Messages => self.write(socket, &number, false).await,
            Medium::Keys => {
                let digits: Vec<&'static str> =
                    number.bytes().map(|digit| key_of(u64::from(digit - b'0') + 1)).collect();
                let mut stands = true;
                for key in digits.into_iter().chain([key_of(0)]) {
                    stands = stands && self.write(socket, key, false).await;
                }
                stands
            }
        };
        stands && socket.flush().await.is_ok()
    }

    /// Handles a key or message of the partner. Returns false for a part of the introduction.
    fn is_shown(&mut self, said: &str) -> bool {
        let Some(partner) = self.partner else {
            match (self.shared.plan.medium, said) {
                (Medium::Keys, "Return") => self.meet(),
                (Medium::Keys, digit) => self.introduction.push_str(digit),
                (Medium::Messages, number) => {
                    number.clone_into(&mut self.introduction);
                    self.meet();
                }
            }
            return false;
        };
        let now = std::time::Instant::now();
        let shown = sign_of(said).map(|sign| locked(&self.group.lines[partner]).show(sign));
        let counts = &self.shared.counts;
        match shown {
            Some(Arrival::InOrder(sent) | Arrival::Late(sent)) => {
                count(&counts.shown);
                let delays = if self.begins { &counts.to_judges } else { &counts.to_witnesses };
                delays.count(now - sent);
            }
            Some(Arrival::Again) | None => count(&counts.doubled),
        }
        if matches!(shown, Some(Arrival::Late(_))) {
            count(&counts.out_of_order);
        }
        true
    }

    fn meet(&mut self) {
        self.partner = self.introduction.parse().ok().filter(|partner| *partner < self.group.lines.len());
        self.introduction.clear();
        if self.partner.is_some() {
            self.shared.introduced.send_modify(|introduced| *introduced += 1);
        }
    }

    /// Removes an unanswered frame. Returns its time of sending; `None` for an unknown frame and for the introduction.
    fn answered(&mut self, number: Option<u64>) -> Option<Instant> {
        let at = self.unanswered.iter().position(|(asked, ..)| Some(*asked) == number)?;
        let (_, _, sent) = self.unanswered.remove(at)?;
        if sent.is_some() {
            self.shared.counts.unanswered.fetch_sub(1, Relaxed);
        }
        sent
    }
}
