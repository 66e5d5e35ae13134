//! Agreement of several raters about the same units: Krippendorff's alpha.

use std::collections::BTreeMap;

/// The meaning of the numbers in ratings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    /// Names: two ratings are equal or not.
    Nominal,
    /// An order: the difference of two ratings is the number of ratings between them.
    Ordinal,
    /// Distances: the difference of two ratings is their numbers' difference.
    Interval,
}

/// The reason for which there is no agreement to state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoAgreement {
    /// No unit was rated twice.
    NothingShared,
    /// All ratings are equal: nothing shows whether the raters can tell units apart.
    AllAlike,
    /// A rating is not a finite number.
    NotANumber,
}

/// Krippendorff's alpha: 1 is full agreement, 0 the agreement of chance, below 0 less than that.
///
/// Each of the `units` holds the ratings that it received; absent ratings are left out, and units with fewer than two do
/// not count. The order of ratings and units does not matter.
///
/// # Errors
/// [`NoAgreement`] where the ratings allow no figure.
///
/// # Source
/// K. Krippendorff, "Content Analysis", 2nd edition (2004), section 11.3: one less observed over expected disagreement.
pub fn krippendorff(units: &[Vec<f64>], scale: Scale) -> Result<f64, NoAgreement> {
    if units.iter().flatten().any(|rating| !rating.is_finite()) {
        return Err(NoAgreement::NotANumber);
    }
    let units: Vec<&Vec<f64>> = units.iter().filter(|ratings| ratings.len() > 1).collect();
    let mut values: Vec<f64> = units.iter().flat_map(|ratings| ratings.iter().copied()).collect();
    let n = count(values.len());
    values.sort_by(f64::total_cmp);
    values.dedup_by(|a, b| *a == *b);
    match values.len() {
        0 => return Err(NoAgreement::NothingShared),
        1 => return Err(NoAgreement::AllAlike),
        _ => {}
    }
    // Coincidences: each unit gives every pair of its ratings, weighed so that a rating counts once.
    let place = |rating: f64| values.partition_point(|value| *value < rating);
    let mut totals = vec![0.0; values.len()];
    let mut coincidences: BTreeMap<(usize, usize), f64> = BTreeMap::new();
    for ratings in units {
        let mut times: BTreeMap<usize, f64> = BTreeMap::new();
        ratings.iter().for_each(|rating| *times.entry(place(*rating)).or_default() += 1.0);
        let pairs = count(ratings.len()) - 1.0;
        for (a, of_a) in &times {
            totals[*a] += of_a;
            for (b, of_b) in times.range(a + 1..) {
                *coincidences.entry((*a, *b)).or_default() += of_a * of_b / pairs;
            }
        }
    }
    let mut below = vec![0.0];
    totals.iter().for_each(|total| below.push(below[below.len() - 1] + total));
    let difference = |a: usize, b: usize| match scale {
        Scale::Nominal => 1.0,
        Scale::Ordinal => below[b + 1] - below[a] - f64::midpoint(totals[a], totals[b]),
        Scale::Interval => values[b] - values[a],
    };
    let square = |a, b| difference(a, b) * difference(a, b);
    let observed: f64 = coincidences.iter().map(|((a, b), times)| times * square(*a, *b)).sum();
    let pairs = (0..values.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
    let expected: f64 = pairs.map(|(a, b)| totals[a] * totals[b] * square(a, b)).sum::<f64>() / (n - 1.0);
    let alpha = 1.0 - observed / expected;
    if alpha.is_finite() { Ok(alpha) } else { Err(NoAgreement::NotANumber) }
}

#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
fn count(of: usize) -> f64 {
    of as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Four observers, twelve units, with missing values. Source: K. Krippendorff, "Computing Krippendorff's
    /// Alpha-Reliability" (2011), section C: nominal 0.743, ordinal 0.815, interval 0.849.
    #[test]
    fn the_alphas_of_the_published_example_come_out() {
        let observers = [
            [1, 2, 3, 3, 2, 1, 4, 1, 2, 0, 0, 0],
            [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, 0, 3],
            [0, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, 0],
            [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, 0],
        ];
        let unit = |place: usize| -> Vec<f64> {
            observers.iter().map(|ratings| ratings[place]).filter(|rating| *rating > 0).map(f64::from).collect()
        };
        let units: Vec<Vec<f64>> = (0..12).map(unit).collect();
        for (scale, alpha) in [(Scale::Nominal, 0.743), (Scale::Ordinal, 0.815), (Scale::Interval, 0.849)] {
            let found = krippendorff(&units, scale).unwrap();
            assert!((found - alpha).abs() < 0.000_51, "{scale:?}: {found}");
        }
    }

    #[test]
    fn ratings_that_show_nothing_are_refused() {
        let refusal = |units: &[Vec<f64>]| krippendorff(units, Scale::Nominal).unwrap_err();
        assert_eq!(refusal(&[]), NoAgreement::NothingShared);
        assert_eq!(refusal(&[vec![1.0], vec![2.0]]), NoAgreement::NothingShared);
        assert_eq!(refusal(&[vec![1.0, 1.0], vec![1.0, 1.0]]), NoAgreement::AllAlike);
        assert_eq!(refusal(&[vec![1.0, f64::NAN]]), NoAgreement::NotANumber);
    }
}
