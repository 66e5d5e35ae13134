//! The area under a score's receiver operating characteristic: a measure of how well the score separates two kinds.
//!
//! The area is the probability that a random sample of the first kind scores above a random one of the other; equal
//! scores count half. 0.5 is no better than a coin, 1 is always right, 0 always wrong.

use crate::proportion::Interval;

/// A sample with its score.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scored {
    /// Any number; a higher one speaks for the first kind.
    pub score: f64,
    /// Whether it is of the first kind.
    pub first: bool,
    /// Its cluster: samples of one cluster may depend on each other, those of two may not.
    pub cluster: usize,
}

/// An area with its interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Area {
    /// From 0 to 1.
    pub area: f64,
    /// The standard error of the area.
    pub error: f64,
    /// The confidence interval of the area, inside 0 to 1.
    pub interval: Interval,
}

impl Area {
    /// The area with the interval of `z` standard errors to either side.
    pub(crate) fn of(area: f64, error: f64, z: f64) -> Self {
        let interval = Interval { low: (area - z * error).max(0.0), high: (area + z * error).min(1.0) };
        Self { area, error, interval }
    }
}

/// The area and its interval; `None` where one of the two kinds is absent.
///
/// `z` is the two-sided quantile of the standard normal distribution. Samples of one cluster count as dependent. With one
/// sample per cluster the interval is that of E. R. DeLong and others. With fewer than some 20 clusters it is a little
/// too short.
///
/// # Source
/// N. A. Obuchowski, "Nonparametric analysis of clustered ROC curve data", Biometrics 53 (1997) 567-578; E. R. DeLong
/// and others, Biometrics 44 (1988) 837-845.
#[must_use]
pub fn area(samples: &[Scored], z: f64) -> Option<Area> {
    let scores = |first| samples.iter().filter(|sample| sample.first == first).map(|sample| sample.score).collect();
    let (ones, others) = (Sorted::of(scores(true)), Sorted::of(scores(false)));
    let (m, n) = (count(ones.0.len()), count(others.0.len()));
    if m == 0.0 || n == 0.0 {
        return None;
    }
    // For a sample of the first kind, the share of the other kind below it; for one of the other kind, the share of the
    // first kind above it.
    let component = |sample: &Scored| {
        if sample.first { others.below(sample.score) } else { 1.0 - ones.below(sample.score) }
    };
    let components: Vec<f64> = samples.iter().map(component).collect();
    let mean = |first| -> f64 {
        samples.iter().zip(&components).filter(|(sample, _)| sample.first == first).map(|(_, share)| share).sum()
    };
    let area = mean(true) / m;

    // The contribution of each cluster to the sums over the first and the second kind, less the expected one for its
    // size.
    let mut clusters: Vec<usize> = samples.iter().map(|sample| sample.cluster).collect();
    clusters.sort_unstable();
    clusters.dedup();
    let mut sums = vec![(0.0, 0.0); clusters.len()];
    for (sample, share) in samples.iter().zip(&components) {
        let place = clusters.binary_search(&sample.cluster).expect("it is one of them");
        if sample.first {
            sums[place].0 += share - area;
        } else {
            sums[place].1 += share - area;
        }
    }
    let variance = |weigh: &dyn Fn(&(f64, f64)) -> f64, first| {
        let holding = clusters.iter().filter(|&&cluster| {
            samples.iter().any(|sample| sample.cluster == cluster && (first != Some(!sample.first)))
        });
        let holding = count(holding.count());
        if holding > 1.0 { holding / (holding - 1.0) * sums.iter().map(weigh).sum::<f64>() } else { 0.0 }
    };
    let of_ones = variance(&|(one, _)| one * one, Some(true));
    let of_others = variance(&|(_, other)| other * other, Some(false));
    let together = variance(&|(one, other)| one * other, None);
    let error = (of_ones / (m * m) + of_others / (n * n) + 2.0 * together / (m * n)).max(0.0).sqrt();
    Some(Area::of(area, error, z))
}

/// Scores in ascending order.
struct Sorted(Vec<f64>);

impl Sorted {
    fn of(mut scores: Vec<f64>) -> Self {
        scores.sort_by(f64::total_cmp);
        Self(scores)
    }

    /// The share of scores below this one; equal ones count half.
    fn below(&self, score: f64) -> f64 {
        let below = self.0.partition_point(|other| *other < score);
        let equal = self.0.partition_point(|other| *other <= score) - below;
        (count(below) + count(equal) / 2.0) / count(self.0.len())
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
fn count(of: usize) -> f64 {
    of as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proportion::Z_95;

    /// Ratings of 109 images by one reader, from "definitely normal" to "definitely abnormal".
    ///
    /// Source: J. A. Hanley and B. J. McNeil, Radiology 143 (1982) 29-36, table I: area 0.893. The interval, 0.83295 to
    /// 0.95339, is DeLong's, as printed by Stata's `roctab` (its manual's first example).
    fn images(cluster: impl Fn(usize) -> usize) -> Vec<Scored> {
        let mut samples = Vec::new();
        for (first, ratings) in [(false, [33, 6, 6, 11, 2]), (true, [3, 2, 2, 11, 33])] {
            for (score, times) in (1_u8..).zip(ratings) {
                for _ in 0..times {
                    samples.push(Scored { score: f64::from(score), first, cluster: cluster(samples.len()) });
                }
            }
        }
        samples
    }

    #[test]
    fn the_area_and_interval_of_a_published_reader_come_out() {
        let found = area(&images(|place| place), Z_95).unwrap();
        let near = |found: f64, expected: f64| (found - expected).abs() < 0.000_05;
        assert!(near(found.area, 0.8932), "{found:?}");
        assert!(near(found.interval.low, 0.83295) && near(found.interval.high, 0.95339), "{found:?}");
    }

    /// Every sample twice, as one cluster, carries no more information than every sample once.
    #[test]
    fn doubled_samples_do_not_shorten_the_interval_when_they_are_one_cluster() {
        let once = images(|place| place);
        let twice: Vec<Scored> = once.iter().chain(&once).copied().collect();
        let (once, twice) = (area(&once, Z_95).unwrap(), area(&twice, Z_95).unwrap());
        assert!((once.area - twice.area).abs() < 1e-12);
        assert!((once.interval.low - twice.interval.low).abs() < 1e-12, "{once:?} {twice:?}");
    }

    #[test]
    fn ties_count_half_and_one_kind_alone_has_no_area() {
        let sample = |score, first| Scored { score, first, cluster: 0 };
        let found = area(&[sample(1.0, true), sample(1.0, false)], Z_95).unwrap();
        assert!((found.area - 0.5).abs() < 1e-12);
        assert_eq!(area(&[sample(1.0, true)], Z_95), None);
    }
}
