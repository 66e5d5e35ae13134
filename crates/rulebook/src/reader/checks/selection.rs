//! Selection: stages that can be held, and that end with no more entries than places in the final.

use std::sync::Arc;

use super::{Many, clash, many, part, part_or, unique};
use crate::{
    reader::{
        document::Value,
        fault::{Report, SourceSpan},
    },
    schema::{Compare, Limit, Span, Stage, Tie},
};

pub(super) fn check(tree: &Value, report: &mut Report) {
    unique(tree, &["selection", "stages"], "stages of selection", report);
    check_finalists(tree, report);
    let items = tree.find(&["selection", "stages"]).map_or(&[][..], Value::items);
    let mut in_order = true;
    for stage in items {
        in_order &= check_span(stage, report);
    }
    let stages: Option<Vec<LocatedStage<'_>>> = items.iter().map(|item| LocatedStage::of(item, report)).collect();
    let Some(stages) = stages.filter(|_| in_order) else { return };
    for held in &stages {
        check_cut(held, report);
    }
    if check_never_held(&stages, report) {
        check_last(tree, &stages, report);
    }
}

/// A readable stage, with the places of its keys.
struct LocatedStage<'t> {
    stage: Stage,
    item: &'t Value,
    span: &'t SourceSpan,
    keeps: &'t SourceSpan,
}

impl<'t> LocatedStage<'t> {
    fn of(item: &'t Value, report: &Report) -> Option<Self> {
        let (stage, _) = part::<Stage>(item, &[], report)?;
        let (_, span) = part::<Span>(item, &["entries"], report)?;
        let (_, keeps) = part::<u16>(item, &["keeps"], report)?;
        Some(Self { stage, item, span, keeps })
    }
}

/// The fewest and the most of this many entries that stay.
fn stays(stage: &Stage, entries: usize) -> (usize, usize) {
    let kept = entries.min(stage.keeps.into());
    let least = if stage.compare == Compare::Committee { 1 } else { kept };
    let may_keep_more = stage.ties == Tie::AllStay || stage.invitations;
    (least, if may_keep_more { entries } else { kept })
}

/// Reports a span whose fewest is above its most; returns whether it is in order.
fn check_span(stage: &Value, report: &mut Report) -> bool {
    let end = |key: &str| part::<u16>(stage, &["entries", key], report);
    let (Some((least, least_at)), Some((most, most_at))) = (end("least"), end("most")) else { return true };
    if least > most {
        let message = format!("{} has `least` {least} above `most` {most}", stage.path.key("entries"));
        clash(report, (least_at, "the fewest"), (most_at, "the most"), message, "exchange them");
    }
    least <= most
}

/// Reports a stage that drops no entry even with the most entries of its span.
fn check_cut(held: &LocatedStage<'_>, report: &mut Report) {
    let Stage { keeps, entries: Span { most: Some(most), .. }, .. } = held.stage else { return };
    if keeps >= most && held.stage.compare != Compare::Committee {
        let message = format!("{} keeps {keeps} of at most {most} entries: it leaves nobody out", held.item.path);
        let help = "lower its `keeps`, or take it out";
        clash(report, (held.keeps, "all of them stay"), (held.span, "of so many"), message, help);
    }
}

/// Reports more finalists than the final has room for, and fewer than it needs.
///
/// For numbers of the rulebook alone; the contest is responsible for those that it overrides.
fn check_finalists(tree: &Value, report: &mut Report) {
    let Some((finalists, at)) = part::<u16>(tree, &["selection", "finalists"], report) else { return };
    let Some(Many { number, place, limit }) = many(tree, "entries", report) else { return };
    let Some((baselines, _)) = part_or(tree, &["roles", "baselines"], 0_u16, report) else { return };
    let (Limit { least, most }, place) = limit.unwrap_or((Limit { least: number, most: number }, place));
    if least > most || !Arc::ptr_eq(&at.file, &place.file) {
        return;
    }
    let room = most.saturating_sub(baselines);
    let (message, label) = if finalists > room {
        (format!("`selection.finalists` is {finalists}, but the final has room for {room} at most"), "fewer places")
    } else if finalists < least.saturating_sub(baselines) {
        let needed = least - baselines;
        (format!("`selection.finalists` is {finalists}, but the final needs {needed} at least"), "more are needed")
    } else {
        return;
    };
    let help = "change `selection.finalists`, or `roles.entries` and its limits; baselines take places too";
    clash(report, (at, "so many finalists"), (place, label), message, help);
}

