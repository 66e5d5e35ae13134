//! What stands in place of the results until everybody may read them.

use askama::Template;
use contest::{contest::Contest, view::stage::Stage};
use rulebook::Participant;
use site::CommitteeCard;

use super::desk;
use crate::look::Look;

/// When there will be results.
#[derive(Template)]
#[template(path = "results.html")]
pub struct ResultsPage<'a> {
    /// How it looks.
    pub look: &'a Look,
    /// The contest's id, for addresses.
    pub id: &'a str,
    /// The contest.
    pub contest: &'a Contest,
}

impl ResultsPage<'_> {
    fn headline(&self) -> String {
        let stage = Stage::of(self.contest, Participant::Organiser);
        desk::headline(&stage, Participant::Organiser, &self.contest.rulebook).to_string()
    }

    /// What was settled: everybody may read it at any time, the names of the members only after the release.
    fn committee(&self) -> Option<CommitteeCard<'_>> {
        CommitteeCard::of(self.contest, false)
    }
}
