//! The calendar: days of stages that there are, and moves between days in their order.

use super::{clash, part};
use crate::{
    reader::{
        document::{Kind, Value, short},
        fault::Report,
        word::{closest, list_of},
    },
    schema::{CalendarDay, Milestone},
};

pub(super) fn check(tree: &Value, report: &mut Report) {
    let Some(calendar) = tree.find(&["calendar"]) else { return };
    let Kind::Table(days) = &calendar.kind else { return };
    for item in days.values() {
        let Some((day, at)) = part::<CalendarDay>(&item.value, &[], report) else { continue };
        check_stage(tree, &day, at, report);
        if let Some(movable) = day.movable
            && movable.first > movable.last
        {
            let message = format!("{} may be moved from {} to {}", item.value.path, movable.first, movable.last);
            clash(report, (at, "from here"), (&item.key, "no day lies between"), message, "exchange them");
        }
    }
}

/// The stage whose scores are due is one of the rulebook's.
fn check_stage(tree: &Value, day: &CalendarDay, at: &crate::reader::fault::Place, report: &mut Report) {
    let Some(Milestone::Stage(stage)) = &day.of else { return };
    let stages = tree.find(&["selection", "stages"]).map_or(&[][..], Value::items);
    let ids: Vec<String> = stages.iter().filter_map(|stage| Some(part::<String>(stage, &["id"], report)?.0)).collect();
    if ids.contains(stage) || ids.len() < stages.len() {
        return;
    }
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let message = format!("a day of the calendar is of the stage `{}`, which there is not", short(stage));
    let help = match closest(stage, &ids) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None if ids.is_empty() => "take `of` out: the rulebook has no stages of selection".to_owned(),
        None => format!("the stages are {}", list_of(&ids)),
    };
    let there = tree.find(&["selection"]).map_or(&tree.place, |selection| &selection.place);
    clash(report, (at, "of no stage"), (there, "the stages"), message, help);
}
