//! Helpers of the end-to-end tests: a server as a child process, and guests who join it by link.

use std::{
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

use futures_util::{SinkExt, StreamExt};
use reqwest::{Client, StatusCode, header, redirect::Policy};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream,
    tungstenite::{Message, client::IntoClientRequest},
};

/// The longest wait before a test fails. Only failures wait so long.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// A command's standard output: data.
pub(crate) fn data(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// A command's standard error: messages.
pub(crate) fn talk(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// The program under test.
pub(crate) fn viva() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_viva"));
    command.env_remove("VIVA_LOG").env("NO_COLOR", "1");
    command
}

/// A contest file with four judges, four confederates and these entries. Unless the overrides mention the interview,
/// witnesses' messages are shown as soon as they are finished: these tests run in real time, and a person's delay is
/// half a minute.
pub(crate) fn contest_file(entries: &str, overrides: &str) -> String {
    let people =
        |kind: &str| (1..=4).map(|n| format!("[[{kind}]]\nname = \"{kind} number {n}\"\n")).collect::<String>();
    let head = "name = \"A story\"\nid = \"story\"\norganiser = \"Nobody\"\nrulebook = \"loebner-2010\"\nseed = \"story\"\ncountdown = \"1s\"\n";
    let delivery = if overrides.contains("[overrides.interview]\n") {
        ""
    } else {
        "[overrides.interview]\ndelivery = \"whole-lines\"\n"
    };
    format!("{head}{}{}{entries}{overrides}{delivery}", people("judge"), people("confederate"))
}

/// Four entries that all run this command over stdio.
pub(crate) fn stdio_entries(command: &[&str], prompts: &[&str]) -> String {
    (1..=4)
        .map(|n| {
            format!(
                "[[entry]]\nname = \"Program {n}\"\ncontestant = \"Somebody\"\nprotocol = \"stdio\"\ncommand = {}\nprompts = {}\nsilence = \"60s\"\n",
                json!(command),
                json!(prompts)
            )
        })
        .collect()
}

/// Four built-in entries.
pub(crate) fn house_entries() -> String {
    stdio_entries(&[env!("CARGO_BIN_EXE_viva"), "entry", "play", "doctor"], &[])
}

/// `viva serve` as a child process. Killed when dropped.
pub(crate) struct Server {
    child: Child,
    pub(crate) url: String,
    /// The last of the organisers' links that it printed.
    pub(crate) organiser_link: Option<String>,
    pub(crate) organiser_links: Vec<String>,
    /// The address of its metrics.
    pub(crate) figures: Option<String>,
    /// Its output before it served.
    pub(crate) said: String,
}

impl Server {
    /// Starts a server on a free port and waits until it serves.
    pub(crate) fn start(data: &Path, arguments: &[&str]) -> Self {
        Self::launch(viva(), data, arguments)
    }

    /// Starts a server with this limit on open descriptors.
    pub(crate) fn start_with_descriptors(most: u32, data: &Path, arguments: &[&str]) -> Self {
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("ulimit -n {most} && exec \"$0\" \"$@\""), env!("CARGO_BIN_EXE_viva")]);
        Self::launch(shell, data, arguments)
    }

    pub(crate) fn launch(mut command: Command, data: &Path, arguments: &[&str]) -> Self {
        let mut child = command
            .args(["serve", "--data"])
            .arg(data)
            // An address among the arguments comes last, and wins.
            .args(["--listen", "127.0.0.1:0"])
            .args(arguments)
            .stderr(Stdio::piped())
            .stdin(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let (mut organiser_links, mut figures) = (Vec::new(), None);
        let mut said = String::new();
        let url = loop {
            let line = lines.next().unwrap_or_else(|| panic!("the server stopped: {said}")).unwrap();
            said += &line;
            said += "\n";
            if line.contains("/join/") {
                organiser_links.push(line.trim().to_owned());
            }
            if let Some(address) = line.strip_prefix("figures for Prometheus at ") {
                figures = Some(address.to_owned());
            }
            if line.starts_with("serving ") {
                let at = line.find("http").unwrap();
                break line[at..].split_whitespace().next().unwrap().to_owned();
            }
        };
        // Later output is read and dropped, so that the server never blocks on a full pipe.
        std::thread::spawn(move || lines.for_each(drop));
        Self { child, url, organiser_link: organiser_links.last().cloned(), organiser_links, figures, said }
    }

    /// Starts a server with a contest of this text.
    pub(crate) fn with_contest(folder: &Path, text: &str, arguments: &[&str]) -> Self {
        let file = folder.join("contest.toml");
        std::fs::write(&file, text).unwrap();
        let file = file.to_str().unwrap();
        Self::start(&folder.join("data"), &[arguments, &[file]].concat())
    }

    /// Starts a server with a contest of this text, by this command, which wraps `viva`.
    pub(crate) fn with_contest_by(command: Command, folder: &Path, text: &str) -> Self {
        let file = folder.join("contest.toml");
        std::fs::write(&file, text).unwrap();
        Self::launch(command, &folder.join("data"), &[file.to_str().unwrap()])
    }

    /// Sends `kill -9`, and waits for the end.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Sends it a signal.
    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    /// Waits until it has ended by itself.
    pub(crate) fn ends(mut self) {
        self.child.wait().unwrap();
    }

    /// Joins by a link.
    pub(crate) async fn join(&self, link: &str) -> Guest {
        Guest::join(&self.url, link).await
    }

    /// The organiser, by the link that the server printed.
    pub(crate) async fn organiser(&self) -> Guest {
        self.join(self.organiser_link.as_ref().unwrap()).await
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A client that does not follow redirects, so that tests can check them.
pub(crate) fn http() -> Client {
    entry::tls::install();
    Client::builder().redirect(Policy::none()).timeout(PATIENCE).build().unwrap()
}

/// A person with a session.
#[derive(Clone)]
pub(crate) struct Guest {
    pub(crate) url: String,
    pub(crate) cookie: String,
    pub(crate) page: String,
}

impl Guest {
    pub(crate) async fn join(url: &str, link: &str) -> Self {
        let joined = http().post(link).send().await.unwrap();
        assert_eq!(joined.status(), StatusCode::SEE_OTHER, "{}", joined.text().await.unwrap());
        let header = |name: header::HeaderName| joined.headers()[name].to_str().unwrap().to_owned();
        let cookie = header(header::SET_COOKIE);
        assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
        let cookie = cookie.split(';').next().unwrap().to_owned();
        Self { url: url.to_owned(), cookie, page: header(header::LOCATION) }
    }

    pub(crate) async fn get(&self, address: &str) -> (StatusCode, String) {
        let answer =
            http().get(format!("{}{address}", self.url)).header(header::COOKIE, &self.cookie).send().await.unwrap();
        (answer.status(), answer.text().await.unwrap())
    }

    /// Posts a form under the guest's page.
    pub(crate) async fn post(&self, action: &str, form: &[(&str, &str)]) -> (StatusCode, String) {
        let body = form.iter().map(|(name, value)| format!("{name}={}", encoded(value))).collect::<Vec<_>>().join("&");
        let answer = http()
            .post(format!("{}{}/{action}", self.url, self.page))
            .header(header::COOKIE, &self.cookie)
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(body)
            .send()
            .await
            .unwrap();
        (answer.status(), answer.text().await.unwrap())
    }

    /// Makes and returns the join links of all who have not joined, by participant.
    pub(crate) async fn links(&self) -> Vec<(String, String)> {
        let (status, page) = self.post("links", &[("who", "all-not-joined")]).await;
        assert_eq!(status, StatusCode::OK);
        let tokens = page.match_indices("/join/").map(|(at, _)| page[at + 6..at + 38].to_owned());
        let mut links: Vec<String> = tokens.map(|token| format!("{}/join/{token}", self.url)).collect();
        links.dedup();
        let people = (1..=4).map(|n| format!("J{n}")).chain((1..=4).map(|n| format!("C{n}")));
        assert_eq!(links.len(), 8, "one link for everyone: {links:?}");
        people.zip(links).collect()
    }

    /// All pages of the organiser, one after the other.
    pub(crate) async fn desk(&self) -> String {
        let mut pages = self.get(&self.page).await.1;
        for tab in ["people", "entries", "public", "handouts", "timeline", "after"] {
            pages += &self.get(&format!("{}/{tab}", self.page)).await.1;
        }
        pages
    }

    /// Replaces a participant's card, and confirms the consequences.
    pub(crate) async fn replaces_card(&self, who: &str) {
        let (_, asked) = self.post("replace", &[("who", who)]).await;
        let card = asked.split_once("name=\"replace\" value=\"").expect("a question").1.split('"').next().unwrap();
        let (status, page) = self.post("links", &[("who", who), ("replace", card)]).await;
        assert!(status == StatusCode::OK && page.contains("/join/"), "{page}");
    }

    /// Releases everything of a closed contest.
    pub(crate) async fn releases(&self) {
        let what = [("action", "release"), ("parts", "result,transcripts,record"), ("by", "organisers")];
        let why = [("rule", "rule 17"), ("reason", "everything was read")];
        assert_eq!(self.post("do", &[&what[..], &why[..]].concat()).await.0, StatusCode::SEE_OTHER);
    }

    /// Opens the live connection after this number.
    pub(crate) async fn connect(&self, after: u64) -> Socket {
        let address = format!("{}{}/live?after={after}", self.url.replace("http://", "ws://"), self.page);
        let mut request = address.into_client_request().unwrap();
        request.headers_mut().insert(header::COOKIE, self.cookie.parse().unwrap());
        let (stream, _) = tokio_tungstenite::connect_async(request).await.unwrap();
        Socket { stream, updates: Vec::new(), last: after }
    }
}

fn encoded(text: &str) -> String {
    text.bytes()
        .map(|b| if b.is_ascii_alphanumeric() { char::from(b).to_string() } else { format!("%{b:02X}") })
        .collect()
}

/// A live connection.
pub(crate) struct Socket {
    pub(crate) stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// Every update so far.
    pub(crate) updates: Vec<Value>,
    /// The number of the last update.
    pub(crate) last: u64,
}

impl Socket {
    pub(crate) async fn send(&mut self, frame: Value) {
        self.stream.send(Message::text(frame.to_string())).await.unwrap();
    }

    /// The next frame; updates are stored, and checked for gaps.
    pub(crate) async fn frame(&mut self) -> Value {
        loop {
            let message =
                tokio::time::timeout(PATIENCE, self.stream.next()).await.expect("a frame").expect("an open socket");
            let Message::Text(text) = message.unwrap() else { continue };
            let frame: Value = serde_json::from_str(&text).unwrap();
            for update in frame["updates"].as_array().into_iter().flatten() {
                self.last += 1;
                assert_eq!(update["n"], self.last, "updates come without gaps");
                self.updates.push(update.clone());
            }
            return frame;
        }
    }

    /// Sends a frame; returns the reason of a refusal, or `None` when it was done.
    pub(crate) async fn ask(&mut self, mut frame: Value) -> Option<String> {
        // An id names one act of one person for as long as the contest is kept, over any connection.
        static ASKED: AtomicUsize = AtomicUsize::new(0);
        if frame["id"].is_null() {
            frame["id"] = json!(format!("t{}", 1_000_000 + ASKED.fetch_add(1, Ordering::Relaxed)));
        }
        let id = frame["id"].clone();
        self.send(frame).await;
        loop {
            let answer = self.frame().await;
            match answer["is"].as_str() {
                Some("done") if answer["id"] == id => return None,
                Some("refused") if answer["id"] == id => return Some(answer["why"].as_str().unwrap().to_owned()),
                _ => {}
            }
        }
    }

    /// Sends a frame to a server that no longer serves this session. Returns its answer.
    pub(crate) async fn says_before_the_end(mut self, frame: Value) -> String {
        // The connection may be gone already.
        let _ = self.stream.send(Message::text(frame.to_string())).await;
        loop {
            let next = tokio::time::timeout(PATIENCE, self.stream.next()).await.expect("an end");
            match next.expect("a reason before the end").unwrap() {
                Message::Close(why) => return why.expect("a reason").reason.to_string(),
                Message::Text(text) => {
                    let said: Value = serde_json::from_str(&text).unwrap();
                    assert!(said["is"] != "done", "{frame} was done");
                }
                _ => {}
            }
        }
    }

    /// Types a text, one frame per key, and waits until all of it is recorded.
    pub(crate) async fn types(&mut self, round: u16, seat: Option<&str>, text: &str, name: &str) {
        for (n, c) in text.chars().enumerate() {
            let key = if c == '\n' { "Return".to_owned() } else { c.to_string() };
            let mut frame =
                json!({"do": "press", "id": format!("{name}-{n}"), "round": format!("R{round}"), "key": key});
            if let Some(seat) = seat {
                frame["seat"] = json!(seat);
            }
            assert_eq!(self.ask(frame).await, None);
        }
    }

    /// Waits until the latest stage has this phase.
    pub(crate) async fn until_phase(&mut self, phase: &str) {
        while self.phase().as_deref() != Some(phase) {
            self.frame().await;
        }
    }

    fn phase(&self) -> Option<String> {
        let stage = self.updates.iter().rev().find(|update| update["kind"] == "stage")?;
        stage["phase"].as_str().map(ToOwned::to_owned)
    }

    /// The text that one side typed in a round, as consecutive keys (`Return` as a newline).
    pub(crate) fn text(&self, round: u16, seat: Option<&str>, side: &str) -> String {
        let said = self.updates.iter().filter(|update| {
            (update["kind"] == "key" || update["kind"] == "said")
                && update["round"] == format!("R{round}")
                && update["side"] == side
                && seat.is_none_or(|seat| update["seat"] == seat)
        });
        said.map(|update| match (update["key"].as_str(), update["text"].as_str()) {
            (Some("Return"), _) => "\n".to_owned(),
            (Some(key), _) => key.to_owned(),
            (None, text) => format!("{}\n", text.unwrap_or_default()),
        })
        .collect()
    }
}

/// The folder from which CI keeps test output for inspection.
pub(crate) fn artifacts() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    let folder = root.join("artifacts");
    std::fs::create_dir_all(&folder).unwrap();
    folder
}
