//! A result as a page for the terminal: standings, awards, what is withheld and why.

use std::fmt::Display;

use rulebook::{
    Rulebook,
    schema::{Measure, TieBreak},
};
use tally::{Standing, Tally};

use super::Scored;

/// The width to which sentences are broken, in characters.
const WIDTH: usize = 100;

/// The page of one rulebook, without a line break at the end.
pub(super) fn page(Scored { rulebook, derived, result }: &Scored) -> String {
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
    lines.extend(list("Derived", derived.iter().map(|note| (None, note.as_str()))));
    lines.push(String::new());
    lines.extend(standings(rulebook, &tally.standings));
    if !tally.confederates.is_empty() {
        lines.extend([String::new(), "Confederates".to_owned()]);
        lines.extend(standings(rulebook, &tally.confederates));
    }
    lines.extend(outcome(tally));
    lines.join("\n")
}

/// What a measure is called at the head of a column.
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

fn outcome(tally: &Tally) -> Vec<String> {
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
            let then = award.then.as_ref().map_or(String::new(), |then| format!("; {then}"));
            (format!("{}: {}{each}{trust}", award.title, to.join(", ")), format!("{}{then}", award.reason))
        })
        .collect();
    lines.extend(list("Given", given.iter().map(|(title, reason)| (Some(title.as_str()), reason.as_str()))));
    let withheld = tally.withheld.iter().map(|award| (Some(award.title.as_str()), award.reason.as_str()));
    lines.extend(list("Not given", withheld));
    let carried: Vec<_> = tally
        .carried_over
        .iter()
        .map(|carried| (format!("{}: {}", carried.award, carried.money), &carried.reason))
        .collect();
    lines.extend(list("Carried over", carried.iter().map(|(title, reason)| (Some(title.as_str()), reason.as_str()))));
    for trial in &tally.trials {
        let findings: Vec<_> = trial
            .findings
            .iter()
            .map(|finding| {
                let held = if finding.held { "yes" } else { "no" };
                format!("{held}: {}, {}", finding.award, finding.figures)
            })
            .collect();
        lines.extend(list(&format!("Trial {}", trial.trial), findings.iter().map(|line| (None, line.as_str()))));
    }
    lines.extend(list("Notes", tally.notes.iter().map(|note| (None, note.as_str()))));
    lines
}

fn standings(rulebook: &Rulebook, standings: &[Standing]) -> Vec<String> {
    let breaks = rulebook.score.tie_breaks.iter().map(|tie_break| match tie_break {
        TieBreak::By(by) => measure(by),
        TieBreak::Selection => "selection".to_owned(),
        TieBreak::Majority => "votes".to_owned(),
        TieBreak::Coin => "coin".to_owned(),
    });
    let heads = ["place".to_owned(), "witness".to_owned(), measure(&rulebook.score.by)];
    let mut rows: Vec<Vec<String>> = vec![heads.into_iter().chain(breaks).collect()];
    for standing in standings {
        let mut row = vec![standing.place.to_string(), standing.witness.to_string(), cell(standing.score.as_ref())];
        row.extend(standing.tie_breaks.iter().map(|figure| cell(figure.as_ref())));
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

/// A heading and its items, each with a title above it or with none; nothing without items.
fn list<'t>(heading: &str, items: impl Iterator<Item = (Option<&'t str>, &'t str)>) -> Vec<String> {
    let mut lines = vec![];
    for (title, sentence) in items {
        match title {
            Some(title) => {
                lines.push(format!("  {title}"));
                lines.extend(wrapped("    ", sentence));
            }
            None => lines.extend(wrapped("  ", sentence)),
        }
    }
    if !lines.is_empty() {
        lines.splice(0..0, [String::new(), heading.to_owned()]);
    }
    lines
}

/// A sentence behind this beginning, broken between words; further lines are indented as far as the beginning.
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
