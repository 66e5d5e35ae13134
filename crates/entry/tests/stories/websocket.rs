//! `viva.entry.v1` without a network: every `docs/protocols/websocket*.txt` is played frame by frame, hostile frames
//! are listed in a table, and arbitrary frames must do no harm.
//!
//! A line of a file is a step; `#` begins a comment. Text in quotes knows `\n`, `\b` and `\"`. A key is pressed every
//! 0.1 s; the limit of silence is 60 s.
//!
//! | step | meaning |
//! | --- | --- |
//! | `rules anyone` | messages of 300 characters, either side may begin, prescribed opening words; otherwise keystrokes, and the judge begins |
//! | `rules shows` | a judge may show pictures and sounds; otherwise nothing |
//! | `connects`, `drops "why"`, `unreachable "why"` | an event of the connection |
//! | `> frame`, `< frame` | the next frame to the program, byte for byte; a frame of the program |
//! | `talk begins`, `talk ends` | the contest says so |
//! | `judge types "Hi\n"` | keys, one at a time |
//! | `judge shows "a house"` | a picture of three bytes, with this description |
//! | `entry types "Hello\n"` | all keys since the last such step, after as many tenths of a second |
//! | `at once "Hello\n"` | all keys since, without any time |
//! | `60 s pass` | time |
//! | `ready` | the program is in place |
//! | `incident KIND text` | the next incident has this kind and contains this text |
//!
//! At the end no frame, key or incident may be left over.

use crate::trace_files as traces;
use std::{collections::VecDeque, env, fs, sync::Arc, time::Duration};

use attachment::{FileKind, Format};
use entry::{
    FromEntry, Incident, JudgeFile,
    websocket::{
        BAD_FRAMES_MAX, WebSocket,
        frame::{self, FromContest, FromProgram, MediumWord, OpenerWord, Rules, Shows},
    },
};
use proptest::prelude::*;
use rulebook::key::{Typed, keys_of};

use crate::trace_files::{docs, is_incident, play, play_all, quoted_text, same, shows_the_trace, steps};

const TYPING: Duration = Duration::from_millis(100);
const SILENCE: Duration = Duration::from_secs(60);
const SESSION: &str = "5f0c8d5f1a7b4c3e9d2f6a8b7c5e4d3f";
const HELLO: &str = r#"{"type":"hello","protocol":"viva.entry.v1"}"#;

#[test]
fn every_page_of_traces_is_played_as_written() {
    play_all(|name| name.starts_with("websocket"), 5, |trace| play(&mut Table::new(rules()), steps(trace)));
}

#[test]
fn the_example_of_the_page_is_that_of_the_trace() {
    shows_the_trace("websocket.md", "websocket.txt", &['>', '<']);
}

