//! Scripted people in front of a running server: the same minds that play contests in simulated time.
//!
//! [`attend`] follows a join link to a seat and lets a [`Person`] play there until the contest is closed; [`preside`] draws
//! the schedule, and opens each round when everyone is ready. Both live in contest time, which the server sends, so
//! that a contest in fast time needs no other code.

use std::time::Duration;

use contest::{
    Refusal,
    command::To,
    event::{ClientId, Preference},
    view::{
        Numbered,
        organiser::Changed,
        stage::{StagePhase, Staged},
    },
    wire::{FromClient, ToClient},
};
use rulebook::Timestamp;
use serde::de::DeserializeOwned;
use serde_json::json;
use simulate::people::{Exhibit, Intent, Mind, Person, Speech};
use tokio::time::{Instant, sleep_until};

use crate::{
    client::{Client, ClientNotice, client_id, heartbeat},
    clock::ServerClock,
    error::LiveError,
    seat::{Seat, Socket, http},
};

/// The longest absence of a server before scripted people give up, in real time.
const AWAY_MAX: Duration = Duration::from_secs(60);

/// The shortest time between two requests of the organiser, in real time.
const ASK_AT_MOST: Duration = Duration::from_millis(100);

/// The organiser's wait after a refusal when nothing has changed, in real time: the disk may have been full.
const ASK_ANYWAY: Duration = Duration::from_secs(5);

/// The progress of a contest with a scripted organiser.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Progress {
    /// The schedule is drawn.
    Drawn,
    /// A round was opened; counted from 1 since this organiser took its seat.
    RoundOpened {
        /// The number of rounds opened so far.
        count: u16,
    },
    /// The schedule cannot be drawn, or the next round cannot be opened, yet; reported again only when the reason changes.
    Waiting {
        /// The reason, in the server's words.
        why: String,
    },
    /// The contest is closed.
    Closed,
}

/// Seats a person at the seat of a join link and stays until the contest is closed. `base` is the server's address, such
/// as `http://127.0.0.1:8080`; `join_link` is absolute or a path on it.
///
/// # Errors
/// When the link leads to no seat, or the server stays away. A connection that breaks is no error.
pub async fn attend(base: &str, join_link: &str, person: Person) -> Result<(), LiveError> {
    let seat = Seat::join(base, join_link).await?;
    match person {
        Person::Judge(mind) => sit(seat, *mind).await,
        Person::Confederate(mind) => sit(seat, *mind).await,
    }
}

/// Takes the organiser's seat, draws the schedule when everyone has joined, and opens each round when the server says that
/// everyone is ready, until the contest is closed. `progress` receives each step.
///
/// # Errors
/// When the link leads to no seat, or the server stays away. A connection that breaks is no error.
pub async fn preside(base: &str, join_link: &str, progress: impl FnMut(&Progress)) -> Result<(), LiveError> {
    let seat = Seat::join(base, join_link).await?;
    let mut organiser = Organiser { seen: 0, made: 0, drawn: false, opened: 0, said: String::new(), progress };
    loop {
        let mut socket = seat.connect(organiser.seen, AWAY_MAX).await?;
        if organiser.serve(&mut socket).await? {
            return Ok(());
        }
    }
}

/// A mind at its seat, until the contest is closed.
async fn sit<M: Mind<Update: DeserializeOwned + Staged>>(seat: Seat, mut mind: M) -> Result<(), LiveError> {
    let mut client: Client<M::Update> = Client::at(seat, AWAY_MAX);
    loop {
        if let Some(clock) = client.clock() {
            let now = clock.now();
            while let Some(intent) = mind.poll(now) {
                let id = client.new_id();
                match asked(intent, id.clone(), now) {
                    MindRequest::Frame(frame) => client.send(id, frame).await,
                    MindRequest::File { to, exhibit } => {
                        let seat = client.seat().clone();
                        // A refused file is left out: the conversation goes on.
                        tokio::spawn(async move { seat.show(&http().ok()?, to, &id, exhibit).await.ok() });
                    }
                }
            }
        }
        if mind.stage().phase == StagePhase::Closed {
            return Ok(());
        }
        let wake = client.clock().and_then(|clock| Some(clock.instant(mind.next_wake()?)));
        tokio::select! {
            heard = client.hear() => {
                let heard = heard?;
                if let (ClientNotice::Update(Numbered { update, .. }), Some(clock)) = (heard, client.clock()) {
                    mind.handle(&update, clock.now());
                }
            }
            () = sleep_until(wake.unwrap_or_else(Instant::now)), if wake.is_some() => {}
        }
    }
}

