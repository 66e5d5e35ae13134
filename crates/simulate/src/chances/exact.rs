//! The exact chance that an entry meets the conditions of an award, where its own interviews and the judges' orders
//! decide: every way in which the judges can answer is counted by `tally`, with its probability.
//!
//! Judges and people all are in the middle of their populations, because a spread would make answers depend on each
//! other.

use std::collections::BTreeMap;

use rulebook::{
    JudgeId, Rulebook, Witness,
    schema::{AwardRule, Combine, Condition, Measure, Question, Recipient},
};
use schedule::{Meeting, Plan, construct, trial_of};
use statistics::population::{logistic, middle};
use tally::{Answers, Ballots, Circumstances, EndRanking, Outcome, Verdict, tally};

use super::{Assumptions, ballots::witnesses, entry, is_compared};

/// The largest number of ways to answer that are counted.
const WAYS_MAX: usize = 200_000;

/// The largest number of witnesses in a counted ranking.
const RANKED_MAX: usize = 7;

/// The reason for which a chance is not computed exactly.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotExact {
    /// The rulebook has no plan for these numbers.
    #[error("there is no plan for these numbers")]
    NoPlan,
    /// The award has no condition, so the place or the taking part decides.
    #[error("it has no condition")]
    NoCondition,
    /// A condition compares the entry with others by their scores.
    #[error("a condition depends on the scores of other witnesses")]
    Others,
    /// The judges give ratings, which have too many values.
    #[error("a condition depends on ratings")]
    Ratings,
    /// Several answers of a judge depend on each other.
    #[error("several answers of one judge depend on each other")]
    Entangled,
    /// There are more ways to answer than are counted.
    #[error("there are more than {WAYS_MAX} ways to answer")]
    Many,
    /// The rulebook leaves the combination of trials open.
    #[error("the rulebook leaves open how its trials combine")]
    CombineOpen,
}

/// The exact chances, from 0 to 1, that the first entry meets the conditions of an award, one for each of these shares
/// (from 0 to 1) of interviews in which it is taken for the human. `award` is the award's place in the rulebook. Spreads
/// of the assumptions are not used.
///
/// # Errors
/// [`NotExact`] with the reason why they are not computed.
pub fn exact(
    rulebook: &Rulebook,
    assumptions: Assumptions,
    award: usize,
    shares: &[f64],
) -> Result<Vec<f64>, NotExact> {
    let rule = rulebook.awards.get(award).ok_or(NotExact::NoCondition)?;
    if rule.when.is_empty() || rule.to == Recipient::BestConfederate {
        return Err(NotExact::NoCondition);
    }
    let plan = construct(rulebook).map_err(|_| NotExact::NoPlan)?;
    let rounds = plan.rounds();
    let in_first = |meeting: &Meeting| trial_of(rulebook, rounds, meeting.round) == 1;
    let plan = Plan { meetings: plan.meetings.iter().filter(|meeting| in_first(meeting)).copied().collect() };
    let needs = Needs::of(rulebook, &rule.when)?;
    let mut alone = rulebook.clone();
    alone.trials = None;
    alone.awards = vec![AwardRule { to: Recipient::EveryEntry, only_entry: false, rolls_over: false, ..rule.clone() }];
    // Baselines receive no award; the entry is none, and the others do not matter.
    alone.roles.baselines = 0;

    let humans: Vec<Humans> = shares.iter().map(|&share| Humans::of(rulebook, assumptions, share)).collect();
    let judges = judges(rulebook, &plan, needs, &humans)?;
    let ways = judges.iter().try_fold(1_usize, |ways, judge| ways.checked_mul(judge.ways.len()));
    if ways.is_none_or(|ways| ways > WAYS_MAX) {
        return Err(NotExact::Many);
    }
    let mut sum = Sum { rulebook: &alone, plan: &plan, judges: &judges, chosen: vec![], met: vec![0.0; shares.len()] };
    sum.over_rest(&vec![1.0; shares.len()]);
    sum.met.into_iter().map(|in_one| combined(rulebook, in_one)).collect()
}

