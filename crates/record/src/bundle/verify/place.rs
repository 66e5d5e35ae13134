//! The place of an event, from a line that may be damaged.

use std::ops::Range;

use super::super::report::{EventPlace, FaultPlace};

pub(super) fn event_place(index: u64, line: &[u8]) -> EventPlace {
    EventPlace {
        index,
        stream: scan_string(line, "\"stream\":\""),
        number: scan_number(line, "\"number\":"),
        kind: scan_string(line, "\"type\":\""),
    }
}

/// The string after the last `key` of a line that may be damaged. The last, because bodies precede these fields.
fn scan_string(line: &[u8], key: &str) -> Option<String> {
    let rest = &line[after(line, key)?.start..];
    let end = rest.iter().position(|&byte| byte == b'"')?;
    Some(String::from_utf8_lossy(&rest[..end.min(LONGEST_SHOWN)]).into_owned())
}

/// The maximum number of bytes shown of a string in a damaged line.
const LONGEST_SHOWN: usize = 100;

/// The number after the last `key` of a line that may be damaged.
pub(super) fn scan_number(line: &[u8], key: &str) -> Option<u64> {
    let rest = &line[after(line, key)?.start..];
    let end = rest.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(rest.len());
    std::str::from_utf8(&rest[..end]).ok()?.parse().ok()
}

fn after(line: &[u8], key: &str) -> Option<Range<usize>> {
    let at = line.windows(key.len()).rposition(|window| window == key.as_bytes())?;
    Some(at + key.len()..line.len())
}

pub(super) fn entry_place(name: &str) -> FaultPlace {
    FaultPlace::Entry { name: name.into() }
}
