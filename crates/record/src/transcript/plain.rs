//! Plain: a transcript for present-day readers, in UTF-8, with columns for times, speakers and words.
//!
//! The further lines of a long utterance are indented to the column of words, so that no witness can write a line that looks
//! like another's. The reader accepts exactly the writer's form.

mod reading;

use std::fmt::Write as _;

use rulebook::Side;

use super::{
    Dialogue, Role,
    text::{name, screen_lines},
};

pub(super) use reading::is_heading;
pub use reading::read;

/// The transcript of a dialogue, with LF line ends.
#[must_use]
pub fn write(dialogue: &Dialogue) -> String {
    let witness = match dialogue.role {
        Role::Entry => "entry",
        Role::Confederate => "confederate",
    };
    let column = dialogue.visits.iter().map(|visit| judge(visit.judge).len()).fold(witness.len(), usize::max);
    let mut text = heading(dialogue, witness);
    let mut day = dialogue.clock.shows(dialogue.started).date();
    for visit in &dialogue.visits {
        let judge = judge(visit.judge);
        let _ = writeln!(text, "\n{judge}\n");
        for line in &visit.lines {
            let shown = dialogue.clock.shows(line.at);
            if shown.date() != day {
                day = shown.date();
                let _ = writeln!(text, "({})", day.strftime("%Y-%m-%d"));
            }
            let speaker = match line.by {
                Side::Judge => &judge,
                Side::Witness => witness,
            };
            let mut words = screen_lines(&line.text).into_iter();
            let stamped =
                format!("{}  {speaker:<column$}  {}", shown.strftime("%H:%M:%S"), words.next().unwrap_or_default());
            let _ = writeln!(text, "{}", stamped.trim_end());
            for more in words {
                let _ = writeln!(text, "{}", format!("{:1$}{more}", "", 8 + 2 + column + 2).trim_end());
            }
        }
    }
    text
}

fn heading(dialogue: &Dialogue, witness: &str) -> String {
    let mut text = name(&dialogue.witness);
    let contestant = name(&dialogue.contestant);
    if contestant.is_empty() {
        let _ = writeln!(text, " ({witness})");
    } else {
        let _ = writeln!(text, " ({witness}, by {contestant})");
    }
    let started = dialogue.clock.shows(dialogue.started);
    let _ = writeln!(text, "started {}, all times {}", started.strftime("%Y-%m-%d %H:%M:%S"), dialogue.clock);
    let notice = name(&dialogue.notice);
    if !notice.is_empty() {
        let _ = writeln!(text, "{notice}");
    }
    text
}

fn judge(number: u16) -> String {
    format!("judge {number}")
}
