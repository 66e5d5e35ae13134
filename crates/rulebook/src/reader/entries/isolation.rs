//! The keys about the program that the contest starts for an entry: `isolation`, `hermetic`, `limits`, `environment`.

use std::{collections::BTreeMap, time::Duration};

use super::super::{
    document::{Value, ValueContent, short},
    fault::{Code, Report},
    table::{TableReader, read_table},
    value::{any_text, duration, switch, whole, word, wrong_type},
};
use crate::contest_file::{Isolation, Limits};

/// Keys of every protocol that only make sense for a program started by the contest.
const OF_A_PROGRAM: [&str; 5] = ["files", "isolation", "limits", "environment", "replay"];

const PROCESSOR: std::ops::RangeInclusive<Duration> = Duration::from_secs(1)..=Duration::from_secs(24 * 60 * 60);

/// The most names in an `environment`.
const NAMES_MAX: usize = 64;

/// The longest value of a name in an `environment`, in characters.
const VALUE_MAX: usize = 32_768;

/// Names that the contest sets itself, or that would interfere with its way of starting a program.
const OURS: [&str; 2] = ["HOME", "PWD"];

/// The settings for a program in an entry's table.
pub(super) struct Apart {
    pub(super) isolation: Isolation,
    pub(super) hermetic: bool,
    pub(super) limits: Limits,
    pub(super) environment: BTreeMap<String, String>,
}

/// Reads the isolation of a program; `usual` is the file's setting for all entries.
pub(super) fn read(t: &mut TableReader<'_>, usual: Isolation) -> Option<Apart> {
    let isolation = t.or("isolation", usual, word);
    let hermetic = t.or("hermetic", false, switch);
    let limits = t.or("limits", Limits::default(), |value, report| read_table(value, report, limits));
    let environment = t.or("environment", BTreeMap::new(), environment);
    let (isolation, hermetic) = (isolation?, hermetic?);
    if hermetic && isolation != Isolation::Bubblewrap {
        let places: Vec<_> = [("hermetic", "without a network"), ("isolation", "no wall around the network")]
            .into_iter()
            .filter_map(|(key, label)| Some((t.place_of(key)?, label)))
            .collect();
        let message =
            format!("{} is to run without a network, which `isolation = \"{isolation}\"` cannot do", t.path());
        let help = "set `isolation = \"bubblewrap\"`, or take `hermetic` out";
        t.report().fault_between(Code::Contradiction, &places, message, help);
        return None;
    }
    Some(Apart { isolation, hermetic, limits: limits?, environment: environment? })
}

/// Reports keys about a program started by the contest for an entry that has none. `keys` are those of its protocol.
pub(super) fn refuse_without_command(t: &mut TableReader<'_>, keys: &[&str]) -> Option<()> {
    if t.place_of("command").or(t.place_of("server")).is_some() {
        return Some(());
    }
    let mut agrees = Some(());
    let hermetic = Some("hermetic").filter(|key| keys.contains(key));
    for key in OF_A_PROGRAM.into_iter().chain(hermetic) {
        let Some(at) = t.place_of(key) else { continue };
        let message = format!("`{key}` of {} is about a program that the contest starts, but there is none", t.path());
        let help = format!("write the `command` or `server` to start, or take `{key}` out");
        t.report().fault(Code::Contradiction, at, "nothing is started", message, help);
        agrees = None;
    }
    agrees
}

fn limits(t: &mut TableReader<'_>) -> Option<Limits> {
    let usual = Limits::default();
    let memory_mib = t.or("memory_mib", usual.memory_mib, whole(16..=1_048_576));
    let disk_mib = t.or("disk_mib", usual.disk_mib, whole(4..=1_048_576));
    let processes = t.or("processes", usual.processes, whole(1..=4_096));
    let open_files = t.or("open_files", usual.open_files, whole(16..=1_048_576));
    let at = t.place_of("processor");
    let processor = t.optional("processor", duration(PROCESSOR));
    if let (Some(Some(processor)), Some(at)) = (processor, at)
        && processor.subsec_nanos() != 0
    {
        let message = format!("`processor` of {} is finer than a second", t.path());
        t.report().fault(Code::WrongUnit, at, "too fine", message, "round it to whole seconds");
        return None;
    }
    Some(Limits {
        memory_mib: memory_mib?,
        disk_mib: disk_mib?,
        processes: processes?,
        open_files: open_files?,
        processor: processor?,
    })
}

/// Names and values; every fault of them at once.
fn environment(value: &Value, report: &mut Report) -> Option<BTreeMap<String, String>> {
    let ValueContent::Table(items) = &value.kind else {
        wrong_type(value, "a table of names and texts, such as { BRAIN = \"small\" }", report);
        return None;
    };
    if items.len() > NAMES_MAX {
        let message = format!("{} has {} names; at most {NAMES_MAX} are allowed", value.path, items.len());
        report.fault(Code::OutOfRange, &value.place, "too many", message, "put the rest into a file of `files`");
        return None;
    }
    let read: Vec<_> = items
        .iter()
        .map(|(name, item)| {
            let text = any_text(&item.value, report)?;
            let is_name = name
                .chars()
                .enumerate()
                .all(|(place, c)| c == '_' || c.is_ascii_alphabetic() || (place > 0 && c.is_ascii_digit()));
            let (what, help) = if name.is_empty() || !is_name {
                ("is no name of an environment variable", "a name is letters, digits and `_`, and begins with no digit")
            } else if OURS.contains(&name.as_str()) {
                ("is set by the contest: each program has a home and a folder of its own", "take it out")
            } else if text.contains('\0') || text.chars().count() > VALUE_MAX {
                ("has a value that no program can be given", "a value has at most 32,768 characters, and no NUL")
            } else {
                return Some((name.clone(), text.to_owned()));
            };
            let message = format!("`{}` in {} {what}", short(name), value.path);
            report.fault(Code::OutOfRange, &item.key, "not possible", message, help);
            None
        })
        .collect();
    read.into_iter().collect()
}
