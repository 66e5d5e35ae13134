//! The bundle of a contest: one file with everything that a stranger needs.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs::File,
    io::{Cursor, Read, Seek, Write},
    path::Path,
};

use archive::{attached, publication};
use contest::{Room, contest::Contest, deletions::PartPlace, ledger};
use record::{
    Tree,
    bundle::{WriteError, Writer},
};
use store::{SqliteReader, StoreError, StoredEvent};

use crate::{
    app::App,
    cosigning,
    heads::{self, HeadError},
    hosted_contest::HostedContest,
    keyring::{KeyError, Keyring},
};

/// The number of events read from the store at a time.
const PAGE: usize = 4096;

/// The reason why there is no bundle.
#[derive(Debug, thiserror::Error)]
pub enum BundleError {
    /// The store failed.
    #[error("failed to read the record")]
    Store(#[from] StoreError),
    /// The record is not the one that was signed, or its head cannot be kept.
    #[error(transparent)]
    Head(#[from] HeadError),
    /// An event of the store cannot be read.
    #[error("event {position} in the store cannot be read (`viva admin check` says what else is wrong)")]
    Event {
        /// Its place in the record, from 1.
        position: u64,
        /// The cause.
        #[source]
        source: Box<ledger::NotAFact>,
    },
    /// A file that a judge showed is named in the record, but missing from the store.
    #[error("the file `{name}` that a judge showed is not in the store (`viva admin check` says what else is missing)")]
    NoFile {
        /// Its name in the bundle.
        name: String,
    },
    /// The key that signs cannot be read.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// The bundle could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// Writes the bundle of a contest as it is now, a page of events at a time.
///
/// # Errors
/// When the store fails, or the bundle cannot be written.
pub async fn write<W: Read + Write + Seek + Send>(app: &App, place: &HostedContest, out: W) -> Result<W, BundleError> {
    let (id, key) = (place.running.id(), place.running.key());
    // Later events belong to the next bundle.
    let (attachments, cosigners, gone, last) = {
        let views = place.running.views();
        let contest = views.room().contest();
        let cosigners = contest.map(Contest::cosigners).unwrap_or_default();
        let gone = contest.map(|contest| contest.gone.clone()).unwrap_or_default();
        let attachments = contest.map(publication::attachments).unwrap_or_default();
        (attachments, cosigners, gone, views.room().facts())
    };
    let mut tree = Tree::new();
    let mut writer = Writer::new(out)?;
    let mut shown = BTreeMap::new();
    for openings in [false, true] {
        let mut after = 0;
        while after < last {
            let page = app.events().read(id, after, PAGE).await?;
            let Some(end) = page.last() else { break };
            after = end.position;
            for event in page.iter().filter(|event| event.position <= last) {
                if !openings {
                    tree.append(&event.leaf);
                    writer.leaf(&event.leaf)?;
                    continue;
                }
                let left = opening_of(event, &gone)?;
                left.iter().try_for_each(|opening| writer.opening(event.position, opening))?;
                note_shown(event, left.as_deref(), &mut shown)?;
            }
        }
    }
    let head = place.running.sign_read(app.heads(), &tree).await?;
    let notes = app.registry().notes(id).await?;
    let head = cosigning::with_cosignatures(head, &cosigners, &notes);
    let attachments: BTreeMap<_, _> = attachments.into_iter().chain(cosigning::attachments(notes)).collect();
    let mut attaching = writer.head(Some(head), key)?;
    // Files are sorted by name, and this folder comes first.
    for (name, hash) in shown {
        let file = app.registry().attachment(id, hash).await?;
        attaching.attach(&name, &file.ok_or_else(|| BundleError::NoFile { name: name.clone() })?)?;
    }
    attachments.iter().try_for_each(|(name, data)| attaching.attach(name, data))?;
    Ok(attaching.finish(key)?)
}

/// Writes the bundle of a contest from the store of a data folder in which no server runs, and returns the number of
/// its events. The store is only read. A head that was not signed before is kept in its file beside the store.
///
/// # Errors
/// When the store, the key or a head cannot be read, the record is not the one that was signed, or the bundle cannot be
/// written.
pub fn write_stored<W: Read + Write + Seek>(
    data: &Path,
    store: &SqliteReader,
    contest: &str,
    out: W,
) -> Result<(W, u64), BundleError> {
    let (mut tree, mut room, mut writer) = (Tree::new(), Room::default(), Writer::new(out)?);
    let fact = |event: &StoredEvent, opening: Option<&[u8]>| {
        let unread = |why| BundleError::Event { position: event.position, source: Box::new(why) };
        ledger::open(&event.leaf, opening).map_err(unread)
    };
    each_stored(store, contest, |event| {
        room.apply(&fact(event, event.private.as_deref())?);
        tree.append(&event.leaf);
        Ok(writer.leaf(&event.leaf)?)
    })?;
    let gone = room.contest().map(|contest| contest.gone.clone()).unwrap_or_default();
    if !gone.is_empty() {
        // The server was stopped before its store had dropped these parts: compute the state again without them.
        room = Room::default();
    }
    let mut shown = BTreeMap::new();
    each_stored(store, contest, |event| {
        let left = opening_of(event, &gone)?;
        note_shown(event, left.as_deref(), &mut shown)?;
        if !gone.is_empty() {
            room.apply(&fact(event, left.as_deref())?);
        }
        left.iter().try_for_each(|opening| Ok(writer.opening(event.position, opening)?))
    })?;
    let restored = room.contest().map(Contest::restored).unwrap_or_default();
    let key = Keyring::open(data)?.of(contest, restored)?;
    let notes = store.notes(contest)?;
    let head = heads::sign_beside(data, store.checkpoints(contest)?, notes.clone(), contest, &tree, restored, &key)?;
    let cosigners = room.contest().map(Contest::cosigners).unwrap_or_default();
    let head = cosigning::with_cosignatures(head, &cosigners, &notes);
    let attachments = room.contest().map(publication::attachments).unwrap_or_default();
    let attachments: BTreeMap<_, _> = attachments.into_iter().chain(cosigning::attachments(notes)).collect();
    let mut attaching = writer.head(Some(head), &key)?;
    for (name, hash) in shown {
        let file = store.attachment(contest, hash)?;
        attaching.attach(&name, &file.ok_or_else(|| BundleError::NoFile { name: name.clone() })?)?;
    }
    attachments.iter().try_for_each(|(name, data)| attaching.attach(name, data))?;
    Ok((attaching.finish(&key)?, tree.size()))
}

/// Notes the file that this event shows, by its name in the bundle.
fn note_shown(
    event: &StoredEvent,
    opening: Option<&[u8]>,
    shown: &mut BTreeMap<String, [u8; 32]>,
) -> Result<(), BundleError> {
    let unread = |why| BundleError::Event { position: event.position, source: Box::new(why) };
    if let Some(file) = ledger::attached(&event.leaf, opening).map_err(unread)? {
        shown.insert(format!("{}{}", attached::SHOWN, file.file_name()), *file.hash.as_bytes());
    }
    Ok(())
}

/// The private data of an event for a bundle: without the deleted parts, even while the store still holds them.
fn opening_of(event: &StoredEvent, gone: &BTreeSet<PartPlace>) -> Result<Option<Vec<u8>>, BundleError> {
    let position = event.position;
    let left = ledger::without(position, event.private.as_deref(), gone);
    left.map_err(|why| BundleError::Event { position, source: Box::new(why) })
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

/// The bundle of a contest as it is now: an unnamed file, positioned at its first byte.
///
/// # Errors
/// As [`write()`].
pub(crate) async fn to_file(app: &App, place: &HostedContest) -> Result<File, BundleError> {
    let file = tempfile::tempfile_in(app.data()).map_err(WriteError::File)?;
    let mut file = write(app, place, file).await?;
    file.rewind().map_err(WriteError::File)?;
    Ok(file)
}

/// The bundle of a contest as it is now, in memory: for small ones.
///
/// # Errors
/// As [`write()`].
pub async fn of(app: &App, place: &HostedContest) -> Result<Vec<u8>, BundleError> {
    Ok(write(app, place, Cursor::new(Vec::new())).await?.into_inner())
}