/// The chance over all trials from that of one.
pub(super) fn combined(rulebook: &Rulebook, p: f64) -> Result<f64, NotExact> {
    let trials = rulebook.trial_count();
    let combine = match (trials, rulebook.trials.and_then(|trials| trials.combine)) {
        (1, _) => return Ok(p),
        (_, None) => return Err(NotExact::CombineOpen),
        (_, Some(combine)) => combine,
    };
    let fewest = match combine {
        Combine::Any => 1,
        Combine::Majority => trials / 2 + 1,
        Combine::All => trials,
    };
    let mut held = vec![1.0];
    for _ in 0..trials {
        let mut next = vec![0.0; held.len() + 1];
        for (times, chance) in held.iter().enumerate() {
            next[times] += chance * (1.0 - p);
            next[times + 1] += chance * p;
        }
        held = next;
    }
    Ok(held[usize::from(fewest)..].iter().sum())
}

/// The answers that the conditions of an award depend on.
#[derive(Debug, Clone, Copy)]
struct Needs {
    answers: bool,
    ranking: bool,
}

impl Needs {
    fn of(rulebook: &Rulebook, conditions: &[Condition]) -> Result<Self, NotExact> {
        let chooses = |question: &Question| matches!(question, Question::Choice | Question::Split { .. });
        if !is_compared(rulebook) && rulebook.ballots.interview.iter().any(chooses) {
            return Err(NotExact::Entangled);
        }
        let mut needs = Self { answers: false, ranking: false };
        for condition in conditions {
            match condition {
                Condition::Fooled { .. }
                | Condition::HumanVerdicts { .. }
                | Condition::TakenForHumanShare(_)
                | Condition::IdentifiedAtMost(_) => needs.answers = true,
                Condition::ScoreAtLeast(_) => match rulebook.score.by {
                    Measure::TimesTakenForHuman | Measure::ShareTakenForHuman => needs.answers = true,
                    Measure::MeanRating(_) | Measure::MedianRating(_) => return Err(NotExact::Ratings),
                    Measure::MedianRank | Measure::MeanRank | Measure::RankTotal => return Err(NotExact::Others),
                },
                Condition::RankOrder { .. }
                | Condition::MedianAtLeastConfederates
                | Condition::MedianBelowConfederates => needs.ranking = true,
                Condition::NoConfederateAbove | Condition::ConfederateAbove => return Err(NotExact::Others),
            }
        }
        Ok(needs)
    }
}

/// The log-odds of everyone without spreads.
struct Humans {
    entry: f64,
    others: f64,
    people: f64,
    /// `true` if the judges choose between two witnesses.
    choose: bool,
}

impl Humans {
    fn of(rulebook: &Rulebook, assumptions: Assumptions, humanness: f64) -> Self {
        let choose = is_compared(rulebook);
        Self {
            entry: middle(humanness, 0.0),
            others: middle(assumptions.others.unwrap_or(humanness), 0.0),
            people: if choose { 0.0 } else { middle(assumptions.people, 0.0) },
            choose,
        }
    }

    /// The chance that the entry is taken for the human in this meeting.
    fn taken(&self, meeting: &Meeting) -> f64 {
        let rival = meeting.confederate.filter(|_| self.choose).map(|id| self.log_odds(Witness::Confederate(id)));
        logistic(self.entry - rival.unwrap_or(0.0))
    }

    fn log_odds(&self, witness: Witness) -> f64 {
        match witness {
            _ if witness == entry() => self.entry,
            Witness::Entry(_) => self.others,
            Witness::Confederate(_) => self.people,
        }
    }
}

/// One judge with every way to answer.
struct Judge {
    judge: JudgeId,
    ways: Vec<Way>,
}

/// One way in which a judge can answer.
#[derive(Debug, Clone)]
struct Way {
    /// At each share.
    chances: Vec<f64>,
    /// For each interview with the entry, whether the judge takes it for the human.
    taken: Vec<bool>,
    /// The ranking, most human first; empty where none is needed.
    order: Vec<Witness>,
}

