//! A rulebook for simulated contests: the keystroke design of four by four by four, with whatever time one can spare.

use std::time::Duration;

use rulebook::{
    Rulebook,
    schema::{
        AwardRule, BallotRules, Design, EndBallot, Instructions, InterviewBallot, InterviewRules, Layout, Medium,
        Opener, Recipient, Roles, ScheduleRules, ScoreKind, ScoreRules, Sides, TieBreak,
    },
};

/// Four judges, four entries and four confederates; keystrokes, pairs, a choice after each interview and a ranking at
/// the end. `scoring` is also the time for the ranking.
#[must_use]
pub fn four_by_four(talk: Duration, scoring: Duration) -> Rulebook {
    let award = |id: &str, to| AwardRule { id: id.to_owned(), title: format!("the {id} award"), purse: None, to };
    Rulebook {
        id: "four-by-four".to_owned(),
        title: "Four by four".to_owned(),
        source: "made for simulations".to_owned(),
        roles: Roles { judges: 4, entries: 4, confederates: 4 },
        schedule: ScheduleRules { design: Design::GraecoLatin, sides: Sides::Drawn },
        interview: InterviewRules {
            layout: Layout::Pair,
            medium: Medium::Keystrokes { keys_per_second: 50, keys: 20_000 },
            opens: Opener::Judge,
            talk,
            scoring,
        },
        ballots: BallotRules { interview: InterviewBallot::Choice, end: EndBallot::Ranking, end_time: scoring },
        score: ScoreRules { by: ScoreKind::TimesTakenForHuman, tie_breaks: vec![TieBreak::MeanEndRank] },
        awards: vec![
            award("first", Recipient::Place { place: 1 }),
            award("silver", Recipient::Fooled { judges: 2, confederates: 2 }),
        ],
        instructions: Instructions { judge: "find the human".to_owned(), confederate: "be yourself".to_owned() },
    }
}
