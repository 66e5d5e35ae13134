//! Transcripts for judges: no rules for live witnesses, and a belief question after each turn.

use super::{clash, part, part_or};
use crate::{
    reader::{
        document::{Value, ValueContent},
        fault::{Report, SourceSpan},
    },
    schema::{Delivery, Medium, Opener, People, Turns},
};

pub(super) fn check(tree: &Value, report: &mut Report) {
    let Some((medium, at)) = part::<Medium>(tree, &["interview", "medium"], report) else { return };
    let belief = tree.find(&["ballots", "belief"]);
    if !matches!(medium, Medium::Transcript { .. }) {
        if let Some(belief) = belief {
            let message = "`ballots.belief` is asked after each turn of a transcript, but `interview.medium` carries what is said \
                           now";
            let help = "take `ballots.belief` out, or choose the medium `transcript`";
            clash(report, (&belief.place, "after which turn?"), (at, "no transcript"), message.to_owned(), help);
        }
        return;
    }
    if belief.is_none()
        && let Some(ballots) = tree.find(&["ballots"])
    {
        let message = "`interview.medium` is `transcript`, but `ballots.belief` is not asked: nothing leads from one turn to the \
                       next";
        let help = "write `[ballots.belief]` with `text`, `low` and `high`";
        clash(report, (&ballots.place, "no `belief` here"), (at, "turn by turn"), message.to_owned(), help);
    }
    check_nobody_there(tree, at, report);
}

/// Reports rules for live witnesses.
fn check_nobody_there(tree: &Value, medium: &SourceSpan, report: &mut Report) {
    let refuse = |key: &str, place: &SourceSpan, help: &str, report: &mut Report| {
        let message = format!("`{key}` is about witnesses who answer, but `interview.medium` is `transcript`");
        clash(report, (place, "nobody answers"), (medium, "it was said before"), message, help);
    };
    match part(tree, &["interview", "delivery"], report) {
        Some((Delivery::WholeLines, _)) | None => {}
        Some((_, at)) => refuse("interview.delivery", at, "set `delivery = \"whole-lines\"`", report),
    }
    if let Some((Opener::Judge, at)) = part(tree, &["interview", "opens"], report) {
        refuse("interview.opens", at, "set `opens = \"anyone\"`: who began is told by the transcript", report);
    }
    if let Some((Turns::Alternate { .. }, at)) = part(tree, &["interview", "turns"], report) {
        refuse("interview.turns", at, "set `turns = \"free\"`, or take it out", report);
    }
    if let Some((true, at)) = part(tree, &["interview", "symmetric"], report) {
        refuse("interview.symmetric", at, "take it out", report);
    }
    if let Some((People::Both, at)) = part_or(tree, &["roles", "people"], People::Apart, report) {
        refuse("roles.people", at, "set `people = \"apart\"`, or take it out", report);
    }
    if let Some(words) = tree.find(&["interview", "opening_words"]).filter(|words| !words.items().is_empty()) {
        refuse("interview.opening_words", &words.place, "take them out", report);
    }
    for part in ["referees", "intake", "selection"] {
        let there = tree.find(&[part]).filter(|value| matches!(value.kind, ValueContent::Table(_)));
        if let Some(there) = there {
            refuse(part, &there.place, &format!("take `[{part}]` out"), report);
        }
    }
}
