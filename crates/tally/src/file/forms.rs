//! Whole ballots checked against the questions of the rulebook.
//!
//! Most ballots are allowed, and that is seen from their marks alone; for the others [`form`] finds the sentence
//! that says what is wrong.

use std::collections::BTreeSet;

use rulebook::{
    Decimal, Witness,
    schema::{Layout, Question},
};

use super::{draft::ByBook, fault::Report, gathering::Gathering};
use crate::{
    Answers, Verdict, form,
    outcomes::{Mark, Texts},
    pair::Pair,
};

/// Reports what is wrong with each ballot.
pub(super) fn check(questions: &[Question], gathering: &Gathering<'_>, by_book: &ByBook, report: &mut Report) {
    let pair = gathering.rulebook.interview.layout == Layout::Pair;
    let drafts = &gathering.drafts;
    let unlike = questions.iter().any(|question| matches!(question, Question::Split { again: false, .. }));
    let mut marks = vec![];
    for (place, book) in gathering.books.list.iter().enumerate() {
        let mut checked: Vec<usize> = vec![];
        let mut splits: Vec<u16> = vec![];
        for &index in by_book.of(place) {
            let draft = &drafts.list[index];
            if pair && !draft.people.both() {
                if !draft.spoiled {
                    report.add(draft.at, format!("only {} is named (name the other of the pair too)", draft.people));
                }
                continue;
            }
            if !draft.answered || draft.spoiled {
                continue;
            }
            marks.clear();
            marks.extend(drafts.marks(index));
            let least = if unlike { least_points(&marks) } else { None };
            let again = least.is_some_and(|least| splits.contains(&least));
            if again || !allowed(questions, draft.people, &marks, &drafts.texts) {
                let about: BTreeSet<Witness> = draft.people.witnesses().collect();
                let answers = |index: usize| drafts.texts.answers(drafts.marks(index));
                let others: Vec<Answers<Witness>> = checked.iter().map(|&other| answers(other)).collect();
                let others: Vec<&Answers<Witness>> = others.iter().collect();
                if let Err(fault) = form::check(questions, &about, &answers(index), &others) {
                    report.add(draft.at.row(), format!("{}, about {}: {fault}", book.judge, draft.people));
                }
            }
            if unlike {
                checked.push(index);
                splits.extend(least);
            }
        }
    }
}

/// Whether the rulebook allows this ballot, as far as it can be seen without other ballots.
fn allowed(questions: &[Question], people: Pair, marks: &[Mark], texts: &Texts) -> bool {
    let mut left = marks.len();
    let mut take = |number: usize| match left.checked_sub(number) {
        Some(rest) => left = rest,
        None => left = usize::MAX,
    };
    let each = |is: &dyn Fn(Witness) -> bool| people.witnesses().all(is);
    let number = people.witnesses().count();
    let fits = questions.iter().all(|question| match question {
        Question::Choice => {
            take(1);
            marks.iter().any(|mark| matches!(mark, Mark::Choice(chosen) if people.contains(*chosen)))
        }
        Question::Verdict { unsure } => {
            take(number);
            let given =
                |mark: &Mark, of| matches!(mark, Mark::Verdict(w, v) if *w == of && (*unsure || *v != Verdict::Unsure));
            each(&|witness| marks.iter().any(|mark| given(mark, witness)))
        }
        Question::Rating { name, from, to, decimals, .. } => {
            take(number);
            let scale = Decimal::whole(*from)..=Decimal::whole(*to);
            let given = |mark: &Mark, of| {
                matches!(mark, Mark::Rating(w, place, found) if *w == of && texts.ratings[*place as usize] == *name
                    && scale.contains(found) && found.places() <= *decimals)
            };
            each(&|witness| marks.iter().any(|mark| given(mark, witness)))
        }
        Question::Split { total, winner, .. } => {
            take(number);
            let points = |mark: &Mark| match mark {
                Mark::Points(witness, points) if people.contains(*witness) => Some(u64::from(*points)),
                _ => None,
            };
            let found = marks.iter().filter_map(points);
            found.clone().count() == number
                && found.clone().sum::<u64>() == u64::from(*total)
                && found.max().is_none_or(|most| most >= u64::from(*winner))
        }
        Question::Confidence => {
            take(1);
            marks.iter().any(|mark| matches!(mark, Mark::Confidence(found) if *found <= 100))
        }
        Question::Reason { characters, required } => {
            let reason = marks.iter().find_map(|mark| match mark {
                Mark::Reason(place) => Some(texts.reasons[*place as usize].as_str()),
                _ => None,
            });
            take(usize::from(reason.is_some()));
            reason.map_or(!required, |reason| {
                !(*required && reason.trim().is_empty()) && reason.chars().count() <= *characters as usize
            })
        }
    });
    fits && left == 0
}

/// The lesser part of a split, which with the total tells it.
fn least_points(marks: &[Mark]) -> Option<u16> {
    let points = marks.iter().filter_map(|mark| match mark {
        Mark::Points(_, points) => Some(*points),
        _ => None,
    });
    points.min()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{
        Outcomes,
        fixture::{any, rulebook},
    };

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        #[test]
        fn what_is_allowed_at_a_glance_is_what_the_form_allows(kind in any::kind(), outcomes in any::outcomes()) {
            let questions = rulebook(kind).ballots.interview;
            for outcome in outcomes {
                let packed = Outcomes::from(vec![outcome.clone()]);
                let sheet = packed.sheet(0);
                let about: BTreeSet<Witness> = sheet.head.pair.witnesses().collect();
                let marks: Vec<Mark> = sheet.marks.iter().copied().filter(|mark| !matches!(mark, Mark::There(_) | Mark::NoRating(_))).collect();
                let found = form::check(&questions, &about, &packed.texts().answers(marks.iter().copied()), &[]);
                prop_assert_eq!(allowed(&questions, sheet.head.pair, &marks, packed.texts()), found.is_ok(), "{:?}", found);
            }
        }
    }
}
