//! The number of utterances later than the moment drawn for them, of people and programs apart.
//!
//! A delivery policy hides from judges when a witness was ready, but only for utterances that arrive before the moment
//! drawn. A later one is shown at once, at a time of the witness's own. If people are late more often than programs, or
//! less often, then timing tells them apart for these utterances. The policy, and the definition of late, are in
//! [`pacing`](crate::pacing), which does not distinguish the kinds.

use language::{Message, Say};
use rulebook::Participant;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{Room, pacing::Lateness};

/// The late utterances of a contest, among those that judges were shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, JsonSchema)]
pub struct Late {
    /// Those of people.
    pub people: Lateness,
    /// Those of programs.
    pub programs: Lateness,
}

impl Late {
    /// The late utterances of this contest. `None` where no shown utterance had a drawn moment, or its witnesses are
    /// unknown.
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

/// `2 of 10 (20.0 %)`; without a percentage for no utterances.
fn share(Lateness { utterances, late }: Lateness) -> Message {
    // Halves up; a tenth of a per cent is precise enough.
    match (late * 2000 + utterances).checked_div(utterances * 2) {
        Some(per_mille) => {
            let percent = format!("{}.{}", per_mille / 10, per_mille % 10);
            say!("talk-late-share", late = late, utterances = utterances, percent = percent)
        }
        None => say!("talk-late-none", late = late, utterances = utterances),
    }
}
