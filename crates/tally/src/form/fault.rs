//! Faults of a form: a sentence for each, for the judge who filled it.

use language::{Message, Say};
use rulebook::Decimal;

use super::split_in_words;

/// A fault of a form, in a sentence for the judge who filled it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum FormFault {
    /// The human was not chosen.
    NoChoice {
        /// The witnesses to choose from.
        among: Message,
    },
    /// An answer is about a witness who is not in the interview.
    Stranger {
        /// The witness who is not in the interview.
        label: Message,
        /// The witnesses who are.
        among: Message,
    },
    /// A witness has no verdict.
    NoVerdict {
        /// The witness.
        label: Message,
        /// `true` if "unsure" is a verdict here.
        unsure: bool,
    },
    /// "Unsure" where the judge must decide.
    Unsure {
        /// The witness.
        label: Message,
    },
    /// A witness has no rating.
    NoRating {
        /// The name of the rating.
        name: String,
        /// The witness.
        label: Message,
        /// The lowest number.
        from: u16,
        /// The highest number.
        to: u16,
    },
    /// A rating off the scale.
    OffScale {
        /// The name of the rating.
        name: String,
        /// The witness.
        label: Message,
        /// The rating.
        found: Decimal,
        /// The lowest number.
        from: u16,
        /// The highest number.
        to: u16,
    },
    /// A rating with more decimal places than are allowed.
    TooFine {
        /// The name of the rating.
        name: String,
        /// The witness.
        label: Message,
        /// The rating.
        found: Decimal,
        /// The most decimal places that are allowed.
        places: u8,
    },
    /// A witness has no points.
    NoPoints {
        /// The witness.
        label: Message,
        /// The total of the points to give.
        total: u16,
    },
    /// The points do not add up.
    WrongTotal {
        /// The sum of the given points.
        found: u64,
        /// The total of the points to give.
        total: u16,
    },
    /// Neither of the two got enough.
    NoWinner {
        /// The most points that were given.
        found: u16,
        /// The fewest that one must have.
        winner: u16,
    },
    /// The same split as in another interview.
    SplitAgain {
        /// Its parts, the smallest first.
        parts: Vec<u16>,
    },
    /// The confidence is missing.
    NoConfidence,
    /// A confidence above 100.
    TooSure {
        /// The confidence.
        found: u8,
    },
    /// A reason that must be given is missing.
    NoReason {
        /// The most characters.
        characters: u32,
    },
    /// A reason that is too long.
    LongReason {
        /// The number of its characters.
        found: usize,
        /// The most characters.
        most: u32,
    },
    /// An answer to a question that is not on the form.
    NotAsked {
        /// The kind of answer, for the choice of the sentence: `choice`, `verdict`, `points`, `confidence` or `reason`.
        what: &'static str,
    },
    /// A rating that is not on the form.
    RatingNotAsked {
        /// The name of the rating.
        name: String,
    },
    /// A ranking with a witness the judge did not meet.
    NeverMet {
        /// The witness.
        label: Message,
    },
    /// A ranking with a witness in it twice.
    Twice {
        /// The witness.
        label: Message,
    },
    /// A ranking that leaves a witness out.
    LeftOut {
        /// The witness.
        label: Message,
    },
    /// A ranking with level witnesses where they must differ.
    Level {
        /// The witnesses.
        labels: Message,
    },
    /// A ranking with an empty place.
    EmptyPlace {
        /// The place, from 1.
        place: usize,
    },
}

impl Say for FormFault {
    fn message(&self) -> Message {
        match self.clone() {
            Self::NoChoice { among } => say!("form-no-choice", among = among),
            Self::Stranger { label, among } => say!("form-stranger", who = label, among = among),
            Self::NoVerdict { label, unsure: false } => say!("form-no-verdict", who = label),
            Self::NoVerdict { label, unsure: true } => say!("form-no-verdict-of-three", who = label),
            Self::Unsure { label } => say!("form-unsure", who = label),
            Self::NoRating { name, label, from, to } => {
                say!("form-no-rating", name = name, who = label, from = from, to = to)
            }
            Self::OffScale { name, label, found, from, to } => {
                say!("form-off-scale", name = name, who = label, found = found.to_string(), from = from, to = to)
            }
            Self::TooFine { name, label, found, places } => {
                say!("form-too-fine", name = name, who = label, found = found.to_string(), places = places)
            }
            Self::NoPoints { label, total } => say!("form-no-points", who = label, total = total),
            Self::WrongTotal { found, total } => say!("form-wrong-total", found = found, total = total),
            Self::NoWinner { found, winner } => say!("form-no-winner", found = found, winner = winner),
            Self::SplitAgain { parts } => say!("form-split-again", split = split_in_words(&parts)),
            Self::NoConfidence => say!("form-no-confidence"),
            Self::TooSure { found } => say!("form-too-sure", found = found),
            Self::NoReason { characters } => say!("form-no-reason", characters = characters),
            Self::LongReason { found, most } => say!("form-long-reason", found = found, most = most),
            Self::NotAsked { what } => say!("form-not-asked", what = what),
            Self::RatingNotAsked { name } => say!("form-rating-not-asked", name = name),
            Self::NeverMet { label } => say!("form-never-met", who = label),
            Self::Twice { label } => say!("form-ranked-twice", who = label),
            Self::LeftOut { label } => say!("form-not-ranked", who = label),
            Self::Level { labels } => say!("form-level", who = labels),
            Self::EmptyPlace { place } => say!("form-empty-place", place = place),
        }
    }
}

display_in_english!(FormFault);

impl std::error::Error for FormFault {}
