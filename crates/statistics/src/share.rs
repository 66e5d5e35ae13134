//! A share of judgements with the interval that fits its plan.
//!
//! | judgements | method |
//! | --- | --- |
//! | nobody repeats, fewer than 20 | Clopper-Pearson |
//! | nobody repeats, from 20 | Wilson |
//! | a judge or a witness repeats | Wilson with m effective judgements, and Student's t |
//!
//! m = min(n, p (1 - p) / V) and V = max(Vj + Vw - V0, Vj, Vw). Vj and Vw are the cluster-robust variances of the share
//! over judges and over witnesses, each times G / (G - 1) for its G clusters; V0 is the one over pairs of judge and
//! witness. t has the degrees of the fewer clusters less 1.
//!
//! A side with a single person is not drawn from a population: the share then speaks of this judge or this witness
//! only, and the other side alone makes clusters.
//!
//! # Source
//! Two-way clusters: A. C. Cameron, J. B. Gelbach and D. L. Miller, "Robust inference with multiway clustering", J. Bus.
//! Econ. Statist. 29 (2011) 238-249. The effective number in a score interval: E. L. Korn and B. I. Graubard,
//! "Confidence intervals for proportions with small expected number of positive counts estimated from survey data",
//! Survey Methodology 24 (1998) 193-201.

use crate::{
    clopper_pearson::clopper_pearson,
    mean::student_quantile,
    normal::quantile,
    proportion::{Interval, wilson, wilson_of},
};

/// The number of independent judgements from which Wilson's interval replaces the exact one.
pub const WILSON_FROM: usize = 20;

/// One judgement: a row of the count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Judgement {
    /// The judge: a person, not a label.
    pub judge: usize,
    /// The judged person: judgements about the same person are alike. For the share of one program, that is the person beside it.
    pub witness: usize,
    /// True if it counts for the share.
    pub outcome: bool,
}

/// The method behind an interval.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Exact, for few independent judgements.
    ClopperPearson,
    /// The score interval, for independent judgements.
    Wilson,
    /// The score interval with an effective number of judgements.
    ClusteredWilson,
}

impl Method {
    /// Its name in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::ClopperPearson => "Clopper-Pearson",
            Self::Wilson => "Wilson",
            Self::ClusteredWilson => "Wilson, clustered by judge and witness",
        }
    }
}

/// A share with its interval, and the numbers behind them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Share {
    /// From 0 to 1.
    pub estimate: f64,
    /// The interval, wider than 0, inside 0 to 1.
    pub interval: Interval,
    /// The number of judgements.
    pub n: usize,
    /// The number of independent judgements that would tell as much: from above 0 to `n`.
    pub effective: f64,
    /// The number of different judges.
    pub judges: usize,
    /// The number of different witnesses.
    pub witnesses: usize,
    /// The method of the interval.
    pub method: Method,
}

/// The reason for which there is no share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoShare {
    /// There is no judgement.
    NoJudgement,
    /// One judge judged one witness several times: nothing tells how far another pair would differ.
    OnePair,
}

/// The interval of a share of independent trials and its method: exact for few, Wilson's from [`WILSON_FROM`]. `None`
/// without trials. Two-sided at `level` (0.95 means 95 %).
#[must_use]
pub fn independent(successes: u64, trials: u64, level: f64) -> Option<(Interval, Method)> {
    if trials < WILSON_FROM as u64 {
        clopper_pearson(successes, trials, level).map(|interval| (interval, Method::ClopperPearson))
    } else {
        wilson(successes, trials, quantile(f64::midpoint(1.0, level))).map(|interval| (interval, Method::Wilson))
    }
}

