//! The socket.io protocol of 2016 over links and sockets: programs that register with a contest, and an entry on
//! servers of the npm library, in the versions of 2018 and of today.
//!
//! No test sleeps for a fixed time; each waits for an event, for a minute at most.

use crate::peers;
use std::{
    path::{Path, PathBuf},
    process::Stdio,
    time::Duration,
};

use entry::{
    FromEntry, Incident, Pace, Setup, ToEntry,
    check::{self, Check, Plan},
    socketio::{
        EntryRegistry, In, Join, JoinError, JoinNotice, Out, Registration, RegistrationAnswer, Visit, client::Note,
        join, packet::Engine,
    },
};
use rulebook::contest_file::{Dialect, Protocol, Socketio};
use tempfile::TempDir;
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines},
    net::TcpListener,
    process::{Child, ChildStdin, ChildStdout, Command},
    sync::{mpsc, oneshot},
};

use crate::seat::{PATIENCE, Seat};

const SECRET: &str = "abc123";

#[tokio::test]
async fn a_program_knocks_waits_plays_and_plays_again() {
    let registry = registry();
    let mut visit = admitted(&registry, "ai0");
    // Before the first round, the program is informed that there is none.
    visit.say(In::RoundInformation).await;
    assert_eq!(visit.hear().await.json, r#"{"roundNumber":-1,"status":"Not Started","partners":{}}"#);
    visit.say(In::Message { content: "into the void".into(), to: "judge".into() }).await;
    for number in [1, 2] {
        let mut seat = Seat::start(setup(&registry, "ai0", number));
        assert_eq!(seat.next().await, FromEntry::Ready);
        let told = visit.hear().await;
        assert_eq!((told.event, &*told.json), ("control", r#"{"status":"newRound","partners":{"ai0":["judge"]}}"#));
        seat.tell(ToEntry::Began).await;
        assert_eq!(visit.hear().await.json, r#"{"status":"startRound"}"#);
        seat.types("Hello?\n").await;
        assert_eq!(visit.hear().await.json, r#"{"content":"Hello?","to":"ai0","id":"judge","secret":""}"#);
        visit.say(In::Message { content: "Here.".into(), to: "judge".into() }).await;
        assert_eq!(seat.reply().await, "Here.\n");
        visit.say(In::RoundInformation).await;
        let round = visit.hear().await.json;
        assert!(round.starts_with(&format!(r#"{{"roundNumber":{},"status":"Running""#, number - 1)), "{round}");
        seat.tell(ToEntry::Ended).await;
        assert_eq!(visit.hear().await.json, r#"{"status":"endRound"}"#);
        assert_eq!(seat.link.from_entry.recv().await, None);
        // Between two rounds it is informed that there is none.
        visit.say(In::RoundInformation).await;
        assert_eq!(visit.hear().await.json, r#"{"roundNumber":-1,"status":"Not Started","partners":{}}"#);
    }
}

#[tokio::test]
async fn the_latest_to_knock_is_let_in_and_the_one_before_sent_away() {
    let registry = registry();
    let mut first = admitted(&registry, "ai0");
    let mut second = admitted(&registry, "ai0");
    assert_eq!(first.0.to_program.recv().await, None);
    let mut seat = Seat::start(setup(&registry, "ai0", 1));
    assert_eq!(seat.next().await, FromEntry::Ready);
    assert_eq!(second.hear().await.event, "control");
    let mut third = admitted(&registry, "ai0");
    assert_eq!(second.0.to_program.recv().await, None);
    assert!(matches!(seat.next().await, FromEntry::Incident(Incident::Disconnected { .. })));
    assert_eq!(seat.next().await, FromEntry::Incident(Incident::Reconnected { count: 2 }));
    assert_eq!(seat.next().await, FromEntry::Ready);
    // A program that leaves, and another that comes afterwards.
    third.say(In::RoundInformation).await;
    assert_eq!(third.hear().await.event, "roundInformation");
    drop(third);
    assert!(matches!(seat.next().await, FromEntry::Incident(Incident::Disconnected { .. })));
    let _fourth = admitted(&registry, "ai0");
    assert_eq!(seat.next().await, FromEntry::Incident(Incident::Reconnected { count: 3 }));
}

#[tokio::test]
async fn only_who_is_expected_is_let_in() {
    let registry = registry();
    registry.expect("ai1", "other");
    assert_eq!(registry.ids(), ["ai0", "ai1"]);
    for (title, id, secret, is_unknown) in [
        ("nobody knows it", "ai2", SECRET, true),
        ("no name", "", SECRET, true),
        ("no name and no secret", "", "", true),
        ("a name of an object in JavaScript", "__proto__", "undefined", true),
        ("a name in capitals", "AI0", SECRET, true),
        ("no secret", "ai0", "", false),
        ("another's secret", "ai0", "other", false),
        ("the beginning of the secret", "ai0", "abc12", false),
        ("more than the secret", "ai0", "abc1234", false),
        ("the secret and a line", "ai0", "abc123\n", false),
        ("the secret and NUL", "ai0", "abc123\0", false),
    ] {
        let registration = Registration { id: id.into(), secret: secret.into() };
        let answer = registry.registration(&registration);
        match answer {
            RegistrationAnswer::Unknown => assert!(is_unknown, "{title}"),
            RegistrationAnswer::WrongSecret => assert!(!is_unknown, "{title}"),
            RegistrationAnswer::Admitted(_) => panic!("{title}: let in"),
        }
        assert!(!registry.knows(&registration), "{title}");
    }
    let shown = format!("{registry:?} {:?}", Registration { id: "ai0".into(), secret: SECRET.into() });
    assert!(!shown.contains(SECRET), "{shown}");
    let mut anyone = admitted(&EntryRegistry::open_to_all(), "Whoever");
    anyone.say(In::RoundInformation).await;
    assert_eq!(anyone.hear().await.event, "roundInformation");
}

#[tokio::test]
async fn a_program_that_does_not_read_is_sent_away_and_holds_nobody_up() {
    let registry = registry();
    let visit = admitted(&registry, "ai0");
    let mut seat = Seat::start(setup(&registry, "ai0", 1));
    assert_eq!(seat.next().await, FromEntry::Ready);
    seat.tell(ToEntry::Began).await;
    seat.types(&"\n".repeat(200)).await;
    let mut incident = seat.next().await;
    assert!(matches!(incident, FromEntry::Incident(Incident::Disconnected { .. })), "{incident:?}");
    drop(visit);
    // Missed messages are counted when a program is back.
    let mut visit = admitted(&registry, "ai0");
    while !matches!(incident, FromEntry::Incident(Incident::BacklogDiscarded { .. })) {
        incident = seat.next().await;
    }
    assert_eq!(seat.next().await, FromEntry::Ready);
    visit.say(In::Recap).await;
    while visit.hear().await.event != "recap" {}
}

#[tokio::test]
async fn a_second_conversation_of_an_entry_takes_its_program_over() {
    let registry = registry();
    let mut visit = admitted(&registry, "ai0");
    let mut first = Seat::start(setup(&registry, "ai0", 1));
    assert_eq!(first.next().await, FromEntry::Ready);
    assert_eq!(visit.hear().await.event, "control");
    let mut second = Seat::start(setup(&registry, "ai0", 2));
    assert_eq!(second.next().await, FromEntry::Ready);
    assert_eq!(visit.hear().await.event, "control");
    let why = first.next().await;
    assert!(
        matches!(&why, FromEntry::Incident(Incident::DidNotStart { why }) if why.contains("one at a time")),
        "{why:?}"
    );
    assert_eq!(first.next().await, FromEntry::Incident(Incident::GaveUp));
    // An entry with an unreadable secret is not registered.
    let mut nobody = Seat::start(setup(&registry, "ai9", 1));
    assert!(matches!(nobody.next().await, FromEntry::Incident(Incident::DidNotStart { .. })));
}

#[tokio::test]
async fn a_program_is_told_the_same_whoever_judges() {
    let mut told = Vec::new();
    for workspace in ["E1-R1J1", "E4-R1J2"] {
        let registry = registry();
        let mut visit = admitted(&registry, "ai0");
        let (home, mut setup) = setup(&registry, "ai0", 1);
        setup.workspace = home.path().join(workspace);
        let mut seat = Seat::start((home, setup));
        assert_eq!(seat.next().await, FromEntry::Ready);
        seat.tell(ToEntry::Began).await;
        seat.types("Who are you?\n").await;
        visit.say(In::RoundInformation).await;
        visit.say(In::Recap).await;
        let mut heard = vec![];
        while heard.last().is_none_or(|out: &Out| out.event != "recap") {
            heard.push(visit.hear().await);
        }
        told.push(heard);
    }
    assert_eq!(told[0].len(), 5);
    assert_eq!(told[0], told[1]);
}

/// The same as `viva entry check socketio:http://…`, with an echo program.
#[tokio::test]
async fn an_entry_passes_every_check_over_a_door() {
    let registry = EntryRegistry::open_to_all();
    let mut guest = admitted(&registry, "my-bot");
    tokio::spawn(async move {
        while let Some(out) = guest.0.to_program.recv().await {
            if out.event == "message" {
                let said: serde_json::Value = serde_json::from_str(&out.json).unwrap();
                assert_eq!((said["to"].as_str(), said["id"].as_str()), (Some("my-bot"), Some("judge")));
                let content = format!("You said: {}", said["content"].as_str().unwrap());
                guest.say(In::Message { content, to: "judge".into() }).await;
            }
        }
    });
    let (_home, setup) = setup(&registry, "unused", 1);
    let setup = Setup { pace: Pace::new(6.0), ..setup };
    let plan = Plan { setup, patience: PATIENCE, checks: Check::ALL.to_vec(), shows: Vec::new() };
    let report = check::run("my-bot", &plan, |_| {}).await;
    assert!(report.is_passed(), "{:#?}", report.checks);
}

#[tokio::test]
async fn an_entry_plays_on_a_server_of_2018() {
    an_entry_plays("socket.io-2", None, 3).await;
    an_entry_plays("socket.io-2", Some(Engine::V3), 3).await;
}

#[tokio::test]
async fn an_entry_plays_on_a_server_of_today() {
    an_entry_plays("socket.io-4", None, 4).await;
    an_entry_plays("socket.io-4", Some(Engine::V4), 4).await;
}

/// Two rounds, with a lost connection in the first.
async fn an_entry_plays(library: &str, engine: Option<Engine>, spoken: u8) {
    let mut server = Server::start(library).await;
    let mut entry = Playing::start(&server.url, SECRET, engine);
    server.hears("registered ai0").await;
    entry.hears(|heard| matches!(heard, JoinNotice::Note(Note::Registered { engine, .. }) if *engine == spoken)).await;
    server.hears("asked").await;
    server.orders("newRound").await;
    entry.hears(|heard| matches!(heard, JoinNotice::Note(Note::Prepared { number: 1 }))).await;
    entry.hears(|heard| *heard == JoinNotice::Ready).await;
    server.orders("startRound").await;
    server.orders("say Hello, \"ai0\" é").await;
    server.hears("message ai0 to judge0: You said: Hello, \"ai0\" e").await;
    server.orders("drop").await;
    server.hears("registered ai0").await;
    server.hears("asked").await;
    server.orders("say Still there?").await;
    server.hears("message ai0 to judge0: You said: Still there?").await;
    server.orders("endRound").await;
    entry.hears(|heard| matches!(heard, JoinNotice::Note(Note::Over { number: 1 }))).await;
    server.orders("newRound").await;
    server.orders("startRound").await;
    entry.hears(|heard| matches!(heard, JoinNotice::Note(Note::Started { number: 2 }))).await;
    entry.hears(|heard| *heard == JoinNotice::Ready).await;
    server.orders("say And now?").await;
    server.hears("message ai0 to judge0: You said: And now?").await;
    entry.stop.send(()).unwrap();
    server.hears("gone").await;
    assert_eq!(tokio::time::timeout(PATIENCE, entry.joined).await.unwrap().unwrap(), Ok(()));
}

#[tokio::test]
async fn a_wrong_secret_ends_the_attempt() {
    for library in ["socket.io-2", "socket.io-4"] {
        let server = Server::start(library).await;
        let entry = Playing::start(&server.url, "wrong", None);
        let refused = tokio::time::timeout(PATIENCE, entry.joined).await.unwrap().unwrap().unwrap_err();
        assert_eq!(refused, JoinError::Refused { id: "ai0".into(), why: "Invalid secret".into() });
    }
}

#[tokio::test]
async fn an_entry_waits_for_a_server_that_is_not_there() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    let mut entry = Playing::start(&url, SECRET, None);
    entry.hears(|heard| matches!(heard, JoinNotice::Note(Note::Unreachable { .. }))).await;
    entry.stop.send(()).unwrap();
    assert_eq!(tokio::time::timeout(PATIENCE, entry.joined).await.unwrap().unwrap(), Ok(()));
    let entry = Playing::start("ftp://127.0.0.1", SECRET, None);
    assert!(matches!(entry.joined.await.unwrap(), Err(JoinError::Address { .. })));
}

pub(crate) fn registry() -> EntryRegistry {
    let registry = EntryRegistry::default();
    registry.expect("ai0", SECRET);
    registry
}

/// A registered program.
pub(crate) struct Guest(Visit);

impl Guest {
    pub(crate) async fn say(&self, said: In) {
        self.0.from_program.send(said).await.unwrap();
    }

    pub(crate) async fn hear(&mut self) -> Out {
        tokio::time::timeout(PATIENCE, self.0.to_program.recv()).await.unwrap().unwrap()
    }
}

pub(crate) fn admitted(registry: &EntryRegistry, id: &str) -> Guest {
    let RegistrationAnswer::Admitted(visit) =
        registry.registration(&Registration { id: id.into(), secret: SECRET.into() })
    else {
        panic!("not let in");
    };
    Guest(visit)
}

pub(crate) fn setup(registry: &EntryRegistry, id: &str, number: u16) -> (TempDir, Setup) {
    let home = tempfile::tempdir().unwrap();
    let protocol = Protocol::Socketio(Socketio { id: id.to_owned(), secret_file: PathBuf::from("secret") });
    let setup = Setup {
        typing: Some(Duration::from_millis(1)),
        silence: Duration::from_secs(60),
        folder: home.path().to_owned(),
        registry: registry.clone(),
        number,
        ..Setup::new(protocol, rulebook::shipped::rulebook("loebner-2010").unwrap().interview, home.path().join("link"))
    };
    (home, setup)
}

/// An entry of this project on another server.
struct Playing {
    heard: mpsc::UnboundedReceiver<JoinNotice>,
    stop: oneshot::Sender<()>,
    joined: tokio::task::JoinHandle<Result<(), JoinError>>,
    _home: TempDir,
}

impl Playing {
    fn start(url: &str, secret: &str, engine: Option<Engine>) -> Self {
        let (home, mut setup) = setup(&EntryRegistry::default(), "unused", 1);
        let echo = "$| = 1; while (<STDIN>) { chomp; print \"You said: $_\\n\" }";
        let command = ["perl", "-e", echo].map(str::to_owned).to_vec();
        setup.protocol = Protocol::Stdio { command, prompts: vec![], dialect: Dialect::default() };
        let (stop, stopped) = oneshot::channel();
        let (tells, heard) = mpsc::unbounded_channel();
        let ticket = Join { url: url.to_owned(), id: "ai0".to_owned(), secret: secret.to_owned(), engine };
        let joined = tokio::spawn(async move {
            let stopped = async { drop(stopped.await) };
            join(ticket, setup, stopped, |heard| drop(tells.send(heard.clone()))).await
        });
        Self { heard, stop, joined, _home: home }
    }

    async fn hears(&mut self, is: impl Fn(&JoinNotice) -> bool) {
        let all = async { while !is(&self.heard.recv().await.expect("it went on")) {} };
        tokio::time::timeout(PATIENCE, all).await.unwrap();
    }
}

/// A server built on the npm library.
struct Server {
    url: String,
    orders: ChildStdin,
    told: Lines<BufReader<ChildStdout>>,
    _node: Child,
}

impl Server {
    async fn start(library: &str) -> Self {
        let packages = peers::node(library);
        let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/socketio-server.js");
        let mut node = Command::new("node")
            .arg(program)
            .args([library, SECRET])
            .env("NODE_PATH", packages)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .expect("node runs: apt-get install nodejs");
        let orders = node.stdin.take().unwrap();
        let told = BufReader::new(node.stdout.take().unwrap()).lines();
        let mut server = Self { url: String::new(), orders, told, _node: node };
        let port = server.hears("port ").await;
        server.url = format!("http://127.0.0.1:{}", port.trim_start_matches("port "));
        server
    }

    async fn orders(&mut self, order: &str) {
        self.orders.write_all(format!("{order}\n").as_bytes()).await.unwrap();
    }

    /// Waits for a line with this beginning.
    async fn hears(&mut self, beginning: &str) -> String {
        let line = async {
            loop {
                let line = self.told.next_line().await.unwrap().expect("the server runs");
                if line.starts_with(beginning) {
                    return line;
                }
            }
        };
        tokio::time::timeout(PATIENCE, line).await.unwrap_or_else(|_| panic!("the server never told: {beginning}"))
    }
}
