//! The bundle of a contest: everything a stranger needs, as one file.

use std::{
    fs::File,
    io::{Cursor, Read, Seek, Write},
};

use contest::publication;
use record::{
    Tree,
    bundle::{WriteError, Writer},
};
use store::StoreError;

use crate::{app::App, heads::HeadError, place::Place};

/// How many events are read from the store at a time.
const PAGE: usize = 4096;

/// Why there is no bundle.
#[derive(Debug, thiserror::Error)]
pub enum BundleError {
    /// The store failed.
    #[error("failed to read the record")]
    Store(#[from] StoreError),
    /// The record is not what was signed of it, or its head cannot be kept.
    #[error(transparent)]
    Head(#[from] HeadError),
    /// The bundle could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// Writes the bundle of a contest as it stands, a page of events at a time.
///
/// # Errors
/// When the store fails, or the bundle cannot be written.
pub async fn write<W: Read + Write + Seek + Send>(app: &App, place: &Place, out: W) -> Result<W, BundleError> {
    let (id, key) = (place.hall.id(), place.hall.key());
    // What happens from now on is in the next bundle.
    let (attachments, restored, last) = {
        let views = place.hall.views();
        let contest = views.room().contest();
        let restored = contest.map(|contest| contest.restored().to_vec()).unwrap_or_default();
        (contest.map(publication::attachments).unwrap_or_default(), restored, views.room().facts())
    };
    let mut tree = Tree::new();
    let mut writer = Writer::new(out)?;
    for openings in [false, true] {
        let mut after = 0;
        while after < last {
            let page = app.events().read(id, after, PAGE).await?;
            let Some(end) = page.last() else { break };
            after = end.position;
            for event in page.iter().filter(|event| event.position <= last) {
                match (&event.private, openings) {
                    (Some(opening), true) => writer.opening(event.position, opening)?,
                    (None, true) => {}
                    (_, false) => {
                        tree.append(&event.leaf);
                        writer.leaf(&event.leaf)?;
                    }
                }
            }
        }
    }
    // Whoever is given a signed head can show it for ever: it is compared with all others and kept first.
    app.heads().sign(id, &tree, &restored, key).await?;
    Ok(writer.finish(attachments.into_iter().map(Ok), None, key)?)
}

/// The bundle of a contest as it stands, as a file without a name that begins at its first byte.
///
/// # Errors
/// As [`write()`].
pub(crate) async fn to_file(app: &App, place: &Place) -> Result<File, BundleError> {
    let file = tempfile::tempfile_in(app.data()).map_err(WriteError::File)?;
    let mut file = write(app, place, file).await?;
    file.rewind().map_err(WriteError::File)?;
    Ok(file)
}

/// The bundle of a contest as it stands, in memory: for small ones.
///
/// # Errors
/// As [`write()`].
pub async fn of(app: &App, place: &Place) -> Result<Vec<u8>, BundleError> {
    Ok(write(app, place, Cursor::new(Vec::new())).await?.into_inner())
}
