//! Dates: those that are malformed, and those that the calendar does not have.

use jiff::civil;

use super::{
    document::{Value, short},
    fault::{Code, Report},
    value::wrong_type,
};
use crate::schema::Date;

/// A day of the calendar such as `2030-06-30`, in quotes or without.
pub(super) fn date(value: &Value, report: &mut Report) -> Option<Date> {
    let Some(text) = value.text_or_date() else {
        wrong_type(value, "a date, such as \"2030-06-30\"", report);
        return None;
    };
    let date = text.parse().ok();
    if date.is_none() {
        let (label, message, help) = match numbers(text) {
            Some((year, month)) => (
                "no such day",
                format!("{} is {text}, a day that the calendar does not have", value.path),
                days(year, month),
            ),
            None => (
                "not a date",
                format!("{} is `{}`, which is no date", value.path, short(text)),
                "write year, month and day, such as \"2030-06-30\"".to_owned(),
            ),
        };
        report.fault(Code::Malformed, &value.place, label, message, help);
    }
    date
}

/// The year and the month of a text that has the form of a date.
fn numbers(text: &str) -> Option<(i16, i8)> {
    let has_form = text.len() == 10
        && text.bytes().enumerate().all(|(at, b)| if matches!(at, 4 | 7) { b == b'-' } else { b.is_ascii_digit() });
    if !has_form {
        return None;
    }
    Some((text[..4].parse().ok()?, text[5..7].parse().ok()?))
}

/// A hint at the days of this month, for a day that it does not have.
fn days(year: i16, month: i8) -> String {
    match civil::Date::new(year, month, 1) {
        Ok(first) => format!("month {month} of {year} has the days 1 to {}", first.days_in_month()),
        Err(_) => "months are numbered from 01 to 12".to_owned(),
    }
}
