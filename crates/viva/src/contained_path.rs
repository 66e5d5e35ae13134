//! Opens files named by other people: an applicant's file may name another one, but only in its own folder.
//!
//! A name that led out of the folder, or through a link, could publish a file of the organiser's machine.

use std::{
    fs::File,
    io,
    path::{Component, Path},
};

use rustix::fs::{self, CWD, Mode, OFlags};

/// Opens an ordinary file below a folder. No part of the name may be `..`, absolute or a link.
///
/// # Errors
/// When the name leads out of the folder, through a link, or to anything but an ordinary file with a single name; and
/// when the file cannot be opened.
pub(crate) fn open(folder: &Path, name: &Path) -> io::Result<File> {
    let refused = |why: &str| io::Error::new(io::ErrorKind::InvalidInput, why.to_owned());
    let parts = name.components().filter(|part| *part != Component::CurDir).map(|part| match part {
        Component::Normal(part) => Ok(part),
        _ => Err(refused(
            "it must lie in the folder of the application: name it without `/` at the front and without `..`",
        )),
    });
    let parts: Vec<_> = parts.collect::<Result<_, _>>()?;
    let Some((last, folders)) = parts.split_last() else { return Err(refused("the name is empty")) };
    let step = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let mut around = fs::openat(CWD, folder, step, Mode::empty())?;
    let linked = |why: rustix::io::Errno| match why {
        rustix::io::Errno::LOOP | rustix::io::Errno::NOTDIR => refused("a part of its name is a link, or no folder"),
        why => why.into(),
    };
    for part in folders {
        around = fs::openat(&around, *part, step | OFlags::NOFOLLOW, Mode::empty()).map_err(linked)?;
    }
    // `NONBLOCK`: opening a pipe must not wait for its writer.
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let file = File::from(fs::openat(&around, *last, flags, Mode::empty()).map_err(linked)?);
    let about = file.metadata()?;
    if !about.is_file() || std::os::unix::fs::MetadataExt::nlink(&about) > 1 {
        return Err(refused(
            "it is no ordinary file, or has a second name elsewhere: put a copy of it into the folder",
        ));
    }
    Ok(file)
}

#[cfg(test)]
mod tests {
    use std::{
        fs::{create_dir_all, hard_link, write},
        os::unix::fs::symlink,
    };

    use super::*;

    #[test]
    fn only_ordinary_files_of_the_folder_are_opened() {
        let place = tempfile::tempdir().unwrap();
        let at = |name: &str| place.path().join(name);
        create_dir_all(at("application/sub")).unwrap();
        create_dir_all(at("data")).unwrap();
        write(at("data/signing-key"), "secret").unwrap();
        write(at("application/protocol.txt"), "Q: hello").unwrap();
        write(at("application/sub/protocol.txt"), "Q: hello").unwrap();
        symlink(at("data/signing-key"), at("application/link")).unwrap();
        symlink(at("data"), at("application/folder")).unwrap();
        hard_link(at("data/signing-key"), at("application/hard")).unwrap();
        let folder = at("application");
        let opens = |name: &str| open(&folder, Path::new(name)).is_ok();
        assert!(opens("protocol.txt") && opens("sub/protocol.txt") && opens("./protocol.txt"));
        let absolute = at("application/protocol.txt");
        let bad =
            ["../data/signing-key", "sub/../../data/signing-key", "link", "folder/signing-key", "hard", "sub", "", "."];
        for name in bad.into_iter().chain([absolute.to_str().unwrap(), "nowhere", "/dev/zero"]) {
            assert!(!opens(name), "{name}");
        }
    }
}
