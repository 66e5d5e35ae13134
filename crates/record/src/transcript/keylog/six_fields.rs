//! Keystroke logs with six fields: those of 2007 to 2009, and the input of the players of those years.
//!
//! A key has two times, of arrival at the judge program and of pressing, and `local` for the judge's keyboard or `remote`
//! for a witness's. A file belongs to one program; each round begins with a line that gives the seats. Keys are characters,
//! `space`, `CR`, `BackSpace` and `Tab`. Source: logs of 2007 and 2009, which are in the public domain.

use std::fmt::Write as _;

use rulebook::{Key, Side, key_names::key_named};

use super::{ConfederateLabel, Keylog, KeylogSession, PUBLIC_DOMAIN, ScreenSide, TimedKey, reading::micros};
use crate::transcript::{
    LineFault, Reading, Role, Wrong,
    text::{decode, excerpt, name, number, one_line, split_lines},
};

const HEAD: &str = "Transcripts of program";
const ROUND: &str = "starting round N left= Human right = Program";
const KEY: &str = "JN POSTED PRESSED local|remote left|right KEY";

/// Reads a file. The first key of a round shows its judge.
///
/// Accepted without a fault: the headings of 2007 and of 2009, stars before them, the sub-rounds of 2009, blanks after a key,
/// LF, and a last line without an end, which goes to [`Keylog::cut`].
#[must_use]
pub fn read(file: &[u8]) -> Reading<Keylog> {
    let text = decode(file);
    let mut lines = split_lines(&text);
    let cut = lines.pop().filter(|line| !line.is_empty()).map(str::to_owned);
    let mut reader = SixFieldsReader::default();
    let mut at = 0;
    while at < lines.len() {
        if lines.get(at + 2).is_some_and(|line| line.starts_with(HEAD)) {
            reader.head(&lines[at..at + 3], at + 1);
            at += 3;
        } else {
            reader.line(lines[at], at + 1);
            at += 1;
        }
    }
    if reader.sessions.is_empty() {
        reader.fault(1, Wrong::Heading { expected: ROUND, without: "no key can be read" });
    }
    Reading { found: Keylog { sessions: reader.sessions, cut }, faults: reader.faults }
}

/// The file of a log, with CR LF line ends. A key without a known time of pressing has its time of arrival twice.
#[must_use]
pub fn write(log: &Keylog) -> String {
    let mut file = String::new();
    let mut head = None;
    for session in &log.sessions {
        let (title, program) = (one_line(&session.title), name(&session.program));
        if head.replace((title.clone(), program.clone())) != Some((title.clone(), program.clone())) {
            let _ = write!(file, "{title}\r\n{PUBLIC_DOMAIN}\r\n{HEAD} {program}\r\n");
        }
        let round = session.round.map(|round| round.to_string()).unwrap_or_default();
        let who = |role| if role == Role::Confederate { "Human".to_owned() } else { format!("Program {program}") };
        let [left, right] = [ScreenSide::Left, ScreenSide::Right].map(|pane| who(session.role(pane)));
        let _ = write!(file, "starting round {round} left= {left} right = {right}\r\n");
        let judge = session.judge.map(|judge| judge.to_string()).unwrap_or_default();
        for key in &session.keys {
            let time = |us: u64| format!("{:011}{:07}", us / 1_000_000, us % 1_000_000);
            let (posted, pressed) = (time(key.at_us), time(key.pressed_us.unwrap_or(key.at_us)));
            let by = if key.by == Side::Judge { "local" } else { "remote" };
            let pane = if key.pane == ScreenSide::Left { "left" } else { "right" };
            let named = match key.key {
                Key::Return => "CR".to_owned(),
                Key::Char(c) if c.get() == ' ' => "space".to_owned(),
                key => key.to_string(),
            };
            let _ = write!(file, "J{judge} {posted} {pressed} {by} {pane} {named}\r\n");
        }
    }
    file
}

