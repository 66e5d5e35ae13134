//! Ballots: questions that can be answered, and time to answer them.

use std::time::Duration;

use super::{again, clash, part, part_or, questions::questions, time};
use crate::{
    reader::{
        document::{Value, ValueContent},
        fault::{Code, Report, SourceSpan},
    },
    schema::{Layout, Question, QuestionTime},
};

pub(super) fn check(tree: &Value, report: &mut Report) {
    let items = tree.find(&["ballots", "interview"]).map_or(&[][..], Value::items);
    for item in items {
        check_scale(item, report);
        check_split(item, report);
        check_pairs(tree, item, report);
    }
    check_twice(items, report);
    check_confidence(tree, report);
    check_end_time(tree, report);
    check_scoring(tree, report);
    check_early(tree, report);
}

/// Reports `early` without a form after each talk, or with two sides that both guess.
fn check_early(tree: &Value, report: &mut Report) {
    let Some((true, at)) = part::<bool>(tree, &["ballots", "early"], report) else { return };
    let mut not = |why: &str, help: &str| {
        report.fault(Code::Contradiction, at, "early", format!("`ballots.early` is set, but {why}"), help.to_owned());
    };
    if tree.find(&["ballots", "interview"]).is_none_or(|value| value.items().is_empty()) {
        not("nothing is asked about an interview", "take it out, or ask something: `interview = [\"choice\"]`");
    } else if tree.find(&["ballots", "asked"]).and_then(Value::text) == Some("at-end") {
        not("judges are asked at the end", "take it out, or take `asked` out");
    } else if matches!(
        tree.find(&["interview", "symmetric"]).map(|value| &value.kind),
        Some(ValueContent::Switch(true))
    ) {
        not("both sides guess, and the guess of one would end the talk of the other", "take it out");
    } else if tree.find(&["interview", "medium", "transcript"]).is_some() {
        not("judges read, and there is no talk to end", "take it out");
    }
}

/// Reports a scale whose ends are the wrong way round, and anchors for only some of its whole numbers.
fn check_scale(item: &Value, report: &mut Report) {
    let number = |key: &str, report: &Report| part::<u16>(item, &["rating", key], report);
    let (Some((from, from_at)), Some((to, to_at))) = (number("from", report), number("to", report)) else { return };
    if from >= to {
        let message = format!("{} goes from {from} to {to}, which is no scale", item.path);
        clash(report, (from_at, "the lowest"), (to_at, "the highest"), message, "make `to` greater than `from`");
        return;
    }
    let Some((anchors, at)) = part::<Vec<String>>(item, &["rating", "anchors"], report) else { return };
    let numbers = usize::from(to - from) + 1;
    if !anchors.is_empty() && anchors.len() != numbers {
        let count = anchors.len();
        let message = format!("{} has {count} anchors for the {numbers} whole numbers from {from} to {to}", item.path);
        let help = format!("write {numbers} anchors, from the lowest number, or none");
        clash(report, (at, "the anchors"), (to_at, "the scale"), message, help);
    }
}

/// Reports a split whose winner needs more points than there are.
fn check_split(item: &Value, report: &mut Report) {
    let number = |key: &str| part::<u16>(item, &["split", key], report);
    let (Some((total, total_at)), Some((winner, winner_at))) = (number("total"), number("winner")) else { return };
    if winner > total {
        let message = format!("{} asks for a winner with {winner} of {total} points", item.path);
        clash(report, (winner_at, "more"), (total_at, "than there are"), message, "lower `winner`, or raise `total`");
    }
}

/// Reports a choice or a split without pairs.
fn check_pairs(tree: &Value, item: &Value, report: &mut Report) {
    let word = match part::<Question>(item, &[], report) {
        Some((Question::Choice, _)) => "choice",
        Some((Question::Split { .. }, _)) => "split",
        _ => return,
    };
    let Some((Layout::One, layout)) = part(tree, &["interview", "layout"], report) else { return };
    let message = format!("{} is a `{word}` between two, but `interview.layout` is `one`", item.path);
    let help = "ask for a `verdict` or a `rating`, or set `interview.layout = \"pair\"`";
    clash(report, (&item.place, "between two"), (layout, "one witness"), message, help);
}

