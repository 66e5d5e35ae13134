//! Attachments: only in talks, only with a suitable medium and delivery, and without revealing which witness answers.

use super::{again, clash, part};
use crate::{
    reader::{
        document::Value,
        fault::{Report, SourceSpan},
    },
    schema::{Delivery, Medium, Turns},
};

pub(super) fn check(tree: &Value, report: &mut Report) {
    let Some(attachments) = tree.find(&["interview", "attachments"]) else { return };
    check_twice(attachments, report);
    match part::<Medium>(tree, &["interview", "medium"], report) {
        Some((Medium::Transcript { .. }, medium)) => {
            let message = "`interview.attachments` lets judges show something, but `interview.medium` is `transcript`: nobody is there \
                           to see it";
            let help = "take `[interview.attachments]` out";
            clash(report, (&attachments.place, "to whom?"), (medium, "it was said before"), message.to_owned(), help);
        }
        Some((Medium::Lines { .. }, medium)) => {
            let message = "`interview.attachments` lets judges show something, but `interview.medium` is `lines`, as on a terminal, \
                           which shows nothing";
            let help = "choose the medium `messages` or `keystrokes`, or take `[interview.attachments]` out";
            clash(
                report,
                (&attachments.place, "pictures or sounds"),
                (medium, "lines alone"),
                message.to_owned(),
                help,
            );
        }
        _ => {}
    }
    if let Some((true, symmetric)) = part(tree, &["interview", "symmetric"], report) {
        let message = "`interview.attachments` lets judges show something, but `interview.symmetric` is true: whoever may show \
                       something learns that they ask";
        let help = "take `[interview.attachments]` or `symmetric` out";
        clash(
            report,
            (&attachments.place, "only who asks"),
            (symmetric, "both see the same page"),
            message.to_owned(),
            help,
        );
    }
    check_turns(tree, attachments, report);
}

/// Reports a kind that is named twice.
fn check_twice(attachments: &Value, report: &mut Report) {
    let mut seen: Vec<(String, &SourceSpan)> = Vec::new();
    for value in attachments.find(&["kinds"]).map_or(&[][..], Value::items) {
        let Some((kind, at)) = part::<String>(value, &[], report) else { continue };
        match seen.iter().find(|(before, _)| *before == kind) {
            Some((_, before)) => {
                let message = format!("`interview.attachments.kinds` names `{kind}` twice");
                again(report, at, before, message, "take one out");
            }
            None => seen.push((kind, at)),
        }
    }
}

/// Reports files that may play for longer than a turn.
fn check_turns(tree: &Value, attachments: &Value, report: &mut Report) {
    let Some((rules, _)) = part::<crate::schema::AttachmentRules>(tree, &["interview", "attachments"], report) else {
        return;
    };
    let Some((Turns::Alternate { within }, turns)) = part(tree, &["interview", "turns"], report) else { return };
    let held = match part(tree, &["interview", "delivery"], report) {
        Some((Delivery::AtLeast { delay }, _)) => delay,
        _ => std::time::Duration::ZERO,
    };
    if rules.kinds.iter().any(|kind| kind.plays()) && rules.longest + held >= within {
        let message = "`interview.attachments.longest` lets something play until the turn of whoever answers it is over by \
                       `interview.turns`";
        let at = attachments.find(&["longest"]).map_or(&attachments.place, |longest| &longest.place);
        let help = "shorten `longest`, show pictures alone, or set `turns = \"free\"`";
        clash(report, (at, "plays so long"), (turns, "a turn of this length"), message.to_owned(), help);
    }
}
