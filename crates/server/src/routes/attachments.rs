//! Files that a judge shows: uploaded by a form, with scripts or without, and downloaded by their addressees.

use axum::{
    Json,
    body::Bytes,
    extract::{Multipart, Path, multipart::MultipartError},
    http::{HeaderMap, StatusCode, header},
    response::{Html, IntoResponse, Redirect, Response},
};
use contest::{
    attachment::{AttachmentFile, ShownFile},
    command::To,
    event::ClientId,
    wire::ToClient,
};
use language::{Message, Say};
use record::Hash;
use rulebook::{Participant, RoundNumber, Seat};

use super::{answer::Wrong, judge, seated::Seated};
use crate::{
    app::App,
    attachments::{self, NotShown, Sent},
    hosted_contest::HostedContest,
    pages::Attempt,
    ranges, reader,
    running_contest::NotDone,
    sessions,
    sessions::Token,
};

/// The most bytes of a form with a file: the largest that a rulebook can allow, and its other fields.
pub(super) const FORM_MAX: usize = (16 << 20) + (64 << 10);

/// The most bytes of any other field.
const FIELD_MAX: usize = 4 << 10;

/// A form with a file, as far as it could be read.
#[derive(Default)]
struct UploadForm {
    id: Option<ClientId>,
    round: Option<RoundNumber>,
    seat: Option<Seat>,
    description: String,
    file: Vec<u8>,
    /// The bytes of the file; those beyond the limit are counted and dropped.
    file_bytes: usize,
}

/// The reason why a form cannot be used.
enum Unreadable {
    CutOff,
    NoFile,
    NoPlace,
}

impl Say for Unreadable {
    fn message(&self) -> Message {
        match self {
            Self::CutOff => say!("refused-file-cut-off"),
            Self::NoFile => say!("refused-no-file"),
            Self::NoPlace => say!("refused-file-without-place"),
        }
    }
}

impl From<MultipartError> for Unreadable {
    fn from(_: MultipartError) -> Self {
        Self::CutOff
    }
}

/// Shows a file to one seat.
pub(super) async fn show(seated: Seated, headers: HeaderMap, form: Multipart) -> Result<Response, Wrong> {
    let mut sent = UploadForm::default();
    let outcome = taken(&seated, form, &mut sent).await;
    if wants_json(&headers) {
        return Ok(told(sent.id, outcome));
    }
    let Err(why) = outcome else {
        return Ok(Redirect::to(&sessions::page_of(seated.place.running.id(), seated.who)).into_response());
    };
    let Some(seat) = sent.seat else {
        return Ok((status_of(&why), Html(judge::render(&seated, Some(&reader::told(&why)), None)?)).into_response());
    };
    let attempt = Attempt {
        form: format!("show-{seat}"),
        fields: vec![("description".to_owned(), sent.description)],
        faults: Vec::new(),
        why: Some(reader::told(&why)),
    };
    Ok((status_of(&why), Html(judge::render(&seated, None, Some(&attempt))?)).into_response())
}

/// The reason why a file was not shown.
enum Why {
    Unreadable(Unreadable),
    NotShown(NotShown),
}

impl Say for Why {
    fn message(&self) -> Message {
        match self {
            Self::Unreadable(why) => why.message(),
            Self::NotShown(why) => why.message(),
        }
    }
}

impl From<Unreadable> for Why {
    fn from(why: Unreadable) -> Self {
        Self::Unreadable(why)
    }
}

impl From<NotShown> for Why {
    fn from(why: NotShown) -> Self {
        Self::NotShown(why)
    }
}

async fn taken(seated: &Seated, form: Multipart, sent: &mut UploadForm) -> Result<(), Why> {
    let rules = attachments::rules(&seated.place).map_err(NotShown::from)?;
    let _turn = attachments::begin(&seated.place, seated.who)?;
    let limits = rules.limits();
    read(form, limits.bytes_max, sent).await?;
    if sent.file_bytes == 0 {
        return Err(Unreadable::NoFile.into());
    }
    if sent.file_bytes > limits.bytes_max {
        let fault = attachment::FileFault::TooManyBytes { bytes: sent.file_bytes, most: limits.bytes_max };
        return Err(NotShown::from(fault).into());
    }
    let (Some(round), Some(seat)) = (sent.round, sent.seat) else { return Err(Unreadable::NoPlace.into()) };
    let given = Sent {
        id: sent.id.clone().unwrap_or_else(own_id),
        to: To { round, seat: Some(seat), interview: None },
        description: Some(one_line(&sent.description)),
        sent: None,
        bytes: std::mem::take(&mut sent.file),
    };
    Ok(attachments::show(&seated.app, &seated.place, seated.who, given).await?)
}

