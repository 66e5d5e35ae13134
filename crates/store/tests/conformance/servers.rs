//! Real servers for the tests of a cluster, started from Debian's packages and stopped after the tests.
//!
//! One PostgreSQL serves a whole run: starting one takes seconds, a new database a fraction of one. Under `cargo
//! nextest` each test is a process, so the first one starts the server, under a lock, and a watcher stops it when the
//! runner has ended for any reason; otherwise this process is the run. PostgreSQL refuses to run as root, so there it
//! runs as its own user.

use std::{
    fs::{self, File},
    io::{BufRead, BufReader},
    net::TcpListener,
    os::unix::{fs::PermissionsExt, process::CommandExt},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio, id},
    sync::atomic::{AtomicUsize, Ordering},
};

/// The prefix of a run's folder; the process id of the run follows.
const FOLDER: &str = "viva-postgres-";

/// Stops the server when the run has ended, or the watcher cannot see it any more.
const WATCH: &str = r#"
    exec >/dev/null 2>&1
    while kill -0 "$1" 2>/dev/null; do sleep 0.2; done
    kill -QUIT "$(head -1 "$2/data/postmaster.pid")"
    while [ -e "$2/data/postmaster.pid" ]; do sleep 0.1; done
    rm -rf "$2" "$2.lock"
"#;

/// Creates a database for one test. Returns the address under which servers reach it.
pub(crate) fn database() -> String {
    static DATABASES: AtomicUsize = AtomicUsize::new(0);
    let server = Postgres::of_this_run();
    let name = format!("story_{}_{}", id(), DATABASES.fetch_add(1, Ordering::Relaxed));
    server.sql("postgres", &format!("CREATE DATABASE {name}"));
    server.address("viva", &name)
}

/// A PostgreSQL server.
pub(crate) struct Postgres {
    folder: PathBuf,
    port: u16,
}

impl Postgres {
    /// The server of this run, started if this is the first test that needs one.
    pub(crate) fn of_this_run() -> Self {
        let run = if std::env::var_os("NEXTEST").is_some() { std::os::unix::process::parent_id() } else { id() };
        let folder = std::env::temp_dir().join(format!("{FOLDER}{run}"));
        let lock = File::create(folder.with_extension("lock")).unwrap();
        lock.lock().unwrap();
        if let Ok(port) = fs::read_to_string(folder.join("port")) {
            return Self { folder, port: port.parse().unwrap() };
        }
        let server = Self::start(folder);
        let watch = ["--fork", "sh", "-c", WATCH, "sh", &run.to_string(), server.folder.to_str().unwrap()];
        succeeds(Command::new("setsid").args(watch).stdin(Stdio::null()));
        fs::write(server.folder.join("port"), server.port.to_string()).unwrap();
        server
    }

    /// Starts a server in a new folder.
    fn start(folder: PathBuf) -> Self {
        // Remove the rest of a run that ended while it started a server.
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir(&folder).unwrap();
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
        let data = folder.join("data");
        fs::create_dir(&data).unwrap();
        if is_root() {
            succeeds(Command::new("chown").arg("postgres").arg(&data));
        }
        let port = free_port();
        let initdb = ["--auth=scram-sha-256", "--username=viva", "--encoding=UTF8", "--locale=C", "--no-sync"];
        let password = data.with_file_name("password");
        fs::write(&password, PASSWORD).unwrap();
        let mut init = as_its_user("initdb");
        succeeds(init.args(initdb).arg("--no-instructions").arg("--pwfile").arg(&password).arg("-D").arg(&data));
        // Enough connections for all tests at once. `fsync` is on, as on a real server; `synchronous_commit` is off, so
        // that the store must turn it on.
        let options = format!(
            "-c listen_addresses=127.0.0.1 -c port={port} -c unix_socket_directories='' -c max_connections=300 \
             -c shared_buffers=32MB -c fsync=on -c synchronous_commit=off"
        );
        let mut start = as_its_user("pg_ctl");
        succeeds(start.args(["start", "-w", "-s", "-o", &options, "-l"]).arg(data.join("log")).arg("-D").arg(&data));
        Self { folder, port }
    }

