//! What the owner of a data folder may ask of the server that has it: a new link for the organiser, without stopping it.
//!
//! It listens on a socket in the folder. Whoever asks proves that they may read the folder's key: a program that is kept
//! from files, but not from sockets, gets no further (`landlock`, in `entry::isolation`).

use std::{
    fs::File,
    io::{self, BufRead, BufReader, ErrorKind, Read, Write},
    os::{
        fd::AsRawFd,
        unix::{fs::PermissionsExt, net::UnixStream},
    },
    path::{Path, PathBuf},
    time::Duration,
};

use rulebook::Participant;
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt},
    net::UnixListener,
    time::timeout,
};
use tracing::warn;

use crate::{
    app::App,
    keyring::{KeyError, Keyring},
};

/// The name of the socket in the data folder.
const SOCKET: &str = "control";

/// The longest request, in bytes.
const REQUEST_MAX: u64 = 1024;

/// How long a request or its answer may take.
const PATIENCE: Duration = Duration::from_secs(5);

/// The key that proves whose folder it is.
fn secret(keys: &Keyring) -> String {
    hex::encode(keys.secret_for("control"))
}

/// Answers requests for as long as it is polled. Without the socket the server runs all the same.
pub(crate) async fn serve(app: App) {
    let listener = match listen(app.data()) {
        Ok(listener) => listener,
        Err(why) => {
            let path = app.data().join(SOCKET);
            warn!(%why, "`{}` cannot be listened on, so a new link takes a restart: {why}", path.display());
            return std::future::pending().await;
        }
    };
    loop {
        let Ok((mut stream, _)) = listener.accept().await else {
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let app = app.clone();
        tokio::spawn(timeout(PATIENCE, async move {
            let (read, mut write) = stream.split();
            let mut lines = tokio::io::BufReader::new(read.take(REQUEST_MAX)).lines();
            let (Ok(Some(proof)), Ok(Some(contest))) = (lines.next_line().await, lines.next_line().await) else {
                return;
            };
            let answer = match is_proof(&app, &proof) {
                true => new_link(&app, &contest).await,
                false => Err("the key of this folder is another".to_owned()),
            };
            let text = answer.map_or_else(|why| format!("no {why}\n"), |link| format!("ok {link}\n"));
            // Whoever asked may have gone.
            let _ = write.write_all(text.as_bytes()).await;
        }));
    }
}

/// The address of the socket in this folder. Every program of the machine can read the addresses of sockets
/// (`/proc/net/unix`), so this one does not name the folder; nor can it be too long.
fn address(folder: &File) -> PathBuf {
    PathBuf::from(format!("/proc/self/fd/{}/{SOCKET}", folder.as_raw_fd()))
}

fn listen(data: &Path) -> io::Result<UnixListener> {
    let path = &data.join(SOCKET);
    // One server has the folder, so a socket that is there is a dead one's.
    match std::fs::remove_file(path) {
        Err(why) if why.kind() != ErrorKind::NotFound => return Err(why),
        _ => {}
    }
    let listener = UnixListener::bind(address(&File::open(data)?))?;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600))?;
    Ok(listener)
}

fn is_proof(app: &App, proof: &str) -> bool {
    use sha2::{Digest, Sha256};
    // Of hashes it tells nothing how long it takes to compare them.
    Sha256::digest(proof) == Sha256::digest(secret(app.keys()))
}

async fn new_link(app: &App, contest: &str) -> Result<String, String> {
    if app.place(contest).is_none() {
        return Err(format!("there is no contest `{contest}` in this folder"));
    }
    app.invite(contest, Participant::Organiser).await.map_err(|why| why.to_string())
}

/// Why a running server gave no link.
#[derive(Debug, thiserror::Error)]
pub enum ControlError {
    /// The key of the folder cannot be read.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// The server was there and did not answer.
    #[error("the server that has this folder does not answer (look at `{path}`)", path = .path.display())]
    Silent {
        /// The socket.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: io::Error,
    },
    /// It said no.
    #[error("{0}")]
    Refused(String),
}

/// Asks the server that has this folder for a new link for a contest's organiser; `None` when no server has it.
///
/// # Errors
/// When the server refuses, or does not answer.
pub fn organiser_link(data: &Path, contest: &str) -> Result<Option<String>, ControlError> {
    let path = data.join(SOCKET);
    let silent = |source| ControlError::Silent { path: path.clone(), source };
    let mut stream = match File::open(data).and_then(|folder| UnixStream::connect(address(&folder))) {
        Ok(stream) => stream,
        Err(why) if matches!(why.kind(), ErrorKind::NotFound | ErrorKind::ConnectionRefused) => return Ok(None),
        Err(why) => return Err(silent(why)),
    };
    let keys = Keyring::open(data)?;
    stream.set_read_timeout(Some(2 * PATIENCE)).map_err(silent)?;
    stream.write_all(format!("{}\n{contest}\n", secret(&keys)).as_bytes()).map_err(silent)?;
    let mut answer = String::new();
    BufReader::new(stream.take(REQUEST_MAX)).read_line(&mut answer).map_err(silent)?;
    match answer.trim_end().split_once(' ') {
        Some(("ok", link)) => Ok(Some(link.to_owned())),
        Some(("no", why)) => Err(ControlError::Refused(why.to_owned())),
        _ => Err(silent(ErrorKind::UnexpectedEof.into())),
    }
}
