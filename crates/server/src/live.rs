//! The live connection: numbered updates one way, commands the other.
//!
//! One task per socket, one loop, no memory of its own beyond the number of the last update: a reconnecting client
//! names its last number and gets exactly the updates after it. Commands of one socket are submitted in order and may
//! wait for the disk together; their answers come back in the same order.

mod by_requests;

use std::{sync::Arc, time::Duration};

use axum::{
    body::Bytes,
    extract::ws::{CloseFrame, Message, WebSocket, close_code},
};
use contest::{
    Command, FormId, Refusal, Views,
    command::{Press, Say, To},
    event::{ClientId, Preference},
    view::Numbered,
    wire::{FromClient, ToClient},
};
use futures_util::{
    FutureExt, SinkExt,
    future::BoxFuture,
    stream::{FuturesOrdered, StreamExt},
};
use rulebook::{Key, Participant, Timestamp, key::keys_of};
use serde::{Deserialize, Serialize};
use tokio::time::{Instant, sleep_until, timeout};

use crate::{
    acts::{self, Act, Doer, NotActed, Performing},
    app::App,
    hosted_contest::HostedContest,
    invited::Invited,
    once::{self, Mark},
    pages::FormState,
    reader::{said, told},
    running_contest::{Drafted, NotDone, RunningContest},
    sessions::Token,
};

pub use self::by_requests::Knows;

/// The most updates in one frame.
const UPDATES_MAX: usize = 500;

/// The most unanswered commands of one socket; further frames wait in the socket.
const UNANSWERED_MAX: usize = 256;

/// The silence after which a socket counts as dead. A live client answers each ping, also for a hidden page, whose
/// timers rest.
const SILENCE_MAX: Duration = Duration::from_secs(45);

/// The interval of frames and pings from the server: pages count a server as lost after twice as long.
const BEAT: Duration = Duration::from_secs(4);

/// The most time for writing a frame before the socket is given up.
const WRITE_MAX: Duration = Duration::from_secs(20);

/// The longest wait for the answer to a Close frame.
const CLOSE_MAX: Duration = Duration::from_secs(2);

/// The interval of checks that the session still exists.
const SESSION_CHECK: Duration = Duration::from_secs(15);

/// A connected client.
pub struct ConnectedClient {
    /// The server.
    pub app: App,
    /// The contest.
    pub place: Arc<HostedContest>,
    /// The client's participant.
    pub who: Participant,
    /// The organiser, where the client is one of several.
    pub whose: Invited,
    /// Its session.
    pub session: Token,
    /// The number of its last update.
    pub after: u64,
}

/// The reasons for which the loop of a socket wakes.
enum ClientEvent {
    Frame(Option<Result<Message, axum::Error>>),
    /// There is news of some kind for the participant.
    Told,
    Presence,
    /// Sessions have ended: this one, perhaps.
    SignedOut,
    Answered(Answered),
    /// It is time for a ping, or for a check of the silence or the session.
    Alarm,
}

/// A command of this socket with its answer, and the form of its draft, if it was one.
type Answered = (ClientId, Option<FormId>, Result<(), NotActed>);

/// True when a command was not answered because this server no longer decides: the client sends it again to the one
/// that does.
fn is_not_here((.., done): &Answered) -> bool {
    matches!(done, Err(NotActed::Contest(NotDone::Stopping | NotDone::KeptElsewhere)))
}

/// The reason why a socket that still exists is served no longer.
enum End {
    /// The client knows an earlier history, and has to load its page again.
    Reload,
    /// Its session has ended.
    NoSession,
    /// Another server keeps the contest, or will: a reconnecting client finds it, and sends its unanswered commands
    /// again.
    KeptElsewhere,
}

/// The client's state apart from updates.
struct Known {
    /// The number of changes to drafts that it knows.
    drafts: u64,
    /// The client's own drafts on their way: they are no news to it.
    own_drafts: u64,
    /// True while the server can record, as far as the client knows.
    recording: bool,
}

impl ConnectedClient {
    /// Serves the socket until it closes.
    pub async fn serve(mut self, mut socket: WebSocket) {
        let Some(_connected) = self.place.connect(self.who) else {
            return close(socket, close_code::POLICY, &said(&say!("talk-too-many-pages"))).await;
        };
        if self.after > 0 {
            self.app.meters().reconnected();
        }
        match self.run(&mut socket).await {
            Some(End::NoSession) => {
                close(socket, close_code::POLICY, &said(&say!("talk-link-replaced"))).await;
            }
            Some(End::Reload) => close(socket, close_code::NORMAL, "").await,
            Some(End::KeptElsewhere) => close(socket, close_code::RESTART, "another server goes on from here").await,
            None => {}
        }
    }

