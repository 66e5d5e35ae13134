//! The prover: counts meetings and names violations. It knows the rules and no construction.
//!
//! [`everywhere`] holds the rules of every plan, [`meetings`] the meetings that are due, [`turns`] the rules for people
//! who both ask and answer, [`sessions`] the rules for the parts of a large contest.

pub(crate) mod everywhere;
pub(crate) mod meetings;
mod sessions;
#[cfg(test)]
mod tests;
mod turns;

use rulebook::{Rulebook, schema::Design};

use self::meetings::Cast;
use crate::{Plan, Violation, trials};

/// All violations of the rulebook's design by this plan, however the plan was made; empty when it is sound.
///
/// The order is: strangers, empty rounds, participants in two places at once, interviews with the wrong witnesses, then
/// meetings that are too many or missing, trial by trial, or session by session. The number of rounds is not judged: a
/// plan may take more than the fewest. Only people who take turns must do so through as many rounds as the rulebook
/// says.
#[must_use]
pub fn violations(rulebook: &Rulebook, plan: &Plan) -> Vec<Violation> {
    let roles = rulebook.roles;
    let mut found = everywhere::strangers(roles, plan);
    found.extend(everywhere::empty_rounds(plan));
    found.extend(everywhere::crowds(roles, plan));
    found.extend(everywhere::layouts(rulebook.interview.layout, plan));
    if let Some(rules) = rulebook.schedule.sessions {
        found.extend(sessions::violations(rulebook, rules, plan));
        return found;
    }
    let count = rulebook.trial_count();
    match trials::split(plan, count) {
        Some(trials) if count == 1 => found.extend(trials.iter().flat_map(|plan| of_design(rulebook, plan))),
        Some(trials) => {
            for (trial, plan) in (1..).zip(trials) {
                let in_trial = |what| Violation::InTrial { trial, what: Box::new(what) };
                found.extend(of_design(rulebook, &plan).into_iter().map(in_trial));
            }
        }
        None => found.push(Violation::Trials { rounds: plan.rounds(), trials: count }),
    }
    found
}

/// The violations of the design in one trial.
fn of_design(rulebook: &Rulebook, plan: &Plan) -> Vec<Violation> {
    let roles = rulebook.roles;
    let cast = Cast::of(roles);
    match &rulebook.schedule.design {
        Design::GraecoLatin => meetings::held_against(plan, meetings::all_once(&cast)),
        Design::FewestRounds => meetings::held_against(plan, meetings::even(&cast)),
        Design::Matrix(rows) => meetings::of_matrix(plan, roles, rows),
        Design::Rotation => meetings::held_against(plan, meetings::witnesses(&cast, rulebook.schedule.seats)),
        Design::TakeTurns { rounds } => turns::violations(rulebook, *rounds, plan),
    }
}
