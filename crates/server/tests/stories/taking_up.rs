//! A server opens a contest once, whichever task finds it first; and a server that was replaced without knowing it
//! misleads nobody.

use std::collections::BTreeSet;

use contest::{Command, Draft, Recorded, announcement::Addressee, ledger, view::Feed};
use rulebook::{JudgeId, Participant, shipped};
use server::{App, Settings, Submitted};
use store::{Batch, Engine, Limits, NewEvent};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

use crate::served::Story;

const CONTEST: &str = r#"
organiser = "Nobody"
isolation = "none"
rulebook = "two-party-2024"
[overrides.roles]
judges = 1
entries = 2
confederates = 1
[[judge]]
name = "A judge"
[[confederate]]
name = "A confederate"
[[entry]]
name = "Echo"
contestant = "Nobody"
protocol = "stdio"
command = ["cat"]
[[entry]]
name = "Reverb"
contestant = "Nobody"
protocol = "stdio"
command = ["cat"]
"#;

/// The second task to add it finds it in the store, and opens the contests that this server does not have yet, as the
/// task for contests of other servers does.
#[tokio::test(flavor = "multi_thread")]
async fn a_contest_that_is_found_while_it_is_added_is_kept_by_the_hall_that_people_reach() {
    let find = |id: &str| shipped::find(id).map(|text| (id.to_owned(), text.to_owned())).ok_or_else(|| id.to_owned());
    let folder = tempfile::tempdir().unwrap();
    let settings = Settings {
        data: folder.path().join("data"),
        public_url: "http://127.0.0.1:9".to_owned(),
        address: None,
        pace: 1.0,
        continue_shorter: Vec::new(),
    };
    let engine = Engine::embedded(&settings.data, Limits { max_bytes: None }).unwrap();
    let app = App::start(settings, engine).await.unwrap();
    for number in 0..20 {
        let text = format!("name = \"Medal {number}\"{CONTEST}");
        let add = || async {
            let file = rulebook::reader::read_contest_file("contest.toml", &text, &find).unwrap();
            let (text, folder) = (text.clone(), folder.path().to_owned());
            app.add(Submitted { file, text, rulebook: String::new(), plan: None, folder }).await.unwrap()
        };
        let added = tokio::join!(add(), add(), add());
        let links = [added.0, added.1, added.2].into_iter().filter_map(|added| added.organiser_link);
        let links: BTreeSet<String> = links.collect();
        assert_eq!(links.len(), 1, "one of them added it, and whoever came later is told the same link");
        let place = app.place(&format!("medal-{number}")).unwrap();
        assert!(place.running.is_kept_here(), "what people reach is what holds the timer: {number}");
    }
}

/// The first frame of the server on a live connection of a participant who has this many updates already.
async fn first_frame(story: &Story, path: &str, after: u64) -> String {
    let cookies: Vec<String> = story.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let head = format!(
        "GET {path}/live?after={after} HTTP/1.1\r\nHost: {}\r\nCookie: {}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        story.address,
        cookies.join("; ")
    );
    let mut stream = TcpStream::connect(story.address).await.unwrap();
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    while !answer.ends_with(b"\r\n\r\n") {
        answer.push(stream.read_u8().await.unwrap());
    }
    assert!(answer.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&answer));
    let (kind, length) = (stream.read_u8().await.unwrap(), stream.read_u8().await.unwrap());
    assert_eq!(kind, 0x81, "a whole frame of text");
    let length = if length == 126 { stream.read_u16().await.unwrap().into() } else { usize::from(length) };
    let mut text = vec![0; length];
    stream.read_exact(&mut text).await.unwrap();
    String::from_utf8(text).unwrap()
}

/// Another server records an announcement to the judges, and the news of it is lost.
async fn is_announced_elsewhere(story: &Story, words: &str) {
    let hall = &story.place.running;
    let announce = Command::Announce { to: Addressee::Judges, words: words.to_owned() };
    let events = {
        let views = hall.views();
        let now = hall.clock().now();
        let drafts = views.room().decide(Participant::Organiser, &announce, now).unwrap();
        let [Draft { actor, event }] = <[Draft; 1]>::try_from(drafts).unwrap();
        let stream = event.stream();
        let fact = Recorded { number: views.room().count(stream) + 1, time: now, actor, event };
        let sealed = ledger::seal(&fact, [7; 16]).unwrap();
        vec![NewEvent { stream: stream.to_string(), number: fact.number, leaf: sealed.leaf, private: sealed.opening }]
    };
    story.store.append(hall.id(), Batch::from(events)).await.unwrap();
}

/// A suspended server does not know that another one replaced it and went on. Clients of the other one know more: it
/// reads on before it tells them that the record is another one, which would make a page throw away everything that it
/// holds.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_was_told_more_by_another_server_is_not_told_that_the_record_is_another_one() {
    let mut story = Story::of(&format!("name = \"Replaced\"{CONTEST}")).await;
    story.join_as("J1").await;
    let known = story.place.running.views().judge(JudgeId::new(1)).map_or(0, Feed::latest);
    is_announced_elsewhere(&story, "Lunch is at one").await;

    let frame = first_frame(&story, "/replaced/judge/1", known + 1).await;
    assert!(frame.starts_with(r#"{"is":"hello""#), "{frame}");
    let frame = first_frame(&story, "/replaced/judge/1", known + 2).await;
    assert_eq!(frame, r#"{"is":"reload"}"#, "that many there are nowhere");
}
