//! The confidence interval of a mean of a few numbers.

#[cfg(test)]
use libm::atan;
use libm::{cos, sin, sqrt};

use crate::proportion::Interval;

/// Student's interval of a mean, two-sided at `level` (0.95 means 95 %), in the unit of the numbers; `None` for fewer
/// than two numbers, and for equal ones, because the method needs a spread above 0.
///
/// It assumes that the numbers are independent and that their mean is about normally distributed. The interval of
/// bounded numbers, such as ranks, may reach beyond their bounds: cut it with [`Interval::within`].
///
/// # Source
/// "Student", "The probable error of a mean", Biometrika 6 (1908) 1-25.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
pub fn student(numbers: &[f64], level: f64) -> Option<Interval> {
    let count = numbers.len();
    if count < 2 || numbers.windows(2).all(|pair| pair[0].total_cmp(&pair[1]).is_eq()) {
        return None;
    }
    let n = count as f64;
    let mean = numbers.iter().sum::<f64>() / n;
    let squares: f64 = numbers.iter().map(|number| (number - mean) * (number - mean)).sum();
    let half = student_quantile(level, count - 1) * sqrt(squares / (n - 1.0) / n);
    Some(Interval { low: mean - half, high: mean + half })
}

/// The number of judges from which a mean of ratings gets an interval.
pub const JUDGES_MIN: usize = 10;

/// The mean of one rating for each judge.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RatingMean {
    /// In the unit of the ratings.
    pub mean: f64,
    /// The number of judges.
    pub n: usize,
    /// Student's interval, cut to the scale, or the reason for which there is none.
    pub interval: Result<Interval, NoInterval>,
}

/// The reason for which a mean has no interval.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoInterval {
    /// Fewer than [`JUDGES_MIN`] judges: show their numbers.
    FewJudges,
    /// All ratings are equal: their spread is unknown, not 0.
    AllAlike,
}

/// The mean of the judges' ratings or ranks on the scale from `low` to `high`, with an interval two-sided at `level`
/// (0.95 means 95 %). `None` without ratings, and for one outside the scale.
///
/// A judge who gave several ratings counts once, with their mean: ratings of one judge depend on each other.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
pub fn of_ratings(ratings: &[f64], low: f64, high: f64, level: f64) -> Option<RatingMean> {
    if ratings.is_empty() || ratings.iter().any(|rating| !(low..=high).contains(rating)) {
        return None;
    }
    let n = ratings.len();
    let mean = ratings.iter().sum::<f64>() / n as f64;
    let interval = if n < JUDGES_MIN {
        Err(NoInterval::FewJudges)
    } else {
        student(ratings, level).map(|interval| interval.within(low, high)).ok_or(NoInterval::AllAlike)
    };
    Some(RatingMean { mean, n, interval })
}

/// The two-sided quantile of Student's t: its absolute value stays below this with probability `level` (from 0 to below
/// 1), with so many degrees of freedom (at least 1).
///
/// # Source
/// For whole degrees of freedom, the distribution is a finite sum: M. Abramowitz and I. A. Stegun, "Handbook of
/// Mathematical Functions" (1964), 26.7.3 and 26.7.4. It is inverted by bisection until the interval has no middle.
#[must_use]
pub fn student_quantile(level: f64, degrees: usize) -> f64 {
    // Search for an angle: t is the square root of the degrees times its tangent.
    let (mut low, mut high) = (0.0, std::f64::consts::FRAC_PI_2);
    loop {
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            break;
        }
        if within(middle, degrees) < level { low = middle } else { high = middle }
    }
    #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
    let degrees = degrees as f64;
    sqrt(degrees) * sin(low) / cos(low)
}

/// The probability that the absolute value of t stays below the square root of the degrees times the tangent of this
/// angle.
fn within(angle: f64, degrees: usize) -> f64 {
    let (sine, cosine) = (sin(angle), cos(angle));
    let is_odd = degrees % 2 == 1;
    // Each term of the sum is the one before it, times the square of the cosine, times a fraction below 1.
    let (mut term, mut sum) = (if is_odd { cosine } else { 1.0 }, 0.0);
    let mut power = if is_odd { 1 } else { 0 };
    while power + 2 <= degrees {
        sum += term;
        #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
        let (above, below) = ((power + 1) as f64, (power + 2) as f64);
        term *= cosine * cosine * above / below;
        power += 2;
        if term < sum * f64::EPSILON / 16.0 {
            break;
        }
    }
    if is_odd { (angle + sine * sum) * std::f64::consts::FRAC_2_PI } else { sine * sum }
}

