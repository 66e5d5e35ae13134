//! Contests that this server does not serve, because its store has fewer of their events than were acknowledged, or no
//! room: nobody is admitted, and the organiser reads the cause and the remedy.

mod reason;

use std::{sync::Arc, time::Duration};

use axum::{
    Json,
    extract::{Request, State},
    http::{StatusCode, header},
    middleware::Next,
    response::{Html, IntoResponse, Response},
};
use axum_extra::extract::CookieJar;
use rulebook::Participant;
use tokio::{
    io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader},
    net::TcpListener,
};
use tracing::error;

pub(crate) use self::reason::missing;
pub use self::reason::{Reason, Withheld};
use crate::{
    api::Problem,
    app::App,
    invited::Invited,
    pages,
    sessions::{self, Token},
    tls::Certificate,
};

/// The interval after which a page reloads, in seconds.
const LOOK_AGAIN: &str = "10";

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
