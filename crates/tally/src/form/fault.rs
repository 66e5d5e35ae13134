//! What can be wrong with a form: a sentence for each, for the judge who filled it.

use language::{Message, Say};
use rulebook::Decimal;

use super::split_in_words;

/// What is wrong with a form, in a sentence for the judge who filled it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum FormFault {
    /// The human was not chosen.
    NoChoice {
        /// Those to choose from.
        among: Message,
    },
    /// An answer speaks of somebody who is not in the interview.
    Stranger {
        /// The one who is not.
        label: Message,
        /// Those who are.
        among: Message,
    },
    /// Somebody got no verdict.
    NoVerdict {
        /// Who.
        label: Message,
        /// Whether "unsure" is a verdict here.
        unsure: bool,
    },
    /// "Unsure" where the judge must decide.
    Unsure {
        /// About whom.
        label: Message,
    },
    /// Somebody got no rating.
    NoRating {
        /// What is rated.
        name: String,
        /// Of whom.
        label: Message,
        /// The lowest number.
        from: u16,
        /// The highest number.
        to: u16,
    },
    /// A rating off the scale.
    OffScale {
        /// What is rated.
        name: String,
        /// Of whom.
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
        /// What is rated.
        name: String,
        /// Of whom.
        label: Message,
        /// The rating.
        found: Decimal,
        /// How many decimal places may be given.
        places: u8,
    },
    /// Somebody got no points.
    NoPoints {
        /// Who.
        label: Message,
        /// The points there are.
        total: u16,
    },
    /// The points do not add up.
    WrongTotal {
        /// What they add up to.
        found: u64,
        /// The points there are.
        total: u16,
    },
    /// Neither of the two got enough.
    NoWinner {
        /// The most points that were given.
        found: u16,
        /// The least that one must have.
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
        /// How many it has.
        found: usize,
        /// The most characters.
        most: u32,
    },
    /// An answer to a question that is not on the form.
    NotAsked {
        /// What was answered, as its sentence chooses by it: `choice`, `verdict`, `points`, `confidence` or `reason`.
        what: &'static str,
    },
    /// A rating that is not on the form.
    RatingNotAsked {
        /// What was rated.
        name: String,
    },
    /// A ranking with somebody the judge did not meet.
    NeverMet {
        /// Who.
        label: Message,
    },
    /// A ranking with somebody in it twice.
    Twice {
        /// Who.
        label: Message,
    },
    /// A ranking that leaves somebody out.
    LeftOut {
        /// Who.
        label: Message,
    },
    /// A ranking with level witnesses where they must differ.
    Level {
        /// Who.
        labels: Message,
    },
    /// A ranking with a place nobody has.
    EmptyPlace {
        /// Which, from 1.
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
