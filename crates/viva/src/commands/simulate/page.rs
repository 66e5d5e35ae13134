//! The chances of awards as tables for the terminal.

use super::{AwardSimulated, Chance, ChanceTold, RulebookSimulated, Simulated};

/// The tables of all rulebooks, without a line break at the end.
pub(super) fn page(simulated: &Simulated, shares: &[f64]) -> String {
    let mut parts: Vec<String> = simulated.rulebooks.iter().map(|one| of_rulebook(one, shares)).collect();
    parts.push(assumptions(simulated));
    parts.join("\n\n")
}

fn of_rulebook(of: &RulebookSimulated, shares: &[f64]) -> String {
    let trials = if of.trials > 1 { format!(", {} trials", of.trials) } else { String::new() };
    let mut lines = vec![
        format!("{} ({})", of.title, of.rulebook),
        format!("judges {}, entries {}, confederates {}{trials}", of.judges, of.entries, of.confederates),
        String::new(),
        line("taken for human", shares.iter().map(|share| format!("{share}"))),
    ];
    for award in &of.awards {
        lines.push(format!("{} ({})", award.title, award.award));
        lines.extend(of_award(award));
    }
    lines.join("\n")
}

fn of_award(award: &AwardSimulated) -> Vec<String> {
    let row = |name: &str, chance: fn(&ChanceTold) -> Option<Chance>| {
        let cells: Vec<Option<Chance>> = award.chances.iter().map(chance).collect();
        let told = cells.iter().any(Option::is_some);
        told.then(|| line(name, cells.iter().map(|cell| cell.map_or_else(|| "-".to_owned(), percent))))
    };
    let mut lines: Vec<String> = [
        row("  E1 meets the conditions", |of| of.met),
        row("  E1 receives it", |of| of.received),
        row("  somebody receives it", |of| of.given),
    ]
    .into_iter()
    .flatten()
    .collect();
    // The reason does not depend on the share.
    let why = award.chances.iter().find_map(|of| of.not_exact.as_ref());
    lines.extend(why.map(|why| format!("  not computed: {why}")));
    lines
}

fn assumptions(simulated: &Simulated) -> String {
    let others = match simulated.others {
        Some(share) => format!("other entries are taken for the human at {share}"),
        None => "other entries are as human as E1".to_owned(),
    };
    match (simulated.runs, &simulated.seed) {
        (Some(runs), Some(seed)) => format!(
            "Per cent of {runs} simulated contests for each share (seed {seed}); {others}; standard deviations in log-odds: judges \
             {}, people {}.\nA chance p has a standard error of √(p (1 - p) / {runs}), at most {:.1} per cent.",
            simulated.judges_spread,
            simulated.people_spread,
            50.0 / root(runs)
        ),
        _ => format!("Exact, in per cent; {others}; all judges and people are alike."),
    }
}

#[expect(clippy::cast_precision_loss, reason = "at most ten million contests")]
fn root(runs: u64) -> f64 {
    (runs as f64).sqrt()
}

fn percent(chance: Chance) -> String {
    format!("{:.2}", chance.chance * 100.0)
}

/// A line of the table: a name and cells.
fn line(name: &str, cells: impl Iterator<Item = String>) -> String {
    let cells = cells.map(|cell| format!("{cell:>8}")).collect::<String>();
    format!("{name:<25}{cells}")
}
