//! Plays each file `traces/*.txt`, here and in `docs/protocols`, as a test: one conversation, byte by byte, with the
//! state machines.
//!
//! A line is a step; `#` begins a comment. Text in quotes knows `\n`, `\r`, `\t`, `\b`, `\xff` and `\"`. A key is
//! pressed every 0.1 s; the limit of silence is 60 s.
//!
//! | step | meaning |
//! | --- | --- |
//! | `protocol stdio`, `protocol lpp`, `protocol lp95` | first line: the protocol under test |
//! | `prompt "you:"` | stdio: the program prints this prompt |
//! | `with KEY WORD` | stdio, lp95: a key of the contest file with its value, without quotes |
//! | `clock 1287826200.000001` | lpp: the time of day, in seconds since 1970 |
//! | `opens anyone` | after the settings: either side may begin; otherwise the judge does |
//! | `talk begins` | the contest says so |
//! | `begins` | the link begins, with the present content of the directory |
//! | `judge types "Hi\n"` | keys, one at a time |
//! | `program gets "Hi\n"` | stdio, lp95: all bytes sent to it since the last such step |
//! | `program prints "Hello\n"` | stdio, lp95: any bytes |
//! | `ready` | the program has become ready; without this step the moment is not checked |
//! | `program ends`, `program starts`, `program listens` | the state of the program; `begins` is a start and listening |
//! | `directory gets NAME`, `file gets NAME`, `stuck gets NAME` | lpp: the entry makes it; `stuck` cannot be removed |
//! | `entry removes NAME` | lpp: the entry has read a key of the judge's |
//! | `look` | lpp: the judge's side scans the directory |
//! | `system tells of NAME` | lpp: a notification that something of this name was made, now or a while ago |
//! | `judge side makes NAME` | lpp: the oldest unchecked name that it made |
//! | `remains NAME` | lpp: this is still there |
//! | `60.5 s pass` | time |
//! | `entry types "Hello\n"` | all keys since the last such step, after as many tenths of a second |
//! | `incident KIND text` | the next incident has this kind and contains this text |
//!
//! At the end no key, incident or bytes for the program may be left over.

use crate::trace_files as support;
use std::{
    collections::{BTreeMap, VecDeque},
    time::Duration,
};

use entry::{
    FromEntry, Incident, Pace,
    lp95::Host,
    lpp::{DirectoryItem, JudgeSide, Removal},
    opening::Opening,
    stdio::Stdio,
};
use rulebook::{
    Key,
    contest_file::{Dialect, Encoding, Lp95, Newline, ReplyEnds, TurnEnds},
    key::keys_of,
    schema::Opener,
};

use crate::trace_files::{is_incident, play, play_all, quoted, quoted_text, same, steps};

const TYPING: Duration = Duration::from_millis(100);
const SILENCE: Duration = Duration::from_secs(60);

#[test]
fn every_trace_is_played_as_written() {
    let ours = |name: &str| ["stdio", "lpp", "lp95"].iter().any(|protocol| name.starts_with(protocol));
    play_all(ours, 10, |trace| play(&mut Table::default(), steps(trace)));
}

/// The state machine under test, and its surroundings.
#[derive(Default)]
struct Table {
    machine: Option<Machine>,
    prompts: Vec<String>,
    dialect: Dialect,
    lp95: Option<Lp95>,
    ready: bool,
    now: Duration,
    wall_us: u64,
    directory: BTreeMap<String, Kind>,
    typed: String,
    incidents: VecDeque<Incident>,
    input: Vec<u8>,
    made: Vec<String>,
}

enum Machine {
    Stdio(Box<Stdio>),
    Lp95(Box<Host>),
    Lpp(Box<JudgeSide>),
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Directory,
    File,
    Stuck,
}

