//! What everybody may see: the front page, and after the end results, transcripts and the record.

use std::io;

use axum::{
    Json,
    body::Body,
    extract::{Path, State},
    http::{HeaderMap, StatusCode, header},
    response::{Html, IntoResponse, Response},
};
use axum_extra::extract::CookieJar;
use contest::{contest::Phase, result::Report};
use futures_util::Stream;
use rulebook::{ConversationId, InterviewId};
use sha2::{Digest, Sha256};
use tokio::io::AsyncReadExt;

use super::{answer::Wrong, visitor};
use crate::{app::App, assets, bundle, pages};

/// The front page, with the way to one's own seats.
pub(super) async fn home(State(app): State<App>, jar: CookieJar) -> Result<Html<String>, Wrong> {
    let seats = visitor::seats(&app, &jar, None).await?;
    let contests = app.places().iter().map(|place| (place.hall.id().to_owned(), place.file().name.clone())).collect();
    let call = match app.applications() {
        Some(applications) => Some(applications.intake().await?.name),
        None => None,
    };
    Ok(Html(pages::html(&pages::HomePage { contests, seats, call })))
}

/// A style sheet, script or picture out of the binary. Browsers keep it, and ask each time whether it is still the same:
/// a newer server must not meet older scripts.
pub(crate) async fn asset(Path(name): Path<String>, asked: HeaderMap) -> Result<Response, Wrong> {
    let asset = assets::find(&name).ok_or(Wrong::NotFound)?;
    let tag = format!("\"{}\"", hex::encode(&Sha256::digest(asset.bytes)[..8]));
    let unchanged = asked.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let headers = [(header::ETAG, tag), (header::CACHE_CONTROL, "no-cache".to_owned())];
    if unchanged {
        return Ok((StatusCode::NOT_MODIFIED, headers).into_response());
    }
    Ok((headers, [(header::CONTENT_TYPE, asset.content_type)], asset.bytes).into_response())
}

/// The results, or when there will be any.
pub(super) async fn results(State(app): State<App>, Path(contest): Path<String>) -> Result<Html<String>, Wrong> {
    let place = app.place(&contest).ok_or(Wrong::NotFound)?;
    let views = place.hall.views();
    let state = views.room().contest().ok_or(Wrong::NotFound)?;
    let report = Report::of(state);
    Ok(Html(pages::html(&pages::ResultsPage { id: &contest, contest: state, report: report.as_ref() })))
}

/// The results for programs: the result as the record has it, and beside it names and sentences.
pub(super) async fn results_json(State(app): State<App>, Path(contest): Path<String>) -> Result<Json<Report>, Wrong> {
    let place = app.place(&contest).ok_or(Wrong::NotFound)?;
    let views = place.hall.views();
    let state = views.room().contest().ok_or(Wrong::NotFound)?;
    Report::of(state).map(Json).ok_or(Wrong::NotYet)
}

/// One interview, read again.
pub(super) async fn transcript(
    State(app): State<App>,
    Path((contest, interview)): Path<(String, String)>,
) -> Result<Html<String>, Wrong> {
    let place = app.place(&contest).ok_or(Wrong::NotFound)?;
    let interview: InterviewId = interview.parse().map_err(|_| Wrong::NotFound)?;
    let views = place.hall.views();
    let state = views.room().contest().ok_or(Wrong::NotFound)?;
    if state.phase != Phase::Closed {
        return Err(Wrong::NotYet);
    }
    let seating = state.seating(interview).ok_or(Wrong::NotFound)?;
    let transcripts = seating.seats.keys().filter_map(|&seat| {
        let conversation = views.room().conversation(ConversationId { interview, seat })?;
        Some((seat, conversation.seen.clone()))
    });
    Ok(Html(pages::html(&pages::TranscriptPage {
        id: &contest,
        contest: state,
        seating,
        transcripts: transcripts.collect(),
    })))
}

/// The record as one file.
pub(super) async fn record(State(app): State<App>, Path(contest): Path<String>) -> Result<Response, Wrong> {
    let place = app.place(&contest).ok_or(Wrong::NotFound)?;
    let closed = place.hall.views().room().contest().is_some_and(|state| state.phase == Phase::Closed);
    if !closed {
        return Err(Wrong::NotYet);
    }
    let file = bundle::to_file(&app, &place).await.map_err(|failure| {
        tracing::error!(contest.id = contest, %failure, "no bundle of `{contest}`: {failure}");
        Wrong::Failed
    })?;
    let name = format!("attachment; filename=\"{contest}.viva\"");
    let length = file.metadata().map_err(|_| Wrong::Failed)?.len().to_string();
    let headers = [
        (header::CONTENT_TYPE, "application/zip".to_owned()),
        (header::CONTENT_DISPOSITION, name),
        (header::CONTENT_LENGTH, length),
    ];
    Ok((headers, Body::from_stream(pieces(tokio::fs::File::from_std(file)))).into_response())
}

/// A file, a piece at a time.
fn pieces(file: tokio::fs::File) -> impl Stream<Item = io::Result<Vec<u8>>> {
    futures_util::stream::try_unfold(file, |mut file| async move {
        let mut piece = vec![0; 64 << 10];
        let length = file.read(&mut piece).await?;
        piece.truncate(length);
        Ok((length > 0).then_some((piece, file)))
    })
}

/// The latest signed checkpoint.
pub(super) async fn checkpoint(State(app): State<App>, Path(contest): Path<String>) -> Result<String, Wrong> {
    app.place(&contest).ok_or(Wrong::NotFound)?;
    let (_, note) = app.registry().latest_checkpoint(&contest).await?.ok_or(Wrong::NotYet)?;
    Ok(note)
}

/// Any other address.
pub(super) async fn not_found() -> Wrong {
    Wrong::NotFound
}
