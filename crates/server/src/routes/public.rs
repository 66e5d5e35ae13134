//! The public pages: the front page, and for a finished contest its results, transcripts and record, as far as they
//! were released. Its organiser may read all of it from the close on.

use std::io;

use axum::{
    Json,
    body::{Body, Bytes},
    extract::{Path, State},
    http::{HeaderMap, Method, StatusCode, Uri, header},
    response::{Html, IntoResponse, Response},
};
use axum_extra::extract::CookieJar;
use contest::{contest::Contest, release::ReleasablePart, result::Report};
use futures_util::Stream;
use record::Hash;
use rulebook::{InterviewId, Participant};
use sha2::{Digest, Sha256};
use site::{Open, Page, PagesSource, Site};
use tokio::io::AsyncReadExt;

use super::{answer::Wrong, attachments, visitor};
use crate::{
    app::App,
    assets::{self, Asset},
    attachments::shown_in,
    bundle, cosigning,
    hosted_contest::HostedContest,
    pages, reader, sessions,
};

/// The front page, with links to the visitor's own seats.
pub(super) async fn home(State(app): State<App>, jar: CookieJar) -> Result<Html<String>, Wrong> {
    let seats = visitor::seats(&app, &jar, None).await?;
    let contests =
        app.places().iter().map(|place| (place.running.id().to_owned(), place.file().name.clone())).collect();
    let call = match app.applications() {
        Some(applications) => Some(applications.intake().await?.name),
        None => None,
    };
    Ok(Html(pages::html(&pages::HomePage { look: app.look(), contests, seats, call })))
}

/// A style sheet, script or picture from the binary. Browsers keep it, and check each time that it is unchanged: a
/// newer server must not meet older scripts.
pub(crate) async fn asset(Path(name): Path<String>, asked: HeaderMap) -> Result<Response, Wrong> {
    let Asset { bytes, content_type } = assets::find(&name).ok_or(Wrong::NotFound)?;
    Ok(kept(Bytes::from_static(bytes), content_type, &asked))
}

/// An asset, or a file of the organiser's own look.
pub(super) async fn asset_or_look(
    State(app): State<App>,
    Path(name): Path<String>,
    asked: HeaderMap,
) -> Result<Response, Wrong> {
    match app.look().file(&name) {
        Some((bytes, content_type)) => Ok(kept(bytes, content_type, &asked)),
        None => asset(Path(name), asked).await,
    }
}

