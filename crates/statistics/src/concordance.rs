//! Agreement of several judges' rankings of the same things: Kendall's W.

use crate::special::chi_square_above;

/// The agreement of rankings.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Concordance {
    /// W, from 0 (no common order) to 1 (the same order).
    pub w: f64,
    /// The probability of a W at least as large if the order were chance, by chi-square with one degree fewer than
    /// things. For fewer than about eight things it is rough.
    pub p: f64,
}

/// The reason for which there is no concordance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoConcordance {
    /// Fewer than two judges or two things.
    TooFew,
    /// A judge did not rate everything, or rated with something that is not a number.
    Incomplete,
    /// Every judge rated all things equal.
    AllAlike,
}

/// Kendall's W of the numbers that each judge gave to the same things, in one order of things. Only their order counts;
/// equal numbers share the mean of their ranks.
///
/// # Errors
/// [`NoConcordance`] where the numbers allow no figure.
///
/// # Source
/// M. G. Kendall and B. Babington Smith, Ann. Math. Statist. 10 (1939) 275-287; ties as in S. Siegel and N. J.
/// Castellan, "Nonparametric Statistics for the Behavioral Sciences", 2nd edition (1988), section 9.6.
pub fn kendall(judges: &[Vec<f64>]) -> Result<Concordance, NoConcordance> {
    let things = judges.first().map_or(0, Vec::len);
    if judges.len() < 2 || things < 2 {
        return Err(NoConcordance::TooFew);
    }
    if judges.iter().any(|ratings| ratings.len() != things || ratings.iter().any(|rating| rating.is_nan())) {
        return Err(NoConcordance::Incomplete);
    }
    let (m, n) = (count(judges.len()), count(things));
    let (mut sums, mut ties) = (vec![0.0; things], 0.0);
    for ratings in judges {
        for (sum, rating) in sums.iter_mut().zip(ratings) {
            let less = count(ratings.iter().filter(|other| *other < rating).count());
            let equal = count(ratings.iter().filter(|other| *other == rating).count());
            *sum += less + (equal + 1.0) / 2.0;
            // Summed over the members of a tie of t, this is t^3 - t.
            ties += equal * equal - 1.0;
        }
    }
    let squares: f64 = sums.iter().map(|sum| (sum - m * (n + 1.0) / 2.0) * (sum - m * (n + 1.0) / 2.0)).sum();
    let most = m * m * (n * n * n - n) - m * ties;
    if most <= 0.0 {
        return Err(NoConcordance::AllAlike);
    }
    let w = (12.0 * squares / most).clamp(0.0, 1.0);
    Ok(Concordance { w, p: chi_square_above(m * (n - 1.0) * w, n - 1.0) })
}

#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
fn count(of: usize) -> f64 {
    of as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Four rankings of six things, with ties. Source: `friedmanchisquare` of scipy 1.17.1, whose statistic is m (n - 1) W.
    #[test]
    fn rankings_with_ties_agree_with_scipy() {
        let rankings = [[1, 2, 3, 4, 5, 6], [1, 3, 2, 4, 6, 5], [2, 1, 3, 3, 5, 6], [1, 2, 2, 5, 4, 6]];
        let judges: Vec<Vec<f64>> =
            rankings.iter().map(|ranks| ranks.iter().copied().map(f64::from).collect()).collect();
        let found = kendall(&judges).unwrap();
        assert!((found.w - 0.882_246_376_811_594).abs() < 1e-12, "{found:?}");
        assert!((found.p - 0.003_425_963_790_753_73).abs() < 1e-12, "{found:?}");
    }

    #[test]
    fn the_same_order_is_1_and_all_alike_is_refused() {
        let same = kendall(&[vec![1.0, 2.0, 3.0], vec![10.0, 20.0, 30.0]]).unwrap();
        assert!((same.w - 1.0).abs() < 1e-12, "{same:?}");
        assert_eq!(kendall(&[vec![1.0, 2.0]]), Err(NoConcordance::TooFew));
        assert_eq!(kendall(&[vec![1.0, 2.0], vec![1.0]]), Err(NoConcordance::Incomplete));
        assert_eq!(kendall(&[vec![1.0, 1.0], vec![2.0, 2.0]]), Err(NoConcordance::AllAlike));
    }
}
