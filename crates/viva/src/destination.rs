//! Where a command writes: looked at before the work begins, and never over a file that is there unless `--force` says so.
//!
//! A file appears under its name when it is whole and on the disk: until then it has a passing name in the same folder, which also
//! proves that something can be written there, under such a name: a stick takes no colon. Many files are brought to the disk together ([`Files`]): a sync for each of a
//! thousand takes as long as the disk takes a thousand times.

use std::{
    collections::{BTreeMap, BTreeSet},
    ffi::OsString,
    fs,
    io::{self, Write},
    os::unix::fs::{MetadataExt, PermissionsExt},
    path::{Path, PathBuf},
};

use record::transcript::form::Named;
use rustix::fs::syncfs;
use tempfile::{NamedTempFile, TempPath};

use crate::{cli::Overwrite, misuse::Unwritable, shell::Failure};

/// What files may be before the user's mask takes from it.
const PERMISSIONS: u32 = 0o666;

/// The longest name that a passing name ends with, in bytes: names of 255 are taken everywhere.
const ENDING_MAX: usize = 200;

/// A file to write.
#[derive(Debug)]
pub(crate) struct Destination {
    path: PathBuf,
    overwrite: Overwrite,
    file: NamedTempFile,
}

impl Destination {
    /// The file at this path, in a folder that is there.
    ///
    /// # Errors
    /// [`Unwritable`] when nothing can be written there, or a file is there that must stay.
    pub(crate) fn file(path: &Path, overwrite: Overwrite) -> Result<Self, Failure> {
        let failed = |source| Unwritable { path: path.to_owned(), source };
        match path.symlink_metadata() {
            // A link or a device would be replaced, not written to.
            Ok(there) if !there.is_file() => {
                return Err(failed(io::Error::other("what is there is no ordinary file")).into());
            }
            Ok(_) if !overwrite.force => return Err(failed(io::ErrorKind::AlreadyExists.into()).into()),
            _ => {}
        }
        let folder = folder_of(path);
        let permissions = fs::Permissions::from_mode(PERMISSIONS);
        let mut passing = tempfile::Builder::new();
        passing.prefix(".viva-").permissions(permissions);
        // A folder that takes no such name refuses it here already.
        let ending = path.file_name().filter(|name| name.len() <= ENDING_MAX).map(|name| {
            let mut ending = OsString::from("-");
            ending.push(name);
            ending
        });
        let passing = passing.suffix(ending.as_deref().unwrap_or_default()).tempfile_in(folder);
        Ok(Self { path: path.to_owned(), overwrite, file: passing.map_err(failed)? })
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the whole file, and gives it its name.
    ///
    /// # Errors
    /// [`Unwritable`]; nothing stands under the name then that was not there before.
    pub(crate) fn write(mut self, bytes: &[u8]) -> Result<(), Failure> {
        let failed = |source| Unwritable { path: self.path.clone(), source };
        self.file.write_all(bytes).map_err(failed)?;
        self.keep()
    }

    /// The file under its passing name, to be written as the work goes on; [`keep`](Self::keep) gives it its own.
    pub(crate) fn passing(&mut self) -> &mut fs::File {
        self.file.as_file_mut()
    }

    /// Gives the file its name, as it was written.
    ///
    /// # Errors
    /// [`Unwritable`], as above.
    pub(crate) fn keep(self) -> Result<(), Failure> {
        let failed = |source| Unwritable { path: self.path.clone(), source };
        self.file.as_file().sync_all().map_err(failed)?;
        name(self.file.into_temp_path(), &self.path, self.overwrite).map_err(failed)?;
        Ok(())
    }
}

/// Gives a whole file its name.
fn name(passing: TempPath, path: &Path, overwrite: Overwrite) -> io::Result<()> {
    if overwrite.force {
        return Ok(passing.persist(path)?);
    }
    match passing.persist_noclobber(path) {
        Ok(()) => Ok(()),
        Err(why) if why.error.kind() == io::ErrorKind::AlreadyExists => Err(why.error),
        Err(why) => name_without_links(why.path, path),
    }
}

/// The same in a folder that has no links, and cannot rename without replacing (exFAT): an empty file takes the name, if it is free, and
/// the whole one its place.
fn name_without_links(passing: TempPath, path: &Path) -> io::Result<()> {
    fs::File::create_new(path)?;
    passing.persist(path).map_err(|why| {
        // Only the empty file is removed.
        let _ = fs::remove_file(path);
        why.error
    })
}

/// The folder that a file at this path is in.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Many files that are whole, under passing names, until all are on the disk. None is named before, and none is held open.
#[derive(Debug, Default)]
pub(crate) struct Files {
    written: Vec<Written>,
}

/// A file that has no name yet.
#[derive(Debug)]
struct Written {
    passing: TempPath,
    path: PathBuf,
    overwrite: Overwrite,
}

impl Files {
    /// Takes a file with these bytes.
    ///
    /// # Errors
    /// [`Unwritable`] when they cannot be written.
    pub(crate) fn write(&mut self, mut place: Destination, bytes: &[u8]) -> Result<(), Failure> {
        let written = place.file.write_all(bytes);
        written.map_err(|source| Unwritable { path: place.path.clone(), source })?;
        self.take(place);
        Ok(())
    }

