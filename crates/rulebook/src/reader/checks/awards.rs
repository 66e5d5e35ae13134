//! Awards: ids of their own, conditions that can be counted, numbers that can be reached.

use std::sync::Arc;

use super::{
    clash, many, part, part_or,
    questions::{Need, check_need},
    unique,
};
use crate::{
    reader::{document::Value, fault::Report},
    schema::{Among, Condition, Layout, Recipient},
};

pub(super) fn check(tree: &Value, report: &mut Report) {
    unique(tree, &["awards"], "awards", report);
    for award in tree.find(&["awards"]).map_or(&[][..], Value::items) {
        check_place(tree, award, report);
        check_recipient(award, report);
        for condition in award.find(&["when"]).map_or(&[][..], Value::items) {
            check_reach(tree, condition, &["fooled", "judges"], "judges", report);
            check_reach(tree, condition, &["fooled", "confederates"], "confederates", report);
            check_reach(tree, condition, &["human-verdicts", "judges"], "judges", report);
            check_reach(tree, condition, &["rank-order", "confederates"], "confederates", report);
            check_condition(tree, condition, report);
        }
    }
}

/// Reports a place that no entry of the rulebook can have. A contest with fewer entries than its rulebook leaves the
/// last places empty.
fn check_place(tree: &Value, award: &Value, report: &mut Report) {
    let place = award.find(&["to", "place"]);
    let one_file = |other: &Value| place.is_some_and(|place| Arc::ptr_eq(&place.place.file, &other.place.file));
    if tree.find(&["roles", "entries"]).is_some_and(one_file) {
        check_reach(tree, award, &["to", "place"], "entries", report);
    }
}

/// Reports a number above the most there can be of a role.
fn check_reach(tree: &Value, item: &Value, keys: &[&str], role: &str, report: &mut Report) {
    let Some((asked, at)) = part::<u16>(item, keys, report) else { return };
    let Some(there) = many(tree, role, report) else { return };
    let most = there.most();
    if asked > most {
        let path = item.path.key(&keys.join("."));
        let message = format!("{path} is {asked}, but there are at most {most} {role}: nobody can receive it");
        let help = format!("lower it to at most {most}, or drop the award");
        clash(report, (at, "more than there are"), (there.place, "this many"), message, help);
    }
}

/// Reports conditions on confederates.
fn check_recipient(award: &Value, report: &mut Report) {
    let Some((Recipient::BestConfederate, to)) = part(award, &["to"], report) else { return };
    let Some(when) = award.find(&["when"]).filter(|when| !when.items().is_empty()) else { return };
    let message = format!("{} goes to a confederate, but has conditions, which are those of entries", award.path);
    clash(report, (&when.place, "of an entry"), (to, "a confederate"), message, "take `when` out");
}

/// Reports a condition that needs a question, a pair or an order that the rulebook does not have.
fn check_condition(tree: &Value, item: &Value, report: &mut Report) {
    let Some((condition, at)) = part::<Condition>(item, &[], report) else { return };
    let needs = match condition {
        Condition::ScoreAtLeast(_) => return,
        Condition::Fooled { .. } => {
            if let Some((Layout::One, layout)) = part(tree, &["interview", "layout"], report) {
                let message =
                    format!("{} compares an entry with a confederate, but `interview.layout` is `one`", item.path);
                let help = "use `human-verdicts`, or set `interview.layout = \"pair\"`";
                clash(report, (at, "a comparison"), (layout, "nobody to compare with"), message, help);
            }
            Need::Taken
        }
        Condition::TakenForHumanShare(_) | Condition::IdentifiedAtMost(_) => Need::Taken,
        Condition::HumanVerdicts { .. } => Need::Verdict,
        Condition::MedianAtLeastConfederates | Condition::MedianBelowConfederates | Condition::RankOrder { .. } => {
            Need::Ranking
        }
        Condition::NoConfederateAbove | Condition::ConfederateAbove => {
            if let Some((Among::Entries, among)) = part_or(tree, &["score", "among"], Among::Entries, report) {
                let message =
                    format!("{} looks for confederates in the order, but `score.among` is `entries`", item.path);
                let help = "set `score.among = \"witnesses\"`";
                clash(report, (at, "above whom?"), (among, "only entries"), message, help);
            }
            return;
        }
    };
    check_need(tree, &item.path.to_string(), at, &needs, report);
}
