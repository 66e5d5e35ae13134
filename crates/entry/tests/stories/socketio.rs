//! The socket.io protocol of 2016 without a network, in both directions: every `docs/protocols/socketio*.txt` is played
//! frame by frame, hostile frames are listed in tables, and arbitrary frames must do no harm.
//!
//! A line of a file is a step; `#` begins a comment. Text in quotes knows `\n`, `\b` and `\"`. A key is pressed every
//! 0.1 s; the limit of silence is 60 s. The first step names the side under test: `host`, the contest's side, with a
//! program whose frames are read as by the contest's server; or `client 3`, `client 4`, `client auto`, an entry on a
//! server of that Engine.IO.
//!
//! | step | meaning |
//! | --- | --- |
//! | `> frame`, `< frame` | the next frame to the other side, byte for byte; a frame of the other side |
//! | `entry types "Hello\n"` | host: all keys since the last such step, after as many tenths of a second; client: the program's keys |
//! | `60 s pass` | time |
//! | `talk begins`, `talk ends`, `judge types "Hi\n"` | host: input from the contest |
//! | `leaves` | host: the program disconnects; client: the entry leaves |
//! | `ready`, `incident KIND text` | host: the next report is this |
//! | `connects`, `drops "why"`, `unreachable "why"` | client: an event of the connection |
//! | `closes text` | client: it closes the connection for a reason that contains this text |
//! | `engine 3` | client: the revision it connects with next |
//! | `link starts 1`, `link begins`, `link hears "Hi\n"`, `link ends` | client: the next order for the link |
//! | `note text` | client: the next note contains this text |
//! | `refused text` | client: the server rejects it |
//!
//! At the end no frame, key, incident, order or note may be left over.

use std::{collections::VecDeque, time::Duration};

use entry::{
    FromEntry, Incident,
    socketio::{
        FRAME_MAX, In, Out,
        client::{BAD_FRAMES_MAX, Client, Note, Order},
        host::Host,
        packet::{Body, Engine, Message, Packet},
        payloads::{self, Sent},
    },
};
use proptest::prelude::*;
use rulebook::{
    key::{Typed, keys_of},
    schema::Opener,
};

use crate::trace_files::{Table, is_incident, play, play_all, quoted_text, same, shows_the_trace, steps};

const TYPING: Duration = Duration::from_millis(100);
const SILENCE: Duration = Duration::from_secs(60);
const SECRET: &str = "abc123";
const OPEN_3: &str = r#"0{"sid":"x","upgrades":[],"pingInterval":25000,"pingTimeout":20000}"#;

#[test]
fn every_page_of_traces_is_played_as_written() {
    // The server's own tests play the side of judges and confederates.
    play_all(
        |name| name.starts_with("socketio") && !name.contains("-people"),
        5,
        |trace| {
            let mut steps = steps(trace);
            play(&mut *table_of(steps.next().unwrap().1), steps)
        },
    );
}

#[test]
fn the_example_of_the_page_is_that_of_the_trace() {
    shows_the_trace("socketio.md", "socketio.txt", &['>', '<']);
}

