//! The organisers' page about access: open sessions and their end, further organisers, passwords. And the login by
//! password.

use std::net::IpAddr;

use axum::{
    Extension, Form,
    extract::{Path, State},
    http::StatusCode,
    response::{Html, IntoResponse, Redirect, Response},
};
use axum_extra::extract::CookieJar;
use language::{Message, Say};
use rulebook::{Participant, Timestamp};
use serde::Deserialize;
use store::{InvitationRow, OrganiserRow};

use super::{answer::Wrong, cards, organiser::only_organiser, seated::Seated, visitor};
use crate::{
    access_token::{self, KnownToken, May, NotMade},
    app::App,
    connections::Visitor,
    deeds::{self, OrganiserDeed},
    hosted_contest::HostedContest,
    invited::{Invited, ORGANISERS_MAX},
    organisers::{self, PasswordNotSet},
    pages::{self, AccessPage, DeedLine, LoginPage, OrganiserLine, PasskeyLine, SessionLine, TokenLine},
    passwords,
    sessions::{self, Token},
};

/// The longest name of an organiser, in characters.
const NAME_MAX: usize = 100;

/// The most deeds that are shown.
const DEEDS_MAX: u32 = 50;

/// The page.
pub(super) async fn page(seated: Seated) -> Result<Response, Wrong> {
    only_organiser(&seated)?;
    render(&seated, None, None).await
}

/// The session to end.
#[derive(Deserialize)]
pub(super) struct End {
    session: String,
    #[serde(default)]
    yes: bool,
}

/// Ends a session after confirmation. A session that has ended already causes no error.
pub(super) async fn end(seated: Seated, Form(End { session, yes }): Form<End>) -> Result<Response, Wrong> {
    only_organiser(&seated)?;
    let contest = seated.place.running.id();
    let invitations = seated.app.registry().invitations(contest).await?;
    let Some((whose, hash)) = find_session(&invitations, &session) else { return back(contest) };
    let name = visitor::name(&seated.app, &seated.place, whose).await?;
    if yes {
        seated.app.end_session(contest, hash).await?;
        seated.note(OrganiserDeed::EndedSession { whose: whose.to_string(), name }).await;
        return back(contest);
    }
    let out = match whose.who() {
        Participant::Organiser => say!("access-end-session-back-organiser"),
        Participant::Judge(_) | Participant::Confederate(_) | Participant::Entry(_) | Participant::Referee(_) => {
            say!("access-end-session-back")
        }
    };
    let own = hash == seated.session_hash();
    let page = pages::ConfirmPage {
        contest: &seated.place.file().name,
        title: say!("access-end-session-sure", who = whose.message(), name = name),
        sentences: vec![
            if own { say!("access-end-session-own") } else { say!("access-end-session-closes") },
            out,
            say!("access-end-session-stays"),
        ],
        action: format!("/{contest}/organiser/access/end"),
        fields: vec![("session", session), ("yes", "true".to_owned())],
        button: say!("access-end-session-button"),
        back: format!("/{contest}/organiser/access"),
    };
    Ok(Html(pages::html(&page)).into_response())
}

/// The owner of the session with this id, and its hash.
fn find_session(invitations: &[InvitationRow], id: &str) -> Option<(Invited, [u8; 32])> {
    invitations.iter().find_map(|invitation| {
        let session = invitation.sessions.iter().find(|session| hex::encode(session.session_hash) == id)?;
        Some((invitation.participant.parse().ok()?, session.session_hash))
    })
}

/// A further organiser.
#[derive(Deserialize)]
pub(super) struct Add {
    name: String,
}

