//! The bundle of a contest: everything a stranger needs, as one file.

use std::{
    collections::BTreeMap,
    fs::File,
    io::{Cursor, Read, Seek, Write},
    path::Path,
};

use contest::{Room, contest::Contest, ledger, publication};
use record::{
    Tree,
    bundle::{WriteError, Writer},
};
use store::{SqliteReader, StoreError, StoredEvent};

use crate::{
    app::App,
    cosigning,
    heads::{self, HeadError},
    keyring::{KeyError, Keyring},
    place::Place,
};

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
    /// An event of the store is none.
    #[error("event {position} in the store cannot be read (`viva admin check` says what else is wrong)")]
    Event {
        /// Its place in the record, from 1.
        position: u64,
        /// Why not.
        #[source]
        source: Box<ledger::NotAFact>,
    },
    /// The key that signs cannot be read.
    #[error(transparent)]
    Key(#[from] KeyError),
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
    let (attachments, cosigners, restored, last) = {
        let views = place.hall.views();
        let contest = views.room().contest();
        let cosigners = contest.map(Contest::cosigners).unwrap_or_default();
        let restored = contest.map(|contest| contest.restored().to_vec()).unwrap_or_default();
        (contest.map(publication::attachments).unwrap_or_default(), cosigners, restored, views.room().facts())
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
    let head = app.heads().sign(id, &tree, &restored, key).await?;
    let notes = app.registry().notes(id).await?;
    let head = cosigning::with_cosignatures(head, &cosigners, &notes);
    let attachments: BTreeMap<_, _> = attachments.into_iter().chain(cosigning::attachments(notes)).collect();
    Ok(writer.finish(attachments.into_iter().map(Ok), Some(head), key)?)
}

/// Writes the bundle of a contest from the store of a data folder in which no server works, and says how many events it has. Read
/// is the store, and nothing of it is changed; where the contest's head was not signed before, it is kept in its file beside the
/// store.
///
/// # Errors
/// When the store, the key or a head cannot be read, the record is not what was signed of it, or the bundle cannot be written.
pub fn write_stored<W: Read + Write + Seek>(
    data: &Path,
    store: &SqliteReader,
    contest: &str,
    out: W,
) -> Result<(W, u64), BundleError> {
    let (mut tree, mut room, mut writer) = (Tree::new(), Room::default(), Writer::new(out)?);
    each_stored(store, contest, |event| {
        let fact = ledger::open(&event.leaf, event.private.as_deref());
        room.apply(&fact.map_err(|why| BundleError::Event { position: event.position, source: Box::new(why) })?);
        tree.append(&event.leaf);
        Ok(writer.leaf(&event.leaf)?)
    })?;
    each_stored(store, contest, |event| match &event.private {
        Some(opening) => Ok(writer.opening(event.position, opening)?),
        None => Ok(()),
    })?;
    let restored = room.contest().map(Contest::restored).unwrap_or_default();
    let key = Keyring::open(data)?.of(contest, restored)?;
    let notes = store.notes(contest)?;
    let head = heads::sign_beside(data, store.checkpoints(contest)?, notes.clone(), contest, &tree, restored, &key)?;
    let cosigners = room.contest().map(Contest::cosigners).unwrap_or_default();
    let head = cosigning::with_cosignatures(head, &cosigners, &notes);
    let attachments = room.contest().map(publication::attachments).unwrap_or_default();
    let attachments: BTreeMap<_, _> = attachments.into_iter().chain(cosigning::attachments(notes)).collect();
    Ok((writer.finish(attachments.into_iter().map(Ok), Some(head), &key)?, tree.size()))
}

fn each_stored(
    store: &SqliteReader,
    contest: &str,
    mut each: impl FnMut(&StoredEvent) -> Result<(), BundleError>,
) -> Result<(), BundleError> {
    let mut after = 0;
    loop {
        let page = store.read(contest, after, PAGE)?;
        let Some(last) = page.last() else { return Ok(()) };
        after = last.position;
        page.iter().try_for_each(&mut each)?;
    }
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
