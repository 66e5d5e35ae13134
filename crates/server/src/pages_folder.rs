//! The organiser's own pages, such as those of the contests of 2017 and 2018, served from a folder beside ours.
//!
//! The folder is read once, when the server starts: an address is looked up in a table and never becomes a path. So no
//! address leads out of the folder, files added later are not served, and the memory for it is known in advance.
//!
//! The pages share the server's address, where organisers and judges have their sessions, and must not act with these.
//! Every file is therefore served into a sandbox ([`POLICY`]): the browser gives such a page an origin of its own,
//! `null`. It runs its scripts and may use `/socket.io/`, which checks an id and a secret and no session. It sends no
//! form and opens no window, reads no other page of the server, and its requests carry none of the server's cookies.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
};

use axum::{
    body::Bytes,
    http::{HeaderValue, header},
    response::{IntoResponse, Response},
};

/// The most files of a folder.
pub const FILES_MAX: usize = 1_000;

/// The most bytes of one file.
pub const FILE_MAX: u64 = 16 * 1024 * 1024;

/// The most bytes of all files together: they are kept in memory.
pub const ALL_MAX: u64 = 64 * 1024 * 1024;

/// The deepest nesting of folders.
const DEPTH_MAX: usize = 16;

/// The permissions of such a page. The sandbox gives it an origin of its own; it loads from and talks to this server
/// only; its scripts stand in the page, as they did then.
pub const POLICY: &str = "sandbox allow-scripts allow-forms allow-modals; default-src 'none'; script-src 'self' \
                          'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; \
                          media-src 'self' data:; connect-src 'self'; form-action 'none'; base-uri 'none'; \
                          frame-ancestors 'none'";

/// The kinds of files that are served, by the end of their names.
const KINDS: [(&str, &str); 22] = [
    ("html", "text/html"),
    ("htm", "text/html"),
    ("css", "text/css"),
    ("js", "text/javascript"),
    ("mjs", "text/javascript"),
    ("json", "application/json"),
    ("map", "application/json"),
    ("txt", "text/plain"),
    ("png", "image/png"),
    ("jpg", "image/jpeg"),
    ("jpeg", "image/jpeg"),
    ("gif", "image/gif"),
    ("webp", "image/webp"),
    ("svg", "image/svg+xml"),
    ("ico", "image/x-icon"),
    ("woff", "font/woff"),
    ("woff2", "font/woff2"),
    ("ttf", "font/ttf"),
    ("mp3", "audio/mpeg"),
    ("ogg", "audio/ogg"),
    ("wav", "audio/wav"),
    ("mp4", "video/mp4"),
];

/// The pages of a folder, as they were when it was read.
#[derive(Debug, Default)]
pub struct PagesFolder {
    /// By address, each beginning with `/`.
    files: BTreeMap<String, File>,
    left_out: Vec<LeftOut>,
}

/// A file of such a folder.
#[derive(Debug)]
pub(crate) struct File {
    bytes: Bytes,
    content_type: String,
}

impl File {
    /// The answer with the file.
    pub(crate) fn response(&self) -> Response {
        let mut response = self.bytes.clone().into_response();
        let headers = response.headers_mut();
        if let Ok(content_type) = HeaderValue::from_str(&self.content_type) {
            headers.insert(header::CONTENT_TYPE, content_type);
        }
        headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
        // Fonts and modules are requested with the page's origin, and a page in a sandbox has none that could be
        // allowed by name.
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
        response
    }
}

/// Something in the folder that is not served.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LeftOut {
    /// A link.
    #[error("`{0}` is a link: lay the file itself into the folder")]
    Link(PathBuf),
    /// A file of a kind that is not served.
    #[error("`{0}` is no kind of file that pages are made of")]
    Kind(PathBuf),
    /// A name that no address can have.
    #[error("`{0}` has a name that is no text")]
    Name(PathBuf),
    /// Folders are nested too deep.
    #[error("`{0}` lies more than {DEPTH_MAX} folders deep")]
    Deep(PathBuf),
}

/// The reason why a folder cannot be served.
#[derive(Debug, thiserror::Error)]
pub enum PagesError {
    /// It cannot be read.
    #[error("failed to read `{path}`, which is to be served")]
    Unreadable {
        /// The path.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// It holds too much.
    #[error(
        "the pages in `{folder}` are too many or too large: {why}; lay only what they need into a folder of its own (at most \
         {FILES_MAX} files, {} MiB each, {} MiB together)",
        FILE_MAX / 1024 / 1024,
        ALL_MAX / 1024 / 1024
    )]
    TooMuch {
        /// The folder.
        folder: PathBuf,
        /// The excess.
        why: String,
    },
}

