//! Commands from the owner of a data folder to the server that runs on it, without stopping it: a new link for the
//! organiser, the state of a contest, its timeline, acts, passwords and tokens.
//!
//! The server listens on a socket in the folder or, where the file system has no sockets, in a private folder
//! elsewhere, named by a file in the data folder. Each request proves that its sender may read the folder's key: a
//! program that is kept from files, but not from sockets, gets no further (`landlock`, in `entry::isolation`).

use std::{
    ffi::OsString,
    fs::File,
    io::{self, BufRead, BufReader, ErrorKind, Read, Write},
    os::{
        fd::AsRawFd,
        unix::{
            ffi::{OsStrExt, OsStringExt},
            fs::PermissionsExt,
            net::UnixStream,
        },
    },
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use rulebook::Participant;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;
use tempfile::{NamedTempFile, TempDir};
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt},
    net::UnixListener,
    time::timeout,
};
use tracing::{info, warn};

use crate::{
    access_token::{self, May},
    acts::{self, Act, Doer},
    api::{Moment, Status},
    app::App,
    applications,
    deeds::OrganiserDeed,
    hosted_contest::HostedContest,
    keyring::{KeyError, Keyring},
    once::Key,
    organisers,
};

/// The name of the socket in the data folder.
const SOCKET: &str = "control";

/// The file in the data folder that names the socket's folder, where that is another one.
const ELSEWHERE: &str = "control.at";

/// The longest path in that file, in bytes.
const PATH_MAX: u64 = 4096;

/// Variables that name folders for files that last as long as a program or a login.
const RUNTIME_FOLDERS: [&str; 2] = ["RUNTIME_DIRECTORY", "XDG_RUNTIME_DIR"];

/// The longest request, in bytes.
const REQUEST_MAX: u64 = 16 * 1024;

/// The longest answer, in bytes: the state of a contest of a thousand people.
const ANSWER_MAX: u64 = 4 * 1024 * 1024;

/// The name in the list of deeds for acts through this socket.
const NOTED_AS: &str = "Somebody at the server itself";

/// The most time for a request or its answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// The key that proves ownership of the folder.
fn secret(keys: &Keyring) -> String {
    hex::encode(keys.secret_for("control"))
}

/// The socket of a data folder. It exists from the moment that this is opened.
#[derive(Debug)]
pub struct Control {
    listener: Option<UnixListener>,
    /// The folder of the socket, where it is not the data folder. It is removed when the server ends.
    elsewhere: Option<TempDir>,
}

impl Control {
    /// Opens the socket of this server's folder. A failure is only logged as a warning: the server runs without it.
    #[must_use]
    pub fn open(app: &App) -> Self {
        let data = app.data();
        let why = match listen(data) {
            Ok(listener) => {
                // An earlier server may have left it.
                let _ = std::fs::remove_file(data.join(ELSEWHERE));
                return Self { listener: Some(listener), elsewhere: None };
            }
            Err(why) => why,
        };
        let at = data.join(SOCKET);
        match listen_elsewhere(data) {
            Ok((listener, folder)) => {
                info!(%why, "`{}` cannot be a socket: it is in `{}`", at.display(), folder.path().display());
                Self { listener: Some(listener), elsewhere: Some(folder) }
            }
            Err(also) => {
                warn!(%why, %also, "`{}` cannot be listened on, nor anything elsewhere ({also}), so nothing can be asked of this server from a terminal: {why}", at.display());
                Self { listener: None, elsewhere: None }
            }
        }
    }
}

/// Answers requests for as long as it is polled.
pub(crate) async fn serve(Control { listener, elsewhere }: Control, app: App) {
    let _elsewhere = elsewhere;
    let Some(listener) = listener else { return std::future::pending().await };
    loop {
        let Ok((mut stream, _)) = listener.accept().await else {
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let app = app.clone();
        tokio::spawn(timeout(PATIENCE, async move {
            let (read, mut write) = stream.split();
            let mut lines = tokio::io::BufReader::new(read.take(REQUEST_MAX)).lines();
            let (Ok(Some(proof)), Ok(Some(request))) = (lines.next_line().await, lines.next_line().await) else {
                return;
            };
            let answer = match (is_proof(&app, &proof), serde_json::from_str(&request)) {
                (false, _) => Err("the key of this folder is another".to_owned()),
                (true, Err(why)) => Err(format!("the server does not understand this (is it another version?): {why}")),
                (true, Ok(request)) => answer(&app, request).await,
            };
            let text = match answer {
                Ok(value) => format!("ok {value}\n"),
                Err(why) => format!("no {}\n", Value::from(why)),
            };
            // The client may have gone.
            let _ = write.write_all(text.as_bytes()).await;
        }));
    }
}

/// The address of the socket in this folder. Every program of the machine can read the addresses of sockets
/// (`/proc/net/unix`), so this one does not name the folder; it also is never too long.
fn address(folder: &File) -> PathBuf {
    PathBuf::from(format!("/proc/self/fd/{}/{SOCKET}", folder.as_raw_fd()))
}

fn listen(data: &Path) -> io::Result<UnixListener> {
    let path = &data.join(SOCKET);
    // One server runs on the folder, so an existing socket is a dead server's.
    match std::fs::remove_file(path) {
        Err(why) if why.kind() != ErrorKind::NotFound => return Err(why),
        _ => {}
    }
    let bound = UnixListener::bind(address(&File::open(data)?));
    let listener = bound.and_then(|listener| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600))?;
        Ok(listener)
    });
    listener.inspect_err(|_| {
        // Some file systems create a plain file and then fail to make it a socket.
        let _ = std::fs::remove_file(path);
    })
}

