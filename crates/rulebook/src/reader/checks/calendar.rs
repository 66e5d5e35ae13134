//! The calendar: known stages, and days in their order.

use super::{clash, part};
use crate::{
    reader::{
        document::{Value, ValueContent, short},
        fault::{Report, SourceSpan},
        word::{closest, list_of},
    },
    schema::{CalendarDay, Date, Milestone},
};

pub(super) fn check(tree: &Value, report: &mut Report) {
    let Some(calendar) = tree.find(&["calendar"]) else { return };
    let ValueContent::Table(days) = &calendar.kind else { return };
    check_order(tree, report);
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

/// Reports a day for the scores of an unknown stage.
fn check_stage(tree: &Value, day: &CalendarDay, at: &SourceSpan, report: &mut Report) {
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

/// A day with its place in the order of steps.
struct DayStep {
    order: usize,
    what: String,
    day: Date,
    at: SourceSpan,
}

/// The last day of the intake.
const CLOSES: usize = 0;
/// The first stage of selection; the others follow.
const STAGES: usize = 1;
const ANNOUNCEMENT: usize = 1000;
/// The finalists' deadlines, which may fall before the announcement.
const READY: usize = 1001;
const CONTEST: usize = 1002;

/// Reports days that are not in the order of their steps. The finalists' deadlines only have to follow the end of the
/// intake and precede the contest.
fn check_order(tree: &Value, report: &mut Report) {
    let mut steps = of_milestones(tree, report);
    steps.extend(of_intake(tree, report));
    steps.sort_by_key(|step| step.order);
    for (at, later) in steps.iter().enumerate() {
        let comes_before = |earlier: &&DayStep| {
            let of_finalists = later.order == READY && earlier.order != CLOSES;
            earlier.order < later.order && earlier.day > later.day && !of_finalists
        };
        if let Some(earlier) = steps[..at].iter().find(comes_before) {
            let message = format!("{} {}, and {} {}", later.what, later.day, earlier.what, earlier.day);
            clash(report, (&later.at, "too early"), (&earlier.at, "not before this"), message, "move one of them");
        }
    }
}

/// The days of the intake that have a place in the order.
fn of_intake(tree: &Value, report: &Report) -> Vec<DayStep> {
    let days = [
        (CLOSES, "the last day of the intake is", ["intake", "window", "closes", ""]),
        (READY, "the last day for working entries is", ["intake", "late", "working_by", "by"]),
        (READY, "the last day for changes is", ["intake", "late", "changes_until", "by"]),
    ];
    let step = |(order, what, keys): (usize, &str, [&str; 4])| {
        let keys: Vec<&str> = keys.into_iter().filter(|key| !key.is_empty()).collect();
        let (day, at) = part::<Date>(tree, &keys, report)?;
        Some(DayStep { order, what: what.to_owned(), day, at: at.clone() })
    };
    days.into_iter().filter_map(step).collect()
}

/// The days of the calendar that have a recorded step.
fn of_milestones(tree: &Value, report: &Report) -> Vec<DayStep> {
    let stages = tree.find(&["selection", "stages"]).map_or(&[][..], Value::items);
    let stages: Vec<_> = stages.iter().map(|stage| part::<String>(stage, &["id"], report).map(|(id, _)| id)).collect();
    let Some(ValueContent::Table(days)) = tree.find(&["calendar"]).map(|calendar| &calendar.kind) else {
        return Vec::new();
    };
    let order = |of: Milestone| match of {
        Milestone::Contest => Some((CONTEST, "the contest is".to_owned())),
        Milestone::Announcement => Some((ANNOUNCEMENT, "the announcement of the finalists is".to_owned())),
        Milestone::Stage(id) => {
            let at = stages.iter().position(|stage| stage.as_ref() == Some(&id))?;
            Some((STAGES + at, format!("the day of the stage `{}` is", short(&id))))
        }
    };
    let found = days.values().filter_map(|item| {
        let (day, _) = part::<CalendarDay>(&item.value, &[], report)?;
        let (order, what) = order(day.of?)?;
        let at = item.value.find(&["day"]).map_or(&item.value.place, |value| &value.place).clone();
        Some(DayStep { order, what, day: day.day, at })
    });
    found.collect()
}

#[cfg(test)]
mod tests {
    use crate::{reader::read_rulebook, shipped};

    /// The contradictions in the rules of 2003 with some days replaced.
    fn faults(moved: &[(&str, &str)]) -> Vec<String> {
        let mut text = shipped::find("surrey-2003").unwrap().to_owned();
        for (day, other) in moved {
            assert!(text.contains(day), "{day}");
            text = text.replace(day, other);
        }
        match read_rulebook("moved.toml", &text) {
            Ok(_) => Vec::new(),
            Err(faults) => faults.iter().map(ToString::to_string).collect(),
        }
    }

    #[test]
    fn what_follows_from_the_intake_is_not_before_its_end_and_the_contest_is_last() {
        assert_eq!(faults(&[]), [""; 0]);
        assert_eq!(
            faults(&[("2003-06-30", "2003-11-30")]),
            [
                "the announcement of the finalists is 2003-08-15, and the last day of the intake is 2003-11-30",
                "the contest is 2003-10-18, and the last day of the intake is 2003-11-30",
                "the last day for working entries is 2003-09-15, and the last day of the intake is 2003-11-30",
                "the last day for changes is 2003-10-10, and the last day of the intake is 2003-11-30",
            ]
            .map(str::to_owned)
        );
        assert_eq!(
            faults(&[("2003-10-18", "2003-10-09")]),
            ["the contest is 2003-10-09, and the last day for changes is 2003-10-10"]
        );
        assert_eq!(faults(&[("2003-08-15", "2003-09-20")]), [""; 0], "finalists may be told after they have to work");
    }
}