fn judges(rulebook: &Rulebook, plan: &Plan, needs: Needs, humans: &[Humans]) -> Result<Vec<Judge>, NotExact> {
    let mut of_judges: BTreeMap<JudgeId, Vec<Meeting>> = BTreeMap::new();
    for meeting in &plan.meetings {
        of_judges.entry(meeting.judge).or_default().push(*meeting);
    }
    let of_judge = |(judge, meetings): (JudgeId, Vec<Meeting>)| {
        let with_entry: Vec<&Meeting> =
            meetings.iter().filter(|meeting| witnesses(meeting).any(|witness| witness == entry())).collect();
        let ranking = needs.ranking && rulebook.ballots.ranking.is_some();
        let ways = match (needs.answers, ranking) {
            (_, false) => alone(&with_entry, humans, needs.answers),
            (answers, true) => ordered(&meetings, &with_entry, humans, answers)?,
        };
        Ok(Judge { judge, ways })
    };
    of_judges.into_iter().map(of_judge).collect()
}

/// The ways without a ranking: each interview with the entry ends in one of two ways.
fn alone(with_entry: &[&Meeting], humans: &[Humans], answers: bool) -> Vec<Way> {
    let mut ways = vec![Way { chances: vec![1.0; humans.len()], taken: vec![], order: vec![] }];
    for meeting in with_entry.iter().filter(|_| answers) {
        let taken: Vec<f64> = humans.iter().map(|humans| humans.taken(meeting)).collect();
        let missed: Vec<f64> = taken.iter().map(|p| 1.0 - p).collect();
        ways = ways.iter().flat_map(|way| [way.with(true, &taken), way.with(false, &missed)]).collect();
    }
    ways
}

impl Way {
    fn with(&self, taken: bool, chances: &[f64]) -> Self {
        Self {
            chances: products(&self.chances, chances),
            taken: self.taken.iter().copied().chain([taken]).collect(),
            order: self.order.clone(),
        }
    }
}

fn products(one: &[f64], other: &[f64]) -> Vec<f64> {
    one.iter().zip(other).map(|(one, other)| one * other).collect()
}

/// The ways with a ranking of everyone met. A verdict compares the entry with a threshold, which takes part in the order
/// as one more witness.
fn ordered(
    meetings: &[Meeting],
    with_entry: &[&Meeting],
    humans: &[Humans],
    answers: bool,
) -> Result<Vec<Way>, NotExact> {
    let mut met: Vec<Witness> = meetings.iter().flat_map(witnesses).collect();
    met.sort_unstable();
    met.dedup();
    if answers && with_entry.len() > 1 {
        return Err(NotExact::Entangled);
    }
    let choose = humans.iter().all(|humans| humans.choose);
    let judged = with_entry.first().filter(|_| answers);
    let behind = judged.filter(|_| choose).and_then(|meeting| meeting.confederate).map(Witness::Confederate);
    let has_threshold = judged.is_some() && !choose;
    if met.len() + usize::from(has_threshold) > RANKED_MAX {
        return Err(NotExact::Many);
    }
    let mut ways: BTreeMap<(Vec<Witness>, Vec<bool>), Vec<f64>> = BTreeMap::new();
    for (share, of) in humans.iter().enumerate() {
        let mut runners: Vec<(Option<Witness>, f64)> =
            met.iter().map(|&witness| (Some(witness), of.log_odds(witness))).collect();
        runners.extend(has_threshold.then_some((None, 0.0)));
        let mut orders = vec![];
        orders_of(&mut runners, &mut vec![], 1.0, &mut orders);
        for (order, chance) in orders {
            let place = |wanted: Option<Witness>| order.iter().position(|runner| *runner == wanted);
            let taken: Vec<bool> = judged.iter().map(|_| place(Some(entry())) < place(behind)).collect();
            let order = order.into_iter().flatten().collect();
            ways.entry((order, taken)).or_insert_with(|| vec![0.0; humans.len()])[share] += chance;
        }
    }
    Ok(ways.into_iter().map(|((order, taken), chances)| Way { chances, taken, order }).collect())
}

