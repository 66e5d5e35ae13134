//! LP95: the transcript that every program of the 1995 contest had to write to diskette, in use until 2002.
//!
//! One file for one witness and all judges at its terminal. Three lines of heading, then one line for each line on the
//! screen or change of judges. The file is ASCII with CR LF; other characters are replaced by those one would type for them.
//! A judge's empty line, which ends a turn on the terminal, is not written.
//!
//! Source: rules of 1995, *Data file format*. They show the heading's fields in angle brackets. The writer keeps these,
//! because nothing else separates the program's name from the contestant's; the programs of those years wrote square
//! ones. [`read`] accepts both, none, and the other known habits.

mod grammar;
mod reading;

use std::fmt::Write as _;

use rulebook::Side;

use super::{
    Dialogue,
    text::{ascii, name, screen_lines},
};

pub use reading::{read, read_all};

/// The name of the file of a witness's `nn`th session, 0 to 99: `LP95-01.TXT`.
#[must_use]
pub fn file_name(session: u8) -> String {
    format!("LP95-{session:02}.TXT")
}

/// The file of a dialogue.
///
/// A long utterance is written line by line, all with the same time. Only the heading has a date: a reader puts each line on
/// the day nearest to the line before, so a silence of more than twelve hours is shortened.
#[must_use]
pub fn write(dialogue: &Dialogue) -> String {
    let started = dialogue.clock.shows(dialogue.started);
    let mut lines = vec![
        ascii(&name(&dialogue.notice)),
        format!("<{}> <{}>", field(&dialogue.witness), field(&dialogue.contestant)),
        format!("Start at: <{} >", started.strftime("%Y/%m/%d %H:%M:%S")),
    ];
    for visit in &dialogue.visits {
        let judge = format!("JUDGE{:02}", visit.judge);
        lines.push(format!("*** {judge} ***"));
        for line in &visit.lines {
            let speaker = match line.by {
                Side::Judge => &judge,
                Side::Witness => "PROGRAM",
            };
            let time = dialogue.clock.shows(line.at).strftime("%H:%M:%S").to_string();
            let texts = screen_lines(&line.text).into_iter().map(|text| ascii(&text));
            let texts = texts.filter(|text| line.by == Side::Witness || !text.trim().is_empty());
            lines.extend(texts.map(|text| format!("{speaker}[{time}]{text}")));
        }
    }
    let mut file = String::new();
    for line in lines {
        let _ = write!(file, "{line}\r\n");
    }
    file
}

/// A name for the heading; its brackets become round ones, since others would end it.
fn field(text: &str) -> String {
    let round = |c| match c {
        '<' | '[' => '(',
        '>' | ']' => ')',
        c => c,
    };
    ascii(&name(text)).chars().map(round).collect()
}

/// True if a line is speech or a change of judges.
pub(super) fn is_body(line: &str) -> bool {
    grammar::speech(line).is_some() || grammar::marker(line).is_some()
}
