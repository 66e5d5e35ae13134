//! The forms of a scripted judge: every answer follows from the same impressions, whatever the question.

use rulebook::{
    ConversationId, Decimal, Seat,
    schema::{Question, RankingRules},
};
use tally::{Answers, Verdict};

/// The points from which a witness is taken for a person.
const HUMAN: i64 = 40;

/// The distance from [`HUMAN`] within which the judge is unsure.
const UNSURE: i64 = 20;

/// The points around [`HUMAN`] that spread over a scale.
const SPAN: i64 = 250;

/// The difference between successive ratings, in thousandths of the scale, because no judge means the same by two
/// words.
const NUANCE: i64 = 70;

/// Witnesses whose points differ by less are ranked level, where the rules allow it.
const LEVEL: i64 = 12;

/// A judge's impression of one witness.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Impression {
    pub(super) seat: Seat,
    /// In the points of [`weigh`](super::weigh).
    pub(super) points: i64,
    /// The most striking fault, in words.
    pub(super) remark: &'static str,
}

/// Fills in a form about these witnesses. `before` are this judge's answers about other interviews of the same trial.
pub(super) fn filled(form: &[Question], about: &[Impression], before: &[&Answers<Seat>]) -> Answers<Seat> {
    let mut answers = Answers::default();
    let best = about.iter().max_by_key(|impression| impression.points);
    let worst = about.iter().min_by_key(|impression| impression.points);
    let (Some(best), Some(worst)) = (best, worst) else { return answers };
    let apart = best.points - worst.points;
    for question in form {
        match question {
            Question::Choice => answers.choice = Some(best.seat),
            Question::Verdict { unsure } => {
                answers.verdicts = about.iter().map(|it| (it.seat, verdict(it.points, *unsure))).collect();
            }
            Question::Rating { name, from, to, decimals, .. } => {
                let nuance = NUANCE * i64::try_from(answers.ratings.len()).unwrap_or(0);
                let rated = |it: &Impression| (it.seat, rating(share(it.points) - nuance, (*from, *to), *decimals));
                answers.ratings.insert(name.clone(), about.iter().map(rated).collect());
            }
            Question::Split { total, winner, again } => {
                let used: Vec<u16> = if *again { Vec::new() } else { before.iter().filter_map(|a| most(a)).collect() };
                let points = split(*total, *winner, apart, &used);
                answers.split = [(best.seat, points), (worst.seat, total - points)].into();
            }
            Question::Confidence => {
                let clear = if about.len() > 1 { apart } else { (best.points - HUMAN).abs() };
                answers.confidence = u8::try_from(50 + clear.clamp(0, 400) / 8).ok();
            }
            Question::Reason { characters, .. } => answers.reason = Some(reason(about, *characters)),
        }
    }
    answers
}

/// All conversations, most human first; similar ones are level where the rules allow it.
pub(super) fn ranked(rules: RankingRules, mut met: Vec<(i64, ConversationId)>) -> Vec<Vec<ConversationId>> {
    met.sort_by_key(|(points, id)| (std::cmp::Reverse(*points), *id));
    let mut order: Vec<Vec<ConversationId>> = Vec::new();
    let mut top = None;
    for (points, id) in met {
        match order.last_mut() {
            Some(group) if rules.equals && top.is_some_and(|top: i64| top - points < LEVEL) => group.push(id),
            _ => {
                top = Some(points);
                order.push(vec![id]);
            }
        }
    }
    order
}

fn verdict(points: i64, unsure: bool) -> Verdict {
    match points - HUMAN {
        apart if unsure && apart.abs() < UNSURE => Verdict::Unsure,
        apart if apart >= 0 => Verdict::Human,
        _ => Verdict::Machine,
    }
}

/// The position of these points on a scale, in thousandths of its length.
fn share(points: i64) -> i64 {
    (points - HUMAN + SPAN) * 1000 / (2 * SPAN)
}

/// A number on a scale, rounded to `decimals` places.
fn rating(share: i64, (from, to): (u16, u16), decimals: u8) -> Decimal {
    let length = i64::from(to.saturating_sub(from));
    let unit = 10_i64.pow(3 - u32::from(decimals.min(3)));
    let above = (share.clamp(0, 1000) * length + unit / 2) / unit * unit;
    Decimal::from_thousandths(u32::try_from(i64::from(from) * 1000 + above).unwrap_or(0))
}

