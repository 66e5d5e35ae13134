//! Readers of single values: each returns a typed value, or reports the reason.

use std::{
    fmt,
    ops::RangeInclusive,
    path::{Component, PathBuf},
    time::Duration,
};

use jiff::{SignedDuration, fmt::friendly};
use serde::{
    Deserialize,
    de::{self, IntoDeserializer, value::StrDeserializer},
};

use super::{
    document::{Value, ValueContent, short},
    fault::{Code, Report},
    word::{closest, list_of},
};
use crate::{Timestamp, Zone, schema::Money};

/// A text of one line, of this many characters, at least one of them visible.
pub(super) fn line(length: RangeInclusive<usize>) -> impl Fn(&Value, &mut Report) -> Option<String> {
    move |value, report| {
        let text = any_text(value, report)?;
        if let Some(control) = text.chars().find(|c| c.is_control()) {
            let message = format!("{} has the control character {}", value.path, control.escape_unicode());
            report.fault(Code::Malformed, &value.place, "not all printable", message, "take it out");
            return None;
        }
        check_length(text, &length, value, report)
    }
}

/// A text of any number of lines, of this many characters.
pub(super) fn prose(length: RangeInclusive<usize>) -> impl Fn(&Value, &mut Report) -> Option<String> {
    move |value, report| {
        let text = any_text(value, report)?;
        if let Some(control) = text.chars().find(|c| c.is_control() && !matches!(c, '\n' | '\t')) {
            let message = format!("{} has the control character {}", value.path, control.escape_unicode());
            let help = "take it out; only line breaks and tabs may stand in a text";
            report.fault(Code::Malformed, &value.place, "not all printable", message, help);
            return None;
        }
        check_length(text, &length, value, report)
    }
}

/// The path of a file in the folder of the file that names it, or in a folder of that folder.
pub(super) fn inside(value: &Value, report: &mut Report) -> Option<PathBuf> {
    let path = PathBuf::from(line(1..=4096)(value, report)?);
    if path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir)) {
        return Some(path);
    }
    let message =
        format!("{} is `{}`, which leads out of the folder of this file", value.path, short(&path.to_string_lossy()));
    let help = "put the file beside this one, and write its name: \"plan.csv\"";
    report.fault(Code::Malformed, &value.place, "out of the folder", message, help);
    None
}

/// A short name for addresses: 1 to 40 lower-case letters, digits and hyphens, with no hyphen at either end.
pub(super) fn slug(value: &Value, report: &mut Report) -> Option<String> {
    let text = any_text(value, report)?;
    let fits = (1..=40).contains(&text.len())
        && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
        && !text.starts_with('-')
        && !text.ends_with('-');
    if !fits {
        let message = format!("{} is `{}`, which is no id", value.path, short(text));
        let help = "use 1 to 40 lower-case letters, digits and hyphens, with a letter or digit at both ends";
        report.fault(Code::Malformed, &value.place, "not an id", message, help);
        return None;
    }
    Some(text.to_owned())
}

/// An id: this letter and a number from 1, such as `C1`.
pub(super) fn id(letter: char) -> impl Fn(&Value, &mut Report) -> Option<String> {
    move |value, report| {
        let text = any_text(value, report)?;
        let number = text.strip_prefix(letter).filter(|digits| digits.bytes().all(|b| b.is_ascii_digit()));
        if number.is_none_or(|digits| digits.starts_with('0') || digits.parse::<u16>().is_err()) {
            let message =
                format!("{} is `{}`, which is none of {letter}1, {letter}2 and so on", value.path, short(text));
            let help = format!("write the letter and a number from 1: \"{letter}1\"");
            report.fault(Code::Malformed, &value.place, "not an id", message, help);
            return None;
        }
        Some(text.to_owned())
    }
}

/// The number of an id with this letter.
pub(super) fn number(letter: char) -> impl Fn(&Value, &mut Report) -> Option<u16> {
    move |value, report| id(letter)(value, report)?[1..].parse().ok()
}

/// A whole number in this range.
pub(super) fn whole<T>(range: RangeInclusive<T>) -> impl Fn(&Value, &mut Report) -> Option<T>
where
    T: TryFrom<i128> + PartialOrd + fmt::Display,
{
    move |value, report| {
        let ValueContent::Whole(number) = value.kind else {
            wrong_type(value, "a whole number", report);
            return None;
        };
        let inside = T::try_from(number).ok().filter(|number| range.contains(number));
        if inside.is_none() {
            let (least, most) = (range.start(), range.end());
            let message = format!("{} is {number}, outside {least} to {most}", value.path);
            let help = format!("choose a whole number from {least} to {most}");
            report.fault(Code::OutOfRange, &value.place, "out of range", message, help);
        }
        inside
    }
}

