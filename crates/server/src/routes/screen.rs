//! What a public sees: the programme, and the screen of a lecture hall with the reveal after the close.
//!
//! The screen is asked for again and again, and says by a tag whether anything has changed. Before the close the tag comes from
//! what everybody may see, in which form and language, and from nothing else, and is computed anew for everybody who asks: no answer tells, by what it says or
//! by how soon it comes, that anything went on in a conversation. After the close it comes from the step of the reveal and the
//! length of the record, so that whoever asks makes nobody count the ballots again.
//!
//! Where the rules let a hall read along, what its judge saw some time ago is on the screen, and in the tag.

use std::borrow::Cow;

use axum::{
    Json,
    extract::{Path, Query, State},
    http::{HeaderMap, HeaderName, StatusCode, header},
    response::{Html, IntoResponse, Response},
};
use contest::{
    reveal::Revealed,
    view::{hall::HallInterview, public::PublicScreen},
};
use rulebook::{Rulebook, Timestamp};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::answer::Wrong;
use crate::{app::App, pages, place::Place, reader, reveal, timetable::Course};

/// The time of the contest, beside every answer: a page that is told that nothing has changed sets its clock by it.
const CONTEST_TIME: HeaderName = HeaderName::from_static("contest-time");

/// What the screen was asked for.
#[derive(Debug, Deserialize)]
pub(super) struct Wanted {
    /// `light` or `dark`; whatever else is written, the browser decides.
    #[serde(default)]
    colours: String,
}

/// What a screen shows, for programs.
#[derive(Debug, Serialize)]
struct Shown {
    /// The time of the contest.
    now: Timestamp,
    /// Where it is.
    #[serde(flatten)]
    screen: PublicScreen,
    /// When the next round is planned to begin; absent where nobody said so.
    #[serde(skip_serializing_if = "Option::is_none")]
    planned: Option<Timestamp>,
    /// The interview that is read along; absent where the rules let nobody read, or nobody talks.
    #[serde(skip_serializing_if = "Option::is_none")]
    read: Option<HallInterview>,
    /// What the reveal shows; absent before the close.
    #[serde(skip_serializing_if = "Option::is_none")]
    reveal: Option<Revealed>,
}

/// The screen.
pub(super) async fn page(
    State(app): State<App>,
    Path(contest): Path<String>,
    Query(Wanted { colours }): Query<Wanted>,
    asked: HeaderMap,
) -> Result<Response, Wrong> {
    let colours = ["light", "dark"].into_iter().find(|known| *known == colours);
    let form = format!("{} in {}", colours.unwrap_or("page"), reader::current().language.tag());
    answer(&app, &contest, &asked, &form, reader::texts, |shown, place| {
        let views = place.hall.views();
        let rulebook = &views.room().contest().ok_or(Wrong::NotFound)?.rulebook;
        let page = pages::ScreenPage {
            look: app.look(),
            id: place.hall.id(),
            address: app.public_url(),
            screen: &shown.screen,
            planned: shown.planned,
            read: shown.read.as_ref(),
            reveal: shown.reveal.as_ref(),
            rulebook,
            colours,
            now: shown.now,
            pace: place.hall.clock().pace_per_mille(),
        };
        Ok(Html(pages::html(&page)).into_response())
    })
    .await
}

/// The same for programs.
pub(super) async fn json(
    State(app): State<App>,
    Path(contest): Path<String>,
    asked: HeaderMap,
) -> Result<Response, Wrong> {
    answer(&app, &contest, &asked, "json", own_texts, |shown, _| Ok(Json(shown).into_response())).await
}

/// What programs are given: a rulebook as it is.
fn own_texts(rulebook: &Rulebook) -> Cow<'_, Rulebook> {
    Cow::Borrowed(rulebook)
}

/// Answers with what is shown, in these texts of the rulebook, or that it has not changed.
async fn answer(
    app: &App,
    contest: &str,
    asked: &HeaderMap,
    form: &str,
    texts: fn(&Rulebook) -> Cow<'_, Rulebook>,
    render: impl FnOnce(&Shown, &Place) -> Result<Response, Wrong>,
) -> Result<Response, Wrong> {
    let place = app.place(contest).ok_or(Wrong::NotFound)?;
    let step = reveal::step(app, &place).await?;
    let begins = place.file().begins;
    let now = place.hall.clock().now();
    let (screen, planned, read, facts) = {
        let views = place.hall.views();
        let contest = views.room().contest().ok_or(Wrong::NotFound)?;
        let course = begins.and_then(|begins| Course::expected_of(contest, views.timeline(), begins, now));
        let screen = PublicScreen::of(contest);
        let next = course.and_then(|course| course.rounds.into_iter().find(|round| round.began.is_none()));
        let is_next = |next: &crate::timetable::Planned| screen.round.is_none_or(|round| next.round >= round);
        (
            screen.clone(),
            next.filter(is_next).map(|next| next.planned),
            views.hall(now),
            contest.is_closed().then(|| views.room().facts()),
        )
    };
    let seen = serde_json::to_vec(&(
        &screen,
        planned,
        &read,
        facts.map(|facts| (facts, step)),
        form,
        env!("CARGO_PKG_VERSION"),
    ))
    .expect("what everybody sees is JSON");
    let tag = format!("\"{}\"", hex::encode(&Sha256::digest(&seen)[..8]));
    let is_known = asked.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let headers =
        [(header::ETAG, tag), (header::CACHE_CONTROL, "no-cache".to_owned()), (CONTEST_TIME, now.to_string())];
    if is_known {
        return Ok((StatusCode::NOT_MODIFIED, headers).into_response());
    }
    let reveal = {
        let views = place.hall.views();
        views.room().contest().and_then(|contest| Revealed::at(contest, &texts(&contest.rulebook), step))
    };
    Ok((headers, render(&Shown { now, screen, planned, read, reveal }, &place)?).into_response())
}

/// The programme.
pub(super) async fn programme(State(app): State<App>, Path(contest): Path<String>) -> Result<Html<String>, Wrong> {
    let place = app.place(&contest).ok_or(Wrong::NotFound)?;
    let begins = place.file().begins;
    let now = place.hall.clock().now();
    let views = place.hall.views();
    let contest = views.room().contest().ok_or(Wrong::NotFound)?;
    Ok(Html(pages::html(&pages::ProgrammePage {
        look: app.look(),
        id: place.hall.id(),
        course: begins.and_then(|begins| Course::expected_of(contest, views.timeline(), begins, now)),
        begins,
        rulebook: reader::texts(&contest.rulebook),
        contest,
    })))
}
