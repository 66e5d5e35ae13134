//! An `[[entry]]` that is a program of the terminal protocol of 1995.

use std::time::Duration;

use super::{
    super::{
        table::TableReader,
        value::{duration, switch, word},
    },
    command,
};
use crate::contest_file::{Encoding, Lp95, Newline, Protocol};

/// The keys it takes.
pub(super) const KEYS: &[&str] = &["command", "hermetic", "line_end", "echo", "terminal", "turn", "encoding"];

const TURN: std::ops::RangeInclusive<Duration> = Duration::ZERO..=Duration::from_secs(60);

/// Reads its settings.
pub(super) fn read(t: &mut TableReader<'_>) -> Option<Protocol> {
    let command = t.required("command", "[\"./program\"]", command);
    let line_end = t.or("line_end", Newline::Cr, word);
    let echo = t.or("echo", true, switch);
    let terminal = t.or("terminal", false, switch);
    let turn = t.or("turn", Duration::from_secs(2), duration(TURN));
    let encoding = t.or("encoding", Encoding::Utf8, word);
    Some(Protocol::Lp95(Lp95 {
        command: command?,
        line_end: line_end?,
        echo: echo?,
        terminal: terminal?,
        turn: turn?,
        encoding: encoding?,
    }))
}
