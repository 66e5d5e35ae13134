//! The same contest under another rulebook: its ballots, converted into answers to other questions.
//!
//! A rating puts the witnesses in an order, so it answers a rulebook that asks for ranks, or for the human of two; a
//! ranking answers which of two is the more human, but not whether either is a machine. [`ways`] has a table of the
//! conversions, and the reasons why the others do not work. A sentence reports every conversion; a missing answer stays
//! missing, and level witnesses stay level. No draw and no guess is made.

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
    sentence_parts::{all_of, count},
};
use plan::Plan;

/// A contest under another rulebook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Derived {
    /// The other rulebook with the numbers of this contest, and with the questions that were derived as its form.
    pub rulebook: Rulebook,
    /// The answers the judges would have given.
    pub ballots: Ballots,
    /// The conversions, and the differences from a contest held under the rulebook, in sentences.
    pub notes: Vec<String>,
}

/// The reason why a contest cannot be scored under another rulebook.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{rulebook}` {}", sentences(.missing))]
pub struct NotDerivable {
    /// The id of the other rulebook.
    pub rulebook: String,
    /// The missing answers: at least one.
    pub missing: Vec<Missing>,
}

/// A question that the ballots do not answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missing {
    /// The question, in words that follow "needs".
    pub question: String,
    /// The reason why no given answer converts to it.
    pub why: String,
}

/// Converts the ballots of a contest held under `from` to the rulebook `to`. The roles of `from` are the numbers of the
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
