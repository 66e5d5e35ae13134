//! What the stories share: a server as a child process, and guests who join it by link.

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

/// How long anything may take before a story fails. Nothing waits for so long unless something is broken.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// What a command wrote for the next command.
pub(crate) fn data(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// What a command said to people.
pub(crate) fn talk(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// The program under test.
pub(crate) fn viva() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_viva"));
    command.env_remove("VIVA_LOG").env("NO_COLOR", "1");
    command
}

/// A contest file of four judges, four confederates and these entries. Unless the overrides speak of the interview, what
/// witnesses say is shown as soon as it is finished: these tests play in real time, and a person takes half a minute.
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

/// Four entries of the house.
pub(crate) fn house_entries() -> String {
    stdio_entries(&[env!("CARGO_BIN_EXE_viva"), "entry", "play", "doctor"], &[])
}

/// `viva serve` as a child process. Killed when dropped.
pub(crate) struct Server {
    child: Child,
    pub(crate) url: String,
    /// The last of the links for organisers that it said.
    pub(crate) organiser_link: Option<String>,
    pub(crate) organiser_links: Vec<String>,
    /// Where it tells whoever looks after it how it is.
    pub(crate) figures: Option<String>,
    /// What it said before it served.
    pub(crate) said: String,
}

impl Server {
    /// Starts a server on a free port and waits until it serves.
    pub(crate) fn start(data: &Path, arguments: &[&str]) -> Self {
        Self::launch(viva(), data, arguments)
    }

    /// Starts a server that may hold so many descriptors open.
    pub(crate) fn start_with_descriptors(most: u32, data: &Path, arguments: &[&str]) -> Self {
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("ulimit -n {most} && exec \"$0\" \"$@\""), env!("CARGO_BIN_EXE_viva")]);
        Self::launch(shell, data, arguments)
    }

    pub(crate) fn launch(mut command: Command, data: &Path, arguments: &[&str]) -> Self {
        let mut child = command
            .args(["serve", "--data"])
            .arg(data)
            // An address given among the arguments comes last, and counts.
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
        // Whatever it says later is read, so that it never waits for a reader.
        std::thread::spawn(move || lines.for_each(drop));
        Self { child, url, organiser_link: organiser_links.last().cloned(), organiser_links, figures, said }
    }

    /// Starts a server with a contest of this file's text.
    pub(crate) fn with_contest(folder: &Path, text: &str, arguments: &[&str]) -> Self {
        let file = folder.join("contest.toml");
        std::fs::write(&file, text).unwrap();
        let file = file.to_str().unwrap();
        Self::start(&folder.join("data"), &[arguments, &[file]].concat())
    }

    /// Starts a server by this command, which is `viva` with something around it, with a contest of this file's text.
    pub(crate) fn with_contest_by(command: Command, folder: &Path, text: &str) -> Self {
        let file = folder.join("contest.toml");
        std::fs::write(&file, text).unwrap();
        Self::launch(command, &folder.join("data"), &[file.to_str().unwrap()])
    }

    /// `kill -9`, and waits until it is gone.
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

    /// The organiser, by the link that the server said.
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

/// A client that does not follow redirections, as the stories look at them.
pub(crate) fn http() -> Client {
    entry::tls::install();
    Client::builder().redirect(Policy::none()).timeout(PATIENCE).build().unwrap()
}

/// Somebody with a session.
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

    /// Makes and returns the join links of everyone who has not joined, by participant.
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

    /// Replaces the card of somebody, and says yes to what that ends.
    pub(crate) async fn replaces_card(&self, who: &str) {
        let (_, asked) = self.post("replace", &[("who", who)]).await;
        let card = asked.split_once("name=\"replace\" value=\"").expect("a question").1.split('"').next().unwrap();
        let (status, page) = self.post("links", &[("who", who), ("replace", card)]).await;
        assert!(status == StatusCode::OK && page.contains("/join/"), "{page}");
    }

    /// Lets everybody read everything of a contest that is over.
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
    /// The number of the last.
    pub(crate) last: u64,
}

impl Socket {
    pub(crate) async fn send(&mut self, frame: Value) {
        self.stream.send(Message::text(frame.to_string())).await.unwrap();
    }

    /// The next frame; updates are kept and checked to be without gaps.
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

    /// Sends a frame and returns the sentence it was refused with, or `None` when it was done.
    pub(crate) async fn ask(&mut self, mut frame: Value) -> Option<String> {
        // An id names one act of somebody for as long as the contest is kept, whatever connection it came by.
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

    /// Sends a frame to a server that serves this session no longer. Returns what it says instead of doing it.
    pub(crate) async fn says_before_the_end(mut self, frame: Value) -> String {
        // It may be gone already.
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

    /// Types a text, one frame a key, and waits until all of it is recorded.
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

    /// Waits until the latest stage is of this phase.
    pub(crate) async fn until_phase(&mut self, phase: &str) {
        while self.phase().as_deref() != Some(phase) {
            self.frame().await;
        }
    }

    fn phase(&self) -> Option<String> {
        let stage = self.updates.iter().rev().find(|update| update["kind"] == "stage")?;
        stage["phase"].as_str().map(ToOwned::to_owned)
    }

    /// What one side has typed in a round, as keys one after the other (`Return` as a newline).
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

/// The folder where CI keeps what tests leave to be looked at.
pub(crate) fn artifacts() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    let folder = root.join("artifacts");
    std::fs::create_dir_all(&folder).unwrap();
    folder
}