/// The angle of a value of t, as [`within`] expects it.
#[cfg(test)]
fn angle(t: f64, degrees: f64) -> f64 {
    atan(t / sqrt(degrees))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Source: `scipy.stats.t.interval` of scipy 1.17.1.
    #[test]
    fn ratings_have_an_interval_from_ten_judges_that_differ() {
        let ratings = [6.0, 7.0, 5.0, 8.0, 9.0, 3.0, 7.0, 6.0, 7.0, 10.0, 4.0, 6.0];
        let found = of_ratings(&ratings, 0.0, 10.0, 0.95).unwrap().interval.unwrap();
        assert!((found.low - 5.243_783_838_017_687).abs() < 1e-9, "{found:?}");
        assert!((found.high - 7.756_216_161_982_313).abs() < 1e-9, "{found:?}");
        let interval = |ratings: &[f64]| of_ratings(ratings, 0.0, 10.0, 0.95).map(|found| found.interval);
        assert_eq!(interval(&ratings[..9]), Some(Err(NoInterval::FewJudges)));
        assert_eq!(interval(&[5.0; 10]), Some(Err(NoInterval::AllAlike)));
        assert_eq!((interval(&[]), interval(&[11.0]), interval(&[f64::NAN])), (None, None, None));
    }

    /// Whole ratings from 0 to 10 by ten and by thirty judges, around the middle and near the end of the scale.
    #[test]
    fn means_of_ratings_are_covered() {
        let mut random = crate::fixture::Random(10);
        for (judges, least) in [(10, 0.89), (30, 0.935)] {
            for centre in [5.0, 8.0] {
                // The mean of the rounded and cut ratings, from the shares of a normal distribution between them.
                let above = |rating: i32| crate::normal::below((centre - (f64::from(rating) - 0.5)) / 2.0);
                let truth: f64 = (1..=10).map(above).sum();
                let (mut held, runs) = (0, 4000);
                for _ in 0..runs {
                    let mut rating = || (centre + 2.0 * random.normal()).round().clamp(0.0, 10.0);
                    let ratings: Vec<f64> = (0..judges).map(|_| rating()).collect();
                    let found = of_ratings(&ratings, 0.0, 10.0, 0.95).unwrap();
                    held += u32::from(found.interval.is_ok_and(|held| held.low <= truth && truth <= held.high));
                }
                let covered = f64::from(held) / f64::from(runs);
                assert!(covered >= least, "{judges} judges around {centre}: {covered}");
            }
        }
    }

    /// Two-sided 95 % and 99 % points of t.
    ///
    /// Source: M. Abramowitz and I. A. Stegun, "Handbook of Mathematical Functions" (1964), table 26.10, like every
    /// printed table.
    #[test]
    fn the_points_of_printed_tables_come_out() {
        for (degrees, at_95, at_99) in [
            (1, 12.706, 63.657),
            (2, 4.303, 9.925),
            (3, 3.182, 5.841),
            (4, 2.776, 4.604),
            (5, 2.571, 4.032),
            (9, 2.262, 3.250),
            (10, 2.228, 3.169),
            (30, 2.042, 2.750),
            (120, 1.980, 2.617),
        ] {
            let near = |level, expected: f64| (student_quantile(level, degrees) - expected).abs() < 0.000_501;
            assert!(near(0.95, at_95) && near(0.99, at_99), "{degrees}: {}", student_quantile(0.95, degrees));
        }
        assert!((student_quantile(0.95, 100_000) - crate::proportion::Z_95).abs() < 1e-4, "it nears the normal one");
    }

    /// With 1 and 2 degrees the distribution has a closed form: an arc tangent, and t over the root of t² + 2.
    #[test]
    fn the_first_two_have_closed_forms() {
        for tenths in 1..100_u32 {
            let t = f64::from(tenths) / 10.0;
            assert!((within(angle(t, 1.0), 1) - atan(t) * std::f64::consts::FRAC_2_PI).abs() < 1e-15);
            assert!((within(angle(t, 2.0), 2) - t / sqrt(t * t + 2.0)).abs() < 1e-15);
        }
    }

    /// The extra sleep of ten patients: differences between two drugs.
    ///
    /// Source: the table of "Student" (1908), section IX; the interval as R's `t.test(extra ~ group, paired = TRUE)`
    /// prints it.
    #[test]
    fn the_sleep_of_ten_patients() {
        let gained = [1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4];
        let found = student(&gained, 0.95).unwrap();
        assert!((found.low - 0.700_114_2).abs() < 1e-6 && (found.high - 2.459_885_8).abs() < 1e-6, "{found:?}");
    }

    #[test]
    fn one_number_and_equal_ones_say_nothing_of_how_well_their_mean_is_known() {
        assert_eq!(student(&[], 0.95), None);
        assert_eq!(student(&[3.0], 0.95), None);
        assert_eq!(student(&[3.0; 4], 0.95), None);
        assert!(student(&[3.0, 3.0, 3.0, 3.001], 0.95).is_some());
    }

    #[test]
    fn an_interval_that_leaves_the_scale_is_cut_to_it() {
        let found = student(&[0.0, 5.0, 5.0], 0.95).unwrap();
        assert!(found.low < 0.0 && found.high > 5.0, "{found:?}");
        assert_eq!(found.within(0.0, 5.0), Interval { low: 0.0, high: 5.0 });
        let inside = Interval { low: 1.0, high: 4.5 };
        assert_eq!(inside.within(0.0, 5.0), inside);
    }
}
