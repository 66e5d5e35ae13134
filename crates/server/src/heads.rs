//! Every signed head of a record: kept in the store and, the last one, in a file beside it, and compared with the
//! record whenever a contest is opened. Beside the store is also a file with the acknowledged size of the record and
//! its root: written after each commit and before anybody sees its events, so that the loss of even one of them from
//! the store is noticed.
//!
//! A signed head lets its holder prove later that history was changed. So the server must never sign two histories of
//! one contest: not after an edit of its store, and not after the return of an older copy. Signed heads are kept in two
//! places, because an editor of the store could edit the heads in it too.

use std::{
    collections::BTreeMap,
    fs::{DirBuilder, File},
    io::{self, Write},
    os::unix::fs::{DirBuilderExt, FileExt, OpenOptionsExt},
    path::{Path, PathBuf},
    sync::{Arc, PoisonError, RwLock},
};

use contest::event::Restored;
use record::{Checkpoint, Hash, SigningKey, Tree, checkpoint::CheckpointError, note};
use store::{NoteRow, Registry, StoreError};
use tokio::sync::Mutex;

/// The kind of the note that keeps the last head of the moment.
const MOMENT: &str = "head-of-the-moment";

/// A record to compare heads with. It only grows.
pub trait History: Sync {
    /// The number of its events.
    fn size(&self) -> u64;

    /// The root of the record at this size; `None` when it never had it.
    fn root_at(&self, size: u64) -> Option<Hash>;
}

impl History for Tree {
    fn size(&self) -> u64 {
        self.size()
    }

    fn root_at(&self, size: u64) -> Option<Hash> {
        self.root_at(size)
    }
}

/// A record that grows meanwhile.
impl History for RwLock<Tree> {
    fn size(&self) -> u64 {
        self.read().unwrap_or_else(PoisonError::into_inner).size()
    }

    fn root_at(&self, size: u64) -> Option<Hash> {
        self.read().unwrap_or_else(PoisonError::into_inner).root_at(size)
    }
}

/// The first events of a record that has grown since. Their head is the one to sign; earlier heads are compared with
/// the whole record.
pub struct Beginning<'a, H> {
    /// The whole record.
    pub record: &'a H,
    /// The number of these events, at most the record's.
    pub size: u64,
}

impl<H: History> Beginning<'_, H> {
    /// Compares them with events that were read from the store.
    ///
    /// # Errors
    /// [`HeadError::TwoHistories`] when the store has others, and [`HeadError::Shorter`] when the record has fewer.
    pub fn is(&self, contest: &str, read: &Tree) -> Result<(), HeadError> {
        let read = Checkpoint { origin: String::new(), size: read.size(), root: read.root() };
        continues(contest, self, &[], &[read])
    }
}

impl<H: History> History for Beginning<'_, H> {
    fn size(&self) -> u64 {
        self.size
    }

    fn root_at(&self, size: u64) -> Option<Hash> {
        self.record.root_at(size)
    }
}

/// The signed heads of every contest of a folder.
#[derive(Clone)]
pub struct Heads {
    registry: Arc<dyn Registry>,
    /// The folder for the last head of each contest, outside the store.
    folder: Option<PathBuf>,
    /// One head is signed after the other: a running contest signs one when a round closes, and each download of a
    /// record another.
    signing: Arc<Mutex<()>>,
    /// The files with the acknowledged size of each record.
    acknowledged: Arc<std::sync::Mutex<BTreeMap<String, File>>>,
}

/// The size of those files: a disk writes a sector whole or not at all, so that a file never holds half a number.
const SECTOR: usize = 512;

