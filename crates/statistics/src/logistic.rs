//! Logistic regression: the odds that a sample is of the first kind, as a weighted sum of its features.

/// A fitted regression.
#[derive(Debug, Clone, PartialEq)]
pub struct Logistic {
    /// The constant added to the weighted sum.
    pub intercept: f64,
    /// The weight of each feature, in natural-log odds for each unit of the feature.
    pub weights: Vec<f64>,
}

/// The largest number of steps: Newton's method needs fewer than ten where it converges at all.
const STEPS: usize = 50;

/// The smallest change of a weight that needs another step. After a smaller one, the error is about its square.
const ENOUGH: f64 = 1e-5;

impl Logistic {
    /// Fits the weights that maximise the log-likelihood of the kinds, less `ridge` / 2 for the square of each weight.
    ///
    /// Each of the `samples` has the same number of features, and true for the first kind. Features should be of one
    /// scale, because the ridge treats them alike; the intercept is not penalised. With a `ridge` above 0 there is
    /// always a result: the weights of the last of 50 steps if these do not converge.
    ///
    /// # Source
    /// Newton's method as iteratively reweighted least squares: T. Hastie and others, "The Elements of Statistical
    /// Learning", 2nd edition (2009), section 4.4.1; the ridge as in S. le Cessie and J. C. van Houwelingen, Applied
    /// Statistics 41 (1992) 191-201.
    #[must_use]
    pub fn fit(samples: &[(Vec<f64>, bool)], ridge: f64) -> Self {
        let features = samples.first().map_or(0, |(features, _)| features.len());
        let size = features + 1;
        // Every sample gets one more feature that is always 1; its weight is the intercept.
        let rows: Vec<f64> = samples.iter().flat_map(|(sample, _)| sample.iter().copied().chain([1.0])).collect();
        let mut weights = vec![0.0; size];
        for _ in 0..STEPS {
            // Slope and curvature of the penalised likelihood at the current weights.
            let mut slope: Vec<f64> = weights.iter().map(|weight| -ridge * weight).collect();
            slope[features] = 0.0;
            let mut curvature = vec![0.0; size * size];
            (0..features).for_each(|place| curvature[place * size + place] = ridge);
            for (row, (_, first)) in rows.chunks_exact(size).zip(samples) {
                let chance = chance(sum(row, &weights));
                let missed = if *first { 1.0 - chance } else { -chance };
                let weight = chance * (1.0 - chance);
                slope.iter_mut().zip(row).for_each(|(slope, feature)| *slope += missed * feature);
                for (place, curvature) in curvature.chunks_exact_mut(size).enumerate() {
                    let weighed = weight * row[place];
                    curvature[..=place].iter_mut().zip(row).for_each(|(sum, feature)| *sum += weighed * feature);
                }
            }
            let Some(step) = solve(&mut curvature, slope) else { break };
            weights.iter_mut().zip(&step).for_each(|(weight, step)| *weight += step);
            if step.iter().all(|step| step.abs() < ENOUGH) {
                break;
            }
        }
        let intercept = weights.pop().unwrap_or(0.0);
        Self { intercept, weights }
    }

    /// The natural-log odds that a sample with these features is of the first kind.
    #[must_use]
    pub fn log_odds(&self, features: &[f64]) -> f64 {
        sum(features, &self.weights) + self.intercept
    }
}

fn chance(log_odds: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-log_odds))
}

fn sum(features: &[f64], weights: &[f64]) -> f64 {
    features.iter().zip(weights).map(|(feature, weight)| feature * weight).sum()
}

/// Solves `matrix` times the answer = `right`, by Cholesky's method, for a symmetric matrix. It reads only the diagonal
/// and the part below it. Afterwards they hold
/// the Cholesky factor. `None` where the matrix is not positive definite.
pub(crate) fn solve(matrix: &mut [f64], mut right: Vec<f64>) -> Option<Vec<f64>> {
    let size = right.len();
    for row in 0..size {
        for column in 0..=row {
            let products: f64 = (0..column).map(|k| matrix[row * size + k] * matrix[column * size + k]).sum();
            let rest = matrix[row * size + column] - products;
            if row == column {
                if rest <= 0.0 {
                    return None;
                }
                matrix[row * size + row] = rest.sqrt();
            } else {
                matrix[row * size + column] = rest / matrix[column * size + column];
            }
        }
    }
    for row in 0..size {
        let products: f64 = (0..row).map(|k| matrix[row * size + k] * right[k]).sum();
        right[row] = (right[row] - products) / matrix[row * size + row];
    }
    for row in (0..size).rev() {
        let products: f64 = (row + 1..size).map(|k| matrix[k * size + row] * right[k]).sum();
        right[row] = (right[row] - products) / matrix[row * size + row];
    }
    Some(right)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOURS: [(f64, bool); 20] = [
        (0.50, false),
        (0.75, false),
        (1.00, false),
        (1.25, false),
        (1.50, false),
        (1.75, false),
        (1.75, true),
        (2.00, false),
        (2.25, true),
        (2.50, false),
        (2.75, true),
        (3.00, false),
        (3.25, true),
        (3.50, false),
        (4.00, true),
        (4.25, true),
        (4.50, true),
        (4.75, true),
        (5.00, true),
        (5.50, true),
    ];

    /// Hours of study of twenty students, and true for those who passed.
    ///
    /// Source: Wikipedia, "Logistic regression", section "Example": intercept -4.0777, 1.5046 for each hour.
    #[test]
    fn the_weights_of_a_published_example_come_out() {
        let samples: Vec<(Vec<f64>, bool)> = HOURS.iter().map(|(hours, passed)| (vec![*hours], *passed)).collect();
        let fit = Logistic::fit(&samples, 0.0);
        assert!((fit.intercept + 4.0777).abs() < 0.000_05 && (fit.weights[0] - 1.5046).abs() < 0.000_05, "{fit:?}");
        assert!((fit.log_odds(&[2.0]) + 1.0685).abs() < 0.000_1);
    }

    #[test]
    fn a_ridge_draws_weights_to_zero_and_bears_what_separates_perfectly_or_tells_nothing() {
        let samples: Vec<(Vec<f64>, bool)> =
            HOURS.iter().map(|(hours, _)| (vec![*hours, 7.0, *hours], *hours > 2.6)).collect();
        let (loose, tight) = (Logistic::fit(&samples, 0.1), Logistic::fit(&samples, 10.0));
        assert!(loose.weights[0] > tight.weights[0] && tight.weights[0] > 0.0, "{loose:?} {tight:?}");
        assert!((loose.weights[0] - loose.weights[2]).abs() < 1e-6, "twins share a weight: {loose:?}");
        assert!(Logistic::fit(&[], 1.0).weights.is_empty());
    }
}
