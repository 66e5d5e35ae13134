//! The actions that the contest awaits from a participant, and the moment when this one takes them.

use contest::view::stage::{Stage, StagePhase};
use rulebook::{Draws, RoundNumber, Seat, Timestamp};

use super::between;

/// An action that the contest awaits from a participant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Duty {
    /// Be ready for this round.
    Ready(RoundNumber),
    /// Fill in the form about this round.
    Ballot(RoundNumber),
    /// Rank all witnesses met in this trial.
    Ranking(u16),
    /// State a belief after this turn of the transcript at this seat.
    Belief(RoundNumber, Seat, u16),
    /// Vote: the vote of this number.
    Vote(u16),
}

/// A duty and its moment. A duty that is still open some time later is done again, as by a person who sees the button
/// still there.
#[derive(Debug, Clone, Default)]
pub(crate) struct Appointment(Option<(Duty, Timestamp)>);

impl Appointment {
    /// Takes the present duties, the next one first. A new one gets a moment: soon for being ready, within the first
    /// half of its share of the time for ballots.
    pub(crate) fn review(&mut self, duties: &[Duty], stage: &Stage, now: Timestamp, draws: &mut Draws) {
        let duty = duties.first().copied();
        if self.0.map(|(duty, _)| duty) == duty {
            return;
        }
        self.0 = duty.map(|duty| {
            let delay = match duty {
                Duty::Ready(_) => between(draws, 1_000, 15_000),
                // The time for reading a turn.
                Duty::Belief(..) => between(draws, 2_000, 8_000),
                Duty::Ballot(_) | Duty::Ranking(_) | Duty::Vote(_) => {
                    let share = left_ms(stage, now) / duties.len() as u64;
                    between(draws, share / 10, share / 2)
                }
            };
            (duty, now + delay)
        });
    }

    /// The duty that is due. It is scheduled again, in case it stays open.
    pub(crate) fn keep(&mut self, stage: &Stage, now: Timestamp) -> Option<Duty> {
        let (duty, at) = self.0.filter(|(_, at)| *at <= now)?;
        let patience = (left_ms(stage, now) / 6).clamp(3_000, 20_000);
        self.0 = Some((duty, at.max(now) + std::time::Duration::from_millis(patience)));
        Some(duty)
    }

    /// The moment of the duty.
    pub(crate) fn at(&self) -> Option<Timestamp> {
        self.0.map(|(_, at)| at)
    }
}

impl Duty {
    /// The duty to be ready, if the contest awaits it.
    pub(crate) fn to_be_ready(stage: &Stage) -> Option<Self> {
        let waiting = stage.phase == StagePhase::Lobby && !stage.ready && !stage.resting;
        stage.round.filter(|_| waiting).map(Self::Ready)
    }
}

fn left_ms(stage: &Stage, now: Timestamp) -> u64 {
    stage.ends.map_or(60_000, |ends| u64::try_from(ends.since(now).as_millis()).unwrap_or(u64::MAX))
}