/// The points of the better one: they grow with the distance between the two, and avoid those already used.
fn split(total: u16, winner: u16, apart: i64, used: &[u16]) -> u16 {
    let least = winner.max(total.div_ceil(2));
    let wanted = i64::from(least) + i64::from(total.saturating_sub(least)) * apart.clamp(0, 400) / 500;
    let free = (least..=total).filter(|points| !used.contains(points));
    free.min_by_key(|points| (i64::from(*points) - wanted).abs()).unwrap_or(least)
}

/// The larger part of a split.
fn most(answers: &Answers<Seat>) -> Option<u16> {
    answers.split.values().copied().max()
}

fn reason(about: &[Impression], characters: u32) -> String {
    let said: Vec<_> = about
        .iter()
        .map(|it| match it.seat {
            Seat::Only => it.remark.to_owned(),
            seat => format!("{seat} {}", it.remark),
        })
        .collect();
    said.join("; ").chars().take(usize::try_from(characters).unwrap_or(usize::MAX)).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use contest::labels::SeatLabel;
    use proptest::prelude::*;
    use tally::form;

    use super::*;

    fn every_question() -> impl Strategy<Value = Vec<Question>> {
        let rating = |name: &str, decimals| Question::Rating {
            name: name.to_owned(),
            text: "how human?".to_owned(),
            from: 0,
            to: 5,
            decimals,
            anchors: Vec::new(),
        };
        (any::<bool>(), 0_u8..=3, 51_u16..=90, 1_u32..60).prop_map(move |(unsure, decimals, winner, characters)| {
            vec![
                Question::Choice,
                Question::Verdict { unsure },
                rating("humanness", decimals),
                rating("responsiveness", 3 - decimals),
                Question::Split { total: 100, winner, again: false },
                Question::Confidence,
                Question::Reason { characters, required: true },
            ]
        })
    }

    proptest! {
        #[test]
        fn a_form_is_filled_in_as_it_asks_and_never_contradicts_itself(
            form in every_question(),
            weighed in prop::collection::vec((-600_i64..600, -600_i64..600), 1..8),
        ) {
            let mut before: Vec<Answers<Seat>> = Vec::new();
            for (left, right) in weighed {
                let it = |seat, points| Impression { seat, points, remark: "answers like a person" };
                let about = [it(Seat::Left, left), it(Seat::Right, right)];
                let others: Vec<_> = before.iter().collect();
                let answers = filled(&form, &about, &others);
                let labelled = |answers: &Answers<Seat>| answers.clone().relabel(|seat| Some(SeatLabel(seat))).unwrap();
                let others: Vec<_> = others.into_iter().map(labelled).collect();
                let others: Vec<_> = others.iter().collect();
                let about: BTreeSet<_> = Seat::PAIR.into_iter().map(SeatLabel).collect();
                prop_assert_eq!(form::check(&form, &about, &labelled(&answers), &others), Ok(()));
                if left != right {
                    let best = if left > right { Seat::Left } else { Seat::Right };
                    prop_assert_eq!(answers.choice, Some(best));
                    prop_assert!(answers.split[&best] > 50);
                    let rated = |seat| answers.ratings["humanness"][&seat];
                    prop_assert!(Seat::PAIR.iter().all(|seat| rated(*seat) <= rated(best)));
                }
                before.push(answers);
            }
        }
    }

    #[test]
    fn those_who_seem_alike_are_level_where_that_is_allowed() {
        let id = |n: u16| format!("R{n}-J1-only").parse::<ConversationId>().unwrap();
        let met = vec![(90, id(1)), (100, id(2)), (-40, id(3))];
        let from = rulebook::schema::RankFrom::MostHuman;
        assert_eq!(ranked(RankingRules::of(from, true), met.clone()), [vec![id(2), id(1)], vec![id(3)]],);
        assert_eq!(ranked(RankingRules::of(from, false), met).len(), 3);
    }
}
