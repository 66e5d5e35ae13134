//! The confidence interval of a share of successes.

/// The two-sided 95 % quantile of the standard normal distribution.
pub const Z_95: f64 = 1.959_963_984_540_054;

/// An interval with both its ends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// The interval, with its ends cut to a scale.
    #[must_use]
    pub fn within(self, low: f64, high: f64) -> Self {
        Self { low: self.low.clamp(low, high), high: self.high.clamp(low, high) }
    }
}

/// The Wilson score interval of a proportion, as shares from 0 to 1; `None` without trials.
///
/// `z` is the two-sided quantile of the standard normal distribution, such as [`Z_95`]. There is no continuity
/// correction. More successes than trials count as all of them. Only the four operations and the square root are used,
/// so every machine gives the same bits.
///
/// # Source
/// E. B. Wilson, "Probable inference, the law of succession, and statistical inference", J. Amer. Statist. Assoc. 22
/// (1927) 209-212; recommended for shares near 0 and 1 by L. D. Brown and others, Statist. Sci. 16 (2001) 101-133.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
pub fn wilson(successes: u64, trials: u64, z: f64) -> Option<Interval> {
    if trials == 0 {
        return None;
    }
    let n = trials as f64;
    Some(wilson_of(successes.min(trials) as f64 / n, n, z))
}

/// The Wilson score interval of the share `p` (from 0 to 1) of a number of trials (above 0) that need not be whole, such
/// as the effective number of trials that depend on each other.
#[must_use]
pub fn wilson_of(p: f64, n: f64, z: f64) -> Interval {
    let square = z * z;
    let centre = (p + square / (2.0 * n)) / (1.0 + square / n);
    let half = z * (p * (1.0 - p) / n + square / (4.0 * n * n)).sqrt() / (1.0 + square / n);
    // Without successes, or with nothing else, the formula ends at exactly 0 or 1; rounding must not move that.
    let low = if p <= 0.0 { 0.0 } else { (centre - half).max(0.0) };
    let high = if p >= 1.0 { 1.0 } else { (centre + half).min(1.0) };
    Interval { low, high }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts and 95 % Wilson intervals in per cent of ten published shares.
    ///
    /// Source: Jones and Bergen, arXiv 2405.08007, 2310.20216 and 2503.23674; the intervals recomputed from the counts by an
    /// independent implementation.
    #[test]
    fn the_intervals_of_published_shares_come_out() {
        for (successes, trials, low, high) in [
            (54, 100, 44.26, 63.44),
            (22, 100, 15.00, 31.07),
            (51, 101, 40.91, 60.05),
            (68, 101, 57.69, 75.69),
            (425, 855, 46.37, 53.05),
            (523, 793, 62.58, 69.17),
            (38, 171, 16.64, 29.03),
            (208, 286, 67.29, 77.56),
            (154, 275, 50.09, 61.74),
            (30, 141, 15.33, 28.75),
        ] {
            let found = wilson(successes, trials, Z_95).unwrap();
            let near = |found: f64, expected: f64| (found * 100.0 - expected).abs() < 0.005_001;
            assert!(near(found.low, low) && near(found.high, high), "{successes}/{trials}: {found:?}");
        }
    }

    #[test]
    fn nothing_and_everything_have_an_interval_that_stays_a_share() {
        assert_eq!(wilson(0, 0, Z_95), None);
        let (none, all) = (wilson(0, 10, Z_95).unwrap(), wilson(10, 10, Z_95).unwrap());
        assert!(none.low == 0.0 && (none.high - 0.2775).abs() < 0.0001, "{none:?}");
        assert!(all.high == 1.0 && (all.low - 0.7225).abs() < 0.0001, "{all:?}");
        assert_eq!(wilson(11, 10, Z_95), wilson(10, 10, Z_95));
    }
}