/// Listens in a new folder that only this user may enter, and names that folder in the data folder.
fn listen_elsewhere(data: &Path) -> io::Result<(UnixListener, TempDir)> {
    let named = RUNTIME_FOLDERS.iter().filter_map(std::env::var_os);
    let folders = named.flat_map(|paths| std::env::split_paths(&paths).collect::<Vec<_>>());
    let mut last = Err(ErrorKind::NotFound.into());
    for runtime in folders.filter(|path| path.is_absolute()).chain([std::env::temp_dir()]) {
        last = listen_in(&runtime);
        if last.is_ok() {
            break;
        }
    }
    let (listener, folder) = last?;
    let mut says = NamedTempFile::new_in(data)?;
    says.write_all(folder.path().as_os_str().as_bytes())?;
    says.persist(data.join(ELSEWHERE))?;
    Ok((listener, folder))
}

fn listen_in(runtime: &Path) -> io::Result<(UnixListener, TempDir)> {
    let private = std::fs::Permissions::from_mode(0o700);
    let folder = tempfile::Builder::new().prefix("viva-").permissions(private).tempdir_in(runtime)?;
    Ok((listen(folder.path())?, folder))
}

/// The folders in which the socket of this data folder may be, the likelier one first.
fn folders_of(data: &Path) -> Vec<PathBuf> {
    let mut path = Vec::new();
    let read = File::open(data.join(ELSEWHERE)).and_then(|file| file.take(PATH_MAX).read_to_end(&mut path));
    let elsewhere = read.is_ok().then(|| PathBuf::from(OsString::from_vec(path)));
    elsewhere.into_iter().chain([data.to_owned()]).collect()
}

/// A connection to the server that runs on this folder; `None` when none does.
fn reach(data: &Path) -> Result<Option<UnixStream>, ControlError> {
    for folder in folders_of(data) {
        match File::open(&folder).and_then(|folder| UnixStream::connect(address(&folder))) {
            Ok(stream) => return Ok(Some(stream)),
            Err(why) if matches!(why.kind(), ErrorKind::NotFound | ErrorKind::ConnectionRefused) => {}
            Err(source) => return Err(ControlError::Silent { path: folder.join(SOCKET), source }),
        }
    }
    Ok(None)
}

fn is_proof(app: &App, proof: &str) -> bool {
    use sha2::{Digest, Sha256};
    // Comparing hashes leaks nothing by its duration.
    Sha256::digest(proof) == Sha256::digest(secret(app.keys()))
}

/// A request about a contest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    /// Its id; absent for the only one there is.
    pub contest: Option<String>,
    /// The kind of request.
    pub asks: Asks,
    /// The key of an act, under which it is done once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}

/// The kinds of requests, and the types of their answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Asks {
    /// A new link for the organiser: text. The earlier link and its sessions end.
    Link,
    /// The state: a [`Status`].
    Status,
    /// The timeline: [`Moment`]s, the newest first.
    Timeline,
    /// An act: the [`Status`] afterwards.
    Act(Act),
    /// A new password for an organiser: their name. Their sessions end.
    Password {
        /// The organiser's name; absent for the one of the contest file.
        organiser: Option<String>,
        /// The password.
        password: String,
    },
    /// A token for a program: text.
    Token {
        /// The token's name.
        name: String,
        /// The token's permission.
        may: May,
    },
}