impl PagesFolder {
    /// Reads a folder. Names that begin with a dot are skipped; other files that cannot be served are [left
    /// out](Self::left_out).
    ///
    /// # Errors
    /// When it cannot be read, or holds too much.
    pub fn read(folder: &Path) -> Result<Self, PagesError> {
        let mut pages = Self::default();
        let mut bytes = 0;
        pages.take_in(folder, folder, "/", 0, &mut bytes)?;
        Ok(pages)
    }

    fn take_in(
        &mut self,
        whole: &Path,
        folder: &Path,
        address: &str,
        depth: usize,
        bytes: &mut u64,
    ) -> Result<(), PagesError> {
        let unreadable = |path: &Path| {
            let path = path.to_owned();
            move |source| PagesError::Unreadable { path, source }
        };
        let too_much = |why: String| PagesError::TooMuch { folder: whole.to_owned(), why };
        let listed = fs::read_dir(folder).map_err(unreadable(folder))?;
        for item in listed {
            let item = item.map_err(unreadable(folder))?;
            let path = item.path();
            let inside = || path.strip_prefix(whole).unwrap_or(&path).to_owned();
            let name = item.file_name();
            if name.as_encoded_bytes().starts_with(b".") {
                continue;
            }
            // The type of the entry itself: a link is never followed.
            let kind = item.file_type().map_err(unreadable(&path))?;
            let Some(name) = name.to_str() else {
                self.left_out.push(LeftOut::Name(inside()));
                continue;
            };
            if kind.is_symlink() {
                self.left_out.push(LeftOut::Link(inside()));
            } else if kind.is_dir() && depth == DEPTH_MAX {
                self.left_out.push(LeftOut::Deep(inside()));
            } else if kind.is_dir() {
                self.take_in(whole, &path, &format!("{address}{name}/"), depth + 1, bytes)?;
            } else if let Some(media) = media_of(name).filter(|_| kind.is_file()) {
                let length = item.metadata().map_err(unreadable(&path))?.len();
                if length > FILE_MAX {
                    return Err(too_much(format!("`{}` has {length} bytes", inside().display())));
                }
                let read = fs::read(&path).map_err(unreadable(&path))?;
                *bytes += read.len() as u64;
                if *bytes > ALL_MAX {
                    return Err(too_much(format!("with `{}` they are too large", inside().display())));
                }
                if self.files.len() >= FILES_MAX {
                    return Err(too_much(format!("`{}` is one file too many", inside().display())));
                }
                let content_type = content_type(media, &read);
                self.files.insert(format!("{address}{name}"), File { bytes: read.into(), content_type });
            } else {
                self.left_out.push(LeftOut::Kind(inside()));
            }
        }
        Ok(())
    }

    /// The addresses of the pages, such as `/judge.html`.
    pub fn pages(&self) -> impl Iterator<Item = &str> {
        let pages = self.files.iter().filter(|(_, file)| file.content_type.starts_with("text/html"));
        pages.map(|(address, _)| address.as_str())
    }

    /// The number of files.
    #[must_use]
    pub fn count(&self) -> usize {
        self.files.len()
    }

    /// The files that are not served, with the reasons.
    #[must_use]
    pub fn left_out(&self) -> &[LeftOut] {
        &self.left_out
    }

    /// The file of this percent-encoded address.
    pub(crate) fn find(&self, address: &str) -> Option<&File> {
        self.files.get(&decoded(address)?)
    }
}

/// The address with its percent-encoding decoded; `None` when the result is no text.
fn decoded(address: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(address.len());
    let mut rest = address.as_bytes();
    while let Some((first, more)) = rest.split_first() {
        rest = more;
        if *first == b'%' {
            let (digits, more) = rest.split_at_checked(2)?;
            bytes.push(hex::decode(digits).ok()?[0]);
            rest = more;
        } else {
            bytes.push(*first);
        }
    }
    String::from_utf8(bytes).ok()
}

/// The media type of a file of this name, if its kind is served.
fn media_of(name: &str) -> Option<&'static str> {
    let (_, end) = name.rsplit_once('.')?;
    KINDS.iter().find(|(known, _)| end.eq_ignore_ascii_case(known)).map(|(_, media)| *media)
}

