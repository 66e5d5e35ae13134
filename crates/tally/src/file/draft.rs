//! Interviews, put together from rows that may each hold only part of a ballot.

use rulebook::{RoundNumber, schema::Question};

use super::fault::At;
use crate::{
    outcomes::{Mark, Texts},
    pair::Pair,
};

/// An interview, with the place of its first answer.
#[derive(Debug, Clone, Copy)]
pub(super) struct Draft {
    book: u32,
    pub(super) round: Option<RoundNumber>,
    pub(super) people: Pair,
    pub(super) answered: bool,
    /// Whether only ranks show that the judge met these witnesses, so that no other answer is missing.
    pub(super) by_ranks: bool,
    /// Whether its answers were moved to another ballot, which has the round.
    pub(super) dropped: bool,
    pub(super) spoiled: bool,
    pub(super) at: At,
    first: u32,
    last: u32,
}

/// All interviews, with the answers on all their ballots.
#[derive(Debug, Default)]
pub(super) struct Drafts {
    pub(super) list: Vec<Draft>,
    said: Vec<MarkedAnswer>,
    pub(super) texts: Texts,
}

/// An answer, and the place of the next on the same ballot.
#[derive(Debug, Clone, Copy)]
struct MarkedAnswer {
    mark: Mark,
    next: u32,
}

/// The place of an answer that does not exist.
const NONE: u32 = u32::MAX;

/// The interviews of each book, in the order of the files.
#[derive(Debug)]
pub(super) struct ByBook {
    places: Vec<usize>,
    ends: Vec<usize>,
}

impl Draft {
    /// The place of its judge's book.
    pub(super) fn book(&self) -> usize {
        self.book as usize
    }

    /// An interview without answers.
    pub(super) fn new(book: usize, round: Option<RoundNumber>, people: Pair, at: At) -> Self {
        let book = u32::try_from(book).expect("there are fewer than four billion judges and trials");
        Self {
            book,
            round,
            people,
            answered: false,
            by_ranks: false,
            dropped: false,
            spoiled: false,
            at,
            first: NONE,
            last: NONE,
        }
    }
}

impl Drafts {
    /// Interviews whose ratings have these names.
    pub(super) fn with_ratings(names: &[&str]) -> Self {
        let ratings = names.iter().map(|&name| name.to_owned()).collect();
        Self { texts: Texts { ratings, reasons: vec![] }, ..Self::default() }
    }

    /// Keeps a reason, and returns its place.
    pub(super) fn reason(&mut self, reason: String) -> u32 {
        self.texts.reasons.push(reason);
        u32::try_from(self.texts.reasons.len() - 1).expect("memory holds fewer than four billion reasons")
    }

    /// Puts an answer on a ballot; returns whether the question was not answered there before.
    pub(super) fn say(&mut self, draft: usize, mark: Mark) -> bool {
        let new = self.marks(draft).all(|other| !alike(other, mark));
        let place = u32::try_from(self.said.len()).expect("memory holds fewer than four billion answers");
        self.said.push(MarkedAnswer { mark, next: NONE });
        let draft = &mut self.list[draft];
        match draft.last {
            NONE => draft.first = place,
            last => self.said[last as usize].next = place,
        }
        draft.last = place;
        new
    }

    /// The answers on a ballot.
    pub(super) fn marks(&self, draft: usize) -> impl Iterator<Item = Mark> {
        let mut place = self.list[draft].first;
        std::iter::from_fn(move || {
            let said = self.said.get(place as usize)?;
            place = said.next;
            Some(said.mark)
        })
    }

    /// Returns whether some ballot answers this question.
    pub(super) fn answer(&self, question: &Question) -> bool {
        self.said.iter().any(|said| match (said.mark, question) {
            (Mark::Choice(_), Question::Choice)
            | (Mark::Verdict(..), Question::Verdict { .. })
            | (Mark::Points(..), Question::Split { .. })
            | (Mark::Confidence(_), Question::Confidence)
            | (Mark::Reason(_), Question::Reason { .. }) => true,
            (Mark::Rating(_, place, _), Question::Rating { name, .. }) => self.texts.ratings[place as usize] == *name,
            _ => false,
        })
    }

    /// The number of answers on all ballots.
    pub(super) fn answers(&self) -> usize {
        self.said.len()
    }

    pub(super) fn by_book(&self, books: usize) -> ByBook {
        let mut ends = vec![0; books];
        let kept = || self.list.iter().enumerate().filter(|(_, draft)| !draft.dropped);
        kept().for_each(|(_, draft)| ends[draft.book()] += 1);
        let mut start = 0;
        for end in &mut ends {
            start += std::mem::replace(end, start);
        }
        let mut places = vec![0; start];
        for (place, draft) in kept() {
            places[ends[draft.book()]] = place;
            ends[draft.book()] += 1;
        }
        ByBook { places, ends }
    }
}

impl ByBook {
    /// The places of the interviews of this book.
    pub(super) fn of(&self, book: usize) -> &[usize] {
        let start = book.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.places[start..self.ends[book]]
    }
}

/// Returns whether both answer the same question about the same witness.
fn alike(a: Mark, b: Mark) -> bool {
    match (a, b) {
        (Mark::Rating(_, one, _), Mark::Rating(_, other, _)) if one != other => false,
        _ => {
            std::mem::discriminant(&a) == std::mem::discriminant(&b)
                && (matches!(a, Mark::Choice(_)) || a.about() == b.about())
        }
    }
}
