//! A confederate's page.

use askama::Template;
use attachment::Kind;
use contest::{
    transcript::{SILENT, Transcript},
    turn::Turn,
    view::{stage::StagePhase, witness::WitnessScreen},
};
use language::{Message, Say};
use rulebook::Side;

use super::{Desk, desk::Speech};

/// How many of the latest words of referees are shown.
const FROM_REFEREE_MAX: usize = 3;

/// A confederate's page.
#[derive(Template)]
#[template(path = "confederate.html")]
pub struct ConfederatePage<'a> {
    /// Who, where, when.
    pub desk: Desk<'a>,
    /// What the confederate has been told.
    pub screen: &'a WitnessScreen,
}

impl ConfederatePage<'_> {
    fn turn(&self) -> Option<&Turn> {
        self.screen.turns.get(&self.desk.stage.round?)
    }

    /// The field that answers, as far as a referee lets it.
    fn speech(&self) -> Speech<'_> {
        let speech = self.desk.speech(None, say!("talk-answer"), self.conversation(), self.turn());
        let limit = self.screen.limit.and_then(|limit| limit.characters).unwrap_or(u32::MAX);
        Speech { muted: self.is_muted(), most: speech.most.min(limit), ..speech }
    }

    fn is_muted(&self) -> bool {
        self.desk.stage.round.is_some_and(|round| self.screen.muted.contains(&round))
    }

    /// What a referee said to the confederate, newest first.
    fn referee_said(&self) -> Vec<Message> {
        self.screen.referee.iter().rev().take(FROM_REFEREE_MAX).map(Say::message).collect()
    }

    /// What the confederate may send, in a sentence, while a referee limits them.
    fn limited(&self) -> Option<Message> {
        self.screen.limit.map(|limit| say!("talk-limited", limit = limit.message()))
    }

    fn conversation(&self) -> &Transcript {
        let round = self.desk.stage.round;
        round.and_then(|round| self.screen.conversations.get(&round)).unwrap_or(&SILENT)
    }
}
