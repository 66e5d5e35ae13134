//! The public views: the programme, and the big screen with the reveal after the close.
//!
//! Clients poll the screen, and a tag tells them whether anything has changed. Before the close the tag depends only on
//! the public view, its form and its language, and is computed for every request: neither the content nor the timing of
//! an answer reveals activity in a conversation. After the close it depends on the step of the reveal and the length of
//! the record, so that a poll does not count the ballots again.
//!
//! Where the rules let the audience read along, the delayed view of a judge is on the screen, and in the tag.

use std::borrow::Cow;

use archive::reveal::Revealed;
use axum::{
    Json,
    extract::{Path, Query, State},
    http::{HeaderMap, HeaderName, StatusCode, header},
    response::{Html, IntoResponse, Response},
};
use contest::view::{audience::AudienceInterview, public::PublicScreen};
use rulebook::{Rulebook, Timestamp};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::answer::Wrong;
use crate::{app::App, hosted_contest::HostedContest, pages, reader, reveal, timetable::Course};

/// The contest's time, sent with every answer: a page without news sets its clock by it.
const CONTEST_TIME: HeaderName = HeaderName::from_static("contest-time");

/// The requested form of the screen.
#[derive(Debug, Deserialize)]
pub(super) struct Wanted {
    /// `light` or `dark`; for any other value the browser decides.
    #[serde(default)]
    colours: String,
}

/// The content of the screen, for programs.
#[derive(Debug, Serialize)]
struct ScreenContent {
    /// The time of the contest.
    now: Timestamp,
    /// The public view.
    #[serde(flatten)]
    screen: PublicScreen,
    /// The planned beginning of the next round; absent where it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    planned: Option<Timestamp>,
    /// The interview for reading along; absent where the rules forbid it, or there is no talk.
    #[serde(skip_serializing_if = "Option::is_none")]
    read: Option<AudienceInterview>,
    /// The step of the reveal; absent before the close.
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
        let views = place.running.views();
        let contest = views.room().contest().ok_or(Wrong::NotFound)?;
        let page = pages::ScreenPage {
            look: app.look(),
            id: place.running.id(),
            address: app.public_url(),
            screen: &shown.screen,
            planned: shown.planned,
            read: shown.read.as_ref(),
            reveal: shown.reveal.as_ref(),
            rulebook: &contest.rulebook,
            colours,
            zone: contest.zone,
            now: shown.now,
            pace: place.running.clock().pace_per_mille(),
        };
        Ok(Html(pages::html(&page)).into_response())
    })
    .await
}

/// The screen for programs.
pub(super) async fn json(
    State(app): State<App>,
    Path(contest): Path<String>,
    asked: HeaderMap,
) -> Result<Response, Wrong> {
    answer(&app, &contest, &asked, "json", own_texts, |shown, _| Ok(Json(shown).into_response())).await
}

/// The texts for programs: those of the rulebook itself.
fn own_texts(rulebook: &Rulebook) -> Cow<'_, Rulebook> {
    Cow::Borrowed(rulebook)
}

/// Answers with the content, using these texts of the rulebook, or with the notice that it has not changed.
async fn answer(
    app: &App,
    contest: &str,
    asked: &HeaderMap,
    form: &str,
    texts: fn(&Rulebook) -> Cow<'_, Rulebook>,
    render: impl FnOnce(&ScreenContent, &HostedContest) -> Result<Response, Wrong>,
) -> Result<Response, Wrong> {
    let place = app.place(contest).ok_or(Wrong::NotFound)?;
    let step = reveal::step(app, &place).await?;
    let begins = place.file().begins;
    let now = place.running.clock().now();
    let (screen, planned, read, facts) = {
        let views = place.running.views();
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
        let views = place.running.views();
        views.room().contest().and_then(|contest| Revealed::at(contest, &texts(&contest.rulebook), step))
    };
    Ok((headers, render(&ScreenContent { now, screen, planned, read, reveal }, &place)?).into_response())
}

/// The programme.
pub(super) async fn programme(State(app): State<App>, Path(contest): Path<String>) -> Result<Html<String>, Wrong> {
    let place = app.place(&contest).ok_or(Wrong::NotFound)?;
    let begins = place.file().begins;
    let now = place.running.clock().now();
    let views = place.running.views();
    let contest = views.room().contest().ok_or(Wrong::NotFound)?;
    Ok(Html(pages::html(&pages::ProgrammePage {
        look: app.look(),
        id: place.running.id(),
        course: begins.and_then(|begins| Course::expected_of(contest, views.timeline(), begins, now)),
        begins,
        rulebook: reader::texts(&contest.rulebook),
        contest,
    })))
}