/// Adds an organiser and shows the card. An existing organiser is not added twice.
pub(super) async fn add(seated: Seated, Form(Add { name }): Form<Add>) -> Result<Response, Wrong> {
    only_organiser(&seated)?;
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() || name.chars().count() > NAME_MAX || name.chars().any(char::is_control) {
        return refused(&seated, &say!("access-bad-name")).await;
    }
    let contest = seated.place.running.id();
    let guard = seated.app.one_at_a_time().await;
    let known = organisers::all(&seated.app, &seated.place).await?;
    if known.iter().any(|(_, row)| organisers::is_called(row, &name)) {
        return refused(&seated, &say!("access-organiser-known")).await;
    }
    let free = (2..=ORGANISERS_MAX).map(Invited::organiser).find(|free| known.iter().all(|(whose, _)| whose != free));
    let Some(whose) = free else {
        return refused(&seated, &say!("access-organisers-too-many")).await;
    };
    let row = OrganiserRow { participant: whose.to_string(), name: name.clone(), password: String::new() };
    seated.app.registry().keep_organiser(contest, row).await?;
    let card = seated.app.new_card(contest, whose).await?;
    drop(guard);
    seated.note(OrganiserDeed::AddedOrganiser { name: name.clone() }).await;
    Ok(cards::page(&seated, vec![cards::on_paper(&seated, whose, name, &card)], Vec::new()))
}

/// The organiser to remove.
#[derive(Deserialize)]
pub(super) struct Remove {
    organiser: String,
    #[serde(default)]
    yes: bool,
}

/// Removes an organiser after confirmation.
pub(super) async fn remove(seated: Seated, Form(Remove { organiser, yes }): Form<Remove>) -> Result<Response, Wrong> {
    only_organiser(&seated)?;
    let contest = seated.place.running.id();
    let known = organisers::all(&seated.app, &seated.place).await?;
    let Some((whose, row)) = known.into_iter().find(|(whose, _)| whose.to_string() == organiser) else {
        return back(contest);
    };
    if whose.number() == 1 || whose == seated.whose {
        return refused(&seated, &say!("access-organiser-stays")).await;
    }
    if yes {
        seated.app.forget_organiser(contest, &organiser).await?;
        seated.note(OrganiserDeed::RemovedOrganiser { name: row.name }).await;
        return back(contest);
    }
    let page = pages::ConfirmPage {
        contest: &seated.place.file().name,
        title: say!("access-remove-organiser-sure", name = row.name),
        sentences: vec![say!("access-remove-organiser-ends"), say!("access-remove-organiser-stays")],
        action: format!("/{contest}/organiser/access/remove"),
        fields: vec![("organiser", organiser), ("yes", "true".to_owned())],
        button: say!("access-remove-button"),
        back: format!("/{contest}/organiser/access"),
    };
    Ok(Html(pages::html(&page)).into_response())
}

/// A token for a program.
#[derive(Deserialize)]
pub(super) struct NewToken {
    name: String,
    may: May,
}

/// Makes a token, and shows it this once.
pub(super) async fn make_token(
    seated: Seated,
    Form(NewToken { name, may }): Form<NewToken>,
) -> Result<Response, Wrong> {
    only_organiser(&seated)?;
    match access_token::make(&seated.app, seated.place.running.id(), &name, may).await {
        Ok(token) => {
            seated.note(OrganiserDeed::MadeToken { name: name.clone() }).await;
            render(&seated, None, Some((&name, token.reveal()))).await
        }
        Err(NotMade::Store(failure)) => Err(failure.into()),
        Err(why) => refused(&seated, &why.message()).await,
    }
}

/// The token to end.
#[derive(Deserialize)]
pub(super) struct EndToken {
    token: String,
    #[serde(default)]
    yes: bool,
}

/// Ends a token after confirmation.
pub(super) async fn end_token(
    seated: Seated,
    Form(EndToken { token, yes }): Form<EndToken>,
) -> Result<Response, Wrong> {
    only_organiser(&seated)?;
    let contest = seated.place.running.id();
    let known = access_token::all(&seated.app, contest).await?;
    let Some(known) = known.into_iter().find(|known| known.token.to_string() == token) else { return back(contest) };
    if yes {
        seated.app.registry().forget_access_token(contest, known.token.number).await?;
        seated.note(OrganiserDeed::EndedToken { name: known.name }).await;
        return back(contest);
    }
    let page = pages::ConfirmPage {
        contest: &seated.place.file().name,
        title: say!("access-end-token-sure", name = known.name),
        sentences: vec![say!("access-end-token-ends")],
        action: format!("/{contest}/organiser/access/token/end"),
        fields: vec![("token", token), ("yes", "true".to_owned())],
        button: say!("access-end-token-button"),
        back: format!("/{contest}/organiser/access"),
    };
    Ok(Html(pages::html(&page)).into_response())
}