/// Reports a stage that is never held, with any numbers that the stages before it leave; returns whether all can be
/// held.
fn check_never_held(stages: &[LocatedStage<'_>], report: &mut Report) -> bool {
    let mut all_held = true;
    let mut possible: Vec<bool> = (0..=MOST_ENTRIES).map(|entries| entries > 0).collect();
    for (at, held) in stages.iter().enumerate() {
        let (mut after, mut is_held) = (vec![false; possible.len()], false);
        for entries in (0..possible.len()).filter(|entries| possible[*entries]) {
            if held.stage.entries.holds(entries) {
                is_held = true;
                let (least, most) = stays(&held.stage, entries);
                after[least..=most].fill(true);
            } else {
                after[entries] = true;
            }
        }
        possible = after;
        if is_held {
            continue;
        }
        all_held = false;
        if let Some(before) = stages[..at].iter().rev().find(|before| overlap(before.stage.entries, held.stage.entries))
        {
            let message = format!(
                "{} is never held: of as many entries as it is for, the stages before it leave others",
                held.item.path
            );
            let help = "change its `entries` to numbers that can be left, or take it out";
            clash(report, (held.span, "never so many"), (before.keeps, "no more than these stay"), message, help);
        }
    }
    all_held
}

/// Reports more remaining entries after the last stage than places in the final.
fn check_last(tree: &Value, stages: &[LocatedStage<'_>], report: &mut Report) {
    let Some((finalists, at)) = part::<u16>(tree, &["selection", "finalists"], report) else { return };
    let Some(last) = stages.last() else { return };
    let keeps = last.stage.keeps;
    if keeps > finalists {
        let message = format!("the last stage keeps {keeps}, but `selection.finalists` is {finalists}");
        let help = format!("lower its `keeps` to {finalists}, or add a stage behind it");
        clash(report, (last.keeps, "more than"), (at, "there are places"), message, help);
        return;
    }
    let left = |entries: usize| {
        stages.iter().fold(entries, |left, held| {
            if held.stage.entries.holds(left) { left.min(held.stage.keeps.into()) } else { left }
        })
    };
    let places = usize::from(finalists);
    if let Some(entries) = (places + 1..=MOST_ENTRIES).find(|entries| left(*entries) > places) {
        let message = format!(
            "with {entries} entries, {} are left after the last stage, but `selection.finalists` is {finalists}",
            left(entries)
        );
        let help = "widen `entries` of a stage, or add one, so that every number of entries leads to the final";
        let nearest = stages.iter().rfind(|held| !held.stage.entries.holds(entries)).unwrap_or(last);
        clash(report, (at, "so many places"), (nearest.span, "not held then"), message, help);
    }
}

/// Returns whether two spans share a number.
fn overlap(one: Span, other: Span) -> bool {
    let most = |span: Span| span.most.unwrap_or(u16::MAX);
    one.least.max(other.least) <= most(one).min(most(other))
}

/// More entries than any span or stage can name, so that numbers beyond every limit are tried too.
const MOST_ENTRIES: usize = 1001;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shipped;

    #[test]
    fn a_stage_keeps_fewer_where_people_choose_and_more_where_it_may() {
        let rules = shipped::rulebook("loebner-2010").unwrap().selection.unwrap();
        let first = &rules.stages[0];
        assert_eq!((stays(first, 20), stays(first, 16), stays(first, 5)), ((16, 16), (16, 16), (5, 5)));
        let level = Stage { ties: Tie::AllStay, ..first.clone() };
        let invited = Stage { invitations: true, ..first.clone() };
        assert_eq!((stays(&level, 20), stays(&invited, 20)), ((16, 20), (16, 20)));
        let chosen = Stage { compare: Compare::Committee, ..first.clone() };
        assert_eq!((stays(&chosen, 20), stays(&chosen, 5)), ((1, 16), (1, 5)));
    }
}