    /// The address of one of its databases.
    pub(crate) fn address(&self, user: &str, database: &str) -> String {
        format!("postgres://{user}:{PASSWORD}@127.0.0.1:{}/{database}", self.port)
    }

    /// Runs a statement with `psql`.
    pub(crate) fn sql(&self, database: &str, statement: &str) {
        sql(&self.address("viva", database), statement);
    }
}

/// The password of all users of these servers.
pub(crate) const PASSWORD: &str = "hand's-off";

/// Runs a statement with `psql`. Returns its success and its error output.
pub(crate) fn try_sql(address: &str, statement: &str) -> (bool, String) {
    let output = psql(address, statement).output().unwrap();
    (output.status.success(), String::from_utf8(output.stderr).unwrap())
}

/// The same, for a statement that must succeed.
pub(crate) fn sql(address: &str, statement: &str) {
    succeeds(&mut psql(address, statement));
}

fn psql(address: &str, statement: &str) -> Command {
    let mut psql = Command::new(binary("psql"));
    psql.args(["-q", "-v", "ON_ERROR_STOP=1", "-d", address, "-c", statement]);
    psql
}

/// A NATS server, which ends with the value.
pub(crate) struct Nats {
    server: Child,
    port: u16,
}

impl Nats {
    /// Starts a server on a free port.
    pub(crate) fn start() -> Self {
        Self::start_at(free_port())
    }

    /// Starts a server on this port, after an earlier one.
    pub(crate) fn start_at(port: u16) -> Self {
        let mut server = Command::new(program("nats-server", &["/usr/sbin"]))
            .args(["--addr", "127.0.0.1", "--port", &port.to_string()])
            .stdin(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut said = BufReader::new(server.stderr.take().unwrap()).lines();
        assert!(said.by_ref().any(|line| line.unwrap().contains("Server is ready")), "nats-server did not start");
        // Keep reading, so that its pipe does not fill up.
        std::thread::spawn(move || said.for_each(drop));
        Self { server, port }
    }

    /// The address for servers.
    pub(crate) fn address(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Its port.
    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// Sends it the signal of this name, to stop or continue.
    pub(crate) fn signal(&self, name: &str) {
        succeeds(Command::new("kill").args([format!("-{name}"), self.server.id().to_string()]));
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// A port without a listener.
fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// A program of PostgreSQL, run by a user that it accepts, out of reach of the terminal's signals to the tests.
fn as_its_user(name: &str) -> Command {
    let program = binary(name);
    let mut command = if is_root() {
        let mut command = Command::new("setpriv");
        command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups"]).arg(program);
        command
    } else {
        Command::new(program)
    };
    command.current_dir("/").stdin(Stdio::null()).process_group(0);
    command
}

fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

/// A program of PostgreSQL; Debian keeps those of the server apart, by version.
fn binary(name: &str) -> PathBuf {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten();
    let mut folders: Vec<_> = versions.map(|version| version.unwrap().path().join("bin")).collect();
    folders.sort();
    let folders: Vec<_> = folders.iter().rev().map(|folder| folder.to_str().unwrap()).collect();
    program(name, &folders)
}

fn program(name: &str, folders: &[&str]) -> PathBuf {
    let path = std::env::var("PATH").unwrap_or_default();
    let found = folders.iter().copied().chain(path.split(':')).map(|folder| Path::new(folder).join(name));
    found.into_iter().find(|file| file.is_file()).unwrap_or_else(|| {
        panic!("`{name}` is not installed: run `apt-get install postgresql nats-server`, or `./test`, which does")
    })
}

/// Runs a command that must succeed. Its output goes to a file, not to a pipe: a server that it starts lives on and
/// would keep a pipe open.
fn succeeds(command: &mut Command) {
    let said = tempfile::NamedTempFile::new().unwrap();
    let status = command.stdout(said.reopen().unwrap()).stderr(said.reopen().unwrap()).status().unwrap();
    assert!(status.success(), "{command:?}: {}", fs::read_to_string(said.path()).unwrap());
}
