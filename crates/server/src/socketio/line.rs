//! One socket, with its loop.
//!
//! A socket speaks for the owner of the last id and secret, and for nobody before. A client's requests (`requests`) are
//! carried out in order; its events come from its participant's view. The loop never waits for a slow client: while one
//! accepts nothing, nothing is read from it either.

use std::{sync::Arc, time::Duration};

use contest::Command;
use entry::socketio::Out;
use rulebook::Participant;
use socketioxide::extract::SocketRef;
use tokio::{
    sync::{Notify, mpsc, watch},
    time::Instant,
};

use super::{
    admission::Admission,
    client_messages::{Credentials, ReceivedMessage, refused, wrong_secret},
    jobs::Jobs,
    outbox::{Gone, Outbox},
    person::{Person, Stirred},
    program::{Program, VisitEvent},
    webcast::Spectator,
};
use crate::{
    connections::Visitor,
    hosted_contest::{Connected, HostedContest},
    sessions::Token,
};

/// The interval of checks that a session still exists.
const SESSION_CHECK: Duration = Duration::from_secs(15);

/// The most time, after a client has gone, for its remaining commands.
const FINISH_MAX: Duration = Duration::from_secs(10);

/// One socket.
pub(super) struct ClientSocket {
    pub(super) admission: Arc<Admission>,
    pub(super) socket: SocketRef,
    /// The contest in the client's address.
    pub(super) contest: Option<String>,
    pub(super) part: SocketRole,
    pub(super) spectator: Option<Spectator>,
    pub(super) jobs: Jobs,
    pub(super) out: Outbox,
    pub(super) wrong: u32,
}

/// The role for which a socket speaks.
pub(super) enum SocketRole {
    Nobody,
    Person(Box<Person>),
    Organiser(Organiser),
    Program(Box<Program>),
}

/// The organiser at a socket.
pub(super) struct Organiser {
    pub(super) place: Arc<HostedContest>,
    pub(super) credentials: Credentials,
    pub(super) session: Token,
    pub(super) sign_outs: watch::Receiver<u64>,
    /// The reason why the last request was refused. The panels of 2018 show only the status that they poll every
    /// second, so the reason stays there until the next request.
    pub(super) refused: Option<String>,
    pub(super) _connected: Connected,
}

/// The reasons for which the loop of a socket wakes.
enum SocketEvent {
    Heard(Option<ReceivedMessage>),
    Gone,
    Person(Stirred),
    Program(VisitEvent),
    Spectator,
    Refused(String),
    Writable,
    Check,
}

/// Whether to keep the socket.
pub(super) enum Then {
    Stay,
    Leave,
}

impl ClientSocket {
    /// A socket that speaks for nobody yet.
    pub(super) fn of(admission: Arc<Admission>, socket: SocketRef, contest: Option<String>) -> Self {
        Self {
            admission,
            socket,
            contest,
            part: SocketRole::Nobody,
            spectator: None,
            jobs: Jobs::default(),
            out: Outbox::default(),
            wrong: 0,
        }
    }

    /// Serves the socket until it is gone, then carries out its remaining commands.
    pub(super) async fn run(mut self, mut read: mpsc::Receiver<ReceivedMessage>, gone: &Notify) {
        let mut check = tokio::time::interval_at(Instant::now() + SESSION_CHECK, SESSION_CHECK);
        loop {
            let listens =
                self.out.is_empty() && !matches!(&self.part, SocketRole::Program(program) if program.is_behind());
            let wake = tokio::select! {
                biased;
                () = self.out.again() => SocketEvent::Writable,
                why = self.jobs.refusal() => SocketEvent::Refused(why.to_string()),
                wake = stirred(&mut self.part), if self.out.is_empty() => wake,
                () = watched(&mut self.spectator), if self.out.is_empty() => SocketEvent::Spectator,
                heard = read.recv(), if listens => SocketEvent::Heard(heard),
                () = gone.notified() => SocketEvent::Gone,
                _ = check.tick() => SocketEvent::Check,
            };
            let then = match wake {
                SocketEvent::Heard(Some(heard)) => self.heed(heard).await,
                SocketEvent::Heard(None) | SocketEvent::Gone => Then::Leave,
                SocketEvent::Person(Stirred::News) => self.tell(),
                SocketEvent::Person(Stirred::Superseded) | SocketEvent::Program(VisitEvent::Over) => self.part_with(),
                SocketEvent::Program(VisitEvent::Told(out)) => self.say(out),
                SocketEvent::Spectator => {
                    let news = self.spectator.as_mut().map(Spectator::news).unwrap_or_default();
                    news.into_iter().for_each(|out| self.out.push(out));
                    Then::Stay
                }
                SocketEvent::Refused(why) => self.refuse(&why),
                SocketEvent::Program(VisitEvent::Took) | SocketEvent::Writable => Then::Stay,
                SocketEvent::Check | SocketEvent::Person(Stirred::SignedOut) => self.check().await,
            };
            self.is_somebody();
            if matches!(then, Then::Leave) || self.out.flush(&self.socket).is_err_and(|Gone| true) {
                break;
            }
        }
        self.leave().await;
    }

