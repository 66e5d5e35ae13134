//! Interview: what a medium and a layout allow.

use std::time::Duration;

use super::{clash, part, part_or, time};
use crate::{
    reader::{
        document::Value,
        fault::{Code, Report},
    },
    schema::{Layout, Medium, People, Turns},
};

pub(super) fn check(tree: &Value, report: &mut Report) {
    check_symmetric(tree, report);
    check_utterances(tree, report);
    check_turn(tree, report);
    check_opening_words(tree, report);
    check_opening_enforced(tree, report);
}

/// Two players who both guess have one another, and neither knows whether the other is a person.
fn check_symmetric(tree: &Value, report: &mut Report) {
    let Some((true, at)) = part(tree, &["interview", "symmetric"], report) else { return };
    if let Some((Layout::Pair, layout)) = part(tree, &["interview", "layout"], report) {
        let message =
            "`interview.symmetric` is true, but `interview.layout` is `pair`: a witness sees one judge, not two"
                .to_owned();
        let help = "set `interview.layout = \"one\"`, or take `symmetric` out";
        clash(report, (at, "both see the same page"), (layout, "a judge sees two"), message, help);
    }
    if let Some((People::Apart, people)) = part_or(tree, &["roles", "people"], People::Apart, report) {
        let message =
            "`interview.symmetric` is true, but `roles.people` is `apart`: confederates give no ballots".to_owned();
        let help = "set `roles.people = \"both\"`, or take `symmetric` out";
        clash(report, (at, "both guess"), (people, "only judges guess"), message, help);
    }
}

/// Turns and delays are of utterances, not of keys.
fn check_utterances(tree: &Value, report: &mut Report) {
    let Some((Medium::Keystrokes { .. }, medium)) = part(tree, &["interview", "medium"], report) else { return };
    let help = "choose the medium `lines` or `messages`";
    if let Some((Turns::Alternate { .. }, at)) = part(tree, &["interview", "turns"], report) {
        let message =
            "`interview.turns` alternate, but `interview.medium` is `keystrokes`, which have no end to wait for";
        clash(report, (at, "turns of utterances"), (medium, "keys"), message.to_owned(), help);
    }
    if let Some((_, at)) = time(tree, &["interview", "delay"], report).filter(|(delay, _)| !delay.is_zero()) {
        let message = "`interview.delay` is set, but `interview.medium` is `keystrokes`, which are shown as they come";
        clash(report, (at, "a delay of replies"), (medium, "keys"), message.to_owned(), help);
    }
}

/// A turn takes time.
fn check_turn(tree: &Value, report: &mut Report) {
    let turn = time(tree, &["interview", "turns", "alternate", "within"], report);
    if let Some((Duration::ZERO, at)) = turn {
        let message = "`interview.turns.alternate.within` is no time at all".to_owned();
        report.fault(Code::OutOfRange, at, "too short", message, "write the time of one turn, such as \"20s\"");
    }
}

/// Nobody is held to words that are not there, nor told by a refusal that they are the one who answers.
fn check_opening_enforced(tree: &Value, report: &mut Report) {
    let Some((true, at)) = part(tree, &["interview", "opening_enforced"], report) else { return };
    let words = tree.find(&["interview", "opening_words"]).map_or(&[][..], Value::items);
    if words.is_empty() {
        let message = "`interview.opening_enforced` is true, but `interview.opening_words` has no words".to_owned();
        let help = "write the words, or take `opening_enforced` out";
        report.fault(Code::Contradiction, at, "held to nothing", message, help);
    }
    if let Some((true, symmetric)) = part(tree, &["interview", "symmetric"], report) {
        let message =
            "`interview.opening_enforced` is true, but `interview.symmetric` is true: whoever is held to the \
                       words learns that they answer"
                .to_owned();
        let help = "take `opening_enforced` or `symmetric` out";
        clash(report, (at, "the one who answers"), (symmetric, "nobody knows who answers"), message, help);
    }
}

/// Opening words fit into what a witness may send.
fn check_opening_words(tree: &Value, report: &mut Report) {
    let Some((medium, medium_at)) = part::<Medium>(tree, &["interview", "medium"], report) else { return };
    let (Medium::Lines { characters, .. } | Medium::Messages { characters, .. }) = medium else { return };
    for value in tree.find(&["interview", "opening_words"]).map_or(&[][..], Value::items) {
        let Some((words, at)) = part::<String>(value, &[], report) else { continue };
        let count = words.chars().count();
        if u32::try_from(count).is_ok_and(|count| count > characters) {
            let message =
                format!("{} has {count} characters, but a witness may send {characters} at a time", value.path);
            let help = "shorten the words, or raise `characters` of the medium";
            clash(report, (at, "too long to be sent"), (medium_at, "this much"), message, help);
        }
    }
}
