//! Remote entries, servers and judges: every connection uses TLS, and only to peers that the system trusts.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpListener,
    path::PathBuf,
    process::{Child, Command, Stdio},
};

use server::{tls::Certificate, withheld::tell_that_the_disk_is_full};
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

#[tokio::test(flavor = "multi_thread")]
async fn the_server_speaks_tls_itself_and_takes_a_new_certificate_without_stopping() {
    let authority = Authority::new();
    let folder = tempfile::tempdir().unwrap();
    let [certificate, key] =
        ["certificate.pem", "key.pem"].map(|name| authority.path(name).to_str().unwrap().to_owned());
    let options = ["--listen", "localhost:0", "--certificate", &certificate, "--key", &key];
    let entries = stdio_entries(&eliza(), &["you:", "Eliza:"]);
    let server = Server::with_contest(folder.path(), &contest_file(&entries, ""), &options);
    let port = server.url.strip_prefix("https://localhost:").expect("its own name").to_owned();

    // The cookie is sent only over TLS, and no other site can set it.
    let path = server.organiser_link.as_ref().unwrap().strip_prefix(&server.url).unwrap();
    let joined =
        authority.says(&port, &format!("POST {path} HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\r\n"));
    let cookie =
        joined.lines().find(|line| line.starts_with("Set-Cookie: __Host-viva-story-organiser=")).expect(&joined);
    assert!(cookie.contains("Secure") && cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
    assert!(
        !joined.to_lowercase().contains("strict-transport-security"),
        "a contest on a LAN must not bind the name for ever: {joined}"
    );

    // A client without TLS is told the address with TLS, whatever host it names; its request is not carried out.
    let plainly = |request: &str| {
        let mut plain = std::net::TcpStream::connect(format!("localhost:{port}")).unwrap();
        plain.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        let _ = plain.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    };
    let told = plainly("GET /story/login?x=1 HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
    let (head, body) = told.split_once("\r\n\r\n").expect(&told);
    assert!(head.starts_with("HTTP/1.1 307") && body.is_empty(), "{told}");
    assert!(head.contains(&format!("Location: https://localhost:{port}/story/login?x=1")), "{told}");
    let told =
        plainly("POST /story/login HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\nConnection: close\r\n\r\nname=Anna");
    assert!(told.starts_with("HTTP/1.1 400") && told.contains("this address speaks TLS"), "{told}");
    assert!(!plainly("\0\0 no protocol at all \r\n\r\n").to_lowercase().contains("location"));

    let first = authority.serial(&port);
    authority.certifies();
    server.signal(rustix::process::Signal::HUP);
    let new = loop {
        let serial = authority.serial(&port);
        if serial != first {
            break serial;
        }
    };
    std::fs::write(authority.path("certificate.pem"), "no certificate").unwrap();
    server.signal(rustix::process::Signal::HUP);
    let cookie = cookie.trim_start_matches("Set-Cookie: ").split(';').next().unwrap();
    let request = format!(
        "GET /story/organiser HTTP/1.1\r\nHost: localhost:{port}\r\nCookie: {cookie}\r\nConnection: close\r\n\r\n"
    );
    assert!(authority.says(&port, &request).starts_with("HTTP/1.1 200"));
    assert_eq!(authority.serial(&port), new, "a certificate that is none changes nothing");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_waits_for_room_says_so_over_tls() {
    let authority = Authority::new();
    let certificate = Certificate::read(&authority.path("certificate.pem"), &authority.path("key.pem")).unwrap();
    let listener = tokio::net::TcpListener::bind("localhost:0").await.unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    let waiting = tokio::spawn(async move { tell_that_the_disk_is_full(&listener, Some(&certificate)).await });
    let request = format!("GET / HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\r\n");
    let told = tokio::task::spawn_blocking(move || authority.says(&port, &request)).await.unwrap();
    assert!(told.starts_with("HTTP/1.1 503") && told.contains("disk"), "{told}");
    waiting.abort();
}

#[test]
fn a_certificate_that_cannot_be_used_is_named_before_anything_is_served() {
    let (authority, other) = (Authority::new(), Authority::new());
    let path = |of: &Authority, name| of.path(name).to_str().unwrap().to_owned();
    let (certificate, key) = (path(&authority, "certificate.pem"), path(&authority, "key.pem"));
    let data = authority.path("data");
    let serve = |arguments: &[&str]| {
        let output = viva()
            .args(["serve", "--data", data.to_str().unwrap(), "--listen", "localhost:0"])
            .args(arguments)
            .output();
        let output = output.unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (others, nowhere) = (path(&other, "key.pem"), "/nowhere.pem".to_owned());
    for (chain, key, told) in [
        (&certificate, &others, "cannot be used with the key"),
        (&nowhere, &key, "failed to read `/nowhere.pem`"),
        (&key, &key, "there is no certificate in"),
        (&certificate, &certificate, "failed to read"),
    ] {
        let (code, said) = serve(&["--certificate", chain, "--key", key]);
        assert!(code == Some(2) && said.replace("\n  │ ", " ").contains(told), "{told}: {code:?} {said}");
    }
    let (code, said) = serve(&["--certificate", &certificate, "--key", &key, "--url", "http://contest.example.org"]);
    assert!(code == Some(2) && said.contains("https://contest.example.org"), "{said}");
    assert_eq!(serve(&["--certificate", &certificate]).0, Some(2));
    assert!(!data.exists(), "nothing was made");
}

/// An authority unknown to the system, and its certificate for `localhost`.
pub(crate) struct Authority {
    folder: TempDir,
}

/// A TLS front for a server.
struct Front {
    port: String,
    _process: Killed,
}

/// A process that ends with its owner.
pub(crate) struct Killed(pub(crate) Child);

impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Authority {
    pub(crate) fn new() -> Self {
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
        std::fs::write(authority.path("names"), "subjectAltName=DNS:localhost,IP:127.0.0.1\n").unwrap();
        authority.certifies();
        authority
    }

    /// Makes the certificate, replacing an earlier one.
    fn certifies(&self) {
        self.openssl(&[
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
    }

    /// The answer of a server at this port to this request, for a client that trusts this authority.
    fn says(&self, port: &str, request: &str) -> String {
        let mut client = Command::new("openssl")
            .args(["s_client", "-quiet", "-verify_return_error", "-verify_hostname", "localhost"])
            .args(["-CAfile", "authority.pem", "-connect", &format!("localhost:{port}")])
            .current_dir(self.folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        client.stdin.as_mut().unwrap().write_all(request.as_bytes()).unwrap();
        String::from_utf8(client.wait_with_output().unwrap().stdout).unwrap()
    }

    /// The serial number of the certificate of a server at this port.
    fn serial(&self, port: &str) -> String {
        let show = format!(
            "openssl s_client -verify_return_error -CAfile authority.pem -connect localhost:{port} < /dev/null 2> /dev/null | openssl x509 -noout -serial"
        );
        let output = Command::new("sh").args(["-c", &show]).current_dir(self.folder.path()).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    fn openssl(&self, arguments: &[&str]) {
        let output = Command::new("openssl").args(arguments).current_dir(self.folder.path()).output();
        let output = output.expect("openssl is there: run `./test --peers`");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The program, on a system that trusts this authority and no other.
    pub(crate) fn trusted_by(&self, mut program: Command) -> Command {
        program.env("SSL_CERT_FILE", self.path("authority.pem"));
        program
    }

    /// Starts a TLS front for the server at this port.
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
