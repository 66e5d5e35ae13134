//! The entries of a contest file: programs and their protocols.
//!
//! Every protocol has one row in [`Way`]'s table: its word, its keys, and the function that reads them. A key of other
//! protocols only is a contradiction, which is shown with both places.

mod address;
mod chat;
mod isolation;
mod lp95;
mod lpp;
mod socketio;
mod stdio;
mod web;
mod websocket;
mod witness;

use std::{path::PathBuf, time::Duration};

use schemars::JsonSchema;
use serde::Deserialize;

pub(super) use self::{socketio::check as check_socketio, witness::address_of_witness};

use super::{
    document::{Item, Value, ValueContent},
    fault::{Code, Report, SourceSpan},
    table::TableReader,
    value::{duration, line, list, number, switch, whole, word},
    word::{closest, list_of},
};
use crate::contest_file::{EntrySpec, Isolation, Protocol};

/// The protocol of an entry.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum ProtocolWord {
    /// A child process: a line in, a line or more out.
    Stdio,
    /// The terminal protocol of 1995.
    Lp95,
    /// The directory protocol of 2010, a key at a time.
    Lpp,
    /// A server of its own that speaks `viva.entry.v1`.
    Websocket,
    /// A page with a form, as in 2003.
    Web,
    /// A program that connects to the contest by the protocol of 2016.
    Socketio,
    /// A model behind an OpenAI-compatible address.
    Chat,
}

/// The placeholder for a free port in the command and the address of a server that is started for each interview.
const PORT: &str = "{port}";

/// The reading of one protocol's table.
struct Way {
    protocol: ProtocolWord,
    /// Its word in the file.
    word: &'static str,
    /// The keys it takes beside those of every entry.
    keys: &'static [&'static str],
    read: fn(&mut TableReader<'_>) -> Option<Protocol>,
}

const WAYS: &[Way] = &[
    Way { protocol: ProtocolWord::Stdio, word: "stdio", keys: stdio::KEYS, read: stdio::read },
    Way { protocol: ProtocolWord::Lp95, word: "lp95", keys: lp95::KEYS, read: lp95::read },
    Way { protocol: ProtocolWord::Lpp, word: "lpp", keys: lpp::KEYS, read: lpp::read },
    Way { protocol: ProtocolWord::Websocket, word: "websocket", keys: websocket::KEYS, read: websocket::read },
    Way { protocol: ProtocolWord::Web, word: "web", keys: web::KEYS, read: web::read },
    Way { protocol: ProtocolWord::Socketio, word: "socketio", keys: socketio::KEYS, read: socketio::read },
    Way { protocol: ProtocolWord::Chat, word: "chat", keys: chat::KEYS, read: chat::read },
];

schemars::where_published! {
    /// The word of each protocol, and the keys it takes beside those of every entry.
    pub(super) fn protocols() -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
        WAYS.iter().map(|way| (way.word, way.keys))
    }
}

/// Reads one entry; `isolation` is the file's setting for all entries.
pub(super) fn entry(t: &mut TableReader<'_>, isolation: Isolation) -> Option<EntrySpec> {
    let name = t.required("name", "\"Doctor\"", line(1..=80));
    let contestant = t.required("contestant", "\"who made it\"", line(1..=80));
    let protocol = t.required("protocol", "\"stdio\"", word);
    let protocol = match WAYS.iter().find(|way| protocol == Some(way.protocol)) {
        Some(way) => {
            refuse_others(t, way);
            let allowed = isolation::refuse_without_command(t, way.keys);
            (way.read)(t).filter(|_| allowed.is_some())
        }
        None => {
            // Faults in the keys of the intended protocol are reported too.
            let _ = meant(t).and_then(|way| (way.read)(t));
            for key in WAYS.iter().flat_map(|way| way.keys) {
                let _ = t.ask(key);
            }
            None
        }
    };
    let server = server(t);
    let rhythm = t.or("rhythm", false, switch);
    let silence = Duration::from_secs(5)..=Duration::from_secs(60 * 60);
    let silence = t.or("silence", Duration::from_secs(60), duration(silence));
    let apart = isolation::read(t, isolation);
    let replay = t.or("replay", false, switch);
    let files = t.or("files", Vec::new(), list(64, line(1..=4096)));
    let open_source = t.or("open_source", false, switch);
    let baseline = t.or("baseline", false, switch);
    let selection_place = t.optional("selection_place", whole(1..=1000));
    let opening = t.optional("opening", line(1..=200));
    let label = t.optional("label", number('E'));
    let isolation::Apart { isolation, hermetic, limits, environment } = apart?;
    Some(EntrySpec {
        name: name?,
        contestant: contestant?,
        written: t.written(),
        protocol: protocol?,
        rhythm: rhythm?,
        silence: silence?,
        server: server?,
        isolation,
        hermetic,
        limits,
        environment,
        replay: replay?,
        files: files?.into_iter().map(PathBuf::from).collect(),
        open_source: open_source?,
        baseline: baseline?,
        selection_place: selection_place?,
        opening: opening?,
        label: label?,
    })
}

/// The command of a server that the contest starts. An address with a `{port}` needs one.
fn server(t: &mut TableReader<'_>) -> Option<Option<Vec<String>>> {
    let server = t.optional("server", command)?;
    let Some(Item { key: at, value, .. }) = t.ask("url") else { return Some(server) };
    if server.is_none() && matches!(&value.kind, ValueContent::Text(url) if url.contains(PORT)) {
        let message = format!("`url` of {} leaves the port to us, but no program is started there", t.path());
        let help = "write the port, or the program to start: `server = [\"python3\", \"entry.py\", \"{port}\"]`";
        t.report().fault(Code::Contradiction, at, "no port of its own", message, help);
        return None;
    }
    Some(server)
}

/// The protocol of a misspelt word.
fn meant(t: &mut TableReader<'_>) -> Option<&'static Way> {
    let ValueContent::Text(written) = &t.ask("protocol")?.value.kind else { return None };
    let words: Vec<_> = WAYS.iter().map(|way| way.word).collect();
    let word = closest(written, &words)?;
    WAYS.iter().find(|way| way.word == word)
}

/// Reports keys of other protocols.
fn refuse_others(t: &mut TableReader<'_>, own: &Way) {
    let protocol = t.place_of("protocol");
    let mut keys: Vec<_> = WAYS.iter().flat_map(|way| way.keys).filter(|key| !own.keys.contains(key)).collect();
    keys.sort_unstable();
    keys.dedup();
    for key in keys {
        if let Some(Item { key: at, .. }) = t.ask(key) {
            refuse(t, key, at, own, protocol);
        }
    }
}

fn refuse(t: &mut TableReader<'_>, key: &str, at: &SourceSpan, own: &Way, protocol: Option<&SourceSpan>) {
    let takers: Vec<_> = WAYS.iter().filter(|way| way.keys.contains(&key)).map(|way| way.word).collect();
    let (noun, other) = match takers[..] {
        [one] => ("protocol", format!("`protocol = \"{one}\"`")),
        _ => ("protocols", "the protocol that you mean".to_owned()),
    };
    let message =
        format!("`{key}` of {} belongs to {noun} {}, but `protocol` is `{}`", t.path(), list_of(&takers), own.word);
    let help = format!("take `{key}` out, or set {other}");
    let mut places = vec![(at, "of another protocol")];
    places.extend(protocol.map(|protocol| (protocol, "set here")));
    t.report().fault_between(Code::Contradiction, &places, message, help);
}

/// A program, then its arguments.
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