/// The reason why a head cannot be signed, kept or trusted.
#[derive(Debug, thiserror::Error)]
pub enum HeadError {
    /// The store failed.
    #[error("failed to read or keep the signed heads")]
    Store(#[from] StoreError),
    /// A file failed.
    #[error("failed to read or write the signed head `{path}` (check that it is yours and that the disk has room)", path = .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The system's error.
        #[source]
        source: io::Error,
    },
    /// The text in the place of a signed head is none.
    #[error(
        "a signed head of `{contest}` cannot be read ({place}): restore the file from a copy of the data folder; without it nobody can tell whether history was changed"
    )]
    NoHead {
        /// The contest.
        contest: String,
        /// The place of the text.
        place: String,
    },
    /// The record is not the one that was signed.
    #[error(
        "the first {size} events of `{contest}` are not those that were signed or acknowledged: somebody changed the store (root then {signed}, root now {found}); restore the data folder from a copy, and show both to whoever audits the contest"
    )]
    TwoHistories {
        /// The contest.
        contest: String,
        /// The number of events that were signed.
        size: u64,
        /// The root that was signed.
        signed: Hash,
        /// The root of the events in the store.
        found: Hash,
    },
    /// The record is shorter than its signed heads, or than the acknowledged size.
    #[error(
        "the record of `{contest}` has {found} events, and {size} were signed or acknowledged: a part of the store was lost, or an older copy of it came back; restore a later copy, or go on from here with `--continue-shorter {contest}`, which the record will tell (events {next} to {size} are lost, and everybody can see it)", next = .found + 1
    )]
    Shorter {
        /// The contest.
        contest: String,
        /// The number of events that were signed, or acknowledged.
        size: u64,
        /// Their root.
        root: Hash,
        /// The number of events in the store.
        found: u64,
    },
    /// The record was continued from an older copy of its store, and no server has opened it since.
    #[error(
        "`{contest}` was continued from an older copy of its store, and no server has taken it up since (start `viva serve` on the folder once, then try again)"
    )]
    NotTakenUp {
        /// The contest.
        contest: String,
    },
    /// A head cannot be signed.
    #[error("failed to sign the head")]
    Sign(#[from] CheckpointError),
}

/// A head that is signed and not yet kept.
struct Next {
    size: u64,
    note: String,
    /// True when a longer head of the same history is kept already.
    covered: bool,
}

impl Heads {
    /// The heads of the contests of this store, with a file for each in the folder `heads` of this data folder.
    #[must_use]
    pub fn new(registry: Arc<dyn Registry>, data: &Path) -> Self {
        Self { registry, folder: Some(data.join("heads")), signing: Arc::default(), acknowledged: Arc::default() }
    }

    /// The heads of the contests of this store alone: for checks without a data folder.
    #[must_use]
    pub fn in_store(registry: Arc<dyn Registry>) -> Self {
        Self { registry, folder: None, signing: Arc::default(), acknowledged: Arc::default() }
    }

    /// Signs the head of a record and keeps it before anybody sees it, unless a kept head of the same history goes
    /// further. Returns the note.
    ///
    /// # Errors
    /// [`HeadError::TwoHistories`] or [`HeadError::Shorter`], and nothing is signed, when the record does not continue
    /// the signed heads; and when the new head cannot be kept.
    pub async fn sign(
        &self,
        contest: &str,
        history: &impl History,
        restored: &[Restored],
        key: &SigningKey,
    ) -> Result<String, HeadError> {
        let _turn = self.signing.lock().await;
        let Next { size, note, covered } = self.next(contest, history, restored, key).await?;
        if covered {
            return Ok(note);
        }
        // A lost head that the record names leaves the file and stays in the store.
        if let Some((_, before)) = self.in_file(contest)? {
            self.registry.put_checkpoint(contest, head(&before, contest, "in its file")?.size, &before).await?;
        }
        self.keep_file(contest, &note)?;
        self.registry.put_checkpoint(contest, size, &note).await?;
        Ok(note)
    }

    /// Signs the head of the present record, for cosigners: it is kept before they see it, and only until the next one,
    /// which continues it. Returns its size, and the note.
    ///
    /// # Errors
    /// As [`sign`](Self::sign).
    pub async fn sign_moment(
        &self,
        contest: &str,
        history: &impl History,
        restored: &[Restored],
        key: &SigningKey,
    ) -> Result<(u64, String), HeadError> {
        let _turn = self.signing.lock().await;
        let Next { size, note, .. } = self.next(contest, history, restored, key).await?;
        self.keep_file(&of_the_moment(contest), &note)?;
        let row = NoteRow { kind: MOMENT.to_owned(), name: String::new(), note: note.clone() };
        self.registry.keep_note(contest, row).await?;
        Ok((size, note))
    }

    /// Keeps the size of a record whose events are durable, before anybody sees them. Nothing waits for the disk: the
    /// file may fall behind the store when the machine stops, and never runs ahead of it.
    ///
    /// # Errors
    /// When the file cannot be made or written.
    pub(crate) fn acknowledge(&self, contest: &str, history: &impl History, key: &SigningKey) -> Result<(), HeadError> {
        let Some(folder) = &self.folder else { return Ok(()) };
        let size = history.size();
        let root = history.root_at(size).expect("a record that only grows has had its own size");
        let mut sector = Checkpoint { origin: key.name().to_owned(), size, root }.text().into_bytes();
        sector.resize(sector.len().max(SECTOR), b'\n');
        let path = folder.join(acknowledged(contest));
        let failed = |source| HeadError::File { path: path.clone(), source };
        let mut files = self.acknowledged.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(file) = files.get(contest) {
            return file.write_all_at(&sector, 0).map_err(failed);
        }
        let make = || -> io::Result<File> {
            DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
            let file = std::fs::OpenOptions::new().write(true).create(true).truncate(false).mode(0o600).open(&path)?;
            file.write_all_at(&sector, 0)?;
            file.sync_all()?;
            File::open(folder)?.sync_all()?;
            Ok(file)
        };
        files.insert(contest.to_owned(), make().map_err(failed)?);
        Ok(())
    }