impl support::Table for Table {
    fn step(&mut self, line: &str) -> Result<(), String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["protocol", "stdio"] => self.set_up(),
            ["protocol", "lp95"] => {
                self.lp95 = Some(Lp95 {
                    command: vec![],
                    line_end: Newline::Cr,
                    echo: true,
                    terminal: false,
                    turn: Duration::from_secs(2),
                    encoding: Encoding::Utf8,
                });
                self.set_up();
            }
            ["protocol", "lpp"] => self.machine = Some(Machine::Lpp(Box::new(JudgeSide::new(SILENCE, 0)))),
            ["prompt", ..] => {
                self.prompts.push(quoted_text(line));
                self.set_up();
            }
            ["with", key, value] => {
                self.with(key, value);
                self.set_up();
            }
            ["opens", "anyone"] => {
                let opening = Opening::by(Opener::Anyone, true);
                self.machine = self.machine.take().map(|machine| match machine {
                    Machine::Stdio(stdio) => Machine::Stdio(Box::new(stdio.under(opening))),
                    Machine::Lp95(host) => Machine::Lp95(Box::new(host.under(opening))),
                    Machine::Lpp(judge) => Machine::Lpp(Box::new(judge.under(opening))),
                });
            }
            ["talk", "begins"] => match self.machine() {
                Machine::Stdio(stdio) => stdio.began(),
                Machine::Lp95(host) => host.began(),
                Machine::Lpp(judge) => judge.began(),
            },
            ["clock", time] => {
                let (seconds, micros) = time.split_once('.').unwrap();
                self.wall_us = seconds.parse::<u64>().unwrap() * 1_000_000 + micros.parse::<u64>().unwrap();
            }
            ["begins"] => match self.machine() {
                Machine::Stdio(stdio) => {
                    stdio.started();
                    stdio.listens(Duration::ZERO);
                }
                Machine::Lp95(host) => host.started(),
                Machine::Lpp(_) => {
                    let found = self.found();
                    let Machine::Lpp(judge) = self.machine() else { unreachable!("matched above") };
                    judge.begin(&found);
                    self.remove();
                    let Machine::Lpp(judge) = self.machine() else { unreachable!("matched above") };
                    judge.listens();
                }
            },
            ["judge", "types", ..] => {
                let (now, wall_us) = (self.now, self.wall_us);
                for key in keys_of(&quoted_text(line)) {
                    match self.machine() {
                        Machine::Stdio(stdio) => stdio.key(key, now),
                        Machine::Lp95(host) => host.key(key, now),
                        Machine::Lpp(judge) => judge.key(key, now, wall_us),
                    }
                }
            }
            ["program", "gets", ..] => {
                self.collect();
                let input = std::mem::take(&mut self.input);
                same(&String::from_utf8_lossy(&input), &String::from_utf8_lossy(&quoted(line)))?;
            }
            ["program", "prints", ..] => {
                let now = self.now;
                match self.machine() {
                    Machine::Stdio(stdio) => stdio.printed(&quoted(line), now),
                    Machine::Lp95(host) => host.printed(&quoted(line), now),
                    Machine::Lpp(_) => return Err("no child process".into()),
                }
            }
            ["program", what @ ("ends" | "starts" | "listens")] => {
                let now = self.now;
                match (self.machine(), *what) {
                    (Machine::Stdio(stdio), "ends") => stdio.stopped([], now),
                    (Machine::Stdio(stdio), "starts") => stdio.started(),
                    (Machine::Stdio(stdio), _) => stdio.listens(now),
                    (Machine::Lp95(host), "ends") => host.stopped([], now),
                    (Machine::Lp95(host), "starts") => host.started(),
                    (Machine::Lp95(host), _) => host.listens(now),
                    (Machine::Lpp(_), "ends") => {
                        let found = self.found();
                        let Machine::Lpp(judge) = self.machine() else { unreachable!("matched above") };
                        judge.stopped([]);
                        judge.clear(&found);
                        self.remove();
                    }
                    (Machine::Lpp(judge), "starts") => judge.started(),
                    (Machine::Lpp(judge), _) => judge.listens(),
                }
            }
            ["directory", "gets", name] => drop(self.directory.insert((*name).to_owned(), Kind::Directory)),
            ["file", "gets", name] => drop(self.directory.insert((*name).to_owned(), Kind::File)),
            ["stuck", "gets", name] => drop(self.directory.insert((*name).to_owned(), Kind::Stuck)),
            ["entry", "removes", name] => {
                return self.directory.remove(*name).map(drop).ok_or("it is not there".into());
            }
            ["system", "tells", "of", name] => {
                let found = [DirectoryItem { name: (*name).to_owned(), is_directory: true }];
                let Machine::Lpp(judge) = self.machine() else { return Err("no directory".into()) };
                judge.arrived(&found);
                self.remove();
            }
            ["look"] => {
                let found = self.found();
                let Machine::Lpp(judge) = self.machine() else { return Err("no directory".into()) };
                judge.scan(&found);
                self.remove();
            }
            ["judge", "side", "makes", name] => {
                self.collect();
                // It stays until the entry removes it: `entry removes NAME`.
                if let Some(made) = self.made.first() {
                    self.directory.insert(made.clone(), Kind::Directory);
                }
                if self.made.is_empty() {
                    return Err("it made nothing".into());
                }
                same(&self.made.remove(0), name)?;
            }
            ["ready"] => {
                self.collect();
                return std::mem::take(&mut self.ready).then_some(()).ok_or("it is not".into());
            }
            ["remains", name] => return self.directory.contains_key(*name).then_some(()).ok_or("it is gone".into()),
            [seconds, "s", "pass"] => self.pass(Duration::from_secs_f64(seconds.parse().unwrap())),
            ["entry", "types", ..] => {
                let text = quoted_text(line);
                self.pass(TYPING * u32::try_from(text.chars().count()).unwrap());
                same(&std::mem::take(&mut self.typed), &text)?;
            }
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
        let left = (&self.typed, &self.incidents, &self.input, &self.made);
        let is_nothing = left.0.is_empty() && left.1.is_empty() && left.2.is_empty() && left.3.is_empty();
        if is_nothing { Ok(()) } else { Err(format!(" left at the end: {left:?}")) }
    }
}

