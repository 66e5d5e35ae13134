//! Independent clients: three versions of the socket.io library, each in a process of its own.

use std::{collections::VecDeque, path::PathBuf, process::Stdio};

use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines},
    process::{Child, ChildStdin, ChildStdout, Command},
    time::timeout,
};

use crate::support::PATIENCE;

/// The ages of the library: all but the last speak Engine.IO 3, the second as the contests' own pages did.
pub(super) const OLDEST: &str = "1.4.5";
pub(super) const OLD: &str = "1.7.2";
pub(super) const MIDDLE: &str = "2.5.0";
pub(super) const NEW: &str = "4.8.1";

/// A client of the real library.
pub(super) struct Peer {
    _child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
    credentials: Value,
    /// Events received and not yet asked for.
    heard: VecDeque<(String, Value)>,
    /// Everything it received, as printed.
    pub(super) log: Vec<String>,
}

impl Peer {
    /// Starts a client of this version and waits until it is connected.
    pub(super) async fn connect(url: &str, version: &str, transports: &[&str], id: &str, secret: &str) -> Self {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/e2e/peers/socketio-client.js");
        let mut options = json!({});
        if !transports.is_empty() {
            options["transports"] = json!(transports);
        }
        let mut child = Command::new("node")
            .args([script, url, &options.to_string()])
            .envs(packages(version))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .expect("node starts (Debian: apt-get install nodejs npm)");
        let mut peer = Self {
            input: child.stdin.take().unwrap(),
            output: BufReader::new(child.stdout.take().unwrap()).lines(),
            _child: child,
            credentials: json!({"id": id, "secret": secret}),
            heard: VecDeque::new(),
            log: Vec::new(),
        };
        peer.hear("connect").await;
        peer
    }

    /// Emits an event with a JSON text as its payload, which includes this client's id and secret.
    pub(super) async fn emit(&mut self, event: &str, mut payload: Value) {
        for (name, value) in self.credentials.as_object().unwrap() {
            payload[name.as_str()] = value.clone();
        }
        self.emit_raw(event, json!(payload.to_string())).await;
    }

    /// Emits an event with any payload.
    pub(super) async fn emit_raw(&mut self, event: &str, payload: Value) {
        let line = format!("{}\n", json!([event, payload]));
        self.input.write_all(line.as_bytes()).await.unwrap();
    }

    /// Registers.
    pub(super) async fn register(&mut self) {
        self.emit("control", json!({"status": "register"})).await;
    }

    /// The payload of the next event of this name; others are kept for later.
    pub(super) async fn hear(&mut self, event: &str) -> Value {
        if let Some(at) = self.heard.iter().position(|(name, _)| name == event) {
            return self.heard.remove(at).unwrap().1;
        }
        loop {
            let (name, payload) = self.next().await;
            if name == event {
                return payload;
            }
            self.heard.push_back((name, payload));
        }
    }

    /// The next `control` event, which must have this status.
    pub(super) async fn control(&mut self, status: &str) -> Value {
        let control = self.hear("control").await;
        assert_eq!(control["status"], status, "{:#?}", self.log);
        control
    }

    async fn next(&mut self) -> (String, Value) {
        let line = timeout(PATIENCE, self.output.next_line()).await;
        let line = line.unwrap_or_else(|_| panic!("nothing more was heard after {:#?}", self.log)).unwrap();
        let line = line.unwrap_or_else(|| panic!("the client ended after {:#?}", self.log));
        self.log.push(line.clone());
        let (name, payload): (String, Value) = serde_json::from_str(&line).unwrap();
        let payload = match (name.as_str(), payload) {
            // The only payload that is not JSON.
            ("AuthError", payload) => payload,
            (_, Value::String(text)) => serde_json::from_str(&text).unwrap_or_else(|why| panic!("{why}: {text}")),
            (_, Value::Null) => Value::Null,
            (_, other) => panic!("the payload of {name} is no text: {other}"),
        };
        (name, payload)
    }
}

/// The path of this version's client, and its name with the major version.
pub(crate) fn packages(version: &str) -> [(&'static str, String); 2] {
    let major = version.split('.').next().unwrap();
    // Two of the first.
    let package =
        if version == OLDEST { "socket.io-client-1-4".to_owned() } else { format!("socket.io-client-{major}") };
    let folder = PathBuf::from(std::env::var_os("VIVA_TEST_NODE").unwrap()).join("node_modules");
    assert!(folder.join(&package).is_dir(), "the client {version} is not installed: run `./test --peers`");
    [("NODE_PATH", folder.to_str().unwrap().to_owned()), ("LIBRARY", package)]
}
