//! How well judges tell two kinds apart, apart from their habit of naming one of them: signal detection.

use crate::normal::quantile;

/// Verdicts about one kind of witness.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verdicts {
    /// The number that named a person.
    pub human: u64,
    /// The number that named a program.
    pub program: u64,
}

/// Sensitivity and bias, in standard deviations.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Discrimination {
    /// d': 0 is a guess; above 0 means people are taken for people more often than programs are. For programs as the
    /// first kind the sign turns.
    pub sensitivity: f64,
    /// The standard error of the sensitivity.
    pub error: f64,
    /// c: 0 is no bias; above 0 leans against the verdict counted as a hit.
    pub bias: f64,
    /// The standard error of the bias.
    pub bias_error: f64,
}

/// d' and c of verdicts about two kinds, where naming a program is a hit for a program and a false alarm for a person.
/// Half a verdict is added to each count (the log-linear correction), so that no figure is infinite. `None` where
/// nobody judged one of the kinds.
///
/// # Source
/// M. J. Hautus, Behav. Res. Meth. Instr. Comp. 27 (1995) 46-51; the errors: H. L. Gourevitch and E. Galanter,
/// Psychometrika 32 (1967) 25-33, at the corrected shares.
#[must_use]
pub fn discrimination(programs: Verdicts, people: Verdicts) -> Option<Discrimination> {
    let hits = Probit::of(programs.program, programs.human)?;
    let alarms = Probit::of(people.program, people.human)?;
    let error = libm::sqrt(hits.variance + alarms.variance);
    Some(Discrimination {
        sensitivity: hits.z - alarms.z,
        error,
        bias: -f64::midpoint(hits.z, alarms.z),
        bias_error: error / 2.0,
    })
}

/// The sensitivity of a choice between two witnesses side by side, and its standard error; `None` without choices, and
/// where all of them or none were right: it would be infinite.
///
/// d = the root of 2, times the normal quantile of the share that was right.
///
/// # Source
/// D. M. Green and J. A. Swets, "Signal Detection Theory and Psychophysics" (1966), section 3.2; the error by the delta
/// method.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
pub fn two_alternatives(right: u64, choices: u64) -> Option<(f64, f64)> {
    if right == 0 || right >= choices {
        return None;
    }
    let n = choices as f64;
    let found = Probit::at(right as f64 / n, n);
    Some((std::f64::consts::SQRT_2 * found.z, libm::sqrt(2.0 * found.variance)))
}

/// The normal quantile of a share, with its variance.
struct Probit {
    z: f64,
    variance: f64,
}

impl Probit {
    #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
    fn of(hits: u64, misses: u64) -> Option<Self> {
        let n = (hits as f64) + (misses as f64);
        (n > 0.0).then(|| Self::at((hits as f64 + 0.5) / (n + 1.0), n))
    }

    fn at(share: f64, n: f64) -> Self {
        let z = quantile(share);
        let density = libm::exp(-z * z / 2.0) / libm::sqrt(std::f64::consts::TAU);
        Self { z, variance: share * (1.0 - share) / (n * density * density) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdicts(human: u64, program: u64) -> Verdicts {
        Verdicts { human, program }
    }

    /// Source: the counts of arXiv 2405.08007 (GPT-4 and ELIZA against people) and 2310.20216 ("Dragon"); the figures
    /// recomputed by an independent implementation.
    #[test]
    fn the_sensitivities_of_published_counts_come_out() {
        let people = verdicts(68, 33);
        let found = discrimination(verdicts(54, 46), people).unwrap();
        assert!((found.sensitivity - 0.3448).abs() < 0.000_051 && (found.bias - 0.2718).abs() < 0.000_051, "{found:?}");
        assert!((found.bias_error - found.error / 2.0).abs() < 1e-12 && found.error > 0.1, "{found:?}");
        let eliza = discrimination(verdicts(22, 78), people).unwrap();
        assert!((eliza.sensitivity - 1.2071).abs() < 0.000_051, "{eliza:?}");
        let dragon = discrimination(verdicts(425, 430), verdicts(523, 270)).unwrap();
        assert!((dragon.sensitivity - 0.4179).abs() < 0.000_051, "{dragon:?}");
        assert_eq!(discrimination(verdicts(0, 0), people), None);
        assert!(discrimination(verdicts(0, 9), verdicts(9, 0)).unwrap().sensitivity.is_finite());
    }

    /// Shares 0.2727 and 0.7619 as 3 of 11 and 16 of 21.
    #[test]
    fn the_sensitivity_of_a_choice_between_two_comes_out() {
        for (right, choices, d) in [(3, 11, -0.8550), (16, 21, 1.0075)] {
            let (found, error) = two_alternatives(right, choices).unwrap();
            assert!((found - d).abs() < 0.000_2 && error > 0.0, "{right}/{choices}: {found}");
        }
        assert_eq!((two_alternatives(0, 4), two_alternatives(4, 4)), (None, None));
    }
}
