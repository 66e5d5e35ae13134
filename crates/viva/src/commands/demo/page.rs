//! The result of a demonstration, for people.

use std::fmt::Write as _;

use contest::{ContestResult, result::WitnessResult};
use rulebook::{Participant, Rulebook, schema::TieBreak};

use crate::commands::score::page::measure;

/// What stands where there is no figure.
const NONE: &str = "–";

/// The result as a page: standings, awards with their reasons, trials, notes.
pub(super) fn of(result: &ContestResult, rulebook: &Rulebook) -> String {
    let mut text = String::from("\n");
    table(&mut text, "entry", &result.standings, rulebook);
    if !result.confederates.is_empty() && result.standings.iter().all(is_entry) {
        text.push('\n');
        table(&mut text, "confederate", &result.confederates, rulebook);
    }
    for trial in &result.trials {
        let _ = writeln!(text, "\ntrial {}", trial.trial);
        for finding in &trial.findings {
            let held = if finding.held { "held" } else { "did not hold" };
            let _ = writeln!(text, "  {} of {}: {held}\n    {}", finding.award, finding.witness, finding.figures);
        }
    }
    text.push('\n');
    for award in &result.awards {
        let to: Vec<_> = award.to.iter().map(|witness| result.named(*witness)).collect();
        let shared = if award.to.len() > 1 { " each" } else { "" };
        let purse = award.each.as_deref().map(|each| format!(" ({each}{shared})")).unwrap_or_default();
        let _ = writeln!(text, "{}{purse}: {}\n  {}", award.title, to.join(", "), award.reason);
        if let Some(then) = &award.then {
            let _ = writeln!(text, "  {then}");
        }
    }
    for withheld in &result.withheld {
        let _ = writeln!(text, "{}: not given\n  {}", withheld.title, withheld.reason);
    }
    for carried in &result.carried_over {
        let _ = writeln!(text, "{} goes to the next contest\n  {}", carried.money, carried.reason);
    }
    for note in &result.notes {
        let _ = writeln!(text, "note: {note}");
    }
    let scripts = result.scripted.iter().filter(|who| !matches!(who, Participant::Entry(_))).count();
    let _ = write!(text, "\n{scripts} of the people were scripts: this was a demonstration, not a contest.");
    text
}

fn is_entry(witness: &WitnessResult) -> bool {
    matches!(witness.standing.witness, rulebook::Witness::Entry(_))
}

fn table(text: &mut String, who: &str, standings: &[WitnessResult], rulebook: &Rulebook) {
    let who = if standings.iter().all(is_entry) || who != "entry" { who } else { "witness" };
    let ties: Vec<_> = rulebook.score.tie_breaks.iter().map(tie_break).collect();
    let mut rows =
        vec![["place".to_owned(), who.to_owned(), measure(&rulebook.score.by)].into_iter().chain(ties).collect()];
    for WitnessResult { name, standing, .. } in standings {
        let figure = |score: &Option<tally::Score>| score.map_or_else(|| NONE.to_owned(), |score| score.to_string());
        let name = format!("{} {}", standing.witness, name.as_deref().unwrap_or("(redacted)"));
        let mut row = vec![standing.place.to_string(), name, figure(&standing.score)];
        row.extend(standing.tie_breaks.iter().map(figure));
        rows.push(row);
    }
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let cells = |column: usize| rows.iter().filter_map(move |row| row.get(column));
    let widths: Vec<_> = (0..columns)
        .map(|column| {
            // A tie-break that nobody needed is not shown.
            let is_empty = column > 2 && cells(column).skip(1).all(|cell| cell == NONE);
            if is_empty { 0 } else { cells(column).map(|cell| cell.chars().count()).max().unwrap_or(0) }
        })
        .collect();
    for row in &rows {
        let shown = row.iter().zip(&widths).filter(|(_, width)| **width > 0);
        let cells: Vec<_> = shown.map(|(cell, width)| format!("{cell:<width$}")).collect();
        let _ = writeln!(text, "{}", cells.join("  ").trim_end());
    }
}

fn tie_break(tie_break: &TieBreak) -> String {
    match tie_break {
        TieBreak::By(by) => measure(by),
        TieBreak::Selection => "selection".to_owned(),
        TieBreak::Majority => "judges' votes".to_owned(),
        TieBreak::Coin => "coin".to_owned(),
    }
}