/// The share of judgements that count, two-sided at `level` (above 0, below 1; 0.95 means 95 %). Their order does not
/// matter.
///
/// # Errors
/// [`NoShare`] where the judgements allow no interval.
#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
pub fn share(judgements: &[Judgement], level: f64) -> Result<Share, NoShare> {
    let n = judgements.len();
    if n == 0 {
        return Err(NoShare::NoJudgement);
    }
    let successes = judgements.iter().filter(|judgement| judgement.outcome).count();
    let (count, p) = (n as f64, successes as f64 / n as f64);
    let by_judge = Clusters::of(judgements, p, |judgement| judgement.judge);
    let by_witness = Clusters::of(judgements, p, |judgement| judgement.witness);
    let (judges, witnesses) = (by_judge.count, by_witness.count);
    let found = |interval, effective, method| Share { estimate: p, interval, n, effective, judges, witnesses, method };

    let is_independent = |clusters: &Clusters| clusters.count == n || clusters.count == 1;
    if n == 1 || (judges, witnesses) != (1, 1) && is_independent(&by_judge) && is_independent(&by_witness) {
        let (interval, method) = independent(successes as u64, n as u64, level).ok_or(NoShare::NoJudgement)?;
        return Ok(found(interval, count, method));
    }

    let clusters = [&by_judge, &by_witness].into_iter().filter(|clusters| clusters.count > 1);
    let fewest = clusters.map(|clusters| clusters.count).min().ok_or(NoShare::OnePair)?;
    let pairs = Clusters::of(judgements, p, |judgement| (judgement.judge, judgement.witness));
    let (over_judges, over_witnesses) = (by_judge.variance(count), by_witness.variance(count));
    let both = match (judges, witnesses) {
        (1, _) | (_, 1) => 0.0,
        _ => over_judges + over_witnesses - pairs.squares / (count * count),
    };
    let variance = both.max(over_judges).max(over_witnesses);
    let effective = if variance > 0.0 { (p * (1.0 - p) / variance).min(count) } else { count };
    let interval = wilson_of(p, effective, student_quantile(level, fewest - 1));
    Ok(found(interval, effective, Method::ClusteredWilson))
}

/// The residuals of a share, summed within clusters.
struct Clusters {
    count: usize,
    squares: f64,
}

#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
impl Clusters {
    fn of<Key: Ord>(judgements: &[Judgement], p: f64, key: impl Fn(&Judgement) -> Key) -> Self {
        let mut rows: Vec<(Key, bool)> =
            judgements.iter().map(|judgement| (key(judgement), judgement.outcome)).collect();
        rows.sort_unstable();
        // Counts first, so that the order of the judgements cannot change a bit.
        let residual = |cluster: &[(Key, bool)]| {
            let successes = cluster.iter().filter(|(_, outcome)| *outcome).count();
            let residual = successes as f64 - cluster.len() as f64 * p;
            residual * residual
        };
        let mut squares: Vec<f64> = rows.chunk_by(|one, next| one.0 == next.0).map(residual).collect();
        squares.sort_by(f64::total_cmp);
        Self { count: squares.len(), squares: squares.iter().sum() }
    }

