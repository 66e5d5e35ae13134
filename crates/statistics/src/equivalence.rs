//! The test of whether a share is as good as a fixed one: two one-sided tests.

use crate::binomial_test::{at_least, at_most};

/// The exact p of the claim that a share lies within `margin` of `share`: the greater p of the two one-sided tests
/// against the ends of that range. The claim holds at 5 % where it is at most 0.05.
///
/// `None` without trials, and where the range reaches 0 or 1 or is empty. More successes than trials count as all of
/// them.
///
/// # Source
/// D. J. Schuirmann, J. Pharmacokin. Biopharm. 15 (1987) 657-680.
#[must_use]
pub fn tost(successes: u64, trials: u64, share: f64, margin: f64) -> Option<f64> {
    if margin.is_nan() || margin <= 0.0 {
        return None;
    }
    let successes = successes.min(trials);
    Some(at_least(successes, trials, share - margin)?.max(at_most(successes, trials, share + margin)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Source: `binom_tost` of statsmodels 0.15.0.
    #[test]
    fn the_tests_agree_with_statsmodels() {
        for (successes, trials, p) in [(54, 100, 0.131_090_452_619_748), (108, 215, 0.002_333_362_410_311)] {
            let found = tost(successes, trials, 0.5, 0.1).unwrap();
            assert!((found - p).abs() < 1e-10, "{successes}/{trials}: {found}");
        }
        assert_eq!((tost(0, 0, 0.5, 0.1), tost(1, 2, 0.5, 0.5), tost(1, 2, 0.5, 0.0)), (None, None, None));
    }
}
