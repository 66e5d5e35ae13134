//! The API for programs that act as an organiser: the state of a contest, its timeline, and acts.
//!
//! Everything lies below `/CONTEST/api/v1`, so that any server of a store can pass a request on to the one that keeps
//! the contest. A caller shows a token in the `Authorization` header, never in an address, because servers log
//! addresses.

#[cfg(feature = "openapi")]
pub mod schema;
mod status;

use std::sync::Arc;

use axum::{
    Json,
    extract::{FromRequestParts, RawPathParams, State, rejection::JsonRejection},
    http::{HeaderMap, HeaderValue, StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use serde::{Deserialize, Serialize};
use store::StoreError;
use tracing::error;

pub use crate::reveal::Revealing;

pub use self::status::{Checked, EntryStatus, InterviewStatus, Moment, PersonPresence, PersonStatus, Status};
use crate::{
    access_token::{self, AccessToken, May},
    acts::{self, Act, Doer, NotActed},
    app::App,
    hosted_contest::HostedContest,
    once::{BadKey, Key},
    routes::RouteTable,
    running_contest,
    sessions::Token,
};

/// The description of this API, in the form of `OpenAPI`.
const DESCRIPTION: &str = include_str!("../../../docs/openapi.json");

/// The header with the caller's key for an act.
const IDEMPOTENCY_KEY: &str = "Idempotency-Key";

/// The addresses.
pub(crate) fn table() -> RouteTable {
    RouteTable::default()
        .route("/api/v1/openapi.json", get(description))
        .route("/{contest}/api/v1/status", get(status))
        .route("/{contest}/api/v1/timeline", get(timeline))
        .route("/{contest}/api/v1/acts", post(act))
}

/// A program that has shown a token of the contest in the address.
struct Caller {
    app: App,
    place: Arc<HostedContest>,
    name: String,
    token: AccessToken,
}

impl FromRequestParts<App> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let params = RawPathParams::from_request_parts(parts, app).await.map_err(|_| ApiError::NoToken)?;
        let contest = params.iter().find(|(key, _)| *key == "contest").map(|(_, value)| value.to_owned());
        let contest = contest.ok_or(ApiError::NoToken)?;
        // Without a token a caller learns nothing, not even which contests there are.
        let shown = parts.headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        let secret = shown.and_then(bearer).ok_or(ApiError::NoToken)?;
        let place = app.place(&contest).ok_or(ApiError::NoToken)?;
        let mut tokens = access_token::all(app, &contest).await?.into_iter();
        let known = tokens.find(|known| known.hash == secret.hash()).ok_or(ApiError::NoToken)?;
        app.saw_token(&contest, &known);
        let (name, token) = (format!("{} ({})", known.name, known.token), known.token);
        Ok(Self { app: app.clone(), place, name, token })
    }
}

/// The token of an `Authorization` header.
fn bearer(shown: &str) -> Option<Token> {
    let (scheme, token) = shown.split_once(' ')?;
    if scheme.eq_ignore_ascii_case("bearer") { Token::from_text(token.trim()) } else { None }
}

/// The state of the contest.
#[cfg_attr(feature = "openapi", utoipa::path(
    get, path = "/{contest}/api/v1/status", tag = "contest", security(("token" = [])),
    params(("contest" = String, Path, description = "The id of the contest")),
    responses(
        (status = 200, description = "How it stands", body = Status),
        (status = 401, description = "No token of this contest was shown", body = Problem),
        (status = 503, description = "The server cannot tell just now", body = Problem),
    ),
))]
async fn status(caller: Caller) -> Result<Json<Status>, ApiError> {
    Ok(Json(Status::of(&caller.app, &caller.place).await?.ok_or(ApiError::NotSetUp)?))
}

/// The timeline so far, the newest first: up to 200 moments.
#[cfg_attr(feature = "openapi", utoipa::path(
    get, path = "/{contest}/api/v1/timeline", tag = "contest", security(("token" = [])),
    params(("contest" = String, Path, description = "The id of the contest")),
    responses(
        (status = 200, description = "What happened", body = Vec<Moment>),
        (status = 401, description = "No token of this contest was shown", body = Problem),
    ),
))]
async fn timeline(caller: Caller) -> Json<Vec<Moment>> {
    Json(Moment::latest(&caller.place))
}

