//! Checks of a filled form against a rulebook, with a sentence for each fault.
//!
//! The judge who filled the form reads the fault: it names witnesses only by labels the judge knows, says how to mend
//! the form, and reveals no new information.

mod fault;

use std::collections::{BTreeMap, BTreeSet};

use language::Message;
use rulebook::{
    Decimal,
    schema::{Question, RankingRules},
};

pub use fault::FormFault;

use crate::{Answers, Verdict};

/// Checks a judge's answers about one interview against the questions of the form.
///
/// `about` are the labels of the witnesses who were there. `others` are this judge's answers about the other interviews
/// of the same trial: where a split may not be used again, 40 to 60 and 60 to 40 are alike.
///
/// # Errors
/// The first fault, in the order of the form.
pub fn check<L: Ord + Clone + Into<Message>>(
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
/// The first fault: a witness who was never met, is named twice, is left out, or is level where that is not allowed.
pub fn check_ranking<L: Ord + Clone + Into<Message>>(
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
                return Err(FormFault::NeverMet { label: label.clone().into() });
            }
            if !placed.insert(label) {
                return Err(FormFault::Twice { label: label.clone().into() });
            }
        }
        if group.len() > 1 && !rules.equals {
            return Err(FormFault::Level { labels: all_of(group) });
        }
    }
    match met.iter().find(|label| !placed.contains(label)) {
        Some(label) => Err(FormFault::LeftOut { label: label.clone().into() }),
        None => Ok(()),
    }
}

fn choice<L: Ord + Clone + Into<Message>>(about: &BTreeSet<L>, chosen: Option<&L>) -> Result<(), FormFault> {
    match chosen {
        None => Err(FormFault::NoChoice { among: Message::one_of(about.iter().cloned()) }),
        Some(label) => known(about, [label]),
    }
}

fn verdicts<L: Ord + Clone + Into<Message>>(
    unsure: bool,
    about: &BTreeSet<L>,
    verdicts: &BTreeMap<L, Verdict>,
) -> Result<(), FormFault> {
    known(about, verdicts.keys())?;
    for label in about {
        match verdicts.get(label) {
            None => {
                return Err(FormFault::NoVerdict { label: label.clone().into(), unsure });
            }
            Some(Verdict::Unsure) if !unsure => return Err(FormFault::Unsure { label: label.clone().into() }),
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
    fn check<L: Ord + Clone + Into<Message>>(
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
                return Err(FormFault::NoRating { name, label: label.clone().into(), from, to });
            };
            if found < Decimal::whole(from) || found > Decimal::whole(to) {
                return Err(FormFault::OffScale { name, label: label.clone().into(), found, from, to });
            }
            if found.places() > self.decimals {
                return Err(FormFault::TooFine { name, label: label.clone().into(), found, places: self.decimals });
            }
        }
        Ok(())
    }
}

fn split<L: Ord + Clone + Into<Message>>(
    total: u16,
    winner: u16,
    about: &BTreeSet<L>,
    points: &BTreeMap<L, u16>,
) -> Result<(), FormFault> {
    known(about, points.keys())?;
    if let Some(label) = about.iter().find(|label| !points.contains_key(label)) {
        return Err(FormFault::NoPoints { label: label.clone().into(), total });
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
        return Err(FormFault::SplitAgain { parts });
    }
    Ok(())
}

/// The parts of a split, in words: `40 to 60`.
#[must_use]
pub fn split_in_words(parts: &[u16]) -> Message {
    let parts = parts.iter().map(|part| Message::verbatim(part.to_string()));
    let joined = parts.reduce(|first, then| say!("form-split", first = first, then = then));
    joined.unwrap_or_else(|| Message::verbatim(""))
}

fn all_of<'l, L: Clone + Into<Message> + 'l>(labels: impl IntoIterator<Item = &'l L>) -> Message {
    Message::list(labels.into_iter().cloned())
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
        "choice"
    } else if !answers.verdicts.is_empty() && !asked(|q| matches!(q, Question::Verdict { .. })) {
        "verdict"
    } else if !answers.split.is_empty() && !asked(|q| matches!(q, Question::Split { .. })) {
        "points"
    } else if answers.confidence.is_some() && !asked(|q| matches!(q, Question::Confidence)) {
        "confidence"
    } else if answers.reason.is_some() && !asked(|q| matches!(q, Question::Reason { .. })) {
        "reason"
    } else if let Some(name) = stray_rating() {
        return Err(FormFault::RatingNotAsked { name: name.chars().take(40).collect() });
    } else {
        return Ok(());
    };
    Err(FormFault::NotAsked { what })
}

/// Checks that all of these were in the interview.
fn known<'l, L: Ord + Clone + Into<Message> + 'l>(
    about: &BTreeSet<L>,
    labels: impl IntoIterator<Item = &'l L>,
) -> Result<(), FormFault> {
    match labels.into_iter().find(|label| !about.contains(label)) {
        Some(label) => Err(FormFault::Stranger { label: label.clone().into(), among: all_of(about) }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests;
