//! The ballots of one simulated contest.

use std::collections::BTreeMap;

use rulebook::{Decimal, Draws, InterviewId, JudgeId, Rulebook, Witness, schema::Question};
use schedule::{Meeting, Plan, trial_of};
use statistics::{normal::quantile, population::logistic};
use tally::{Answers, Ballots, EndRanking, Outcome, Verdict};

use super::{Drawn, Population};

/// The mean of the noise: Euler's constant.
const MEAN_NOISE: f64 = 0.577_215_664_901_532_9;

/// A witness and the humanness that the judge saw.
type Seen = (Witness, f64);

/// The difference between the two witnesses of an interview.
struct Difference {
    size: f64,
    /// The more human one.
    more: Witness,
    less: Witness,
    /// The place of the interview among the outcomes.
    place: usize,
}

/// The ballots that judges of this population give under this plan.
pub(super) fn drawn(rulebook: &Rulebook, plan: &Plan, population: &Population, draws: &mut Draws) -> Ballots {
    let roles = rulebook.roles;
    let mut effects = |number: u16, middle: f64, spread: f64| -> Vec<f64> {
        (0..number).map(|_| middle + spread * quantile(draws.uniform())).collect()
    };
    let people = Drawn {
        population,
        judges: effects(roles.judges, 0.0, population.judges_spread),
        people: effects(roles.confederates, population.people, population.people_spread),
    };
    let rounds = plan.rounds();
    let mut outcomes = Vec::with_capacity(plan.meetings.len());
    let mut splits: BTreeMap<(u16, JudgeId), Vec<Difference>> = BTreeMap::new();
    let mut met: BTreeMap<(u16, JudgeId), BTreeMap<Witness, f64>> = BTreeMap::new();
    for meeting in &plan.meetings {
        let trial = trial_of(rulebook, rounds, meeting.round);
        let seen: Vec<Seen> = witnesses(meeting)
            .map(|witness| (witness, people.humanness(meeting.judge, witness) + noise(draws)))
            .collect();
        let threshold = noise(draws);
        met.entry((trial, meeting.judge)).or_default().extend(seen.iter().copied());
        if let Some(difference) = difference(&seen, outcomes.len()) {
            splits.entry((trial, meeting.judge)).or_default().push(difference);
        }
        outcomes.push(Outcome {
            trial,
            interview: InterviewId { round: meeting.round, judge: meeting.judge },
            witnesses: seen.iter().map(|(witness, _)| *witness).collect(),
            answers: Some(answers(rulebook, &seen, threshold)),
        });
    }
    share_out(rulebook, splits, &mut outcomes);
    let rankings = rulebook.ballots.ranking.map(|_| met.into_iter().map(ranking).collect()).unwrap_or_default();
    Ballots { interviews: outcomes.into(), rankings }
}

/// The witnesses of a meeting.
pub(super) fn witnesses(meeting: &Meeting) -> impl Iterator<Item = Witness> {
    let entry = meeting.entry.map(Witness::Entry);
    entry.into_iter().chain(meeting.confederate.map(Witness::Confederate))
}

/// The difference between two witnesses; `None` for a lone one.
fn difference(seen: &[Seen], place: usize) -> Option<Difference> {
    let [one, other] = *seen else { return None };
    let (more, less) = if one.1 > other.1 { (one, other) } else { (other, one) };
    Some(Difference { size: more.1 - less.1, more: more.0, less: less.0, place })
}

/// The answers to all questions except shared-out points.
fn answers(rulebook: &Rulebook, seen: &[Seen], threshold: f64) -> Answers<Witness> {
    let mut answers = Answers::default();
    for question in &rulebook.ballots.interview {
        match question {
            Question::Choice => answers.choice = difference(seen, 0).map(|difference| difference.more),
            Question::Verdict { .. } => {
                let verdict = |(witness, humanness): &Seen| {
                    (*witness, if *humanness > threshold { Verdict::Human } else { Verdict::Machine })
                };
                answers.verdicts = seen.iter().map(verdict).collect();
            }
            Question::Rating { name, from, to, decimals, .. } => {
                let rate = |(witness, humanness): &Seen| {
                    Some((*witness, rating(*humanness - MEAN_NOISE, (*from, *to), *decimals)?))
                };
                answers.ratings.insert(name.clone(), seen.iter().filter_map(rate).collect());
            }
            Question::Split { .. } | Question::Confidence | Question::Reason { .. } => {}
        }
    }
    answers
}

/// A rating on a scale: the ends are those of the log-odds, one half is the middle.
fn rating(humanness: f64, (from, to): (u16, u16), decimals: u8) -> Option<Decimal> {
    let (from, to) = (f64::from(from), f64::from(to));
    let places = usize::from(decimals.min(3));
    format!("{:.places$}", from + (to - from) * logistic(humanness)).parse().ok()
}

/// Shares out the points of each judge: the clearer the difference, the more points, and no split twice while points
/// last.
fn share_out(rulebook: &Rulebook, splits: BTreeMap<(u16, JudgeId), Vec<Difference>>, outcomes: &mut [Outcome]) {
    let rule = rulebook.ballots.interview.iter().find_map(|question| match question {
        Question::Split { total, winner, .. } => Some((*total, *winner)),
        _ => None,
    });
    let Some((total, winner)) = rule else { return };
    for mut of_judge in splits.into_values() {
        of_judge.sort_by(|a, b| a.size.total_cmp(&b.size));
        for (points, Difference { more, less, place, .. }) in (winner..).zip(of_judge) {
            let points = points.min(total);
            if let Some(given) = &mut outcomes[place].answers {
                given.split = [(more, points), (less, total - points)].into();
            }
        }
    }
}

/// A judge's ranking of everyone met, most human first.
fn ranking(((trial, judge), met): ((u16, JudgeId), BTreeMap<Witness, f64>)) -> EndRanking {
    let mut order: Vec<Seen> = met.into_iter().collect();
    order.sort_by(|a, b| b.1.total_cmp(&a.1));
    EndRanking { trial, judge, order: order.into_iter().map(|(witness, _)| vec![witness]).collect() }
}

/// A number with the standard Gumbel distribution: the difference of two is logistic.
fn noise(draws: &mut Draws) -> f64 {
    -libm::log(-libm::log(draws.uniform()))
}