/// A new password.
#[derive(Deserialize)]
pub(super) struct Password {
    password: String,
}

/// Sets the organiser's own password, and ends their other sessions.
pub(super) async fn password(seated: Seated, Form(Password { password }): Form<Password>) -> Result<Response, Wrong> {
    only_organiser(&seated)?;
    let (app, place) = (&seated.app, &seated.place);
    match organisers::set_password(app, place, seated.whose, &password, Some(seated.session_hash())).await {
        Ok(()) => {}
        Err(PasswordNotSet::Store(failure)) => return Err(failure.into()),
        Err(why) => return refused(&seated, &why.message()).await,
    }
    seated.note(OrganiserDeed::SetPassword {}).await;
    back(seated.place.running.id())
}

/// Asks for name and password.
pub(super) async fn ask(State(app): State<App>, Path(contest): Path<String>) -> Result<Html<String>, Wrong> {
    let place = app.place(&contest).ok_or(Wrong::NotFound)?;
    let page = LoginPage {
        contest: &contest,
        name: &place.file().name,
        who: "",
        notice: None,
        passkeys: takes_passkeys(&app),
    };
    Ok(Html(pages::html(&page)))
}

/// The login of a would-be organiser.
#[derive(Deserialize)]
pub(super) struct Login {
    name: String,
    password: String,
}

/// Opens a session for an organiser with the right password. Wrong names and wrong passwords get the same answer.
pub(super) async fn login(
    State(app): State<App>,
    jar: CookieJar,
    visitor: Option<Extension<Visitor>>,
    Path(contest): Path<String>,
    Form(Login { name, password }): Form<Login>,
) -> Result<Response, Wrong> {
    let place = app.place(&contest).ok_or(Wrong::NotFound)?;
    let refused = |status: StatusCode, why: Message| {
        let passkeys = takes_passkeys(&app);
        let notice = Some(why);
        let page = LoginPage { contest: &contest, name: &place.file().name, who: &name, notice, passkeys };
        Ok((status, Html(pages::html(&page))).into_response())
    };
    let address = address_of(visitor.as_deref());
    let Some(guess) = app.password_guesses().begin(address, app.elapsed()) else {
        return refused(StatusCode::TOO_MANY_REQUESTS, say!("access-login-too-many"));
    };
    let known = organisers::all(&app, &place).await?.into_iter().find(|(_, row)| organisers::is_called(row, &name));
    let kept = known.as_ref().map_or("", |(_, row)| &row.password);
    let is_right = password.len() <= passwords::MOST && app.passwords().is_right(&password, kept).await;
    let Some((whose, row)) = known.filter(|_| is_right) else {
        return refused(StatusCode::FORBIDDEN, say!("access-login-wrong"));
    };
    guess.right();
    let session = Token::draw();
    if !app.registry().open_session(&contest, &whose.to_string(), session.hash()).await? {
        return refused(StatusCode::FORBIDDEN, say!("access-login-wrong"));
    }
    app.note(&contest, row.name, &OrganiserDeed::LoggedIn {}).await;
    let cookie = sessions::cookie(&contest, Participant::Organiser, &session, app.is_secure());
    let to = sessions::page_of(&contest, Participant::Organiser);
    Ok((jar.add(cookie), Redirect::to(&to)).into_response())
}

/// True when organisers can log in by passkey here.
#[cfg(feature = "passkeys")]
fn takes_passkeys(app: &App) -> bool {
    app.passkeys().is_some()
}

/// True when organisers can log in by passkey here.
#[cfg(not(feature = "passkeys"))]
fn takes_passkeys(_: &App) -> bool {
    false
}

