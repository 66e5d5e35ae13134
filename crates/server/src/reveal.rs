//! The progress of the reveal of awards on the big screen of a contest.
//!
//! The register beside the record keeps it, and each use reads it there, so that the next server of the contest shows
//! the same step. It is not in the record, which accepts only rulings after the close: see `docs/decisions/0030`.

use archive::reveal::{Step, english, last_step};
use language::{Message, Say};
use serde::{Deserialize, Serialize};
use store::{NoteRow, StoreError};

use crate::{acts::NotActed, app::App, hosted_contest::HostedContest};

/// The kind of its note in the register.
const KIND: &str = "reveal";

/// The progress of the reveal on the big screen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Revealing {
    /// The step that is shown; 0 for nothing yet.
    pub step: u16,
    /// The last step.
    pub last: u16,
    /// The content of the screen, within a sentence.
    #[serde(with = "english")]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub shows: Message,
    /// The content of the next step; absent where everything is revealed.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "english::optional")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub next: Option<Message>,
}

/// The step that is shown.
pub(crate) async fn step(app: &App, place: &HostedContest) -> Result<u16, StoreError> {
    let notes = app.registry().notes(place.running.id()).await?;
    let row = notes.into_iter().find(|row| row.kind == KIND);
    // An unreadable note reveals nothing.
    Ok(row.and_then(|row| row.note.parse().ok()).unwrap_or(0))
}

/// The progress; `None` before the close.
pub(crate) async fn revealing(app: &App, place: &HostedContest) -> Result<Option<Revealing>, StoreError> {
    if last(place).is_none() {
        return Ok(None);
    }
    let step = step(app, place).await?;
    let views = place.running.views();
    let Some(contest) = views.room().contest() else { return Ok(None) };
    let last = last_step(&contest.rulebook);
    let step = step.min(last);
    let told = |step| Step::at(&contest.rulebook, step).message();
    Ok(Some(Revealing { step, last, shows: told(step), next: (step < last).then(|| told(step + 1)) }))
}

/// Shows this step: the next one, or an earlier one.
pub(crate) async fn show(app: &App, place: &HostedContest, wanted: u16) -> Result<(), NotActed> {
    let last = last(place).ok_or(NotActed::NotOver)?;
    let shown = step(app, place).await.map_err(NotActed::NotShown)?.min(last);
    if wanted > last || wanted > shown + 1 {
        return Err(NotActed::NoSuchStep { shown, last });
    }
    let row = NoteRow { kind: KIND.to_owned(), name: String::new(), note: wanted.to_string() };
    app.registry().keep_note(place.running.id(), row).await.map_err(NotActed::NotShown)?;
    place.touch();
    Ok(())
}

/// The last step; `None` before the close.
fn last(place: &HostedContest) -> Option<u16> {
    let views = place.running.views();
    views.room().contest().filter(|contest| contest.is_closed()).map(|contest| last_step(&contest.rulebook))
}
