//! The addresses of the page: the conversation, the judge's message, the end.

use std::{sync::Arc, time::Duration};

use axum::{
    Router,
    extract::{DefaultBodyLimit, Form, Query, State, rejection::FormRejection},
    http::StatusCode,
    middleware,
    response::{Html, IntoResponse, Redirect, Response},
    routing::{get, post},
};
use axum_extra::extract::cookie::CookieJar;
use serde::Deserialize;

use super::{
    page::{ConversationPage, NoConversationPage},
    places::{NoPlace, Places},
    sitting::RunningConversation,
};
use crate::{
    pages,
    routes::{asset, guard},
};

/// The longest wait of a page for the answer, in real time.
const ANSWER: Duration = Duration::from_secs(45);

/// The longest wait of the first page for the entry, which may begin.
const OPENING: Duration = Duration::from_secs(20);

/// The largest body of a form, in bytes.
const FORM_MAX: usize = 16 * 1024;

#[derive(Deserialize)]
struct PageQuery {
    /// The judge's number.
    judge: Option<u16>,
    /// Present to wait for the answer.
    wait: Option<String>,
}

#[derive(Deserialize)]
struct PageMessage {
    words: String,
}

pub(super) fn router(places: Arc<Places>) -> Router {
    Router::new()
        .route("/", get(conversation))
        .route("/say", post(say))
        .route("/end", post(end))
        .route("/over", get(over))
        .route("/assets/{name}", get(asset))
        .fallback(nothing)
        .layer(DefaultBodyLimit::max(FORM_MAX))
        .layer(middleware::from_fn(guard::same_origin))
        .layer(middleware::from_fn(guard::headers))
        .with_state(places)
}

/// The conversation of this browser, a new one if it has none.
async fn conversation(
    State(places): State<Arc<Places>>,
    cookies: CookieJar,
    asked: Result<Query<PageQuery>, axum::extract::rejection::QueryRejection>,
) -> Response {
    let Ok(Query(asked)) = asked else { return refused(&places, NoPlace::NoSuch) };
    if let Some(sitting) = places.of(&cookies) {
        sitting.look();
        if asked.wait.is_some() {
            sitting.screen_when(|screen| !screen.waits, ANSWER).await;
        }
        return shown(&places, &sitting, None, "");
    }
    match places.open(asked.judge) {
        Ok((sitting, cookie)) => {
            sitting.screen_when(|screen| screen.opened, OPENING).await;
            (cookies.add(cookie), shown(&places, &sitting, None, "")).into_response()
        }
        Err(none) => refused(&places, none),
    }
}

/// Sends the judge's message, and shows the conversation when it is answered.
async fn say(
    State(places): State<Arc<Places>>,
    cookies: CookieJar,
    words: Result<Form<PageMessage>, FormRejection>,
) -> Response {
    let Some(sitting) = places.of(&cookies) else {
        let text = "Your words were not passed on: the conversation was over, or this browser keeps no cookies.";
        return message(&places, StatusCode::GONE, "There is no conversation here", text, "Begin a conversation");
    };
    let words = match words {
        Ok(Form(PageMessage { words })) => words,
        Err(rejection) => {
            let status = rejection.status();
            let notice = "That did not arrive as it should. Please write it again.".to_owned();
            return (status, shown(&places, &sitting, Some(notice), "")).into_response();
        }
    };
    if let Err(refusal) = sitting.say(words.clone()).await {
        let page = shown(&places, &sitting, Some(refusal.to_string()), &words);
        return (StatusCode::UNPROCESSABLE_ENTITY, page).into_response();
    }
    sitting.screen_when(|screen| !screen.waits, ANSWER).await;
    Redirect::to("/").into_response()
}

async fn end(State(places): State<Arc<Places>>, cookies: CookieJar) -> Redirect {
    if let Some(sitting) = places.of(&cookies) {
        sitting.end().await;
    }
    Redirect::to("/over")
}

async fn over(State(places): State<Arc<Places>>) -> Response {
    message(&places, StatusCode::OK, "The conversation is over", "Thank you.", "Begin another")
}

async fn nothing(State(places): State<Arc<Places>>) -> Response {
    let text = "There is no page at this address.";
    message(&places, StatusCode::NOT_FOUND, "Nothing here", text, "Go to the conversation")
}

fn shown(places: &Places, sitting: &RunningConversation, notice: Option<String>, words: &str) -> Response {
    let screen = sitting.screen();
    Html(pages::html(&ConversationPage { title: &places.settings.title, screen: &screen, notice, words }))
        .into_response()
}

fn refused(places: &Places, none: NoPlace) -> Response {
    let (status, text) = match none {
        NoPlace::Full => (StatusCode::SERVICE_UNAVAILABLE, "Every place is taken. Please try again later."),
        NoPlace::Taken => (StatusCode::CONFLICT, "Somebody else sits in this judge's place. Please call for help."),
        NoPlace::NoSuch => (StatusCode::NOT_FOUND, "There is no judge of this number. Please check the address."),
    };
    message(places, status, "There is no place for you", text, "Try again")
}

fn message(places: &Places, status: StatusCode, heading: &str, text: &str, way_on: &str) -> Response {
    let page = NoConversationPage { title: &places.settings.title, heading, text, way_on };
    (status, Html(pages::html(&page))).into_response()
}
