//! Packed outcomes of many interviews: a few numbers for each, so that a million fit into 40 megabytes and are counted
//! in memory order.
//!
//! An [`Outcome`] with its sets and maps is made only on request.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use rulebook::{Decimal, InterviewId, JudgeId, RoundNumber, Witness};

use crate::{Answers, Outcome, Verdict, pair::Pair};

/// A list of outcomes. Outcomes that are collected into it come back unchanged from its iterator.
#[derive(Clone, Default)]
pub struct Outcomes {
    heads: Vec<InterviewHead>,
    /// The marks of all interviews, one after the other.
    marks: Vec<Mark>,
    texts: Texts,
}

/// The texts that marks refer to.
#[derive(Debug, Clone, Default)]
pub(crate) struct Texts {
    /// The names of ratings.
    pub(crate) ratings: Vec<String>,
    /// The reasons that were given.
    pub(crate) reasons: Vec<String>,
}

/// One element of a ballot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Mark {
    /// A further witness in the interview.
    There(Witness),
    Choice(Witness),
    Verdict(Witness, Verdict),
    /// A number, under the rating name at this index.
    Rating(Witness, u32, Decimal),
    /// The rating of this name is present without a number.
    NoRating(u32),
    Points(Witness, u16),
    Confidence(u8),
    /// The reason at this index.
    Reason(u32),
}

/// One interview, borrowed from the list.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sheet<'o> {
    pub(crate) head: InterviewHead,
    pub(crate) marks: &'o [Mark],
}

/// The data of an interview besides the answers.
#[derive(Debug, Clone, Copy)]
pub(crate) struct InterviewHead {
    pub(crate) trial: u16,
    pub(crate) round: RoundNumber,
    pub(crate) judge: JudgeId,
    /// The first entry and confederate of the interview; further witnesses have marks.
    pub(crate) pair: Pair,
    /// `true` if there is a ballot.
    pub(crate) given: bool,
    /// The end of its marks, which begin at the end of those before.
    end: usize,
}

/// The outcomes of a list, one after the other.
#[derive(Debug, Clone)]
pub struct Iter<'o> {
    outcomes: &'o Outcomes,
    places: std::ops::Range<usize>,
}

impl Outcomes {
    /// The number of outcomes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// Returns whether the list is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    /// The outcomes, unchanged.
    #[must_use]
    pub fn iter(&self) -> Iter<'_> {
        Iter { outcomes: self, places: 0..self.len() }
    }

    /// Adds an outcome at the end.
    pub fn push(&mut self, outcome: &Outcome) {
        let mut pair = Pair::default();
        for &witness in &outcome.witnesses {
            match witness {
                Witness::Entry(entry) if pair.entry.is_none() => pair.entry = Some(entry),
                Witness::Confederate(confederate) if pair.confederate.is_none() => pair.confederate = Some(confederate),
                _ => self.marks.push(Mark::There(witness)),
            }
        }
        if let Some(answers) = &outcome.answers {
            self.mark(answers);
        }
        let InterviewId { round, judge } = outcome.interview;
        let (given, end) = (outcome.answers.is_some(), self.marks.len());
        self.heads.push(InterviewHead { trial: outcome.trial, round, judge, pair, given, end });
    }

    fn mark(&mut self, answers: &Answers<Witness>) {
        let Texts { ratings, reasons } = &mut self.texts;
        self.marks.extend(answers.choice.map(Mark::Choice));
        self.marks.extend(answers.verdicts.iter().map(|(&witness, &verdict)| Mark::Verdict(witness, verdict)));
        for (name, numbers) in &answers.ratings {
            let place = ratings.iter().position(|known| known == name).unwrap_or_else(|| {
                ratings.push(name.clone());
                ratings.len() - 1
            });
            let place = place_of(place);
            if numbers.is_empty() {
                self.marks.push(Mark::NoRating(place));
            }
            self.marks.extend(numbers.iter().map(|(&witness, &number)| Mark::Rating(witness, place, number)));
        }
        self.marks.extend(answers.split.iter().map(|(&witness, &points)| Mark::Points(witness, points)));
        self.marks.extend(answers.confidence.map(Mark::Confidence));
        if let Some(reason) = &answers.reason {
            self.marks.push(Mark::Reason(place_of(reasons.len())));
            reasons.push(reason.clone());
        }
    }

    /// An empty list with capacity; its marks will refer to these texts.
    pub(crate) fn with_texts(texts: Texts, outcomes: usize, marks: usize) -> Self {
        Self { heads: Vec::with_capacity(outcomes), marks: Vec::with_capacity(marks), texts }
    }

    /// Adds an interview at the end.
    pub(crate) fn push_marks(&mut self, id: (u16, InterviewId), pair: Pair, given: bool, marks: &[Mark]) {
        let (trial, InterviewId { round, judge }) = id;
        self.marks.extend_from_slice(marks);
        self.heads.push(InterviewHead { trial, round, judge, pair, given, end: self.marks.len() });
    }

    /// The names of the ratings that marks refer to.
    pub(crate) fn rating_names(&self) -> &[String] {
        &self.texts.ratings
    }

    /// The texts that marks refer to.
    #[cfg(test)]
    pub(crate) fn texts(&self) -> &Texts {
        &self.texts
    }

    /// The interviews, in memory order.
    pub(crate) fn sheets(&self) -> impl Iterator<Item = Sheet<'_>> + Clone {
        let mut start = 0;
        self.heads.iter().map(move |&head| {
            let marks = &self.marks[start..head.end];
            start = head.end;
            Sheet { head, marks }
        })
    }

    /// The interview at this index.
    pub(crate) fn sheet(&self, place: usize) -> Sheet<'_> {
        let start = place.checked_sub(1).map_or(0, |before| self.heads[before].end);
        let head = self.heads[place];
        Sheet { head, marks: &self.marks[start..head.end] }
    }

    /// The outcome at this index.
    pub(crate) fn outcome(&self, place: usize) -> Outcome {
        let Sheet { head, marks } = self.sheet(place);
        let mut witnesses: BTreeSet<Witness> = head.pair.witnesses().collect();
        witnesses.extend(marks.iter().filter_map(|mark| match mark {
            Mark::There(witness) => Some(*witness),
            _ => None,
        }));
        let answers = head.given.then(|| self.texts.answers(marks.iter().copied()));
        Outcome { trial: head.trial, interview: head.interview(), witnesses, answers }
    }
}

