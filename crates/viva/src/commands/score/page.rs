//! A result as a page for the terminal: standings, awards, and withheld awards with the reasons.

use std::{collections::BTreeMap, fmt::Display};

use rulebook::{
    EntryId, Rulebook,
    schema::{Measure, TieBreak},
};
use tally::{Ballots, Confidence, Score, Sentences, Standing, Tally, file::Named};

use super::{Scored, interval};

/// The width for wrapping sentences, in characters.
const WIDTH: usize = 100;

/// The page of one rulebook, without a line break at the end.
pub(super) fn page(scored: &Scored, disqualified: &BTreeMap<EntryId, String>) -> String {
    let Scored { rulebook, derived, result, ballots } = scored;
    let roles = rulebook.roles;
    let mut lines = vec![format!("{} ({})", rulebook.title, rulebook.id)];
    let tally = match result {
        Ok(tally) => tally,
        Err(why) => {
            lines.extend(wrapped("  cannot be derived: ", &why.to_string()));
            return lines.join("\n");
        }
    };
    let numbers = [
        (roles.judges, "judge", "judges"),
        (roles.entries, "entry", "entries"),
        (roles.confederates, "confederate", "confederates"),
    ];
    let numbers = numbers.map(|(number, one, many)| format!("{number} {}", if number == 1 { one } else { many }));
    lines.push(numbers.join(", "));
    lines.extend(list("Derived", derived.iter().map(|note| (None, note.clone()))));
    lines.push(String::new());
    lines.extend(standings(rulebook, ballots, &tally.standings));
    if !tally.confederates.is_empty() {
        lines.extend([String::new(), "Confederates".to_owned()]);
        lines.extend(standings(rulebook, ballots, &tally.confederates));
    }
    lines.extend(outcome(&scored.sentences(tally, disqualified), tally));
    lines.join("\n")
}

/// The most names shown per role.
const MOST_NAMES: usize = 12;

/// The names with their ids, and the judges' confidence: facts of the whole file besides results. Empty without either.
pub(super) fn besides(names: &Named, sure: Option<&Confidence>) -> String {
    let role = |letter: &str, names: &[String]| {
        let mut all: Vec<String> =
            names.iter().zip(1..).take(MOST_NAMES).map(|(name, number)| format!("{letter}{number} {name}")).collect();
        if names.len() > MOST_NAMES {
            all.push(format!("and {} more (--json has all)", names.len() - MOST_NAMES));
        }
        (!all.is_empty()).then(|| (None, all.join(", ")))
    };
    let roles = [role("J", &names.judges), role("E", &names.entries), role("C", &names.confederates)];
    let mut lines = list("Names", roles.into_iter().flatten());
    let told = |score: Option<Score>, what: &str| match score {
        Some(Score::Mean { exact, numbers }) => {
            let interviews = if numbers == 1 { "interview" } else { "interviews" };
            Some((None, format!("{exact} per cent on average in {numbers} {interviews} in which the judge was {what}")))
        }
        _ => None,
    };
    let sure = sure.map(|sure| [told(sure.right, "right"), told(sure.wrong, "wrong"), told(sure.unsure, "neither")]);
    lines.extend(list("Confidence", sure.into_iter().flatten().flatten()));
    lines.iter().map(|line| format!("\n{line}")).collect()
}

/// The column heading of a measure.
pub(crate) fn measure(measure: &Measure) -> String {
    match measure {
        Measure::TimesTakenForHuman => "times taken for human".to_owned(),
        Measure::ShareTakenForHuman => "share taken for human".to_owned(),
        Measure::MedianRank => "median rank".to_owned(),
        Measure::MeanRank => "mean rank".to_owned(),
        Measure::RankTotal => "rank total".to_owned(),
        Measure::MeanRating(name) => format!("mean {name}"),
        Measure::MedianRating(name) => format!("median {name}"),
    }
}