/// Every order with its chance: the next in an order is drawn in proportion to the odds.
///
/// # Source
/// R. L. Plackett, "The analysis of permutations", Appl. Statist. 24 (1975) 193-202.
fn orders_of(
    runners: &mut Vec<(Option<Witness>, f64)>,
    order: &mut Vec<Option<Witness>>,
    chance: f64,
    orders: &mut Vec<(Vec<Option<Witness>>, f64)>,
) {
    if runners.is_empty() {
        orders.push((order.clone(), chance));
        return;
    }
    let all: f64 = runners.iter().map(|(_, odds)| libm::exp(*odds)).sum();
    for place in 0..runners.len() {
        let next = runners.remove(place);
        order.push(next.0);
        orders_of(runners, order, chance * libm::exp(next.1) / all, orders);
        order.pop();
        runners.insert(place, next);
    }
}

/// The sum of chances over all ways in which the judges can answer.
struct Sum<'s> {
    /// The rulebook with the award alone.
    rulebook: &'s Rulebook,
    plan: &'s Plan,
    judges: &'s [Judge],
    /// The way of each judge so far.
    chosen: Vec<usize>,
    /// The chance of the award so far, at each share.
    met: Vec<f64>,
}

impl Sum<'_> {
    /// Adds all ways of the judges that are not chosen yet.
    fn over_rest(&mut self, chances: &[f64]) {
        let Some(judge) = self.judges.get(self.chosen.len()) else {
            let ballots = ballots(self.rulebook, self.plan, self.judges, &self.chosen);
            let result = tally(self.rulebook, &ballots, &Circumstances::default());
            if result.awards.iter().any(|award| award.to.contains(&entry())) {
                self.met.iter_mut().zip(chances).for_each(|(met, chance)| *met += chance);
            }
            return;
        };
        for (way, of) in judge.ways.iter().enumerate() {
            self.chosen.push(way);
            self.over_rest(&products(chances, &of.chances));
            self.chosen.pop();
        }
    }
}

fn ballots(rulebook: &Rulebook, plan: &Plan, judges: &[Judge], chosen: &[usize]) -> Ballots {
    let ways = judges.iter().zip(chosen).map(|(judge, way)| (judge.judge, &judge.ways[*way]));
    let mut answered: BTreeMap<JudgeId, std::slice::Iter<'_, bool>> =
        ways.clone().map(|(judge, way)| (judge, way.taken.iter())).collect();
    let outcome = |meeting: &Meeting| {
        let is_about = witnesses(meeting).any(|witness| witness == entry());
        let taken = answered.get_mut(&meeting.judge).filter(|_| is_about).and_then(Iterator::next);
        Outcome {
            trial: 1,
            interview: rulebook::InterviewId { round: meeting.round, judge: meeting.judge },
            witnesses: witnesses(meeting).collect(),
            answers: taken.map(|taken| answers(rulebook, meeting, *taken)),
        }
    };
    let rankings = ways.filter(|(_, way)| !way.order.is_empty()).map(|(judge, way)| EndRanking {
        trial: 1,
        judge,
        order: way.order.iter().map(|witness| vec![*witness]).collect(),
    });
    let rankings = rankings.collect();
    Ballots { interviews: plan.meetings.iter().map(outcome).collect(), rankings }
}

/// The answers about the entry.
fn answers(rulebook: &Rulebook, meeting: &Meeting, taken: bool) -> Answers<Witness> {
    let mut given = Answers::default();
    let rival = meeting.confederate.map(Witness::Confederate);
    let human = if taken { Some(entry()) } else { rival };
    for question in &rulebook.ballots.interview {
        match question {
            Question::Choice => given.choice = human,
            Question::Verdict { .. } => {
                let verdict = if taken { Verdict::Human } else { Verdict::Machine };
                given.verdicts = [(entry(), verdict)].into();
            }
            Question::Split { total, winner, .. } => {
                let points = |witness| if human == Some(witness) { *winner } else { total - winner };
                given.split = witnesses(meeting).map(|witness| (witness, points(witness))).collect();
            }
            Question::Rating { .. } | Question::Confidence | Question::Reason { .. } => {}
        }
    }
    given
}
