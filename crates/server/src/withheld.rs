//! Contests that this server does not serve, because its store has fewer of their events than were acknowledged, or no
//! room: nobody is admitted, and the organiser reads the cause and the remedy.

use std::{path::Path, sync::Arc, time::Duration};

use axum::{
    Json,
    extract::{Request, State},
    http::{StatusCode, header},
    middleware::Next,
    response::{Html, IntoResponse, Response},
};
use axum_extra::extract::CookieJar;
use language::{Message, Say};
use rulebook::Participant;
use store::StoreError;
use tokio::{
    io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader},
    net::TcpListener,
};
use tracing::error;

use crate::{
    api::Problem,
    app::App,
    heads::{self, HeadError},
    invited::Invited,
    pages,
    running_contest::OpenContestError,
    sessions::{self, Token},
    tls::Certificate,
};

/// The interval after which a page reloads, in seconds.
const LOOK_AGAIN: &str = "10";

/// The reason why a contest is not served.
#[derive(Debug)]
pub enum Reason {
    /// Its store has another history than was acknowledged, or less of it.
    History(HeadError),
    /// The store has no room: the server tries again until it has.
    Full,
}

impl Reason {
    /// The reason for a failure that concerns one contest only; other failures are returned.
    pub(crate) fn of(failure: OpenContestError) -> Result<Self, OpenContestError> {
        match failure {
            OpenContestError::Head(why @ (HeadError::Shorter { .. } | HeadError::TwoHistories { .. })) => {
                Ok(Self::History(why))
            }
            OpenContestError::Store(StoreError::Full) => Ok(Self::Full),
            other @ (OpenContestError::Store(_)
            | OpenContestError::Head(_)
            | OpenContestError::Key(_)
            | OpenContestError::Fact { .. }) => Err(other),
        }
    }

    /// The cause, and the steps that mend it.
    #[must_use]
    pub fn told(&self) -> (Message, Vec<Message>) {
        match self {
            Self::Full => (say!("withheld-full"), vec![say!("withheld-full-room"), say!("withheld-full-then")]),
            Self::History(HeadError::Shorter { size, found, .. }) => {
                let lost = size.saturating_sub(*found);
                let what = match found {
                    0 => say!("withheld-empty", size = *size),
                    _ => say!("withheld-shorter", size = *size, found = *found, lost = lost),
                };
                let decide = match found {
                    0 => say!("withheld-begin-anew", lost = lost),
                    _ => say!("withheld-continue", lost = lost),
                };
                let steps = vec![say!("withheld-stop"), say!("withheld-copy"), decide];
                (what, steps)
            }
            Self::History(HeadError::TwoHistories { size, .. }) => {
                (say!("withheld-changed", size = *size), vec![say!("withheld-stop"), say!("withheld-copy-only")])
            }
            Self::History(other) => (Message::verbatim(other.to_string()), Vec::new()),
        }
    }
}

impl Reason {
    /// The option of `viva serve` by which its organiser decides to go on; `None` where they cannot decide that.
    #[must_use]
    pub fn option(&self) -> Option<String> {
        match self {
            Self::History(HeadError::Shorter { contest, .. }) => Some(format!("--continue-shorter {contest}")),
            Self::History(_) | Self::Full => None,
        }
    }
}

impl Say for Reason {
    fn message(&self) -> Message {
        let (what, mut steps) = self.told();
        steps.extend(self.option().map(Message::verbatim));
        steps.into_iter().fold(what, |told, step| say!("withheld-and", told = told, step = step))
    }
}

display_in_english!(Reason);

/// A contest that is not served.
#[derive(Debug)]
pub struct Withheld {
    /// Its name, where known.
    pub name: String,
    /// The reason.
    pub reason: Reason,
}

/// The contests that were acknowledged in this folder and are not among `known`: their store was emptied, or it is
/// another one.
pub(crate) fn missing(data: &Path, known: &[&str]) -> Vec<(String, Reason)> {
    let acknowledged = heads::acknowledged_in(&data.join("heads")).into_iter();
    let missing = acknowledged.filter(|(contest, _)| !known.contains(&contest.as_str()));
    let shorter = |(contest, head): (String, record::Checkpoint)| {
        let why = HeadError::Shorter { contest: contest.clone(), size: head.size, root: head.root, found: 0 };
        (contest, Reason::History(why))
    };
    missing.map(shorter).collect()
}

