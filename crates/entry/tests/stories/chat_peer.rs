//! A real server: llama.cpp's, from a package of `PyPI`, with a model of random weights made here. It must meet all of
//! a contest's requirements on an entry.

use std::{env, path::PathBuf, process::Stdio, time::Duration};

use entry::{
    FromEntry, Link, Pace, Setup, ToEntry,
    check::{Check, Plan, run},
    start,
};
use rulebook::{
    contest_file::{Chat, Instructions, KeySource, Price, Protocol},
    key::{Typed, keys_of},
    shipped,
};
use tempfile::TempDir;
use tokio::{
    io::{AsyncBufReadExt, BufReader},
    process::{Child, Command},
    time::timeout,
};

const LIMIT: Duration = Duration::from_secs(120);
const KEY: &str = "a-key-for-the-test";
const INSTALL: &str = "run `./test --peers`, which installs what it needs from PyPI";

#[tokio::test(flavor = "multi_thread")]
async fn a_real_server_answers_and_counts() {
    let server = Server::start().await;
    for stream in [true, false] {
        let mut link = start(Setup { typing: Some(Duration::from_millis(1)), silence: LIMIT, ..server.setup(stream) });
        assert_eq!(next(&mut link).await, FromEntry::Ready);
        link.to_entry.send(ToEntry::Began).await.unwrap();
        for line in ["Hello, who are you?\n", "Do you like tea?\n"] {
            for key in keys_of(line) {
                link.to_entry.send(ToEntry::Key(key)).await.unwrap();
            }
            let (mut typed, mut spent) = (Typed::default(), None);
            while !typed.as_str().ends_with('\n') || spent.is_none() {
                match next(&mut link).await {
                    FromEntry::Key(key) => typed.press(key),
                    FromEntry::Spent(usage) => spent = Some(usage),
                    FromEntry::Told(spelled) => panic!("everything is carried: {spelled:?}"),
                    FromEntry::Line(line) => panic!("a link types by itself here: {line}"),
                    FromEntry::Incident(incident) => assert_eq!(incident.kind(), "cut-short", "{incident}"),
                    FromEntry::Ready => panic!("it was ready before"),
                }
            }
            let spent = spent.unwrap();
            assert_eq!((spent.requests, spent.completion_tokens), (1, 12));
            assert_eq!(spent.cost_micro, spent.prompt_tokens + 2 * spent.completion_tokens);
            assert!(typed.as_str().split_whitespace().count() >= 8, "{typed:?}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_real_server_passes_every_check() {
    let server = Server::start().await;
    let plan = Plan {
        setup: Setup { pace: Pace::new(2.0), ..server.setup(true) },
        patience: LIMIT,
        checks: Check::ALL.to_vec(),
        shows: Vec::new(),
    };
    let report = run("the model", &plan, |_| {}).await;
    let told: Vec<_> = report.checks.iter().map(ToString::to_string).collect();
    assert!(report.is_passed(), "{}", told.join("\n"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_real_server_that_is_shown_the_wrong_key_says_so() {
    let server = Server::start().await;
    std::fs::write(server.home.path().join("key"), "another-key-than-that\n").unwrap();
    let plan = Plan {
        setup: server.setup(true),
        patience: Duration::from_secs(10),
        checks: vec![Check::Greet],
        shows: Vec::new(),
    };
    let report = run("the model", &plan, |_| {}).await;
    let found = &report.checks[0].found;
    assert!(!report.is_passed() && found.contains("401: Invalid API Key"), "{found}");
}

/// The server, and the folder with its model and its key.
struct Server {
    _process: Child,
    url: String,
    home: TempDir,
}

impl Server {
    async fn start() -> Self {
        let home = tempfile::tempdir().unwrap();
        std::fs::write(home.path().join("key"), format!("{KEY}\n")).unwrap();
        let script = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/peers/chat_server.py");
        let mut command = Command::new(python());
        command.arg(script).arg(home.path().join("model.gguf")).arg(KEY);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
        let mut process = command.spawn().unwrap_or_else(|error| panic!("no python3 ({error}): {INSTALL}"));
        let mut output = BufReader::new(process.stdout.take().unwrap());
        let mut url = String::new();
        timeout(LIMIT, output.read_line(&mut url)).await.expect("the server takes too long to start").unwrap();
        let url = url.trim().to_owned();
        if !url.starts_with("http://") {
            let words = process.wait_with_output().await.unwrap().stderr;
            panic!("the server did not start: {INSTALL}; it said: {}", String::from_utf8_lossy(&words));
        }
        // It logs a lot, and must not block on an unread pipe.
        let mut talk = process.stderr.take().unwrap();
        tokio::spawn(async move { tokio::io::copy(&mut talk, &mut tokio::io::sink()).await });
        Self { _process: process, url: format!("{url}/v1"), home }
    }

    /// An entry on this server.
    fn setup(&self, stream: bool) -> Setup {
        let rules = shipped::rulebook("loebner-2010").unwrap().interview;
        let (folder, workspace) = (self.home.path().to_owned(), self.home.path().join("links"));
        let typing = Some(Duration::from_millis(60));
        Setup { typing, folder, ..Setup::new(Protocol::Chat(self.chat(stream)), rules, workspace) }
    }

    fn chat(&self, stream: bool) -> Chat {
        let price = Price { input: "1".parse().unwrap(), output: "2".parse().unwrap(), currency: "USD".to_owned() };
        Chat {
            start: None,
            url: self.url.clone(),
            model: "random".to_owned(),
            instructions: Some(Instructions::Text("You chat for {{ talk }}.".to_owned())),
            instructions_role: rulebook::contest_file::InstructionsRole::System,
            key: Some(KeySource::File("key".into())),
            stream,
            temperature: Some("0.3".parse().unwrap()),
            max_tokens: Some(12),
            stop: vec![],
            extra: Some("{\"seed\": 1950}".to_owned()),
            history: 20,
            patience: LIMIT,
            retries: 3,
            takes: std::collections::BTreeSet::new(),
            price: Some(price),
        }
    }
}

async fn next(link: &mut Link) -> FromEntry {
    timeout(LIMIT, link.from_entry.recv()).await.expect("nothing came").expect("the link ended")
}

fn python() -> PathBuf {
    match env::var_os("VIVA_TEST_PYTHON") {
        Some(folder) if !folder.is_empty() => PathBuf::from(folder).join("bin/python3"),
        _ => PathBuf::from("python3"),
    }
}
