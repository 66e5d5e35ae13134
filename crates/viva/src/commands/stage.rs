//! The phase of a contest in a line: `round 1 of 4, talk, 24:59 left`.

use std::time::Duration;

use contest::view::stage::StagePhase;

/// The state that the line shows.
pub(super) struct Where {
    pub(super) phase: StagePhase,
    /// The current round, or the next.
    pub(super) round: Option<u16>,
    pub(super) rounds: u16,
    /// True if the schedule is drawn.
    pub(super) drawn: bool,
    /// The time left in the phase, if the clock ends it.
    pub(super) left: Option<Duration>,
    pub(super) paused: bool,
}

impl Where {
    pub(super) fn in_words(&self) -> String {
        let Self { phase, round, rounds, drawn, left, paused } = self;
        let place = match (phase, round) {
            (StagePhase::Closed, _) => "closed".to_owned(),
            (StagePhase::Lobby, _) if !drawn => "nothing is drawn yet".to_owned(),
            (StagePhase::Lobby, Some(round)) => format!("before round {round} of {rounds}"),
            (StagePhase::Lobby, None) if *rounds == 1 => "after the only round".to_owned(),
            (StagePhase::Lobby, None) => format!("after all {rounds} rounds"),
            (StagePhase::Talk, Some(round)) => format!("round {round} of {rounds}, talk"),
            (StagePhase::Scoring, Some(round)) => format!("round {round} of {rounds}, ballots"),
            (StagePhase::Vote, _) => "the judges vote".to_owned(),
            (StagePhase::Talk | StagePhase::Scoring | StagePhase::EndBallots, _) => {
                "the questions at the end".to_owned()
            }
        };
        let left = left.map(|left| left.as_secs());
        let left = left.map(|left| format!(", {}:{:02} left", left / 60, left % 60)).unwrap_or_default();
        format!("{place}{left}{}", if *paused { ", paused" } else { "" })
    }
}
