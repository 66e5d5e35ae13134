//! Entries of the simulated world: the programs of the house, and some that misbehave.

use contest::view::{
    Screen,
    stage::{Stage, StagePhase},
    witness::{WitnessScreen, WitnessUpdate},
};
use rulebook::{Draws, EntryId, Key, RoundNumber, Seed, Side, Timestamp};

use crate::{
    people::{Appointment, Duty, Hand, Intent, Mind, Typist, one_of},
    programs::{self, Program},
};

/// An entry that answers finished lines with typed keys.
pub struct LineProgram {
    manner: Manner,
    draws: Draws,
    typist: Typist,
    screen: WitnessScreen,
    round: Option<RoundNumber>,
    appointment: Appointment,
}

/// How an entry behaves.
enum Manner {
    /// As one of the house programs does.
    House(Box<dyn Program + Send>),
    /// Says nothing.
    Silent,
    /// Begins unasked, and types far faster than the rules allow.
    Flood,
}

impl LineProgram {
    /// The program behind this entry; the seed draws its manner. One in six misbehaves.
    #[must_use]
    pub fn new(id: EntryId, seed: Seed) -> Self {
        let mut draws = Draws::new(seed, &format!("entry {id}"));
        let house = one_of(&mut draws, programs::names());
        let manner = match (draws.below(12), programs::named(house)) {
            (0, _) => Manner::Silent,
            (1, _) | (_, None) => Manner::Flood,
            (_, Some(program)) => Manner::House(program),
        };
        let gap_ms = if matches!(manner, Manner::Flood) { 4 } else { 117 };
        Self {
            manner,
            draws,
            typist: Typist::new(Hand::Program(gap_ms)),
            screen: WitnessScreen::default(),
            round: None,
            appointment: Appointment::default(),
        }
    }

    fn answer(&mut self) -> Option<String> {
        let conversation = self.round.and_then(|round| self.screen.conversations.get(&round));
        let lines = conversation.into_iter().flat_map(|conversation| conversation.lines.iter().rev());
        let heard = lines.into_iter().find(|line| line.side == Side::Judge).map(|line| line.text.as_str());
        match &mut self.manner {
            Manner::House(program) => {
                heard.map(|line| program.reply(line).join("\n")).filter(|reply| !reply.is_empty())
            }
            Manner::Silent => None,
            Manner::Flood => Some("buy now! ".repeat(20)),
        }
    }

    fn begin(&mut self, now: Timestamp) {
        if self.typist.is_idle()
            && let Some(answer) = self.answer()
        {
            self.typist.begin(&answer, now, &mut self.draws);
        }
    }
}

impl Mind for LineProgram {
    type Update = WitnessUpdate;

    fn handle(&mut self, update: &WitnessUpdate, now: Timestamp) {
        self.screen.show(update);
        match update {
            WitnessUpdate::Stage(stage) => {
                let round = stage.round.filter(|_| stage.phase == StagePhase::Talk && !stage.resting && !stage.ended);
                if self.round != round {
                    self.round = round;
                    self.typist.stop();
                    if round.is_some() && matches!(self.manner, Manner::Flood) {
                        self.begin(now);
                    }
                }
            }
            WitnessUpdate::Key { round, side: Side::Judge, key: Key::Return } if self.round == Some(*round) => {
                self.begin(now);
            }
            WitnessUpdate::Key { .. } => {}
        }
        let duty = Duty::to_be_ready(&self.screen.stage);
        self.appointment.review(duty, &self.screen.stage, now, &mut self.draws);
    }

    fn poll(&mut self, now: Timestamp) -> Option<Intent> {
        if self.appointment.keep(&self.screen.stage, now).is_some() {
            return Some(Intent::Ready);
        }
        let round = self.round?;
        let key = self.typist.press(now)?;
        Some(Intent::Press { round, seat: None, key })
    }

    fn next_wake(&self) -> Option<Timestamp> {
        [self.appointment.at(), self.typist.due()].into_iter().flatten().min()
    }

    fn stage(&self) -> &Stage {
        &self.screen.stage
    }
}