    /// The cluster-robust variance of the share; 0 for a single cluster.
    fn variance(&self, n: f64) -> f64 {
        if self.count < 2 {
            return 0.0;
        }
        let clusters = self.count as f64;
        clusters / (clusters - 1.0) * self.squares / (n * n)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{Random, logistic};

    fn judgement(judge: usize, witness: usize, outcome: bool) -> Judgement {
        Judgement { judge, witness, outcome }
    }

    #[test]
    fn the_plan_chooses_the_method() {
        let alone = |n: usize| (0..n).map(|place| judgement(place, place, place % 3 == 0)).collect::<Vec<_>>();
        assert_eq!(share(&[], 0.95), Err(NoShare::NoJudgement));
        assert_eq!(share(&alone(19), 0.95).map(|share| share.method), Ok(Method::ClopperPearson));
        assert_eq!(share(&alone(20), 0.95).map(|share| share.method), Ok(Method::Wilson));
        let one_witness: Vec<_> = (0..8).map(|judge| judgement(judge, 7, judge < 3)).collect();
        assert_eq!(share(&one_witness, 0.95).map(|share| share.method), Ok(Method::ClopperPearson));
        let crossed: Vec<_> = (0..16).map(|place| judgement(place / 4, place % 4, place < 5)).collect();
        let found = share(&crossed, 0.95).unwrap();
        assert_eq!((found.method, found.judges, found.witnesses, found.n), (Method::ClusteredWilson, 4, 4, 16));
        assert_eq!(share(&[judgement(1, 1, true), judgement(1, 1, false)], 0.95), Err(NoShare::OnePair));
        let mut turned = crossed.clone();
        turned.reverse();
        assert_eq!(share(&turned, 0.95), Ok(found), "the order does not matter");
    }

    #[test]
    fn all_alike_and_perfectly_balanced_have_an_interval_wider_than_0() {
        for outcome in [true, false] {
            let alike: Vec<_> = (0..16).map(|place| judgement(place / 4, place % 4, outcome)).collect();
            let found = share(&alike, 0.95).unwrap().interval;
            assert!(found.high - found.low > 0.1, "{found:?}");
        }
        let balanced: Vec<_> =
            (0..16).map(|place| judgement(place / 4, place % 4, (place / 4 + place) % 2 == 0)).collect();
        let found = share(&balanced, 0.95).unwrap();
        assert!((found.effective - 16.0).abs() < 1e-12 && found.interval.high > found.interval.low, "{found:?}");
    }

    /// The share of simulated contests whose interval holds the true share.
    fn coverage(judges: usize, witnesses: usize, rounds: usize, middle: f64, spread: (f64, f64), runs: usize) -> f64 {
        let mut random = Random(2026);
        let truth = truth(middle, libm::hypot(spread.0, spread.1));
        let mut held = 0;
        for _ in 0..runs {
            let of_judge: Vec<f64> = (0..judges).map(|_| spread.0 * random.normal()).collect();
            let of_witness: Vec<f64> = (0..witnesses).map(|_| spread.1 * random.normal()).collect();
            let rows: Vec<Judgement> = (0..judges * rounds)
                .map(|place| {
                    let (judge, round) = (place / rounds, place % rounds);
                    let witness = (judge + round * (1 + witnesses / 11)) % witnesses;
                    let chance = logistic(middle + of_judge[judge] + of_witness[witness]);
                    judgement(judge, witness, random.uniform() < chance)
                })
                .collect();
            let interval = share(&rows, 0.95).unwrap().interval;
            held += u32::from((interval.low..=interval.high).contains(&truth));
        }
        f64::from(held) / f64::from(u32::try_from(runs).unwrap())
    }

    /// The share in the population, where the log-odds are normal around `middle`: a sum over 2,000 slices.
    fn truth(middle: f64, spread: f64) -> f64 {
        let slices = 2000;
        let at = |slice: i32| logistic(middle + spread * quantile((f64::from(slice) + 0.5) / f64::from(slices)));
        (0..slices).map(at).sum::<f64>() / f64::from(slices)
    }

    /// The median log-odds whose share in the population is `share`.
    fn middle(share: f64, spread: f64) -> f64 {
        let (mut low, mut high) = (-8.0, 8.0);
        for _ in 0..40 {
            let middle = f64::midpoint(low, high);
            if truth(middle, spread) < share { low = middle } else { high = middle }
        }
        low
    }

    fn covers(judges: usize, witnesses: usize, rounds: usize, runs: usize) {
        for share in [0.2, 0.5] {
            covers_share(share, judges, witnesses, rounds, runs);
        }
    }

    fn covers_share(share: f64, judges: usize, witnesses: usize, rounds: usize, runs: usize) {
        for spread in [(0.0, 0.0), (0.4, 1.0)] {
            let middle = middle(share, libm::hypot(spread.0, spread.1));
            let found = coverage(judges, witnesses, rounds, middle, spread, runs);
            assert!(found >= 0.935, "{judges} x {rounds}, {share}, {spread:?}: {found}");
        }
    }

    #[test]
    fn four_judges_and_four_rounds_are_covered() {
        covers(4, 4, 4, 8000);
    }

    #[test]
    fn thirty_judges_and_five_rounds_are_covered() {
        covers(30, 30, 5, 4000);
    }

    #[test]
    fn three_hundred_people_and_eight_rounds_are_covered_at_one_half() {
        covers_share(0.5, 300, 300, 8, 500);
    }

    #[test]
    fn three_hundred_people_and_eight_rounds_are_covered_at_one_fifth() {
        covers_share(0.2, 300, 300, 8, 500);
    }

    #[test]
    fn twenty_four_readers_of_the_same_ten_conversations_are_covered() {
        covers(24, 10, 10, 4000);
    }

    /// A program whom each of so many judges met once, beside another person each time.
    #[test]
    fn a_program_met_once_by_each_judge_is_covered() {
        for judges in [4, 19, 30] {
            covers(judges, judges, 1, 4000);
        }
    }
}
