//! Folders that a program and the server share: a communications directory, or, under Landlock, everything the program has.
//!
//! Their names are random and say nothing. They lie in memory where the machine has a place for that, so that a program
//! that fills its folder does not fill the disk of the record, and are looked at again and again, because nothing else
//! bounds them.

use std::{
    fs, io,
    os::unix::fs::{DirBuilderExt, chown},
    path::{Path, PathBuf},
};

use rustix::fs::{StatVfsMountFlags, statvfs};

/// Where such folders are made: the first that can be written to and run from.
const MEMORY: &str = "/dev/shm";

/// The most things in one folder, and the deepest, that are counted.
pub(super) const THINGS_MAX: usize = 100_000;
const DEPTH_MAX: usize = 64;

/// What a folder's name has in random bytes.
const NAME_BYTES: usize = 12;

/// What a folder is for: a link has at most one of each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Use {
    /// A communications directory, with what the program keeps beside it.
    Directory,
    /// Everything that a program under Landlock has.
    Room,
}

impl Use {
    /// The file in a link's workspace that names the folder, so that the next link removes what one that was cut off left.
    fn note(self) -> &'static str {
        match self {
            Self::Directory => "directory",
            Self::Room => "room",
        }
    }
}

/// A folder with a random name. Removed, with what is in it, when this is dropped.
#[derive(Debug)]
pub(crate) struct Scratch {
    path: PathBuf,
    note: PathBuf,
}

impl Scratch {
    /// Makes one for the link with this workspace, and removes the one that an earlier link on it left.
    ///
    /// # Errors
    /// When no place for it can be written to.
    pub(crate) fn make(workspace: &Path, of: Use) -> io::Result<Self> {
        let note = workspace.join(of.note());
        if let Ok(left) = fs::read_to_string(&note) {
            let left = PathBuf::from(left);
            // Only what was made here, whatever the file says.
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

    /// Where it is.
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

/// Gives a folder to a program's user, if it has one of its own.
pub(super) fn give(folder: &Path, user: Option<u32>) -> io::Result<()> {
    match user {
        Some(user) => chown(folder, Some(user), Some(user)),
        None => Ok(()),
    }
}

/// Whether more lies in a folder than this many bytes, or more things than anybody needs. What cannot be read counts
/// nothing.
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
        // A note that names something else removes nothing.
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
