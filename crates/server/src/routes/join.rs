//! From a join link to a session. Looking at a link does not use it up, so that previews of messages do no harm.

use axum::{
    Form,
    extract::{Path, State, rejection::FormRejection},
    response::{Html, IntoResponse, Redirect, Response},
};
use axum_extra::extract::CookieJar;
use contest::{Command, seed::Matter};
use rulebook::Participant;
use serde::Deserialize;
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
    let contributes = place.hall.views().room().contest().is_some_and(|c| c.asks_for_contribution(who).is_some());
    let suggestion = contributes.then(Token::draw);
    Ok(Html(pages::html(&pages::JoinPage::of(&place.file, who, token.reveal(), suggestion.as_ref()))))
}

/// What comes with joining.
#[derive(Deserialize, Default)]
pub(super) struct Joining {
    /// A text for the draw; none from a client that contributes on its live connection.
    #[serde(default)]
    contribution: Option<String>,
}

/// Exchanges the link for a session, adds the contribution that came with it to the draw, and goes to the participant's
/// page. A contribution that is not taken keeps nobody out: the page says whether one is asked for still.
pub(super) async fn join(
    State(app): State<App>,
    jar: CookieJar,
    Path(token): Path<String>,
    form: Result<Form<Joining>, FormRejection>,
) -> Result<Response, Wrong> {
    let token = Token::from_text(&token).ok_or(Wrong::UnknownLink)?;
    let session = Token::draw();
    match app.registry().redeem(token.hash(), session.hash()).await? {
        Redeemed::Joined { contest, participant } => {
            let who: Participant = participant.parse().map_err(|_| Wrong::UnknownLink)?;
            let contribution = form.ok().and_then(|Form(joining)| joining.contribution);
            if let (Some(place), Some(value)) = (app.place(&contest), contribution) {
                let _ = place.hall.ask(who, Command::Contribute { matter: Matter::Draw, value }).await;
            }
            let cookie = sessions::cookie(&contest, who, &session, app.is_secure());
            Ok((jar.add(cookie), Redirect::to(&sessions::page_of(&contest, who))).into_response())
        }
        Redeemed::UsedAlready => Err(Wrong::UsedLink),
        Redeemed::Unknown => Err(Wrong::UnknownLink),
    }
}
