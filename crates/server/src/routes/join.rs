//! From a card to a session: by its link, or by the typed code. Viewing a link does not use it up, so that link
//! previews in messengers do no harm.
//!
//! A used link leads only its owner on, whose browser holds the session.

use std::net::IpAddr;

use axum::{
    Extension, Form,
    extract::{Path, State, rejection::FormRejection},
    http::StatusCode,
    response::{Html, IntoResponse, Redirect, Response},
};
use axum_extra::extract::CookieJar;
use contest::{Command, seed::Matter};
use language::Message;
use rulebook::Participant;
use serde::Deserialize;
use store::Redeemed;

use super::{answer::Wrong, visitor};
use crate::{
    app::App,
    applications,
    cards::Code,
    connections::Visitor,
    invited::Invited,
    pages, reader,
    sessions::{self, Token},
};

/// The longest text that is read as a code, in bytes: a whole link fits.
const TYPED_MAX: usize = 500;

/// Asks whether to join.
pub(super) async fn ask(State(app): State<App>, jar: CookieJar, Path(token): Path<String>) -> Result<Response, Wrong> {
    let token = Token::from_text(&token).ok_or(Wrong::UnknownLink)?;
    let (contest, whose, used) = app.registry().look_up_invitation(token.hash()).await?.ok_or(Wrong::UnknownLink)?;
    let whose: Invited = whose.parse().map_err(|_| Wrong::UnknownLink)?;
    let who = whose.who();
    if used {
        return owners_seat(&app, &jar, &contest, who).await?.ok_or(Wrong::UsedLink);
    }
    if contest == applications::ID {
        return of_intake(&app, jar, &token).await;
    }
    let place = app.place(&contest).ok_or(Wrong::UnknownLink)?;
    let contributes = place.running.views().room().contest().is_some_and(|c| c.asks_for_contribution(who).is_some());
    let suggestion = contributes.then(Token::draw);
    let others = visitor::seats(&app, &jar, Some(&contest)).await?;
    let page = pages::JoinPage {
        contest: &place.file().name,
        whose: visitor::title(&place, who),
        name: visitor::name(&app, &place, whose).await?,
        token: token.reveal(),
        suggestion: suggestion.as_ref().map(Token::reveal),
        others: others.into_iter().map(|seat| seat.title).collect(),
    };
    let session = sessions::joining_cookie(&Token::draw(), app.is_secure());
    Ok((jar.add(session), Html(pages::html(&page))).into_response())
}

/// Asks whether to come in as the organiser of the intake.
async fn of_intake(app: &App, jar: CookieJar, token: &Token) -> Result<Response, Wrong> {
    let applications = app.applications().ok_or(Wrong::UnknownLink)?;
    let name = applications.intake().await?.name;
    let page = pages::JoinPage {
        contest: &name,
        whose: say!("way-intake-organiser"),
        name: reader::said(&say!("way-intake-organiser-name")),
        token: token.reveal(),
        suggestion: None,
        others: Vec::new(),
    };
    let session = sessions::joining_cookie(&Token::draw(), app.is_secure());
    Ok((jar.add(session), Html(pages::html(&page))).into_response())
}

/// The data sent with joining.
#[derive(Deserialize, Default)]
pub(super) struct Joining {
    /// A text for the draw; none from a client that contributes on its live connection.
    #[serde(default)]
    contribution: Option<String>,
}

