//! From a join link to a session. Looking at a link does not use it up, so that previews of messages do no harm.

use axum::{
    extract::{Path, State},
    response::{Html, IntoResponse, Redirect, Response},
};
use axum_extra::extract::CookieJar;
use rulebook::Participant;
use store::Redeemed;

use super::answer::Wrong;
use crate::{
    app::App,
    pages,
    sessions::{self, Token},
};

/// Asks whether to join.
pub(super) async fn ask(State(app): State<App>, Path(token): Path<String>) -> Result<Html<String>, Wrong> {
    let token = Token::from_text(&token).ok_or(Wrong::UnknownLink)?;
    let (contest, who, used) = app.registry().look_up_invitation(token.hash()).await?.ok_or(Wrong::UnknownLink)?;
    if used {
        return Err(Wrong::UsedLink);
    }
    let place = app.place(&contest).ok_or(Wrong::UnknownLink)?;
    let who: Participant = who.parse().map_err(|_| Wrong::UnknownLink)?;
    Ok(Html(pages::html(&pages::JoinPage::of(&place.file, who, token.reveal()))))
}

/// Exchanges the link for a session and goes to the participant's page.
pub(super) async fn join(State(app): State<App>, jar: CookieJar, Path(token): Path<String>) -> Result<Response, Wrong> {
    let token = Token::from_text(&token).ok_or(Wrong::UnknownLink)?;
    let session = Token::draw();
    match app.registry().redeem(token.hash(), session.hash()).await? {
        Redeemed::Joined { contest, participant } => {
            let who: Participant = participant.parse().map_err(|_| Wrong::UnknownLink)?;
            let cookie = sessions::cookie(&contest, who, &session, app.is_secure());
            Ok((jar.add(cookie), Redirect::to(&sessions::page_of(&contest, who))).into_response())
        }
        Redeemed::UsedAlready => Err(Wrong::UsedLink),
        Redeemed::Unknown => Err(Wrong::UnknownLink),
    }
}