/// A moment with its time zone: `2030-05-10T09:30:00+01:00`, in quotes or without.
pub(super) fn moment(value: &Value, report: &mut Report) -> Option<(Timestamp, Zone)> {
    let text = match &value.kind {
        ValueContent::Date(text) => text.clone(),
        _ => line(1..=40)(value, report)?,
    };
    if let (Ok(moment), Some(zone)) = (text.trim().parse(), Zone::written(text.trim())) {
        return Some((moment, zone));
    }
    let message = format!("{} is `{}`, which is no moment", value.path, short(&text));
    let help = "write a day, a time and a time zone: \"2030-05-10T09:30:00+01:00\"";
    report.fault(Code::Malformed, &value.place, "no moment", message, help);
    None
}

/// A duration in this range, in whole milliseconds, with its units: `25m`, `90s`, `120ms`, `1h30m`.
pub(super) fn duration(range: RangeInclusive<Duration>) -> impl Fn(&Value, &mut Report) -> Option<Duration> {
    move |value, report| {
        let (least, most) = (show(*range.start()), show(*range.end()));
        let limits = format!("choose a duration from {least} to {most}");
        let text = match &value.kind {
            ValueContent::Text(text) => text.trim(),
            ValueContent::Whole(number) => {
                let message = format!("{} is {number} without a unit", value.path);
                let help = format!("write \"{number}m\" for minutes, or \"{number}s\" for seconds");
                report.fault(Code::WrongUnit, &value.place, "of what?", message, help);
                return None;
            }
            _ => {
                wrong_type(value, "a duration such as \"25m\"", report);
                return None;
            }
        };
        let parsed = friendly::SpanParser::new().parse_duration(text).ok();
        let Some(parsed) = parsed else {
            let unit = text.split(|c: char| !c.is_alphabetic()).find(|word| !word.is_empty() && !UNITS.contains(word));
            let has_digit = text.contains(|c: char| c.is_ascii_digit());
            match unit {
                Some(unit) if has_digit => {
                    let message = format!("{} is measured in `{}`", value.path, short(unit));
                    let help = "durations are in h, m, s and ms, such as \"1h30m\", \"90s\" or \"120ms\"";
                    report.fault(Code::WrongUnit, &value.place, "no unit of ours", message, help);
                }
                None if has_digit && text.bytes().all(|b| b.is_ascii_digit()) => {
                    let message = format!("{} is {} without a unit", value.path, short(text));
                    let help = format!("write \"{0}m\" for minutes, or \"{0}s\" for seconds", short(text));
                    report.fault(Code::WrongUnit, &value.place, "of what?", message, help);
                }
                _ => {
                    let message = format!("{} is `{}`, which is no duration", value.path, short(text));
                    let help = "write numbers with units h, m, s or ms, such as \"25m\" or \"1h30m\"";
                    report.fault(Code::Malformed, &value.place, "not a duration", message, help);
                }
            }
            return None;
        };
        let inside = Duration::try_from(parsed).ok().filter(|duration| range.contains(duration));
        let Some(duration) = inside else {
            let message = format!("{} is {}, outside {least} to {most}", value.path, short(text));
            report.fault(Code::OutOfRange, &value.place, "out of range", message, limits);
            return None;
        };
        if !duration.subsec_nanos().is_multiple_of(1_000_000) {
            let message = format!("{} is {}, which is finer than a millisecond", value.path, short(text));
            report.fault(Code::WrongUnit, &value.place, "too fine", message, "round it to whole milliseconds");
            return None;
        }
        Some(duration)
    }
}

/// True or false.
pub(super) fn switch(value: &Value, report: &mut Report) -> Option<bool> {
    let ValueContent::Switch(switch) = value.kind else {
        wrong_type(value, "true or false", report);
        return None;
    };
    Some(switch)
}

/// One of the words of an enum, as serde writes them; the types of the schema are the only list of their words.
pub(super) fn word<T: for<'de> Deserialize<'de>>(value: &Value, report: &mut Report) -> Option<T> {
    let text = any_text(value, report)?;
    let deserializer: StrDeserializer<'_, NotAWord> = text.into_deserializer();
    match T::deserialize(deserializer) {
        Ok(word) => Some(word),
        Err(NotAWord(words)) => {
            unknown_word(value, text, words, report);
            None
        }
    }
}

