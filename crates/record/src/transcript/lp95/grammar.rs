//! The kinds of lines in LP95, in the form of the rules and in the forms of real programs.

use jiff::civil::DateTime;

use crate::transcript::{
    clock::time_of_day_s,
    text::{impossible_judge, judge_label, name, number},
};

/// The maximum length of a speaker's label in bytes.
const LABEL: usize = 40;

/// A line of speech.
pub(super) struct Speech<'a> {
    /// The speaker's label, before the bracket.
    pub(super) label: &'a str,
    /// The time, in seconds after midnight.
    pub(super) time_of_day_s: i64,
    /// The text after the bracket.
    pub(super) text: &'a str,
}

/// `LABEL[HH:MM:SS]text`.
pub(super) fn speech(line: &str) -> Option<Speech<'_>> {
    let (label, rest) = line.split_once('[')?;
    let (time, text) = rest.split_once(']')?;
    let fits = !label.trim().is_empty() && label.len() <= LABEL;
    let plain = label.chars().all(|c| c.is_alphanumeric() || matches!(c, ' ' | '_' | '-' | '.'));
    let [hour, minute, second] = numbers(time, ':')?;
    let time_of_day_s = time_of_day_s(hour, minute, second)?;
    (fits && plain).then_some(Speech { label: label.trim(), time_of_day_s, text })
}

/// The judge announced by a line, and whether a blank follows the brackets of speech after it: after `***JUDGE04***` it does,
/// after `*** JUDGE04 ***` not. Digits out of range for a judge are returned as an error.
pub(super) fn marker(line: &str) -> Option<(Result<u16, &str>, bool)> {
    let inner = line.trim().strip_prefix("***")?.strip_suffix("***")?;
    let label = inner.trim();
    let judge = match impossible_judge(label) {
        Some(digits) => Err(digits),
        None => Ok(judge_label(label)??),
    };
    Some((judge, !inner.starts_with(' ')))
}

/// The field after `Start at:`.
pub(super) fn start_field(line: &str) -> Option<&str> {
    let (words, field) = line.trim_start().split_at_checked(9)?;
    words.eq_ignore_ascii_case("Start at:").then_some(field)
}

/// `<YYYY/MM/DD HH:MM:SS >`, in any brackets.
pub(super) fn moment(field: &str) -> Option<DateTime> {
    let field = field.trim_matches(|c: char| c.is_whitespace() || "<>[]".contains(c));
    let (date, time) = field.split_once(char::is_whitespace)?;
    let [year, month, day] = numbers(date, '/')?;
    let [hour, minute, second] = numbers(time.trim(), ':')?;
    let small = |number: i64| i8::try_from(number).ok();
    let year = i16::try_from(year).ok()?;
    DateTime::new(year, small(month)?, small(day)?, small(hour)?, small(minute)?, small(second)?, 0).ok()
}

/// The names of program and contestant, in angle brackets, square ones, or none; without brackets, all is the program's name.
pub(super) fn two_names(line: &str) -> (String, String) {
    let line = line.trim();
    for (open, close) in [('<', '>'), ('[', ']')] {
        let inner = line.strip_prefix(open).and_then(|line| line.strip_suffix(close));
        let two = inner.and_then(|inner| inner.split_once(close));
        if let Some((program, rest)) = two
            && let Some(contestant) = rest.trim_start().strip_prefix(open)
        {
            return (name(program), name(contestant));
        }
        if let Some(program) = inner {
            return (name(program), String::new());
        }
    }
    (name(line), String::new())
}

/// Three numbers separated by this character.
fn numbers(text: &str, between: char) -> Option<[i64; 3]> {
    let mut parts = text.split(between);
    let three = [number(parts.next()?)?, number(parts.next()?)?, number(parts.next()?)?];
    parts.next().is_none().then_some(three)
}