impl Table {
    /// Creates the state machine.
    fn set_up(&mut self) {
        self.machine = Some(match &self.lp95 {
            Some(settings) => Machine::Lp95(Box::new(Host::new(settings, 4, Pace::REAL, TYPING, SILENCE))),
            None => Machine::Stdio(Box::new(Stdio::new(&self.prompts, &self.dialect, TYPING, SILENCE))),
        });
    }

    fn with(&mut self, key: &str, value: &str) {
        let newline = || match value {
            "lf" => Newline::Lf,
            "crlf" => Newline::CrLf,
            "cr" => Newline::Cr,
            _ => panic!("no newline: {value}"),
        };
        let encoding = || match value {
            "latin-1" => Encoding::Latin1,
            "cp437" => Encoding::Cp437,
            _ => panic!("no encoding: {value}"),
        };
        match (key, &mut self.lp95) {
            ("line_end", Some(lp95)) => lp95.line_end = newline(),
            ("encoding", Some(lp95)) => lp95.encoding = encoding(),
            ("echo", Some(lp95)) => lp95.echo = value == "true",
            ("turn", Some(lp95)) => lp95.turn = Duration::from_secs(value.trim_end_matches('s').parse().unwrap()),
            ("encoding", None) => self.dialect.encoding = encoding(),
            ("newline", None) => self.dialect.newline = newline(),
            ("turn_ends", None) => self.dialect.turn_ends = if value == "two" { TurnEnds::Two } else { TurnEnds::One },
            ("reply_ends", None) => {
                self.dialect.reply_ends = match value {
                    "silence" => ReplyEnds::Silence,
                    "blank-line" => ReplyEnds::BlankLine,
                    "prompt" => ReplyEnds::Prompt,
                    "json" => ReplyEnds::Json,
                    _ => ReplyEnds::Line,
                }
            }
            _ => panic!("no such key: {key}"),
        }
    }

    fn machine(&mut self) -> &mut Machine {
        self.machine.as_mut().expect("the first step names the protocol")
    }

    fn found(&self) -> Vec<DirectoryItem> {
        let found =
            |(name, kind): (&String, &Kind)| DirectoryItem { name: name.clone(), is_directory: *kind != Kind::File };
        self.directory.iter().map(found).collect()
    }

    fn remove(&mut self) {
        let Machine::Lpp(judge) = self.machine.as_mut().unwrap() else { return };
        loop {
            let names = judge.take_removals();
            if names.is_empty() {
                return;
            }
            for name in names {
                let removal = match self.directory.get(&name) {
                    Some(Kind::Directory) => Removal::Done,
                    Some(Kind::File) => Removal::NotADirectory,
                    Some(Kind::Stuck) => Removal::Failed,
                    None => Removal::Gone,
                };
                if removal == Removal::Done {
                    self.directory.remove(&name);
                }
                judge.removed(&name, removal, self.now);
            }
        }
    }

    fn pass(&mut self, time: Duration) {
        let now = self.now + time;
        while let Some(due) = self.next_wake().filter(|due| *due <= now) {
            self.wake(due);
        }
        self.now = now;
        self.wake(now);
    }

    fn next_wake(&mut self) -> Option<Duration> {
        match self.machine() {
            Machine::Stdio(stdio) => stdio.next_wake(),
            Machine::Lp95(host) => host.next_wake(),
            Machine::Lpp(judge) => judge.next_wake(),
        }
    }

    fn wake(&mut self, now: Duration) {
        match self.machine() {
            Machine::Stdio(stdio) => stdio.wake(now),
            Machine::Lp95(host) => host.wake(now),
            Machine::Lpp(judge) => judge.wake(now),
        }
        self.collect();
    }

    fn collect(&mut self) {
        let mut reports = Vec::new();
        match self.machine.as_mut().unwrap() {
            Machine::Stdio(stdio) => {
                reports.extend(std::iter::from_fn(|| stdio.take_report()));
                self.input.extend(stdio.take_input().unwrap_or_default());
            }
            Machine::Lp95(host) => {
                reports.extend(std::iter::from_fn(|| host.take_report()));
                self.input.extend(host.take_input().unwrap_or_default());
            }
            Machine::Lpp(judge) => {
                reports.extend(std::iter::from_fn(|| judge.take_report()));
                self.made.append(&mut judge.take_makings());
            }
        }
        for report in reports {
            match report {
                FromEntry::Ready => self.ready = true,
                FromEntry::Key(key) => self.typed.push_str(&match key {
                    Key::Return => "\n".to_owned(),
                    Key::Tab => "\t".to_owned(),
                    Key::BackSpace => "\u{8}".to_owned(),
                    Key::Char(c) => c.get().to_string(),
                }),
                FromEntry::Incident(incident) => self.incidents.push_back(incident),
                FromEntry::Spent(usage) => panic!("nobody counts: {usage:?}"),
                FromEntry::Told(spelled) => panic!("everything is carried: {spelled:?}"),
                FromEntry::Line(line) => panic!("a link types by itself here: {line}"),
            }
        }
    }
}
