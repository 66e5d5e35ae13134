//! The same contest under another rulebook: what its ballots say in answer to other questions.
//!
//! A rating puts the witnesses in an order, so it answers a rulebook that asks for ranks, or for the human of two; a ranking
//! answers who of two is the more human, but not whether either is a machine. [`ways`] holds what follows from what, as a
//! table, and why the rest does not. Everything that was derived is told in a sentence; what a judge did not say stays
//! unsaid, and what was level stays level. No draw and no guess is made.

mod answering;
pub(crate) mod needs;
mod pairs;
mod plan;
mod scale;
pub mod ways;

use rulebook::{
    Rulebook,
    schema::{Layout, Limit, Trials},
};

use crate::{
    Ballots, Outcome,
    words::{all_of, count},
};
use plan::Plan;

/// A contest under another rulebook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Derived {
    /// The other rulebook with the numbers of this contest, and with the questions that were derived as its form.
    pub rulebook: Rulebook,
    /// What the judges would have answered.
    pub ballots: Ballots,
    /// What was derived from what, and what differs from a contest that is held under the rulebook, in sentences.
    pub notes: Vec<String>,
}

/// Why a contest cannot be scored under another rulebook.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{rulebook}` {}", sentences(.missing))]
pub struct NotDerivable {
    /// The id of the other rulebook.
    pub rulebook: String,
    /// What is missing: at least one thing.
    pub missing: Vec<Missing>,
}

/// A question that the ballots do not answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missing {
    /// What is asked, to follow "needs".
    pub question: String,
    /// Why nothing answers it.
    pub why: String,
}

/// Puts the ballots of a contest that was held under `from` under the rulebook `to`. The roles of `from` are the numbers of the
/// contest.
///
/// # Errors
/// [`NotDerivable`] when the score or the awards of `to` rest on a question that the ballots do not answer.
pub fn derive(from: &Rulebook, to: &Rulebook, ballots: &Ballots) -> Result<Derived, NotDerivable> {
    let mut notes = vec![];
    let mut rulebook = with_numbers(from, to, &mut notes);
    let alike = from.ballots.interview == to.ballots.interview
        && from.ballots.ranking == to.ballots.ranking
        && from.interview.layout == to.interview.layout;
    if alike {
        return Ok(Derived { rulebook, ballots: ballots.clone(), notes });
    }
    let held: Vec<Outcome> = ballots.interviews.iter().collect();
    let plan = Plan::make(from, to, &held, !ballots.rankings.is_empty())?;
    plan.amend(&mut rulebook);
    rulebook.interview.layout = if plan.pairs { Layout::Pair } else { from.interview.layout };
    let places = scale::places(&ballots.rankings);
    let rankings = answering::rankings(from, &plan, ballots, &held);
    let interviews = if plan.pairs { pairs::paired(&held, &mut notes) } else { held };
    let interviews = answering::answered(from, &plan, &places, interviews, &mut notes);
    let ballots = Ballots { interviews, rankings };
    Ok(Derived { rulebook, ballots, notes })
}

/// The other rulebook with the numbers of this contest.
fn with_numbers(from: &Rulebook, to: &Rulebook, notes: &mut Vec<String>) -> Rulebook {
    let mut rulebook = to.clone();
    let (here, there) = (from.roles, &mut rulebook.roles);
    let roles = [
        (here.judges, there.judges, there.limits.judges, "judge"),
        (here.entries, there.entries, there.limits.entries, "entry"),
        (here.confederates, there.confederates, there.limits.confederates, "confederate"),
    ];
    let (mut had, mut wanted) = (vec![], vec![]);
    for (held, usual, limit, noun) in roles {
        let Limit { least, most } = limit.unwrap_or(Limit { least: usual, most: usual });
        if !(least..=most).contains(&held) {
            had.push(count(held.into(), noun));
            let most = count(most.into(), noun);
            wanted.push(if limit.is_none() { most } else { format!("{least} to {most}") });
        }
    }
    if !had.is_empty() {
        notes.push(format!("the contest had {}; `{}` speaks of {}", all_of(had), to.id, all_of(wanted)));
    }
    (there.judges, there.entries, there.confederates) = (here.judges, here.entries, here.confederates);
    (there.baselines, there.people) = (here.baselines, here.people);
    let (held, wanted) = (from.trial_count(), to.trial_count());
    if held != wanted {
        let trials = |number: u16| count(number.into(), "trial");
        notes.push(format!("the contest had {}; `{}` speaks of {}", trials(held), to.id, trials(wanted)));
        let combine = to.trials.or(from.trials).and_then(|trials| trials.combine);
        rulebook.trials = (held > 1).then_some(Trials::of(held, combine));
    }
    rulebook
}

fn sentences(missing: &[Missing]) -> String {
    let each = |Missing { question, why }: &Missing| format!("needs {question}: {why}");
    missing.iter().map(each).collect::<Vec<_>>().join("; it ")
}
