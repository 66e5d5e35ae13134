//! Pages that everybody may see, and the one that asks to join.

use askama::Template;
use contest::{ContestResult, contest::Contest, transcript::Transcript, view::stage::Stage};
use rulebook::{EntryId, Participant, Seat, Side, Witness};
use schedule::Seating;
use tally::Choice;

use super::desk;

/// The front page.
#[derive(Template)]
#[template(path = "home.html")]
pub struct HomePage {
    /// Ids and names.
    pub contests: Vec<(String, String)>,
}

/// Asks whether to join.
#[derive(Template)]
#[template(path = "join.html")]
pub struct JoinPage<'a> {
    /// The contest's name.
    pub name: &'a str,
    /// As whom.
    pub who: Participant,
    /// The token of the link.
    pub token: &'a str,
}

impl JoinPage<'_> {
    fn role(&self) -> String {
        match self.who {
            Participant::Organiser => "the organiser".to_owned(),
            Participant::Judge(id) => format!("judge {}", id.number()),
            Participant::Confederate(id) => format!("confederate {}", id.number()),
            Participant::Entry(id) => format!("entry {}", id.number()),
        }
    }
}

/// An answer that is not the page that was asked for.
#[derive(Template)]
#[template(path = "message.html")]
pub struct MessagePage<'a> {
    /// What.
    pub title: &'a str,
    /// Why.
    pub text: &'a str,
    /// How to go on.
    pub mend: &'a str,
}

/// The results, or when there will be any.
#[derive(Template)]
#[template(path = "results.html")]
pub struct ResultsPage<'a> {
    /// The contest's id, for addresses.
    pub id: &'a str,
    /// The contest.
    pub contest: &'a Contest,
    /// Its result, once it is closed.
    pub result: Option<&'a ContestResult>,
}

impl ResultsPage<'_> {
    fn headline(&self) -> String {
        desk::headline(&Stage::of(self.contest, Participant::Organiser), Participant::Organiser)
    }

    fn name_of(&self, entry: &EntryId) -> Option<&str> {
        let standings = self.result.map_or(&[][..], |result| &result.standings);
        standings.iter().find(|standing| standing.entry == *entry)?.name.as_deref()
    }

    fn scripts(&self) -> usize {
        self.contest.scripted.len()
    }

    fn mean(&self, mean_rank: &Option<f64>) -> String {
        mean_rank.map_or_else(|| "–".to_owned(), |mean| format!("{mean:.2}"))
    }
}

/// One interview, read again.
#[derive(Template)]
#[template(path = "transcript.html")]
pub struct TranscriptPage<'a> {
    /// The contest's id, for addresses.
    pub id: &'a str,
    /// The contest.
    pub contest: &'a Contest,
    /// Who sat where.
    pub seating: &'a Seating,
    /// The conversation on the left.
    pub left: &'a Transcript,
    /// The conversation on the right.
    pub right: &'a Transcript,
}

impl TranscriptPage<'_> {
    /// Where the witness sat and who it was, now that it may be known.
    fn heading(&self, seat: Seat) -> String {
        let seat_name = desk::seat_name(seat);
        match self.seating.witness(seat) {
            Witness::Confederate(id) => format!("{seat_name}: {id}, a person"),
            Witness::Entry(id) => format!("{seat_name}: {id}, a program"),
        }
    }

    fn transcript(&self, seat: Seat) -> &Transcript {
        match seat {
            Seat::Left => self.left,
            Seat::Right => self.right,
        }
    }
}