/// A list of at most this many items, each read by the same function.
pub(super) fn list<T>(
    most: usize,
    read: impl Fn(&Value, &mut Report) -> Option<T>,
) -> impl Fn(&Value, &mut Report) -> Option<Vec<T>> {
    move |value, report| {
        let ValueContent::List(items) = &value.kind else {
            wrong_type(value, "a list", report);
            return None;
        };
        if !check_item_count(value, items.len(), 0, most, report) {
            return None;
        }
        let read: Vec<_> = items.iter().map(|item| read(item, report)).collect();
        read.into_iter().collect()
    }
}

/// Returns whether a list has so many items.
pub(super) fn check_item_count(value: &Value, items: usize, least: usize, most: usize, report: &mut Report) -> bool {
    if items > most {
        let message = format!("{} has {items} items, more than {most}", value.path);
        report.fault(Code::OutOfRange, &value.place, "too long", message, format!("keep at most {most}"));
    } else if items < least {
        let message = format!("{} has {items} items, fewer than {least}", value.path);
        report.fault(Code::OutOfRange, &value.place, "too short", message, format!("write at least {least}"));
    }
    (least..=most).contains(&items)
}

/// An amount of money such as `3000 USD`.
pub(super) fn money(value: &Value, report: &mut Report) -> Option<Money> {
    let ValueContent::Text(text) = &value.kind else {
        wrong_type(value, "an amount of money such as \"3000 USD\"", report);
        return None;
    };
    let money = Money::try_from(text.to_owned()).ok();
    if money.is_none() {
        let message = format!("{} is `{}`, which is no amount of money", value.path, short(text));
        let help = "write a whole number, a space and three capital letters, such as \"3000 USD\"";
        report.fault(Code::Malformed, &value.place, "not an amount", message, help);
    }
    money
}

/// Reports a value of the wrong type. `wanted` completes "must be …".
pub(super) fn wrong_type(value: &Value, wanted: &str, report: &mut Report) {
    let found = value.kind.name();
    let message = format!("{} is {found}, and must be {wanted}", value.path);
    report.fault(Code::WrongType, &value.place, &format!("this is {found}"), message, format!("write {wanted}"));
}

/// The text of a value that must be a text.
pub(super) fn any_text<'v>(value: &'v Value, report: &mut Report) -> Option<&'v str> {
    let ValueContent::Text(text) = &value.kind else {
        wrong_type(value, "a text in quotes", report);
        return None;
    };
    Some(text)
}

/// The units of durations, as the parser spells them.
const UNITS: &[&str] = &[
    "h",
    "hr",
    "hrs",
    "hour",
    "hours",
    "m",
    "min",
    "mins",
    "minute",
    "minutes",
    "s",
    "sec",
    "secs",
    "second",
    "seconds",
    "ms",
    "msec",
    "msecs",
    "milli",
    "millis",
    "millisecond",
    "milliseconds",
];

/// Reports a text that is none of these words.
fn unknown_word(value: &Value, text: &str, words: &[&str], report: &mut Report) {
    let message = format!("{} is `{}`, which is not one of its words", value.path, short(text));
    let choices = match words {
        [only] => format!("the only word there is `{only}`"),
        words => format!("the words are {}", list_of(words)),
    };
    let help = match closest(text, words) {
        Some(meant) => format!("did you mean `{meant}`? {choices}"),
        None => choices,
    };
    report.fault(Code::UnknownWord, &value.place, "unknown word", message, help);
}

fn check_length(text: &str, length: &RangeInclusive<usize>, value: &Value, report: &mut Report) -> Option<String> {
    let characters = text.chars().count();
    let (least, most) = (length.start(), length.end());
    let help = format!("write {least} to {most} characters");
    if *least > 0 && text.trim().is_empty() {
        let message = format!("{} is empty", value.path);
        report.fault(Code::OutOfRange, &value.place, "empty", message, help);
    } else if !length.contains(&characters) {
        let message = format!("{} has {characters} characters, outside {least} to {most}", value.path);
        report.fault(Code::OutOfRange, &value.place, "too long", message, help);
    } else {
        return Some(text.to_owned());
    }
    None
}

/// A duration in the form of a rulebook: `25m`.
fn show(duration: Duration) -> String {
    let duration = SignedDuration::try_from(duration).unwrap_or(SignedDuration::MAX);
    let printer = friendly::SpanPrinter::new().spacing(friendly::Spacing::None);
    printer.duration_to_string(&duration)
}

/// An error: a text is no word of an enum, with the words that are.
#[derive(Debug)]
struct NotAWord(&'static [&'static str]);

impl fmt::Display for NotAWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not one of {}", list_of(self.0))
    }
}

impl std::error::Error for NotAWord {}

impl de::Error for NotAWord {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self(&[])
    }

    fn unknown_variant(_: &str, words: &'static [&'static str]) -> Self {
        Self(words)
    }
}