/// A scripted organiser, over all its connections.
struct Organiser<F> {
    seen: u64,
    made: u64,
    drawn: bool,
    opened: u16,
    said: String,
    progress: F,
}

impl<F: FnMut(&Progress)> Organiser<F> {
    /// Serves one connection: true when the contest is closed, false when the connection is lost.
    async fn serve(&mut self, socket: &mut Socket) -> Result<bool, LiveError> {
        let Some(clock) = greeted::<Changed>(socket).await? else { return Ok(false) };
        let mut heartbeat = heartbeat();
        let mut asked: Option<ClientId> = None;
        // True when something has changed since the last answer, so that another attempt makes sense.
        let mut changed = true;
        let mut ask_at = Instant::now();
        loop {
            tokio::select! {
                frame = socket.receive::<Changed>() => match frame? {
                    None => return Ok(false),
                    Some(ToClient::Updates { updates }) => {
                        self.seen = updates.last().map_or(self.seen, |update| update.n);
                        changed = true;
                    }
                    Some(ToClient::Done { id }) if asked.as_ref() == Some(&id) => {
                        asked = None;
                        self.said.clear();
                        if self.drawn {
                            self.opened += 1;
                            (self.progress)(&Progress::RoundOpened { count: self.opened });
                        } else {
                            self.drawn = true;
                            (self.progress)(&Progress::Drawn);
                        }
                    }
                    Some(ToClient::Refused { why, .. }) => {
                        asked = None;
                        if why == Refusal::DrawnAlready.to_string() {
                            self.drawn = true;
                            changed = true;
                            continue;
                        }
                        if why == Refusal::Closed.to_string() {
                            (self.progress)(&Progress::Closed);
                            return Ok(true);
                        }
                        self.say(why);
                    }
                    Some(ToClient::Reload {}) => return Err(LiveError::AnotherRecord),
                    Some(_) => {}
                },
                () = sleep_until(if changed { ask_at } else { ask_at + ASK_ANYWAY }), if asked.is_none() => {
                    self.made += 1;
                    let id = client_id(format!("o-{}", self.made));
                    let act = if self.drawn { "open-round" } else { "draw" };
                    if !socket.send(&json!({"do": act, "id": id})).await {
                        return Ok(false);
                    }
                    asked = Some(id);
                    changed = false;
                    ask_at = Instant::now() + ASK_AT_MOST;
                }
                _ = heartbeat.tick() => {
                    if !socket.send(&FromClient::Ping { sent: clock.now() }).await {
                        return Ok(false);
                    }
                }
            }
        }
    }

    fn say(&mut self, why: String) {
        if why != self.said {
            (self.progress)(&Progress::Waiting { why: why.clone() });
            self.said = why;
        }
    }
}

/// Waits for the server's greeting and sets a clock by it; `None` when the connection is lost before.
async fn greeted<U: DeserializeOwned>(socket: &mut Socket) -> Result<Option<ServerClock>, LiveError> {
    match socket.receive::<U>().await? {
        Some(ToClient::Hello { now, pace, .. }) => Ok(Some(ServerClock::set(now, pace))),
        Some(ToClient::Reload {}) => Err(LiveError::AnotherRecord),
        Some(_) | None => Ok(None),
    }
}

/// A request of a mind to the server, with its channel.
enum MindRequest {
    /// On the connection.
    Frame(FromClient),
    /// In a form with a file.
    File { to: To, exhibit: Exhibit },
}

fn asked(intent: Intent, id: ClientId, now: Timestamp) -> MindRequest {
    MindRequest::Frame(match intent {
        Intent::Show { to, exhibit } => return MindRequest::File { to, exhibit },
        Intent::Speak { to: To { round, seat, .. }, speech: Speech::Key(key) } => {
            FromClient::Press { id, round, seat, key: key.to_string(), sent: Some(now) }
        }
        Intent::Speak { to: To { round, seat, .. }, speech: Speech::Said(text) } => {
            FromClient::Say { id, round, seat, text, sent: Some(now) }
        }
        Intent::Ready => FromClient::Ready { id, ready: true },
        Intent::Ballot { round, answers } => FromClient::Ballot { id, round, answers },
        Intent::Draft { form, fields } => FromClient::Draft { id, form, fields: fields.into_iter().collect() },
        Intent::Ranking { order } => FromClient::Ranking { id, order },
        Intent::Believe { round, seat, turn, human } => FromClient::Believe { id, round, seat, turn, human },
        Intent::Vote { vote, preference: Preference { preferred, agrees } } => {
            FromClient::Vote { id, vote, preferred, agrees }
        }
    })
}

