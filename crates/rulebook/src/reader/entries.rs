//! The entries of a contest file: programs, and how each speaks.

use std::{path::PathBuf, time::Duration};

use serde::Deserialize;

use super::{
    document::{Item, Value},
    fault::{Code, Place, Report},
    table::Table,
    value::{duration, line, list, switch, whole, word},
};
use crate::contest_file::{EntrySpec, Protocol};

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum ProtocolWord {
    Stdio,
    Lpp,
}

/// Reads one entry.
pub(super) fn entry(t: &mut Table<'_>) -> Option<EntrySpec> {
    let name = t.required("name", "\"Doctor\"", line(1..=80));
    let contestant = t.required("contestant", "\"who made it\"", line(1..=80));
    let protocol_key = t.place_of("protocol");
    let protocol = t.required("protocol", "\"stdio\"", word);
    let protocol = match protocol {
        Some(ProtocolWord::Stdio) => {
            refuse(t, &["directory"], "stdio", "lpp", protocol_key);
            stdio(t)
        }
        Some(ProtocolWord::Lpp) => {
            refuse(t, &["prompts", "typing"], "lpp", "stdio", protocol_key);
            lpp(t)
        }
        None => {
            let _ = (t.optional("command", command), t.optional("prompts", prompts));
            let _ = t.optional("directory", line(1..=4096));
            None
        }
    };
    let typing = t.or("typing", Duration::from_millis(120), duration(Duration::ZERO..=Duration::from_secs(2)));
    let silence = Duration::from_secs(5)..=Duration::from_secs(60 * 60);
    let silence = t.or("silence", Duration::from_secs(60), duration(silence));
    let open_source = t.or("open_source", false, switch);
    let selection_place = t.optional("selection_place", whole(1..=1000));
    Some(EntrySpec {
        name: name?,
        contestant: contestant?,
        protocol: protocol?,
        typing: typing?,
        silence: silence?,
        open_source: open_source?,
        selection_place: selection_place?,
    })
}

fn stdio(t: &mut Table<'_>) -> Option<Protocol> {
    let command = t.required("command", "[\"perl\", \"program.pl\"]", command);
    let prompts = t.or("prompts", Vec::new(), prompts);
    Some(Protocol::Stdio { command: command?, prompts: prompts? })
}

fn lpp(t: &mut Table<'_>) -> Option<Protocol> {
    let directory = t.optional("directory", line(1..=4096));
    let command_key = t.place_of("command");
    let command = t.optional("command", command);
    let (directory, command) = (directory?.map(PathBuf::from), command?);
    match (&directory, &command, command_key) {
        (None, None, _) => {
            let help = "write `directory = \"…\"` for a program that is started by hand, or `command = [\"…\", \
                        \"{directory}\"]` for one to start";
            t.miss(&["directory", "command"], help.to_owned());
            None
        }
        (None, Some(words), Some(at)) if !words.iter().any(|word| word.contains("{directory}")) => {
            let message = format!("`command` of {} does not say where the program finds its directory", t.path());
            let help = "put \"{directory}\" where the program expects it, or set `directory`";
            t.report().fault(Code::Malformed, at, "no {directory} in it", message, help);
            None
        }
        _ => Some(Protocol::Lpp { directory, command }),
    }
}

/// Reports keys that belong to another protocol than the entry's.
fn refuse(t: &mut Table<'_>, keys: &[&'static str], own: &str, other: &str, protocol: Option<&Place>) {
    for &key in keys {
        let Some(Item { key: at, .. }) = t.ask(key) else { continue };
        let message = format!("`{key}` of {} belongs to protocol `{other}`, but `protocol` is `{own}`", t.path());
        let help = format!("take `{key}` out, or set `protocol = \"{other}\"`");
        let mut places = vec![(at, "of the other protocol")];
        places.extend(protocol.map(|protocol| (protocol, "set here")));
        t.report().fault_between(Code::Contradiction, &places, message, help);
    }
}

fn command(value: &Value, report: &mut Report) -> Option<Vec<String>> {
    let words = list(64, line(0..=4096))(value, report)?;
    if words.first().is_none_or(|program| program.trim().is_empty()) {
        let message = format!("{} names no program", value.path);
        let help = "write the program, then its arguments: `command = [\"perl\", \"program.pl\"]`";
        report.fault(Code::OutOfRange, &value.place, "no program", message, help);
        return None;
    }
    Some(words)
}

fn prompts(value: &Value, report: &mut Report) -> Option<Vec<String>> {
    list(16, line(1..=80))(value, report)
}
