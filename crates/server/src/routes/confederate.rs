//! A confederate's page and its forms without a script.

use axum::{
    Form,
    response::{Html, Response},
};
use contest::Command;

pub(super) use super::seated::{by_requests, live};
use super::{
    answer::Wrong,
    judge::{Contribution, Ready},
    say,
    seated::Seated,
};
use crate::pages::{self, Attempt};

/// The page.
pub(super) async fn page(seated: Seated) -> Result<Html<String>, Wrong> {
    let page = render(&seated, None, None)?;
    seated.place.reads(seated.who);
    Ok(Html(page))
}

/// Sends a message.
pub(super) async fn say(seated: Seated, Form(form): Form<say::MessageForm>) -> Result<Response, Wrong> {
    let outcome = say::say(&seated, &form).await;
    let attempt = say::attempt(&seated, form);
    seated.answer(outcome, |why| render(&seated, Some(why), attempt.as_ref()))
}

/// Adds a text to a draw.
pub(super) async fn contribute(seated: Seated, Form(form): Form<Contribution>) -> Result<Response, Wrong> {
    let Contribution { matter, value } = form;
    let outcome = seated.place.running.ask(seated.who, Command::Contribute { matter, value }).await;
    seated.answer(outcome, |why| render(&seated, Some(why), None))
}

/// Sets the confederate's readiness.
pub(super) async fn ready(seated: Seated, Form(form): Form<Ready>) -> Result<Response, Wrong> {
    let outcome = seated.place.running.ask(seated.who, Command::Ready(form.ready)).await;
    seated.answer(outcome, |why| render(&seated, Some(why), None))
}

fn render(seated: &Seated, notice: Option<&str>, attempt: Option<&Attempt>) -> Result<String, Wrong> {
    let views = seated.place.running.views();
    let feed = views.witness(seated.who).ok_or(Wrong::NotFound)?;
    let contest = views.room().contest().ok_or(Wrong::NotFound)?;
    let desk = seated.desk(contest, feed.screen.stage.clone(), feed.latest(), (notice, attempt));
    Ok(pages::html(&pages::ConfederatePage { desk, screen: &feed.screen }))
}