async fn answer(app: &App, Request { contest, asks, key }: Request) -> Result<Value, String> {
    if asks == Asks::Link && contest.as_deref() == Some(applications::ID) && app.applications().is_some() {
        let link = app.invite(applications::ID, Participant::Organiser).await;
        return link.map(Value::from).map_err(|why| why.to_string());
    }
    let place = chosen(app, contest.as_deref())?;
    let id = place.running.id();
    let said = |why: &dyn std::fmt::Display| why.to_string();
    let value = |answer: Result<Value, serde_json::Error>| answer.map_err(|why| why.to_string());
    let status = async || {
        let status = Status::of(app, &place).await.map_err(|why| said(&why))?;
        value(serde_json::to_value(status.ok_or("the contest is not set up yet: try again in a moment")?))
    };
    match asks {
        Asks::Link => Ok(Value::from(app.invite(id, Participant::Organiser).await.map_err(|why| said(&why))?)),
        Asks::Status => status().await,
        Asks::Timeline => value(serde_json::to_value(Moment::latest(&place))),
        Asks::Act(act) => {
            let key = key.map(|key| key.parse::<Key>()).transpose().map_err(|why| said(&why))?;
            let actor = Doer::at_the_server(NOTED_AS);
            acts::perform(app, &place, &actor, key.as_ref(), act).await.map_err(|why| said(&why))?;
            status().await
        }
        Asks::Password { organiser, password } => {
            let (whose, row) = organisers::called(app, &place, organiser.as_deref()).await.map_err(|why| said(&why))?;
            organisers::set_password(app, &place, whose, &password, None).await.map_err(|why| said(&why))?;
            app.note(id, NOTED_AS.to_owned(), &OrganiserDeed::SetPasswordOf { name: row.name.clone() }).await;
            Ok(Value::from(row.name))
        }
        Asks::Token { name, may } => {
            let token = access_token::make(app, id, &name, may).await.map_err(|why| said(&why))?;
            app.note(id, NOTED_AS.to_owned(), &OrganiserDeed::MadeToken { name }).await;
            Ok(Value::from(token.reveal()))
        }
    }
}

/// The contest of this id, or the only one.
fn chosen(app: &App, contest: Option<&str>) -> Result<Arc<HostedContest>, String> {
    if let Some(id) = contest {
        return app.place(id).ok_or_else(|| match app.withheld_contest(id) {
            Some(withheld) => format!("the contest `{id}` is not taken up: {}", withheld.reason),
            None => format!("there is no contest `{id}` in this folder"),
        });
    }
    let mut places = app.places();
    match (places.pop(), places.is_empty()) {
        (Some(only), true) => Ok(only),
        (None, _) => Err("there is no contest in this folder".to_owned()),
        (Some(last), false) => {
            places.push(last);
            let ids: Vec<_> = places.iter().map(|place| place.running.id().to_owned()).collect();
            Err(format!("there are several contests: name one with --contest ({})", ids.join(", ")))
        }
    }
}

/// The reason why a running server did not carry out a request.
#[derive(Debug, thiserror::Error)]
pub enum ControlError {
    /// The key of the folder cannot be read.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// The server exists and did not answer.
    #[error("the server that has this folder does not answer (look at `{path}`)", path = .path.display())]
    Silent {
        /// The socket.
        path: PathBuf,
        /// The system's error.
        #[source]
        source: io::Error,
    },
    /// The answer cannot be read: the server is another version.
    #[error("the server gave an answer that this program does not understand: is it another version?")]
    Strange(#[from] serde_json::Error),
    /// The server refused.
    #[error("{0}")]
    Refused(String),
}

/// Sends a request to the server that runs on this folder; `None` when none does. The answer is of the type that
/// [`Asks`] names.
///
/// # Errors
/// When the server refuses, or does not answer.
pub fn ask<T: DeserializeOwned>(data: &Path, request: &Request) -> Result<Option<T>, ControlError> {
    let path = data.join(SOCKET);
    let silent = |source| ControlError::Silent { path: path.clone(), source };
    let Some(mut stream) = reach(data)? else { return Ok(None) };
    let keys = Keyring::open(data)?;
    stream.set_read_timeout(Some(2 * PATIENCE)).map_err(silent)?;
    let request = serde_json::to_string(request)?;
    stream.write_all(format!("{}\n{request}\n", secret(&keys)).as_bytes()).map_err(silent)?;
    let mut answer = String::new();
    BufReader::new(stream.take(ANSWER_MAX)).read_line(&mut answer).map_err(silent)?;
    match answer.trim_end().split_once(' ') {
        Some(("ok", value)) => Ok(Some(serde_json::from_str(value)?)),
        Some(("no", why)) => Err(ControlError::Refused(serde_json::from_str(why)?)),
        _ => Err(silent(ErrorKind::UnexpectedEof.into())),
    }
}
