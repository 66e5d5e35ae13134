//! A confederate's page.

use askama::Template;
use attachment::FileKind;
use contest::{
    transcript::{SILENT, Transcript},
    turn::Turn,
    view::{stage::StagePhase, witness::WitnessScreen},
};
use language::{Message, Say};
use rulebook::Side;

use super::{Desk, desk::Speech};

/// The number of the referees' latest messages that are shown.
const FROM_REFEREE_MAX: usize = 3;

/// A confederate's page.
#[derive(Template)]
#[template(path = "confederate.html")]
pub struct ConfederatePage<'a> {
    /// The part that all pages share.
    pub desk: Desk<'a>,
    /// The confederate's view.
    pub screen: &'a WitnessScreen,
}

impl ConfederatePage<'_> {
    fn turn(&self) -> Option<&Turn> {
        self.screen.turns.get(&self.desk.stage.round?)
    }

    /// The field for answers, within a referee's limits.
    fn speech(&self) -> Speech<'_> {
        let speech = self.desk.speech(None, say!("talk-answer"), self.conversation(), self.turn());
        let limit = self.screen.limit.and_then(|limit| limit.characters).unwrap_or(u32::MAX);
        Speech { muted: self.is_muted(), most: speech.most.min(limit), ..speech }
    }

    fn is_muted(&self) -> bool {
        self.desk.stage.round.is_some_and(|round| self.screen.muted.contains(&round))
    }

    /// The referees' messages to the confederate, newest first.
    fn referee_said(&self) -> Vec<Message> {
        self.screen.referee.iter().rev().take(FROM_REFEREE_MAX).map(Say::message).collect()
    }

    /// A referee's present limit, in a sentence.
    fn limited(&self) -> Option<Message> {
        self.screen.limit.map(|limit| say!("talk-limited", limit = limit.message()))
    }

    fn conversation(&self) -> &Transcript {
        let round = self.desk.stage.round;
        round.and_then(|round| self.screen.conversations.get(&round)).unwrap_or(&SILENT)
    }
}
