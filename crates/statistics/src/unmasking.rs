//! How well two kinds can be told apart by numbers about them: a classifier that is tried on what it was not trained on, and
//! a test of whether it does better than labels dealt at random.

use crate::{
    auc::{Area, Scored, area},
    logistic::Logistic,
};

/// A sample: what is known of it, and its kind.
#[derive(Debug, Clone, PartialEq)]
pub struct Sample {
    /// Numbers in any units, the same number for every sample, none of them infinite or no number.
    pub features: Vec<f64>,
    /// Whether it is of the first kind.
    pub first: bool,
    /// What it belongs to; samples of one cluster may depend on each other.
    pub cluster: usize,
    /// The part of the samples with which it is held out. All of a cluster should have one.
    pub part: usize,
}

/// What came out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Unmasking {
    /// How well samples that were held out are told apart. Parts depend on each other, because what is held out of one is
    /// what the others are trained on; so the interval is as much longer than that of independent scores as the areas of the
    /// relabellings stray farther from 0.5 than their own errors say.
    pub area: Area,
    /// The chance of as large an area if kinds did not matter.
    pub p: f64,
}

/// The weight of the ridge, for features in standard deviations.
const RIDGE: f64 = 1.0;

/// Scores every sample by a logistic regression that was fitted to the samples of the other parts; features are put on one scale by
/// the mean and standard deviation of those.
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
            // Without the intercept: that only knows how frequent a kind is where this part is not, and so speaks against it.
            *score = fit.log_odds(&scale.put(&sample.features)) - fit.intercept;
        }
    }
    scores
}

/// Tries to tell the kinds apart, and tests the result against relabellings.
///
/// `relabellings` are the samples' kinds as they might as well have been, if kinds did not matter: what is swapped together must be
/// what was dealt together, such as the two seats of an interview. `z` is the two-sided quantile of the standard normal distribution
/// for the interval. `None` where one of the kinds is absent.
///
/// # Source
/// The test counts the observed labelling as one of the relabellings, so that it rejects no more often than it says: B. Phipson and G. K.
/// Smyth, Statist. Appl. Genet. Mol. Biol. 9 (2010) article 39.
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

/// How many times farther than their errors these areas stray from 0.5; 0 of none.
fn strays(areas: &[Area]) -> f64 {
    let sum = |of: fn(&Area) -> f64| areas.iter().map(|area| of(area) * of(area)).sum::<f64>();
    let (strayed, expected) = (sum(|area| area.area - 0.5), sum(|area| area.error));
    if expected > 0.0 { (strayed / expected).sqrt() } else { 0.0 }
}

/// The chance of a value at least as large as `found`, when these `others` might as well have been found.
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

    /// A feature that never varied tells nothing.
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

    /// Every pair may be swapped; which are is the bits of a number.
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

    /// Source: the example of the paper: with 999 relabellings none of which is as large, the chance is 1 in 1,000, never 0.
    #[test]
    fn a_chance_is_never_zero() {
        assert!((p_value(1.0, &[0.0; 999]) - 0.001).abs() < 1e-12);
        assert!((p_value(0.5, &[0.5, 0.4, 0.6]) - 0.75).abs() < 1e-12);
    }
}
