//! The interval of a share that may be looked at after every trial, and still holds the truth at all looks together.
//!
//! A share p is in the interval as long as the successes are not too improbable under it: B(k + 1, n - k + 1) divided by
//! p^k (1 - p)^(n - k) stays below 1 / (1 - level). That ratio, of the trials' probability under all shares mixed
//! evenly, is a martingale where p is true. Trials must be independent.

use crate::{proportion::Interval, special::ln_beta};

/// The interval after `successes` in `trials`, one of a sequence that holds the true share at every look with a
/// probability of at least `level` (above 0, below 1). Without trials it is everything, 0 to 1. More successes than
/// trials count as all of them.
///
/// # Source
/// H. Robbins, "Statistical methods related to the law of the iterated logarithm", Ann. Math. Statist. 41 (1970)
/// 1397-1409, with the even mixture Beta(1, 1).
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
pub fn beta_binomial(successes: u64, trials: u64, level: f64) -> Interval {
    let n = trials as f64;
    let k = successes.min(trials) as f64;
    if trials == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let mixture = ln_beta(k + 1.0, n - k + 1.0);
    let bound = mixture + libm::log(1.0 - level);
    // 0 times the logarithm of 0 counts as 0.
    let term = |times: f64, log: f64| if times > 0.0 { times * log } else { 0.0 };
    let is_held = |p: f64| term(k, libm::log(p)) + term(n - k, libm::log1p(-p)) > bound;
    let end = |mut inside: f64, mut outside: f64| loop {
        let middle = f64::midpoint(inside, outside);
        if middle == inside || middle == outside || outside.max(inside) < f64::MIN_POSITIVE {
            return outside;
        }
        if is_held(middle) { inside = middle } else { outside = middle }
    };
    let p = k / n;
    Interval { low: if k == 0.0 { 0.0 } else { end(p, 0.0) }, high: if k == n { 1.0 } else { end(p, 1.0) } }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Random;

    /// Source: the roots of the ratio by `scipy.optimize.brentq` and `scipy.special.betaln` of scipy 1.17.1.
    #[test]
    fn the_intervals_agree_with_scipy() {
        for (successes, trials, low, high) in [
            (0, 10, 0.0, 0.416_880_275_656_48),
            (7, 10, 0.266_740_526_164_19, 0.963_359_709_624_49),
            (54, 100, 0.382_401_095_840_46, 0.692_339_479_528_08),
            (10, 10, 0.583_119_724_343_48, 1.0),
            (600, 1000, 0.544_587_633_079_41, 0.653_753_307_600_47),
        ] {
            let found = beta_binomial(successes, trials, 0.95);
            assert!((found.low - low).abs() < 1e-9 && (found.high - high).abs() < 1e-9, "{successes}: {found:?}");
        }
        assert_eq!(beta_binomial(0, 0, 0.95), Interval { low: 0.0, high: 1.0 });
    }

    #[test]
    fn looks_after_each_trial_are_covered_together() {
        let mut random = Random(34);
        for share in [0.2, 0.5] {
            let mut held = 0;
            for _ in 0..400 {
                let mut successes = 0;
                held += u32::from((1..=200).all(|trials| {
                    successes += u64::from(random.uniform() < share);
                    let found = beta_binomial(successes, trials, 0.95);
                    found.low <= share && share <= found.high
                }));
            }
            assert!(f64::from(held) / 400.0 >= 0.95, "{share}: {held} of 400");
        }
    }
}