    /// True when its session has ended. Without an answer from the store the session counts as open.
    async fn is_signed_out(&self) -> bool {
        let stands = self.app.session_stands(&self.session, self.place.running.id(), self.who).await;
        matches!(stands, Ok(false))
    }

    /// Runs until the socket is gone (`None`), or must not be served here any more. Each time the loop wakes, it looks
    /// at everything that may have changed, and writes once: under load one look serves many keystrokes.
    async fn run(&mut self, socket: &mut WebSocket) -> Option<End> {
        let running = self.place.running.clone();
        let mut told = running.told(self.who);
        let mut presence = self.place.presence_changes();
        let mut sign_outs = self.place.sign_outs();
        let mut answers = FuturesOrdered::<BoxFuture<'static, Answered>>::new();
        let (mut heard, mut next_check) = (Instant::now(), Instant::now() + SESSION_CHECK);
        let mut next_beat = Instant::now() + BEAT;
        let mut alarm = Box::pin(sleep_until(next_beat));
        let mut known =
            Known { drafts: changes(&running.drafted().borrow(), self.who), own_drafts: 0, recording: true };

        // A client that knows more than this server got it from another one, which may have replaced this one
        // unnoticed.
        if self.after > latest(&running.views(), self.who) && !running.catches_up().await {
            return Some(End::KeptElsewhere);
        }
        let latest = latest(&running.views(), self.who);
        if self.after > latest {
            send(socket, &ToClient::<()>::Reload {}).await?;
            return Some(End::Reload);
        }
        let pace = running.clock().pace_per_mille();
        send(socket, &ToClient::<()>::Hello { who: self.who, now: running.clock().now(), latest, pace }).await?;
        loop {
            if !running.is_kept_here() {
                return Some(End::KeptElsewhere);
            }
            told.mark_unchanged();
            self.send_news(socket, &running, &mut known).await?;
            // Answers follow the updates of the same command, in the same write.
            while let Some(Some(answered)) = answers.next().now_or_never() {
                if is_not_here(&answered) {
                    return Some(End::KeptElsewhere);
                }
                self.answer(socket, &running, answered, &mut known).await?;
            }
            flush(socket).await?;
            let wake = tokio::select! {
                biased;
                Ok(()) = sign_outs.changed() => ClientEvent::SignedOut,
                Ok(()) = told.changed() => ClientEvent::Told,
                Some(answered) = answers.next(), if !answers.is_empty() => ClientEvent::Answered(answered),
                Ok(()) = presence.changed(), if self.who == Participant::Organiser => ClientEvent::Presence,
                frame = socket.recv(), if answers.len() < UNANSWERED_MAX => ClientEvent::Frame(frame),
                () = &mut alarm => ClientEvent::Alarm,
            };
            match wake {
                ClientEvent::Told => {}
                ClientEvent::Presence => send(socket, &ToClient::<()>::Presence {}).await?,
                ClientEvent::SignedOut if self.is_signed_out().await => return Some(End::NoSession),
                ClientEvent::SignedOut => {}
                ClientEvent::Answered(answered) if is_not_here(&answered) => return Some(End::KeptElsewhere),
                ClientEvent::Answered(answered) => {
                    self.send_news(socket, &running, &mut known).await?;
                    self.answer(socket, &running, answered, &mut known).await?;
                }
                ClientEvent::Frame(Some(Ok(Message::Text(text)))) => {
                    heard = Instant::now();
                    match self.take(&running, &text).await {
                        Taken::Submitted(id, form, answer) => {
                            known.own_drafts += u64::from(form.is_some());
                            answers.push_back(Box::pin(async move { (id, form, answer.await) }));
                        }
                        Taken::Answer(frame) => send(socket, &frame).await?,
                        Taken::NotHere => return Some(End::KeptElsewhere),
                    }
                }
                ClientEvent::Frame(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => heard = Instant::now(),
                ClientEvent::Frame(Some(Ok(Message::Binary(_)))) => {
                    heard = Instant::now();
                    send(socket, &not_understood(None, "frames are text")).await?;
                }
                ClientEvent::Frame(Some(Ok(Message::Close(_)))) => {
                    // The library has the answer to a Close frame ready.
                    flush(socket).await;
                    return None;
                }
                ClientEvent::Frame(Some(Err(_)) | None) => return None,
                ClientEvent::Alarm => {
                    let now = Instant::now();
                    if now >= heard + SILENCE_MAX {
                        return None;
                    }
                    if now >= next_check {
                        if self.is_signed_out().await {
                            return Some(End::NoSession);
                        }
                        next_check = now + SESSION_CHECK;
                    }
                    if now >= next_beat {
                        send(socket, &ToClient::<()>::Beat { now: running.clock().now() }).await?;
                        ping(socket).await?;
                        next_beat = now + BEAT;
                    }
                    alarm.as_mut().reset(next_beat.min(next_check).min(heard + SILENCE_MAX));
                }
            }
        }
    }

    /// Sends all news that the client does not know.
    async fn send_news(&mut self, socket: &mut WebSocket, running: &RunningContest, known: &mut Known) -> Option<()> {
        loop {
            let next = frame_after(&running.views(), self.who, self.after);
            let Some((frame, last)) = next else { break };
            write(socket, frame).await?;
            self.after = last;
        }
        let works = *running.records().borrow();
        if std::mem::replace(&mut known.recording, works) != works {
            send(socket, &ToClient::<()>::Recording { works }).await?;
        }
        if known.own_drafts == 0 {
            let changed = changes(&running.drafted().borrow(), self.who);
            if std::mem::replace(&mut known.drafts, changed) != changed {
                let organiser = self.who == Participant::Organiser;
                let frame = if organiser { ToClient::<()>::Presence {} } else { ToClient::Drafted {} };
                send(socket, &frame).await?;
            }
        }
        Some(())
    }

    /// Answers a command.
    async fn answer(
        &self,
        socket: &mut WebSocket,
        running: &RunningContest,
        (id, form, done): Answered,
        known: &mut Known,
    ) -> Option<()> {
        known.own_drafts -= u64::from(form.is_some());
        known.drafts += u64::from(form.is_some() && done.is_ok());
        send(socket, &self.answer_to(running, (id, form, done))).await
    }

    /// The frame that answers a command.
    fn answer_to(&self, running: &RunningContest, (id, form, done): Answered) -> ToClient<()> {
        if let Err(why) = done {
            return ToClient::Refused { id: Some(id), why: told(&why) };
        }
        let state = form.and_then(|form| form_state(running, self.who, form));
        match state {
            Some(FormState { sealed, unsealed }) => {
                let words = |message: Option<language::Message>| message.as_ref().map(said).unwrap_or_default();
                ToClient::Kept { id, sealed: words(sealed), unsealed: words(unsealed) }
            }
            None => ToClient::Done { id },
        }
    }

    /// Takes a frame: queues its command, or answers it at once.
    async fn take(&self, running: &RunningContest, text: &str) -> Taken {
        let request = match request_in(text, self.who) {
            Ok(request) => request,
            Err(why) => return Taken::Answer(not_understood(id_in(text), &why.to_string())),
        };
        let (id, command) = match request {
            // One function performs an organiser's acts, from every way in.
            ClientRequest::Act(id, act) if self.who == Participant::Organiser => return self.act(id, act).await,
            ClientRequest::Act(id, _) => {
                let refused = NotDone::Refused(Refusal::NotYours).into();
                return Taken::Submitted(id, None, Box::pin(std::future::ready(Err(refused))));
            }
            ClientRequest::Command(id, command) => (id, command),
            ClientRequest::Pong(sent) => return Taken::Answer(ToClient::Pong { sent, now: running.clock().now() }),
            ClientRequest::NoKey(id) => {
                return Taken::Answer(ToClient::Refused { id: Some(id), why: said(&say!("talk-no-key")) });
            }
        };
        if let Command::Referee { deed, words } = &command {
            let key = key_of(&id);
            let mark = Mark::new(&self.who.to_string(), key.as_ref(), &(deed, words), None);
            return match running.submit_act(self.who, command, mark, true).await {
                Ok(answer) => Taken::Submitted(id, None, Box::pin(acts::answered(answer))),
                Err(_) => Taken::NotHere,
            };
        }
        let form = if let Command::Draft { form, .. } = &command { Some(*form) } else { None };
        match running.submit(self.who, command).await {
            Ok(answer) => Taken::Submitted(id, form, Box::pin(async { Ok(answer.await?) })),
            Err(_) => Taken::NotHere,
        }
    }

    /// Submits an organiser's act.
    async fn act(&self, id: ClientId, act: Act) -> Taken {
        let answer = async {
            let actor = Doer::organiser(&self.app, &self.place, self.whose).await?;
            acts::submit(&self.app, &self.place, &actor, key_of(&id).as_ref(), (act, true)).await
        };
        match answer.await {
            Ok(answer) => Taken::Submitted(id, None, answer),
            Err(NotActed::Contest(NotDone::Stopping | NotDone::KeptElsewhere)) => Taken::NotHere,
            Err(why) => Taken::Submitted(id, None, Box::pin(std::future::ready(Err(why)))),
        }
    }
}

/// The key of an act with this id.
fn key_of(id: &ClientId) -> Option<once::Key> {
    String::from(id.clone()).parse().ok()
}

enum Taken {
    /// With the form, if the command keeps a draft.
    Submitted(ClientId, Option<FormId>, Performing),
    Answer(ToClient<()>),
    /// This server is stopping.
    NotHere,
}

enum ClientRequest {
    Command(ClientId, Command),
    /// An act of an organiser.
    Act(ClientId, Act),
    Pong(Timestamp),
    NoKey(ClientId),
}

/// An act of an organiser as a frame.
#[derive(Deserialize)]
struct ActFrame {
    id: ClientId,
    #[serde(flatten)]
    act: Act,
}

/// Reads a frame: a participant's request, or an organiser's act.
fn request_in(text: &str, who: Participant) -> Result<ClientRequest, serde_json::Error> {
    serde_json::from_str(text).map(|frame| command_of(frame, who)).or_else(|no_request| {
        serde_json::from_str(text)
            .map(|ActFrame { id, act }| ClientRequest::Act(id, act))
            .map_err(|no_act| if who == Participant::Organiser { no_act } else { no_request })
    })
}

fn command_of(frame: FromClient, who: Participant) -> ClientRequest {
    match frame {
        FromClient::Press { id, round, seat, key, sent } => {
            let keys: Vec<Key> = key.parse().map_or_else(|_| keys_of(&key).take(8).collect(), |key| vec![key]);
            if keys.is_empty() {
                return ClientRequest::NoKey(id);
            }
            let to = To { round, seat, interview: None };
            ClientRequest::Command(id.clone(), Command::Press(Press { id, to, keys, sent }))
        }
        FromClient::Say { id, round, seat, text, sent } => {
            let to = To { round, seat, interview: None };
            ClientRequest::Command(id.clone(), Command::Say(Say { id, to, text, sent }))
        }
        FromClient::Contribute { id, matter, value } => {
            ClientRequest::Command(id, Command::Contribute { matter, value })
        }
        FromClient::Ready { id, ready } => ClientRequest::Command(id, Command::Ready(ready)),
        FromClient::Ballot { id, round, answers } => {
            ClientRequest::Command(id, Command::CastBallot { round, answers: Box::new(answers) })
        }
        FromClient::Draft { id, form, fields } => {
            ClientRequest::Command(id, Command::Draft { form, fields: fields.into_iter().collect() })
        }
        FromClient::Believe { id, round, seat, turn, human } => {
            ClientRequest::Command(id, Command::Believe { round, seat, turn, human })
        }
        FromClient::Ranking { id, order } => ClientRequest::Command(id, Command::CastRanking { order }),
        FromClient::Vote { id, vote, preferred, agrees } => {
            ClientRequest::Command(id, Command::Vote { vote, preference: Preference { preferred, agrees } })
        }
        FromClient::Referee { id, deed, words } => match who {
            Participant::Organiser => ClientRequest::Act(id, Act::Referee { deed, words }),
            Participant::Judge(_) | Participant::Confederate(_) | Participant::Entry(_) | Participant::Referee(_) => {
                ClientRequest::Command(id, Command::Referee { deed, words })
            }
        },
        FromClient::Ping { sent } => ClientRequest::Pong(sent),
    }
}

/// The state of a form for the judge who fills it in: the sealed and the unsealed part.
fn form_state(running: &RunningContest, who: Participant, form: FormId) -> Option<FormState> {
    let shown = running.shown();
    let Participant::Judge(judge) = who else { return None };
    let (screen, rules) = (&shown.views.judge(judge)?.screen, &shown.views.room().contest()?.rulebook.ballots);
    let draft = shown.drafts.of(who, form);
    Some(match form {
        FormId::Ballot(round) => {
            let open = screen.stage.open_forms().find(|open| open.interview.round == round)?;
            FormState::of_ballot(rules, &open.seats, screen.ballots.get(&round), draft)
        }
        FormId::Ranking(trial) => {
            let recorded = screen.rankings.get(&trial);
            FormState::of_ranking(rules.drafts, rules.ranking?, &screen.stage.to_rank, recorded, draft)
        }
        FormId::Notes(_) => FormState::default(),
    })
}

/// The number of changes to drafts that concern this participant.
fn changes(drafted: &Drafted, who: Participant) -> u64 {
    if who == Participant::Organiser { drafted.prospects } else { drafted.of(who) }
}

/// The id of a frame that is no request, so that its sender need not wait for an answer.
fn id_in(text: &str) -> Option<ClientId> {
    #[derive(Deserialize)]
    struct Named {
        id: ClientId,
    }
    serde_json::from_str::<Named>(text).ok().map(|named| named.id)
}

fn not_understood(id: Option<ClientId>, why: &str) -> ToClient<()> {
    let why: String = why.chars().take(200).collect();
    ToClient::Refused { id, why: said(&say!("talk-not-understood", why = why)) }
}

fn latest(views: &Views, who: Participant) -> u64 {
    match who {
        Participant::Organiser => views.organiser().latest(),
        Participant::Judge(judge) => views.judge(judge).map_or(0, contest::view::Feed::latest),
        Participant::Confederate(_) | Participant::Entry(_) => {
            views.witness(who).map_or(0, contest::view::Feed::latest)
        }
        Participant::Referee(_) => views.referees().map_or(0, contest::view::Feed::latest),
    }
}

/// The frame with the updates after a number, and the number of its last one; `None` when there are none.
fn frame_after(views: &Views, who: Participant, after: u64) -> Option<(String, u64)> {
    match who {
        Participant::Organiser => frame_of(views.organiser().after(after)),
        Participant::Judge(judge) => frame_of(views.judge(judge)?.after(after)),
        Participant::Confederate(_) | Participant::Entry(_) => frame_of(views.witness(who)?.after(after)),
        Participant::Referee(_) => frame_of(views.referees()?.after(after)),
    }
}

/// [`ToClient::Updates`], with borrowed updates.
#[derive(Serialize)]
#[serde(tag = "is", rename = "updates")]
struct Updates<'f, U> {
    updates: &'f [Numbered<U>],
}

