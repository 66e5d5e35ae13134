//! What stands in place of the results until everybody may read them.

use std::borrow::Cow;

use askama::Template;
use contest::{contest::Contest, view::stage::Stage};
use language::{Element, Message};
use rulebook::{Participant, Rulebook};
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
    /// Its rules, with texts in the language of the reader.
    pub rulebook: Cow<'a, Rulebook>,
}

impl ResultsPage<'_> {
    /// When there will be results, in a sentence or two.
    fn when(&self) -> Message {
        let name = &self.contest.name;
        match self.contest.is_closed() {
            true => say!("hall-results-unpublished", name = Element::NAME, contest = name),
            false => {
                say!("hall-results-to-come", name = Element::NAME, contest = name, rulebook = &self.rulebook.title)
            }
        }
    }

    /// Where the contest is, in a sentence.
    fn headline(&self) -> Message {
        let stage = Stage::of(self.contest, Participant::Organiser);
        let headline = desk::headline(&stage, Participant::Organiser, &self.rulebook);
        say!("hall-headline", headline = headline)
    }

    /// What was settled: everybody may read it at any time, the names of the members only after the release.
    fn committee(&self) -> Option<CommitteeCard<'_>> {
        CommitteeCard::of(self.contest, &self.rulebook, false)
    }
}
