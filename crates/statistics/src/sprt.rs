//! A test that ends as soon as the successes decide between two shares: Wald's sequential probability ratio test.

/// The plan of a test: two shares, and the errors that it may make.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sprt {
    lower: f64,
    upper: f64,
    win: f64,
    loss: f64,
}

/// The state of a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// The first share fits.
    First,
    /// The second share fits.
    Second,
    /// More trials are needed.
    Continue,
}

impl Sprt {
    /// A test of share `p0` against `p1`. It decides for `p1` though `p0` holds with a probability of about `alpha`, and for
    /// `p0` though `p1` holds with about `beta`. `None` where a share is not above 0 and below 1, the shares are equal,
    /// or an error is not above 0 and below one half.
    ///
    /// # Source
    /// A. Wald, "Sequential tests of statistical hypotheses", Ann. Math. Statist. 16 (1945) 117-186.
    #[must_use]
    pub fn new(p0: f64, p1: f64, alpha: f64, beta: f64) -> Option<Self> {
        let is_share = |p: f64| p > 0.0 && p < 1.0;
        let is_error = |p: f64| p > 0.0 && p < 0.5;
        let is_sound = is_share(p0) && is_share(p1) && p0 != p1 && is_error(alpha) && is_error(beta);
        is_sound.then(|| Self {
            lower: libm::log(beta / (1.0 - alpha)),
            upper: libm::log((1.0 - beta) / alpha),
            win: libm::log(p1 / p0),
            loss: libm::log((1.0 - p1) / (1.0 - p0)),
        })
    }

    /// The bounds of the log-likelihood ratio: the first share fits at the lower one, the second at the upper one.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        (self.lower, self.upper)
    }

    /// The natural logarithm of the likelihood ratio, second share over first, after so many successes and failures.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
    pub fn log_ratio(&self, successes: u64, failures: u64) -> f64 {
        successes as f64 * self.win + failures as f64 * self.loss
    }

    /// The log-likelihood ratio that a success and a failure add.
    #[must_use]
    pub fn steps(&self) -> (f64, f64) {
        (self.win, self.loss)
    }

    /// The mean number of trials until the decision if the share is `p0` or `p1`, and the test errs with `alpha` and
    /// `beta`, by Wald's approximation; it leaves out the step beyond a bound, so real tests take a little longer.
    #[must_use]
    pub fn mean_trials(&self, p: f64, chance_of_second: f64) -> f64 {
        let drift = p * self.win + (1.0 - p) * self.loss;
        (chance_of_second * self.upper + (1.0 - chance_of_second) * self.lower) / drift
    }

    /// The decision, where none was made after an earlier trial: look after each one.
    #[must_use]
    pub fn decide(&self, successes: u64, failures: u64) -> Decision {
        let ratio = self.log_ratio(successes, failures);
        if ratio <= self.lower {
            Decision::First
        } else if ratio >= self.upper {
            Decision::Second
        } else {
            Decision::Continue
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Source: Wald's formulas for 0.5 against 0.6 with errors of 0.05, by an independent implementation.
    #[test]
    fn bounds_and_steps_come_out() {
        let test = Sprt::new(0.5, 0.6, 0.05, 0.05).unwrap();
        let (lower, upper) = test.bounds();
        assert!((lower + 2.9444).abs() < 0.000_051 && (upper - 2.9444).abs() < 0.000_051);
        assert!((test.log_ratio(1, 0) - 0.18232).abs() < 0.000_005_1, "{}", test.log_ratio(1, 0));
        assert!((test.log_ratio(0, 1) + 0.22314).abs() < 0.000_005_1, "{}", test.log_ratio(0, 1));
        assert_eq!((test.decide(16, 0), test.decide(17, 0)), (Decision::Continue, Decision::Second));
        assert_eq!((test.decide(0, 13), test.decide(0, 14)), (Decision::Continue, Decision::First));
    }

    #[test]
    fn a_test_that_cannot_decide_is_no_test() {
        for (p0, p1, alpha) in
            [(0.5, 0.5, 0.05), (0.0, 0.5, 0.05), (0.5, 1.0, 0.05), (0.5, 0.6, 0.0), (0.5, 0.6, f64::NAN)]
        {
            assert_eq!(Sprt::new(p0, p1, alpha, 0.05), None);
        }
    }
}
