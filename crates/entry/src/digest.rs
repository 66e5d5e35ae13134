//! SHA-256 digests of an entry's program, so that its owner can prove later that it was the one that played.
//!
//! [`named`] lists the names in an entry's table that may be files, without any I/O. [`files`] finds and hashes them on
//! a thread of its own. Names are kept as written: the location of a program on the contest's machine is private.

use std::{
    collections::BTreeMap,
    fs::{self, File, Metadata},
    io::{self, Read},
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tokio::task::spawn_blocking;

use crate::Incident;

/// The maximum number of files of one entry.
pub const FILES_MAX: usize = 10_000;

/// The maximum total size of one entry's files, in bytes: 64 GiB, which takes a minute or two.
pub const BYTES_MAX: u64 = 64 << 30;

/// The maximum depth of a folder within one of `files`.
const DEPTH_MAX: usize = 32;

/// The size of a read, in bytes.
const PIECE: usize = 256 * 1_024;

/// One file of a program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileDigest {
    /// Its name as written in the entry's table; inside a folder of `files`, that folder's name and the path from it.
    pub name: String,
    /// SHA-256 of its content: 64 lower-case hexadecimal digits.
    pub sha256: String,
    /// Its length in bytes.
    pub bytes: u64,
}

/// The result of hashing an entry's files.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Digests {
    /// The files, sorted by name, each name once.
    pub files: Vec<FileDigest>,
    /// An [`Incident::NotDigested`] for each file that cannot be read, or exceeds [`FILES_MAX`] or [`BYTES_MAX`].
    pub incidents: Vec<Incident>,
}

