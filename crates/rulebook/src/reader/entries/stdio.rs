//! An `[[entry]]` that is a child process reading and printing lines.

use std::{ops::RangeInclusive, time::Duration};

use super::{
    super::{
        fault::{Code, Report},
        table::TableReader,
        value::{duration, line, list, prose, switch, word},
    },
    Value, command,
};
use crate::contest_file::{Dialect, Encoding, Newline, Protocol, ReplyEnds, TurnEnds};

/// The keys it takes.
pub(super) const KEYS: &[&str] = &[
    "command",
    "hermetic",
    "prompts",
    "reply_ends",
    "encoding",
    "newline",
    "turn_ends",
    "quit",
    "unbuffer",
    "terminal",
    "ready",
    "warm_up",
];

/// The allowed times for warming up.
const WARM_UP: RangeInclusive<Duration> = Duration::ZERO..=Duration::from_secs(10 * 60);

/// Reads its command and its dialect.
pub(super) fn read(t: &mut TableReader<'_>) -> Option<Protocol> {
    let command = t.required("command", "[\"perl\", \"program.pl\"]", command);
    let prompts = t.or("prompts", Vec::new(), prompts);
    let at = t.place_of("reply_ends");
    let reply_ends = t.or("reply_ends", ReplyEnds::Line, word);
    if let (Some(ReplyEnds::Prompt), Some([]), Some(at)) = (reply_ends, prompts.as_deref(), at) {
        let message = format!("replies of {} end with a prompt, but it has no `prompts`", t.path());
        let help = "write what the program prints when it listens: `prompts = [\">\"]`";
        t.report().fault(Code::Contradiction, at, "no prompt ends it", message, help);
        return None;
    }
    let encoding = t.or("encoding", Encoding::Utf8, word);
    let newline = t.or("newline", Newline::Lf, word);
    let turn_ends = t.or("turn_ends", TurnEnds::One, word);
    let quit = t.optional("quit", prose(1..=200));
    let unbuffer = t.or("unbuffer", false, switch);
    let terminal = t.or("terminal", false, switch);
    let ready = t.optional("ready", line(1..=200));
    let warm_up = t.or("warm_up", Duration::ZERO, duration(WARM_UP));
    let dialect = Dialect {
        reply_ends: reply_ends?,
        encoding: encoding?,
        newline: newline?,
        turn_ends: turn_ends?,
        quit: quit?,
        unbuffer: unbuffer?,
        terminal: terminal?,
        ready: ready?,
        warm_up: warm_up?,
    };
    Some(Protocol::Stdio { command: command?, prompts: prompts?, dialect })
}

fn prompts(value: &Value, report: &mut Report) -> Option<Vec<String>> {
    list(16, line(1..=80))(value, report)
}