#[cfg(test)]
mod tests {
    use contest::view::{judge::JudgeUpdate, stage::Stage};
    use futures_util::{SinkExt, StreamExt};
    use rulebook::{JudgeId, Participant, RoundNumber, Seed};
    use simulate::world::{Options, World};
    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt},
        net::{TcpListener, TcpStream},
    };
    use tokio_tungstenite::{accept_async, tungstenite::Message};

    use super::*;

    #[test]
    fn every_update_of_a_whole_contest_reads_back_as_it_was_sent() {
        let outcome = World::run(3, &Options::rough());
        for update in outcome.views.judge(JudgeId::new(1)).unwrap().after(0) {
            let sent = ToClient::Updates { updates: vec![update.clone()] };
            let read: ToClient<JudgeUpdate> = serde_json::from_str(&serde_json::to_string(&sent).unwrap()).unwrap();
            assert_eq!(read, sent);
        }
    }

    #[tokio::test]
    async fn a_judge_takes_its_seat_comes_back_after_a_break_and_leaves_at_the_end() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let judge = Person::judge(JudgeId::new(1), &Options::rough().rulebook, Seed::from_contributions(["live"]));
        let server = async {
            let mut joins = listener.accept().await.unwrap().0;
            let request = read_head(&mut joins).await;
            assert!(request.starts_with("POST /join/0123 "), "{request}");
            let answer = "HTTP/1.1 303 See Other\r\nLocation: /show/judge/1\r\nSet-Cookie: seat=abc; HttpOnly\r\n\
                          Content-Length: 0\r\nConnection: close\r\n\r\n";
            joins.write_all(answer.as_bytes()).await.unwrap();

            // The lobby, in time that runs a thousand times as fast: the judge will soon be ready.
            let mut first = greet(&listener, "after=0").await;
            tell(&mut first, 1, StagePhase::Lobby).await;
            let asked = first.next().await.unwrap().unwrap();
            drop(first);

            // The request had no answer: it is sent again under the same id.
            let mut second = greet(&listener, "after=1").await;
            assert_eq!(second.next().await.unwrap().unwrap(), asked);
            tell(&mut second, 2, StagePhase::Closed).await;
            second
        };
        let (stayed, _socket) = tokio::join!(attend(&base, "/join/0123", judge), server);
        stayed.unwrap();
    }

    #[tokio::test]
    async fn a_used_link_is_told_from_a_server_that_is_not_there() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let server = async {
            let mut joins = listener.accept().await.unwrap().0;
            read_head(&mut joins).await;
            joins.write_all(b"HTTP/1.1 410 Gone\r\nContent-Length: 0\r\nConnection: close\r\n\r\n").await.unwrap();
        };
        let (used, ()) = tokio::join!(preside(&base, "/join/0123", |_| {}), server);
        assert!(matches!(used, Err(LiveError::NoSeat { status: 410 })), "{used:?}");
        drop(listener);
        let nobody = preside(&base, "/join/0123", |_| {}).await;
        assert!(matches!(nobody, Err(LiveError::Join { .. })), "{nobody:?}");
    }

    type Socket = tokio_tungstenite::WebSocketStream<TcpStream>;

    async fn greet(listener: &TcpListener, after: &str) -> Socket {
        let stream = listener.accept().await.unwrap().0;
        let mut head = vec![0; 4096];
        let length = stream.peek(&mut head).await.unwrap();
        let head = String::from_utf8_lossy(&head[..length]).to_lowercase();
        assert!(head.starts_with(&format!("get /show/judge/1/live?{after} ")), "{head}");
        assert!(head.contains("cookie: seat=abc\r\n") && head.contains("origin: http://127.0.0.1:"), "{head}");
        let mut socket = accept_async(stream).await.unwrap();
        let who = Participant::Judge(JudgeId::new(1));
        let hello = ToClient::<()>::Hello { who, now: Timestamp::from_millis(0), latest: 1, pace: 1_000_000 };
        socket.send(Message::text(serde_json::to_string(&hello).unwrap())).await.unwrap();
        socket
    }

    async fn tell(socket: &mut Socket, n: u64, phase: StagePhase) {
        let stage = Stage { phase, round: Some(RoundNumber::new(1)), rounds: 4, ..Stage::default() };
        let update = Numbered { n, at: Timestamp::from_millis(0), update: JudgeUpdate::Stage(Box::new(stage)) };
        let frame = ToClient::Updates { updates: vec![update] };
        socket.send(Message::text(serde_json::to_string(&frame).unwrap())).await.unwrap();
    }

    async fn read_head(stream: &mut TcpStream) -> String {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(stream.read_u8().await.unwrap());
        }
        String::from_utf8(head).unwrap()
    }
}
