//! Shares in a population of judges and witnesses who differ: their log-odds are normal around a middle.
//!
//! The share of a median pair and the share of the population differ: a spread pulls the latter towards one half.

use libm::{exp, log};

use crate::normal::quantile;

/// The number of equally probable slices of the normal distribution over which shares are averaged.
const SLICES: i32 = 2000;

/// The log-odds beyond which a share counts as 0 or 1.
const ODDS_MAX: f64 = 40.0;

/// The share of the population, from 0 to 1, where log-odds are normal around `middle` with standard deviation
/// `spread`.
#[must_use]
pub fn share(middle: f64, spread: f64) -> f64 {
    if spread <= 0.0 {
        return logistic(middle);
    }
    mean(&slices(), middle, spread)
}

/// The log-odds of a median pair for a share of the population (from 0 to 1): the inverse of [`share`], by bisection.
/// Shares of 0 and 1 have log-odds of -40 and 40.
#[must_use]
pub fn middle(share_wanted: f64, spread: f64) -> f64 {
    if share_wanted <= 0.0 {
        return -ODDS_MAX;
    }
    if share_wanted >= 1.0 {
        return ODDS_MAX;
    }
    if spread <= 0.0 {
        return log(share_wanted / (1.0 - share_wanted)).clamp(-ODDS_MAX, ODDS_MAX);
    }
    let slices = slices();
    let (mut low, mut high) = (-ODDS_MAX, ODDS_MAX);
    for _ in 0..60 {
        let at = f64::midpoint(low, high);
        if mean(&slices, at, spread) < share_wanted { low = at } else { high = at }
    }
    f64::midpoint(low, high)
}

/// The correlation of two judgements that share a part of their log-odds: its variance in shares over p (1 - p), from 0
/// to 1. `own` is the standard deviation of the shared part, `other` that of the rest, both in log-odds; `share_wanted`
/// is the share of the population, above 0 and below 1.
///
/// # Source
/// The intraclass correlation of binary answers, as in S. Eldridge and others, "The intra-cluster correlation
/// coefficient in cluster randomized trials: a review of definitions", Int. Statist. Rev. 77 (2009) 378-394.
#[must_use]
pub fn correlation(share_wanted: f64, own: f64, other: f64) -> f64 {
    let (at, variance) = (middle(share_wanted, libm::hypot(own, other)), share_wanted * (1.0 - share_wanted));
    if own <= 0.0 || variance <= 0.0 {
        return 0.0;
    }
    // Few slices inside suffice: the outer average smooths them.
    let coarse = 100;
    let cells: Vec<f64> = (0..coarse).map(|slice| quantile((f64::from(slice) + 0.5) / f64::from(coarse))).collect();
    let inner = |shared: f64| match other > 0.0 {
        true => cells.iter().map(|cell| logistic(shared + other * cell)).sum::<f64>() / f64::from(coarse),
        false => logistic(shared),
    };
    let of_shared: Vec<f64> = cells.iter().map(|cell| inner(at + own * cell)).collect();
    let mean = of_shared.iter().sum::<f64>() / f64::from(coarse);
    let squares: f64 = of_shared.iter().map(|share| (share - mean) * (share - mean)).sum();
    (squares / f64::from(coarse) / variance).clamp(0.0, 1.0)
}

/// The share of these log-odds.
#[must_use]
pub fn logistic(log_odds: f64) -> f64 {
    1.0 / (1.0 + exp(-log_odds))
}

/// The middles of equally probable slices of the standard normal distribution.
fn slices() -> Vec<f64> {
    (0..SLICES).map(|slice| quantile((f64::from(slice) + 0.5) / f64::from(SLICES))).collect()
}

fn mean(slices: &[f64], middle: f64, spread: f64) -> f64 {
    slices.iter().map(|z| logistic(middle + spread * z)).sum::<f64>() / f64::from(SLICES)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Source: the trapezoidal rule with 200,001 points between -10 and 10, by Python 3.
    #[test]
    fn shares_agree_with_an_integral_and_middles_invert_them() {
        for (at, spread, expected) in [(0.0, 1.0, 0.5), (1.0, 1.0, 0.696_734_7), (-2.0, 1.5, 0.190_053_5)] {
            assert!((share(at, spread) - expected).abs() < 2e-4, "{at} {spread}: {}", share(at, spread));
            assert!((middle(share(at, spread), spread) - at).abs() < 1e-9);
        }
        assert!((share(0.3, 0.0) - logistic(0.3)).abs() < 1e-15);
        assert_eq!((middle(0.0, 1.0), middle(1.0, 1.0)), (-40.0, 40.0));
        assert!(share(-40.0, 0.0) < 1e-15 && share(40.0, 0.0) > 1.0 - 1e-15);
    }

    #[test]
    fn a_spread_makes_judgements_alike_and_none_leaves_them_independent() {
        assert!(correlation(0.5, 0.0, 1.0).abs() < 1e-15);
        let (small, large) = (correlation(0.5, 0.4, 1.0), correlation(0.5, 1.0, 0.4));
        assert!(small > 0.01 && small < 0.05 && large > 0.1 && large < 0.25, "{small} {large}");
        assert!(correlation(0.5, 30.0, 0.0) > 0.9);
        assert!([0.0, 1.0].iter().all(|share| correlation(*share, 1.0, 1.0).abs() < 1e-15));
    }
}
