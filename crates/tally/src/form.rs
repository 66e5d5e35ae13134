//! What a rulebook allows on a form, and the sentence that says what is wrong with one.
//!
//! A fault is read by the judge who filled the form: it names witnesses only by the label the judge knows, says what to do,
//! and tells nothing that the judge did not know.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Display,
};

use rulebook::{
    Decimal,
    schema::{Question, RankingRules},
};

use crate::{Answers, Verdict, words};

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

/// Checks what a judge answered about one interview against the questions of the form.
///
/// `about` are the labels of those who were there. `others` are this judge's answers about the other interviews of the same
/// trial: where a split may not be used again, 40 to 60 and 60 to 40 are alike.
///
/// # Errors
/// The first fault, in the order of the form.
pub fn check<L: Ord + Clone + Display>(
    form: &[Question],
    about: &BTreeSet<L>,
    answers: &Answers<L>,
    others: &[&Answers<L>],
) -> Result<(), FormFault> {
    for question in form {
        match question {
            Question::Choice => choice(about, answers.choice.as_ref())?,
            Question::Verdict { unsure } => verdicts(*unsure, about, &answers.verdicts)?,
            Question::Rating { name, from, to, decimals, .. } => {
                let scale = Scale { name, from: *from, to: *to, decimals: *decimals };
                scale.check(about, answers.ratings.get(name))?;
            }
            Question::Split { total, winner, again } => {
                split(*total, *winner, about, &answers.split)?;
                if !again {
                    not_again(&answers.split, others)?;
                }
            }
            Question::Confidence => match answers.confidence {
                None => return Err(FormFault::NoConfidence),
                Some(found) if found > 100 => return Err(FormFault::TooSure { found }),
                Some(_) => {}
            },
            Question::Reason { characters, required } => reason(*characters, *required, answers.reason.as_deref())?,
        }
    }
    nothing_else(form, answers)
}

/// Checks a judge's ranking of everyone met, most human first.
///
/// # Errors
/// The first fault: somebody never met, twice, left out, or level where that is not allowed.
pub fn check_ranking<L: Ord + Clone + Display>(
    rules: RankingRules,
    met: &BTreeSet<L>,
    order: &[Vec<L>],
) -> Result<(), FormFault> {
    let mut placed = BTreeSet::new();
    for (index, group) in order.iter().enumerate() {
        if group.is_empty() {
            return Err(FormFault::EmptyPlace { place: index + 1 });
        }
        for label in group {
            if !met.contains(label) {
                return Err(FormFault::NeverMet { label: label.to_string() });
            }
            if !placed.insert(label) {
                return Err(FormFault::Twice { label: label.to_string() });
            }
        }
        if group.len() > 1 && !rules.equals {
            return Err(FormFault::Level { labels: words::all_of(group) });
        }
    }
    match met.iter().find(|label| !placed.contains(label)) {
        Some(label) => Err(FormFault::LeftOut { label: label.to_string() }),
        None => Ok(()),
    }
}

fn choice<L: Ord + Display>(about: &BTreeSet<L>, chosen: Option<&L>) -> Result<(), FormFault> {
    match chosen {
        None => Err(FormFault::NoChoice { among: words::one_of(about) }),
        Some(label) => known(about, [label]),
    }
}

fn verdicts<L: Ord + Display>(
    unsure: bool,
    about: &BTreeSet<L>,
    verdicts: &BTreeMap<L, Verdict>,
) -> Result<(), FormFault> {
    known(about, verdicts.keys())?;
    for label in about {
        match verdicts.get(label) {
            None => {
                let allowed = if unsure { "human, machine or unsure" } else { "human or machine" }.to_owned();
                return Err(FormFault::NoVerdict { label: label.to_string(), allowed });
            }
            Some(Verdict::Unsure) if !unsure => return Err(FormFault::Unsure { label: label.to_string() }),
            Some(_) => {}
        }
    }
    Ok(())
}

/// The scale of a rating.
struct Scale<'q> {
    name: &'q str,
    from: u16,
    to: u16,
    decimals: u8,
}

