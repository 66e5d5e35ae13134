//! The key `hermetic` of an entry with a `command`: `true`, or a table of limits.

use std::time::Duration;

use super::super::{
    document::{Kind, Value},
    fault::{Code, Report},
    table::{Table, read_table},
    value::{duration, whole, wrong_type},
};
use crate::contest_file::Hermetic;

const PROCESSOR: std::ops::RangeInclusive<Duration> = Duration::from_secs(1)..=Duration::from_secs(24 * 60 * 60);

/// Reads whether a program runs by itself, and within which limits.
pub(super) fn read(value: &Value, report: &mut Report) -> Option<Option<Hermetic>> {
    match value.kind {
        Kind::Switch(is_hermetic) => Some(is_hermetic.then(Hermetic::default)),
        Kind::Table(_) => read_table(value, report, limits).map(Some),
        _ => {
            wrong_type(value, "true, false or a table such as { memory_mib = 1024 }", report);
            None
        }
    }
}

/// Reports keys about a program of ours for an entry whose program somebody else starts.
pub(super) fn refuse_without_command(t: &mut Table<'_>, keys: &[&str]) -> Option<()> {
    if t.place_of("command").or(t.place_of("server")).is_some() {
        return Some(());
    }
    let mut agrees = Some(());
    for key in ["hermetic", "files"].into_iter().filter(|key| keys.contains(key)) {
        let Some(at) = t.place_of(key) else { continue };
        let message = format!("`{key}` of {} is about a program that the contest starts, but there is none", t.path());
        let help = format!("write the `command` or `server` to start, or take `{key}` out");
        t.report().fault(Code::Contradiction, at, "nothing is started", message, help);
        agrees = None;
    }
    agrees
}

fn limits(t: &mut Table<'_>) -> Option<Hermetic> {
    let usual = Hermetic::default();
    let memory_mib = t.or("memory_mib", usual.memory_mib, whole(16..=1_048_576));
    let at = t.place_of("processor");
    let processor = t.or("processor", usual.processor, duration(PROCESSOR));
    let processes = t.or("processes", usual.processes, whole(1..=4_096));
    if let (Some(processor), Some(at)) = (processor, at)
        && processor.subsec_nanos() != 0
    {
        let message = format!("`processor` of {} is finer than a second", t.path());
        t.report().fault(Code::WrongUnit, at, "too fine", message, "round it to whole seconds");
        return None;
    }
    Some(Hermetic { memory_mib: memory_mib?, processor: processor?, processes: processes? })
}
