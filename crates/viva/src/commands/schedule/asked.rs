//! The request for a plan: a rulebook with its numbers, and constraints.

use std::path::{Path, PathBuf};

use rulebook::{
    Rulebook,
    schema::{Design, Limit, Roles},
};
use schedule::{
    Matrix, NoRedraw, Plan, Problem, Violation, breaches,
    csv::{self, CsvFaults},
    violations,
};

use crate::{
    cli::{ScheduleOptions, ScheduleRequests},
    commands,
    shell::{self, Failure, ShownPath},
};

/// A request for a plan.
pub(super) struct PlanRequest {
    /// The rulebook, with the numbers and the matrix of the command line.
    pub(super) rulebook: Rulebook,
    /// The problem for the solver and its prover, if pairs are played once.
    pub(super) problem: Option<Problem>,
}

impl PlanRequest {
    pub(super) fn of(of: &ScheduleOptions, requests: Option<&ScheduleRequests>) -> Result<Self, Failure> {
        let mut rulebook = commands::rulebook::named(&of.rulebook)?;
        let matrix = of.matrix.as_deref().map(matrix).transpose()?;
        if let Some(matrix) = &matrix {
            let Roles { judges, entries, confederates, .. } = matrix.roles();
            rulebook.roles = Roles { judges, entries, confederates, ..rulebook.roles };
        }
        let roles = &mut rulebook.roles;
        roles.judges = of.judges.unwrap_or(roles.judges);
        roles.entries = of.entries.unwrap_or(roles.entries);
        roles.confederates = of.confederates.unwrap_or(roles.confederates);
        within_limits(&of.rulebook, roles)?;
        let pairs = matches!(rulebook.schedule.design, Design::GraecoLatin | Design::FewestRounds | Design::Matrix(_));
        if !pairs || rulebook.trial_count() > 1 || rulebook.schedule.sessions.is_some() {
            if matrix.is_some() || requests.is_some_and(ScheduleRequests::any) {
                return Err(Unusable::NotForDesign { rulebook: of.rulebook.clone() }.into());
            }
            return Ok(Self { rulebook, problem: None });
        }
        let whole = matrix.as_ref().and_then(|matrix| {
            matrix.rows.iter().map(|row| row.iter().copied().collect()).collect::<Option<Vec<Vec<_>>>>()
        });
        if let Some(rows) = whole {
            rulebook.schedule.design = Design::Matrix(rows);
        }
        let mut problem = Problem { matrix: matrix.or_else(|| of_design(&rulebook)), ..Problem::of(rulebook.roles) };
        if let Some(requests) = requests {
            problem.absences = requests.absent.iter().copied().collect();
            problem.forbidden = requests.forbid.iter().copied().collect();
            problem.fixed.clone_from(&requests.fix);
            problem.parallel = requests.parallel;
            problem.rounds = requests.rounds;
        }
        Ok(Self { rulebook, problem: Some(problem) })
    }

    /// Everything that this plan breaks, in words.
    pub(super) fn broken(&self, plan: &Plan) -> Vec<String> {
        match &self.problem {
            Some(problem) => breaches(problem, plan).iter().map(ToString::to_string).collect(),
            None => violations(&self.rulebook, plan).iter().map(ToString::to_string).collect(),
        }
    }

    /// The plan in this file. A person in it who is not in the contest is an error: a new plan would drop them.
    pub(super) fn plan(&self, file: &Path) -> Result<Plan, Failure> {
        let plan = plan(file)?;
        let broken = violations(&self.rulebook, &plan);
        let strangers = broken.iter().filter(|what| matches!(what, Violation::Unknown { .. }));
        let strangers: Vec<String> = strangers.map(ToString::to_string).collect();
        if strangers.is_empty() {
            return Ok(plan);
        }
        Err(Unusable::Strangers { path: file.to_owned(), strangers: strangers.join("\n") }.into())
    }
}

/// Refuses numbers outside the rulebook's own limits.
fn within_limits(rulebook: &str, roles: &Roles) -> Result<(), Unusable> {
    let limits = roles.limits;
    let each = [
        ("judges", roles.judges, limits.judges),
        ("entries", roles.entries, limits.entries),
        ("confederates", roles.confederates, limits.confederates),
    ];
    for (role, number, limit) in each {
        let Some(Limit { least, most }) = limit.filter(|limit| !(limit.least..=limit.most).contains(&number)) else {
            continue;
        };
        return Err(Unusable::OutOfLimits { rulebook: rulebook.to_owned(), role, number, least, most });
    }
    Ok(())
}

/// The first rows and columns of the rulebook's own matrix, for this number of judges and entries.
fn of_design(rulebook: &Rulebook) -> Option<Matrix> {
    let Design::Matrix(rows) = &rulebook.schedule.design else { return None };
    let Roles { judges, entries, .. } = rulebook.roles;
    let row = |row: &Vec<_>| row.iter().take(usize::from(entries)).copied().map(Some).collect();
    Some(Matrix { rows: rows.iter().take(usize::from(judges)).map(row).collect() })
}

/// The plan in this file.
pub(super) fn plan(file: &Path) -> Result<Plan, Failure> {
    csv::read_plan(&shell::read_text(file)?).map_err(|faults| unusable(file, faults))
}

fn matrix(file: &Path) -> Result<Matrix, Failure> {
    csv::read_matrix(&shell::read_text(file)?).map_err(|faults| unusable(file, faults))
}

/// An argument or file that cannot be used.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
pub(super) enum Unusable {
    /// A file that is no plan or matrix.
    #[error("failed to read `{path}`\n{}", shell::in_lines(&.faults.0), path = .path.shown())]
    File { path: PathBuf, faults: CsvFaults },
    /// A plan that names people outside the contest.
    #[error("`{path}` is a plan for other numbers\n{strangers}", path = .path.shown())]
    #[diagnostic(help("say how many there are with --judges, --entries and --confederates"))]
    Strangers { path: PathBuf, strangers: String },
    /// A number outside the rulebook's limits.
    #[error("{number} {role} are asked for, and a contest under `{rulebook}` has {least} to {most}")]
    #[diagnostic(help(
        "choose a number between them, or name a rulebook with other `roles.limits`: `viva rulebook show {rulebook} --toml` prints this one"
    ))]
    OutOfLimits { rulebook: String, role: &'static str, number: u16, least: u16, most: u16 },
    /// Requests that only plans of pairs support.
    #[error("the plans of `{rulebook}` cannot be asked for a matrix, absences, forbidden or fixed meetings, or limits")]
    #[diagnostic(help("leave these options out, or choose a rulebook in which judges compare pairs, played once"))]
    NotForDesign { rulebook: String },
    /// A replanning that the played rounds or the people left do not allow.
    #[error("failed to plan again")]
    Replan {
        #[source]
        source: NoRedraw,
    },
}

fn unusable(file: &Path, faults: CsvFaults) -> Failure {
    Unusable::File { path: file.to_owned(), faults }.into()
}
