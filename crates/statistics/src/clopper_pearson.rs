//! The exact interval of a share of few independent successes.
//!
//! Its ends are the shares at which the observed count, or a more extreme one, has probability (1 - level) / 2: quantiles
//! of Beta(k, n - k + 1) and Beta(k + 1, n - k). It never covers less than its level, and often more.

use crate::{proportion::Interval, special::beta_quantile};

/// The Clopper-Pearson interval of a proportion, as shares from 0 to 1, two-sided at `level` (0.95 means 95 %); `None`
/// without trials. More successes than trials count as all of them.
///
/// # Source
/// C. J. Clopper and E. S. Pearson, "The use of confidence or fiducial limits illustrated in the case of the binomial",
/// Biometrika 26 (1934) 404-413.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
pub fn clopper_pearson(successes: u64, trials: u64, level: f64) -> Option<Interval> {
    if trials == 0 {
        return None;
    }
    let tail = (1.0 - level) / 2.0;
    let k = successes.min(trials) as f64;
    let rest = trials as f64 - k;
    let low = if k == 0.0 { 0.0 } else { beta_quantile(k, rest + 1.0, tail) };
    let high = if rest == 0.0 { 1.0 } else { beta_quantile(k + 1.0, rest, 1.0 - tail) };
    Some(Interval { low, high })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Source: `proportion_confint(method="beta")` of statsmodels 0.15.0.
    #[test]
    fn the_intervals_agree_with_statsmodels() {
        for (successes, trials, low, high) in [
            (0, 4, 0.0, 0.602_364_635_616_474_7),
            (2, 4, 0.067_585_986_488_542_94, 0.932_414_013_511_457),
            (4, 4, 0.397_635_364_383_525_3, 1.0),
            (9, 16, 0.298_776_899_083_177_8, 0.802_465_859_467_332_2),
            (3, 19, 0.033_826_249_001_764_67, 0.395_784_551_266_674_2),
            (150, 300, 0.441_997_720_808_016_36, 0.558_002_279_191_983_6),
        ] {
            let found = clopper_pearson(successes, trials, 0.95).unwrap();
            assert!((found.low - low).abs() < 1e-10 && (found.high - high).abs() < 1e-10, "{found:?}");
        }
        assert_eq!(clopper_pearson(0, 0, 0.95), None);
        assert_eq!(clopper_pearson(5, 4, 0.95), clopper_pearson(4, 4, 0.95));
    }
}
