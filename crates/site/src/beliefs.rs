//! The beliefs of judges who read transcripts: the mean belief turn by turn as a picture, and the last beliefs as tables.

use std::fmt::Write;

use askama::Template;
use contest::result::{Believed, JudgedConversation, ReadingBeliefs};
use language::Message;
use rulebook::Witness;
use statistics::{
    mean::{JUDGES_MIN, student_quantile},
    proportion::Interval,
    share::independent,
};
use tally::LEVEL;

use crate::{Site, interview::rendered, names};

/// The most conversations in the picture; the table has them all.
const MOST_LINES: usize = 24;

/// Sizes in the units of the picture, which are about those of a telephone.
const WIDTH: f64 = 400.0;
const HEIGHT: f64 = 220.0;
const LEFT: f64 = 34.0;
const BOTTOM: f64 = 190.0;
const TOP: f64 = 10.0;

#[derive(Template)]
#[template(path = "beliefs.html")]
struct Beliefs {
    plot: String,
    /// The number of conversations in the table that are not in the picture.
    left_out: usize,
    conversations: Vec<BeliefRow>,
    judges: Vec<BeliefRow>,
}

/// A line of a table.
struct BeliefRow {
    who: String,
    /// The kind of witness; `None` for a judge.
    was: Option<Message>,
    count: u32,
    mean: Message,
    right: Message,
    undecided: u32,
}

/// The section about beliefs; `None` where no transcripts were read.
pub(crate) fn html(site: &Site<'_>) -> Option<String> {
    let reading = site.report?.result.reading.as_ref().filter(|reading| !reading.conversations.is_empty())?;
    let conversations = reading.conversations.iter().map(|judged| BeliefRow {
        was: Some(names::kind(judged.witness)),
        ..row(site.witness(judged.witness), judged.last)
    });
    let judges = reading.judges.iter().map(|judge| row(site.judge(judge.judge), judge.last));
    Some(rendered(
        &Beliefs {
            plot: svg(site, reading),
            left_out: reading.conversations.len().saturating_sub(MOST_LINES),
            conversations: conversations.collect(),
            judges: judges.collect(),
        },
        &site.reader,
    ))
}

fn is_program(judged: &JudgedConversation) -> bool {
    matches!(judged.witness, Witness::Entry(_))
}

fn row(who: String, last: Believed) -> BeliefRow {
    let right = match independent(last.right.into(), last.of.into(), LEVEL) {
        Some((found, _)) => {
            let (low, high) = (format!("{:.0}", found.low * 100.0), format!("{:.0}", found.high * 100.0));
            say!("site-right-of", right = last.right, of = last.of, low = low, high = high)
        }
        None => Message::verbatim("–"),
    };
    BeliefRow { who, was: None, count: last.of, mean: mean(last), right, undecided: last.undecided }
}

/// The mean of last beliefs, with its 95 % interval by Student's t from [`JUDGES_MIN`] beliefs.
fn mean(last: Believed) -> Message {
    let (n, sum) = (f64::from(last.of), f64::from(last.sum));
    let mean = sum / n;
    if (last.of as usize) < JUDGES_MIN {
        return Message::verbatim(format!("{mean:.1}"));
    }
    #[expect(clippy::cast_precision_loss, reason = "sums of squares of per cents are far below 2^53")]
    let variance = ((last.squares as f64 - sum * sum / n) / (n - 1.0)).max(0.0);
    let half = student_quantile(LEVEL, last.of as usize - 1) * (variance / n).sqrt();
    // Where all beliefs are equal, the method gives no interval.
    if u64::from(last.of) * last.squares == u64::from(last.sum) * u64::from(last.sum) {
        return Message::verbatim(format!("{mean:.1}"));
    }
    let cut = Interval { low: mean - half, high: mean + half }.within(0.0, 100.0);
    let (low, high) = (format!("{:.1}", cut.low), format!("{:.1}", cut.high));
    say!("site-figure-between", figure = format!("{mean:.1}"), low = low, high = high)
}

/// The mean belief after each turn: programs in full lines with full dots, people in broken lines with hollow ones.
fn svg(site: &Site<'_>, reading: &ReadingBeliefs) -> String {
    let shown = &reading.conversations[..reading.conversations.len().min(MOST_LINES)];
    let turns = shown.iter().map(|judged| judged.by_turn.len()).max().unwrap_or(1).max(2);
    #[expect(clippy::cast_precision_loss, reason = "a conversation has at most 200 turns")]
    let x = |turn: usize| LEFT + turn as f64 / (turns - 1) as f64 * (WIDTH - LEFT - 14.0);
    let y = |belief: f64| BOTTOM - belief / 100.0 * (BOTTOM - TOP);
    let mut svg = format!(
        "<svg class=\"plot\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-labelledby=\"beliefs-title beliefs-desc\">\n\
         <title id=\"beliefs-title\">{}</title>\n\
         <desc id=\"beliefs-desc\">{}</desc>\n",
        escaped(&site.in_words(&say!("site-beliefs-title"))),
        escaped(&described(site, shown))
    );
    for belief in [0.0, 25.0, 50.0, 75.0, 100.0] {
        let at = y(belief);
        let _ = writeln!(
            svg,
            "<line class=\"tick\" x1=\"{LEFT}\" y1=\"{at:.1}\" x2=\"{:.1}\" y2=\"{at:.1}\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{belief:.0}</text>",
            WIDTH - 10.0,
            LEFT - 6.0,
            at + 4.0
        );
    }
    for judged in shown {
        let points: Vec<(f64, f64)> = judged
            .by_turn
            .iter()
            .enumerate()
            .map(|(turn, mean)| (x(turn), y(f64::from(mean.sum) / f64::from(mean.of))))
            .collect();
        let kind = if is_program(judged) { "entry" } else { "person" };
        let dashes = if is_program(judged) { "" } else { " stroke-dasharray=\"5 4\"" };
        let path: Vec<_> = points.iter().map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
        let _ = write!(svg, "<path class=\"bar\" fill=\"none\"{dashes} d=\"M{}\"/>", path.join("L"));
        for (x, y) in points {
            let _ = write!(svg, "<circle class=\"{kind}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\"/>");
        }
        svg.push('\n');
    }
    let _ = write!(
        svg,
        "<text x=\"{LEFT}\" y=\"{0:.1}\">{2}</text><text x=\"{1:.1}\" y=\"{0:.1}\" text-anchor=\"end\">{3}</text>\n</svg>",
        BOTTOM + 18.0,
        WIDTH - 10.0,
        escaped(&site.in_words(&say!("site-turn", turn = 1))),
        escaped(&site.in_words(&say!("site-turn", turn = turns)))
    );
    svg
}

fn described(site: &Site<'_>, shown: &[JudgedConversation]) -> String {
    let line = |judged: &JudgedConversation| {
        let means = judged.by_turn.iter().map(|mean| format!("{:.0}", f64::from(mean.sum) / f64::from(mean.of)));
        format!("{}: {}", site.witness(judged.witness), means.collect::<Vec<_>>().join(", "))
    };
    shown.iter().map(line).collect::<Vec<_>>().join("; ")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
