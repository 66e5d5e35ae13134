//! An `[[entry]]` that connects to the contest as a client of socket.io.

use std::{collections::BTreeMap, path::PathBuf};

use super::super::{
    checks::part,
    document::{Value, short},
    fault::{Code, Report, SourceSpan},
    table::TableReader,
    value::{any_text, line},
};
use crate::contest_file::{Protocol, Socketio};

/// The keys it takes.
pub(super) const KEYS: &[&str] = &["id", "secret_file"];

/// The longest name that the programs of 2018 have room for, in bytes.
const ID_MAX: usize = 49;

/// Reads its identity.
pub(super) fn read(t: &mut TableReader<'_>) -> Option<Protocol> {
    let id = t.required("id", "\"ai0\"", id);
    let secret_file = t.required("secret_file", "\"ai0.secret\"", line(1..=4096));
    Some(Protocol::Socketio(Socketio { id: id?, secret_file: PathBuf::from(secret_file?) }))
}

/// A name that fits into the programs of 2018.
fn id(value: &Value, report: &mut Report) -> Option<String> {
    let text = any_text(value, report)?;
    if (1..=ID_MAX).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_graphic()) {
        return Some(text.to_owned());
    }
    let message = format!("{} is `{}`, by which no program can register", value.path, short(text));
    let help = format!("write 1 to {ID_MAX} visible ASCII characters without a blank, such as \"ai0\"");
    report.fault(Code::Malformed, &value.place, "not a name for a client", message, help);
    None
}

/// Reports two programs with the same name, and more than one conversation at a time for such an entry.
pub(in super::super) fn check(tree: &Value, rules: Option<&Value>, report: &mut Report) {
    let entries = tree.find(&["entry"]).map_or(&[][..], Value::items);
    let clients = entries.iter().filter_map(|entry| {
        let protocol = part::<String>(entry, &["protocol"], report).filter(|(protocol, _)| protocol == "socketio");
        protocol.map(|(_, at)| (entry, at))
    });
    let clients: Vec<_> = clients.collect();
    if let (Some((_, client_at)), Some(rules)) = (clients.first(), rules)
        && let Some((parallel, at)) = part::<u16>(rules, &["roles", "parallel"], report)
        && parallel > 1
    {
        let message = format!("an entry over `socketio` has one conversation at a time, and needs {parallel}");
        let help = "choose another protocol for it, or set `parallel = 1` under `[overrides.roles]`";
        let places = [(*client_at, "one at a time"), (at, "several at a time")];
        report.fault_between(Code::Contradiction, &places, message, help);
    }
    let mut ids: BTreeMap<String, &SourceSpan> = BTreeMap::new();
    for (entry, _) in clients {
        let Some((id, at)) = part::<String>(entry, &["id"], report) else { continue };
        if let Some(before) = ids.get(&id) {
            let message = format!("two entries register as `{}`", short(&id));
            let places = [(at, "again"), (*before, "first here")];
            report.fault_between(Code::Duplicate, &places, message, "give one of them another `id`");
        } else {
            ids.insert(id, at);
        }
    }
}