/// Frames on a connection in the middle of a conversation, with the incidents and the typed text; a good line follows
/// each.
#[test]
fn hostile_frames_are_reported_and_nothing_else_is_lost() {
    let endless = format!(r#"{{"type":"say","text":"{}"}}"#, "x".repeat(frame::FRAME_MAX));
    let long = format!(r#"{{"type":"say","text":"{}"}}"#, "x".repeat(3_000));
    let cut = format!("{}\n", "x".repeat(2_000));
    let deep = "[".repeat(8_000);
    let flood = format!(r#"{{"type":"say","text":"{}","typed":false}}"#, "\\n".repeat(3_000).trim_end_matches("\\n"));
    let cases: &[(&str, &str, &[&str], &str)] = &[
        ("nothing", "", &["bad-frame"], ""),
        ("a partial frame", r#"{"type":"say","te"#, &["bad-frame"], ""),
        ("no JSON", "hello judge", &["bad-frame"], ""),
        ("two frames in one", r#"{"type":"typing"}{"type":"typing"}"#, &["bad-frame"], ""),
        ("JSON, but no object", "42", &["bad-frame"], ""),
        ("an object without a type", r#"{"text":"hi"}"#, &["bad-frame"], ""),
        ("a type of ours", r#"{"type":"said","n":1,"text":"hi"}"#, &["bad-frame"], ""),
        ("a type in capitals", r#"{"type":"SAY","text":"hi"}"#, &["bad-frame"], ""),
        ("a field that is misspelt", r#"{"type":"say","text":"hi","tpyed":true}"#, &["bad-frame"], ""),
        ("a field twice", r#"{"type":"say","text":"a","text":"b"}"#, &["bad-frame"], ""),
        ("a number for a text", r#"{"type":"say","text":7}"#, &["bad-frame"], ""),
        ("null for a text", r#"{"type":"say","text":null}"#, &["bad-frame"], ""),
        ("an enormous number", r#"{"type":"say","text":"a","n":99999999999999999999999}"#, &["bad-frame"], ""),
        ("a number that JavaScript rounds", r#"{"type":"say","text":"a","n":9007199254740993}"#, &["bad-frame"], ""),
        ("number nought", r#"{"type":"say","text":"a","n":0}"#, &["bad-frame"], ""),
        ("a negative number", r#"{"type":"key","key":"a","n":-1}"#, &["bad-frame"], ""),
        ("a second greeting", HELLO, &["bad-frame"], ""),
        ("an unknown key", r#"{"type":"key","key":"Delete"}"#, &["bad-frame"], ""),
        ("a key that is a path", r#"{"type":"key","key":"../../etc/passwd"}"#, &["bad-frame"], ""),
        ("a key that is no ASCII", r#"{"type":"key","key":"é"}"#, &["bad-frame"], ""),
        ("an empty key", r#"{"type":"key","key":""}"#, &["bad-frame"], ""),
        ("nothing to say", r#"{"type":"say","text":" \n\t "}"#, &["bad-frame"], ""),
        ("only what nobody can type", r#"{"type":"say","text":"\u0000\u0007\ue000"}"#, &["bad-frame"], ""),
        ("half a surrogate pair", r#"{"type":"say","text":"\ud83d"}"#, &["bad-frame"], ""),
        ("brackets without end", &deep, &["bad-frame"], ""),
        ("more than a frame holds", &endless, &["bad-frame"], ""),
        ("NUL and bell among letters", r#"{"type":"say","text":"a\u0000b\u0007c"}"#, &[], "abc\n"),
        ("a terminal's colours", r#"{"type":"say","text":"\u001b[31mred"}"#, &[], "[31mred\n"),
        ("a line that is too long", &long, &["long-line"], &cut),
        ("markup", r#"{"type":"say","text":"<script>alert(1)</script>"}"#, &[], "<script>alert(1)</script>\n"),
        ("nothing but newlines", &flood, &["bad-frame"], ""),
    ];
    for (title, hostile, kinds, typed) in cases {
        let mut table = Table::in_talk();
        table.machine.received(hostile, table.now);
        table.machine.received(r#"{"type":"say","text":"ok"}"#, table.now);
        table.pass(Duration::from_secs(600));
        assert_eq!(table.typed, format!("{typed}ok\n"), "{title}");
        let found: Vec<_> = table.incidents.iter().map(Incident::kind).collect();
        assert_eq!(found, *kinds, "{title}");
        for incident in &table.incidents {
            let text = incident.to_string();
            assert!(text.chars().count() < 300 && !text.contains(char::is_control), "{title}: {text}");
        }
        assert!(table.machine.take_closing().is_none(), "{title}");
    }
}

#[test]
fn a_connection_that_does_not_greet_as_it_should_is_closed() {
    for (title, first) in [
        ("it speaks at once", r#"{"type":"say","text":"hi"}"#),
        ("another version", r#"{"type":"hello","protocol":"viva.entry.v2"}"#),
        ("no version", r#"{"type":"hello"}"#),
        ("wants that nobody knows", r#"{"type":"hello","protocol":"viva.entry.v1","wants":"video"}"#),
        ("after a negative number", r#"{"type":"hello","protocol":"viva.entry.v1","after":-1}"#),
        ("no JSON", "\u{0}\u{0}"),
    ] {
        let mut table = Table::new(rules());
        table.machine.connected();
        table.machine.received(first, table.now);
        // Frames after the one that closes the connection are ignored.
        table.machine.received(HELLO, table.now);
        assert!(!table.machine.is_open(), "{title}");
        let why = table.machine.take_closing().unwrap();
        assert!(why.starts_with("its first frame is no `hello`"), "{title}: {why}");
    }
}

#[test]
fn a_connection_of_bad_frames_is_closed_and_its_organiser_not_flooded() {
    let mut table = Table::in_talk();
    for _ in 0..1_000 {
        table.machine.received("{", table.now);
        table.machine.received_bytes(5);
    }
    assert_eq!(table.machine.take_closing().unwrap(), "too many bad frames");
    table.collect();
    assert!(table.incidents.len() <= BAD_FRAMES_MAX as usize + 1, "{}", table.incidents.len());
}

#[test]
fn a_program_that_never_stops_talking_is_bounded() {
    let mut table = Table::in_talk();
    let frame = format!(r#"{{"type":"say","text":"{}"}}"#, "x".repeat(1_500));
    for _ in 0..100 {
        table.machine.received(&frame, table.now);
    }
    assert!(table.machine.is_flooded());
    table.collect();
    assert_eq!(table.incidents.iter().map(Incident::kind).collect::<Vec<_>>(), ["flooded"]);
    table.pass(Duration::from_secs(3_600));
    assert_eq!(table.typed.len(), 2 * 1_501);
}

#[test]
fn a_program_that_counts_wrongly_hears_of_it() {
    let mut table = Table::in_talk();
    table.machine.received(r#"{"type":"key","key":"a","n":5}"#, table.now);
    table.machine.received(r#"{"type":"key","key":"b","n":5}"#, table.now);
    table.machine.received(r#"{"type":"key","key":"c","n":4}"#, table.now);
    table.machine.received(r#"{"type":"key","key":"d","n":6}"#, table.now);
    table.collect();
    assert_eq!(table.typed, "ad");
    assert_eq!(table.incidents.len(), 2);
    assert!(table.incidents[0].to_string().contains("number 5 came after number 5"), "{}", table.incidents[0]);
    // It claims more frames than were sent, so it counts as a program without memory.
    table.incidents.clear();
    table.machine.disconnected("gone");
    table.machine.connected();
    table.machine.received(r#"{"type":"hello","protocol":"viva.entry.v1","after":9}"#, table.now);
    table.collect();
    let kinds: Vec<_> = table.incidents.iter().map(Incident::kind).collect();
    assert_eq!(kinds, ["disconnected", "bad-frame", "reconnected", "met-as-stranger"]);
}

#[test]
fn a_program_that_does_not_read_is_cut_off() {
    let mut table = Table::in_talk();
    keys_of(&"\n".repeat(1_024)).for_each(|key| table.machine.key(key, table.now));
    assert_eq!(table.machine.take_closing(), None);
    keys_of("\n").for_each(|key| table.machine.key(key, table.now));
    assert_eq!(table.machine.take_closing().unwrap(), "it does not read what it is told");
}

#[test]
fn the_schema_is_that_of_the_types() {
    let path = docs("viva.entry.v1.schema.json");
    let made = format!("{}\n", serde_json::to_string_pretty(&frame::schema()).unwrap());
    if env::var_os("UPDATE").is_some() {
        fs::write(&path, made).unwrap();
    } else {
        let written = fs::read_to_string(&path).unwrap_or_default();
        assert!(written == made, "{} is behind the types: run with UPDATE=1", path.display());
    }
}

proptest! {
    /// In any order of frames: no panic, and an entry's text stays keys.
    #[test]
    fn no_frame_does_harm(steps in prop::collection::vec((0_u8..8, any_frame()), 0..60)) {
        let mut table = Table::new(rules());
        for (step, frame) in steps {
            match step {
                0 => table.machine.connected(),
                1 => table.machine.disconnected("gone"),
                2 => table.machine.began(),
                3 => keys_of("Why?\n").for_each(|key| table.machine.key(key, table.now)),
                4 => table.machine.received(HELLO, table.now),
                _ => table.machine.received(&frame, table.now),
            }
            table.pass(Duration::from_secs(1));
            table.machine.take_closing();
            while let Some(frame) = table.machine.take_frame() {
                prop_assert!(frame.len() <= frame::FRAME_MAX);
                serde_json::from_str::<FromContest>(&frame).unwrap();
            }
        }
        prop_assert!(table.typed.chars().all(|c| matches!(c, ' '..='~' | '\n' | '\t')));
    }

    /// Written frames can be read back.
    #[test]
    fn a_frame_reads_back(text in any::<String>(), typed: bool, n in prop::option::of(1..=frame::NUMBER_MAX)) {
        let said = FromProgram::Say { text, typed, n };
        prop_assert_eq!(serde_json::from_str::<FromProgram>(&serde_json::to_string(&said).unwrap()).unwrap(), said);
    }
}

/// Valid frames, nearly valid ones, and arbitrary text.
fn any_frame() -> impl Strategy<Value = String> {
    let number = prop_oneof![0_u64..9, any::<u64>()];
    prop_oneof![
        any::<String>(),
        (any::<String>(), any::<bool>(), number.clone()).prop_map(|(text, typed, n)| {
            serde_json::json!({ "type": "say", "text": text, "typed": typed, "n": n }).to_string()
        }),
        (".{0,12}", number.clone())
            .prop_map(|(key, n)| { serde_json::json!({ "type": "key", "key": key, "n": n }).to_string() }),
        (number, "messages|keys|").prop_map(|(after, wants)| {
            serde_json::json!({ "type": "hello", "protocol": frame::PROTOCOL, "wants": wants, "after": after })
                .to_string()
        }),
        (0_usize..44, any::<char>())
            .prop_map(|(at, c)| { HELLO.chars().enumerate().map(|(i, was)| if i == at { c } else { was }).collect() }),
    ]
}

/// A link's state machine, and its reports.
struct Table {
    machine: WebSocket,
    now: Duration,
    typed: String,
    incidents: VecDeque<Incident>,
    ready: u32,
    last: VecDeque<String>,
}

impl Table {
    fn new(rules: Rules) -> Self {
        Self {
            machine: WebSocket::new(rules, SESSION.to_owned(), TYPING, SILENCE),
            now: Duration::ZERO,
            typed: String::new(),
            incidents: VecDeque::new(),
            ready: 0,
            last: VecDeque::new(),
        }
    }

    /// A program that has greeted, and has received the judge's first line.
    fn in_talk() -> Self {
        let mut table = Self::new(rules());
        table.machine.connected();
        table.machine.received(HELLO, table.now);
        table.machine.began();
        keys_of("Hello?\n").for_each(|key| table.machine.key(key, table.now));
        while table.machine.take_frame().is_some() {}
        table
    }

    fn pass(&mut self, time: Duration) {
        let now = self.now + time;
        while let Some(due) = self.machine.next_wake().filter(|due| *due <= now) {
            self.machine.wake(due);
        }
        self.now = now;
        self.machine.wake(now);
        self.collect();
    }

    fn collect(&mut self) {
        while let Some(report) = self.machine.take_report() {
            match report {
                FromEntry::Ready => self.ready += 1,
                FromEntry::Key(rulebook::Key::BackSpace) => self.typed.push('\u{8}'),
                FromEntry::Key(key) => {
                    let mut typed = Typed::default();
                    typed.press(key);
                    self.typed.push_str(typed.as_str());
                }
                FromEntry::Incident(incident) => self.incidents.push_back(incident),
                FromEntry::Spent(usage) => panic!("nobody counts: {usage:?}"),
                FromEntry::Told(spelled) => panic!("everything is carried: {spelled:?}"),
                FromEntry::Line(line) => panic!("a link types by itself here: {line}"),
            }
        }
    }
}

impl traces::Table for Table {
    fn step(&mut self, line: &str) -> Result<(), String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["rules", "anyone"] => {
                let opening_words = vec!["Good day.".to_owned()];
                let (medium, characters, opens) = (MediumWord::Messages, Some(300), OpenerWord::Anyone);
                *self = Self::new(Rules { medium, characters, talk_s: 1500, opens, opening_words, shows: None });
            }
            ["rules", "shows"] => {
                let kinds = vec![FileKind::Picture, FileKind::Sound];
                let shows = Some(Shows { kinds, most: 12, bytes: 4 << 20 });
                *self = Self::new(Rules { shows, ..rules() });
            }
            ["judge", "shows", ..] => self.machine.shown(Arc::new(drawing(&quoted_text(line)))),
            ["connects"] => self.machine.connected(),
            ["drops", ..] => self.machine.disconnected(&quoted_text(line)),
            ["unreachable", ..] => self.machine.unreachable(&quoted_text(line)),
            [">", ..] => {
                let frame = self.last.pop_front().or_else(|| self.machine.take_frame()).unwrap_or_default();
                same(&frame, &line[2..])?;
            }
            ["<", ..] => self.machine.received(&line[2..], self.now),
            ["talk", "begins"] => self.machine.began(),
            ["talk", "ends"] => self.last.extend(self.machine.ended()),
            ["judge", "types", ..] => keys_of(&quoted_text(line)).for_each(|key| self.machine.key(key, self.now)),
            ["entry", "types", ..] => {
                let text = quoted_text(line);
                self.pass(TYPING * u32::try_from(text.chars().count()).unwrap());
                same(&std::mem::take(&mut self.typed), &text)?;
            }
            ["at", "once", ..] => {
                self.collect();
                same(&std::mem::take(&mut self.typed), &quoted_text(line))?;
            }
            [seconds, "s", "pass"] => self.pass(Duration::from_secs_f64(seconds.parse().unwrap())),
            ["ready"] => {
                self.collect();
                self.ready = self.ready.checked_sub(1).ok_or("it is not")?;
            }
            ["incident", kind, text @ ..] => {
                self.pass(Duration::ZERO);
                let next = self.incidents.pop_front().map(|incident| (incident.kind(), incident.to_string()));
                is_incident(next, kind, text)?;
            }
            _ => return Err("no such step".into()),
        }
        Ok(())
    }

    fn left(&mut self) -> Result<(), String> {
        self.pass(Duration::ZERO);
        self.last.extend(std::iter::from_fn(|| self.machine.take_frame()));
        let left = (&*self.typed, &self.incidents, self.ready, &self.last, self.machine.take_closing());
        if left == ("", &VecDeque::new(), 0, &VecDeque::new(), None) {
            Ok(())
        } else {
            Err(format!(" left at the end: {left:?}"))
        }
    }
}

/// A file of three bytes.
fn drawing(description: &str) -> JudgeFile {
    JudgeFile {
        kind: FileKind::Picture,
        format: Format::Png,
        description: description.to_owned(),
        seen: format!("[The judge shows a picture: {description}.]"),
        unseen: format!("[The judge shows a picture: {description}. You cannot see it.]"),
        bytes: Some(Arc::from(&b"abc"[..])),
    }
}

fn rules() -> Rules {
    Rules::of(&rulebook::shipped::rulebook("loebner-2010").unwrap().interview)
}
