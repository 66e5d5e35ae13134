//! A confederate's page.

use askama::Template;
use contest::{
    transcript::Transcript,
    view::{stage::StagePhase, witness::WitnessScreen},
};
use rulebook::{ConfederateId, Rulebook, Side, Timestamp};

use super::wording;

/// A confederate's page.
#[derive(Template)]
#[template(path = "confederate.html")]
pub struct ConfederatePage<'a> {
    /// The contest's id, for addresses.
    pub contest: &'a str,
    /// The contest's name.
    pub name: &'a str,
    /// The confederate.
    pub who: ConfederateId,
    /// What the confederate has been told.
    pub screen: &'a WitnessScreen,
    /// The number of the latest update in it.
    pub latest: u64,
    /// Contest time now.
    pub now: Timestamp,
    /// Contest milliseconds per real second.
    pub pace: u32,
    /// The rules.
    pub rulebook: &'a Rulebook,
    /// Why what was just asked for was not done.
    pub notice: Option<&'a str>,
}

static SILENT: Transcript = Transcript { lines: Vec::new(), judge_types: String::new(), witness_types: String::new() };

impl ConfederatePage<'_> {
    fn address(&self) -> String {
        format!("/{}/confederate/{}", self.contest, self.who.number())
    }

    fn headline(&self) -> String {
        wording::headline(&self.screen.stage)
    }

    fn time_left(&self) -> String {
        wording::time_left(&self.screen.stage, self.now)
    }

    fn desk_key(&self) -> String {
        wording::desk_key(&self.screen.stage)
    }

    fn keys_per_second(&self) -> u32 {
        wording::keys_per_second(self.rulebook)
    }

    fn round_text(&self) -> String {
        self.screen.stage.round.map(|round| round.to_string()).unwrap_or_default()
    }

    fn conversation(&self) -> &Transcript {
        let round = self.screen.stage.round;
        round.and_then(|round| self.screen.conversations.get(&round)).unwrap_or(&SILENT)
    }
}