/// The passkeys of a contest, as the page lists them.
#[cfg(feature = "passkeys")]
async fn passkeys(app: &App, place: &HostedContest) -> Result<Vec<PasskeyLine>, Wrong> {
    let mut lines = Vec::new();
    for known in crate::passkeys::all(app, place.running.id()).await? {
        let whose = visitor::name(app, place, known.id.whose).await?;
        lines.push(PasskeyLine { id: known.id.to_string(), name: known.name, whose, since: known.since });
    }
    Ok(lines)
}

/// The passkeys of a contest, as the page lists them.
#[cfg(not(feature = "passkeys"))]
#[expect(clippy::unused_async, reason = "as the one that is built with the feature")]
async fn passkeys(_: &App, _: &HostedContest) -> Result<Vec<PasskeyLine>, Wrong> {
    Ok(Vec::new())
}

/// The client's address.
pub(super) fn address_of(visitor: Option<&Visitor>) -> IpAddr {
    visitor.map_or(IpAddr::from([0, 0, 0, 0]), Visitor::address)
}

pub(super) fn back(contest: &str) -> Result<Response, Wrong> {
    Ok(Redirect::to(&format!("/{contest}/organiser/access")).into_response())
}

/// The page again, with the reason for the refusal.
async fn refused(seated: &Seated, why: &Message) -> Result<Response, Wrong> {
    render(seated, Some(why), None).await
}

/// The page: with the reason for a refusal, or with the name and the text of a new token.
async fn render(seated: &Seated, notice: Option<&Message>, made: Option<(&str, &str)>) -> Result<Response, Wrong> {
    let (app, place) = (&seated.app, &seated.place);
    let contest = place.running.id();
    let rows = app.registry().invitations(contest).await?;
    let token = |known: KnownToken| TokenLine {
        id: known.token.to_string(),
        acts: known.token.may == May::Act,
        seen: known.seen,
        name: known.name,
    };
    let tokens = access_token::all(app, contest).await?.into_iter().map(token).collect();
    let mut invitations: Vec<(Invited, InvitationRow)> =
        rows.into_iter().filter_map(|row| Some((row.participant.parse().ok()?, row))).collect();
    invitations.sort_by_key(|(whose, _)| *whose);
    let mut sessions = Vec::new();
    for (whose, invitation) in &invitations {
        let name = visitor::name(app, place, *whose).await?;
        sessions.extend(invitation.sessions.iter().map(|session| SessionLine {
            id: hex::encode(session.session_hash),
            whose: whose.message(),
            name: name.clone(),
            since: session.since.map(Timestamp::from_millis),
            seen: session.seen.map(Timestamp::from_millis),
            is_own: session.session_hash == seated.session_hash(),
        }));
    }
    let used = |of: &Invited| invitations.iter().any(|(whose, row)| whose == of && row.used);
    let organisers = organisers::all(app, place).await?;
    let deeds = app.registry().deeds(contest, DEEDS_MAX).await?.into_iter();
    let own = organisers.iter().find(|(whose, _)| *whose == seated.whose);
    let page = AccessPage {
        contest,
        name: &place.file().name,
        zone: place.file().zone,
        own: own.map(|(_, row)| row.name.clone()).unwrap_or_default(),
        has_password: own.is_some_and(|(_, row)| !row.password.is_empty()),
        notice,
        sessions,
        organisers: organisers
            .iter()
            .map(|(whose, row)| OrganiserLine {
                whose: whose.to_string(),
                name: row.name.clone(),
                joined: used(whose),
                has_password: !row.password.is_empty(),
                may_go: whose.number() > 1 && *whose != seated.whose,
            })
            .collect(),
        deeds: deeds
            .map(|deed| DeedLine { at: Timestamp::from_millis(deed.at), who: deed.who, what: deeds::told(&deed.what) })
            .collect(),
        least: passwords::LEAST,
        tokens,
        takes_passkeys: takes_passkeys(app),
        passkeys: passkeys(app, place).await?,
        made,
    };
    let status = if notice.is_some() { StatusCode::CONFLICT } else { StatusCode::OK };
    Ok((status, Html(pages::html(&page))).into_response())
}
