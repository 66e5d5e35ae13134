//! The Surrey log: the form of 2003, a file for each conversation, a line for each utterance.
//!
//! The rules of that year point to a lost page on logging; the form is known from the logs of that contest. Non-ASCII logs
//! are in Windows-1252. The writer uses UTF-8, the reader accepts either. An utterance is one line: its line breaks become
//! blanks. Lines end with CR LF.
//!
//! Before publication, offensive phrases are replaced: see [`phrases`](super::phrases).

mod reading;

use rulebook::Side;

use super::{
    Dialogue, Line, Role, Visit,
    text::{name, one_line},
};

pub(super) use reading::{is_speech, is_title};
pub use reading::{read, read_all};

/// The format of moments, in names of files and before utterances.
const STAMP: &str = "%Y-%m-%d-%H-%M-%S";

/// The words between the witness and the judge in the title.
const CONVERSING: &str = " conversing with Judge ";

/// The name of a visit's file, `2003-10-18-14-02-11-ELIZA-Judge03.log`: the start, the witness's name with `_` in place of
/// all but ASCII letters and digits, the judge.
#[must_use]
pub fn file_name(dialogue: &Dialogue, visit: &Visit) -> String {
    let began = visit.lines.first().map_or(dialogue.started, |line| line.at);
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let witness: String = name(&dialogue.witness).chars().map(plain).collect();
    format!("{}-{witness}-Judge{:02}.log", dialogue.clock.shows(began).strftime(STAMP), visit.judge)
}

/// The file of a visit of the dialogue.
///
/// The form has no place for the contestant, nor for the start of a conversation without utterances.
#[must_use]
pub fn write(dialogue: &Dialogue, visit: &Visit) -> String {
    let lines = visit.lines.iter().map(|said| line(dialogue, said));
    std::iter::once(heading(dialogue, visit.judge)).chain(lines).collect()
}

/// The heading of the file of a judge's visit, for live writing.
#[must_use]
pub fn heading(dialogue: &Dialogue, judge: u16) -> String {
    format!("{}\r\n{}{CONVERSING}{judge:02}\r\n\r\n", name(&dialogue.notice), name(&dialogue.witness))
}

/// The line of an utterance, with its end.
#[must_use]
pub fn line(dialogue: &Dialogue, said: &Line) -> String {
    let speaker = match (said.by, dialogue.role) {
        (Side::Judge, _) => "JUDGE",
        (Side::Witness, Role::Entry) => "PROGRAM",
        (Side::Witness, Role::Confederate) => "CONFEDERATE",
    };
    let stamp = dialogue.clock.shows(said.at).strftime(STAMP);
    let text = one_line(&said.text.replace("\r\n", "\n"));
    format!("{stamp} {speaker}: {text}\r\n")
}
