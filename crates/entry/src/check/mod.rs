//! Does an entry behave? A suite of conversations over a link, for entrants to run at home before the day.
//!
//! It knows no protocol: what it does goes through a [`Link`](crate::Link), as in a contest, so every protocol that has a
//! driver can be checked. Three parts are kept apart: a *script* says what the judge does in each [`Check`], a *driver*
//! does it and writes down all that passes (an [`Observation`]), and a *judgement* is a pure function of what was
//! observed. Begin with [`run`]; the catalogue of checks is in [`checks`].

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
pub use effort::{ANSWER_TOKENS, Asked, Effort};
pub use observation::Observation;
pub use report::{Outcome, Report, Verdict};

use driver::{Driver, at_a_terminal};

use crate::{Setup, Shown};

/// What is to be checked, and how patiently.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The entry, as for any link. Its typing counts where an interview of two hours is played: the other checks type at
    /// once, for nobody is watching. Its pace, 1.0 except in tests, is that of the judge and the judge's patience too; its
    /// workspace holds a folder for each link.
    pub setup: Setup,
    /// How long the entry may take to be ready, and to answer.
    pub patience: Duration,
    /// The checks to run; what they need is not run for them.
    pub checks: Vec<Check>,
    /// What the judge shows in [`Check::Shown`].
    pub shows: Vec<Arc<Shown>>,
}

/// What is told while checks run.
#[derive(Debug, Clone, Copy)]
pub enum Progress<'c> {
    /// A check begins.
    Begins(Check),
    /// It is over: what came of it, and what was seen.
    Judged(&'c Verdict, &'c Observation),
}

/// Runs the checks of a plan in their order, and says of each when it begins and how it went.
///
/// An entry that waits for ever costs `patience` once: what needs an answer is not tried after that.
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

/// The observation; after a missing first answer, with a second try at a terminal.
async fn on_second_thoughts(mut observed: Observation, plan: &Plan, check: Check) -> Observation {
    let is_mute = check == Check::Greet && observed.is_unanswered();
    if let Some(plan) = at_a_terminal(plan).filter(|_| is_mute) {
        observed.answers_at_a_terminal = Driver::new(&plan, check).finds_an_answer().await;
    }
    observed
}