/// Answers requests for a withheld contest.
pub(crate) async fn told(State(app): State<App>, request: Request, next: Next) -> Response {
    if app.withheld().is_empty() {
        return next.run(request).await;
    }
    let path = request.uri().path().to_owned();
    let mut parts = path.split('/').skip(1);
    let (contest, whose) = match (parts.next(), parts.next().and_then(Token::from_text)) {
        (Some("join"), Some(token)) => match app.registry().look_up_invitation(token.hash()).await {
            Ok(Some((contest, whose, _))) => (contest, whose.parse::<Invited>().ok()),
            _ => return next.run(request).await,
        },
        (Some(contest), _) => (contest.to_owned(), None),
        (None, _) => return next.run(request).await,
    };
    let Some(withheld) = app.withheld_contest(&contest) else { return next.run(request).await };
    let is_organiser = match whose {
        Some(whose) => whose.who() == Participant::Organiser,
        None => holds_organisers_seat(&app, &contest, &CookieJar::from_headers(request.headers())).await,
    };
    if path.split('/').nth(2) == Some("api") {
        let problem = Problem { error: withheld.reason.to_string() };
        return (StatusCode::SERVICE_UNAVAILABLE, Json(problem)).into_response();
    }
    let page = if is_organiser { of_organiser(&withheld) } else { of_people(&withheld) };
    (StatusCode::SERVICE_UNAVAILABLE, [(header::RETRY_AFTER, LOOK_AGAIN), (header::REFRESH, LOOK_AGAIN)], Html(page))
        .into_response()
}

async fn holds_organisers_seat(app: &App, contest: &str, jar: &CookieJar) -> bool {
    let Some(session) = sessions::session_of(jar, contest, Participant::Organiser, app.is_secure()) else {
        return false;
    };
    // Read only: the time at which the session was seen need not be written here.
    match app.registry().session(session.hash()).await {
        Ok(Some((of, whose))) => {
            of == contest && whose.parse::<Invited>().is_ok_and(|whose| whose.who() == Participant::Organiser)
        }
        Ok(None) => false,
        Err(failure) => {
            error!(%failure, "a session cannot be looked up: {failure}");
            false
        }
    }
}

fn of_organiser(withheld: &Withheld) -> String {
    let (text, steps) = withheld.reason.told();
    let is_full = matches!(withheld.reason, Reason::Full);
    pages::html(&pages::WithheldPage {
        title: if is_full { say!("withheld-title-full") } else { say!("withheld-title", contest = &withheld.name) },
        contest: &withheld.name,
        text,
        steps,
        option: withheld.reason.option(),
        note: say!("withheld-note"),
    })
}

fn of_people(withheld: &Withheld) -> String {
    pages::html(&pages::WithheldPage {
        title: say!("withheld-people-title"),
        contest: &withheld.name,
        text: say!("withheld-people"),
        steps: Vec::new(),
        option: None,
        note: say!("withheld-people-note"),
    })
}

/// The most time for a request while the database cannot be opened.
const PATIENCE: Duration = Duration::from_secs(2);

/// The longest head of a request in that state, in bytes.
const HEAD_MAX: u64 = 16 * 1024;

/// Answers every request with the page of a full disk, for as long as it is polled: without its database the server
/// knows no session. With a certificate it speaks TLS.
pub async fn tell_that_the_disk_is_full(listener: &TcpListener, certificate: Option<&Certificate>) {
    let page = of_organiser(&Withheld { name: String::new(), reason: Reason::Full });
    let answer = format!(
        "HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/html; charset=utf-8\r\ncontent-length: {}\r\nretry-after: {LOOK_AGAIN}\r\n\
         refresh: {LOOK_AGAIN}\r\ncache-control: no-store\r\nconnection: close\r\n\r\n{page}",
        page.len()
    );
    let answer: Arc<str> = answer.into();
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let (answer, acceptor) = (Arc::clone(&answer), certificate.map(Certificate::acceptor));
        tokio::spawn(tokio::time::timeout(PATIENCE, async move {
            let Some(acceptor) = acceptor else { return answer_with(stream, &answer).await };
            // A failed handshake is the client's.
            if let Ok(stream) = acceptor.accept(stream).await {
                answer_with(stream, &answer).await;
            }
        }));
    }
}

/// Reads the head of a request and writes this answer, whatever was asked.
async fn answer_with(stream: impl AsyncRead + AsyncWrite, answer: &str) {
    let (read, mut write) = tokio::io::split(stream);
    let mut lines = BufReader::new(read.take(HEAD_MAX)).lines();
    while let Ok(Some(line)) = lines.next_line().await
        && !line.is_empty()
    {}
    // The sender may have gone.
    let _ = write.write_all(answer.as_bytes()).await;
    let _ = write.shutdown().await;
}