#[derive(Default)]
struct SixFieldsReader {
    title: String,
    program: String,
    sessions: Vec<KeylogSession>,
    faults: Vec<LineFault>,
}

impl SixFieldsReader {
    fn head(&mut self, lines: &[&str], first: usize) {
        self.title = one_line(lines[0]);
        if lines[1].trim() != PUBLIC_DOMAIN {
            self.fault(first + 1, Wrong::form(lines[1], PUBLIC_DOMAIN));
        }
        self.program = name(&lines[2][HEAD.len()..]);
    }

    fn line(&mut self, line: &str, at: usize) {
        let plain = line.trim_start_matches('*').trim().to_ascii_lowercase();
        let wrong = if plain.starts_with("starting round") {
            self.round(line, at);
            None
        } else if plain.is_empty()
            || plain.starts_with("starting subround")
            || plain == PUBLIC_DOMAIN.to_ascii_lowercase()
        {
            None
        } else {
            match self.sessions.last_mut() {
                Some(session) => key(line, session).err(),
                // The title of a log of 2009 precedes its first round.
                None if self.title.is_empty() && !line.starts_with('J') => {
                    self.title = one_line(line);
                    None
                }
                None => Some(Wrong::stray(line)),
            }
        };
        if let Some(wrong) = wrong {
            self.fault(at, wrong);
        }
    }

    fn round(&mut self, line: &str, at: usize) {
        let line_of_words = line.replace('=', " ");
        let words: Vec<_> = line_of_words.split_whitespace().filter(|word| *word != "is").collect();
        let after = |word: &str| {
            let at = words.iter().position(|found| found.eq_ignore_ascii_case(word))?;
            words.get(at + 1).copied()
        };
        let role = |word: &str| match word.split_at_checked(1) {
            _ if word.eq_ignore_ascii_case("human") => Role::Confederate,
            Some(("H", digits)) if number::<u16>(digits).is_some() => Role::Confederate,
            _ => Role::Entry,
        };
        let left = after("left").map(role).unwrap_or_else(|| {
            self.faults.push(LineFault { line: at, wrong: Wrong::form(line, ROUND) });
            Role::Confederate
        });
        let program = if self.program.is_empty() { after("program").unwrap_or_default() } else { &self.program };
        self.sessions.push(KeylogSession {
            title: self.title.clone(),
            judge: after("judge").and_then(|judge| number(judge.trim_start_matches('J'))),
            program: program.to_owned(),
            round: after("round").and_then(number),
            left,
            label: ConfederateLabel::Human,
            keys: Vec::new(),
        });
    }

    fn fault(&mut self, line: usize, wrong: Wrong) {
        self.faults.push(LineFault { line, wrong });
    }
}

