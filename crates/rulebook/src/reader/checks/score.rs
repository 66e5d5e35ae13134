//! Score: measures that can be taken, and tie-breaks that can decide.

use super::{
    again, part,
    questions::{Need, check_need},
};
use crate::{
    reader::{
        document::Value,
        fault::{Report, SourceSpan},
    },
    schema::{Measure, TieBreak},
};

pub(super) fn check(tree: &Value, report: &mut Report) {
    let by = part::<Measure>(tree, &["score", "by"], report);
    if let Some((measure, at)) = &by {
        check_need(tree, "`score.by`", at, &Need::of(measure), report);
    }
    let mut seen: Vec<(TieBreak, &SourceSpan)> =
        by.map(|(measure, at)| (TieBreak::By(measure), at)).into_iter().collect();
    for item in tree.find(&["score", "tie_breaks"]).map_or(&[][..], Value::items) {
        let Some((tie_break, at)) = part::<TieBreak>(item, &[], report) else { continue };
        if let Some((_, before)) = seen.iter().find(|(before, _)| *before == tie_break) {
            let message = format!("{} has decided nothing before, and cannot now", item.path);
            again(report, at, before, message, "take it out: those equal in it stay equal");
            continue;
        }
        if let TieBreak::By(measure) = &tie_break {
            check_need(tree, &item.path.to_string(), at, &Need::of(measure), report);
        }
        seen.push((tie_break, at));
    }
}
