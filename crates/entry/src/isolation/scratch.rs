//! Folders shared by a program and the server: a communications directory, or under Landlock, all of the program's
//! storage.
//!
//! Their names are random. They are in memory if the machine has a place for that, so that a program that fills its
//! folder does not fill the record's disk. Their size is checked at intervals, because no kernel limit covers them.

use std::{
    fs, io,
    os::unix::fs::{DirBuilderExt, chown},
    path::{Path, PathBuf},
};

use rustix::fs::{StatVfsMountFlags, statvfs};

/// The preferred place for such folders; the first place that is writable and allows execution is used.
const MEMORY: &str = "/dev/shm";

/// The maximum number of files and folders, and the maximum depth, that are counted.
pub(super) const THINGS_MAX: usize = 100_000;
const DEPTH_MAX: usize = 64;

/// The number of random bytes in a folder's name.
const NAME_BYTES: usize = 12;

/// The purpose of a folder: a link has at most one of each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Use {
    /// A communications directory, with the program's files beside it.
    Directory,
    /// All storage of a program under Landlock.
    Room,
}

impl Use {
    /// The file in a link's workspace with the folder's path, so that the next link removes a folder left behind by a
    /// crash.
    fn note(self) -> &'static str {
        match self {
            Self::Directory => "directory",
            Self::Room => "room",
        }
    }
}

/// A folder with a random name. Dropping it removes it with its content.
#[derive(Debug)]
pub(crate) struct Scratch {
    path: PathBuf,
    note: PathBuf,
}

impl Scratch {
    /// Makes one for the link with this workspace, and removes the one left by an earlier link.
    ///
    /// # Errors
    /// If no place for it is writable.
    pub(crate) fn make(workspace: &Path, of: Use) -> io::Result<Self> {
        let note = workspace.join(of.note());
        if let Ok(left) = fs::read_to_string(&note) {
            let left = PathBuf::from(left);
            // Only remove folders in the usual places: the note could be wrong.
            if places().any(|place| left.parent() == Some(&place)) {
                let _ = fs::remove_dir_all(left);
            }
        }
        let mut name = [0; NAME_BYTES];
        getrandom::fill(&mut name).map_err(io::Error::other)?;
        let name = hex::encode(name);
        let mut why = io::Error::from(io::ErrorKind::NotFound);
        for place in places().filter(|place| allows_programs(place)) {
            let path = place.join(&name);
            match fs::DirBuilder::new().mode(0o700).create(&path) {
                Ok(()) => {
                    let _ = fs::write(&note, path.as_os_str().as_encoded_bytes());
                    return Ok(Self { path, note });
                }
                Err(error) => why = error,
            }
        }
        Err(why)
    }

    /// Its path.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
        let _ = fs::remove_file(&self.note);
    }
}

/// Gives a folder to a program's own user, if it has one.
pub(super) fn give(folder: &Path, user: Option<u32>) -> io::Result<()> {
    match user {
        Some(user) => chown(folder, Some(user), Some(user)),
        None => Ok(()),
    }
}

/// True if a folder holds more bytes than this, or more than `THINGS_MAX` files. Unreadable content counts nothing.
pub(crate) fn is_over(folder: &Path, bytes_max: u64) -> bool {
    let (mut bytes, mut things) = (0, 0);
    let mut folders = vec![(folder.to_owned(), 0)];
    while let Some((folder, depth)) = folders.pop() {
        let Ok(items) = fs::read_dir(folder) else { continue };
        for item in items.flatten() {
            let Ok(what) = item.metadata() else { continue };
            things += 1;
            bytes += what.len();
            if things > THINGS_MAX || bytes > bytes_max {
                return true;
            }
            if what.is_dir() && depth < DEPTH_MAX {
                folders.push((item.path(), depth + 1));
            }
        }
    }
    false
}

fn places() -> impl Iterator<Item = PathBuf> {
    [PathBuf::from(MEMORY), std::env::temp_dir()].into_iter()
}

fn allows_programs(place: &Path) -> bool {
    statvfs(place).is_ok_and(|what| !what.f_flag.contains(StatVfsMountFlags::NOEXEC))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_gone_with_its_link_or_with_the_next_one() {
        let workspace = tempfile::tempdir().unwrap();
        let make = || Scratch::make(workspace.path(), Use::Directory).unwrap();
        let room = Scratch::make(workspace.path(), Use::Room).unwrap();
        let first = make();
        let path = first.path().to_owned();
        fs::write(path.join("file"), "words").unwrap();
        // As after `kill -9`.
        std::mem::forget(first);
        let second = make();
        assert!(!path.exists() && second.path().exists() && room.path().exists());
        let name = second.path().file_name().unwrap().to_str().unwrap().to_owned();
        assert!(name.len() == 2 * NAME_BYTES && name.chars().all(|c| c.is_ascii_hexdigit()), "{name}");
        let path = second.path().to_owned();
        drop(second);
        assert!(!path.exists());
        // A note with another path removes nothing.
        let other = tempfile::tempdir().unwrap();
        fs::create_dir(other.path().join("mine")).unwrap();
        let note = workspace.path().join(Use::Directory.note());
        fs::write(note, other.path().join("mine").to_str().unwrap()).unwrap();
        drop(make());
        assert!(other.path().join("mine").exists());
    }

    #[test]
    fn a_folder_is_over_when_its_files_together_are() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("in")).unwrap();
        fs::write(folder.path().join("in/a"), vec![0; 10_000]).unwrap();
        assert!(is_over(folder.path(), 9_000));
        assert!(!is_over(folder.path(), 1_000_000));
        assert!(!is_over(Path::new("/no/such/folder"), 0));
    }
}
