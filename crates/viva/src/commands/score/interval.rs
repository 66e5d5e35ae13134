//! The intervals of scores, for the table of standings and for `--json`.

use rulebook::{Rulebook, Witness};
use serde::Serialize;
use tally::{
    Ballots, Standing, Tally,
    intervals::{Basis, Figure, Kind, figures},
    sentences::{clusters, method},
};

/// The 95 % interval of a score.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ScoreInterval {
    /// The witness.
    witness: Witness,
    /// The score: a share from 0 to 1, or a mean in its own unit.
    value: f64,
    /// The lower end.
    low: f64,
    /// The upper end.
    high: f64,
    /// The method.
    method: String,
    /// The number of answers.
    n: usize,
    /// The number of different judges.
    judges: usize,
    /// The number of different witnesses among the answers, or beside a single one; null for a mean.
    witnesses: Option<usize>,
}

/// The intervals of all standings that have one.
pub(super) fn all(rulebook: &Rulebook, ballots: &Ballots, tally: &Tally) -> Vec<ScoreInterval> {
    let of = |standings: &[Standing]| figures(rulebook, ballots, standings).map(|found| found.list).unwrap_or_default();
    let list = of(&tally.standings).into_iter().chain(of(&tally.confederates));
    list.filter_map(|figure| interval(&figure)).collect()
}

/// The intervals of these standings as cells of their table, one for each; empty where no standing has one.
pub(super) fn cells(rulebook: &Rulebook, ballots: &Ballots, standings: &[Standing]) -> Vec<String> {
    let Some(found) = figures(rulebook, ballots, standings) else { return Vec::new() };
    let cell = |standing: &Standing| {
        let figure = found.list.iter().find(|figure| figure.witness == standing.witness);
        figure.and_then(|figure| cell(found.kind, figure)).unwrap_or_else(|| "-".to_owned())
    };
    let cells: Vec<String> = standings.iter().map(cell).collect();
    if cells.iter().all(|cell| cell == "-") { Vec::new() } else { cells }
}

fn cell(kind: Kind, figure: &Figure) -> Option<String> {
    let ends = figure.interval?;
    Some(match (kind, figure.basis) {
        (Kind::Share, Basis::Share { method: by, judges, witnesses }) => format!(
            "{:.1} to {:.1} % ({}, {})",
            ends.low * 100.0,
            ends.high * 100.0,
            method(by),
            clusters(judges, witnesses)
        ),
        (_, Basis::Mean { judges }) => format!("{:.2} to {:.2} (Student's t, {judges} judges)", ends.low, ends.high),
        _ => format!("{:.2} to {:.2}", ends.low, ends.high),
    })
}

fn interval(figure: &Figure) -> Option<ScoreInterval> {
    let ends = figure.interval?;
    let (by, judges, witnesses) = match figure.basis {
        Basis::Share { method, judges, witnesses } => (method.name(), judges, Some(witnesses)),
        Basis::Mean { judges } => ("Student's t", judges, None),
        Basis::Median { judges } => ("order statistics of the median", judges, None),
        Basis::Untold => return None,
    };
    let Figure { witness, value, n, .. } = *figure;
    Some(ScoreInterval { witness, value, low: ends.low, high: ends.high, method: by.to_owned(), n, judges, witnesses })
}
