//! The result of a demonstration, for people.

use std::fmt::Write as _;

use contest::{
    program_troubles::Troubles,
    result::{Names, Report},
};
use rulebook::{Participant, Rulebook, counted, schema::TieBreak};
use tally::Standing;

use crate::commands::score::page::measure;

/// The placeholder of a missing figure.
const NONE: &str = "–";

/// The result as a page: standings, awards with their reasons, trials, notes.
pub(super) fn of(Report { result, names, sentences, .. }: &Report, rulebook: &Rulebook) -> String {
    let tally = &result.tally;
    let mut text = String::from("\n");
    table(&mut text, "entry", &tally.standings, names, rulebook);
    if !tally.confederates.is_empty() && tally.standings.iter().all(is_entry) {
        text.push('\n');
        table(&mut text, "confederate", &tally.confederates, names, rulebook);
    }
    for (trial, told) in tally.trials.iter().zip(&sentences.trials) {
        let _ = writeln!(text, "\ntrial {}", trial.trial);
        for (finding, told) in trial.findings.iter().zip(told) {
            let held = if finding.held { "held" } else { "did not hold" };
            let _ = writeln!(text, "  {} of {}: {held}\n    {told}", finding.award, finding.witness);
        }
    }
    text.push('\n');
    for (award, reason) in tally.awards.iter().zip(&sentences.awards) {
        let to: Vec<_> = award.to.iter().map(|witness| names.told(*witness)).collect();
        let shared = if award.to.len() > 1 { " each" } else { "" };
        let purse = award.each.as_ref().map(|each| format!(" ({each}{shared})")).unwrap_or_default();
        let _ = writeln!(text, "{}{purse}: {}\n  {reason}", rulebook.award_title(&award.award), to.join(", "));
        if let Some(then) = rulebook.award(&award.award).and_then(|rule| rule.then.as_ref()) {
            let _ = writeln!(text, "  {then}");
        }
    }
    for (withheld, reason) in tally.withheld.iter().zip(&sentences.withheld) {
        let _ = writeln!(text, "{}: not given\n  {reason}", rulebook.award_title(&withheld.award));
        if let Some(otherwise) = rulebook.award(&withheld.award).and_then(|rule| rule.otherwise.as_ref()) {
            let _ = writeln!(text, "  {otherwise}");
        }
    }
    for (carried, reason) in tally.carried_over.iter().zip(&sentences.carried_over) {
        let _ = writeln!(text, "{} goes to the next contest\n  {reason}", carried.money);
    }
    for note in &sentences.notes {
        let _ = writeln!(text, "note: {note}");
    }
    let scripts = result.scripted.iter().filter(|who| !matches!(who, Participant::Entry(_))).count();
    let _ = write!(text, "\n{scripts} of the people were scripts: this was a demonstration, not a contest.");
    text
}

/// The programs' faults in a rehearsal, which would return on the day.
pub(super) fn foretold(troubles: &[Troubles], names: &Names, pace: f64) -> String {
    let mut text = String::from("\nwhat would go wrong on the day\n") + &each(troubles.iter(), names);
    if troubles.iter().any(|of| !of.troubles.is_empty()) {
        text.push_str("mend a program, and try it alone: viva entry check FILE#NAME\n");
    }
    if pace > 1.0 {
        text.push_str("slow answers are not listed, because the clock ran fast: `--pace 1` lists them\n");
    }
    text
}

/// The troubles of a demonstration's programs.
pub(super) fn went_wrong(troubles: &[Troubles], names: &Names) -> String {
    let troubled = troubles.iter().filter(|of| !of.troubles.is_empty());
    format!("\nwhat went wrong with programs\n{}", each(troubled, names).trim_end())
}

/// The programs, each with its troubles.
fn each<'t>(troubles: impl Iterator<Item = &'t Troubles>, names: &Names) -> String {
    let mut text = String::new();
    for Troubles { entry, conversations, troubles } in troubles {
        let name = names.told(rulebook::Witness::Entry(*entry));
        let spoken_to = format!("{} spoke to it", counted(conversations, "judge", "judges"));
        if troubles.is_empty() {
            let _ = writeln!(text, "  {name}: nothing ({spoken_to})");
            continue;
        }
        let _ = writeln!(text, "  {name} ({spoken_to})");
        for trouble in troubles {
            let _ = writeln!(text, "    - {trouble}");
        }
    }
    text
}

fn is_entry(standing: &Standing) -> bool {
    matches!(standing.witness, rulebook::Witness::Entry(_))
}

fn table(text: &mut String, who: &str, standings: &[Standing], names: &Names, rulebook: &Rulebook) {
    let who = if standings.iter().all(is_entry) || who != "entry" { who } else { "witness" };
    let ties: Vec<_> = rulebook.score.tie_breaks.iter().map(tie_break).collect();
    let mut rows =
        vec![["place".to_owned(), who.to_owned(), measure(&rulebook.score.by)].into_iter().chain(ties).collect()];
    for standing in standings {
        let figure = |score: &Option<tally::Score>| score.map_or_else(|| NONE.to_owned(), |score| score.to_string());
        let name = names.get(standing.witness).map_or("(redacted)", |name| &name.name);
        let name = format!("{} {name}", standing.witness);
        let mut row = vec![standing.place.to_string(), name, figure(&standing.score)];
        row.extend(standing.tie_breaks.iter().map(figure));
        rows.push(row);
    }
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let cells = |column: usize| rows.iter().filter_map(move |row| row.get(column));
    let widths: Vec<_> = (0..columns)
        .map(|column| {
            // The column of an unused tie-break is hidden.
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