    /// Takes a file that was written as the work went on.
    pub(crate) fn take(&mut self, place: Destination) {
        let Destination { path, overwrite, file } = place;
        self.written.push(Written { passing: file.into_temp_path(), path, overwrite });
    }

    /// Gives every file its name, in the order in which they were taken, once all of them are on the disk. Afterwards their names are
    /// on the disk too.
    ///
    /// # Errors
    /// [`Unwritable`] when the disk does not take them: then none has a name; or when a file came under one of the names during the
    /// work and must stay: then those before it have theirs.
    pub(crate) fn keep(self) -> Result<(), Failure> {
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |source| Unwritable { path, source }
        };
        let mut folders = BTreeMap::new();
        for Written { path, .. } in &self.written {
            let folder = folder_of(path);
            if !folders.contains_key(folder) {
                folders.insert(folder.to_owned(), fs::File::open(folder).map_err(failed(folder))?);
            }
        }
        let mut synced = BTreeSet::new();
        for (path, folder) in &folders {
            // A file system once, however many of its folders were written to.
            if synced.insert(folder.metadata().map_err(failed(path))?.dev()) {
                syncfs(folder).map_err(|why| failed(path)(why.into()))?;
            }
        }
        for Written { passing, path, overwrite } in self.written {
            name(passing, &path, overwrite).map_err(failed(&path))?;
        }
        for (path, folder) in &folders {
            folder.sync_all().map_err(failed(path))?;
        }
        Ok(())
    }
}

/// A file that is written as the work goes on, so that it tells how far it came when the work is cut off.
///
/// # Errors
/// [`Unwritable`] when nothing can be written there, or a file is there that must stay.
pub(crate) fn as_it_goes(path: &Path, overwrite: Overwrite) -> Result<fs::File, Failure> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(!overwrite.force).create(true).truncate(overwrite.force);
    Ok(options.open(path).map_err(|source| Unwritable { path: path.to_owned(), source })?)
}

/// A folder to write files into. One that was made for them is gone again when nothing was written.
#[derive(Debug)]
pub(crate) struct Folder {
    path: PathBuf,
    overwrite: Overwrite,
    is_new: bool,
}

impl Drop for Folder {
    fn drop(&mut self) {
        if self.is_new {
            // Only an empty folder is removed.
            let _ = fs::remove_dir(&self.path);
        }
    }
}

impl Folder {
    /// The folder at this path, made when missing.
    ///
    /// # Errors
    /// [`Unwritable`] when nothing can be written there.
    pub(crate) fn at(path: &Path, overwrite: Overwrite) -> Result<Self, Failure> {
        let is_new = !path.exists();
        let made = fs::create_dir_all(path).and_then(|()| tempfile::tempfile_in(path).map(drop));
        made.map_err(|source| Unwritable { path: path.to_owned(), source })?;
        Ok(Self { path: path.to_owned(), overwrite, is_new })
    }

    /// A file in it.
    ///
    /// # Errors
    /// [`Unwritable`], as for any file.
    pub(crate) fn file(&self, name: &str) -> Result<Destination, Failure> {
        Destination::file(&self.path.join(name), self.overwrite)
    }

    /// Writes all of these files, by their names; none when one of them is there and must stay.
    ///
    /// # Errors
    /// [`Unwritable`], which names the file.
    pub(crate) fn write<'f>(&self, files: impl IntoIterator<Item = (&'f str, &'f str)>) -> Result<(), Failure> {
        let files: Vec<_> = files.into_iter().collect();
        let places = files.iter().map(|(name, _)| self.file(name));
        let places: Vec<_> = places.collect::<Result<_, _>>()?;
        let mut written = Files::default();
        places.into_iter().zip(files).try_for_each(|(place, (_, text))| written.write(place, text.as_bytes()))?;
        written.keep()
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

/// Names that are all different: a number before the ending where two are the same.
pub(crate) fn distinct(files: Vec<Named>) -> Vec<Named> {
    let mut taken = BTreeSet::new();
    let rename = |(name, text): Named| {
        let (stem, ending) = name.rsplit_once('.').unwrap_or((&name, ""));
        let numbered = (2..).map(|n: u32| format!("{stem}-{n}.{ending}"));
        let free = std::iter::once(name.clone()).chain(numbered).find(|name| !taken.contains(name));
        let name = free.unwrap_or(name);
        taken.insert(name.clone());
        (name, text)
    };
    files.into_iter().map(rename).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_conversations_of_one_second_have_two_files() {
        let files = ["a.log", "b.log", "a.log", "a.log"].map(|name| (name.to_owned(), String::new()));
        let names: Vec<_> = distinct(files.into()).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["a.log", "b.log", "a-2.log", "a-3.log"]);
    }

