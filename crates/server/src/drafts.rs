//! Storage of drafts: in the register of the store, beside the record and never in it. [`running_contest`](crate::running_contest) keeps them
//! in memory; this module turns them into rows and back.

use std::collections::BTreeMap;

use contest::{FormDrafts, FormId, Room, drafts::is_blank, fields::Fields};
use futures_util::future::try_join_all;
use rulebook::Participant;
use store::{Registry, StoreError};
use tracing::{error, warn};

/// Every draft of a contest that is still of use. Drafts of forms that were closed when the server stopped are deleted.
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
    // Only the latest draft of each form is written.
    let latest: BTreeMap<_, _> = drafts.iter().map(|(who, form, fields)| ((who, form), fields)).collect();
    let rows: Vec<_> =
        latest.into_iter().map(|((who, form), fields)| (who.to_string(), form.to_string(), text(fields))).collect();
    let kept = rows.iter().map(|(who, form, text)| registry.keep_draft(contest, who, form, text.as_deref()));
    try_join_all(kept).await.map(drop)
}

/// Deletes drafts. After a failure of the store they do no harm, and are deleted when the server starts again.
pub(crate) async fn forget(contest: &str, drafts: &[(Participant, FormId)], registry: &dyn Registry) {
    let rows: Vec<_> = drafts.iter().map(|(who, form)| (who.to_string(), form.to_string())).collect();
    let gone = rows.iter().map(|(who, form)| registry.keep_draft(contest, who, form, None));
    if let Err(failure) = try_join_all(gone).await {
        error!(contest.id = contest, %failure, "drafts of `{contest}` could not be deleted: {failure}");
    }
}

/// A draft for the register: a JSON object of texts; `None` when nothing is filled in.
fn text(fields: &Fields) -> Option<String> {
    let object: BTreeMap<&str, &str> = fields.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    (!is_blank(fields)).then(|| serde_json::to_string(&object).expect("texts have string keys"))
}