/// Reports questions asked twice, and ratings with the same name.
fn check_twice(items: &[Value], report: &mut Report) {
    let mut seen: Vec<(String, &SourceSpan)> = Vec::new();
    for item in items {
        let Some((question, at)) = part::<Question>(item, &[], report) else { continue };
        let what = match question {
            Question::Choice => "`choice`".to_owned(),
            Question::Verdict { .. } => "`verdict`".to_owned(),
            Question::Rating { name, .. } => format!("the rating `{name}`"),
            Question::Split { .. } => "`split`".to_owned(),
            Question::Confidence => "`confidence`".to_owned(),
            Question::Reason { .. } => "`reason`".to_owned(),
        };
        if let Some((_, before)) = seen.iter().find(|(before, _)| *before == what) {
            let message = format!("`ballots.interview` asks for {what} twice");
            again(report, at, before, message, "take one out, or give a second rating another name");
        } else {
            seen.push((what, at));
        }
    }
}

/// Reports a confidence without a choice or a verdict.
fn check_confidence(tree: &Value, report: &mut Report) {
    let Some(questions) = questions(tree, report) else { return };
    let confidence = questions.asked.iter().find(|(question, _)| *question == Question::Confidence);
    let Some((_, at)) = confidence else { return };
    let of = |question: &Question| matches!(question, Question::Choice | Question::Verdict { .. });
    if !questions.asked.iter().any(|(question, _)| of(question)) {
        let message =
            "`ballots.interview` asks for `confidence`, but for no choice or verdict to be sure of".to_owned();
        report.fault(Code::Contradiction, at, "sure of what?", message, "add \"choice\" or { verdict = {} } before it");
    }
}

/// Reports questions after the last round without time for them.
fn check_end_time(tree: &Value, report: &mut Report) {
    let Some(ballots) = tree.find(&["ballots"]) else { return };
    let questions = ballots.find(&["interview"]).filter(|value| !value.items().is_empty());
    let at_end = match (part(ballots, &["asked"], report), questions) {
        (Some((QuestionTime::AtEnd, _)), Some(questions)) => Some(&questions.place),
        _ => ballots.find(&["ranking"]).map(|ranking| &ranking.place),
    };
    if let Some(asked_at) = at_end {
        match ballots.find(&["end_time"]) {
            None => {
                let message = "`ballots` ask something after the last round, but leave no time for it".to_owned();
                let places = [(asked_at, "asked at the end"), (&ballots.place, "no `end_time` here")];
                report.fault_between(
                    Code::Contradiction,
                    &places,
                    message,
                    "write `end_time = \"15m\"` under `[ballots]`",
                );
            }
            Some(_) => {
                let Some((Duration::ZERO, at)) = time(ballots, &["end_time"], report) else { return };
                let message =
                    "`ballots.end_time` is no time at all, but something is asked after the last round".to_owned();
                clash(report, (at, "no time"), (asked_at, "for this"), message, "raise it, to \"15m\" say");
            }
        }
    }
}

/// Reports questions after each interview without time for them.
fn check_scoring(tree: &Value, report: &mut Report) {
    let asked = part_or(tree, &["ballots", "asked"], QuestionTime::AfterInterview, report);
    let questions = tree.find(&["ballots", "interview"]).filter(|value| !value.items().is_empty());
    let scoring = time(tree, &["interview", "scoring"], report);
    if let (Some((QuestionTime::AfterInterview, _)), Some(questions), Some((Duration::ZERO, at))) =
        (asked, questions, scoring)
    {
        let message = "`interview.scoring` is no time at all, but judges are asked after each interview".to_owned();
        let help = "raise it, to \"3m\" say, or set `ballots.asked = \"at-end\"`";
        clash(report, (at, "no time"), (&questions.place, "for these"), message, help);
    }
}