impl Scale<'_> {
    fn check<L: Ord + Display>(
        &self,
        about: &BTreeSet<L>,
        ratings: Option<&BTreeMap<L, Decimal>>,
    ) -> Result<(), FormFault> {
        if let Some(ratings) = ratings {
            known(about, ratings.keys())?;
        }
        for label in about {
            let (name, label, from, to) = (self.name.to_owned(), label, self.from, self.to);
            let Some(&found) = ratings.and_then(|ratings| ratings.get(label)) else {
                return Err(FormFault::NoRating { name, label: label.to_string(), from, to });
            };
            if found < Decimal::whole(from) || found > Decimal::whole(to) {
                return Err(FormFault::OffScale { name, label: label.to_string(), found, from, to });
            }
            if found.places() > self.decimals {
                return Err(FormFault::TooFine { name, label: label.to_string(), found, allowed: self.fineness() });
            }
        }
        Ok(())
    }

    fn fineness(&self) -> String {
        match self.decimals {
            0 => "a whole number".to_owned(),
            places => format!("at most {}", words::count(places.into(), "decimal place")),
        }
    }
}

fn split<L: Ord + Display>(
    total: u16,
    winner: u16,
    about: &BTreeSet<L>,
    points: &BTreeMap<L, u16>,
) -> Result<(), FormFault> {
    known(about, points.keys())?;
    if let Some(label) = about.iter().find(|label| !points.contains_key(label)) {
        return Err(FormFault::NoPoints { label: label.to_string(), total });
    }
    let found = points.values().map(|&points| u64::from(points)).sum();
    if found != u64::from(total) {
        return Err(FormFault::WrongTotal { found, total });
    }
    match points.values().copied().max() {
        Some(found) if found < winner => Err(FormFault::NoWinner { found, winner }),
        _ => Ok(()),
    }
}

fn not_again<L: Ord>(points: &BTreeMap<L, u16>, others: &[&Answers<L>]) -> Result<(), FormFault> {
    let parts = sorted(points);
    if others.iter().any(|other| sorted(&other.split) == parts) {
        let parts: Vec<String> = parts.iter().map(ToString::to_string).collect();
        return Err(FormFault::SplitAgain { split: parts.join(" to ") });
    }
    Ok(())
}

fn sorted<L>(points: &BTreeMap<L, u16>) -> Vec<u16> {
    let mut parts: Vec<u16> = points.values().copied().collect();
    parts.sort_unstable();
    parts
}

fn reason(characters: u32, required: bool, reason: Option<&str>) -> Result<(), FormFault> {
    let reason = reason.unwrap_or_default();
    if required && reason.trim().is_empty() {
        return Err(FormFault::NoReason { characters });
    }
    let found = reason.chars().count();
    if found > characters as usize { Err(FormFault::LongReason { found, most: characters }) } else { Ok(()) }
}

fn nothing_else<L: Ord>(form: &[Question], answers: &Answers<L>) -> Result<(), FormFault> {
    let asked = |is: fn(&Question) -> bool| form.iter().any(is);
    let stray_rating = || {
        let mut names = answers.ratings.keys();
        names.find(|name| !form.iter().any(|q| matches!(q, Question::Rating { name: asked, .. } if asked == *name)))
    };
    let what = if answers.choice.is_some() && !asked(|q| matches!(q, Question::Choice)) {
        "a choice"
    } else if !answers.verdicts.is_empty() && !asked(|q| matches!(q, Question::Verdict { .. })) {
        "a verdict"
    } else if !answers.split.is_empty() && !asked(|q| matches!(q, Question::Split { .. })) {
        "points"
    } else if answers.confidence.is_some() && !asked(|q| matches!(q, Question::Confidence)) {
        "a confidence"
    } else if answers.reason.is_some() && !asked(|q| matches!(q, Question::Reason { .. })) {
        "a reason"
    } else if let Some(name) = stray_rating() {
        return Err(FormFault::NotAsked { what: format!("a rating of {}", name.chars().take(40).collect::<String>()) });
    } else {
        return Ok(());
    };
    Err(FormFault::NotAsked { what: what.to_owned() })
}

/// That all of these were in the interview.
fn known<'l, L: Ord + Display + 'l>(
    about: &BTreeSet<L>,
    labels: impl IntoIterator<Item = &'l L>,
) -> Result<(), FormFault> {
    match labels.into_iter().find(|label| !about.contains(label)) {
        Some(label) => Err(FormFault::Stranger { label: label.to_string(), among: words::all_of(about) }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests;
