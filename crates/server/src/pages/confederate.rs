//! A confederate's page.

use askama::Template;
use contest::{
    transcript::{SILENT, Transcript},
    turn::Turn,
    view::{stage::StagePhase, witness::WitnessScreen},
};
use rulebook::Side;

use super::{Desk, desk::TurnClock};

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

    fn conversation(&self) -> &Transcript {
        let round = self.desk.stage.round;
        round.and_then(|round| self.screen.conversations.get(&round)).unwrap_or(&SILENT)
    }
}
