//! Whole ballots checked against the questions of the rulebook.
//!
//! Most ballots are allowed, and their marks alone show it; for the others, [`form`] finds the sentence about the
//! problem.

use std::collections::BTreeSet;

use rulebook::{
    Decimal, Witness,
    schema::{Layout, Question},
};

use super::{columns::column_name, draft::ByBook, fault::Report, gathering::Gathering};
use crate::{
    Answers, Verdict, form,
    outcomes::{Mark, Texts},
    pair::Pair,
};

/// An unanswered question of a ballot, with the witnesses it is unanswered for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Gap {
    pub(super) draft: usize,
    /// The name of its column.
    pub(super) question: String,
    pub(super) about: Vec<Witness>,
}

/// Reports the faults of each ballot; unanswered questions are gaps, not faults.
pub(super) fn check(
    questions: &[Question],
    gathering: &Gathering<'_>,
    by_book: &ByBook,
    report: &mut Report,
) -> Vec<Gap> {
    let pair = gathering.rulebook.interview.layout == Layout::Pair;
    let drafts = &gathering.drafts;
    let unlike = questions.iter().any(|question| matches!(question, Question::Split { again: false, .. }));
    let (mut marks, mut gaps) = (vec![], vec![]);
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
                let (mut whole, mut given) = (answers(index), vec![]);
                for question in questions {
                    let without = unanswered(question, &about, &mut whole);
                    if without.len() < about.len() || without.is_empty() {
                        given.push(question.clone());
                    }
                    if !without.is_empty() {
                        gaps.push(Gap { draft: index, question: column_name(question).to_owned(), about: without });
                    }
                }
                let others: Vec<Answers<Witness>> = checked.iter().map(|&other| answers(other)).collect();
                let others: Vec<&Answers<Witness>> = others.iter().collect();
                if let Err(fault) = form::check(&given, &about, &whole, &others) {
                    report.add(draft.at.row(), format!("{}, about {}: {fault}", book.judge, draft.people));
                }
            }
            if unlike {
                checked.push(index);
                splits.extend(least);
            }
        }
    }
    gaps
}

/// The witnesses for whom a ballot does not answer a question. If the other witness of the pair has an answer, an
/// allowed one is inserted here, so that the rest can be checked. A split with one of its two numbers is not a gap.
fn unanswered(question: &Question, about: &BTreeSet<Witness>, answers: &mut Answers<Witness>) -> Vec<Witness> {
    let everybody = |blank: bool| if blank { about.iter().copied().collect() } else { vec![] };
    match question {
        Question::Choice => everybody(answers.choice.is_none()),
        Question::Verdict { .. } => {
            let without: Vec<_> = about.iter().copied().filter(|of| !answers.verdicts.contains_key(of)).collect();
            if without.len() < about.len() {
                answers.verdicts.extend(without.iter().map(|&of| (of, Verdict::Machine)));
            }
            without
        }
        Question::Rating { name, from, .. } => {
            let given = answers.ratings.get(name);
            let has = |of: &Witness| given.is_some_and(|given| given.contains_key(of));
            let without: Vec<_> = about.iter().copied().filter(|of| !has(of)).collect();
            if without.len() < about.len() {
                let given = answers.ratings.entry(name.clone()).or_default();
                given.extend(without.iter().map(|&of| (of, Decimal::whole(*from))));
            }
            without
        }
        Question::Split { .. } => everybody(answers.split.is_empty()),
        Question::Confidence => everybody(answers.confidence.is_none()),
        Question::Reason { required, .. } => everybody(*required && answers.reason.is_none()),
    }
}

/// Returns whether the rulebook allows this ballot, as far as it can be judged without other ballots.
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

/// The lesser part of a split, from which the total gives the other.
fn least_points(marks: &[Mark]) -> Option<u16> {
    let points = marks.iter().filter_map(|mark| match mark {
        Mark::Points(_, points) => Some(*points),
        _ => None,
    });
    points.min()
}

#[cfg(test)]
mod tests {
    use proptest::{prelude::*, sample::select};
    use rulebook::{InterviewId, JudgeId, RoundNumber};

    use super::*;
    use crate::{
        Outcome, Outcomes,
        fixture::{any, rulebook},
    };

    /// A question, with answers that are right or nearly right, in an interview with one or two witnesses.
    fn near() -> impl Strategy<Value = (Question, Outcome)> {
        let reason = |characters, required| Question::Reason { characters, required };
        let (total, winner, again) = (100, 51, true);
        let questions =
            vec![Question::Split { total, winner, again }, Question::Confidence, reason(5, true), reason(5, false)];
        let points = || prop::option::weighted(0.9, select(vec![0, 49, 50, 51, 100]));
        let reasons = ["", "  ", "right", "wrongs"].map(str::to_owned).to_vec();
        let points = (points(), points(), prop::option::weighted(0.1, select(vec![0, 50])));
        let confidence = prop::option::of(select(vec![0, 100, 101]));
        let texts = prop::option::of(select(reasons));
        (select(questions), any::<bool>(), points, confidence, texts).prop_map(
            |(question, pair, (of_entry, of_confederate, of_other), confidence, reason)| {
                let [entry, confederate, other] = ["E1", "C1", "E2"].map(|name| name.parse::<Witness>().unwrap());
                let points = [(entry, of_entry), (confederate, of_confederate), (other, of_other)];
                let split = points.into_iter().filter_map(|(witness, points)| Some((witness, points?))).collect();
                let answers = match &question {
                    Question::Split { .. } => Answers { split, ..Answers::default() },
                    Question::Confidence => Answers { confidence, ..Answers::default() },
                    _ => Answers { reason, ..Answers::default() },
                };
                let interview = InterviewId { round: RoundNumber::new(1), judge: JudgeId::new(1) };
                let witnesses = [entry].into_iter().chain(pair.then_some(confederate)).collect();
                (question, Outcome { trial: 1, interview, witnesses, answers: Some(answers) })
            },
        )
    }

    /// The verdicts on a ballot of the quick check and of the form.
    fn both(questions: &[Question], outcome: &Outcome) -> (bool, bool) {
        let packed = Outcomes::from(vec![outcome.clone()]);
        let sheet = packed.sheet(0);
        let about: BTreeSet<Witness> = sheet.head.pair.witnesses().collect();
        let said = |mark: &&Mark| !matches!(mark, Mark::There(_) | Mark::NoRating(_));
        let marks: Vec<Mark> = sheet.marks.iter().filter(said).copied().collect();
        let found = form::check(questions, &about, &packed.texts().answers(marks.iter().copied()), &[]);
        (allowed(questions, sheet.head.pair, &marks, packed.texts()), found.is_ok())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        #[test]
        fn what_is_allowed_at_a_glance_is_what_the_form_allows(kind in any::kind(), outcomes in any::outcomes()) {
            let questions = rulebook(kind).ballots.interview;
            for outcome in outcomes {
                let (at_a_glance, by_form) = both(&questions, &outcome);
                prop_assert_eq!(at_a_glance, by_form);
            }
        }

        #[test]
        fn what_is_nearly_right_is_allowed_at_a_glance_when_the_form_allows_it((question, outcome) in near()) {
            let (at_a_glance, by_form) = both(&[question], &outcome);
            prop_assert_eq!(at_a_glance, by_form);
        }
    }
}
