//! The keys of an entry with protocol `websocket`: the address of its server, and the token that it asks for.

use std::path::PathBuf;

use super::super::{
    document::{Value, short},
    fault::{Code, Report},
    table::TableReader,
    value::line,
};
use super::address::{self, Hints, Wrong};
use crate::contest_file::Protocol;

/// The keys it takes.
pub(super) const KEYS: &[&str] = &["url", "token_file", "server", "rhythm"];

pub(super) fn read(t: &mut TableReader<'_>) -> Option<Protocol> {
    let url = t.required("url", "\"ws://127.0.0.1:9000/entry\"", url);
    let token_file = t.optional("token_file", line(1..=4096));
    Some(Protocol::WebSocket { url: url?, token_file: token_file?.map(PathBuf::from) })
}

/// A WebSocket address without a user or a fragment: `ws://host:port/path` or `wss://`.
fn url(value: &Value, report: &mut Report) -> Option<String> {
    let url = line(1..=2048)(value, report)?;
    let Err((label, help)) = check(&url) else { return Some(url) };
    let message = format!("{} is `{}`, where no entry can be reached", value.path, short(&url));
    report.fault(Code::Malformed, &value.place, label, message, help);
    None
}

/// The fault of an address, and its remedy.
fn check(url: &str) -> Result<(), Wrong> {
    const HINTS: Hints = Hints {
        example: "write the address of the entry's server: \"ws://127.0.0.1:9000/entry\"",
        user: "take the user out and put its token into a `token_file`",
    };
    let Some(rest) = url.strip_prefix("ws://").or_else(|| url.strip_prefix("wss://")) else {
        return Err(("not a WebSocket address", HINTS.example));
    };
    address::check(rest, &HINTS).map(drop)
}

#[cfg(test)]
mod tests {
    use super::check;

    #[test]
    fn an_address_names_a_host_and_perhaps_a_port_and_nothing_secret() {
        for good in [
            "ws://localhost",
            "ws://127.0.0.1:9000/entry",
            "ws://[::1]:9000/a?b=c",
            "ws://bots.example/x",
            "wss://bots.example",
        ] {
            assert_eq!(check(good), Ok(()), "{good}");
        }
        for (wrong, label) in [
            ("http://localhost", "not a WebSocket address"),
            ("localhost:9000", "not a WebSocket address"),
            ("wss://", "names no host"),
            ("ws://", "names no host"),
            ("ws://:9000", "names no host"),
            ("ws:///entry", "names no host"),
            ("ws://::1:9000", "names no host"),
            ("ws://[::1", "names no host"),
            ("ws://host:0", "names no port"),
            ("ws://host:65536", "names no port"),
            ("ws://host:+80", "names no port"),
            ("ws://host:", "names no port"),
            ("ws://me:secret@host", "names a user"),
            ("ws://host/a b", "holds a character that no address has"),
            ("ws://host/#a", "holds a character that no address has"),
            ("ws://höst", "holds a character that no address has"),
        ] {
            assert_eq!(check(wrong).unwrap_err().0, label, "{wrong}");
        }
    }
}