fn outcome(sentences: &Sentences<'_>, tally: &Tally) -> Vec<String> {
    let mut lines = vec![];
    let given: Vec<_> = tally
        .awards
        .iter()
        .map(|award| {
            let to: Vec<String> = award.to.iter().map(ToString::to_string).collect();
            let trust = if award.in_trust.is_empty() { "" } else { ", in trust" };
            let each = award.each.as_ref().map_or(String::new(), |each| match award.to.len() {
                1 => format!(", {each}"),
                _ => format!(", {each} each"),
            });
            let then = sentences.then(&award.award).map_or(String::new(), |then| format!("; {then}"));
            let title = format!("{}: {}{each}{trust}", sentences.title(&award.award), to.join(", "));
            (Some(title), format!("{}{then}", sentences.award(award)))
        })
        .collect();
    lines.extend(list("Given", given));
    let withheld = tally.withheld.iter().map(|kept| {
        let otherwise = sentences.otherwise(&kept.award).map_or(String::new(), |otherwise| format!("; {otherwise}"));
        (Some(sentences.title(&kept.award).to_owned()), format!("{}{otherwise}", sentences.withheld(kept)))
    });
    lines.extend(list("Not given", withheld));
    let carried = tally.carried_over.iter().map(|carried| {
        (Some(format!("{}: {}", carried.award, carried.money)), sentences.carried_over(carried).to_string())
    });
    lines.extend(list("Carried over", carried));
    for trial in &tally.trials {
        let findings = trial.findings.iter().map(|finding| {
            let held = if finding.held { "yes" } else { "no" };
            (None, format!("{held}: {}, {}", finding.award, sentences.finding(trial.trial, finding)))
        });
        lines.extend(list(&format!("Trial {}", trial.trial), findings));
    }
    lines.extend(list("Notes", tally.notes.iter().map(|note| (None, sentences.note(note).to_string()))));
    lines
}

fn standings(rulebook: &Rulebook, ballots: &Ballots, standings: &[Standing]) -> Vec<String> {
    let breaks = rulebook.score.tie_breaks.iter().map(|tie_break| match tie_break {
        TieBreak::By(by) => measure(by),
        TieBreak::Selection => "selection".to_owned(),
        TieBreak::Majority => "votes".to_owned(),
        TieBreak::Coin => "coin".to_owned(),
    });
    let intervals = interval::cells(rulebook, ballots, standings);
    let mut heads = vec!["place".to_owned(), "witness".to_owned(), measure(&rulebook.score.by)];
    heads.extend(breaks);
    heads.extend((!intervals.is_empty()).then(|| "95 % interval".to_owned()));
    let mut rows = vec![heads];
    for (index, standing) in standings.iter().enumerate() {
        let mut row = vec![standing.place.to_string(), standing.witness.to_string(), cell(standing.score.as_ref())];
        row.extend(standing.tie_breaks.iter().map(|figure| cell(figure.as_ref())));
        row.extend(intervals.get(index).cloned());
        rows.push(row);
    }
    table(&rows)
}

fn cell(figure: Option<&impl Display>) -> String {
    figure.map_or("-".to_owned(), ToString::to_string)
}

/// Columns as wide as their widest cell, two spaces apart.
fn table(rows: &[Vec<String>]) -> Vec<String> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let wide = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..columns).map(|column| wide(column).unwrap_or(0)).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:<width$}"));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

/// A heading and its items, each with an optional title above it; empty without items.
fn list(heading: &str, items: impl IntoIterator<Item = (Option<String>, String)>) -> Vec<String> {
    let mut lines = vec![];
    for (title, sentence) in items {
        match title {
            Some(title) => {
                lines.push(format!("  {title}"));
                lines.extend(wrapped("    ", &sentence));
            }
            None => lines.extend(wrapped("  ", &sentence)),
        }
    }
    if !lines.is_empty() {
        lines.splice(0..0, [String::new(), heading.to_owned()]);
    }
    lines
}

/// Wraps a sentence after this beginning; further lines are indented beyond the beginning's own indent.
fn wrapped(beginning: &str, sentence: &str) -> Vec<String> {
    let indent = " ".repeat(beginning.len() - beginning.trim_start().len() + 2);
    let (mut lines, mut line, mut blank) = (vec![], beginning.to_owned(), true);
    for word in sentence.split_whitespace() {
        if !blank && line.chars().count() + 1 + word.chars().count() > WIDTH {
            lines.push(std::mem::replace(&mut line, indent.clone()));
            blank = true;
        }
        if !blank {
            line.push(' ');
        }
        line.push_str(word);
        blank = false;
    }
    lines.push(line);
    lines
}
