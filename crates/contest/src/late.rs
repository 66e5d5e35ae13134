//! How many utterances came too late for the moment drawn for them: people and programs apart.
//!
//! A delivery policy hides from judges when a witness was ready. It cannot hide it of what is given after the moment drawn: that
//! begins at once, at a moment of the witness's own. Where people are late more often than programs, or the other way round, timing
//! tells them apart as far as these utterances go. The policy itself, and what is late, are in [`pacing`](crate::pacing), which knows
//! no kinds.

use language::{Message, Say};
use rulebook::Participant;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{Room, pacing::Lateness};

/// The late utterances of a contest, as far as judges were shown them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, JsonSchema)]
pub struct Late {
    /// Of people.
    pub people: Lateness,
    /// Of programs.
    pub programs: Lateness,
}

impl Late {
    /// Those of this contest. `None` where no moment was drawn for any utterance that was shown, or nobody knows who gave it.
    #[must_use]
    pub fn of(room: &Room) -> Option<Self> {
        let contest = room.contest()?;
        let mut late = Self::default();
        for (id, conversation) in room.conversations() {
            let Some(witness) = contest.listener(*id) else { continue };
            let kind = if matches!(witness, Participant::Entry(_)) { &mut late.programs } else { &mut late.people };
            let Lateness { utterances, late } = conversation.lateness();
            kind.utterances += utterances;
            kind.late += late;
        }
        (late.people.utterances + late.programs.utterances > 0).then_some(late)
    }
}

impl Say for Late {
    fn message(&self) -> Message {
        say!("talk-late", people = share(self.people), programs = share(self.programs))
    }
}

display_in_english!(Late);

/// `2 of 10 (20.0 %)`; without a share where there is nothing to have a share of.
fn share(Lateness { utterances, late }: Lateness) -> Message {
    // Halves up: a tenth of a per cent is as fine as anybody needs it.
    match (late * 2000 + utterances).checked_div(utterances * 2) {
        Some(per_mille) => {
            let percent = format!("{}.{}", per_mille / 10, per_mille % 10);
            say!("talk-late-share", late = late, utterances = utterances, percent = percent)
        }
        None => say!("talk-late-none", late = late, utterances = utterances),
    }
}
