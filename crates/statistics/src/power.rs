//! The power of a test of one share, and the number of judgements that a power needs.
//!
//! Both use the normal approximation for independent judgements. Where judges and witnesses repeat, [`Alike`] has
//! the number of judgements for each independent one.

use crate::{
    normal::{below, quantile},
    population::correlation,
};

/// The largest number of judgements that is looked for.
pub const JUDGEMENTS_MAX: f64 = 1e9;

/// A claim about a share, with the chance of a wrong one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Claim {
    /// The share differs from `against`: a two-sided test.
    Differs {
        /// The fixed share, above 0 and below 1.
        against: f64,
    },
    /// The share is on the expected side of `against`: a one-sided test.
    Beyond {
        /// The fixed share, above 0 and below 1.
        against: f64,
    },
    /// The share is within `margin` of `against`: two one-sided tests.
    Near {
        /// The fixed share, above 0 and below 1.
        against: f64,
        /// Half the width of the range, above 0.
        margin: f64,
    },
}

/// The power of a test of a claim with `n` independent judgements (above 0), from 0 to 1, if the share is `share`
/// (above 0, below 1) and the test rejects wrongly with probability `alpha`.
///
/// # Source
/// J. L. Fleiss and others, "Statistical Methods for Rates and Proportions", 3rd edition (2003), section 2.4; the
/// equivalence test as in S.-C. Chow and others, "Sample Size Calculations in Clinical Research" (2003), section 4.1.
#[must_use]
pub fn power(claim: Claim, share: f64, alpha: f64, n: f64) -> f64 {
    let (own, root) = (deviation(share), n.sqrt());
    match claim {
        Claim::Differs { against } => side(share, against, quantile(1.0 - alpha / 2.0), root),
        Claim::Beyond { against } => side(share, against, quantile(1.0 - alpha), root),
        Claim::Near { against, margin } => {
            let z = quantile(1.0 - alpha);
            let upper = below((margin - (share - against)) * root / own - z);
            let lower = below((margin + (share - against)) * root / own - z);
            (upper + lower - 1.0).max(0.0)
        }
    }
}

/// The number of independent judgements for this power (above 0, below 1), rounded up; `None` where no number up to
/// [`JUDGEMENTS_MAX`] has it, as for a share that equals the one it should differ from.
#[must_use]
pub fn judgements(claim: Claim, share: f64, alpha: f64, wanted: f64) -> Option<u64> {
    if power(claim, share, alpha, JUDGEMENTS_MAX) < wanted {
        return None;
    }
    let (mut low, mut high) = (0.0, JUDGEMENTS_MAX);
    while high - low > 1e-6 {
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            break;
        }
        if power(claim, share, alpha, middle) < wanted { low = middle } else { high = middle }
    }
    // A hair above a whole number is that number.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 1e9")]
    let whole = (high - 1e-5).ceil().max(1.0) as u64;
    Some(whole)
}

/// The correlations of judgements that share a judge or a witness.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Alike {
    /// The correlation of two judgements of one judge, from 0 to 1.
    pub by_judge: f64,
    /// The correlation of two judgements about one witness, from 0 to 1.
    pub by_witness: f64,
}

impl Alike {
    /// The correlations where the share is `share` (above 0, below 1) and judges and witnesses differ with these standard
    /// deviations, in log-odds, at least 0.
    #[must_use]
    pub fn of(share: f64, judges_spread: f64, witnesses_spread: f64) -> Self {
        Self {
            by_judge: correlation(share, judges_spread, witnesses_spread),
            by_witness: correlation(share, witnesses_spread, judges_spread),
        }
    }

    /// The number of judgements that tell as much as one independent one, at least 1, in a plan with `of_judge` judgements
    /// of each judge and `of_witness` about each witness, both at least 1.
    ///
    /// # Source
    /// L. Kish, "Survey Sampling" (1965), section 5.4: 1 plus the correlation times the size of a cluster less 1; here
    /// for both kinds of clusters.
    #[must_use]
    pub fn design_effect(&self, of_judge: f64, of_witness: f64) -> f64 {
        1.0 + (of_judge - 1.0).max(0.0) * self.by_judge + (of_witness - 1.0).max(0.0) * self.by_witness
    }
}

fn deviation(share: f64) -> f64 {
    (share * (1.0 - share)).sqrt()
}

/// The power of the test on the side of the share.
fn side(share: f64, against: f64, z: f64, root: f64) -> f64 {
    below(((share - against).abs() * root - z * deviation(against)) / deviation(share))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Source: two-sided 5 %, power 80 %, against one half, by the formula of section 2.4 and by `statsmodels`;
    /// equivalence with margins of .10 and .05.
    #[test]
    fn published_numbers_of_judgements_come_out() {
        let differs = Claim::Differs { against: 0.5 };
        let found = [0.60, 0.65, 0.73, 0.40].map(|share| judgements(differs, share, 0.05, 0.8));
        assert_eq!(found, [Some(194), Some(85), Some(35), Some(194)]);
        let near = |margin| judgements(Claim::Near { against: 0.5, margin }, 0.5, 0.05, 0.8);
        assert_eq!((near(0.10), near(0.05)), (Some(215), Some(857)));
        assert!(judgements(Claim::Beyond { against: 0.5 }, 0.6, 0.05, 0.8) < Some(194));
    }

    #[test]
    fn a_share_that_equals_the_fixed_one_never_has_the_power() {
        assert_eq!(judgements(Claim::Differs { against: 0.5 }, 0.5, 0.05, 0.8), None);
        assert_eq!(judgements(Claim::Near { against: 0.5, margin: 0.1 }, 0.6, 0.05, 0.8), None);
        let there_and_back = power(Claim::Differs { against: 0.5 }, 0.6, 0.05, 194.0);
        assert!((0.80..0.802).contains(&there_and_back), "{there_and_back}");
    }

    #[test]
    fn repeated_people_cost_judgements_and_single_ones_none() {
        let alike = Alike::of(0.5, 0.4, 1.0);
        assert!((alike.design_effect(1.0, 1.0) - 1.0).abs() < 1e-12);
        assert!((Alike::of(0.5, 0.0, 0.0).design_effect(8.0, 8.0) - 1.0).abs() < 1e-12);
        assert!(alike.design_effect(8.0, 8.0) > alike.design_effect(4.0, 4.0));
    }

    /// The mean of simulated contests of 24 judges who each meet the same ten witnesses: its variance is the design
    /// effect times that of independent judgements.
    #[test]
    fn the_design_effect_is_that_of_simulated_contests() {
        let mut random = crate::fixture::Random(34);
        let (judges, witnesses, runs) = (24, 10, 4000);
        let (mut sum, mut squares) = (0.0, 0.0);
        for _ in 0..runs {
            let of_judge: Vec<f64> = (0..judges).map(|_| 0.4 * random.normal()).collect();
            let of_witness: Vec<f64> = (0..witnesses).map(|_| random.normal()).collect();
            let mut taken = 0.0;
            for judge in &of_judge {
                for witness in &of_witness {
                    taken += f64::from(u8::from(random.uniform() < crate::fixture::logistic(judge + witness)));
                }
            }
            let mean = taken / f64::from(judges * witnesses);
            (sum, squares) = (sum + mean, squares + mean * mean);
        }
        let variance = squares / f64::from(runs) - (sum / f64::from(runs)) * (sum / f64::from(runs));
        let found = variance / (0.25 / f64::from(judges * witnesses));
        let expected = Alike::of(0.5, 0.4, 1.0).design_effect(10.0, 24.0);
        assert!((found / expected - 1.0).abs() < 0.1, "{found}, expected {expected}");
    }
}
