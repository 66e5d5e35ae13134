//! Several tests at once: the p of each, adjusted so that one false claim among all of them stays rare.

/// Holm's adjusted p of each test, in the order given: reject those at most 0.05, and the probability of any false
/// rejection is at most 5 %, however the tests depend on each other. `None` where one is no probability from 0 to 1.
///
/// # Source
/// S. Holm, "A simple sequentially rejective multiple test procedure", Scand. J. Statist. 6 (1979) 65-70.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
pub fn holm(tests: &[f64]) -> Option<Vec<f64>> {
    if tests.iter().any(|p| !(0.0..=1.0).contains(p)) {
        return None;
    }
    let mut order: Vec<usize> = (0..tests.len()).collect();
    order.sort_by(|a, b| tests[*a].total_cmp(&tests[*b]));
    let (mut adjusted, mut greatest) = (vec![0.0; tests.len()], 0.0_f64);
    for (place, test) in order.into_iter().enumerate() {
        greatest = greatest.max(tests[test] * (tests.len() - place) as f64).min(1.0);
        adjusted[test] = greatest;
    }
    Some(adjusted)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Source: `multipletests(method="holm")` of statsmodels 0.15.0.
    #[test]
    fn adjusted_tests_agree_with_statsmodels() {
        for (tests, expected) in [
            (vec![0.01, 0.04, 0.03, 0.005], vec![0.03, 0.06, 0.06, 0.02]),
            (vec![0.9, 0.001, 0.6, 0.02, 0.02], vec![1.0, 0.005, 1.0, 0.08, 0.08]),
        ] {
            let found = holm(&tests).unwrap();
            assert!(found.iter().zip(&expected).all(|(a, b)| (a - b).abs() < 1e-12), "{found:?}");
        }
        assert_eq!((holm(&[]), holm(&[f64::NAN]), holm(&[1.5])), (Some(Vec::new()), None, None));
    }
}