/// The media type with the encoding of a text: pages of those years often name none.
fn content_type(media: &str, bytes: &[u8]) -> String {
    let is_text = media.starts_with("text/") || matches!(media, "application/json" | "image/svg+xml");
    match is_text {
        true if std::str::from_utf8(bytes).is_ok() => format!("{media}; charset=utf-8"),
        true => format!("{media}; charset=windows-1252"),
        false => media.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder with these files.
    fn folder(files: &[(&str, &[u8])]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, bytes) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
        folder
    }

    #[test]
    fn files_have_addresses_and_types_and_what_is_hidden_or_foreign_has_none() {
        let folder = folder(&[
            ("judge.html", b"<p>\xe9"),
            ("scripts/Client.JS", "é".as_bytes()),
            ("a b.png", b"\x89PNG"),
            (".git/config.txt", b"secret"),
            (".env.txt", b"secret"),
            ("server.key", b"secret"),
            ("README", b""),
        ]);
        let outside = tempfile::NamedTempFile::new().unwrap();
        std::os::unix::fs::symlink(outside.path(), folder.path().join("out.html")).unwrap();
        std::os::unix::fs::symlink("/etc", folder.path().join("etc")).unwrap();
        let pages = PagesFolder::read(folder.path()).unwrap();
        let type_of = |address: &str| pages.find(address).map(|file| file.content_type.as_str());
        assert_eq!(type_of("/judge.html"), Some("text/html; charset=windows-1252"));
        assert_eq!(type_of("/scripts/Client.JS"), Some("text/javascript; charset=utf-8"));
        assert_eq!((type_of("/a%20b.png"), type_of("/a b.png")), (Some("image/png"), Some("image/png")));
        assert_eq!((pages.count(), pages.pages().collect::<Vec<_>>()), (3, vec!["/judge.html"]));
        for none in [
            "/",
            "",
            "judge.html",
            "/scripts",
            "/scripts/",
            "/scripts/../judge.html",
            "/scripts/%2e%2e/judge.html",
            "/../etc/passwd",
            "/%2e%2e%2fetc%2fpasswd",
            "/..%5cetc",
            "/etc/hosts.txt",
            "/out.html",
            "/.git/config.txt",
            "/.env.txt",
            "/server.key",
            "/README",
            "/judge.html/",
            "/judge.html%00",
            "/judge.html%",
            "/judge.html%4",
            "/judge.html%zz",
            "/%ff",
            "//judge.html",
            "/JUDGE.HTML",
        ] {
            assert_eq!(type_of(none), None, "{none}");
        }
        let left = |out: &LeftOut| pages.left_out().contains(out);
        assert!(left(&LeftOut::Link("out.html".into())) && left(&LeftOut::Link("etc".into())));
        assert!(left(&LeftOut::Kind("server.key".into())) && left(&LeftOut::Kind("README".into())));
        assert_eq!(pages.left_out().len(), 4);
    }

    #[test]
    fn a_folder_that_holds_too_much_is_not_served_and_one_at_its_bounds_is() {
        let most = usize::try_from(FILE_MAX).unwrap();
        let names: Vec<String> = (0..FILES_MAX).map(|n| format!("{n}.txt")).collect();
        let full = folder(&names.iter().map(|name| (name.as_str(), &b"x"[..])).collect::<Vec<_>>());
        assert_eq!(PagesFolder::read(full.path()).unwrap().count(), FILES_MAX);
        fs::write(full.path().join("one-more.txt"), "").unwrap();
        assert!(PagesFolder::read(full.path()).unwrap_err().to_string().contains("one file too many"));

        let large = tempfile::tempdir().unwrap();
        let lay = |name: &str, length: usize| {
            fs::File::create(large.path().join(name)).unwrap().set_len(length as u64).unwrap();
        };
        (0..4).for_each(|n| lay(&format!("{n}.txt"), most));
        assert_eq!(PagesFolder::read(large.path()).unwrap().count(), 4);
        lay("more.txt", 1);
        assert!(PagesFolder::read(large.path()).unwrap_err().to_string().contains("too large"));
        lay("0.txt", most + 1);
        let why = PagesFolder::read(large.path()).unwrap_err().to_string();
        assert!(why.contains("bytes") || why.contains("too large"), "{why}");
        assert!(PagesFolder::read(&large.path().join("missing")).is_err());
    }

    #[test]
    fn what_lies_too_deep_is_left_out() {
        let deep = |folders: usize| format!("{}x.html", "f/".repeat(folders));
        let folder = folder(&[(&deep(DEPTH_MAX), b""), (&deep(DEPTH_MAX + 1), b"")]);
        let pages = PagesFolder::read(folder.path()).unwrap();
        assert_eq!(pages.pages().collect::<Vec<_>>(), [format!("/{}", deep(DEPTH_MAX))]);
        assert!(matches!(pages.left_out(), [LeftOut::Deep(_)]));
    }
}
