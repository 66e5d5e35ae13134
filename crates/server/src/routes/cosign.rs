//! The addresses for cosigners' questions, and for the public key of the record.

use axum::{
    Extension,
    extract::{DefaultBodyLimit, Path, State},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use record::cosigner::NewKey;

use super::{RouteTable, access::address_of, answer::Wrong};
use crate::{
    app::App,
    connections::Visitor,
    cosigning::{self, NotShown, QUESTION_MAX},
};

/// The addresses.
pub(super) fn table() -> RouteTable {
    RouteTable::default()
        .route("/{contest}/cosign", post(cosign).layer(DefaultBodyLimit::max(QUESTION_MAX)))
        .route("/{contest}/verifier.key", get(key))
}

/// The public key of the contest's record.
async fn key(State(app): State<App>, Path(contest): Path<String>) -> Result<String, Wrong> {
    let place = app.place(&contest).ok_or(Wrong::NotFound)?;
    let lost =
        place.running.views().room().contest().and_then(|contest| contest.restored().last()).map(|last| last.lost_size);
    // The name of a key after a loss contains the size of a head. Cosigners get it as an answer to a question with the
    // earlier key.
    if let Some(lost) = lost
        && cosigning::public_size(&app, &place).await? < lost
    {
        return Err(Wrong::NotYet);
    }
    Ok(format!("{}\n", place.running.key().verifier()))
}

/// The next head for a cosigner, or a note in which it names its next key.
async fn cosign(
    State(app): State<App>,
    visitor: Option<Extension<Visitor>>,
    Path(contest): Path<String>,
    question: String,
) -> Result<Response, (StatusCode, String)> {
    let place = app.place(&contest).ok_or((StatusCode::NOT_FOUND, "there is no such contest here\n".to_owned()))?;
    let text = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
    let asked = app.strange_questions().begin(address_of(visitor.as_deref()), app.elapsed());
    let asked = asked.ok_or_else(|| refused(NotShown::TooOften))?;
    let answer = if NewKey::is_claimed_by(&question) {
        cosigning::rename(&app, &place, &question).await.map(|()| None)
    } else {
        cosigning::answer(&app, &place, &question).await.map(Some)
    };
    if answer.as_ref().err().is_none_or(|why| !why.is_of_anybody()) {
        asked.right();
    }
    match answer {
        Ok(None) => Ok((StatusCode::NO_CONTENT, text).into_response()),
        Ok(Some(proof)) => Ok((text, proof.text()).into_response()),
        // The cosigner can publish this head beside its own.
        Err(NotShown::OtherHistory(proof)) => Ok((StatusCode::CONFLICT, text, proof.text()).into_response()),
        Err(why) => Err(refused(why)),
    }
}

fn refused(why: NotShown) -> (StatusCode, String) {
    let status = match &why {
        NotShown::Form | NotShown::NewKey(_) => StatusCode::BAD_REQUEST,
        NotShown::Nobody | NotShown::Stranger | NotShown::Clock { .. } => StatusCode::FORBIDDEN,
        NotShown::OtherKey { .. } | NotShown::OtherHistory(_) | NotShown::NamedBefore | NotShown::TooManyKeys => {
            StatusCode::CONFLICT
        }
        NotShown::TooEarly => StatusCode::TOO_EARLY,
        NotShown::TooOften => StatusCode::TOO_MANY_REQUESTS,
        NotShown::Later => StatusCode::SERVICE_UNAVAILABLE,
        NotShown::Failed => StatusCode::INTERNAL_SERVER_ERROR,
    };
    (status, format!("{why}\n"))
}
