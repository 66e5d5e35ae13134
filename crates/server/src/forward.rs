//! The owning server of a contest handles its requests; every other server passes them on.
//!
//! So it does not matter which server of a store a client reaches: for a page, a live connection, or a program that
//! connects. Only one server has the people, programs and drafts of a contest in memory, and all its requests arrive
//! there in one order. A request is passed on once: where two servers each think that the other one keeps a contest,
//! both answer "try again".

use axum::{
    body::Body,
    extract::{Request, State},
    http::{HeaderValue, StatusCode, Uri, header, uri::PathAndQuery},
    middleware::Next,
    response::{IntoResponse, Response},
};
use hyper_util::rt::TokioIo;
use tokio::io::copy_bidirectional;
use tracing::debug;

use crate::{
    app::App, connections::Visitor, messenger::Messenger, proxies, reader, running_contest::Keeper, sessions::Token,
};

/// The header that marks a request as passed on by another server.
const PASSED_ON: &str = "x-vivavoce-passed-on";

/// Passes on requests for contests that another server keeps, and answers the rest.
pub(crate) async fn to_keeper(State(app): State<App>, request: Request, next: Next) -> Response {
    if !app.has_neighbours() {
        return next.run(request).await;
    }
    let keeper = match contest_of(&app, request.uri().path()).await {
        Some(contest) => app.place(&contest).map(|place| place.running.keeper().borrow().clone()),
        None => None,
    };
    match keeper {
        None | Some(Keeper::Here) => next.run(request).await,
        Some(Keeper::Elsewhere { address: Some(address) }) if !request.headers().contains_key(PASSED_ON) => {
            pass_on(app.messenger(), &address, request).await.unwrap_or_else(|why| {
                debug!(%why, address, "another server cannot be reached: {why}");
                try_again()
            })
        }
        Some(Keeper::Elsewhere { .. }) => try_again(),
    }
}

/// The contest of an address. Connections of socket.io name none before they are open: they belong to the first contest
/// that another server keeps, unless this one keeps one.
async fn contest_of(app: &App, path: &str) -> Option<String> {
    let mut parts = path.split('/').skip(1);
    match parts.next()? {
        "join" => {
            let token = Token::from_text(parts.next()?)?;
            let invitation = app.registry().look_up_invitation(token.hash()).await.ok()??;
            Some(invitation.0)
        }
        "socket.io" => {
            let places = app.places();
            let is_elsewhere = !places.iter().any(|place| place.running.is_kept_here());
            places.first().filter(|_| is_elsewhere).map(|place| place.running.id().to_owned())
        }
        contest => Some(contest.to_owned()),
    }
}

async fn pass_on(messenger: &Messenger, address: &str, mut request: Request) -> Result<Response, Failed> {
    let path = request.uri().path_and_query().cloned().unwrap_or_else(|| PathAndQuery::from_static("/"));
    *request.uri_mut() = format!("{address}{path}").parse::<Uri>()?;
    request.headers_mut().insert(PASSED_ON, HeaderValue::from_static("1"));
    if let Some(client) = request.extensions().get::<Visitor>().map(Visitor::address) {
        proxies::name(client, request.headers_mut());
    }
    let is_live = request.headers().contains_key(header::UPGRADE);
    if !is_live {
        request.headers_mut().remove(header::CONNECTION);
    }
    let seat = path.path().strip_suffix("/live").map(str::to_owned).zip(request.extensions().get::<Visitor>().cloned());
    let visitor = is_live.then(|| hyper::upgrade::on(&mut request));
    let mut response = messenger.request(request).await?;
    if let (StatusCode::SWITCHING_PROTOCOLS, Some(visitor)) = (response.status(), visitor) {
        // The owning server has checked the session, so the client is no stranger here either.
        if let Some((seat, connection)) = seat {
            connection.is(&seat);
        }
        let server = hyper::upgrade::on(&mut response);
        tokio::spawn(async move {
            if let (Ok(visitor), Ok(server)) = tokio::join!(visitor, server) {
                // Either end may hang up at any time; the other notices when its connection ends.
                let _ = copy_bidirectional(&mut TokioIo::new(visitor), &mut TokioIo::new(server)).await;
            }
        });
    }
    Ok(response.map(Body::new))
}

/// The reason why a request could not be passed on.
#[derive(Debug, thiserror::Error)]
enum Failed {
    #[error("it says of itself that it is at no address")]
    Address(#[from] axum::http::uri::InvalidUri),
    #[error(transparent)]
    Unreachable(#[from] hyper_util::client::legacy::Error),
}

/// No server keeps the contest at this moment, or its owner is unknown: the page asks again after a second.
fn try_again() -> Response {
    let headers = [(header::RETRY_AFTER, "1"), (header::REFRESH, "1")];
    let text = format!("{}\n", reader::said(&say!("way-taking-over")));
    (StatusCode::SERVICE_UNAVAILABLE, headers, text).into_response()
}
