//! The times at which a participant sends its keys or messages.

use std::time::Duration;

use contest::rhythm::{Rhythm, Slips};
use rulebook::{ConversationId, Draws, InterviewId, JudgeId, RoundNumber, Seat, Seed};

/// A sentence of an ordinary person: the rhythm of typing it sets the times, for any keys sent.
const SENTENCE: &str = "well, I would rather talk about the weather, if you do not mind";

/// The rule for the times of sending.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pace {
    /// At a fixed interval, each participant from a random start.
    Every(Duration),
    /// Like typing people: by the law of [`contest::rhythm`], in lines with pauses to think between them.
    People,
    /// The judge begins; each side answers as soon as it is shown something.
    PingPong,
}

/// The times of one participant.
pub(crate) struct Moments {
    pace: Pace,
    draws: Draws,
    rhythm: Option<Rhythm>,
    line: u64,
    gaps: std::vec::IntoIter<Duration>,
}

impl Moments {
    /// The times of participant `number`; the same seed and number give the same times.
    pub(crate) fn of(pace: Pace, seed: &str, number: usize) -> Self {
        let seed = Seed::from_contributions([seed, &number.to_string()]);
        let conversation = ConversationId {
            interview: InterviewId { round: RoundNumber::new(1), judge: JudgeId::new(1) },
            seat: Seat::Only,
        };
        let rhythm = (pace == Pace::People).then(|| Rhythm::of(seed, conversation));
        Self { pace, draws: Draws::new(seed, "load"), rhythm, line: 0, gaps: Vec::new().into_iter() }
    }

    /// The delay of the first sending after the beginning; `None` where the participant waits for its partner.
    pub(crate) fn first(&mut self, begins: bool) -> Option<Duration> {
        match self.pace {
            Pace::Every(every) => Some(every.mul_f64(self.draws.uniform())),
            Pace::People => Some(self.next_key()),
            Pace::PingPong => begins.then_some(Duration::ZERO),
        }
    }

    /// The delay of the next sending after the last; `None` where the participant waits for its partner.
    pub(crate) fn next(&mut self) -> Option<Duration> {
        match self.pace {
            Pace::Every(every) => Some(every),
            Pace::People => Some(self.next_key()),
            Pace::PingPong => None,
        }
    }

    /// An exponentially distributed delay with this mean.
    pub(crate) fn at_random(&mut self, mean: Duration) -> Duration {
        mean.mul_f64(-(1.0 - self.draws.uniform()).max(1e-9).ln())
    }

    fn next_key(&mut self) -> Duration {
        if let Some(gap) = self.gaps.next() {
            return gap;
        }
        let Some(rhythm) = &self.rhythm else { return Duration::ZERO };
        let thought = rhythm.reply(self.line, None);
        let strokes = rhythm.line(self.line, SENTENCE, Slips::Off);
        self.gaps = strokes.iter().skip(1).map(|stroke| stroke.after).collect::<Vec<_>>().into_iter();
        self.line += 1;
        // Only a random part of the first thought, so that participants do not begin together.
        if self.line == 1 { thought.mul_f64(self.draws.uniform()) } else { thought }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_types_a_line_and_thinks_before_the_next() {
        let mut moments = Moments::of(Pace::People, "a seed", 7);
        moments.first(true).unwrap();
        let gaps: Vec<Duration> = (0..SENTENCE.len()).map(|_| moments.next().unwrap()).collect();
        let longest = gaps.iter().max().unwrap();
        assert!(*longest < Duration::from_secs(10), "{longest:?}");
        assert!(moments.next().unwrap() >= Duration::from_secs(1), "thinking takes a second at least");
    }

    #[test]
    fn of_two_who_play_ping_pong_one_begins_and_both_wait() {
        let mut judge = Moments::of(Pace::PingPong, "a seed", 0);
        assert_eq!((judge.first(true), judge.first(false), judge.next()), (Some(Duration::ZERO), None, None));
    }
}
