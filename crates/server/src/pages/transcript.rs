//! One interview, read again after the end.

use std::collections::BTreeMap;

use askama::Template;
use contest::{
    contest::Contest,
    transcript::{SILENT, Transcript},
};
use rulebook::{Seat, Side, Witness, schema::Medium};
use schedule::Seating;

use super::seats;

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
    /// What was said, by seats; a seat in which nobody spoke may be missing.
    pub transcripts: BTreeMap<Seat, Transcript>,
}

impl TranscriptPage<'_> {
    /// Where the witness sat and who it was, now that it may be known.
    fn heading(&self, seat: &Seat, witness: &Witness) -> String {
        let seat = if *seat == Seat::Only { "The witness".to_owned() } else { seats::heading(*seat) };
        match witness {
            Witness::Confederate(id) => format!("{seat}: {id}, a person"),
            Witness::Entry(id) => format!("{seat}: {id}, a program"),
        }
    }

    fn transcript(&self, seat: &Seat) -> &Transcript {
        self.transcripts.get(seat).unwrap_or(&SILENT)
    }

    fn is_monospaced(&self) -> bool {
        matches!(self.contest.rulebook.interview.medium, Medium::Lines { .. })
    }

    /// Which trial it was, where there were several.
    fn trial(&self) -> Option<u16> {
        (self.contest.rulebook.trial_count() > 1).then(|| self.contest.trial_of(self.seating.interview.round))
    }
}
