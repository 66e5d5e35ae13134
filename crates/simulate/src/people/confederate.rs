//! A scripted confederate: waits for the judge's line, thinks a little, and answers it from a small life of its own.

use contest::{
    command::To,
    transcript::{SILENT, Transcript},
    view::{
        Screen,
        stage::{Stage, StagePhase},
        witness::{WitnessScreen, WitnessUpdate},
    },
};
use rulebook::{ConfederateId, Draws, Key, Rulebook, Seed, Side, Timestamp, schema::InterviewRules};

use super::{
    Appointment, Duty, Hand, Intent, Mind, Voice,
    answerer::Answerer,
    voice::{TurnState, left_to_say},
};

/// The mind of a scripted confederate.
#[derive(Debug, Clone)]
pub struct Confederate {
    rules: InterviewRules,
    draws: Draws,
    voice: Voice,
    turn: TurnState,
    answerer: Answerer,
    screen: WitnessScreen,
    appointment: Appointment,
}

impl Confederate {
    /// The scripted confederate of this id under these rules; the seed fixes all its actions.
    #[must_use]
    pub fn new(id: ConfederateId, rules: &Rulebook, seed: Seed) -> Self {
        let rules = &rules.interview;
        let mut draws = Draws::new(seed, &format!("person {id}"));
        let usual = 120 + draws.below(90);
        Self {
            answerer: Answerer::drawn(rules, &mut draws),
            rules: rules.clone(),
            draws,
            voice: Voice::new(Hand::Person(usual), rules),
            turn: TurnState::new(rules.turns, Side::Witness),
            screen: WitnessScreen::default(),
            appointment: Appointment::default(),
        }
    }

    /// This confederate's screen.
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
            WitnessUpdate::Key { side, key: Key::Return, .. }
            | WitnessUpdate::Said { side, .. }
            | WitnessUpdate::Attached { side, .. } => {
                if *side == Side::Judge {
                    self.think(now);
                }
            }
            WitnessUpdate::Turn { turn, .. } => self.turn.begins(*turn),
            WitnessUpdate::Key { .. } | WitnessUpdate::Referee(_) => {}
        }
        let duties: Vec<_> = Duty::to_be_ready(&self.screen.stage).into_iter().collect();
        self.appointment.review(&duties, &self.screen.stage, now, &mut self.draws);
    }

    fn poll(&mut self, now: Timestamp) -> Option<Intent> {
        if self.screen.stage.paused.is_some() {
            return None;
        }
        if self.appointment.keep(&self.screen.stage, now).is_some() {
            return Some(Intent::Ready);
        }
        if self.voice.is_idle() {
            self.begin_answer(now);
        }
        let round = self.answerer.round()?;
        let speech = self.voice.speak(&self.turn, now)?;
        if self.voice.is_idle() {
            self.think(now);
        }
        Some(Intent::Speak { to: To { round, seat: None, interview: None }, speech })
    }

    fn next_wake(&self) -> Option<Timestamp> {
        if self.screen.stage.paused.is_some() {
            return None;
        }
        let answer = self.answerer.due().filter(|_| self.voice.is_idle());
        [self.appointment.at(), self.voice.due(&self.turn), answer].into_iter().flatten().min()
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
                if self.answerer.round() != Some(round) {
                    self.voice.stop();
                    self.turn = TurnState::new(self.rules.turns, Side::Witness);
                    self.answerer.meet(round, now, ends.since(now), &mut self.draws);
                }
            }
            _ => {
                self.voice.stop();
                self.answerer.leave();
            }
        }
    }

    fn think(&mut self, now: Timestamp) {
        let heard = self.judge_lines();
        self.answerer.think(&heard, now, &mut self.draws);
    }

    fn begin_answer(&mut self, now: Timestamp) {
        let heard = self.judge_lines();
        let round = self.answerer.round();
        let conversation = round.and_then(|round| self.screen.conversations.get(&round)).unwrap_or(&SILENT);
        let left = left_to_say(conversation, Side::Witness, self.rules.medium);
        let rest_of_opening = self.rest_of_opening(conversation);
        if let Some(answer) = self.answerer.answer(&heard, now, &mut self.draws).filter(|_| left > 0) {
            let answer = match (rest_of_opening, self.answerer.opening()) {
                (Some(rest), Some(opening)) => {
                    let answer = answer.strip_prefix(opening).unwrap_or(&answer).trim_start();
                    format!("{rest}\n{answer}").trim_end().to_owned()
                }
                _ => answer,
            };
            self.voice.begin(&answer, left, now, &mut self.draws);
        }
    }

    /// The untyped rest of enforced opening words. Some of them may have been refused before, as in a pause.
    fn rest_of_opening(&self, conversation: &Transcript) -> Option<String> {
        let has_opened = conversation.lines.iter().any(|line| line.side == Side::Witness);
        let opening = self.answerer.opening().filter(|_| self.rules.opening_enforced && !has_opened)?;
        Some(opening.strip_prefix(conversation.witness_types.as_str()).unwrap_or(opening).to_owned())
    }

    /// The judge's lines of this round, without blank ones.
    fn judge_lines(&self) -> Vec<String> {
        let conversation = self.answerer.round().and_then(|round| self.screen.conversations.get(&round));
        let lines = conversation.into_iter().flat_map(|conversation| &conversation.lines);
        lines
            .filter(|line| line.side == Side::Judge && !line.text.trim().is_empty())
            .map(|line| line.text.clone())
            .collect()
    }
}
