//! A judge behind a proxy: nginx and Caddy, with the files of `docs/operations.md`, and without some of their settings.

use std::{
    fs,
    net::{TcpListener, TcpStream},
    path::Path,
    process::{Command, Stdio},
    time::Instant,
};

use serde_json::json;

use crate::{
    browser::{Driver, FAST, click, line, sees, types},
    support::{Guest, PATIENCE, Server, contest_file, house_entries},
    tls::{Authority, Killed},
};

const OPERATIONS: &str = include_str!("../../../../docs/operations.md");

/// A proxy's folder, certificate and ports.
struct Proxy<'a> {
    folder: &'a Path,
    server: u16,
    port: u16,
}

impl Proxy<'_> {
    /// The block of this kind in the documentation, with these ports and this certificate.
    fn documented(&self, kind: &str, authority: &Authority) -> String {
        let (_, rest) = OPERATIONS.split_once(&format!("```{kind}\n")).expect("a documented file");
        let text = rest.split_once("```").unwrap().0;
        let path = |name| authority.path(name).to_str().unwrap().to_owned();
        let text = text
            .replace("/etc/ssl/contest/chain.pem", &path("certificate.pem"))
            .replace("/etc/ssl/contest/key.pem", &path("key.pem"))
            .replace("127.0.0.1:8080", &format!("127.0.0.1:{}", self.server));
        match kind {
            "nginx" => text
                .replace("listen 443 ssl", &format!("listen 127.0.0.1:{} ssl", self.port))
                .replace("contest.example.org", "localhost"),
            _ => text.replace("contest.example.org", &format!("https://localhost:{}", self.port)),
        }
    }

    fn nginx(&self, servers: &str) -> Killed {
        let at = self.folder.display();
        let paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map(|kind| format!("{kind}_temp_path {at}/{kind};\n"))
            .concat();
        let head = format!("daemon off;\nmaster_process off;\npid {at}/nginx.pid;\nerror_log stderr;\nevents {{}}\n");
        let text = format!("{head}http {{\naccess_log off;\n{paths}{servers}\n}}\n");
        let file = self.folder.join("nginx.conf");
        fs::write(&file, text).unwrap();
        self.runs(Command::new("nginx").args(["-e", "stderr", "-c"]).arg(file))
    }

    fn caddy(&self, sites: &str) -> Killed {
        let file = self.folder.join("Caddyfile");
        fs::write(&file, format!("{{\nadmin off\nauto_https disable_redirects\n}}\n{sites}\n")).unwrap();
        let mut caddy = Command::new("caddy");
        caddy.env("HOME", self.folder).env("XDG_DATA_HOME", self.folder).env("XDG_CONFIG_HOME", self.folder);
        self.runs(caddy.args(["run", "--adapter", "caddyfile", "--config"]).arg(file))
    }

    /// Starts the proxy, and waits until it accepts connections.
    fn runs(&self, command: &mut Command) -> Killed {
        let log = fs::File::create(self.folder.join("proxy.log")).unwrap();
        let path = format!("{}:/usr/sbin", std::env::var("PATH").unwrap_or_default());
        let command = command.env("PATH", path).stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
        let mut running = Killed(command.spawn().expect("nginx and Caddy are there: run `./test --peers`"));
        let began = Instant::now();
        while TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            let told = || fs::read_to_string(self.folder.join("proxy.log")).unwrap();
            assert!(running.0.try_wait().unwrap().is_none() && began.elapsed() < PATIENCE, "{}", told());
            std::thread::yield_now();
        }
        running
    }
}