impl Texts {
    /// The answers that these marks make.
    pub(crate) fn answers(&self, marks: impl Iterator<Item = Mark>) -> Answers<Witness> {
        let mut answers = Answers::default();
        for mark in marks {
            match mark {
                Mark::There(_) => {}
                Mark::Choice(witness) => answers.choice = Some(witness),
                Mark::Verdict(witness, verdict) => drop(answers.verdicts.insert(witness, verdict)),
                Mark::Rating(witness, name, number) => drop(self.rating(name, &mut answers).insert(witness, number)),
                Mark::NoRating(name) => drop(self.rating(name, &mut answers)),
                Mark::Points(witness, points) => drop(answers.split.insert(witness, points)),
                Mark::Confidence(confidence) => answers.confidence = Some(confidence),
                Mark::Reason(place) => answers.reason = self.reasons.get(place as usize).cloned(),
            }
        }
        answers
    }

    fn rating<'a>(&self, name: u32, answers: &'a mut Answers<Witness>) -> &'a mut BTreeMap<Witness, Decimal> {
        answers.ratings.entry(self.ratings[name as usize].clone()).or_default()
    }
}

impl Mark {
    /// The witness the mark is about, if any.
    pub(crate) fn about(self) -> Option<Witness> {
        match self {
            Self::Choice(witness)
            | Self::Verdict(witness, _)
            | Self::Rating(witness, ..)
            | Self::Points(witness, _) => Some(witness),
            Self::There(_) | Self::NoRating(_) | Self::Confidence(_) | Self::Reason(_) => None,
        }
    }
}

impl InterviewHead {
    pub(crate) fn interview(&self) -> InterviewId {
        InterviewId { round: self.round, judge: self.judge }
    }
}

impl Sheet<'_> {
    /// The witnesses of the interview.
    pub(crate) fn witnesses(&self) -> impl Iterator<Item = Witness> {
        let others = self.marks.iter().filter_map(|mark| match mark {
            Mark::There(witness) => Some(*witness),
            _ => None,
        });
        self.head.pair.witnesses().chain(others)
    }

    /// Returns whether this witness was there.
    pub(crate) fn has(&self, witness: Witness) -> bool {
        self.head.pair.contains(witness) || self.marks.contains(&Mark::There(witness))
    }
}

impl Iterator for Iter<'_> {
    type Item = Outcome;

    fn next(&mut self) -> Option<Outcome> {
        self.places.next().map(|place| self.outcomes.outcome(place))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.places.size_hint()
    }
}

impl ExactSizeIterator for Iter<'_> {}

impl<'o> IntoIterator for &'o Outcomes {
    type Item = Outcome;
    type IntoIter = Iter<'o>;

    fn into_iter(self) -> Iter<'o> {
        self.iter()
    }
}

impl Extend<Outcome> for Outcomes {
    fn extend<I: IntoIterator<Item = Outcome>>(&mut self, outcomes: I) {
        outcomes.into_iter().for_each(|outcome| self.push(&outcome));
    }
}

impl FromIterator<Outcome> for Outcomes {
    fn from_iter<I: IntoIterator<Item = Outcome>>(outcomes: I) -> Self {
        let mut list = Self::default();
        list.extend(outcomes);
        list
    }
}

impl From<Vec<Outcome>> for Outcomes {
    fn from(outcomes: Vec<Outcome>) -> Self {
        outcomes.into_iter().collect()
    }
}

impl PartialEq for Outcomes {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other)
    }
}

impl Eq for Outcomes {}

impl fmt::Debug for Outcomes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

fn place_of(index: usize) -> u32 {
    u32::try_from(index).expect("memory holds fewer than four billion texts")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::fixture::any;

    proptest! {
        #[test]
        fn what_is_packed_comes_out_as_it_went_in(outcomes in any::outcomes()) {
            let packed: Outcomes = outcomes.iter().cloned().collect();
            prop_assert_eq!(packed.len(), outcomes.len());
            prop_assert_eq!(packed.iter().collect::<Vec<_>>(), outcomes);
        }
    }
}