/// Adds the key of a line to the session, unless the line is wrong.
fn key(line: &str, session: &mut KeylogSession) -> Result<(), Wrong> {
    let malformed = || Wrong::form(line, KEY);
    let mut rest = line.strip_prefix('J').ok_or_else(malformed)?;
    let mut field = || {
        let (field, more) = rest.split_once(' ')?;
        rest = more;
        Some(field)
    };
    let [judge, posted, pressed, by, pane] = [field(), field(), field(), field(), field()];
    let [judge, posted, pressed] = [judge, posted, pressed].map(Option::unwrap_or_default);
    let at_us = micros(posted).ok_or_else(malformed)?;
    let pressed_us = Some(micros(pressed).ok_or_else(malformed)?);
    let by = match by {
        Some("local") => Side::Judge,
        Some("remote") => Side::Witness,
        _ => return Err(malformed()),
    };
    let pane = match pane {
        Some("left") => ScreenSide::Left,
        Some("right") => ScreenSide::Right,
        _ => return Err(malformed()),
    };
    let named = match rest.trim_end() {
        "" if !rest.is_empty() => " ",
        "CR" => "Return",
        named => named,
    };
    let key = key_named(named).ok_or_else(|| Wrong::Key { found: excerpt(named) })?;
    session.keys.push(TimedKey { pressed_us, ..TimedKey::new(at_us, by, pane, key) });
    match (number(judge), session.judge) {
        (Some(found), Some(announced)) if found != announced => Err(Wrong::OtherJudge { found, announced }),
        (None, _) if !judge.is_empty() => Err(Wrong::judge_number(judge)),
        (found, _) => {
            session.judge = session.judge.or(found);
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: &str = "Contest, 21 October, London\r\nThese transcripts are in the public domain\r\n\
        Transcripts of program P3\r\nstarting round 1 left= Human right = Program P3\r\n\
        J3 011929700000100000 011929700000090000 local left H\r\nJ3 011929700000200000 011929700000190000 local left CR\r\n\
        J3 011929700000300000 011929700000290000 remote left space\r\nJ3 011929700000400000 011929700000390000 remote right ,\r\n\
        starting round 2 left= Program P3 right = Human\r\nJ1 011929800000400000 011929800000390000 local right BackSpace\r\n";

    #[test]
    fn a_log_of_2007_is_written_as_it_was_read_and_keeps_both_times() {
        let reading = read(LOG.as_bytes());
        assert_eq!(reading.faults, []);
        assert_eq!(write(&reading.found), LOG);
        let [first, second] = reading.found.sessions.as_slice() else { panic!("two rounds") };
        assert_eq!(
            (first.judge, first.round, first.left, first.program.as_str()),
            (Some(3), Some(1), Role::Confederate, "P3")
        );
        assert_eq!((second.judge, second.round, second.left), (Some(1), Some(2), Role::Entry));
        assert_eq!(
            (first.keys[0].at_us, first.keys[0].pressed_us),
            (1_192_970_000_100_000, Some(1_192_970_000_090_000))
        );
        assert_eq!(first.keys[1].key, Key::Return);
    }

    #[test]
    fn the_headings_of_2009_are_read_with_their_sub_rounds() {
        let log = "Contest of a day\nThese transcripts are in the public domain\n\
            *Starting round 1 program P3 human H2 judge J2 left is P3 right is Human\n\
            **Starting subround 1 program P3 human H2 judge J2 other is P3\n\
            J2 012520000000100000 012520000000090000 remote left a \n\
            **Starting subround 2 program P3 human H2 judge J2 other is Human\n";
        let reading = read(log.as_bytes());
        assert_eq!(reading.faults, []);
        let [session] = reading.found.sessions.as_slice() else { panic!("one round") };
        assert_eq!((session.judge, session.program.as_str(), session.left), (Some(2), "P3", Role::Entry));
        assert_eq!((session.title.as_str(), session.keys.len()), ("Contest of a day", 1));
    }

    #[test]
    fn every_fault_has_its_line() {
        let log = "T\npublic?\nTranscripts of program P3\nstarting round 1\nJ3 1 2 local left H\n\
            J3 011929700000100000 011929700000090000 nobody left H\nJ3 011929700000100000 011929700000090000 local left nokey\n\
            J4 011929700000100000 011929700000090000 local left H\nJ99999 011929700000100000 011929700000090000 local left H\n\
            J5 011929700000100000 011929700000090000 local left H\n";
        let faults: Vec<_> = read(log.as_bytes()).faults.iter().map(ToString::to_string).collect();
        assert_eq!(
            faults,
            [
                "line 2: `public?` is not of the form `These transcripts are in the public domain`",
                "line 4: `starting round 1` is not of the form `starting round N left= Human right = Program`",
                "line 5: `J3 1 2 local left H` is not of the form `JN POSTED PRESSED local|remote left|right KEY`",
                "line 6: `J3 011929700000100000 011929700000090000…` is not of the form `JN POSTED PRESSED local|remote left|right KEY`",
                "line 7: no key is called `nokey` (the key is left out)",
                "line 9: no judge has the number 99999 (judges are numbered from 1 to 65535; the number is left out)",
                "line 10: judge 5 speaks where judge 4 was announced (announce every change of judges)",
            ]
        );
        assert_eq!(read(b"").faults.len(), 1);
    }
}
