//! Output files: checked before the work begins, and never overwritten without `--force`.
//!
//! A file gets its name once it is complete and synced. Until then it has a temporary name in the same folder, which
//! also proves that the folder can be written to and accepts the name (a FAT stick refuses a colon). Many files are
//! synced together ([`Files`]): a thousand single syncs take a thousand times as long.

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

/// The permissions of new files, before the user's umask.
const PERMISSIONS: u32 = 0o666;

/// The longest part of a file's name used in its temporary name, in bytes: every file system takes names of 255.
const ENDING_MAX: usize = 200;

/// A file to write.
#[derive(Debug)]
pub(crate) struct Destination {
    path: PathBuf,
    overwrite: Overwrite,
    file: NamedTempFile,
}

impl Destination {
    /// The file at this path, in an existing folder.
    ///
    /// # Errors
    /// [`Unwritable`] when the folder cannot be written to, or when a file exists there and must stay.
    pub(crate) fn file(path: &Path, overwrite: Overwrite) -> Result<Self, Failure> {
        let failed = |source| Unwritable { path: path.to_owned(), source };
        match path.symlink_metadata() {
            // Writing would replace the link or device itself.
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
        // The temporary name includes the final one, so a folder that cannot hold it fails here.
        let ending = path.file_name().filter(|name| name.len() <= ENDING_MAX).map(|name| {
            let mut ending = OsString::from("-");
            ending.push(name);
            ending
        });
        let passing = passing.suffix(ending.as_deref().unwrap_or_default()).tempfile_in(folder);
        Ok(Self { path: path.to_owned(), overwrite, file: passing.map_err(failed)? })
    }

    /// The final path.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the whole file and gives it its name.
    ///
    /// # Errors
    /// [`Unwritable`]; the path is then unchanged.
    pub(crate) fn write(mut self, bytes: &[u8]) -> Result<(), Failure> {
        let failed = |source| Unwritable { path: self.path.clone(), source };
        self.file.write_all(bytes).map_err(failed)?;
        self.keep()
    }

    /// The file under its temporary name, to be written as the work goes on; [`keep`](Self::keep) gives it its name.
    pub(crate) fn passing(&mut self) -> &mut fs::File {
        self.file.as_file_mut()
    }

    /// Syncs the written file and gives it its name.
    ///
    /// # Errors
    /// [`Unwritable`]; the path is then unchanged.
    pub(crate) fn keep(self) -> Result<(), Failure> {
        let failed = |source| Unwritable { path: self.path.clone(), source };
        self.file.as_file().sync_all().map_err(failed)?;
        name(self.file.into_temp_path(), &self.path, self.overwrite).map_err(failed)?;
        Ok(())
    }
}

/// Gives a complete file its name.
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

/// Names a file on a file system without hard links and without a rename that refuses to replace (exFAT): an empty file
/// claims the name if it is free, then the complete file replaces it.
fn name_without_links(passing: TempPath, path: &Path) -> io::Result<()> {
    fs::File::create_new(path)?;
    passing.persist(path).map_err(|why| {
        // Only the empty file is at this path.
        let _ = fs::remove_file(path);
        why.error
    })
}

/// The folder of the file at this path.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Many complete files under temporary names. They are named only when all of them are on the disk, and none is kept
/// open.
#[derive(Debug, Default)]
pub(crate) struct Files {
    written: Vec<Written>,
}

/// A complete file that still has its temporary name.
#[derive(Debug)]
struct Written {
    passing: TempPath,
    path: PathBuf,
    overwrite: Overwrite,
}

impl Files {
    /// Writes these bytes to a file and takes it.
    ///
    /// # Errors
    /// [`Unwritable`] when they cannot be written.
    pub(crate) fn write(&mut self, mut place: Destination, bytes: &[u8]) -> Result<(), Failure> {
        let written = place.file.write_all(bytes);
        written.map_err(|source| Unwritable { path: place.path.clone(), source })?;
        self.take(place);
        Ok(())
    }

    /// Takes a file that is already written.
    pub(crate) fn take(&mut self, place: Destination) {
        let Destination { path, overwrite, file } = place;
        self.written.push(Written { passing: file.into_temp_path(), path, overwrite });
    }

    /// Syncs all files, then gives each its name, in the order they were taken, then syncs the folders.
    ///
    /// # Errors
    /// [`Unwritable`] when the sync fails: then no file has its name. Also when another file took one of the names
    /// meanwhile and must stay: then the files before it have theirs.
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
            // Each file system is synced once, however many of its folders were written to.
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

/// Opens a file under its final name, so that an interrupted run leaves its partial output.
///
/// # Errors
/// [`Unwritable`] when the file cannot be created, or when one exists and must stay.
pub(crate) fn as_it_goes(path: &Path, overwrite: Overwrite) -> Result<fs::File, Failure> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(!overwrite.force).create(true).truncate(overwrite.force);
    Ok(options.open(path).map_err(|source| Unwritable { path: path.to_owned(), source })?)
}

/// A folder to write files into. If it was created here and is still empty, dropping removes it.
#[derive(Debug)]
pub(crate) struct Folder {
    path: PathBuf,
    overwrite: Overwrite,
    is_new: bool,
}

impl Drop for Folder {
    fn drop(&mut self) {
        if self.is_new {
            // Fails unless the folder is empty.
            let _ = fs::remove_dir(&self.path);
        }
    }
}

impl Folder {
    /// The folder at this path, created if missing.
    ///
    /// # Errors
    /// [`Unwritable`] when the folder cannot be created or written to.
    pub(crate) fn at(path: &Path, overwrite: Overwrite) -> Result<Self, Failure> {
        let is_new = !path.exists();
        let made = fs::create_dir_all(path).and_then(|()| tempfile::tempfile_in(path).map(drop));
        made.map_err(|source| Unwritable { path: path.to_owned(), source })?;
        Ok(Self { path: path.to_owned(), overwrite, is_new })
    }

    /// A file in the folder.
    ///
    /// # Errors
    /// [`Unwritable`], as for any file.
    pub(crate) fn file(&self, name: &str) -> Result<Destination, Failure> {
        Destination::file(&self.path.join(name), self.overwrite)
    }

    /// Writes all of these named files, or none if one exists and must stay.
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

    /// The path of the folder.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

/// Makes the names distinct: a repeated name gets a number before its extension.
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
        // Files dropped without `keep` are removed.
        let mut files = Files::default();
        files.write(Destination::file(&inside.join("later.txt"), KEEP).unwrap(), b"half").unwrap();
        drop(files);
        assert_eq!(fs::read_dir(&inside).unwrap().count(), 50);
        // A file created meanwhile stays.
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
