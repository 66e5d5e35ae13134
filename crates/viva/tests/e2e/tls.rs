//! Entries, servers and judges at a distance: everything that connects does so over TLS, to whom the system trusts and to
//! nobody else.

use std::{
    io::{BufRead, BufReader},
    net::TcpListener,
    path::PathBuf,
    process::{Child, Command, Stdio},
};

use tempfile::TempDir;

use crate::{
    eliza::eliza,
    support::{Server, contest_file, stdio_entries, viva},
    terminal::Terminal,
};

#[test]
fn an_entry_is_reached_over_tls_where_its_authority_is_trusted() {
    let authority = Authority::new();
    for (way, spec) in [("--ws", "wss://localhost:PORT/entry"), ("--chat", "chat:https://localhost:PORT/v1#house")] {
        let port = free_port();
        let entry = ["entry", "play", "doctor", way, &format!("127.0.0.1:{port}")];
        let _entry = Killed(viva().args(entry).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap());
        let front = authority.stands_before(port);
        let spec = spec.replace("PORT", &front.port);
        let check = ["entry", "check", &spec, "--only", "connect,greet", "--pace", "6", "--patience", "30"];
        let output = authority.trusted_by(viva()).args(check).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
        let check = ["entry", "check", &spec, "--only", "connect,greet", "--pace", "6", "--patience", "6"];
        let output = viva().args(check).output().unwrap();
        let told = String::from_utf8_lossy(&output.stdout);
        assert!(!output.status.success() && told.contains("certificate"), "{told}");
    }
}

#[test]
fn an_entry_joins_a_server_over_tls() {
    let authority = Authority::new();
    let port = free_port();
    let secret = authority.folder.path().join("secret");
    std::fs::write(&secret, "abc123\n").unwrap();
    let spec = format!("socketio:http://127.0.0.1:{port}");
    let check = ["entry", "check", &spec, "--only", "connect,greet", "--pace", "6", "--patience", "60"];
    let check = viva().args(check).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let front = authority.stands_before(port);
    let (url, entry) = (
        format!("https://localhost:{}", front.port),
        format!("stdio:{} entry play doctor", env!("CARGO_BIN_EXE_viva")),
    );
    let join = ["entry", "join", &url, "--id", "ai0", "--secret-file", secret.to_str().unwrap(), "--typing", "1"];
    let join = authority.trusted_by(viva()).args(join).arg(entry).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    let _join = Killed(join.unwrap());
    let output = check.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_judge_at_a_terminal_takes_a_seat_over_tls() {
    let authority = Authority::new();
    let folder = tempfile::tempdir().unwrap();
    let entries = stdio_entries(&eliza(), &["you:", "Eliza:"]);
    let server = Server::with_contest(folder.path(), &contest_file(&entries, ""), &[]);
    let link = server.organiser().await.links().await[0].1.clone();
    let (_, port) = server.url.rsplit_once(':').unwrap();
    let front = authority.stands_before(port.parse().unwrap());
    let invitation = link.replace(&server.url, &format!("https://localhost:{}", front.port));
    let told = viva().args(["judge", "--terminal", &invitation]).output().unwrap().stderr;
    let told = String::from_utf8_lossy(&told);
    assert!(told.contains("certificate: UnknownIssuer") && !told.contains(&invitation[30..]), "{told}");
    let mut judge = Terminal::sit_with(authority.trusted_by(viva()), &[&invitation]);
    judge.until("Press Return when you are in place");
}

/// An authority that nobody knows, and a certificate of its for `localhost`.
struct Authority {
    folder: TempDir,
}

/// Speaks TLS for a server.
struct Front {
    port: String,
    _process: Killed,
}

/// A process that ends with its owner.
struct Killed(Child);

impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Authority {
    fn new() -> Self {
        let authority = Self { folder: tempfile::tempdir().unwrap() };
        let new_key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
        authority.openssl(
            &[
                &["req", "-x509", "-keyout", "authority.key", "-out", "authority.pem", "-days", "2"][..],
                &["-subj", "/CN=An authority", "-addext", "keyUsage=critical,keyCertSign"],
                &new_key,
            ]
            .concat(),
        );
        authority.openssl(
            &[&["req", "-keyout", "key.pem", "-out", "request.pem", "-subj", "/CN=localhost"][..], &new_key].concat(),
        );
        std::fs::write(authority.path("names"), "subjectAltName=DNS:localhost\n").unwrap();
        authority.openssl(&[
            "x509",
            "-req",
            "-in",
            "request.pem",
            "-CA",
            "authority.pem",
            "-CAkey",
            "authority.key",
            "-CAcreateserial",
            "-extfile",
            "names",
            "-days",
            "2",
            "-out",
            "certificate.pem",
        ]);
        authority
    }

    fn openssl(&self, arguments: &[&str]) {
        let output = Command::new("openssl").args(arguments).current_dir(self.folder.path()).output();
        let output = output.expect("openssl is there: run `./test --peers`");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The program, on a system that trusts this authority and no other.
    fn trusted_by(&self, mut program: Command) -> Command {
        program.env("SSL_CERT_FILE", self.path("authority.pem"));
        program
    }

    /// Something that speaks TLS for the server at this port.
    fn stands_before(&self, port: u16) -> Front {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/e2e/peers/tls.py");
        let mut process = Command::new("python3")
            .arg(script)
            .args([self.path("certificate.pem"), self.path("key.pem")])
            .arg(port.to_string())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut port = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut port).unwrap();
        Front { port: port.trim().to_owned(), _process: Killed(process) }
    }
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}