/// Does an act of an organiser. Requests with the same `Idempotency-Key` are done once: repeat a request that had no
/// answer, under its key. Without a key, every request is a new act.
#[cfg_attr(feature = "openapi", utoipa::path(
    post, path = "/{contest}/api/v1/acts", tag = "contest", security(("token" = [])),
    params(
        ("contest" = String, Path, description = "The id of the contest"),
        ("Idempotency-Key" = Option<String>, Header, description = "Your name for this act: 1 to 100 letters, digits or marks of ASCII. It is known as long as the contest is"),
    ),
    request_body = Act,
    responses(
        (status = 200, description = "It was done, and is on record: how the contest stands now", body = Status),
        (status = 400, description = "The request is no act", body = Problem),
        (status = 401, description = "No token of this contest was shown", body = Problem),
        (status = 403, description = "The token only lets read", body = Problem),
        (status = 409, description = "The rules, or the state of the contest, do not allow it", body = Problem),
        (status = 422, description = "The key was used for another act", body = Problem),
        (status = 503, description = "The server could not save it: it was not done", body = Problem),
    ),
))]
async fn act(
    caller: Caller,
    headers: HeaderMap,
    body: Result<Json<Act>, JsonRejection>,
) -> Result<Json<Status>, ApiError> {
    if caller.token.may != May::Act {
        return Err(ApiError::MayOnlyRead);
    }
    let key = headers.get(IDEMPOTENCY_KEY).map(|key| key.to_str().map_err(|_| BadKey)?.parse::<Key>()).transpose();
    let key = key.map_err(|why| ApiError::BadAct(format!("{IDEMPOTENCY_KEY}: {why}")))?;
    let Json(act) = body.map_err(|why| ApiError::BadAct(why.body_text()))?;
    let actor = Doer::program(caller.name.clone(), caller.token);
    acts::perform(&caller.app, &caller.place, &actor, key.as_ref(), act).await?;
    status(caller).await
}

/// The description of this API.
async fn description(State(_): State<App>) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], DESCRIPTION).into_response()
}

/// The reason why a request was not carried out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Problem {
    /// The fault and its remedy, in a sentence.
    pub error: String,
}

/// A refused or failed request.
#[derive(Debug, thiserror::Error)]
enum ApiError {
    #[error(
        "show a token of this contest in the header `Authorization: Bearer …`; organisers make one under Who may come in"
    )]
    NoToken,
    #[error("this token lets read only: have the organiser make one that acts")]
    MayOnlyRead,
    #[error("{0}")]
    BadAct(String),
    #[error("the contest is not set up yet: try again in a moment")]
    NotSetUp,
    #[error(transparent)]
    NotActed(#[from] NotActed),
    #[error("the server could not do it just now; nothing that was recorded is lost: try again in a moment")]
    Store(#[from] StoreError),
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = match &self {
            Self::NoToken => StatusCode::UNAUTHORIZED,
            Self::MayOnlyRead => StatusCode::FORBIDDEN,
            Self::BadAct(_) => StatusCode::BAD_REQUEST,
            Self::NotActed(
                NotActed::Contest(running_contest::NotDone::Refused(_))
                | NotActed::NoSuchEntry
                | NotActed::NoReserve
                | NotActed::NoPart(_)
                | NotActed::NotThere(_)
                | NotActed::NoTexts(_)
                | NotActed::BeyondConsent(_)
                | NotActed::ReadAlready(_)
                | NotActed::NotOver
                | NotActed::NoSuchStep { .. },
            ) => StatusCode::CONFLICT,
            Self::NotActed(NotActed::KeyUsed) => StatusCode::UNPROCESSABLE_ENTITY,
            Self::NotActed(NotActed::Contest(_)) | Self::NotSetUp => StatusCode::SERVICE_UNAVAILABLE,
            Self::NotActed(NotActed::Unread(failure)) => {
                tracing::error!(%failure, "an act failed: {failure}");
                StatusCode::INTERNAL_SERVER_ERROR
            }
            Self::NotActed(NotActed::Store(failure) | NotActed::NotShown(failure)) | Self::Store(failure) => {
                error!(%failure, "a request over the API failed: {failure}");
                StatusCode::SERVICE_UNAVAILABLE
            }
        };
        let mut response = (status, Json(Problem { error: self.to_string() })).into_response();
        if status == StatusCode::UNAUTHORIZED {
            response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}
