//! What the contest waits for from a participant, and when this one gets round to it.

use contest::view::stage::{Stage, StagePhase};
use rulebook::{Draws, RoundNumber, Seat, Timestamp};

use super::between;

/// What the contest waits for from a participant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Duty {
    /// To be in place for this round.
    Ready(RoundNumber),
    /// To fill in the form about this round.
    Ballot(RoundNumber),
    /// To rank everyone met in this trial.
    Ranking(u16),
    /// To say what one believes after this turn of what one reads at this seat.
    Belief(RoundNumber, Seat, u16),
    /// To vote between entries that are level: the vote of this number.
    Vote(u16),
}

/// A duty and when it will be done. A duty that does not show as done after a while is done again, as a person would who
/// sees the button still there.
#[derive(Debug, Clone, Default)]
pub(crate) struct Appointment(Option<(Duty, Timestamp)>);

impl Appointment {
    /// Takes note of the present duties, of which the first is the next. A new one is given a time: soon for taking a
    /// place, within the first half of its share of the time there is for ballots.
    pub(crate) fn review(&mut self, duties: &[Duty], stage: &Stage, now: Timestamp, draws: &mut Draws) {
        let duty = duties.first().copied();
        if self.0.map(|(duty, _)| duty) == duty {
            return;
        }
        self.0 = duty.map(|duty| {
            let delay = match duty {
                Duty::Ready(_) => between(draws, 1_000, 15_000),
                // As long as a turn takes to read.
                Duty::Belief(..) => between(draws, 2_000, 8_000),
                Duty::Ballot(_) | Duty::Ranking(_) | Duty::Vote(_) => {
                    let share = left_ms(stage, now) / duties.len() as u64;
                    between(draws, share / 10, share / 2)
                }
            };
            (duty, now + delay)
        });
    }

    /// The duty whose time has come. It comes again, later, unless it is seen to be done before.
    pub(crate) fn keep(&mut self, stage: &Stage, now: Timestamp) -> Option<Duty> {
        let (duty, at) = self.0.filter(|(_, at)| *at <= now)?;
        let patience = (left_ms(stage, now) / 6).clamp(3_000, 20_000);
        self.0 = Some((duty, at.max(now) + std::time::Duration::from_millis(patience)));
        Some(duty)
    }

    /// When the duty will be done.
    pub(crate) fn at(&self) -> Option<Timestamp> {
        self.0.map(|(_, at)| at)
    }
}

impl Duty {
    /// The duty to take one's place, if that is what the contest waits for.
    pub(crate) fn to_be_ready(stage: &Stage) -> Option<Self> {
        let waiting = stage.phase == StagePhase::Lobby && !stage.ready && !stage.resting;
        stage.round.filter(|_| waiting).map(Self::Ready)
    }
}

fn left_ms(stage: &Stage, now: Timestamp) -> u64 {
    stage.ends.map_or(60_000, |ends| u64::try_from(ends.since(now).as_millis()).unwrap_or(u64::MAX))
}
