//! The prover: counts meetings and names what a plan breaks. It knows the rules and no construction.
//!
//! [`everywhere`] holds what every plan keeps, [`meetings`] who is due to meet whom, [`turns`] what people who both ask
//! and answer owe each other, [`sessions`] what the parts of a large contest keep.

pub(crate) mod everywhere;
pub(crate) mod meetings;
mod sessions;
#[cfg(test)]
mod tests;
mod turns;

use rulebook::{Rulebook, schema::Design};

use self::meetings::Cast;
use crate::{Plan, Violation, trials};

/// Everything this plan breaks of the rulebook's design, however the plan was made; empty when it is sound.
///
/// First come strangers, then empty rounds, then who is in two places at once, then interviews with the wrong witnesses,
/// then who meets too often or never, trial by trial, or session by session. The number of rounds is not judged: a plan may take more than the
/// fewest. Only people who take turns do so through as many rounds as the rulebook says.
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

/// What one trial breaks of the design.
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