    /// The next head, which continues all signed ones.
    async fn next(
        &self,
        contest: &str,
        history: &impl History,
        restored: &[Restored],
        key: &SigningKey,
    ) -> Result<Next, HeadError> {
        let size = history.size();
        // Acknowledgements run ahead of the history that a running server has read.
        let heads = self.signed(contest).await?;
        continues(contest, history, restored, &heads)?;
        let covered = heads.iter().any(|head| head.size > size && history.root_at(head.size) == Some(head.root));
        let root = history.root_at(size).expect("a record that only grows has had its own size");
        Ok(Next { size, note: Checkpoint { origin: key.name().to_owned(), size, root }.sign(key)?, covered })
    }

    /// Checks that this record, which must not grow meanwhile, continues every signed head of the contest, and the
    /// acknowledged size. `restored` names the places where it was continued from an older copy, by decision.
    ///
    /// # Errors
    /// [`HeadError::TwoHistories`] or [`HeadError::Shorter`] when it does not.
    pub async fn check(&self, contest: &str, history: &impl History, restored: &[Restored]) -> Result<(), HeadError> {
        let mut heads = self.signed(contest).await?;
        let acknowledged = [acknowledged(contest)];
        let beside = self.folder.as_deref().map_or(Ok(Vec::new()), |folder| in_files(folder, &acknowledged))?;
        for (place, text) in beside {
            heads.push(head(&text, contest, &place)?);
        }
        continues(contest, history, restored, &heads)
    }

    /// All signed heads from the store and the files; of heads of the moment, the last.
    async fn signed(&self, contest: &str) -> Result<Vec<Checkpoint>, HeadError> {
        let notes = self.registry.notes(contest).await?;
        let kept = self.folder.as_deref().map_or(Ok(Vec::new()), |folder| in_files(folder, &signed_in(contest)))?;
        signed(contest, self.registry.checkpoints(contest).await?, notes, kept)
    }

    /// The file of the last head, and the note in it; `None` when there is none.
    fn in_file(&self, contest: &str) -> Result<Option<(String, String)>, HeadError> {
        self.folder.as_deref().map_or(Ok(None), |folder| in_file(folder, contest))
    }

    /// Writes a head to the file of this name, whole or not at all, and waits for the disk.
    fn keep_file(&self, name: &str, note: &str) -> Result<(), HeadError> {
        self.folder.as_deref().map_or(Ok(()), |folder| keep_file(folder, name, note))
    }
}

/// Signs the head of a record in the store of this data folder, in which no server runs; `stored` are its earlier
/// heads, and `notes` the notes beside it. The new head is kept in its file beside the store before anybody sees it;
/// the store is not touched. Where the same head was signed before, nothing is written.
///
/// # Errors
/// As [`Heads::sign`], and nothing is signed.
pub fn sign_beside(
    data: &Path,
    stored: Vec<(u64, String)>,
    notes: Vec<NoteRow>,
    contest: &str,
    tree: &Tree,
    restored: &[Restored],
    key: &SigningKey,
) -> Result<String, HeadError> {
    let folder = data.join("heads");
    let kept = in_file(&folder, contest)?;
    let [last, moment] = signed_in(contest);
    let beside = in_files(&folder, &[last, moment, acknowledged(contest)])?;
    let note = Checkpoint::of(tree, key).sign(key)?;
    let known: Vec<String> = stored.iter().map(|(_, note)| note.clone()).collect();
    continues(contest, tree, restored, &signed(contest, stored, notes, beside)?)?;
    if known.contains(&note) || kept.as_ref().is_some_and(|(_, kept)| *kept == note) {
        return Ok(note);
    }
    // Until a server has opened the contest, a lost head that the record names exists in this file alone: do not
    // overwrite it.
    if let Some((place, before)) = kept.filter(|(_, kept)| !known.contains(kept)) {
        let before = head(&before, contest, &place)?;
        if tree.root_at(before.size) != Some(before.root) {
            return Err(HeadError::NotTakenUp { contest: contest.to_owned() });
        }
    }
    keep_file(&folder, contest, &note)?;
    Ok(note)
}

