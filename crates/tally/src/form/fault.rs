//! What can be wrong with a form: a sentence for each, for the judge who filled it.

use rulebook::Decimal;

/// What is wrong with a form, in a sentence for the judge who filled it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FormFault {
    /// The human was not chosen.
    #[error("say which of the two is the human: {among}")]
    NoChoice {
        /// Those to choose from.
        among: String,
    },
    /// An answer speaks of somebody who is not in the interview.
    #[error("{label} is not in this interview: answer about {among}")]
    Stranger {
        /// The one who is not.
        label: String,
        /// Those who are.
        among: String,
    },
    /// Somebody got no verdict.
    #[error("say what {label} is: {allowed}")]
    NoVerdict {
        /// Who.
        label: String,
        /// The verdicts there are.
        allowed: String,
    },
    /// "Unsure" where the judge must decide.
    #[error("unsure is no answer here: say whether {label} is human or machine")]
    Unsure {
        /// About whom.
        label: String,
    },
    /// Somebody got no rating.
    #[error("rate {name} for {label}: a number from {from} to {to}")]
    NoRating {
        /// What is rated.
        name: String,
        /// Of whom.
        label: String,
        /// The lowest number.
        from: u16,
        /// The highest number.
        to: u16,
    },
    /// A rating off the scale.
    #[error("{found} for the {name} of {label} is not on the scale: give a number from {from} to {to}")]
    OffScale {
        /// What is rated.
        name: String,
        /// Of whom.
        label: String,
        /// The rating.
        found: Decimal,
        /// The lowest number.
        from: u16,
        /// The highest number.
        to: u16,
    },
    /// A rating with more decimal places than are allowed.
    #[error("{found} for the {name} of {label} is too fine: give {allowed}")]
    TooFine {
        /// What is rated.
        name: String,
        /// Of whom.
        label: String,
        /// The rating.
        found: Decimal,
        /// What may be given.
        allowed: String,
    },
    /// Somebody got no points.
    #[error("give points to {label} as well: {total} are to be shared out, and 0 is a number")]
    NoPoints {
        /// Who.
        label: String,
        /// The points there are.
        total: u16,
    },
    /// The points do not add up.
    #[error("the points add up to {found}: share out exactly {total}")]
    WrongTotal {
        /// What they add up to.
        found: u64,
        /// The points there are.
        total: u16,
    },
    /// Neither of the two got enough.
    #[error("neither has more than {found} points: one of the two must have at least {winner}")]
    NoWinner {
        /// The most points that were given.
        found: u16,
        /// The least that one must have.
        winner: u16,
    },
    /// The same split as in another interview.
    #[error("you have shared out {split} before (whichever of the two had more): choose numbers you have not used yet")]
    SplitAgain {
        /// The split, the smaller part first.
        split: String,
    },
    /// The confidence is missing.
    #[error("say how sure you are, in per cent from 0 to 100")]
    NoConfidence,
    /// A confidence above 100.
    #[error("{found} per cent is too sure: the most is 100")]
    TooSure {
        /// The confidence.
        found: u8,
    },
    /// A reason that must be given is missing.
    #[error("give your reason, in at most {characters} characters")]
    NoReason {
        /// The most characters.
        characters: u32,
    },
    /// A reason that is too long.
    #[error("your reason has {found} characters: shorten it to {most}")]
    LongReason {
        /// How many it has.
        found: usize,
        /// The most characters.
        most: u32,
    },
    /// An answer to a question that is not on the form.
    #[error("this form does not ask for {what}: leave it out")]
    NotAsked {
        /// What was answered.
        what: String,
    },
    /// A ranking with somebody the judge did not meet.
    #[error("you have not met {label}: leave {label} out of your order")]
    NeverMet {
        /// Who.
        label: String,
    },
    /// A ranking with somebody in it twice.
    #[error("{label} stands in your order twice: give everyone one place")]
    Twice {
        /// Who.
        label: String,
    },
    /// A ranking that leaves somebody out.
    #[error("{label} is missing from your order: give everyone you met a place")]
    LeftOut {
        /// Who.
        label: String,
    },
    /// A ranking with level witnesses where they must differ.
    #[error("{labels} are level: put one before the other")]
    Level {
        /// Who.
        labels: String,
    },
    /// A ranking with a place nobody has.
    #[error("place {place} of your order is empty: put somebody there or leave it out")]
    EmptyPlace {
        /// Which, from 1.
        place: usize,
    },
}