/// Messages of a registered program in the middle of a conversation, with the incidents, the typed text and the sent
/// events; a good message follows each.
#[test]
fn hostile_programs_are_reported_and_nothing_else_is_lost() {
    let message = |content: &str, to: &str| {
        let said = serde_json::json!({ "content": content, "to": to, "id": "ai0", "secret": SECRET });
        Packet::event("message", &said.to_string()).to_string()
    };
    let long = message(&"x".repeat(3_000), "judge");
    let cut = format!("{}\n", "x".repeat(2_000));
    let huge = message(&"x".repeat(FRAME_MAX), "judge");
    let deep = Packet::event("message", &"[".repeat(8_000)).to_string();
    let nul = message("a\u{0}b\u{7}c", "judge");
    let colours = message("\u{1b}[31mred", "judge");
    let markup = message("<script>alert(1)</script>", "judge");
    let blank = message(" \n\t ", "judge");
    let unheard = message("\u{0}\u{e000}", "judge");
    let stranger = message("psst", "judge2");
    let confederate = message("psst", "conf0");
    let itself = message("psst", "ai0");
    let nobody = message("psst", "");
    let bell = message("psst", "jud\u{7}ge\n");
    type Case<'a> = (&'a str, &'a str, &'a [&'a str], &'a str, &'a [&'a str]);
    let cases: &[Case<'_>] = &[
        ("malformed JSON", r#"42["message","{\"content\":"]"#, &["bad-frame"], "", &[]),
        (
            "an object instead of a text",
            r#"42["message",{"content":"hi","to":"judge","id":"ai0","secret":"abc123"}]"#,
            &["bad-frame"],
            "",
            &[],
        ),
        ("nothing with it", r#"42["message"]"#, &["bad-frame"], "", &[]),
        ("two texts with it", r#"42["message","{}","{}"]"#, &["bad-frame"], "", &[]),
        (
            "a number for a text",
            r#"42["message","{\"content\":7,\"to\":\"judge\",\"id\":\"ai0\"}"]"#,
            &["bad-frame"],
            "",
            &[],
        ),
        ("null for a text", r#"42["message","null"]"#, &["bad-frame"], "", &[]),
        (
            "no receiver",
            r#"42["message","{\"content\":\"hi\",\"id\":\"ai0\",\"secret\":\"abc123\"}"]"#,
            &["bad-frame"],
            "",
            &[],
        ),
        ("a key twice", r#"42["message","{\"to\":\"judge\",\"to\":\"judge\"}"]"#, &["bad-frame"], "", &[]),
        ("half a surrogate pair", r#"42["message","{\"content\":\"\\ud83d\"}"]"#, &["bad-frame"], "", &[]),
        (
            "an unknown status",
            r#"42["control","{\"status\":\"endRound\",\"id\":\"ai0\",\"secret\":\"abc123\"}"]"#,
            &["bad-frame"],
            "",
            &[],
        ),
        ("an event of the controller", r#"42["controller","{\"status\":\"newRound\"}"]"#, &["bad-frame"], "", &[]),
        ("an event of a judge", r#"42["score","{\"robot\":\"ai0\"}"]"#, &["bad-frame"], "", &[]),
        ("an unknown event", r#"42["\u0000\u0007","x"]"#, &["bad-frame"], "", &[]),
        ("a binary event", r#"451-["message",{"_placeholder":true,"num":0}]"#, &["bad-frame"], "", &[]),
        ("half a packet", r#"42["mess"#, &["bad-frame"], "", &[]),
        ("brackets without end", &deep, &["bad-frame"], "", &[]),
        ("to somebody else", &stranger, &["bad-frame"], "", &[]),
        ("to another witness", &confederate, &["bad-frame"], "", &[]),
        ("to itself", &itself, &["bad-frame"], "", &[]),
        ("to nobody", &nobody, &["bad-frame"], "", &[]),
        ("to a name with controls in it", &bell, &["bad-frame"], "", &[]),
        ("nothing to say", &blank, &["bad-frame"], "", &[]),
        ("only what nobody can type", &unheard, &["bad-frame"], "", &[]),
        ("NUL and bell among letters", &nul, &[], "abc\n", &[]),
        ("a terminal's colours", &colours, &[], "[31mred\n", &[]),
        ("markup", &markup, &[], "<script>alert(1)</script>\n", &[]),
        ("a line that is too long", &long, &["long-line"], &cut, &[]),
        ("a huge frame", &huge, &["long-line"], &cut, &[]),
        (
            "a second registration",
            r#"42["control","{\"status\":\"register\",\"id\":\"ai0\",\"secret\":\"abc123\"}"]"#,
            &["disconnected", "reconnected"],
            "",
            &[],
        ),
        (
            "a question for the round in mid-talk",
            r#"42["control","{\"status\":\"roundInformation\",\"id\":\"ai0\",\"secret\":\"abc123\"}"]"#,
            &[],
            "",
            &[
                r#"42["roundInformation","{\"roundNumber\":0,\"status\":\"Running\",\"partners\":{\"ai0\":[\"judge\"]}}"]"#,
            ],
        ),
    ];
    assert!(cases.len() >= 15);
    for (title, hostile, kinds, typed, answers) in cases {
        let mut table = HostTable::in_talk();
        table.hears(hostile);
        table.hears(&message("ok", "judge"));
        table.pass(Duration::from_secs(600));
        assert_eq!(table.typed, format!("{typed}ok\n"), "{title}");
        let found: Vec<_> = table.incidents.iter().map(Incident::kind).collect();
        assert_eq!(found, *kinds, "{title}");
        for incident in &table.incidents {
            let text = incident.to_string();
            assert!(text.chars().count() < 300 && !text.contains(char::is_control), "{title}: {text}");
        }
        assert_eq!(table.frames(), *answers, "{title}");
    }
}

#[test]
fn what_is_said_before_the_start_is_an_opening_where_anyone_may_open() {
    let message = r#"42["message","{\"content\":\"early\",\"to\":\"judge\",\"id\":\"ai0\",\"secret\":\"abc123\"}"]"#;
    let mut table = HostTable::new(Opener::Anyone);
    table.register();
    table.hears(message);
    table.hears(message);
    table.pass(Duration::from_secs(60));
    assert_eq!((table.typed.as_str(), table.incidents.len()), ("", 0));
    // If anyone may open, that is its opening: reported when the conversation begins, and once.
    table.host.began();
    table.hears(message);
    table.pass(Duration::from_secs(60));
    assert_eq!(table.typed, "early\n");
    // A frame from a program that has disconnected is ignored.
    table.host.went("it left");
    table.hears(message);
    table.pass(Duration::from_secs(60));
    assert_eq!(table.typed, "early\n");
}

#[test]
fn a_recap_of_a_long_talk_is_bounded_and_ends_with_the_last_word() {
    let mut table = HostTable::in_talk();
    for n in 0..3_000 {
        keys_of(&format!("{n} {}\n", "x".repeat(100))).for_each(|key| table.host.key(key, table.now));
    }
    table.frames();
    table.host.received(In::Recap, table.now);
    let Some(Out { event: "recap", json }) = table.host.take_out() else { panic!("no recap") };
    let all: Vec<serde_json::Value> = serde_json::from_str(&json).unwrap();
    assert!(json.len() < 400_000 && all.len() > 500, "{} bytes, {}", json.len(), all.len());
    assert!(all.last().unwrap()["content"].as_str().unwrap().starts_with("2999 "));
}

#[test]
fn a_program_that_never_stops_talking_is_bounded() {
    let mut table = HostTable::in_talk();
    for _ in 0..100 {
        table.host.received(In::Message { content: "x".repeat(1_500), to: "judge".to_owned() }, table.now);
    }
    assert!(table.host.is_flooded());
    table.collect();
    assert_eq!(table.incidents.iter().map(Incident::kind).collect::<Vec<_>>(), ["flooded"]);
    table.pass(Duration::from_secs(3_600));
    assert_eq!(table.typed.len(), 2 * 1_501);
}

/// Frames of a server in the middle of a round, with the notes, the sent frames and the reason for closing; a good
/// message follows each that does not close the connection.
#[test]
fn hostile_servers_are_reported_and_nothing_else_is_lost() {
    let huge = format!(r#"42["message","{}"]"#, "x".repeat(FRAME_MAX));
    let deep = format!("42{}", "[".repeat(10_000));
    type Case<'a> = (&'a str, &'a str, Option<&'a str>, &'a [&'a str], Option<&'a str>);
    let cases: &[Case<'_>] = &[
        ("an empty frame", "", Some("empty frame"), &[], None),
        ("garbage", "hello", Some("number of a packet"), &[], None),
        ("half a packet", r#"42["messa"#, Some("no JSON"), &[], None),
        ("a huge frame", &huge, Some("more than"), &[], None),
        ("brackets without end", &deep, Some("no JSON"), &[], None),
        ("a second opening", OPEN_3, Some("another time"), &[], None),
        ("a second joining", "40", Some("another time"), &[], None),
        ("an upgrade", "5", Some("another time"), &[], None),
        ("a pong nobody asked for", "3", None, &[], None),
        ("a question whether we live", "2probe", None, &["3probe"], None),
        ("a binary event", r#"451-["message",{"_placeholder":true,"num":0}]"#, Some("bytes"), &[], None),
        ("another namespace", r#"42/admin,["message","{}"]"#, Some("namespace"), &[], None),
        ("an object instead of a text", r#"42["message",{"content":"x"}]"#, Some("without a text"), &[], None),
        ("malformed JSON", r#"42["control","{"]"#, Some("not as it should be"), &[], None),
        ("an order nobody knows", r#"42["control","{\"status\":\"dance\"}"]"#, Some("not as it should be"), &[], None),
        ("an unknown event", r#"42["weather","sunny"]"#, None, &[], None),
        ("a question that wants an answer", r#"427["weather","sunny"]"#, None, &[], None),
        (
            "a message of somebody else",
            r#"42["message","{\"content\":\"x\",\"to\":\"ai0\",\"id\":\"conf0\",\"secret\":\"\"}"]"#,
            Some("not our partner"),
            &[],
            None,
        ),
        (
            "our own words",
            r#"42["message","{\"content\":\"x\",\"to\":\"judge0\",\"id\":\"ai0\",\"secret\":\"\"}"]"#,
            None,
            &[],
            None,
        ),
        ("a recap nobody asked for", r#"42["recap","[{\"content\":\"x\"}]"]"#, None, &[], None),
        ("a start of what has started", r#"42["control","{\"status\":\"startRound\"}"]"#, None, &[], None),
        ("a target error", r#"42["TargetError","{\"status\":\"Wrong Client or not connected\"}"]"#, None, &[], None),
        ("it disconnects us", "41", None, &[], Some("disconnected us")),
        ("it closes", "1", None, &[], Some("closed the connection")),
        ("it refuses", r#"44{"message":"no"}"#, None, &[], Some("refused the connection")),
    ];
    assert!(cases.len() >= 15);
    for (title, hostile, note, answers, closing) in cases {
        let mut table = ClientTable::in_round();
        table.client.received(hostile, table.now);
        table.collect();
        assert_eq!(
            table.client.take_closing().is_some_and(|why| why.contains(closing.unwrap())),
            closing.is_some(),
            "{title}"
        );
        let notes: Vec<_> = table.notes.drain(..).map(|note| note.to_string()).collect();
        assert_eq!(notes.len(), note.iter().len(), "{title}: {notes:?}");
        assert!(notes.iter().all(|told| told.contains(note.unwrap()) && told.len() < 300), "{title}: {notes:?}");
        assert_eq!(table.frames, *answers, "{title}");
        if closing.is_none() {
            table.client.received(
                r#"42["message","{\"content\":\"ok\",\"to\":\"ai0\",\"id\":\"judge0\",\"secret\":\"\"}"]"#,
                table.now,
            );
            table.collect();
            let heard: Vec<_> = keys_of("ok\n").map(Order::Key).collect();
            assert_eq!(table.orders, heard, "{title}");
        }
    }
}

#[test]
fn a_server_that_does_not_begin_as_it_should_is_left() {
    for (title, frames, why) in [
        ("no engine", &["hello"][..], "does not speak Engine.IO"),
        ("an event first", &[r#"42["x","y"]"#], "does not open"),
        ("half an opening", &[r#"0{"sid":"x""#], "neither"),
        ("no intervals", &[r#"0{"sid":"x"}"#], "neither"),
        ("negative intervals", &[r#"0{"sid":"x","pingInterval":-1,"pingTimeout":1}"#], "neither"),
        ("a wrong sid", &[r#"0{"sid":7,"pingInterval":1,"pingTimeout":1}"#], "neither"),
        ("a session that is unknown", &[r#"{"code":1,"message":"Session ID unknown"}"#], "does not speak"),
        ("a refusal", &[OPEN_3, r#"44{"message":"not allowed"}"#], "refused"),
    ] {
        let mut table = ClientTable::new(Some(Engine::V4));
        table.client.connected(table.now);
        frames.iter().for_each(|frame| table.client.received(frame, table.now));
        let closing = table.client.take_closing().unwrap_or_default();
        assert!(closing.contains(why), "{title}: {closing:?}");
        assert!(!table.client.is_open(), "{title}");
    }
    // A silent server has ten seconds.
    let mut table = ClientTable::new(None);
    table.client.connected(table.now);
    assert_eq!(table.client.next_wake(), Some(Duration::from_secs(10)));
    table.client.wake(Duration::from_secs(10));
    assert_eq!(table.client.take_closing().unwrap(), "it did not greet in time");
}

#[test]
fn endless_pings_and_bad_frames_end_with_the_connection() {
    let mut table = ClientTable::in_round();
    (0..100_000).for_each(|_| table.client.received("2", table.now));
    assert_eq!(table.client.take_closing().unwrap(), "it does not read what it is sent");
    table.collect();
    assert!(table.frames.len() <= 1_024);

    let mut table = ClientTable::in_round();
    (0..1_000).for_each(|_| table.client.received("{", table.now));
    (0..1_000).for_each(|_| table.client.received_bytes(5));
    assert_eq!(table.client.take_closing().unwrap(), "too many bad frames");
    table.collect();
    assert!(table.notes.len() <= 1_000 + BAD_FRAMES_MAX as usize);
}

#[test]
fn what_a_program_says_while_the_server_is_away_is_bounded_and_said_once() {
    let mut table = ClientTable::in_round();
    table.client.disconnected("gone");
    keys_of(&"x\n".repeat(200)).for_each(|key| table.client.key(key, table.now));
    table.collect();
    assert!(table.notes.iter().any(|note| matches!(note, Note::Dropped { count: 65 })), "{:?}", table.notes);
    assert_eq!(table.frames.len(), 0);
}

proptest! {
    #[test]
    fn no_frame_of_a_program_does_harm(
        frames in prop::collection::vec(frame(), 0..20),
        keys in "[ -~\n\u{8}]{0,40}",
    ) {
        let mut table = HostTable::in_talk();
        for frame in frames {
            table.hears(&frame);
            keys_of(&keys).for_each(|key| table.host.key(key, table.now));
            table.pass(Duration::from_secs(5));
        }
        table.host.ended();
    }

    #[test]
    fn no_frame_of_a_server_does_harm(frames in prop::collection::vec(frame(), 0..20), opens in any::<bool>()) {
        let mut table = if opens { ClientTable::in_round() } else { ClientTable::new(None) };
        if !opens {
            table.client.connected(table.now);
        }
        for frame in frames {
            table.client.received(&frame, table.now);
            keys_of("hi\n").for_each(|key| table.client.key(key, table.now));
            table.now += Duration::from_secs(1);
            table.client.wake(table.now);
            table.collect();
            if let Some(why) = table.client.take_closing() {
                table.client.disconnected(&why);
                table.client.connected(table.now);
            }
        }
    }

    #[test]
    fn every_message_reaches_the_program_key_by_key(content in "[ -~]{1,60}") {
        let mut table = ClientTable::in_round();
        let said = serde_json::json!({ "content": content, "to": "ai0", "id": "judge0", "secret": "" });
        table.client.received(&Packet::event("message", &said.to_string()).to_string(), table.now);
        table.collect();
        let heard: Vec<_> = keys_of(content.trim()).chain(keys_of("\n")).map(Order::Key).collect();
        prop_assert_eq!(table.orders, heard);
    }
}

/// Frames that resemble those of the protocol, and some that do not.
fn frame() -> impl Strategy<Value = String> {
    let payload = prop_oneof![
        Just(r#"{"status":"register","id":"ai0","secret":"abc123"}"#.to_owned()),
        Just(r#"{"status":"newRound","partners":{"ai0":["judge0"]}}"#.to_owned()),
        Just(r#"{"status":"startRound"}"#.to_owned()),
        Just(r#"{"status":"endRound"}"#.to_owned()),
        Just(r#"{"status":"recap","id":"ai0","secret":"abc123"}"#.to_owned()),
        Just(r#"{"content":"hi","to":"judge","id":"judge0","secret":""}"#.to_owned()),
        r#"\{"roundNumber":-?[0-9]{1,18},"status":"(Running|Finished|Not Started)","partners":\{"ai0":\["[a-z]?"\]\}\}"#,
        ".{0,60}",
    ];
    let event = ("control|message|roundInformation|recap|[a-z]{0,8}", payload)
        .prop_map(|(event, payload)| Packet::event(&event, &payload).to_string());
    prop_oneof![3 => event, 1 => "[0-6]{0,3}.{0,30}", 1 => Just(OPEN_3.to_owned()), 1 => Just("40".to_owned())]
}

/// The side under test.
fn table_of(first: &str) -> Box<dyn Table> {
    let client = |engine| Box::new(ClientTable::new(engine));
    match first {
        "host" => Box::new(HostTable::new(Opener::Judge)),
        "client 3" => client(Some(Engine::V3)),
        "client 4" => client(Some(Engine::V4)),
        "client auto" => client(None),
        other => panic!("the first step says who is tested, not `{other}`"),
    }
}

struct HostTable {
    host: Host,
    now: Duration,
    ready: bool,
    typed: String,
    incidents: VecDeque<Incident>,
    told: Vec<Out>,
}

impl HostTable {
    fn new(opens: Opener) -> Self {
        let host = Host::new(1, opens, TYPING, SILENCE);
        Self { host, now: Duration::ZERO, ready: false, typed: String::new(), incidents: VecDeque::new(), told: vec![] }
    }

    /// A registered program that has received a message.
    fn in_talk() -> Self {
        let mut table = Self::new(Opener::Judge);
        table.register();
        table.host.began();
        keys_of("Hello.\n").for_each(|key| table.host.key(key, table.now));
        table.pass(Duration::from_secs(1));
        table.frames();
        assert!(std::mem::take(&mut table.ready));
        table
    }

    fn register(&mut self) {
        self.hears(r#"42["control","{\"status\":\"register\",\"id\":\"ai0\",\"secret\":\"abc123\"}"]"#);
    }

    /// Reads a frame as the contest's server does.
    fn hears(&mut self, frame: &str) {
        let said = match Packet::read(frame) {
            Ok(Packet::Message(Message { body: Body::Event { name, arguments, .. }, .. })) => {
                match payloads::read(&name, &arguments) {
                    Ok(Sent::Register(registration)) => {
                        assert_eq!(registration.secret, SECRET);
                        self.host.came(&registration.id);
                        return;
                    }
                    Ok(Sent::Said(_, said)) => said,
                    Err(why) => In::Malformed(why),
                }
            }
            Ok(_) => In::Malformed("not an event".to_owned()),
            Err(why) => In::Malformed(why.to_string()),
        };
        self.host.received(said, self.now);
    }

    /// All frames sent to the program since the last call.
    fn frames(&mut self) -> Vec<String> {
        self.told.extend(std::iter::from_fn(|| self.host.take_out()));
        self.told.drain(..).map(|out| Packet::event(out.event, &out.json).to_string()).collect()
    }

    fn pass(&mut self, time: Duration) {
        let end = self.now + time;
        while let Some(due) = self.host.next_wake().filter(|due| *due <= end) {
            self.now = due;
            self.host.wake(due);
        }
        self.now = end;
        self.host.wake(end);
        self.collect();
    }

    fn collect(&mut self) {
        let mut typed = Typed::default();
        while let Some(report) = self.host.take_report() {
            match report {
                FromEntry::Ready => self.ready = true,
                FromEntry::Spent(usage) => panic!("nobody counts: {usage:?}"),
                FromEntry::Told(spelled) => panic!("everything is carried: {spelled:?}"),
                FromEntry::Line(line) => panic!("a link types by itself here: {line}"),
                FromEntry::Key(key) => typed.press(key),
                FromEntry::Incident(incident) => self.incidents.push_back(incident),
            }
        }
        self.typed.push_str(typed.as_str());
    }
}

impl Table for HostTable {
    fn step(&mut self, line: &str) -> Result<(), String> {
        let words: Vec<_> = line.split_whitespace().collect();
        match words.as_slice() {
            ["<", ..] => self.hears(&line[2..]),
            [">", ..] => {
                self.told.extend(std::iter::from_fn(|| self.host.take_out()));
                if self.told.is_empty() {
                    return Err("there is no frame".into());
                }
                let out = self.told.remove(0);
                same(&Packet::event(out.event, &out.json).to_string(), &line[2..])?;
            }
            ["talk", "begins"] => self.host.began(),
            ["talk", "ends"] => self.told.extend(self.host.ended()),
            ["judge", "types", ..] => keys_of(&quoted_text(line)).for_each(|key| self.host.key(key, self.now)),
            ["entry", "types", ..] => {
                let text = quoted_text(line);
                self.pass(TYPING * u32::try_from(text.chars().count()).unwrap());
                same(&std::mem::take(&mut self.typed), &text)?;
            }
            ["leaves"] => self.host.went("it left"),
            ["ready"] => {
                self.collect();
                return std::mem::take(&mut self.ready).then_some(()).ok_or("it is not".into());
            }
            [seconds, "s", "pass"] => self.pass(Duration::from_secs_f64(seconds.parse().unwrap())),
            ["incident", kind, text @ ..] => {
                self.collect();
                let next = self.incidents.pop_front().map(|incident| (incident.kind(), incident.to_string()));
                is_incident(next, kind, text)?;
            }
            _ => return Err("no such step".into()),
        }
        Ok(())
    }

    fn left(&mut self) -> Result<(), String> {
        self.collect();
        let left = (self.frames(), self.incidents.len(), self.typed.as_str(), self.ready);
        if left == (vec![], 0, "", false) { Ok(()) } else { Err(format!(" left at the end: {left:?}")) }
    }
}

struct ClientTable {
    client: Client,
    now: Duration,
    frames: Vec<String>,
    orders: Vec<Order>,
    notes: VecDeque<Note>,
}

impl ClientTable {
    fn new(engine: Option<Engine>) -> Self {
        let client = Client::new("ai0", SECRET, engine);
        Self { client, now: Duration::ZERO, frames: vec![], orders: vec![], notes: VecDeque::new() }
    }

    /// Registered over Engine.IO 3, in a running round with `judge0`.
    fn in_round() -> Self {
        let mut table = Self::new(Some(Engine::V3));
        table.client.connected(table.now);
        for frame in [
            OPEN_3,
            "40",
            r#"42["roundInformation","{\"roundNumber\":0,\"status\":\"Running\",\"partners\":{\"ai0\":[\"judge0\"]}}"]"#,
        ] {
            table.client.received(frame, table.now);
        }
        table.collect();
        assert_eq!(table.orders, [Order::Starts(1), Order::Begins]);
        Self { frames: vec![], orders: vec![], notes: VecDeque::new(), ..table }
    }

    fn collect(&mut self) {
        self.frames.extend(std::iter::from_fn(|| self.client.take_frame()));
        self.orders.extend(std::iter::from_fn(|| self.client.take_order()));
        self.notes.extend(std::iter::from_fn(|| self.client.take_note()));
    }

    fn order(&mut self) -> Result<Order, String> {
        self.collect();
        if self.orders.is_empty() { Err("there is no order".into()) } else { Ok(self.orders.remove(0)) }
    }
}

impl Table for ClientTable {
    fn step(&mut self, line: &str) -> Result<(), String> {
        let words: Vec<_> = line.split_whitespace().collect();
        match words.as_slice() {
            ["<", ..] => self.client.received(&line[2..], self.now),
            [">", ..] => {
                self.collect();
                if self.frames.is_empty() {
                    return Err("there is no frame".into());
                }
                same(&self.frames.remove(0), &line[2..])?;
            }
            ["connects"] => self.client.connected(self.now),
            ["drops", ..] => self.client.disconnected(&quoted_text(line)),
            ["unreachable", ..] => self.client.unreachable(&quoted_text(line)),
            ["closes", text @ ..] => {
                let why = self.client.take_closing().ok_or("it does not")?;
                if !why.contains(&text.join(" ")) {
                    return Err(format!("it does because {why}"));
                }
                self.client.disconnected(&why);
            }
            ["engine", number] => same(&self.client.engine().number().to_string(), number)?,
            ["entry", "types", ..] => keys_of(&quoted_text(line)).for_each(|key| self.client.key(key, self.now)),
            ["leaves"] => self.frames.extend(self.client.leaves()),
            [seconds, "s", "pass"] => {
                self.now += Duration::from_secs_f64(seconds.parse().unwrap());
                self.client.wake(self.now);
            }
            ["link", "starts", number] => same(&format!("{:?}", self.order()?), &format!("Starts({number})"))?,
            ["link", "begins"] => same(&format!("{:?}", self.order()?), "Begins")?,
            ["link", "ends"] => same(&format!("{:?}", self.order()?), "Ends")?,
            ["link", "hears", ..] => {
                let mut typed = Typed::default();
                self.collect();
                for order in self.orders.drain(..) {
                    let Order::Key(key) = order else { return Err(format!("it is {order:?}")) };
                    typed.press(key);
                }
                same(typed.as_str(), &quoted_text(line))?;
            }
            ["note", text @ ..] => {
                self.collect();
                let note = self.notes.pop_front().ok_or("there is none")?.to_string();
                if !note.contains(&text.join(" ")) {
                    return Err(format!("it is {note}"));
                }
            }
            ["refused", text @ ..] => same(self.client.refused().unwrap_or_default(), &text.join(" "))?,
            _ => return Err("no such step".into()),
        }
        Ok(())
    }

    fn left(&mut self) -> Result<(), String> {
        self.collect();
        let left = (&self.frames, &self.orders, &self.notes);
        let is_nothing = left.0.is_empty() && left.1.is_empty() && left.2.is_empty();
        if is_nothing { Ok(()) } else { Err(format!(" left at the end: {left:?}")) }
    }
}
