//! Every head of a record that this server has signed: kept in the store and, the last one, in a file beside it, and
//! compared with the record whenever a contest is taken up. Beside the store stands as well how many events were acknowledged to
//! anybody, and their root: written after each commit and before anybody is told of it, so that a store which has lost even one of
//! them is known to be shorter.
//!
//! Whoever has a signed head can prove later that history was changed. So the server must never sign two histories of one
//! contest: not after somebody edited its store, and not after an older copy of the store came back. What it signed
//! stands in two places, because whoever changes the store can change what the store says was signed.

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

/// A record as heads are compared with it. It only grows.
pub trait History: Sync {
    /// How many events it has.
    fn size(&self) -> u64;

    /// The root that it had when it had so many; `None` when it never had.
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

/// One that grows meanwhile.
impl History for RwLock<Tree> {
    fn size(&self) -> u64 {
        self.read().unwrap_or_else(PoisonError::into_inner).size()
    }

    fn root_at(&self, size: u64) -> Option<Hash> {
        self.read().unwrap_or_else(PoisonError::into_inner).root_at(size)
    }
}

/// The first events of a record that has grown since. Their head is the one to sign; earlier heads are compared with the whole record.
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
    /// Where the last head of each contest stands too, outside the store.
    folder: Option<PathBuf>,
    /// One head is signed after the other: a hall signs one when a round closes, and whoever downloads a record another.
    signing: Arc<Mutex<()>>,
    /// The files that say how far each record was acknowledged.
    acknowledged: Arc<std::sync::Mutex<BTreeMap<String, File>>>,
}

/// The size of those files: what a disk writes whole or not at all, so that one that is there is never half a number.
const SECTOR: usize = 512;

/// Why a head cannot be signed, kept or believed.
#[derive(Debug, thiserror::Error)]
pub enum HeadError {
    /// The store failed.
    #[error("failed to read or keep the signed heads")]
    Store(#[from] StoreError),
    /// A file failed.
    #[error("failed to read or write the signed head `{path}` (check that it is yours and that the disk has room)", path = .path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: io::Error,
    },
    /// What should be a signed head is none.
    #[error(
        "a signed head of `{contest}` cannot be read ({place}): restore the file from a copy of the data folder; without it nobody can tell whether history was changed"
    )]
    NoHead {
        /// The contest.
        contest: String,
        /// Where it was found.
        place: String,
    },
    /// The record is not the one that was signed.
    #[error(
        "the first {size} events of `{contest}` are not those that were signed or acknowledged: somebody changed the store (root then {signed}, root now {found}); restore the data folder from a copy, and show both to whoever audits the contest"
    )]
    TwoHistories {
        /// The contest.
        contest: String,
        /// How many events were signed.
        size: u64,
        /// The root that was signed.
        signed: Hash,
        /// The root of what is in the store now.
        found: Hash,
    },
    /// The record is shorter than what was signed, or acknowledged.
    #[error(
        "the record of `{contest}` has {found} events, and {size} were signed or acknowledged: a part of the store was lost, or an older copy of it came back; restore a later copy, or go on from here with `--continue-shorter {contest}`, which the record will tell (events {next} to {size} are lost, and everybody can see it)", next = .found + 1
    )]
    Shorter {
        /// The contest.
        contest: String,
        /// How many events were signed, or acknowledged.
        size: u64,
        /// The root that they had.
        root: Hash,
        /// How many there are.
        found: u64,
    },
    /// The record was continued from an older copy of its store, and no server has taken it up since.
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
    /// A longer head of the same history is kept already.
    covered: bool,
}

impl Heads {
    /// The heads of the contests of this store, with a file for each in the folder `heads` of this data folder.
    #[must_use]
    pub fn new(registry: Arc<dyn Registry>, data: &Path) -> Self {
        Self { registry, folder: Some(data.join("heads")), signing: Arc::default(), acknowledged: Arc::default() }
    }

    /// The heads of the contests of this store alone: for whoever only checks them.
    #[must_use]
    pub fn in_store(registry: Arc<dyn Registry>) -> Self {
        Self { registry, folder: None, signing: Arc::default(), acknowledged: Arc::default() }
    }

    /// Signs the head of a record and keeps it before anybody is shown it, unless a kept head of the same history goes further.
    /// Returns the note.
    ///
    /// # Errors
    /// [`HeadError::TwoHistories`] or [`HeadError::Shorter`], and nothing is signed, when the record does not continue
    /// what was signed before; and when the head cannot be kept.
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

    /// Signs the head of a record as it is at this moment, for cosigners: it is kept before they are shown it, and only until the
    /// next one, which continues it. Returns how many events it has, and the note.
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

    /// Keeps how far a record has come whose events are durable, before anybody is told that they are. Nothing waits for the disk: the
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

    /// The next head, which continues every one that was signed.
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

    /// Whether this record, of which nothing is recorded meanwhile, continues every head that was signed of the contest, and what was
    /// acknowledged. `restored` tells where it was continued from an older copy, by decision.
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

    /// Every head that was signed, by the store and by the files; of those of the moment the last.
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

/// Signs the head of a record that stands in the store of this data folder, while no server works there: these heads were signed of
/// it before, and these notes are kept beside it. The new head is kept in its file beside the store before anybody is shown it; the store is not touched. Where the
/// same head was signed before, nothing is written.
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
    // A head that was lost, and is named in the record, stands in its file alone until a server has taken the contest up.
    if let Some((place, before)) = kept.filter(|(_, kept)| !known.contains(kept)) {
        let before = head(&before, contest, &place)?;
        if tree.root_at(before.size) != Some(before.root) {
            return Err(HeadError::NotTakenUp { contest: contest.to_owned() });
        }
    }
    keep_file(&folder, contest, &note)?;
    Ok(note)
}

/// Whether this record continues every one of these heads.
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

/// Every head that was signed: those in the store, the last of the moment among its notes, and those in files.
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

/// The notes in the files of these names in this folder, with their paths. A file without a word in it was made when the machine stopped.
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
    // One is written after the other, and no contest's id has a dot in it.
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

/// The head in a note. Who signed it is not asked: nobody but this server writes here, and a head that it would not
/// continue is not continued, whoever made it.
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

/// The name of the file of how far a contest was acknowledged.
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
