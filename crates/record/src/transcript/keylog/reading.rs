//! Reading keystroke logs.

use rulebook::{
    Side,
    key_names::{key_name, key_named},
};

use super::{ConfederateLabel, Keylog, KeylogSession, PUBLIC_DOMAIN, ScreenSide, TimedKey};
use crate::transcript::{
    LineFault, Reading, Role, Wrong,
    text::{decode, excerpt, name, number, one_line, split_lines},
};

const WHO: &str = "Transcripts of judge N program NAME round N";
const SIDE: &str = "Left =human";
const KEY: &str = "JN TIME WHO left|right KEY";

/// The number of lines in a heading: title, public domain, judge and program, side.
const HEADING: usize = 4;

/// Reads a file.
///
/// Accepted without a fault: missing numbers, LF, a literal blank in place of `space`, and a last line without an end, which
/// goes to [`Keylog::cut`].
#[must_use]
pub fn read(file: &[u8]) -> Reading<Keylog> {
    let text = decode(file);
    let mut lines: Vec<_> = split_lines(&text);
    let cut = lines.pop().filter(|line| !line.is_empty()).map(str::to_owned);
    let mut faults = Vec::new();
    let mut sessions: Vec<KeylogSession> = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        if lines.get(at + 2).is_some_and(|line| line.starts_with("Transcripts of judge")) {
            let heading = &lines[at..lines.len().min(at + HEADING)];
            sessions.push(session(heading, at + 1, &mut faults));
            at += heading.len();
            continue;
        }
        let line = lines[at];
        at += 1;
        let wrong = match sessions.last_mut() {
            _ if line.trim().is_empty() => None,
            Some(session) => key(line, session).err(),
            None => Some(Wrong::stray(line)),
        };
        faults.extend(wrong.map(|wrong| LineFault { line: at, wrong }));
    }
    if sessions.is_empty() {
        faults.push(LineFault { line: 1, wrong: Wrong::Heading { expected: WHO, without: "no key can be read" } });
    }
    Reading { found: Keylog { sessions, cut }, faults }
}

/// The session of a heading that begins at this line.
fn session(heading: &[&str], first: usize, faults: &mut Vec<LineFault>) -> KeylogSession {
    let mut fault = |index: usize, expected| {
        let wrong = Wrong::form(heading.get(index).copied().unwrap_or_default(), expected);
        faults.push(LineFault { line: first + index, wrong });
    };
    if heading[1].trim() != PUBLIC_DOMAIN {
        fault(1, PUBLIC_DOMAIN);
    }
    let (judge, program, round) = who(heading[2]).unwrap_or_else(|| {
        fault(2, WHO);
        (None, String::new(), None)
    });
    let left = heading.get(3).copied().and_then(left).unwrap_or_else(|| {
        fault(3, SIDE);
        Role::Confederate
    });
    // Until a key shows the label, assume the unambiguous one.
    KeylogSession {
        title: one_line(heading[0]),
        judge,
        program,
        round,
        left,
        label: ConfederateLabel::Human,
        keys: Vec::new(),
    }
}

/// Judge, program and round of the third line of a heading.
fn who(line: &str) -> Option<(Option<u16>, String, Option<u16>)> {
    let rest = line.strip_prefix("Transcripts of judge ")?;
    let (judge, rest) = rest.split_once("program ")?;
    let rest = rest.trim_end();
    let (program, round) = match rest.strip_suffix(" round") {
        Some(program) => (program, ""),
        None => rest.rsplit_once(" round ")?,
    };
    let typed = |digits: &str| if digits.is_empty() { Some(None) } else { number(digits).map(Some) };
    Some((typed(judge.trim())?, name(program), typed(round.trim())?))
}

fn left(line: &str) -> Option<Role> {
    let (left, role) = line.split_once('=')?;
    match (left.trim(), role.trim()) {
        ("Left", "human") => Some(Role::Confederate),
        ("Left", "program") => Some(Role::Entry),
        _ => None,
    }
}

/// Adds the key of a line to the session, unless the line is wrong; an unknown speaker counts as the witness.
fn key(line: &str, session: &mut KeylogSession) -> Result<(), Wrong> {
    let malformed = || Wrong::form(line, KEY);
    let (judge, rest) = line.strip_prefix('J').and_then(|rest| rest.split_once(' ')).ok_or_else(malformed)?;
    let (digits, rest) = rest.split_once(' ').ok_or_else(malformed)?;
    let at_us = micros(digits).ok_or_else(malformed)?;
    // A name may contain these words too, so the last of them is the side.
    let panes = [(ScreenSide::Left, " left "), (ScreenSide::Right, " right ")].into_iter();
    let panes = panes.filter_map(|(pane, word)| rest.rfind(word).map(|end| (end, end + word.len(), pane)));
    let (end, start, pane) = panes.max_by_key(|(end, ..)| *end).ok_or_else(malformed)?;
    let (who, named) = (&rest[..end], &rest[start..]);
    let key = key_named(named).ok_or_else(|| Wrong::Key { found: excerpt(named) })?;
    let by = if who == "judge" { Side::Judge } else { Side::Witness };
    let bare = named.chars().count() == 1 && key_name(key) != named;
    session.keys.push(TimedKey { bare, ..TimedKey::new(at_us, by, pane, key) });
    let is_program = name(who) == session.program;
    if by == Side::Witness && session.role(pane) == Role::Confederate && is_program {
        session.label = ConfederateLabel::Program;
    }
    match number(judge) {
        Some(found) if session.judge.is_some_and(|announced| announced != found) => {
            Err(Wrong::OtherJudge { found, announced: session.judge.unwrap_or_default() })
        }
        None if !judge.is_empty() && judge.bytes().all(|b| b.is_ascii_digit()) => Err(Wrong::judge_number(judge)),
        None if !judge.is_empty() => Err(malformed()),
        _ if by == Side::Witness && !is_program && who != "human" => Err(Wrong::Speaker { found: excerpt(who) }),
        _ => Ok(()),
    }
}

/// Eleven digits of seconds and seven of microseconds.
pub(super) fn micros(digits: &str) -> Option<u64> {
    let (seconds, micros) = digits.split_at_checked(11).filter(|_| digits.len() == 18)?;
    let (seconds, micros) = (number::<u64>(seconds)?, number::<u64>(micros)?);
    (micros < 1_000_000).then_some(seconds * 1_000_000 + micros)
}
