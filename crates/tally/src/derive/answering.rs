//! The answers of the new form, ballot by ballot.

use std::cmp::Ordering;

use rulebook::{Rulebook, Witness, schema::Question};

use super::{
    plan::Plan,
    scale::{Places, Scale, orders},
    ways::AnswerKind,
};
use crate::{Answers, Ballots, EndRanking, Outcome, Outcomes, Verdict, sentence_parts::count};

/// The rankings of the plan.
pub(super) fn rankings(from: &Rulebook, plan: &Plan, ballots: &Ballots, interviews: &[Outcome]) -> Vec<EndRanking> {
    match plan.ranking {
        None => vec![],
        Some(AnswerKind::Ranking) => ballots.rankings.clone(),
        Some(kind) => orders(&Scale::of(from, kind), interviews)
            .into_iter()
            .map(|((trial, judge), order)| EndRanking { trial, judge, order })
            .collect(),
    }
}

/// Answers the questions of the plan; `interviews` are those of the contest or the pairs made of them.
pub(super) fn answered(
    from: &Rulebook,
    plan: &Plan,
    places: &Places,
    interviews: Vec<Outcome>,
    notes: &mut Vec<String>,
) -> Outcomes {
    notes.extend(plan.notes.iter().cloned());
    let (mut level, mut neither) = (0, 0);
    let interviews = interviews
        .into_iter()
        .map(|outcome| {
            let answers = of_interview(from, plan, &outcome, places, &mut neither);
            let chooses = plan.questions.iter().any(|(question, _)| *question == Question::Choice);
            level += usize::from(chooses && answers.as_ref().is_some_and(|answers| answers.choice.is_none()));
            Outcome { answers, ..outcome }
        })
        .collect();
    if level > 0 {
        notes.push(format!("{} in which nobody is chosen, because the two are level", count(level, "pair")));
    }
    if neither > 0 {
        let answers = count(neither, "answer");
        notes.push(format!("{answers} on the line between human and machine, where unsure is not allowed: no verdict"));
    }
    interviews
}

fn of_interview(
    from: &Rulebook,
    plan: &Plan,
    outcome: &Outcome,
    places: &Places,
    neither: &mut usize,
) -> Option<Answers<Witness>> {
    let given = outcome.answers.as_ref()?;
    let mut answers = Answers::default();
    let mut said = plan.questions.is_empty();
    for (question, source) in &plan.questions {
        match question {
            Question::Choice => {
                let levels = levels(from, *source, outcome, given, places);
                said |= levels.is_some();
                answers.choice = match source {
                    AnswerKind::Choice => given.choice,
                    _ => levels.and_then(higher),
                };
            }
            Question::Verdict { unsure } => {
                let scale = Scale::of(from, *source);
                for &witness in &outcome.witnesses {
                    let Some(level) = scale.level(given, witness) else { continue };
                    said = true;
                    let verdict = match scale.side(level) {
                        Ordering::Greater => Verdict::Human,
                        Ordering::Less => Verdict::Machine,
                        Ordering::Equal if *unsure => Verdict::Unsure,
                        Ordering::Equal => {
                            *neither += 1;
                            continue;
                        }
                    };
                    answers.verdicts.insert(witness, verdict);
                }
            }
            Question::Rating { name, from: low, to: high, .. } => {
                let scale = Scale::of_rating(from, name, *source);
                for &witness in &outcome.witnesses {
                    let Some(level) = scale.level(given, witness) else { continue };
                    said = true;
                    let rating = scale.onto(level, *low, *high);
                    answers.ratings.entry(name.clone()).or_default().insert(witness, rating);
                }
            }
            Question::Split { .. } => {
                said |= !given.split.is_empty();
                answers.split.clone_from(&given.split);
            }
            Question::Confidence | Question::Reason { .. } => {}
        }
    }
    said.then_some(answers)
}

/// The levels of the two witnesses of a pair, where both are known.
fn levels(
    from: &Rulebook,
    source: AnswerKind,
    outcome: &Outcome,
    given: &Answers<Witness>,
    places: &Places,
) -> Option<[(Witness, i64); 2]> {
    let scale = Scale::of(from, source);
    let ranking = places.get(&(outcome.trial, outcome.interview.judge));
    let level = |witness: Witness| match source {
        AnswerKind::Ranking => ranking?.get(&witness).and_then(|&place| i64::try_from(place).ok()).map(|place| -place),
        _ => scale.level(given, witness),
    };
    let mut both = outcome.witnesses.iter().map(|&witness| Some((witness, level(witness)?)));
    Some([both.next()??, both.next()??])
}

/// The witness with the higher level, if the levels differ.
fn higher([a, b]: [(Witness, i64); 2]) -> Option<Witness> {
    match a.1.cmp(&b.1) {
        Ordering::Greater => Some(a.0),
        Ordering::Less => Some(b.0),
        Ordering::Equal => None,
    }
}