/// A judge joins and talks through a proxy; returns the server's output.
async fn a_judge_talks(url: impl Fn(u16) -> String, starts: impl Fn(&Proxy<'_>) -> Killed) -> String {
    let (driver, folder) = (Driver::start(), tempfile::tempdir().unwrap());
    let [port, server_port] = [free_port(), free_port()];
    let (url, own) = (url(port), format!("http://127.0.0.1:{server_port}"));
    let log = folder.path().join("server.log");
    let mut told = Command::new("bash");
    let script = format!("exec \"$0\" \"$@\" 2> >(tee '{}' >&2)", log.display());
    told.args(["-c", &script, env!("CARGO_BIN_EXE_viva")]).env_remove("VIVA_LOG").env("NO_COLOR", "1");
    let file = folder.path().join("contest.toml");
    fs::write(&file, contest_file(&house_entries(), FAST)).unwrap();
    let listen = own.trim_start_matches("http://");
    let arguments = ["--listen", listen, "--url", &url, "--trusted-proxy", "127.0.0.1", file.to_str().unwrap()];
    let server = Server::launch(told, &folder.path().join("data"), &arguments);
    let _proxy = starts(&Proxy { folder: folder.path(), server: server_port, port });

    let link = server.organiser_link.as_ref().unwrap().replace(&url, &own);
    let organiser = Guest::join(&own, &link).await;
    let link = organiser.links().await[0].1.replace(&own, &url);
    let judge = driver.browser_with(1280, 900, false, &["--ignore-certificate-errors".to_owned()]).await;
    judge.goto(&link).await.unwrap();
    click(&judge, "#join").await;
    sees(&judge, "//main[@data-live]").await;
    click(&judge, "#ready").await;
    sees(&judge, "//p[contains(.,'You are in place')]").await;
    let mut desk = organiser.connect(0).await;
    assert_eq!(desk.ask(json!({"do": "draw", "anyway": true})).await, None);
    assert_eq!(desk.ask(json!({"do": "open-round", "anyway": true})).await, None);
    // The organiser's act reaches the page by itself.
    sees(&judge, "//h1[.='Round 1 of 4: talk']").await;
    for seat in ["left", "right"] {
        types(&judge, &format!("#say-{seat}-field"), "Is it raining?\u{e007}").await;
    }
    for seat in ["left", "right"] {
        sees(&judge, &format!("//div[@id='log-{seat}']{}", line("judge", "Is it raining?"))).await;
    }
    // One of the two is a program, and answers.
    sees(&judge, "//li[contains(@class,'witness')]").await;
    // The language can be changed here.
    click(&judge, "button[name=language][value=de]").await;
    sees(&judge, "//h1[.='Runde 1 von 4: Gespräch']").await;
    judge.close().await.unwrap();
    drop(server);
    fs::read_to_string(log).unwrap()
}

const NO_SOCKET: &str = "gets no WebSocket and talks by requests";

#[tokio::test(flavor = "multi_thread")]
async fn a_judge_talks_through_nginx_as_documented() {
    let authority = Authority::new();
    let said = a_judge_talks(
        |port| format!("https://localhost:{port}"),
        |proxy| proxy.nginx(&proxy.documented("nginx", &authority)),
    )
    .await;
    assert!(!said.contains(NO_SOCKET), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_judge_talks_through_nginx_that_passes_neither_host_nor_upgrade_on() {
    let bare = |proxy: &Proxy<'_>| {
        let Proxy { server, port, .. } = proxy;
        proxy.nginx(&format!(
            "server {{ listen 127.0.0.1:{port}; location / {{ proxy_pass http://127.0.0.1:{server}; }} }}"
        ))
    };
    let said = a_judge_talks(|port| format!("http://localhost:{port}"), bare).await;
    assert_eq!(said.matches(NO_SOCKET).count(), 1, "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_judge_talks_through_caddy_as_documented() {
    let authority = Authority::new();
    let said = a_judge_talks(
        |port| format!("https://localhost:{port}"),
        |proxy| proxy.caddy(&proxy.documented("caddyfile", &authority)),
    )
    .await;
    assert!(!said.contains(NO_SOCKET), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_judge_talks_through_caddy_that_passes_neither_host_nor_upgrade_on() {
    let bare = |proxy: &Proxy<'_>| {
        let Proxy { server, port, .. } = proxy;
        let without = "header_up Host {upstream_hostport}\nheader_up -Upgrade\nheader_up -Connection";
        proxy.caddy(&format!("http://localhost:{port} {{\nreverse_proxy 127.0.0.1:{server} {{\n{without}\n}}\n}}"))
    };
    let said = a_judge_talks(|port| format!("http://localhost:{port}"), bare).await;
    assert_eq!(said.matches(NO_SOCKET).count(), 1, "{said}");
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}
