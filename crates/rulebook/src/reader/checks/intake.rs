//! Intake: ids of their own, known ways of handing in, and days in their order.

use super::{again, clash, part, unique};
use crate::{
    reader::{
        document::{Value, short},
        fault::{Report, SourceSpan},
        word::{closest, list_of},
    },
    schema::{Date, Substitute},
};

pub(super) fn check(tree: &Value, report: &mut Report) {
    unique(tree, &["intake", "fields"], "fields", report);
    unique(tree, &["intake", "declarations"], "declarations", report);
    unique(tree, &["intake", "submissions"], "ways to hand a program in", report);
    check_occasions(tree, report);
    check_window(tree, report);
    check_testing(tree, report);
    check_late(tree, report);
    check_substitutes(tree, report);
}

/// Reports a declaration for an unknown way of handing in.
fn check_occasions(tree: &Value, report: &mut Report) {
    let Some(intake) = tree.find(&["intake"]) else { return };
    let ways = intake.find(&["submissions"]);
    let ids = ways.map_or(&[][..], Value::items).iter().map(|way| Some(part::<String>(way, &["id"], report)?.0));
    let Some(ids) = ids.collect::<Option<Vec<String>>>() else { return };
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    for asked in intake.find(&["declarations"]).map_or(&[][..], Value::items) {
        for value in asked.find(&["when", "submissions"]).map_or(&[][..], Value::items) {
            let Some((way, at)) = part::<String>(value, &[], report) else { continue };
            if ids.contains(&way.as_str()) {
                continue;
            }
            let message = format!("{} is `{}`, which is no way to hand a program in", value.path, short(&way));
            let help = match closest(&way, &ids) {
                Some(meant) => format!("did you mean `{meant}`?"),
                None if ids.is_empty() => "add the way under `[[intake.submissions]]`".to_owned(),
                None => format!("the ways are {}", list_of(&ids)),
            };
            let there = ways.map_or(&intake.place, |ways| ways.items().first().map_or(&ways.place, |way| &way.place));
            let label = if ids.is_empty() { "no `submissions` here" } else { "the ways that there are" };
            clash(report, (at, "no such way"), (there, label), message, help);
        }
    }
}

/// Reports a window whose first day is after the last.
fn check_window(tree: &Value, report: &mut Report) {
    let Some(window) = tree.find(&["intake", "window"]) else { return };
    in_order(window, ("opens", "opens here"), ("closes", "has closed by then"), "exchange them", report);
}

/// Reports a day of testing that is over before it can be agreed on, or is before the opening of the window.
fn check_testing(tree: &Value, report: &mut Report) {
    let opens = part::<Date>(tree, &["intake", "window", "opens"], report);
    for way in tree.find(&["intake", "submissions"]).map_or(&[][..], Value::items) {
        let Some(testing) = way.find(&["testing"]) else { continue };
        in_order(testing, ("first", "the first day"), ("last", "the last day"), "exchange them", report);
        let help = "set `agreed_before` to the first day of testing, or an earlier one";
        in_order(testing, ("agreed_before", "agreed on until here"), ("last", "testing is over"), help, report);
        if let (Some((opens, opens_at)), Some((last, at))) = (opens, part::<Date>(testing, &["last"], report))
            && last < opens
        {
            let message = format!("{} is {last}, before entries are taken from {opens} on", testing.path.key("last"));
            let help = "move the days of testing behind the opening";
            clash(report, (at, "testing is over"), (opens_at, "nothing has come in"), message, help);
        }
    }
}

/// Reports a last day for changes that is before the day on which a program has to work.
fn check_late(tree: &Value, report: &mut Report) {
    let Some(late) = tree.find(&["intake", "late"]) else { return };
    let day = |key: &str| part::<Date>(late, &[key, "by"], report);
    let (Some((working, working_at)), Some((changes, changes_at))) = (day("working_by"), day("changes_until")) else {
        return;
    };
    if working > changes {
        let path = late.path.key("working_by");
        let message = format!("{path} is {working}, after `changes_until`, which is {changes}");
        let help = "set `changes_until` to the day of `working_by`, or a later one";
        clash(report, (working_at, "can come in until here"), (changes_at, "nothing may change"), message, help);
    }
}

/// Reports substitutes named twice, and reserves that no stage holds.
fn check_substitutes(tree: &Value, report: &mut Report) {
    let mut seen: Vec<(Substitute, &SourceSpan)> = Vec::new();
    for value in tree.find(&["intake", "late", "replaced_by"]).map_or(&[][..], Value::items) {
        let Some((substitute, at)) = part::<Substitute>(value, &[], report) else { continue };
        if let Some((_, before)) = seen.iter().find(|(before, _)| *before == substitute) {
            let message = format!("{} names the same substitute again", value.path);
            again(report, at, before, message, "take it out");
        }
        seen.push((substitute, at));
    }
    let Some((_, at)) = seen.iter().find(|(substitute, _)| *substitute == Substitute::Reserve) else { return };
    let Some(selection) = tree.find(&["selection"]) else { return };
    let reserves = match selection.find(&["reserves"]) {
        Some(_) => part::<u16>(selection, &["reserves"], report),
        None => Some((0, &selection.place)),
    };
    if let Some((0, none)) = reserves {
        let message = "`intake.late.replaced_by` has `reserve`, but `selection` holds no entry in reserve".to_owned();
        let help = "set `reserves` under `[selection]`, or take `reserve` out";
        clash(report, (at, "a reserve"), (none, "none are held"), message, help);
    }
}

/// Reports two days of a table of which the first is after the second.
fn in_order(table: &Value, first: (&str, &str), second: (&str, &str), help: &str, report: &mut Report) {
    let ((first, first_label), (second, second_label)) = (first, second);
    let day = |key: &str| part::<Date>(table, &[key], report);
    let (Some((from, from_at)), Some((to, to_at))) = (day(first), day(second)) else { return };
    if from > to {
        let message = format!("{} is {from}, after `{second}`, which is {to}", table.path.key(first));
        clash(report, (from_at, first_label), (to_at, second_label), message, help);
    }
}