/// A name in an entry's table that is, or may be, a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Named<'t> {
    /// The program, searched for as the system does.
    Program(&'t str),
    /// An argument of the program: a file, if one of that name exists.
    Argument(&'t str),
    /// One of `files`: a file or folder that must exist.
    Listed(&'t Path),
}

/// The names in an entry's table that are, or may be, files: those in its `command` (empty for a program started
/// elsewhere) and those in its `files`.
#[must_use]
pub fn named<'t>(command: &'t [String], files: &'t [PathBuf]) -> Vec<Named<'t>> {
    let (program, arguments) = command.split_first().map_or((None, &[][..]), |(first, rest)| (Some(first), rest));
    let values = arguments.iter().flat_map(|word| [Some(word.as_str()), word.split_once('=').map(|(_, value)| value)]);
    let arguments =
        values.flatten().filter(|word| !word.is_empty() && !word.contains("{directory}") && !word.contains("{port}"));
    let program = program.into_iter().map(|program| Named::Program(program));
    program.chain(arguments.map(Named::Argument)).chain(files.iter().map(|file| Named::Listed(file))).collect()
}

/// Hashes the files of an entry: its program, found as the system finds it; every argument, or value of one after `=`,
/// that names a file; and the table's `files`, folders with all their content. `folder` is the folder of the contest
/// file.
///
/// Links to files are followed; links to folders within a folder are not. Reading runs on a blocking thread and takes
/// as long as the files are large.
pub async fn files(command: &[String], files: &[PathBuf], folder: &Path) -> Digests {
    let (command, files, folder) = (command.to_owned(), files.to_owned(), folder.to_owned());
    let digests = spawn_blocking(move || {
        let mut gathering = Gathering::default();
        named(&command, &files).into_iter().for_each(|named| gathering.take(named, &folder));
        gathering.digests()
    });
    digests.await.unwrap_or_default()
}

/// Names found so far, before hashing.
#[derive(Default)]
struct Gathering {
    found: BTreeMap<String, PathBuf>,
    left_out: usize,
    incidents: Vec<Incident>,
}

impl Gathering {
    fn take(&mut self, named: Named<'_>, folder: &Path) {
        match named {
            Named::Program(program) => match program_file(program, folder) {
                Some(file) => self.add(program.to_owned(), file),
                None => self.miss(program, "there is no such program"),
            },
            Named::Argument(word) => {
                let file = folder.join(word);
                if file.is_file() {
                    self.add(word.to_owned(), file);
                }
            }
            Named::Listed(path) => {
                let name = path.to_string_lossy();
                self.walk(name.trim_end_matches('/'), &folder.join(path), 0);
            }
        }
    }

    fn walk(&mut self, name: &str, path: &Path, depth: usize) {
        match fs::metadata(path) {
            Ok(what) if what.is_file() => self.add(name.to_owned(), path.to_owned()),
            Ok(what) if what.is_dir() && depth > 0 && path.is_symlink() => {
                self.miss(name, "it is a link to a folder, which is not followed");
            }
            Ok(what) if what.is_dir() && depth >= DEPTH_MAX => self.miss(name, "it lies too deep"),
            Ok(what) if what.is_dir() => self.walk_into(name, path, depth),
            Ok(_) => self.miss(name, "it is neither a file nor a folder"),
            Err(error) => self.miss(name, &error.to_string()),
        }
    }

    fn walk_into(&mut self, name: &str, path: &Path, depth: usize) {
        // One more than the limit, so that the surplus is noticed.
        let items = fs::read_dir(path).and_then(|items| items.take(FILES_MAX + 1).collect::<io::Result<Vec<_>>>());
        match items {
            Ok(mut items) => {
                items.sort_by_key(fs::DirEntry::file_name);
                for item in items {
                    let inside = format!("{name}/{}", item.file_name().to_string_lossy());
                    self.walk(&inside, &item.path(), depth + 1);
                    if self.left_out > 0 {
                        return;
                    }
                }
            }
            Err(error) => self.miss(name, &error.to_string()),
        }
    }

    fn add(&mut self, name: String, file: PathBuf) {
        if self.found.len() < FILES_MAX {
            self.found.insert(name, file);
        } else if !self.found.contains_key(&name) {
            self.left_out += 1;
            if self.left_out == 1 {
                self.miss(&name, &format!("there are {FILES_MAX} files before it, and no more are read"));
            }
        }
    }

    fn miss(&mut self, name: &str, why: &str) {
        self.incidents.push(Incident::NotDigested { name: name.to_owned(), why: why.to_owned() });
    }

    fn digests(mut self) -> Digests {
        let mut left = BYTES_MAX;
        // A file with several names is read once.
        let mut read: BTreeMap<(u64, u64), FileDigest> = BTreeMap::new();
        let mut files = Vec::new();
        for (name, file) in std::mem::take(&mut self.found) {
            let what = fs::metadata(&file).map(|what| identity(&what));
            if let Some(known) = what.as_ref().ok().and_then(|what| read.get(what)) {
                files.push(FileDigest { name, ..known.clone() });
                continue;
            }
            match digest(&file, left) {
                Ok((sha256, bytes)) => {
                    left -= bytes;
                    let digest = FileDigest { name, sha256, bytes };
                    what.into_iter().for_each(|what| drop(read.insert(what, digest.clone())));
                    files.push(digest);
                }
                Err(error) => self.miss(&name, &error.to_string()),
            }
        }
        Digests { files, incidents: self.incidents }
    }
}

fn identity(what: &Metadata) -> (u64, u64) {
    (what.dev(), what.ino())
}

/// Reads a file of at most `left` bytes.
fn digest(file: &Path, left: u64) -> io::Result<(String, u64)> {
    let mut file = File::open(file)?.take(left.saturating_add(1));
    let (mut hash, mut bytes, mut piece) = (Sha256::new(), 0, vec![0; PIECE]);
    loop {
        match file.read(&mut piece) {
            Ok(0) => break,
            Ok(count) => {
                hash.update(&piece[..count]);
                bytes += u64::try_from(count).unwrap_or(u64::MAX);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    if bytes > left {
        return Err(io::Error::other(format!(
            "the files before it leave {left} of {BYTES_MAX} bytes, and it is longer"
        )));
    }
    Ok((hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect(), bytes))
}

/// The file that the system would run for this word.
fn program_file(program: &str, folder: &Path) -> Option<PathBuf> {
    if program.contains('/') {
        return Some(folder.join(program)).filter(|file| file.is_file());
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|place| folder.join(place).join(program)).find(|file| is_program(file))
}

fn is_program(file: &Path) -> bool {
    fs::metadata(file).is_ok_and(|what| what.is_file() && what.mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    const ABC: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    const NOTHING: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

    fn owned(words: &[&str]) -> Vec<String> {
        words.iter().map(|word| (*word).to_owned()).collect()
    }

    async fn digests(command: &[&str], listed: &[&str], folder: &Path) -> (Vec<(String, String, u64)>, Vec<String>) {
        let listed: Vec<_> = listed.iter().map(PathBuf::from).collect();
        let Digests { files, incidents } = files(&owned(command), &listed, folder).await;
        let files = files.into_iter().map(|file| (file.name, file.sha256, file.bytes)).collect();
        (files, incidents.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn the_program_its_arguments_and_what_is_listed_are_named() {
        let listed = [PathBuf::from("brain")];
        let command = owned(&["perl", "-x", "bot.pl", "--brain=words.txt", "--in={directory}", "{port}", ""]);
        let names = named(&command, &listed);
        assert_eq!(
            names,
            [
                Named::Program("perl"),
                Named::Argument("-x"),
                Named::Argument("bot.pl"),
                Named::Argument("--brain=words.txt"),
                Named::Argument("words.txt"),
                Named::Listed(Path::new("brain")),
            ]
        );
        assert_eq!(named(&[], &[]), []);
    }

    #[tokio::test]
    async fn everything_a_program_is_made_of_has_its_digest_once() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path();
        fs::create_dir_all(folder.join("brain/deep")).unwrap();
        fs::write(folder.join("bot.pl"), "abc").unwrap();
        fs::write(folder.join("words.txt"), "").unwrap();
        fs::write(folder.join("brain/deep/a"), "abc").unwrap();
        symlink("../bot.pl", folder.join("brain/link")).unwrap();
        symlink("..", folder.join("brain/loop")).unwrap();
        let (files, incidents) =
            digests(&["./bot.pl", "--words=words.txt", "bot.pl", "brain"], &["brain/", "bot.pl"], folder).await;
        let expected = [
            ("./bot.pl", ABC, 3),
            ("bot.pl", ABC, 3),
            ("brain/deep/a", ABC, 3),
            ("brain/link", ABC, 3),
            ("words.txt", NOTHING, 0),
        ];
        assert_eq!(files, expected.map(|(name, sha256, bytes)| (name.to_owned(), sha256.to_owned(), bytes)));
        assert_eq!(incidents.len(), 1);
        assert!(incidents[0].starts_with("`brain/loop` has no digest in the record (it is a link to a folder"));
    }

    #[tokio::test]
    async fn a_program_is_found_where_the_system_finds_it() {
        let place = tempfile::tempdir().unwrap();
        let (files, incidents) = digests(&["sh", "-c", "exit"], &[], place.path()).await;
        assert_eq!((files.len(), &*files[0].0, incidents.len()), (1, "sh", 0));
        assert!(files[0].2 > 1_000);
    }

    #[tokio::test]
    async fn what_cannot_be_read_is_said_and_the_rest_is_read() {
        let place = tempfile::tempdir().unwrap();
        fs::write(place.path().join("a"), "abc").unwrap();
        let fifo = std::process::Command::new("mkfifo").arg(place.path().join("pipe")).status();
        assert!(fifo.is_ok_and(|status| status.success()), "mkfifo is of coreutils");
        symlink("nowhere", place.path().join("broken")).unwrap();
        let (files, incidents) =
            digests(&["no-such-program", "pipe"], &["gone", "pipe", "broken", "/dev/null", "a"], place.path()).await;
        assert_eq!(files, [("a".to_owned(), ABC.to_owned(), 3)]);
        for (incident, why) in incidents.iter().zip([
            "`no-such-program` has no digest in the record (there is no such program)",
            "`gone` has no digest in the record (No such file",
            "`pipe` has no digest in the record (it is neither a file nor a folder)",
            "`broken` has no digest in the record (No such file",
            "`/dev/null` has no digest in the record (it is neither",
        ]) {
            assert!(incident.starts_with(why), "{incident}");
        }
        assert_eq!(incidents.len(), 5);
    }

    #[test]
    fn a_file_longer_than_what_is_left_is_not_read_to_its_end() {
        let place = tempfile::tempdir().unwrap();
        let file = place.path().join("a");
        fs::write(&file, "abc").unwrap();
        assert_eq!(digest(&file, 3).unwrap(), (ABC.to_owned(), 3));
        assert!(digest(&file, 2).unwrap_err().to_string().contains("leave 2 of"));
    }

    #[tokio::test]
    async fn more_files_than_can_be_kept_are_left_out_with_one_word() {
        let place = tempfile::tempdir().unwrap();
        fs::create_dir(place.path().join("many")).unwrap();
        for n in 0..FILES_MAX + 5 {
            fs::write(place.path().join(format!("many/{n}")), "").unwrap();
        }
        let (files, incidents) = digests(&["sh"], &["many"], place.path()).await;
        assert_eq!((files.len(), incidents.len()), (FILES_MAX, 1), "{incidents:?}");
    }
}
