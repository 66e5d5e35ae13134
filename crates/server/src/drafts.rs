//! Where drafts live: in the register of the store, beside the record and never in it. What a hall does with them in memory is
//! in [`hall`](crate::hall); here they become rows and come back.

use std::collections::BTreeMap;

use contest::{FormDrafts, FormId, Room, drafts::is_blank, fields::Fields};
use futures_util::future::try_join_all;
use rulebook::Participant;
use store::{Registry, StoreError};
use tracing::{error, warn};

/// Every draft of a contest that is still of use. Those of forms that were closed when the server stopped are forgotten.
///
/// # Errors
/// When the store fails.
pub(crate) async fn read(contest: &str, room: &Room, registry: &dyn Registry) -> Result<FormDrafts, StoreError> {
    let mut drafts = FormDrafts::default();
    for row in registry.drafts(contest).await? {
        let fields = serde_json::from_str::<BTreeMap<String, String>>(&row.fields);
        match (row.participant.parse(), row.form.parse(), fields) {
            (Ok(who), Ok(form), Ok(fields)) => drafts.keep(who, form, fields.into_iter().collect()),
            _ => warn!(contest.id = contest, "a draft of {} in `{contest}` cannot be read", row.participant),
        }
    }
    if let Some(room) = room.contest() {
        let closed = drafts.closed(room);
        closed.iter().for_each(|(who, form)| drafts.forget(*who, *form));
        forget(contest, &closed, registry).await;
    }
    Ok(drafts)
}

/// Makes drafts durable, in one commit.
///
/// # Errors
/// When the store fails; some may have been kept.
pub(crate) async fn keep(
    contest: &str,
    drafts: &[(Participant, FormId, Fields)],
    registry: &dyn Registry,
) -> Result<(), StoreError> {
    // Of two drafts of one form the later one stands: only that is written.
    let latest: BTreeMap<_, _> = drafts.iter().map(|(who, form, fields)| ((who, form), fields)).collect();
    let rows: Vec<_> =
        latest.into_iter().map(|((who, form), fields)| (who.to_string(), form.to_string(), text(fields))).collect();
    let kept = rows.iter().map(|(who, form, text)| registry.keep_draft(contest, who, form, text.as_deref()));
    try_join_all(kept).await.map(drop)
}

/// Forgets drafts. One that stays because the store fails is of no use to anybody, and goes when the server starts again.
pub(crate) async fn forget(contest: &str, drafts: &[(Participant, FormId)], registry: &dyn Registry) {
    let rows: Vec<_> = drafts.iter().map(|(who, form)| (who.to_string(), form.to_string())).collect();
    let gone = rows.iter().map(|(who, form)| registry.keep_draft(contest, who, form, None));
    if let Err(failure) = try_join_all(gone).await {
        error!(contest.id = contest, %failure, "drafts of `{contest}` could not be deleted: {failure}");
    }
}

/// A draft as the register keeps it: a JSON object of texts; `None` when nothing is filled in.
fn text(fields: &Fields) -> Option<String> {
    let object: BTreeMap<&str, &str> = fields.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    (!is_blank(fields)).then(|| serde_json::to_string(&object).expect("texts have string keys"))
}
