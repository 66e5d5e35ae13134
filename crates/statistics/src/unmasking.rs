//! A test of whether two kinds can be distinguished by their features: a classifier, tried on samples that it was not
//! trained on, and compared with random labels.

use crate::{
    auc::{Area, Scored, area},
    logistic::Logistic,
};

/// A sample: its features, and its kind.
#[derive(Debug, Clone, PartialEq)]
pub struct Sample {
    /// Numbers in any units, the same number for every sample, all of them finite.
    pub features: Vec<f64>,
    /// Whether it is of the first kind.
    pub first: bool,
    /// Its cluster; samples of one cluster may depend on each other.
    pub cluster: usize,
    /// The part of the samples with which it is held out. All samples of a cluster should have the same part.
    pub part: usize,
}

/// The result of the test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Unmasking {
    /// The area for samples that were held out. Parts depend on each other, because each is training data for the
    /// others. So the interval is wider than for independent scores: its error is multiplied by the distance of the
    /// relabellings' areas from 0.5, relative to their own errors (but at least by 1).
    pub area: Area,
    /// The probability of an area at least as large if kinds did not matter.
    pub p: f64,
}

/// The weight of the ridge, for features in standard deviations.
const RIDGE: f64 = 1.0;

/// Scores every sample by a logistic regression fitted to the samples of the other parts. Their means and standard
/// deviations put the features on one scale.
#[must_use]
pub fn scores(samples: &[Sample], kinds: &[bool]) -> Vec<f64> {
    let mut parts: Vec<usize> = samples.iter().map(|sample| sample.part).collect();
    parts.sort_unstable();
    parts.dedup();
    let mut scores = vec![0.0; samples.len()];
    for part in parts {
        let training = || samples.iter().zip(kinds).filter(|(sample, _)| sample.part != part);
        let scale = Scale::of(training().map(|(sample, _)| sample.features.as_slice()));
        let scaled: Vec<(Vec<f64>, bool)> =
            training().map(|(sample, kind)| (scale.put(&sample.features), *kind)).collect();
        let fit = Logistic::fit(&scaled, RIDGE);
        for (sample, score) in samples.iter().zip(&mut scores).filter(|(sample, _)| sample.part == part) {
            // Without the intercept: it only reflects the frequency of a kind in the other parts, and so speaks against
            // that kind here.
            *score = fit.log_odds(&scale.put(&sample.features)) - fit.intercept;
        }
    }
    scores
}

/// Distinguishes the kinds by their features, and tests the result against relabellings.
///
/// `relabellings` are kinds that would have been equally likely if kinds did not matter. They must swap together the
/// labels that were assigned together, such as the two seats of an interview. `z` is the two-sided quantile of the
/// standard normal distribution for the interval. `None` where one of the kinds is absent.
///
/// # Source
/// The observed labelling counts as one of the relabellings, so that the test rejects no more often than it claims: B.
/// Phipson and G. K. Smyth, Statist. Appl. Genet. Mol. Biol. 9 (2010) article 39.
#[must_use]
pub fn unmask(samples: &[Sample], relabellings: impl IntoIterator<Item = Vec<bool>>, z: f64) -> Option<Unmasking> {
    let area_of = |kinds: &[bool]| {
        let scored = scores(samples, kinds).into_iter().zip(samples).zip(kinds);
        let scored: Vec<Scored> =
            scored.map(|((score, sample), first)| Scored { score, first: *first, cluster: sample.cluster }).collect();
        area(&scored, z)
    };
    let kinds: Vec<bool> = samples.iter().map(|sample| sample.first).collect();
    let found = area_of(&kinds)?;
    let others: Vec<Area> = relabellings.into_iter().filter_map(|kinds| area_of(&kinds)).collect();
    let error = found.error * strays(&others).max(1.0);
    let areas: Vec<f64> = others.iter().map(|other| other.area).collect();
    Some(Unmasking { area: Area::of(found.area, error, z), p: p_value(found.area, &areas) })
}

/// The distance of these areas from 0.5, as a multiple of their errors (root mean squares); 0 for none.
fn strays(areas: &[Area]) -> f64 {
    let sum = |of: fn(&Area) -> f64| areas.iter().map(|area| of(area) * of(area)).sum::<f64>();
    let (strayed, expected) = (sum(|area| area.area - 0.5), sum(|area| area.error));
    if expected > 0.0 { (strayed / expected).sqrt() } else { 0.0 }
}

/// The probability of a value at least as large as `found`, when each of the `others` was equally likely.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
pub fn p_value(found: f64, others: &[f64]) -> f64 {
    let as_large = others.iter().filter(|other| **other >= found).count();
    (1 + as_large) as f64 / (1 + others.len()) as f64
}

/// Mean and standard deviation of every feature.
struct Scale(Vec<(f64, f64)>);

impl Scale {
    #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
    fn of<'a>(samples: impl Iterator<Item = &'a [f64]> + Clone) -> Self {
        let features = samples.clone().next().map_or(0, <[f64]>::len);
        let count = samples.clone().count() as f64;
        let feature = |place: usize| {
            let mean = samples.clone().map(|sample| sample[place]).sum::<f64>() / count;
            let squares: f64 = samples.clone().map(|sample| (sample[place] - mean) * (sample[place] - mean)).sum();
            (mean, (squares / count).sqrt())
        };
        Self((0..features).map(feature).collect())
    }

    /// Puts features on the scale. A feature that never varied becomes 0: it carries no information.
    fn put(&self, features: &[f64]) -> Vec<f64> {
        let put = |(feature, (mean, spread)): (&f64, &(f64, f64))| {
            if *spread > 1e-9 { (feature - mean) / spread } else { 0.0 }
        };
        features.iter().zip(&self.0).map(put).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proportion::Z_95;

    /// Twenty pairs; the second feature of one of each is higher by `shift`.
    fn samples(shift: f64) -> Vec<Sample> {
        let noise = |place: usize| f64::from(u32::try_from(place * 7919 % 101).unwrap()) / 101.0;
        (0..40)
            .map(|place| {
                let first = place % 2 == 0;
                let features = vec![noise(place), noise(place + 50) + if first { shift } else { 0.0 }, 3.0];
                Sample { features, first, cluster: place / 2, part: place / 10 }
            })
            .collect()
    }

    /// Relabellings of the pairs: the bits of a number say which pairs are swapped.
    fn swaps() -> impl Iterator<Item = Vec<bool>> {
        (1..100_usize).map(|number| {
            let bits = number * 2_654_435_761;
            (0..40).map(|place| (place % 2 == 0) != (bits >> (place / 2) & 1 == 1)).collect()
        })
    }

    #[test]
    fn what_differs_is_found_and_what_does_not_is_left_to_chance() {
        let told = unmask(&samples(1.5), swaps(), Z_95).unwrap();
        assert!(told.area.area > 0.95 && told.p <= 0.02, "{told:?}");
        let untold = unmask(&samples(0.0), swaps(), Z_95).unwrap();
        assert!(untold.p > 0.05 && untold.area.interval.low < 0.5, "{untold:?}");
    }

    /// Source: the example of the paper: with 999 relabellings and none as large, the probability is 1 in 1,000, never
    /// 0.
    #[test]
    fn a_chance_is_never_zero() {
        assert!((p_value(1.0, &[0.0; 999]) - 0.001).abs() < 1e-12);
        assert!((p_value(0.5, &[0.5, 0.4, 0.6]) - 0.75).abs() < 1e-12);
    }
}
