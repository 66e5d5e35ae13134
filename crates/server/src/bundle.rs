//! The bundle of a contest: everything a stranger needs, as one file.

use contest::publication;
use record::{Sealed, bundle};
use store::StoreError;

use crate::{app::App, place::Place};

/// How many events are read from the store at a time.
const PAGE: usize = 4096;

/// Why there is no bundle.
#[derive(Debug, thiserror::Error)]
pub enum BundleError {
    /// The store failed.
    #[error("failed to read the record")]
    Store(#[from] StoreError),
    /// The contest's id is no name for a key.
    #[error(transparent)]
    Key(#[from] record::note::BadKeyName),
    /// The checkpoint could not be signed.
    #[error(transparent)]
    Sign(#[from] bundle::SignError),
    /// The bundle could not be written.
    #[error(transparent)]
    Write(#[from] bundle::WriteError),
}

/// The bundle of a contest as it stands.
///
/// # Errors
/// When the store fails, or the record is too large for one file.
pub async fn of(app: &App, place: &Place) -> Result<Vec<u8>, BundleError> {
    let id = place.hall.id();
    let mut events = Vec::new();
    let mut after = 0;
    loop {
        let page = app.events().read(id, after, PAGE).await?;
        let Some(last) = page.last() else { break };
        after = last.position;
        events.extend(page.into_iter().map(|event| Sealed { leaf: event.leaf, opening: event.private }));
    }
    let key = app.signing_key(id)?;
    let attachments = place.hall.views().room().contest().map(publication::attachments).unwrap_or_default();
    let bundle = bundle::Bundle::new(events, attachments, &key)?;
    Ok(bundle::write(&bundle, &key)?)
}
