//! The referee of the simulated world: reads the referees' updates, and acts now and then, sensibly or not.

use std::time::Duration;

use contest::{
    Command,
    referee::{Deed, SpeechLimit},
    view::{referee::RefereeScreen, stage::StagePhase},
};
use rulebook::{ConfederateId, ConversationId, Draws, Witness};

use crate::people::between;

/// The referee's mind.
#[derive(Debug)]
pub(super) struct Referee {
    draws: Draws,
}

impl Referee {
    pub(super) fn new(draws: Draws) -> Self {
        Self { draws }
    }

    /// The time until its next look.
    pub(super) fn next_look(&mut self) -> Duration {
        between(&mut self.draws, 300, 4_000)
    }

    /// Its command after a look. Many are refused: the words to strike were shown meanwhile, or the witness to mute is
    /// a program.
    pub(super) fn look(&mut self, screen: &RefereeScreen) -> Option<Command> {
        let round = screen.stage.round.filter(|_| screen.stage.phase == StagePhase::Talk)?;
        if self.draws.below(3) > 0 {
            return None;
        }
        let panes: Vec<_> = screen.panes.iter().filter(|(id, _)| id.interview.round == round).collect();
        let (&conversation, pane) = *panes.get(self.draws.index(panes.len().max(1)))?;
        let deed = match (pane.waiting.last(), pane.held, pane.muted) {
            (Some(utterance), ..) if self.draws.below(3) == 0 => Deed::Strike { conversation, of: utterance.of },
            (_, true, _) if self.draws.below(2) == 0 => Deed::Release { conversation },
            (_, _, true) if self.draws.below(2) == 0 => Deed::Unmute { conversation },
            _ => self.some_deed(conversation, pane.witness),
        };
        let has_words = deed.needs_words() || self.draws.coin();
        Some(Command::Referee { deed, words: has_words.then(|| "so that it is fair".to_owned()) })
    }

    fn some_deed(&mut self, conversation: ConversationId, witness: Witness) -> Deed {
        let confederate = match witness {
            Witness::Confederate(id) => id,
            Witness::Entry(id) => ConfederateId::new(id.number()),
        };
        let drawn = |draws: &mut Draws, most: u64| 1 + draws.below(most);
        match self.draws.below(9) {
            0 => Deed::Warn { confederate },
            1 => {
                let characters = u32::try_from(drawn(&mut self.draws, 60)).ok().filter(|_| self.draws.coin());
                let apart = Some(Duration::from_secs(drawn(&mut self.draws, 10)));
                Deed::Limit { confederate, limit: SpeechLimit { characters, apart } }
            }
            2 => Deed::Lift { confederate },
            3 => Deed::Mute { conversation },
            4 | 5 => Deed::Hold { conversation },
            6 => Deed::Strike { conversation, of: self.draws.below(40) },
            7 => Deed::Flag { conversation, at: self.draws.below(40) },
            _ => Deed::Note {},
        }
    }
}
