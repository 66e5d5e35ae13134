//! Checks an entry with a suite of conversations over a link, for entrants to run at home before the contest.
//!
//! The suite knows no protocol: it works through a [`Link`](crate::Link), as a contest does, so it can check every
//! protocol that has a driver. It has three parts: a *script* lists the judge's actions in each [`Check`], a *driver*
//! performs them and records everything that passes (an [`Observation`]), and a *judgement* is a pure function of the
//! observation. Begin with [`run`]; the catalogue of checks is in [`checks`].

mod advice;
pub mod checks;
mod driver;
mod effort;
mod exchange;
mod failure;
mod judgement;
mod left;
mod mistakes;
mod observation;
pub mod report;
mod script;
mod speech;
mod trace;
mod trouble;

use std::{sync::Arc, time::Duration};

pub use checks::Check;
pub use effort::{ANSWER_TOKENS, Effort, ModelRequests};
pub use observation::Observation;
pub use report::{CheckOutcome, Report, Verdict};

use driver::{Driver, at_a_terminal};

use crate::{JudgeFile, Setup};

/// The checks to run, and their timeouts.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The entry, as for any link. Its typing speed applies only where hours are played in seconds; the other checks
    /// type at once, or at a key per millisecond. Its pace, 1.0 except in tests, also applies to the judge and the
    /// timeouts; its workspace holds a folder for each link.
    pub setup: Setup,
    /// The time in which the entry must be ready, and must answer.
    pub patience: Duration,
    /// The checks to run; the checks that they depend on are not added.
    pub checks: Vec<Check>,
    /// The files that the judge shows in [`Check::Shown`].
    pub shows: Vec<Arc<JudgeFile>>,
}

/// Progress reported while checks run.
#[derive(Debug, Clone, Copy)]
pub enum Progress<'c> {
    /// A check begins.
    Begins(Check),
    /// It is over: its verdict and its observation.
    Judged(&'c Verdict, &'c Observation),
}

/// Runs the checks of a plan in order, and reports the start and the result of each.
///
/// An entry that never answers costs `patience` once: checks that depend on an answer are then not tried.
pub async fn run(entry: &str, plan: &Plan, mut each: impl FnMut(Progress<'_>)) -> Report {
    let mut seen: Vec<(Check, Observation)> = Vec::new();
    let mut report = Report::of(entry);
    for check in Check::ALL.into_iter().filter(|check| plan.checks.contains(check)) {
        let missing = check.needs().iter().copied().find(|needed| report.is_wanting(*needed));
        let observed = match missing {
            Some(_) => Observation::default(),
            None => {
                each(Progress::Begins(check));
                let observed = Driver::new(plan, check).play().await;
                on_second_thoughts(observed, plan, check).await
            }
        };
        seen.push((check, observed));
        let (_, observed) = &seen[seen.len() - 1];
        let verdict = match missing {
            Some(needed) => Verdict::not_tried(check, needed),
            None => Verdict::of(check, observed.lasted(), judgement::judge(check, observed, &seen)),
        };
        each(Progress::Judged(&verdict, observed));
        report.checks.push(verdict);
    }
    report
}

/// The observation; if the first answer is missing, after a second try at a terminal.
async fn on_second_thoughts(mut observed: Observation, plan: &Plan, check: Check) -> Observation {
    let is_mute = check == Check::Greet && observed.is_unanswered();
    if let Some(plan) = at_a_terminal(plan).filter(|_| is_mute) {
        observed.answers_at_a_terminal = Driver::new(&plan, check).finds_an_answer().await;
    }
    observed
}
