//! The page in place of the results until they are public.

use std::borrow::Cow;

use askama::Template;
use contest::{contest::Contest, view::stage::Stage};
use language::{Element, Message};
use rulebook::{Participant, Rulebook};
use site::CommitteeCard;

use super::desk;
use crate::look::Look;

/// The page about the time of the results.
#[derive(Template)]
#[template(path = "results.html")]
pub struct ResultsPage<'a> {
    /// The look.
    pub look: &'a Look,
    /// The contest's id, for addresses.
    pub id: &'a str,
    /// The contest.
    pub contest: &'a Contest,
    /// Its rules, with texts in the language of the reader.
    pub rulebook: Cow<'a, Rulebook>,
}

impl ResultsPage<'_> {
    /// The time of the results, in a sentence or two.
    fn when(&self) -> Message {
        let name = &self.contest.name;
        match self.contest.is_closed() {
            true => say!("hall-results-unpublished", name = Element::NAME, contest = name),
            false => {
                say!("hall-results-to-come", name = Element::NAME, contest = name, rulebook = &self.rulebook.title)
            }
        }
    }

    /// The state of the contest, in a sentence.
    fn headline(&self) -> Message {
        let stage = Stage::of(self.contest, Participant::Organiser);
        let headline = desk::headline(&stage, Participant::Organiser, &self.rulebook);
        say!("hall-headline", headline = headline)
    }

    /// The committee's decisions: public at any time, but the members' names only after the release.
    fn committee(&self) -> Option<CommitteeCard<'_>> {
        CommitteeCard::of(self.contest, &self.rulebook, false)
    }
}
