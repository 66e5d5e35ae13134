//! Rulebooks for simulated contests, with shortened times.

use std::time::Duration;

use rulebook::{Rulebook, schema::Combine, shipped};

/// Four judges, four entries and four confederates; keystrokes, pairs, a choice after each interview and a ranking at
/// the end: the rules of 2010 with other times. `scoring` is also the time for the ranking.
///
/// # Panics
/// Never: the rulebook is shipped.
#[must_use]
pub fn four_by_four(talk: Duration, scoring: Duration) -> Rulebook {
    hurried(shipped::rulebook("loebner-2010").expect("a shipped rulebook"), talk, scoring)
}

/// These rules with other times, and with every choice made that they leave to the contest, so that a simulated contest
/// is short: `talk` for every interview, `pause` for the ballots after it and after the last.
#[must_use]
pub fn hurried(mut rulebook: Rulebook, talk: Duration, pause: Duration) -> Rulebook {
    rulebook.interview.talk = talk;
    rulebook.interview.scoring = pause;
    rulebook.ballots.end_time = pause;
    if let Some(trials) = &mut rulebook.trials {
        trials.combine.get_or_insert(Combine::Majority);
    }
    rulebook
}
