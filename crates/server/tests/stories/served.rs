//! A server with one contest, used as a browser without scripts uses it: links, forms and pages.

#![allow(dead_code, reason = "each test uses its part of it")]

use std::{net::SocketAddr, sync::Arc, time::Duration};

use contest::{Recorded, Views, ledger};
use rulebook::{Timestamp, shipped};
use server::{
    App, Settings, Submitted, applications::Applications, hosted_contest::HostedContest, intake_folder::IntakeFolder,
    pages::Tab,
};
use store::{Engine, Limits, Store};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

/// Rules of 2003 for one judge, one confederate and one program, with a referee; its address begins with `/watched`.
pub(crate) const WATCHED: &str = r#"
name = "Watched"
organiser = "Nobody"
isolation = "none"
rulebook = "surrey-2003"

[overrides.roles]
told = { confederates = 1, entries = 1 }

[overrides.roles.limits]
judges = { least = 1 }
entries = { least = 1 }

[[judge]]
name = "Ann"

[[confederate]]
name = "Bartholomew"

[[entry]]
name = "Echoparrot"
contestant = "Nobody"
protocol = "stdio"
command = ["cat"]

[[referee]]
name = "Olga <em>"
"#;

/// Two judges, two confederates and two programs that echo, under the rules of 2010.
pub(crate) fn two_of_each(id: &str, name: &str) -> String {
    let program = |name| {
        format!("[[entry]]\nname = \"{name}\"\ncontestant = \"Nobody\"\nprotocol = \"stdio\"\ncommand = [\"cat\"]\n\n")
    };
    format!(
        r#"
id = "{id}"
name = "{name}"
organiser = "Nobody"
isolation = "none"
rulebook = "loebner-2010"

judge = [{{ name = "Ann" }}, {{ name = "Abe" }}]
confederate = [{{ name = "Bob" }}, {{ name = "Bea" }}]

[overrides.roles]
judges = 2
confederates = 2
entries = 2

[overrides.schedule]
design = "fewest-rounds"

{}{}"#,
        program("Echo"),
        program("Parrot")
    )
}

const PATIENCE: Duration = Duration::from_secs(60);

/// A server with this contest, and access to its inner state.
pub(crate) struct Story {
    pub(crate) address: SocketAddr,
    pub(crate) place: Arc<HostedContest>,
    pub(crate) organiser: String,
    pub(crate) cookies: Vec<(String, String)>,
    /// The store of the record, for writing as another server would.
    pub(crate) store: Arc<dyn Store>,
    _folder: tempfile::TempDir,
}

/// An answer of the server.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: String,
    pub(crate) body: String,
}

/// Sends a request with these headers, each with its line end, and reads the answer.
pub(crate) async fn request_to(address: SocketAddr, method: &str, path: &str, more: &str, body: &[u8]) -> Answer {
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\n{more}Content-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(head.as_bytes()).await.unwrap();
    // A server that gets too much may close before it has read all of it.
    let _ = stream.write_all(body).await;
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let (headers, body) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{method} {path}: {answer:?}"));
    let status = headers.split(' ').nth(1).unwrap().parse().unwrap();
    Answer { status, headers: with_small_names(headers), body: body.to_owned() }
}