/// Exchanges the link for a session, adds the contribution to the draw, and redirects to the participant's page. A
/// refused contribution does not stop anybody from joining: the page says whether one is still needed.
pub(super) async fn join(
    State(app): State<App>,
    jar: CookieJar,
    Path(token): Path<String>,
    form: Result<Form<Joining>, FormRejection>,
) -> Result<Response, Wrong> {
    let token = Token::from_text(&token).ok_or(Wrong::UnknownLink)?;
    let given = sessions::joining_of(&jar, app.is_secure());
    let session = match given {
        // A token that opened another seat already opens no second one.
        Some(given) if app.registry().session(given.hash()).await?.is_none() => given,
        _ => Token::draw(),
    };
    match app.registry().redeem(token.hash(), session.hash()).await? {
        Redeemed::Joined { contest, participant } => {
            let whose: Invited = participant.parse().map_err(|_| Wrong::UnknownLink)?;
            let who = whose.who();
            let contribution = form.ok().and_then(|Form(joining)| joining.contribution);
            if let (Some(place), Some(value)) = (app.place(&contest), contribution) {
                let _ = place.running.ask(who, Command::Contribute { matter: Matter::Draw, value }).await;
            }
            Ok(seated(&app, jar, &contest, who, &session))
        }
        Redeemed::UsedAlready => {
            let invitation = app.registry().look_up_invitation(token.hash()).await?.ok_or(Wrong::UnknownLink)?;
            let (contest, whose, _) = invitation;
            let who = whose.parse::<Invited>().map_err(|_| Wrong::UnknownLink)?.who();
            if let Some(seat) = owners_seat(&app, &jar, &contest, who).await? {
                return Ok(seat);
            }
            // The button was pressed twice, and the first answer has not arrived yet, or never does.
            let given = sessions::joining_of(&jar, app.is_secure()).ok_or(Wrong::UsedLink)?;
            match app.session_stands(&given, &contest, who).await? {
                true => Ok(seated(&app, jar, &contest, who, &given)),
                false => Err(Wrong::UsedLink),
            }
        }
        Redeemed::Unknown => Err(Wrong::UnknownLink),
    }
}

/// Redirects to the participant's page, with the session's cookie.
fn seated(app: &App, jar: CookieJar, contest: &str, who: Participant, session: &Token) -> Response {
    let jar = sessions::has_joined(jar, app.is_secure());
    let cookie = sessions::cookie(contest, who, session, app.is_secure());
    (jar.add(cookie), Redirect::to(&sessions::page_of(contest, who))).into_response()
}

/// Redirects the browser that holds the session of this seat to its page.
async fn owners_seat(app: &App, jar: &CookieJar, contest: &str, who: Participant) -> Result<Option<Response>, Wrong> {
    let Some(session) = sessions::session_of(jar, contest, who, app.is_secure()) else { return Ok(None) };
    let stands = app.session_stands(&session, contest, who).await?;
    Ok(stands.then(|| Redirect::to(&sessions::page_of(contest, who)).into_response()))
}

/// Asks for a code.
pub(super) async fn ask_for_code() -> Html<String> {
    Html(pages::html(&pages::CodePage { typed: "", notice: None }))
}

/// The typed text.
#[derive(Deserialize)]
pub(super) struct Typed {
    code: String,
}

/// From the code of a card to its link. The code of a used card leads to the same page as its link.
pub(super) async fn enter(
    State(app): State<App>,
    visitor: Option<Extension<Visitor>>,
    Form(Typed { code }): Form<Typed>,
) -> Result<Response, Wrong> {
    let typed = code.trim();
    let refused = |status: StatusCode, notice: Message| {
        // The typed text is shown again, for correction: the page is only for its reader, and is not cached.
        let typed = if typed.len() > TYPED_MAX { "" } else { typed };
        Ok((status, Html(pages::html(&pages::CodePage { typed, notice: Some(notice) }))).into_response())
    };
    let link = typed.rsplit_once("/join/").map_or(typed, |(_, token)| token);
    if let Some(token) = Token::from_text(link) {
        return Ok(to_link(&token));
    }
    let Some(code) = Code::typed(typed) else {
        return refused(StatusCode::UNPROCESSABLE_ENTITY, say!("way-code-none"));
    };
    let address = visitor.map_or(IpAddr::from([0, 0, 0, 0]), |Extension(visitor)| visitor.address());
    let Some(guess) = app.code_guesses().begin(address, app.elapsed()) else {
        return refused(StatusCode::TOO_MANY_REQUESTS, say!("way-code-too-often"));
    };
    match app.token_of(code).await? {
        Some(token) => {
            guess.right();
            Ok(to_link(&token))
        }
        None => refused(StatusCode::NOT_FOUND, say!("way-code-unknown")),
    }
}

fn to_link(token: &Token) -> Response {
    Redirect::to(&format!("/join/{}", token.reveal())).into_response()
}
