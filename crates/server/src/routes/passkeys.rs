//! Passkeys of organisers: adding, removing, and login. The clients are scripts, because only they reach a device's
//! keys.

use axum::{
    Extension, Form, Json,
    extract::{Path, State},
    http::StatusCode,
    response::{Html, IntoResponse, Response},
    routing::post,
};
use axum_extra::extract::CookieJar;
use rulebook::Participant;
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::StoreError;
use tracing::error;
use webauthn_rs::prelude::{
    CreationChallengeResponse, PublicKeyCredential, RegisterPublicKeyCredential, RequestChallengeResponse,
};

use super::{RouteTable, access, answer::Wrong, organiser::only_organiser, seated::Seated, visitor};
use crate::{
    app::App,
    connections::Visitor,
    deeds::OrganiserDeed,
    pages,
    passkeys::{self, NotDone, PasskeyId, Passkeys},
    reader,
    sessions::{self, Token},
};

/// The addresses.
pub(super) fn table() -> RouteTable {
    RouteTable::default()
        .route("/{contest}/organiser/access/passkey/begin", post(begin))
        .route("/{contest}/organiser/access/passkey", post(keep))
        .route("/{contest}/organiser/access/passkey/end", post(end))
        .route("/{contest}/login/passkey/begin", post(ask))
        .route("/{contest}/login/passkey", post(login))
}

impl IntoResponse for NotDone {
    fn into_response(self) -> Response {
        let status = match &self {
            Self::TooOften => StatusCode::TOO_MANY_REQUESTS,
            Self::Unknown | Self::Refused(_) => StatusCode::FORBIDDEN,
            Self::BadName | Self::TooMany | Self::NoQuestion => StatusCode::CONFLICT,
            Self::NotUnderstood | Self::Store(_) => {
                error!(why = %self, "a passkey: {self}");
                StatusCode::SERVICE_UNAVAILABLE
            }
        };
        (status, Json(json!({ "error": reader::told(&self) }))).into_response()
    }
}

/// The reason why a request about passkeys was not carried out.
enum No {
    Page(Wrong),
    Script(NotDone),
}

impl From<NotDone> for No {
    fn from(why: NotDone) -> Self {
        Self::Script(why)
    }
}

impl From<StoreError> for No {
    fn from(failure: StoreError) -> Self {
        Self::Script(failure.into())
    }
}

impl From<Wrong> for No {
    fn from(why: Wrong) -> Self {
        Self::Page(why)
    }
}

impl IntoResponse for No {
    fn into_response(self) -> Response {
        match self {
            Self::Page(wrong) => wrong.into_response(),
            Self::Script(why) => why.into_response(),
        }
    }
}

fn taken(app: &App) -> Result<&Passkeys, Wrong> {
    app.passkeys().ok_or(Wrong::NotFound)
}

/// Challenges the organiser's device to make a new key.
async fn begin(seated: Seated) -> Result<Json<CreationChallengeResponse>, No> {
    only_organiser(&seated)?;
    let name = visitor::name(&seated.app, &seated.place, seated.whose).await?;
    let contest = seated.place.running.id();
    let passkeys = taken(&seated.app)?;
    Ok(Json(passkeys.begin(&seated.app, contest, (seated.whose, &name), seated.session_hash()).await?))
}

/// A new key and its name.
#[derive(Deserialize)]
struct New {
    name: String,
    credential: RegisterPublicKeyCredential,
}

/// Stores a new key.
async fn keep(seated: Seated, Json(New { name, credential }): Json<New>) -> Result<StatusCode, No> {
    only_organiser(&seated)?;
    let passkeys = taken(&seated.app)?;
    let contest = seated.place.running.id();
    let known = passkeys.keep(&seated.app, contest, &name, seated.session_hash(), &credential).await?;
    seated.note(OrganiserDeed::AddedPasskey { name: known.name }).await;
    Ok(StatusCode::NO_CONTENT)
}

/// The passkey to remove.
#[derive(Deserialize)]
struct End {
    passkey: String,
    #[serde(default)]
    yes: bool,
}

/// Removes a passkey after confirmation. One that has gone already causes no error.
async fn end(seated: Seated, Form(End { passkey, yes }): Form<End>) -> Result<Response, Wrong> {
    only_organiser(&seated)?;
    let contest = seated.place.running.id();
    let known = passkeys::all(&seated.app, contest).await?;
    let Some(known) = known.into_iter().find(|known| known.id.to_string() == passkey) else {
        return access::back(contest);
    };
    if yes {
        let PasskeyId { whose, number } = known.id;
        seated.app.registry().forget_passkey(contest, &whose.to_string(), number).await?;
        seated.note(OrganiserDeed::RemovedPasskey { name: known.name }).await;
        return access::back(contest);
    }
    let page = pages::ConfirmPage {
        contest: &seated.place.file().name,
        title: say!("access-remove-passkey-sure", name = &known.name),
        sentences: vec![say!("access-remove-passkey-ends")],
        action: format!("/{contest}/organiser/access/passkey/end"),
        fields: vec![("passkey", passkey), ("yes", "true".to_owned())],
        button: say!("access-remove-button"),
        back: format!("/{contest}/organiser/access"),
    };
    Ok(Html(pages::html(&page)).into_response())
}

/// A challenge to any device with a key.
#[derive(Serialize)]
struct Question {
    question: String,
    #[serde(flatten)]
    options: RequestChallengeResponse,
}

/// Challenges any device with a key.
async fn ask(
    State(app): State<App>,
    visitor: Option<Extension<Visitor>>,
    Path(contest): Path<String>,
) -> Result<Json<Question>, No> {
    app.place(&contest).ok_or(Wrong::NotFound)?;
    let passkeys = taken(&app)?;
    // It stays counted: each challenge takes room until it is answered.
    let _counted =
        passkeys.asked.begin(access::address_of(visitor.as_deref()), app.elapsed()).ok_or(NotDone::TooOften)?;
    let (question, options) = passkeys.ask(&app)?;
    Ok(Json(Question { question: question.reveal().to_owned(), options }))
}

/// A device's answer.
#[derive(Deserialize)]
struct Answered {
    question: String,
    credential: PublicKeyCredential,
}

/// Opens a session for the organiser whose key has answered.
async fn login(
    State(app): State<App>,
    jar: CookieJar,
    visitor: Option<Extension<Visitor>>,
    Path(contest): Path<String>,
    Json(Answered { question, credential }): Json<Answered>,
) -> Result<Response, No> {
    let place = app.place(&contest).ok_or(Wrong::NotFound)?;
    let passkeys = taken(&app)?;
    let address = access::address_of(visitor.as_deref());
    let guess = app.password_guesses().begin(address, app.elapsed()).ok_or(NotDone::TooOften)?;
    let question = Token::from_text(&question).ok_or(NotDone::NoQuestion)?;
    let known = passkeys.whose(&app, &contest, &question, &credential).await?;
    guess.right();
    let session = Token::draw();
    if !app.registry().open_session(&contest, &known.id.whose.to_string(), session.hash()).await? {
        return Err(NotDone::Unknown.into());
    }
    let name = visitor::name(&app, &place, known.id.whose).await?;
    app.note(&contest, name, &OrganiserDeed::LoggedInByPasskey { name: known.name }).await;
    let cookie = sessions::cookie(&contest, Participant::Organiser, &session, app.is_secure());
    let to = sessions::page_of(&contest, Participant::Organiser);
    Ok((jar.add(cookie), Json(json!({ "to": to }))).into_response())
}