/// Headers with lower-case names: in HTTP/1 their case is free.
fn with_small_names(headers: &str) -> String {
    let lines = headers.lines().map(|line| match line.split_once(": ") {
        Some((name, value)) => format!("{}: {value}", name.to_lowercase()),
        None => line.to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

impl Story {
    pub(crate) async fn of(contest: &str) -> Self {
        Self::with_intake(contest, None).await
    }

    /// A server with a contest and the pages of an intake under a shipped rulebook, which takes entries for ever; the
    /// intake's organiser has the second cookie.
    pub(crate) async fn with_intake(contest: &str, rulebook: Option<&str>) -> Self {
        let find =
            |id: &str| shipped::find(id).map(|text| (id.to_owned(), text.to_owned())).ok_or_else(|| id.to_owned());
        let file = rulebook::reader::read_contest_file("contest.toml", contest, &find)
            .unwrap_or_else(|faults| panic!("{faults:?}"));
        let folder = tempfile::tempdir().unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let public_url = format!("http://{address}");
        let settings = Settings {
            data: folder.path().join("data"),
            public_url,
            address: None,
            pace: 20.0,
            continue_shorter: Vec::new(),
        };
        let engine = Engine::embedded(&settings.data, Limits { max_bytes: None }).unwrap();
        let store = Arc::clone(&engine.store);
        let app = App::start(settings, engine).await.unwrap();
        let id = file.id.clone();
        let submitted = Submitted {
            file,
            text: contest.to_owned(),
            rulebook: String::new(),
            plan: None,
            folder: folder.path().to_owned(),
        };
        let added = app.add(submitted).await.unwrap();
        let place = app.place(&id).unwrap();
        let mut links = vec![added.organiser_link.unwrap()];
        if let Some(rulebook) = rulebook {
            let mut rulebook = Box::new(shipped::rulebook(rulebook).unwrap());
            let window = rulebook.intake.as_mut().and_then(|intake| intake.window.as_mut()).unwrap();
            window.closes = "2999-12-31".parse().unwrap();
            let (at, open) =
                (folder.path().join("intake"), intake::Command::Open { name: "Intake".to_owned(), rulebook });
            IntakeFolder::at(&at).does(&open, "2030-01-01T00:00:00Z".parse::<Timestamp>().unwrap()).unwrap();
            links.extend(app.take_applications(Applications::open(&at).unwrap()).await.unwrap());
        }
        tokio::spawn(server::serve(app, listener, None, std::future::pending()));
        let organiser = format!("/{id}/organiser");
        let mut story = Self { address, place, organiser, cookies: Vec::new(), store, _folder: folder };
        for link in links {
            story.join(&link).await;
        }
        story
    }

    pub(crate) async fn request(&self, method: &str, path: &str, body: &str) -> Answer {
        let cookies: Vec<String> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let more = format!("Cookie: {}\r\nContent-Type: application/x-www-form-urlencoded\r\n", cookies.join("; "));
        self.bare_request(method, path, &more, body).await
    }

    /// A request with these headers, each with its line end, and no other cookie.
    pub(crate) async fn bare_request(&self, method: &str, path: &str, more: &str, body: &str) -> Answer {
        request_to(self.address, method, path, more, body.as_bytes()).await
    }

    /// The session in the organiser's cookie.
    pub(crate) fn session(&self) -> String {
        self.cookies[0].1.clone()
    }

    pub(crate) async fn get(&self, path: &str) -> String {
        let answer = self.request("GET", path, "").await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
        answer.body
    }

    /// All pages of the organiser, one after the other.
    pub(crate) async fn desk(&self) -> String {
        let mut pages = String::new();
        for tab in Tab::ALL {
            pages += &self.get(&tab.address(self.place.running.id())).await;
        }
        pages
    }

    pub(crate) async fn post(&self, path: &str, body: &str) -> Answer {
        self.request("POST", path, body).await
    }

    /// Sends a form that is accepted.
    pub(crate) async fn does(&self, path: &str, body: &str) {
        let answer = self.post(path, body).await;
        assert_eq!(answer.status, 303, "{path} {body}: {}", answer.body);
    }

    pub(crate) async fn organiser_does(&self, body: &str) {
        self.does(&format!("{}/do", self.organiser), body).await;
    }

    /// Uses a link, and keeps the cookie from it.
    pub(crate) async fn join(&mut self, link: &str) {
        let path = format!("/{}", link.splitn(4, '/').nth(3).unwrap());
        let answer = self.post(&path, "").await;
        let cookie = answer.headers.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
        let (name, value) = cookie.split(';').next().unwrap().split_once('=').unwrap();
        self.cookies.push((name.to_owned(), value.to_owned()));
    }

    pub(crate) async fn join_as(&mut self, who: &str) {
        let page = self.post(&format!("{}/links", self.organiser), &format!("who={who}")).await;
        let link = page.body.split_once("<p class=\"url\"><a href=\"").unwrap().1.split('"').next().unwrap().to_owned();
        self.join(&link).await;
    }

    /// Sends a form of any length, as far as the server reads it; returns the status of the answer, if the connection
    /// lasts that long.
    pub(crate) async fn post_as_far_as_it_is_read(&self, path: &str, body: &str) -> Option<u16> {
        let cookies: Vec<String> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nCookie: {}\r\nContent-Type: application/x-www-form-urlencoded\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n",
            self.address,
            cookies.join("; "),
            body.len()
        );
        let (mut from, mut to) = TcpStream::connect(self.address).await.unwrap().into_split();
        let all = head + body;
        let sending = tokio::spawn(async move { to.write_all(all.as_bytes()).await.map(|()| to) });
        let mut line = [0; 12];
        let read = from.read_exact(&mut line).await;
        sending.abort();
        read.ok()?;
        std::str::from_utf8(&line[9..]).ok()?.parse().ok()
    }

    /// The stored record.
    pub(crate) async fn facts(&self) -> Vec<Recorded> {
        let events = self.store.read(self.place.running.id(), 0, 100_000).await.unwrap();
        events.iter().map(|event| ledger::open(&event.leaf, event.private.as_deref()).unwrap()).collect()
    }

    /// Waits until the condition holds.
    pub(crate) async fn until(&self, what: &str, is: impl Fn(&Views) -> bool) {
        let mut grown = self.place.running.grown();
        let waits = async {
            while !is(&self.place.running.views()) {
                grown.changed().await.unwrap();
            }
        };
        tokio::time::timeout(PATIENCE, waits).await.unwrap_or_else(|_| panic!("never: {what}"));
    }
}