/// Checks that this record continues every one of these heads.
fn continues(
    contest: &str,
    history: &impl History,
    restored: &[Restored],
    heads: &[Checkpoint],
) -> Result<(), HeadError> {
    let mut lost: Option<&Checkpoint> = None;
    for head in heads {
        match history.root_at(head.size) {
            Some(root) if root == head.root => {}
            _ if restored.iter().any(|restored| restored.names(head)) => {}
            Some(root) => {
                return Err(HeadError::TwoHistories {
                    contest: contest.to_owned(),
                    size: head.size,
                    signed: head.root,
                    found: root,
                });
            }
            None => lost = lost.filter(|lost| lost.size >= head.size).or(Some(head)),
        }
    }
    match lost {
        None => Ok(()),
        Some(head) => Err(HeadError::Shorter {
            contest: contest.to_owned(),
            size: head.size,
            root: head.root,
            found: history.size(),
        }),
    }
}

/// All signed heads: those in the store, the last of the moment among its notes, and those in files.
fn signed(
    contest: &str,
    stored: Vec<(u64, String)>,
    notes: Vec<NoteRow>,
    kept: Vec<(String, String)>,
) -> Result<Vec<Checkpoint>, HeadError> {
    let stored = stored.into_iter().map(|(size, note)| (format!("in the store, over {size} events"), note));
    let moment = notes.into_iter().filter(|row| row.kind == MOMENT);
    let moment = moment.map(|row| ("in the store, as the last that cosigners saw".to_owned(), row.note));
    stored.chain(moment).chain(kept).map(|(place, note)| head(&note, contest, &place)).collect()
}

/// The names of the files of a contest's last head and of its last head of the moment.
fn signed_in(contest: &str) -> [String; 2] {
    [contest.to_owned(), of_the_moment(contest)]
}

/// The notes in the files of these names in this folder, with their paths. An empty file was left when the machine
/// stopped.
fn in_files(folder: &Path, names: &[String]) -> Result<Vec<(String, String)>, HeadError> {
    let notes = names.iter().map(|name| in_file(folder, name)).collect::<Result<Vec<_>, _>>()?;
    Ok(notes.into_iter().flatten().filter(|(_, note)| !note.trim().is_empty()).collect())
}

/// The file of this name in this folder, and the note in it; `None` when there is none.
fn in_file(folder: &Path, name: &str) -> Result<Option<(String, String)>, HeadError> {
    let path = folder.join(name);
    match std::fs::read_to_string(&path) {
        Ok(note) => Ok(Some((path.display().to_string(), note))),
        Err(why) if why.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(HeadError::File { path, source }),
    }
}

/// Writes a head to the file of this name in this folder, whole or not at all, and waits for the disk.
fn keep_file(folder: &Path, name: &str, note: &str) -> Result<(), HeadError> {
    let path = folder.join(name);
    // Files are written one after the other, and no contest's id has a dot in it.
    let new = path.with_extension("new");
    let write = || -> io::Result<()> {
        DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
        let mut file = std::fs::OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&new)?;
        file.write_all(note.as_bytes())?;
        file.sync_all()?;
        std::fs::rename(&new, &path)?;
        File::open(folder)?.sync_all()
    };
    write().map_err(|source| HeadError::File { path: path.clone(), source })
}

/// The head in a note. The signature is not checked: only this server writes here, and the record must continue every
/// head, whoever signed it.
fn head(text: &str, contest: &str, place: &str) -> Result<Checkpoint, HeadError> {
    // An acknowledgement is an unsigned head: its lines, then blank ones.
    let unsigned = format!("{}\n", text.trim_end());
    let text = note::split(text).map_or(unsigned.as_str(), |(text, _)| text);
    let head = Checkpoint::parse(text).ok();
    head.ok_or(HeadError::NoHead { contest: contest.to_owned(), place: place.to_owned() })
}

/// The name of the file of the last head of the moment.
fn of_the_moment(contest: &str) -> String {
    format!("{contest}.moment")
}

/// The name of the file with the acknowledged size of a contest.
fn acknowledged(contest: &str) -> String {
    format!("{contest}.acknowledged")
}

/// The acknowledgements in this folder, by contest.
pub(crate) fn acknowledged_in(folder: &Path) -> Vec<(String, Checkpoint)> {
    let files = std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let contest = |file: std::fs::DirEntry| Some(file.file_name().to_str()?.strip_suffix(".acknowledged")?.to_owned());
    let mut contests: Vec<String> = files.filter_map(contest).collect();
    contests.sort();
    let head_of = |contest: String| {
        let (place, text) = in_file(folder, &acknowledged(&contest)).ok()??;
        Some((contest.clone(), head(&text, &contest, &place).ok()?))
    };
    contests.into_iter().filter_map(head_of).collect()
}
