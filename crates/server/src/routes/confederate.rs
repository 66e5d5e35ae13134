//! A confederate's page and what its forms do without a script.

use axum::{
    Form,
    response::{Html, Response},
};
use contest::Command;
use rulebook::RoundNumber;
use serde::Deserialize;

pub(super) use super::seated::live;
use super::{answer::Wrong, judge::Ready, say, seated::Seated};
use crate::{hall::NotDone, pages};

/// The page.
pub(super) async fn page(seated: Seated) -> Result<Html<String>, Wrong> {
    Ok(Html(render(&seated, None)?))
}

/// The form that says a line.
#[derive(Deserialize)]
pub(super) struct Say {
    round: RoundNumber,
    #[serde(default)]
    text: String,
}

/// Says a line.
pub(super) async fn say(seated: Seated, Form(form): Form<Say>) -> Result<Response, Wrong> {
    let outcome = say::line(&seated, form.round, None, &form.text).await;
    answer(&seated, outcome)
}

/// Says that the confederate is in place.
pub(super) async fn ready(seated: Seated, Form(form): Form<Ready>) -> Result<Response, Wrong> {
    let outcome = seated.place.hall.ask(seated.who, Command::Ready(form.ready)).await;
    answer(&seated, outcome)
}

fn answer(seated: &Seated, outcome: Result<(), NotDone>) -> Result<Response, Wrong> {
    seated.answer(outcome, |why| render(seated, Some(why)))
}

fn render(seated: &Seated, notice: Option<&str>) -> Result<String, Wrong> {
    let views = seated.place.hall.views();
    let feed = views.witness(seated.who).ok_or(Wrong::NotFound)?;
    let contest = views.room().contest().ok_or(Wrong::NotFound)?;
    let desk = seated.desk(contest, feed.screen.stage.clone(), feed.latest(), notice);
    Ok(pages::html(&pages::ConfederatePage { desk, screen: &feed.screen }))
}
