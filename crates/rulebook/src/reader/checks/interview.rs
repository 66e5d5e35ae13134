//! Interview: the limits of a medium and a layout.

use std::time::Duration;

use super::{attachments, clash, part, part_or, time, transcripts};
use crate::{
    reader::{
        document::Value,
        fault::{Code, Report},
    },
    schema::{Delivery, Layout, Medium, People, Start, Turns},
};

pub(super) fn check(tree: &Value, report: &mut Report) {
    check_symmetric(tree, report);
    check_utterances(tree, report);
    check_delivery(tree, report);
    check_turn(tree, report);
    check_opening_words(tree, report);
    check_opening_enforced(tree, report);
    attachments::check(tree, report);
    transcripts::check(tree, report);
}

/// Reports a symmetric interview with two witnesses at a time, without ballots of confederates, or with a delivery that
/// delays one side only.
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
    let delivery = part::<Delivery>(tree, &["interview", "delivery"], report);
    if let Some((Delivery::AtLeast { .. } | Delivery::CommonRhythm { .. }, delivery)) = delivery {
        let message = "`interview.symmetric` is true, but `interview.delivery` holds back what one side says and not what the \
                       other does: whoever is answered sooner than that learns that they answer";
        let help = "set `delivery = \"whole-lines\"`, or take `symmetric` out";
        clash(report, (at, "both see the same page"), (delivery, "one is held back"), message.to_owned(), help);
    }
}

/// Reports turns of keys: turns need utterances.
fn check_utterances(tree: &Value, report: &mut Report) {
    let Some((Medium::Keystrokes { .. }, medium)) = part(tree, &["interview", "medium"], report) else { return };
    let help = "choose the medium `lines` or `messages`";
    if let Some((Turns::Alternate { .. }, at)) = part(tree, &["interview", "turns"], report) {
        let message =
            "`interview.turns` alternate, but `interview.medium` is `keystrokes`, which have no end to wait for";
        clash(report, (at, "turns of utterances"), (medium, "keys"), message.to_owned(), help);
    }
}

/// Reports a delivery that does not fit the medium or the length of a turn.
fn check_delivery(tree: &Value, report: &mut Report) {
    let idle = time(tree, &["interview", "utterance_idle"], report);
    if let Some((Duration::ZERO, at)) = idle {
        let message = "`interview.utterance_idle` is no time at all: every key would be an utterance".to_owned();
        report.fault(Code::OutOfRange, at, "too short", message, "write a time such as \"15s\"");
    }
    let Some((delivery, at)) = part::<Delivery>(tree, &["interview", "delivery"], report) else { return };
    if let Delivery::AtLeast { delay: Duration::ZERO } = delivery {
        let message = "`interview.delivery.at-least.delay` is no time at all".to_owned();
        let help = "write a time such as \"5s\", or `delivery = \"whole-lines\"`";
        report.fault(Code::OutOfRange, at, "too short", message, help);
    }
    let medium = part::<Medium>(tree, &["interview", "medium"], report);
    if let Some((Medium::Lines { .. } | Medium::Messages { .. }, medium)) = medium {
        match delivery {
            Delivery::AsTyped => {
                let message =
                    "`interview.delivery` is `as-typed`, but `interview.medium` carries what is finished, not keys";
                let help = "set `delivery = \"whole-lines\"`, or choose the medium `keystrokes`";
                clash(report, (at, "keys as they are typed"), (medium, "no keys"), message.to_owned(), help);
            }
            Delivery::CommonRhythm { start: Start::AtReturn } => {
                let message = "`interview.delivery.common-rhythm.start` is `at-return`, but `interview.medium` carries what is \
                               finished: nothing tells there who typed it";
                let help = "set `start = \"held\"`, or choose the medium `keystrokes`";
                clash(report, (at, "typed or given whole"), (medium, "always whole"), message.to_owned(), help);
            }
            _ => {}
        }
    }
    let turns = part(tree, &["interview", "turns"], report);
    if let Some((Turns::Alternate { within }, turns)) = turns {
        let is_late = match delivery {
            Delivery::AtLeast { delay } => delay >= within,
            Delivery::CommonRhythm { .. } => true,
            Delivery::AsTyped | Delivery::WholeLines => false,
        };
        if is_late {
            let message = "`interview.delivery` shows an answer when its turn is over by `interview.turns`".to_owned();
            let help = "shorten the delay, set `delivery = \"whole-lines\"`, or set `turns = \"free\"`";
            clash(report, (at, "shown so late"), (turns, "a turn of this length"), message, help);
        }
    }
}

/// Reports a turn without time.
fn check_turn(tree: &Value, report: &mut Report) {
    let turn = time(tree, &["interview", "turns", "alternate", "within"], report);
    if let Some((Duration::ZERO, at)) = turn {
        let message = "`interview.turns.alternate.within` is no time at all".to_owned();
        report.fault(Code::OutOfRange, at, "too short", message, "write the time of one turn, such as \"20s\"");
    }
}

/// Reports enforced opening words that do not exist, or whose refusal would reveal the answering side in a symmetric
/// interview.
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

/// Reports opening words that do not fit into a witness's message.
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
