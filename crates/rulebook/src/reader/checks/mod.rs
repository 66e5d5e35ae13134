//! The checks between parts that are right alone and impossible together.
//!
//! Each is a small function over the tree, not over the finished types, so that it also works when other parts have
//! faults, and can point to both places. The walk has already reported a part that is missing or at fault; a check that
//! needs it reports nothing.

mod attachments;
mod awards;
mod ballots;
mod big_screen;
mod calendar;
mod committee;
mod instructions;
mod intake;
mod interview;
mod questions;
mod referees;
mod roles;
mod schedule;
mod score;
mod selection;
mod transcripts;
mod translations;
mod trials;

use std::{collections::BTreeMap, time::Duration};

use serde::Deserialize;

use super::{
    document::{Value, short},
    fault::{Code, Report, SourceSpan},
    misread::typed,
};
use crate::time::friendly;

pub(super) use roles::{Many, many};

/// Reports every contradiction of a rulebook.
pub(super) fn check(tree: &Value, report: &mut Report) {
    roles::check(tree, report);
    committee::check(tree, report);
    unique(tree, &["people", "attestations"], "attestations of people", report);
    referees::check(tree, report);
    calendar::check(tree, report);
    intake::check(tree, report);
    selection::check(tree, report);
    schedule::check(tree, report);
    interview::check(tree, report);
    big_screen::check(tree, report);
    ballots::check(tree, report);
    trials::check(tree, report);
    score::check(tree, report);
    awards::check(tree, report);
    instructions::check(tree, report);
    translations::check(tree, report);
}

/// The value at the end of these keys and its place, if it is there and without fault.
pub(super) fn part<'t, T>(tree: &'t Value, keys: &[&str], report: &Report) -> Option<(T, &'t SourceSpan)>
where
    T: for<'de> Deserialize<'de>,
{
    let value = tree.find(keys)?;
    if report.has_fault_within(&value.place) {
        return None;
    }
    Some((typed(value).ok()?, &value.place))
}

/// Like `part`; if the last key is absent, this default, at the place of the table that could have it.
fn part_or<'t, T>(tree: &'t Value, keys: &[&str], absent: T, report: &Report) -> Option<(T, &'t SourceSpan)>
where
    T: for<'de> Deserialize<'de>,
{
    match tree.find(keys) {
        Some(_) => part(tree, keys, report),
        None => Some((absent, &tree.find(&keys[..keys.len() - 1])?.place)),
    }
}

/// The duration at the end of these keys and its place, if it is there and without fault.
fn time<'t>(tree: &'t Value, keys: &[&str], report: &Report) -> Option<(Duration, &'t SourceSpan)> {
    #[derive(Deserialize)]
    struct Time(#[serde(with = "friendly")] Duration);
    part(tree, keys, report).map(|(Time(time), place)| (time, place))
}

/// Reports two parts that contradict each other.
fn clash(
    report: &mut Report,
    one: (&SourceSpan, &str),
    other: (&SourceSpan, &str),
    message: String,
    help: impl Into<String>,
) {
    report.fault_between(Code::Contradiction, &[one, other], message, help);
}

/// Reports ids shared by two items of a list. `what` names the items.
fn unique(tree: &Value, list: &[&str], what: &str, report: &mut Report) {
    let mut ids: BTreeMap<String, &SourceSpan> = BTreeMap::new();
    for item in tree.find(list).map_or(&[][..], Value::items) {
        let Some((id, at)) = part::<String>(item, &["id"], report) else { continue };
        if let Some(before) = ids.get(&id) {
            let message = format!("two {what} have the id `{}`", short(&id));
            again(report, at, before, message, "give one of them another id");
        } else {
            ids.insert(id, at);
        }
    }
}

/// Reports a second occurrence.
fn again(report: &mut Report, second: &SourceSpan, first: &SourceSpan, message: String, help: &str) {
    report.fault_between(Code::Duplicate, &[(second, "again"), (first, "first here")], message, help);
}
