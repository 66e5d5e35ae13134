//! Tests of a share of independent successes against a fixed one.
//!
//! Two tests of the same counts can decide differently: a report must name its test.

use crate::{normal::below, special::ln_beta};

/// The two-sided exact test: the probability of a count that is no more probable than the observed one, if each trial
/// succeeds with probability `share` (above 0, below 1). `None` without trials, and for another `share`. More successes
/// than trials count as all of them.
///
/// # Source
/// The method of small p-values, as R's `binom.test`: W. J. Conover, "Practical Nonparametric Statistics" (1971), 97-104.
#[must_use]
pub fn exact(successes: u64, trials: u64, share: f64) -> Option<f64> {
    let law = Binomial::of(trials, share)?;
    // Equal probabilities may differ in their last bits.
    let bound = law.at(successes.min(trials)) * (1.0 + 1e-7);
    let sum: f64 = (0..=trials).map(|count| law.at(count)).filter(|probability| *probability <= bound).sum();
    Some(sum.min(1.0))
}

/// The probability of at least so many successes, if each trial succeeds with probability `share` (above 0, below 1).
/// `None` without trials, and for another `share`.
#[must_use]
pub fn at_least(successes: u64, trials: u64, share: f64) -> Option<f64> {
    let law = Binomial::of(trials, share)?;
    Some((successes..=trials).map(|count| law.at(count)).sum::<f64>().min(1.0))
}

/// The probability of at most so many successes. `None` as for [`at_least`].
#[must_use]
pub fn at_most(successes: u64, trials: u64, share: f64) -> Option<f64> {
    let law = Binomial::of(trials, share)?;
    Some((0..=successes.min(trials)).map(|count| law.at(count)).sum::<f64>().min(1.0))
}

/// A statistic that is about standard normal, and its two-sided p.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ZTest {
    /// The statistic.
    pub z: f64,
    /// From 0 to 1.
    pub p: f64,
}

impl ZTest {
    /// The two-sided test of a statistic that is about standard normal.
    #[must_use]
    pub fn of(z: f64) -> Self {
        Self { z, p: 2.0 * below(-z.abs()) }
    }
}

/// Wald's test of a share against one half, by its log-odds: z = ln(k / (n - k)) times the root of k (n - k) / n. `None`
/// without successes, and with nothing else: the log-odds are then infinite.
///
/// # Source
/// The intercept of a logistic regression without features, as R's `glm` prints it.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
pub fn wald(successes: u64, trials: u64) -> Option<ZTest> {
    if successes == 0 || successes >= trials {
        return None;
    }
    let (k, rest) = (successes as f64, (trials - successes) as f64);
    Some(ZTest::of(libm::log(k / rest) * libm::sqrt(k * rest / (k + rest))))
}

struct Binomial {
    trials: u64,
    share: f64,
}

impl Binomial {
    fn of(trials: u64, share: f64) -> Option<Self> {
        (trials > 0 && share > 0.0 && share < 1.0).then_some(Self { trials, share })
    }

    /// The probability of this count.
    #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
    fn at(&self, count: u64) -> f64 {
        let (n, k) = (self.trials as f64, count as f64);
        let ways = -libm::log(n + 1.0) - ln_beta(k + 1.0, n - k + 1.0);
        libm::exp(ways + k * libm::log(self.share) + (n - k) * libm::log1p(-self.share))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Source: `scipy.stats.binomtest` of scipy 1.17.1. The first: a model of arXiv 2503.23674, "significant" by Wald and
    /// not exactly.
    #[test]
    fn exact_tests_agree_with_scipy() {
        for (successes, trials, share, p) in [
            (154, 275, 0.5, 0.053_449_552_955_683_786),
            (54, 100, 0.5, 0.484_118_413_607_291_46),
            (22, 100, 0.5, 1.590_532_847_378_613_6e-8),
            (3, 20, 0.3, 0.220_418_267_380_709_13),
            (0, 5, 0.5, 0.0625),
            (5, 5, 0.5, 0.0625),
        ] {
            let found = exact(successes, trials, share).unwrap();
            assert!((found - p).abs() < 1e-10, "{successes}/{trials}: {found}");
        }
        assert_eq!((exact(0, 0, 0.5), exact(1, 2, 1.0), exact(1, 2, f64::NAN)), (None, None, None));
        assert!((at_least(5, 5, 0.5).unwrap() - 0.03125).abs() < 1e-12);
        assert!((at_most(4, 5, 0.5).unwrap() - 0.96875).abs() < 1e-12);
    }

    /// Source: Jones and Bergen, arXiv 2405.08007, 2310.20216 and 2503.23674.
    #[test]
    fn walds_tests_of_published_shares_come_out() {
        for (successes, trials, z, p) in [
            (54, 100, 0.7991, 0.4242),
            (22, 100, -5.2430, 1.6e-7),
            (51, 101, 0.0995, 0.921),
            (68, 101, 3.4079, 6.5e-4),
            (425, 855, -0.1710, 0.8642),
            (523, 793, 8.8227, 0.0),
            (208, 286, 7.3874, 1.5e-13),
            (154, 275, 1.9852, 0.0471),
            (30, 141, -6.3582, 2e-10),
        ] {
            let found = wald(successes, trials).unwrap();
            assert!((found.z - z).abs() < 0.000_051, "{successes}/{trials}: {found:?}");
            assert!((found.p - p).abs() < 0.000_51_f64.min(p * 0.05 + 1e-15), "{successes}/{trials}: {found:?}");
        }
        assert!((wald(38, 171).unwrap().z + 6.81).abs() < 0.005);
        assert_eq!((wald(0, 5), wald(5, 5)), (None, None));
    }
}