    /// Marks the connection of an admitted client, which is no stranger's any more.
    fn is_somebody(&self) {
        let who = match &self.part {
            SocketRole::Nobody => return,
            SocketRole::Person(person) => format!("{}/{}", person.place.running.id(), person.who),
            SocketRole::Organiser(_) => "socket.io organiser".to_owned(),
            SocketRole::Program(program) => format!("socket.io {}", program.credentials.id),
        };
        if let Some(visitor) = self.socket.req_parts().extensions.get::<Visitor>() {
            visitor.is(&who);
        }
    }

    /// Sends a person's news.
    fn tell(&mut self) -> Then {
        let SocketRole::Person(person) = &mut self.part else { return Then::Stay };
        let (news, begins) = person.news();
        news.into_iter().for_each(|out| self.out.push(out));
        if let (true, SocketRole::Person(person)) = (begins, &self.part)
            && person.is_awaited()
        {
            self.jobs.ready(&person.place, person.who);
        }
        Then::Stay
    }

    /// Checks that the socket's participant still has a session.
    async fn check(&mut self) -> Then {
        let (session, place, who) = match &self.part {
            SocketRole::Nobody | SocketRole::Program(_) => return Then::Stay,
            SocketRole::Person(person) => (&person.session, &person.place, person.who),
            SocketRole::Organiser(organiser) => (&organiser.session, &organiser.place, Participant::Organiser),
        };
        if self.admission.stands(session, place.running.id(), who).await {
            return Then::Stay;
        }
        self.give_up();
        self.say(wrong_secret())
    }

    pub(super) fn say(&mut self, out: Out) -> Then {
        self.out.push(out);
        Then::Stay
    }

    /// Sends the reason for a refusal; on a control panel it is part of the status too.
    pub(super) fn refuse(&mut self, why: &str) -> Then {
        if let SocketRole::Organiser(organiser) = &mut self.part {
            organiser.refused = Some(why.to_owned());
        }
        self.say(refused(why))
    }

    fn part_with(&mut self) -> Then {
        self.give_up();
        Then::Stay
    }

    /// Stops speaking for anybody.
    pub(super) fn give_up(&mut self) {
        if let SocketRole::Program(program) = std::mem::replace(&mut self.part, SocketRole::Nobody) {
            program.hand_over();
        }
    }

    /// Finishes the remaining commands, then makes a person no longer ready if they have no other connection.
    async fn leave(mut self) {
        let person = match &self.part {
            SocketRole::Person(person) => Some((Arc::clone(&person.place), person.who)),
            SocketRole::Nobody | SocketRole::Organiser(_) | SocketRole::Program(_) => None,
        };
        self.give_up();
        self.spectator = None;
        self.jobs.finish(FINISH_MAX).await;
        let Some((place, who)) = person else { return };
        let is_ready = place.running.views().room().contest().is_some_and(|contest| contest.ready.contains(&who));
        if is_ready && !place.is_connected(who) {
            let _ = place.running.ask(who, Command::Ready(false)).await;
        }
    }
}

/// Waits for news of the socket's participant. Safe to be dropped at any point.
async fn stirred(part: &mut SocketRole) -> SocketEvent {
    match part {
        SocketRole::Nobody => std::future::pending().await,
        SocketRole::Organiser(organiser) => match organiser.sign_outs.changed().await {
            Ok(()) => SocketEvent::Check,
            Err(_) => std::future::pending().await,
        },
        SocketRole::Person(person) => SocketEvent::Person(person.stirred().await),
        SocketRole::Program(program) => SocketEvent::Program(program.turn().await),
    }
}

async fn watched(spectator: &mut Option<Spectator>) {
    match spectator {
        Some(spectator) => spectator.stirred().await,
        None => std::future::pending().await,
    }
}
