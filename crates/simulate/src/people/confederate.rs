//! A scripted confederate: waits for the judge's line, thinks a little, and answers it from a small life of its own.

use std::time::Duration;

use contest::view::{
    Screen,
    stage::{Stage, StagePhase},
    witness::{WitnessScreen, WitnessUpdate},
};
use rulebook::{ConfederateId, Draws, Key, RoundNumber, Seed, Side, Timestamp};

use super::{Appointment, Duty, Hand, Intent, Mind, Typist, between, knowledge::Knowledge};

/// The mind of a scripted confederate.
#[derive(Debug, Clone)]
pub struct Confederate {
    draws: Draws,
    typist: Typist,
    knowledge: Knowledge,
    screen: WitnessScreen,
    talk: Option<Talk>,
    appointment: Appointment,
}

/// What a confederate has in mind for the round that runs.
#[derive(Debug, Clone)]
struct Talk {
    round: RoundNumber,
    /// How many of the judge's lines are dealt with.
    answered: usize,
    /// When the next answer will be begun.
    answer_at: Option<Timestamp>,
    /// The longest time to think, in milliseconds.
    thinking_ms: u64,
}

impl Confederate {
    /// The scripted confederate of this id; the seed fixes all it does.
    #[must_use]
    pub fn new(id: ConfederateId, seed: Seed) -> Self {
        let mut draws = Draws::new(seed, &format!("person {id}"));
        let usual = 120 + draws.below(90);
        Self {
            knowledge: Knowledge::drawn(&mut draws),
            draws,
            typist: Typist::new(Hand::Person(usual)),
            screen: WitnessScreen::default(),
            talk: None,
            appointment: Appointment::default(),
        }
    }

    /// What this confederate has before it.
    #[must_use]
    pub fn screen(&self) -> &WitnessScreen {
        &self.screen
    }
}

impl Mind for Confederate {
    type Update = WitnessUpdate;

    fn handle(&mut self, update: &WitnessUpdate, now: Timestamp) {
        self.screen.show(update);
        match update {
            WitnessUpdate::Stage(_) => self.follow_the_stage(now),
            WitnessUpdate::Key { side: Side::Judge, key: Key::Return, .. } => self.think(now),
            WitnessUpdate::Key { .. } => {}
        }
        let duty = Duty::to_be_ready(&self.screen.stage);
        self.appointment.review(duty, &self.screen.stage, now, &mut self.draws);
    }

    fn poll(&mut self, now: Timestamp) -> Option<Intent> {
        if self.screen.stage.paused.is_some() {
            return None;
        }
        if self.appointment.keep(&self.screen.stage, now).is_some() {
            return Some(Intent::Ready);
        }
        if self.typist.is_idle() {
            self.begin_answer(now);
        }
        let round = self.talk.as_ref()?.round;
        let key = self.typist.press(now)?;
        if self.typist.is_idle() {
            self.think(now);
        }
        Some(Intent::Press { round, seat: None, key })
    }

    fn next_wake(&self) -> Option<Timestamp> {
        if self.screen.stage.paused.is_some() {
            return None;
        }
        let answer = self.talk.as_ref().filter(|_| self.typist.is_idle()).and_then(|talk| talk.answer_at);
        [self.appointment.at(), self.typist.due(), answer].into_iter().flatten().min()
    }

    fn stage(&self) -> &Stage {
        &self.screen.stage
    }
}

impl Confederate {
    fn follow_the_stage(&mut self, now: Timestamp) {
        let stage = &self.screen.stage;
        let talks = stage.phase == StagePhase::Talk && !stage.resting && !stage.ended;
        match (talks, stage.round, stage.ends) {
            (true, Some(round), Some(ends)) => {
                if self.talk.as_ref().is_none_or(|talk| talk.round != round) {
                    self.typist.stop();
                    self.knowledge.meet_somebody_new();
                    let talk_ms = u64::try_from(ends.since(now).as_millis()).unwrap_or(u64::MAX);
                    let thinking_ms = (talk_ms / 100).clamp(1_500, 12_000);
                    self.talk = Some(Talk { round, answered: 0, answer_at: None, thinking_ms });
                }
            }
            _ => {
                self.typist.stop();
                self.talk = None;
            }
        }
    }

    /// Sets a time to answer, if there is something to answer and no time is set.
    fn think(&mut self, now: Timestamp) {
        let heard = self.judge_lines();
        let Some(talk) = self.talk.as_mut() else { return };
        if talk.answer_at.is_none() && heard.len() > talk.answered {
            let reading = Duration::from_millis(30 * heard.last().map_or(0, String::len) as u64);
            talk.answer_at = Some(now + reading + between(&mut self.draws, talk.thinking_ms / 3, talk.thinking_ms));
        }
    }

    fn begin_answer(&mut self, now: Timestamp) {
        let heard = self.judge_lines();
        let Some(talk) = self.talk.as_mut() else { return };
        if talk.answer_at.is_none_or(|at| at > now) {
            return;
        }
        talk.answer_at = None;
        talk.answered = heard.len();
        let answer = self.knowledge.answer(&heard, &mut self.draws);
        self.typist.begin(&answer, now, &mut self.draws);
    }

    /// The judge's lines of this round that say something.
    fn judge_lines(&self) -> Vec<String> {
        let conversation = self.talk.as_ref().and_then(|talk| self.screen.conversations.get(&talk.round));
        let lines = conversation.into_iter().flat_map(|conversation| &conversation.lines);
        lines
            .filter(|line| line.side == Side::Judge && !line.text.trim().is_empty())
            .map(|line| line.text.clone())
            .collect()
    }
}
