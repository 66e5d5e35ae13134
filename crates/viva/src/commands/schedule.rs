//! `viva schedule`: make and check plans of who meets whom.

use std::path::{Path, PathBuf};

use rulebook::{Rulebook, Seed, reader, shipped};
use schedule::{
    Effort, Matrix, Plan, Problem, breaches,
    csv::{self, CsvFaults},
    solve,
};
use serde_json::json;

use crate::{
    cli::{ScheduleCommand, ScheduleOptions},
    exit::Exit,
    shell::{self, Failure},
};

pub(crate) fn run(command: ScheduleCommand) -> Result<Exit, Failure> {
    let answer = match command {
        ScheduleCommand::Make { of, seed, json, steps } => {
            problem(&of).map(|problem| make(&problem, seed.as_deref(), json, Effort { steps }))
        }
        ScheduleCommand::Check { of, file } => problem(&of).and_then(|problem| check(&problem, &file)),
    };
    answer.or_else(|failure| {
        let exit = shell::report(&failure);
        Ok(if failure.is::<Unusable>() { Exit::Usage } else { exit })
    })
}

fn make(problem: &Problem, seed: Option<&str>, json: bool, effort: Effort) -> Exit {
    let solution = match solve(problem, effort) {
        Ok(solution) => solution,
        Err(infeasible) => {
            shell::talk(infeasible);
            return Exit::No;
        }
    };
    let solution = match seed {
        Some(seed) => solution.drawn(problem, Seed::from_contributions([seed])),
        None => solution,
    };
    let (minimal, reason) = (solution.is_minimal(), &solution.reason);
    let rounds = counted(solution.rounds, "round");
    if minimal {
        shell::talk(format_args!("{rounds}, and no plan takes fewer: {reason}"));
    } else {
        let at_least = solution.at_least;
        shell::talk(format_args!("{rounds}; it is proved only that no plan takes fewer than {at_least}: {reason}"));
        shell::talk("hint: search further with a larger --steps");
    }
    if json {
        shell::data(json!({ "rounds": solution.rounds, "minimal": minimal, "plan": rows(&solution.plan) }));
    } else {
        shell::data(csv::write_plan(&solution.plan).trim_end());
    }
    Exit::Yes
}

fn rows(plan: &Plan) -> Vec<serde_json::Value> {
    let row = |pairing: &schedule::Pairing| {
        json!({
            "round": pairing.round.number(),
            "judge": pairing.judge.to_string(),
            "entry": pairing.entry.to_string(),
            "confederate": pairing.confederate.to_string(),
        })
    };
    plan.pairings.iter().map(row).collect()
}

fn check(problem: &Problem, file: &Path) -> Result<Exit, Failure> {
    let plan = csv::read_plan(&shell::read_text(file)?).map_err(|faults| unusable(file, faults))?;
    let found = breaches(problem, &plan);
    for breach in &found {
        shell::data(breach);
    }
    let rounds = plan.pairings.last().map_or(0, |pairing| pairing.round.number());
    let file = file.display();
    if found.is_empty() {
        shell::talk(format_args!("{file}: a plan of {} that breaks nothing", counted(rounds, "round")));
        Ok(Exit::Yes)
    } else {
        let faults = u16::try_from(found.len()).unwrap_or(u16::MAX);
        shell::talk(format_args!("{file}: the plan has {}", counted(faults, "fault")));
        Ok(Exit::No)
    }
}

fn problem(of: &ScheduleOptions) -> Result<Problem, Failure> {
    let mut problem = Problem::of(rulebook(&of.rulebook)?.roles);
    if let Some(file) = &of.matrix {
        problem = Problem::of_matrix(matrix(file)?);
    }
    let roles = &mut problem.roles;
    roles.judges = of.judges.unwrap_or(roles.judges);
    roles.entries = of.entries.unwrap_or(roles.entries);
    roles.confederates = of.confederates.unwrap_or(roles.confederates);
    Ok(problem)
}

/// The shipped rulebook of this id, or the one in this file.
fn rulebook(name: &str) -> Result<Rulebook, Failure> {
    let path = Path::new(name);
    let text = match shipped::find(name) {
        Some(text) => text.to_owned(),
        None if path.exists() => shell::read_text(path)?,
        None => return Err(Unusable::NoRulebook { name: name.to_owned() }.into()),
    };
    Ok(reader::read_rulebook(name, &text)?)
}

fn matrix(file: &Path) -> Result<Matrix, Failure> {
    csv::read_matrix(&shell::read_text(file)?).map_err(|faults| unusable(file, faults))
}

fn counted(number: u16, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}s") }
}

/// Something the command line names that cannot be used.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
enum Unusable {
    /// A file that is no plan or matrix.
    #[error("failed to read `{path}`\n{faults}", path = .path.display())]
    File { path: PathBuf, faults: CsvFaults },
    /// Neither an id nor a file.
    #[error("no shipped rulebook and no file is called `{name}`")]
    #[diagnostic(help("choose one of {}, or name a rulebook file", shipped::ids().collect::<Vec<_>>().join(", ")))]
    NoRulebook { name: String },
}

fn unusable(file: &Path, faults: CsvFaults) -> Failure {
    Unusable::File { path: file.to_owned(), faults }.into()
}