/// Reads a form to its end, and at most this many bytes of its file.
async fn read(mut form: Multipart, most: usize, sent: &mut UploadForm) -> Result<(), Unreadable> {
    while let Some(mut field) = form.next_field().await? {
        let name = field.name().unwrap_or_default().to_owned();
        let mut value = Vec::new();
        while let Some(chunk) = field.chunk().await? {
            if name == "file" {
                sent.file_bytes = sent.file_bytes.saturating_add(chunk.len());
                if sent.file_bytes <= most {
                    sent.file.extend_from_slice(&chunk);
                }
            } else if value.len() + chunk.len() <= FIELD_MAX {
                value.extend_from_slice(&chunk);
            }
        }
        let text = String::from_utf8_lossy(&value).into_owned();
        match name.as_str() {
            "id" => sent.id = ClientId::try_from(text).ok(),
            "round" => sent.round = text.parse().ok(),
            "seat" => sent.seat = text.parse().ok(),
            "description" => sent.description = text,
            _ => {}
        }
    }
    Ok(())
}

/// A description as one line.
fn one_line(text: &str) -> String {
    let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// An id for a form without one: each time it is sent counts as new.
fn own_id() -> ClientId {
    ClientId::try_from(format!("{}-0", &Token::draw().reveal()[..12])).expect("letters and digits")
}

fn wants_json(headers: &HeaderMap) -> bool {
    let accept = headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok()).unwrap_or_default();
    accept.contains("application/json")
}

/// The answer that a script gets: that of the live connection.
fn told(id: Option<ClientId>, outcome: Result<(), Why>) -> Response {
    match (id, outcome) {
        (Some(id), Ok(())) => Json(ToClient::<()>::Done { id }).into_response(),
        (None, Ok(())) => StatusCode::NO_CONTENT.into_response(),
        (id, Err(why)) => {
            (status_of(&why), Json(ToClient::<()>::Refused { id, why: reader::told(&why) })).into_response()
        }
    }
}

fn status_of(why: &Why) -> StatusCode {
    match why {
        Why::NotShown(NotShown::Busy) => StatusCode::TOO_MANY_REQUESTS,
        Why::NotShown(NotShown::NotDone(NotDone::Refused(_)) | NotShown::Full) => StatusCode::CONFLICT,
        Why::NotShown(NotShown::NotDone(_)) => StatusCode::SERVICE_UNAVAILABLE,
        Why::NotShown(NotShown::Fault(_)) | Why::Unreadable(_) => StatusCode::UNPROCESSABLE_ENTITY,
    }
}

/// Sends a file to a participant who was shown it, or showed it; for everybody else it does not exist.
pub(super) async fn file(
    seated: Seated,
    Path((_, _, hash)): Path<(String, String, String)>,
    headers: HeaderMap,
) -> Result<Response, Wrong> {
    let hash: Hash = hash.parse().map_err(|_| Wrong::NotFound)?;
    let ShownFile { file, .. } = shown_to(&seated, hash).ok_or(Wrong::NotFound)?;
    answer(&seated.app, &seated.place, &file, &headers).await
}

/// A stored file, or the requested part of it. Its headers forbid scripts, even where it is opened by itself.
pub(super) async fn answer(
    app: &App,
    place: &HostedContest,
    file: &AttachmentFile,
    headers: &HeaderMap,
) -> Result<Response, Wrong> {
    let kept = app.registry().attachment(place.running.id(), *file.hash.as_bytes()).await?;
    let bytes = Bytes::from(kept.ok_or(Wrong::NotFound)?);
    let about = [
        (header::CONTENT_TYPE, file.format.media_type(file.kind)),
        (header::CACHE_CONTROL, "private, max-age=3600"),
        (header::CONTENT_SECURITY_POLICY, "sandbox; default-src 'none'; img-src 'self'; media-src 'self'"),
        (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    Ok((about, ranges::answer(headers, bytes)).into_response())
}

fn shown_to(seated: &Seated, hash: Hash) -> Option<ShownFile> {
    let views = seated.place.running.views();
    match seated.who {
        Participant::Judge(judge) => views.judge(judge)?.screen.file(hash).cloned(),
        Participant::Confederate(_) => views.witness(seated.who)?.screen.file(hash).cloned(),
        Participant::Referee(_) => views.referees()?.screen.file(hash).cloned(),
        Participant::Entry(_) | Participant::Organiser => None,
    }
}
