//! Identification of a participant, whose browser holds the session of the seat in the address.

use std::sync::Arc;

use axum::{
    extract::{FromRequestParts, Query, RawPathParams, WebSocketUpgrade, ws::rejection::WebSocketUpgradeRejection},
    http::{HeaderMap, StatusCode, header, request::Parts},
    response::{Html, IntoResponse, Redirect, Response},
};
use axum_extra::extract::CookieJar;
use contest::{contest::Contest, view::stage::Stage, wire::FRAME_MAX};
use language::Say;
use rulebook::{JudgeId, Participant};
use serde::Deserialize;

use super::{answer::Wrong, visitor};
use crate::{
    acts::{self, Act, Doer, NotActed},
    app::App,
    connections::Visitor,
    deeds::OrganiserDeed,
    hosted_contest::HostedContest,
    invited::Invited,
    live::{ConnectedClient, Knows},
    once::Key,
    pages::{Attempt, Desk},
    reader,
    sessions::{self, Token},
};

/// A participant with a session, in a contest.
pub(super) struct Seated {
    pub(super) app: App,
    pub(super) place: Arc<HostedContest>,
    pub(super) who: Participant,
    /// The organiser, where it is one of several.
    pub(super) whose: Invited,
    session: Token,
}

impl Seated {
    /// The judge's id; the address of a judge names one.
    pub(super) fn judge(&self) -> Result<JudgeId, Wrong> {
        match self.who {
            Participant::Judge(judge) => Ok(judge),
            Participant::Organiser | Participant::Confederate(_) | Participant::Entry(_) | Participant::Referee(_) => {
                Err(Wrong::NotFound)
            }
        }
    }

    /// The hash of the session, for the store.
    pub(super) fn session_hash(&self) -> [u8; 32] {
        self.session.hash()
    }

    /// Notes a deed of this organiser.
    pub(super) async fn note(&self, what: OrganiserDeed) {
        let name = visitor::name(&self.app, &self.place, self.whose).await.unwrap_or_else(|_| self.whose.to_string());
        self.app.note(self.place.running.id(), name, &what).await;
    }

    /// Does this organiser's act from a form with this number; a form without a number is a new act each time.
    pub(super) async fn perform(&self, form: &str, act: Act) -> Result<Result<(), NotActed>, Wrong> {
        let actor = Doer::organiser(&self.app, &self.place, self.whose).await?;
        let key = if form.is_empty() { None } else { Key::of_form(form, &act) };
        Ok(acts::perform(&self.app, &self.place, &actor, key.as_ref(), act).await)
    }

    /// The common part of all pages, with the reason for a refusal and the refused form.
    pub(super) fn desk<'a>(
        &'a self,
        contest: &'a Contest,
        stage: Stage,
        latest: u64,
        (notice, attempt): (Option<&'a str>, Option<&'a Attempt>),
    ) -> Desk<'a> {
        let hall = &self.place.running;
        Desk {
            contest: hall.id(),
            name: &contest.name,
            who: self.who,
            stage,
            latest,
            zone: contest.zone,
            now: hall.clock().now(),
            pace: hall.clock().pace_per_mille(),
            rulebook: reader::texts(&contest.rulebook),
            notice,
            attempt,
            form: Doer::form_number(&self.place, self.whose),
            suggestion: Token::draw(),
        }
    }

    /// The answer to a form: the page again, or the page with the reason for the refusal.
    pub(super) fn answer<E: Say>(
        &self,
        outcome: Result<(), E>,
        render: impl FnOnce(&str) -> Result<String, Wrong>,
    ) -> Result<Response, Wrong> {
        match outcome {
            Ok(()) => Ok(Redirect::to(&sessions::page_of(self.place.running.id(), self.who)).into_response()),
            Err(why) => Ok((StatusCode::CONFLICT, Html(render(&reader::told(&why))?)).into_response()),
        }
    }

    /// The participant's connection, for a client that has the updates up to this one.
    fn line(self, after: u64) -> ConnectedClient {
        let Self { app, place, who, whose, session } = self;
        ConnectedClient { app, place, who, whose, session, after }
    }

    /// Opens the participant's live connection.
    fn connect(self, upgrade: WebSocketUpgrade, after: u64) -> Response {
        let reader = reader::current();
        let line = self.line(after);
        upgrade
            .read_buffer_size(4096)
            .write_buffer_size(16 * 1024)
            .max_write_buffer_size(1 << 20)
            .max_message_size(FRAME_MAX)
            .max_frame_size(FRAME_MAX)
            .on_upgrade(|socket| reader::for_reader(reader, line.serve(socket)))
    }
}

impl FromRequestParts<App> for Seated {
    type Rejection = Wrong;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Wrong> {
        let params = RawPathParams::from_request_parts(parts, app).await.map_err(|_| Wrong::NotFound)?;
        let param = |name| params.iter().find(|(key, _)| *key == name).map(|(_, value)| value);
        let contest = param("contest").ok_or(Wrong::NotFound)?;
        let place = app.place(contest).ok_or(Wrong::NotFound)?;
        // The seat follows the contest in every address of a participant.
        let role = parts.uri.path().split('/').nth(2).unwrap_or_default();
        let who = participant(role, param("number")).ok_or(Wrong::NotFound)?;
        let jar = CookieJar::from_headers(&parts.headers);
        let stranger = || match who {
            Participant::Organiser => Wrong::NotOrganiser(contest.to_owned()),
            Participant::Judge(_) | Participant::Confederate(_) | Participant::Entry(_) | Participant::Referee(_) => {
                Wrong::NotJoined
            }
        };
        let session = sessions::session_of(&jar, contest, who, app.is_secure()).ok_or_else(stranger)?;
        let Some(whose) = app.seated_as(&session, contest, who).await? else { return Err(stranger()) };
        if let Some(visitor) = parts.extensions.get::<Visitor>() {
            visitor.is(&format!("{contest}/{who}"));
        }
        Ok(Self { app: app.clone(), place, who, whose, session })
    }
}

fn participant(role: &str, number: Option<&str>) -> Option<Participant> {
    match (role, number) {
        ("organiser", None) => Some(Participant::Organiser),
        ("judge", Some(number)) => number.parse().ok().map(Participant::Judge),
        ("confederate", Some(number)) => number.parse().ok().map(Participant::Confederate),
        ("referee", Some(number)) => number.parse().ok().map(Participant::Referee),
        _ => None,
    }
}

/// The state of a client: the number of its last update and, if it talks by requests, whether it begins and whether it
/// knows that the server is full.
#[derive(Deserialize)]
pub(super) struct Has {
    #[serde(default)]
    after: u64,
    #[serde(default)]
    begins: bool,
    #[serde(default)]
    full: bool,
}

/// Answers a request for a live connection.
pub(super) async fn live(
    seated: Seated,
    Query(Has { after, .. }): Query<Has>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    match upgrade {
        Ok(upgrade) => seated.connect(upgrade, after),
        Err(why) => {
            // Browsers send this header with every request for a WebSocket, and proxies that remove `Upgrade` leave it.
            if headers.contains_key(header::SEC_WEBSOCKET_KEY) {
                seated.app.has_no_socket(&seated.place, seated.who);
            }
            why.into_response()
        }
    }
}

/// Answers a request of a page without a WebSocket.
pub(super) async fn by_requests(
    seated: Seated,
    Query(Has { after, begins, full }): Query<Has>,
    frames: String,
) -> Response {
    if begins {
        seated.app.has_no_socket(&seated.place, seated.who);
    }
    seated.line(after).answers(&frames, Knows { begins, recording: !full }).await
}
