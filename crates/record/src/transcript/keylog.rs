//! Keystroke logs: every key of a judge and both witnesses with its time, in the form of the judge program of 2012 to 2014.
//!
//! Such a log allows an exact replay of the screen, corrections included. [`read`] gives the keys, [`write()`] the file,
//! [`KeylogSession::dialogue`] the text of one side of the screen, as lines. Source: logs of the contest of 2012, which are in
//! the public domain; no document describes the form.

mod lines;
mod reading;
pub mod six_fields;

use std::fmt::Write as _;

use rulebook::{Key, Side, Timestamp, key_names::key_name};

use super::{
    OffsetClock, Role,
    text::{name, one_line},
};

pub use lines::PAUSE;
pub use reading::read;

/// The line in every log that puts it into the public domain.
pub const PUBLIC_DOMAIN: &str = "These transcripts are in the public domain";

/// The contents of a log file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Keylog {
    /// The sessions, in order: a new round with the same program continues in the same file.
    pub sessions: Vec<KeylogSession>,
    /// The last line, if the end of the program cut it off. A key in it cannot be trusted and is left out.
    pub cut: Option<String>,
}

/// One judge's round before two witnesses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeylogSession {
    /// The first line: contest, day and place, in no fixed form.
    pub title: String,
    /// The judge's number, if it was typed in.
    pub judge: Option<u16>,
    /// The program's name.
    pub program: String,
    /// The round, if it was typed in; not always rightly.
    pub round: Option<u16>,
    /// The role of the witness on the left; the other was on the right.
    pub left: Role,
    /// The label of the confederate's keys.
    pub label: ConfederateLabel,
    /// The keys in the order of the log. Times may repeat or step back by less than a millisecond.
    pub keys: Vec<TimedKey>,
}

/// A key with its time of arrival.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimedKey {
    /// Microseconds since 1970-01-01T00:00:00Z.
    pub at_us: u64,
    /// The time of pressing, in the same unit, if the log has it: those of 2007 to 2009 do.
    pub pressed_us: Option<u64>,
    /// The side that pressed it.
    pub by: Side,
    /// The side of the screen.
    pub pane: ScreenSide,
    /// The key.
    pub key: Key,
    /// True if the file has the key's character in place of its word, as for six blanks of 2012.
    pub bare: bool,
}

impl TimedKey {
    /// A key with no other known data, to be written as its word.
    #[must_use]
    pub fn new(at_us: u64, by: Side, pane: ScreenSide, key: Key) -> Self {
        Self { at_us, pressed_us: None, by, pane, key, bare: false }
    }

    /// The time of arrival, in whole milliseconds.
    #[must_use]
    pub fn at(&self) -> Timestamp {
        Timestamp::from_millis(i64::try_from(self.at_us / 1000).unwrap_or(i64::MAX))
    }
}

/// A side of the judge's screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ScreenSide {
    /// The left side.
    Left,
    /// The right side.
    Right,
}

/// The label of the confederate in the lines of a log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ConfederateLabel {
    /// The program's name, for both witnesses: the logs of 2012. The side of a key shows its author.
    Program,
    /// `human`: later logs.
    Human,
}

impl KeylogSession {
    /// The role of the witness on this side.
    #[must_use]
    pub fn role(&self, pane: ScreenSide) -> Role {
        match (pane, self.left) {
            (ScreenSide::Left, left) => left,
            (ScreenSide::Right, Role::Entry) => Role::Confederate,
            (ScreenSide::Right, Role::Confederate) => Role::Entry,
        }
    }

    /// The side of this witness.
    #[must_use]
    pub fn pane(&self, role: Role) -> ScreenSide {
        if self.left == role { ScreenSide::Left } else { ScreenSide::Right }
    }
}

/// The name of a session's file, `logfile.Talker.2012-05-15--13-07-55.log`: the program's name, with `_` in place of all but
/// ASCII letters, digits and hyphens, and the start of the session.
#[must_use]
pub fn file_name(session: &KeylogSession, began: Timestamp, clock: OffsetClock) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' };
    let program: String = program_name(&session.program).chars().map(plain).collect();
    format!("logfile.{program}.{}.log", clock.shows(began).strftime("%Y-%m-%d--%H-%M-%S"))
}

/// The file of a log, with CR LF line ends. A cut last line is not written.
///
/// A key's time has eleven digits of seconds and seven of microseconds. A program's name is written without line breaks and
/// needless blanks, and a program called `judge` gets a `_`: otherwise its keys would look like the judge's.
#[must_use]
pub fn write(log: &Keylog) -> String {
    let mut file = String::new();
    for session in &log.sessions {
        let number = |number: Option<u16>| number.map(|number| number.to_string()).unwrap_or_default();
        let (judge, program) = (number(session.judge), program_name(&session.program));
        let left = match session.left {
            Role::Entry => "program",
            Role::Confederate => "human",
        };
        let _ = write!(file, "{}\r\n{PUBLIC_DOMAIN}\r\n", one_line(&session.title));
        let _ = write!(file, "Transcripts of judge {judge} program {program} round {}\r\n", number(session.round));
        let _ = write!(file, "Left ={left} \r\n");
        for key in &session.keys {
            let who = match (key.by, session.role(key.pane), session.label) {
                (Side::Judge, ..) => "judge",
                (Side::Witness, Role::Confederate, ConfederateLabel::Human) => "human",
                (Side::Witness, ..) => &program,
            };
            let pane = match key.pane {
                ScreenSide::Left => "left",
                ScreenSide::Right => "right",
            };
            let (seconds, micros) = (key.at_us / 1_000_000, key.at_us % 1_000_000);
            let _ = write!(
                file,
                "J{judge} {seconds:011}{micros:07} {who} {pane} {}\r\n",
                match key.key {
                    Key::Char(c) if key.bare => c.get().to_string(),
                    key => key_name(key),
                }
            );
        }
    }
    file
}

fn program_name(program: &str) -> String {
    match name(program) {
        judge if judge == "judge" => "judge_".into(),
        other => other,
    }
}
