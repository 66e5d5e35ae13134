//! Roles: limits around numbers, baselines among entries, and the information for judges.

use super::{clash, part, part_or};
use crate::{
    reader::{
        document::Value,
        fault::{Code, Report, SourceSpan},
    },
    schema::{Limit, People},
};

/// The possible numbers of a role.
#[derive(Debug, Clone, Copy)]
pub(in crate::reader) struct Many<'t> {
    /// The number of the rulebook.
    pub(in crate::reader) number: u16,
    /// The place of the number.
    pub(in crate::reader) place: &'t SourceSpan,
    /// The least and the most that a contest may choose, with their place; absent if the number is fixed.
    pub(in crate::reader) limit: Option<(Limit, &'t SourceSpan)>,
}

impl Many<'_> {
    /// The highest possible number.
    pub(in crate::reader) fn most(&self) -> u16 {
        self.limit.map_or(self.number, |(limit, _)| limit.most.max(self.number))
    }
}

/// The possible numbers of a role (`judges`, `entries` or `confederates`).
pub(in crate::reader) fn many<'t>(tree: &'t Value, role: &str, report: &Report) -> Option<Many<'t>> {
    let (number, place) = part(tree, &["roles", role], report)?;
    let limit = match tree.find(&["roles", "limits", role]) {
        Some(_) => Some(part(tree, &["roles", "limits", role], report)?),
        None => None,
    };
    Some(Many { number, place, limit })
}

pub(super) fn check(tree: &Value, report: &mut Report) {
    for role in ["judges", "entries", "confederates"] {
        check_limit(tree, role, report);
    }
    check_most_entries(tree, report);
    check_baselines(tree, report);
    check_told(tree, report);
    check_both(tree, report);
}

/// Reports limits in the wrong order, or a number outside them.
fn check_limit(tree: &Value, role: &str, report: &mut Report) {
    let Some(Many { number, place, limit: Some((limit, at)) }) = many(tree, role, report) else { return };
    let Limit { least, most } = limit;
    if least > most {
        let end = |key| part::<u16>(tree, &["roles", "limits", role, key], report).map_or(at, |(_, place)| place);
        let (least_at, most_at) = (end("least"), end("most"));
        let message = format!("`roles.limits.{role}` has `least` {least} above `most` {most}");
        clash(report, (least_at, "the least"), (most_at, "the most"), message, "exchange them");
    } else if !(least..=most).contains(&number) {
        let message = format!("`roles.{role}` is {number}, outside its own limits of {least} to {most}");
        let help = format!("set `roles.{role}` to a number from {least} to {most}, or widen the limits");
        clash(report, (place, "this number"), (at, "these limits"), message, help);
    }
}

/// Reports a limit above the most entries that a rulebook may have.
fn check_most_entries(tree: &Value, report: &mut Report) {
    const MOST: u16 = 64;
    let Some((most, at)) = part::<u16>(tree, &["roles", "limits", "entries", "most"], report) else { return };
    if most > MOST {
        let message =
            format!("`roles.limits.entries.most` is {most}, beyond the {MOST} entries that a contest can have");
        report.fault(Code::OutOfRange, at, "too many", message, format!("lower it to {MOST} or less"));
    }
}

/// Reports baselines that leave no other entry.
fn check_baselines(tree: &Value, report: &mut Report) {
    let Some((baselines, at)) = part::<u16>(tree, &["roles", "baselines"], report) else { return };
    let Some(entries) = many(tree, "entries", report) else { return };
    if baselines >= entries.number {
        let number = entries.number;
        let message = format!("`roles.baselines` is {baselines}, and `roles.entries` only {number}: no entry is left");
        let help = "lower `baselines`: they are counted among the entries";
        clash(report, (at, "so many baselines"), (entries.place, "among so many entries"), message, help);
    }
}

/// Reports information for judges that cannot be true.
fn check_told(tree: &Value, report: &mut Report) {
    for role in ["confederates", "entries"] {
        let Some((told, at)) = part::<u16>(tree, &["roles", "told", role], report) else { continue };
        let Some(there) = many(tree, role, report) else { continue };
        let most = there.most();
        if told > most {
            let message = format!("judges are told of at least {told} {role}, but there are at most {most}");
            let help = format!("lower `roles.told.{role}`, or raise `roles.{role}`");
            clash(report, (at, "told"), (there.place, "this many"), message, help);
        }
    }
}

/// Reports different numbers of judges and confederates for people who have both roles.
fn check_both(tree: &Value, report: &mut Report) {
    let Some((People::Both, people)) = part(tree, &["roles", "people"], report) else { return };
    let (Some(judges), Some(confederates)) = (many(tree, "judges", report), many(tree, "confederates", report)) else {
        return;
    };
    if judges.number != confederates.number {
        let (asking, answering) = (judges.number, confederates.number);
        let message = format!(
            "`roles.people` is `both`, which makes every judge a confederate, but `roles.judges` is {asking} and \
             `roles.confederates` is {answering}"
        );
        let places = (people, "everyone has both roles");
        clash(report, (confederates.place, "not as many"), places, message, "make the two numbers equal");
    }
    let Some((limits, _)) = part_or(tree, &["roles", "limits", "confederates"], None::<Limit>, report) else { return };
    let judges_limit = judges.limit.map(|(limit, _)| limit);
    if let (Some(limits), Some((_, at))) = (limits, confederates.limit)
        && Some(limits) != judges_limit
    {
        let message = "`roles.limits.confederates` is not that of the judges, but `roles.people` is `both`".to_owned();
        let help = "take it out: the limits of the judges are those of everybody";
        clash(report, (at, "other limits"), (people, "the same people"), message, help);
    }
}
