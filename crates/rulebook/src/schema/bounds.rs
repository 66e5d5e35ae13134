//! The schemas of single values that serde's types cannot express: durations, ids, money, dates.
//!
//! `format` names the kind of text; `x-least` and `x-most` bound a duration in milliseconds. The reader has messages of
//! its own for each.

use schemars::{Schema, SchemaGenerator, json_schema};

const SECOND: u64 = 1000;
const MINUTE: u64 = 60 * SECOND;
const HOUR: u64 = 60 * MINUTE;

/// A short name for addresses.
pub(super) fn slug(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "string", "format": "slug", "pattern": "^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$" })
}

/// An amount of money such as `3000 USD`.
pub(super) fn money(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "string", "format": "money", "pattern": "^[0-9]+ [A-Z]{3}$" })
}

/// A day of the calendar such as `2010-06-07`.
pub(super) fn date(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "string", "format": "date", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$" })
}

/// Time to talk: from a second to a day.
pub(super) fn talk(_: &mut SchemaGenerator) -> Schema {
    duration(SECOND, 24 * HOUR)
}

/// A break or a time for forms: from zero to a day.
pub(super) fn pause(_: &mut SchemaGenerator) -> Schema {
    duration(0, 24 * HOUR)
}

/// A delay or the time of one turn: up to ten minutes.
pub(super) fn short(_: &mut SchemaGenerator) -> Schema {
    duration(0, 10 * MINUTE)
}

/// The delay of the big screen: from ten seconds to an hour.
pub(super) fn late(_: &mut SchemaGenerator) -> Schema {
    duration(10 * SECOND, HOUR)
}

/// The playing time of a sound or a video: from a second to five minutes.
pub(super) fn playing(_: &mut SchemaGenerator) -> Schema {
    duration(SECOND, 5 * MINUTE)
}

fn duration(least: u64, most: u64) -> Schema {
    json_schema!({ "type": "string", "format": "duration", "x-least": least, "x-most": most })
}