fn frame_of<U: Serialize>(updates: &[Numbered<U>]) -> Option<(String, u64)> {
    let updates = &updates[..updates.len().min(UPDATES_MAX)];
    let last = updates.last()?.n;
    Some((serde_json::to_string(&Updates { updates }).expect("frames have string keys"), last))
}

async fn send(socket: &mut WebSocket, frame: &ToClient<()>) -> Option<()> {
    write(socket, serde_json::to_string(frame).expect("frames have string keys")).await
}

/// Queues a frame, to be written with those that follow; `None` when the socket is gone or too slow.
async fn write(socket: &mut WebSocket, frame: String) -> Option<()> {
    timeout(WRITE_MAX, socket.feed(Message::text(frame))).await.ok()?.ok()
}

/// Checks that the other end is still there.
async fn ping(socket: &mut WebSocket) -> Option<()> {
    timeout(WRITE_MAX, socket.feed(Message::Ping(Bytes::new()))).await.ok()?.ok()
}

/// Writes the queued frames; `None` when the socket is gone or too slow.
async fn flush(socket: &mut WebSocket) -> Option<()> {
    timeout(WRITE_MAX, socket.flush()).await.ok()?.ok()
}

/// Closes the socket with a reason, of which a frame carries 123 bytes at most (RFC 6455, section 5.5).
async fn close(mut socket: WebSocket, code: u16, reason: &str) {
    let reason = &reason[..reason.floor_char_boundary(123)];
    let frame = CloseFrame { code, reason: reason.into() };
    if timeout(WRITE_MAX, socket.send(Message::Close(Some(frame)))).await.is_ok_and(|sent| sent.is_ok()) {
        // Unread frames would reset the connection, and the Close frame with it.
        let _ = timeout(CLOSE_MAX, async { while let Some(Ok(_)) = socket.recv().await {} }).await;
    }
}