    const KEEP: Overwrite = Overwrite { force: false };
    const FORCE: Overwrite = Overwrite { force: true };

    #[test]
    fn a_file_that_is_there_stays_unless_force_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mine.toml");
        Destination::file(&path, KEEP).unwrap().write(b"first").unwrap();
        let refused = format!("{:?}", Destination::file(&path, KEEP).unwrap_err());
        assert!(refused.contains("mine.toml") && refused.contains("--force"), "{refused}");
        Destination::file(&path, FORCE).unwrap().write(b"second").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"second");
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1, "no passing file is left");
    }

    #[test]
    fn many_files_have_no_names_until_all_are_whole_and_none_is_held_open() {
        let folder = tempfile::tempdir().unwrap();
        let open = || fs::read_dir("/proc/self/fd").unwrap().count();
        let inside = folder.path().join("inside");
        fs::create_dir(&inside).unwrap();
        let (before, mut files) = (open(), Files::default());
        for n in 0..100 {
            let path = if n % 2 == 0 { folder.path() } else { &inside };
            files.write(Destination::file(&path.join(format!("{n}.txt")), KEEP).unwrap(), b"whole").unwrap();
        }
        assert!(open() < before + 50);
        assert!(!folder.path().join("0.txt").exists() && !inside.join("99.txt").exists());
        files.keep().unwrap();
        assert_eq!(fs::read(inside.join("99.txt")).unwrap(), b"whole");
        let count = fs::read_dir(folder.path()).unwrap().count() + fs::read_dir(&inside).unwrap().count();
        assert_eq!(count, 101, "no passing file is left");
        // What is not kept is gone.
        let mut files = Files::default();
        files.write(Destination::file(&inside.join("later.txt"), KEEP).unwrap(), b"half").unwrap();
        drop(files);
        assert_eq!(fs::read_dir(&inside).unwrap().count(), 50);
        // One that came meanwhile stays.
        let mut files = Files::default();
        files.write(Destination::file(&inside.join("mine.txt"), KEEP).unwrap(), b"mine").unwrap();
        fs::write(inside.join("mine.txt"), "theirs").unwrap();
        let refused = format!("{:?}", files.keep().unwrap_err());
        assert!(refused.contains("mine.txt"), "{refused}");
        assert_eq!(fs::read(inside.join("mine.txt")).unwrap(), b"theirs");
    }

    #[test]
    fn a_file_that_came_during_the_work_stays_too() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mine.toml");
        let place = Destination::file(&path, KEEP).unwrap();
        fs::write(&path, "somebody else's").unwrap();
        assert!(place.write(b"mine").is_err());
        assert_eq!(fs::read(&path).unwrap(), b"somebody else's");
    }

    #[test]
    fn where_there_are_no_links_a_file_has_its_name_only_if_that_is_free() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mine.toml");
        let passing = |text: &str| {
            let mut place = Destination::file(&folder.path().join("another"), KEEP).unwrap();
            place.passing().write_all(text.as_bytes()).unwrap();
            place.file.into_temp_path()
        };
        name_without_links(passing("first"), &path).unwrap();
        let refused = name_without_links(passing("second"), &path).unwrap_err();
        assert_eq!(refused.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&path).unwrap(), b"first");
        let gone = passing("third");
        fs::remove_file(&gone).unwrap();
        let other = folder.path().join("other.toml");
        assert!(name_without_links(gone, &other).is_err() && !other.exists(), "no empty file is left");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no passing file is left");
    }

    #[test]
    fn a_long_name_is_a_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("n".repeat(255));
        Destination::file(&path, KEEP).unwrap().write(b"long").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"long");
    }

    #[test]
    fn a_dangling_link_is_a_file_that_is_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("link");
        std::os::unix::fs::symlink(folder.path().join("nowhere"), &path).unwrap();
        assert!(Destination::file(&path, KEEP).is_err());
    }

    #[test]
    fn of_several_files_none_is_written_when_one_must_stay() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("b"), "old").unwrap();
        let out = Folder::at(folder.path(), KEEP).unwrap();
        assert!(out.write([("a", "new"), ("b", "new")]).is_err());
        assert!(!folder.path().join("a").exists());
        Folder::at(folder.path(), FORCE).unwrap().write([("a", "new"), ("b", "new")]).unwrap();
        assert_eq!(fs::read_to_string(folder.path().join("b")).unwrap(), "new");
    }

    #[test]
    fn what_is_no_file_is_not_replaced_even_by_force() {
        let folder = tempfile::tempdir().unwrap();
        for path in [folder.path(), Path::new("/dev/null"), Path::new("/dev/null/mine.toml"), Path::new("/")] {
            assert!(Destination::file(path, FORCE).is_err(), "{}", path.display());
        }
    }
}
