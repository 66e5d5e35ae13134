//! How far the awards of a contest are revealed on its public screen.
//!
//! That is kept in the register beside the record, and is read there each time: whoever keeps the contest next shows the same step.
//! It is no fact of the record, where after the close nothing but rulings may stand: see `docs/decisions/0030`.

use contest::reveal::{Step, english, last_step};
use language::{Message, Say};
use serde::{Deserialize, Serialize};
use store::{NoteRow, StoreError};

use crate::{acts::NotActed, app::App, place::Place};

/// How the register calls it.
const KIND: &str = "reveal";

/// How far the awards are revealed on the public screen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Revealing {
    /// The step that is shown; 0 for nothing yet.
    pub step: u16,
    /// The last one.
    pub last: u16,
    /// What the screen shows, within a sentence.
    #[serde(with = "english")]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub shows: Message,
    /// What the next step shows; absent where everything is revealed.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "english::optional")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub next: Option<Message>,
}

/// The step that is shown.
pub(crate) async fn step(app: &App, place: &Place) -> Result<u16, StoreError> {
    let notes = app.registry().notes(place.hall.id()).await?;
    let row = notes.into_iter().find(|row| row.kind == KIND);
    // Whatever else stood there, nothing is shown too early.
    Ok(row.and_then(|row| row.note.parse().ok()).unwrap_or(0))
}

/// How far it is; `None` before the close.
pub(crate) async fn revealing(app: &App, place: &Place) -> Result<Option<Revealing>, StoreError> {
    if last(place).is_none() {
        return Ok(None);
    }
    let step = step(app, place).await?;
    let views = place.hall.views();
    let Some(contest) = views.room().contest() else { return Ok(None) };
    let last = last_step(&contest.rulebook);
    let step = step.min(last);
    let told = |step| Step::at(&contest.rulebook, step).message();
    Ok(Some(Revealing { step, last, shows: told(step), next: (step < last).then(|| told(step + 1)) }))
}

/// Shows this step: the next one, or one that was shown before.
pub(crate) async fn show(app: &App, place: &Place, wanted: u16) -> Result<(), NotActed> {
    let last = last(place).ok_or(NotActed::NotOver)?;
    let shown = step(app, place).await.map_err(NotActed::NotShown)?.min(last);
    if wanted > last || wanted > shown + 1 {
        return Err(NotActed::NoSuchStep { shown, last });
    }
    let row = NoteRow { kind: KIND.to_owned(), name: String::new(), note: wanted.to_string() };
    app.registry().keep_note(place.hall.id(), row).await.map_err(NotActed::NotShown)?;
    place.touch();
    Ok(())
}

/// The last step; `None` before the close.
fn last(place: &Place) -> Option<u16> {
    let views = place.hall.views();
    views.room().contest().filter(|contest| contest.is_closed()).map(|contest| last_step(&contest.rulebook))
}