fn kept(bytes: Bytes, content_type: &'static str, asked: &HeaderMap) -> Response {
    let tag = format!("\"{}\"", hex::encode(&Sha256::digest(&bytes)[..8]));
    let unchanged = asked.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let headers = [(header::ETAG, tag), (header::CACHE_CONTROL, "no-cache".to_owned())];
    if unchanged {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    (headers, [(header::CONTENT_TYPE, content_type)], bytes).into_response()
}

/// The parts of a contest that the visitor may read.
#[derive(Debug, Clone, Copy)]
struct Readable {
    result: bool,
    transcripts: bool,
    record: bool,
}

impl Readable {
    /// Nothing before the close; then the released parts, and everything for the organiser.
    async fn of(app: &App, place: &HostedContest, jar: &CookieJar) -> Result<Self, Wrong> {
        let released = |part| {
            let views = place.running.views();
            views.room().contest().is_some_and(|contest| contest.is_closed() && contest.is_released(part))
        };
        let is_organiser = is_closed(place) && is_organiser(app, place, jar).await?;
        let of = |part| is_organiser || released(part);
        Ok(Self {
            result: of(ReleasablePart::Result),
            transcripts: of(ReleasablePart::Transcripts),
            record: of(ReleasablePart::Record),
        })
    }
}

fn is_closed(place: &HostedContest) -> bool {
    place.running.views().room().contest().is_some_and(Contest::is_closed)
}

/// True when this browser holds the organiser's seat.
async fn is_organiser(app: &App, place: &HostedContest, jar: &CookieJar) -> Result<bool, Wrong> {
    let id = place.running.id();
    for (who, session) in sessions::seats_in(jar, id, app.is_secure()) {
        if who == Participant::Organiser && app.seated_as(&session, id, who).await?.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// A page of a finished contest; `None` where the visitor may not read it.
async fn page_of_site(
    app: &App,
    place: &HostedContest,
    jar: &CookieJar,
    page: Page,
) -> Result<Option<Html<String>>, Wrong> {
    let readable = Readable::of(app, place, jar).await?;
    let may_read = if matches!(page, Page::Interview(_)) { readable.transcripts } else { readable.result };
    if !may_read {
        return Ok(None);
    }
    let id = place.running.id().to_owned();
    let told = place.published.told(app, place).await.map_err(|failure| {
        tracing::error!(contest.id = id, %failure, "no pages of `{id}`: {failure}");
        Wrong::Failed
    })?;
    let views = place.running.views();
    let contest = views.room().contest().ok_or(Wrong::NotFound)?;
    let report = if readable.result { Report::of(contest) } else { None };
    let open = Open { transcripts: readable.transcripts, record: readable.record };
    let at = site::PageLocation::Served { id, look: app.look().head() };
    let site =
        Site::new(contest, report.as_ref(), &told.seen, PagesSource::Server, at, open).for_reader(reader::current());
    site.html(page).map(|html| Some(Html(html))).ok_or(Wrong::NotFound)
}

/// A file that was shown in a contest whose conversations may be read, unless it was deleted.
pub(super) async fn attachment(
    State(app): State<App>,
    Path((contest, name)): Path<(String, String)>,
    headers: HeaderMap,
    jar: CookieJar,
) -> Result<Response, Wrong> {
    let place = app.place(&contest).ok_or(Wrong::NotFound)?;
    if !Readable::of(&app, &place, &jar).await?.transcripts {
        return Err(Wrong::NotYet);
    }
    let hash = name.split('.').next().and_then(|hash| hash.parse::<Hash>().ok()).ok_or(Wrong::NotFound)?;
    let file = shown_in(&place, hash).filter(|file| file.file_name() == name).ok_or(Wrong::NotFound)?;
    attachments::answer(&app, &place, &file, &headers).await
}

/// The results, or the time at which there will be any.
pub(super) async fn results(
    State(app): State<App>,
    Path(contest): Path<String>,
    jar: CookieJar,
) -> Result<Html<String>, Wrong> {
    let place = app.place(&contest).ok_or(Wrong::NotFound)?;
    if let Some(html) = page_of_site(&app, &place, &jar, Page::Front).await? {
        return Ok(html);
    }
    let views = place.running.views();
    let contest = views.room().contest().ok_or(Wrong::NotFound)?;
    Ok(Html(pages::html(&pages::ResultsPage {
        look: app.look(),
        id: place.running.id(),
        rulebook: reader::texts(&contest.rulebook),
        contest,
    })))
}

/// A page of the judges' verdicts, where there are too many for the results.
pub(super) async fn verdicts(
    State(app): State<App>,
    Path((contest, number)): Path<(String, usize)>,
    jar: CookieJar,
) -> Result<Html<String>, Wrong> {
    let place = app.place(&contest).ok_or(Wrong::NotFound)?;
    page_of_site(&app, &place, &jar, Page::Verdicts(number)).await?.ok_or(Wrong::NotYet)
}

/// A page of the interviews, where there are too many for the results.
pub(super) async fn timetable(
    State(app): State<App>,
    Path((contest, number)): Path<(String, usize)>,
    jar: CookieJar,
) -> Result<Html<String>, Wrong> {
    let place = app.place(&contest).ok_or(Wrong::NotFound)?;
    page_of_site(&app, &place, &jar, Page::Timetable(number)).await?.ok_or(Wrong::NotYet)
}

/// The results for programs: the result as in the record, and names and sentences beside it.
pub(super) async fn results_json(
    State(app): State<App>,
    Path(contest): Path<String>,
    jar: CookieJar,
) -> Result<Json<Report>, Wrong> {
    let place = app.place(&contest).ok_or(Wrong::NotFound)?;
    if !Readable::of(&app, &place, &jar).await?.result {
        return Err(Wrong::NotYet);
    }
    let views = place.running.views();
    let state = views.room().contest().ok_or(Wrong::NotFound)?;
    Report::of(state).map(Json).ok_or(Wrong::NotYet)
}

/// One interview, for reading and replay.
pub(super) async fn transcript(
    State(app): State<App>,
    Path((contest, interview)): Path<(String, String)>,
    jar: CookieJar,
) -> Result<Html<String>, Wrong> {
    let place = app.place(&contest).ok_or(Wrong::NotFound)?;
    let interview: InterviewId = interview.parse().map_err(|_| Wrong::NotFound)?;
    page_of_site(&app, &place, &jar, Page::Interview(interview)).await?.ok_or(Wrong::NotYet)
}

/// The record as one file.
pub(super) async fn record(
    State(app): State<App>,
    Path(contest): Path<String>,
    jar: CookieJar,
) -> Result<Response, Wrong> {
    let place = app.place(&contest).ok_or(Wrong::NotFound)?;
    if !Readable::of(&app, &place, &jar).await?.record {
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

/// A file as a stream of pieces.
fn pieces(file: tokio::fs::File) -> impl Stream<Item = io::Result<Vec<u8>>> {
    futures_util::stream::try_unfold(file, |mut file| async move {
        let mut piece = vec![0; 64 << 10];
        let length = file.read(&mut piece).await?;
        piece.truncate(length);
        Ok((length > 0).then_some((piece, file)))
    })
}

/// The latest public checkpoint, with the cosigners' signatures.
pub(super) async fn checkpoint(State(app): State<App>, Path(contest): Path<String>) -> Result<String, Wrong> {
    let place = app.place(&contest).ok_or(Wrong::NotFound)?;
    let (_, note) = cosigning::public(&app, &place).await?.pop().ok_or(Wrong::NotYet)?;
    Ok(cosigning::cosigned(&app, &place, note).await?)
}

/// Any other address: that of a page of the organiser's folder, or none.
pub(super) async fn any_other(State(app): State<App>, method: Method, uri: Uri) -> Result<Response, Wrong> {
    let folder = app.pages_folder().ok_or(Wrong::NotFound)?;
    let file = folder.find(uri.path()).ok_or(Wrong::NotFound)?;
    Ok(match method {
        Method::GET | Method::HEAD => file.response(),
        _ => (StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "GET, HEAD")]).into_response(),
    })
}
