//! A rulebook for simulated contests: the keystroke design of four by four by four, with whatever time one can spare.

use std::time::Duration;

use rulebook::{Rulebook, shipped};

/// Four judges, four entries and four confederates; keystrokes, pairs, a choice after each interview and a ranking at
/// the end: the rules of 2010 with other times. `scoring` is also the time for the ranking.
///
/// # Panics
/// Never: the rulebook is shipped.
#[must_use]
pub fn four_by_four(talk: Duration, scoring: Duration) -> Rulebook {
    let mut rulebook = shipped::rulebook("loebner-2010").expect("a shipped rulebook");
    rulebook.interview.talk = talk;
    rulebook.interview.scoring = scoring;
    rulebook.ballots.end_time = scoring;
    rulebook
}
