//! Trials within a plan: rounds are numbered through, and all trials have the same number of them.

use rulebook::{RoundNumber, Rulebook};

use crate::Plan;

/// The trial that this round belongs to, from 1, in a plan of this many rounds.
///
/// Without trials, all rounds belong to the first.
#[must_use]
pub fn trial_of(rulebook: &Rulebook, rounds: u16, round: RoundNumber) -> u16 {
    let each = rounds.div_ceil(rulebook.trial_count()).max(1);
    ((round.number() - 1) / each + 1).min(rulebook.trial_count())
}

/// The plan of every trial; `None` when the rounds cannot be shared out among this many.
pub(crate) fn split(plan: &Plan, trials: u16) -> Option<Vec<Plan>> {
    let rounds = plan.rounds();
    if !rounds.is_multiple_of(trials) {
        return None;
    }
    let each = rounds / trials;
    let of = |trial: u16| {
        let within = |round: RoundNumber| (trial * each + 1..=(trial + 1) * each).contains(&round.number());
        Plan { meetings: plan.meetings.iter().copied().filter(|meeting| within(meeting.round)).collect() }
    };
    Some((0..trials).map(of).collect())
}
