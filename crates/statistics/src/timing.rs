//! Features of typing from its timing alone: series of gaps between keys, for classifiers that never read a text.
//!
//! A key is text, BackSpace or Return; its character is not known here. Gaps are in milliseconds. A classifier can
//! leave speed out, because it differs more between two people than between people and machines.

/// A key press, by its timing and kind.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Press {
    /// Milliseconds since the key before it; `None` for the first key, or for a gap that should not count.
    pub gap: Option<f64>,
    /// The kind of key.
    pub kind: KeyKind,
}

/// A kind of key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyKind {
    /// A key that adds to the text.
    Text,
    /// Deletes a character.
    BackSpace,
    /// Ends a line.
    Return,
}

/// The periods of clocks that gaps may reveal, in milliseconds: a keyboard polled 125 or 100 times a second, the timer
/// of Windows, a screen at 60 Hz, a grid of 20 ms.
pub const TICKS: [f64; 5] = [8.0, 10.0, 15.6, 16.67, 20.0];

/// The strength with which gaps keep to multiples of a period: 0 not at all, 1 entirely. Random gaps give about 1 over
/// the square root of their number.
///
/// # Source
/// The length of the mean resultant: K. V. Mardia and P. E. Jupp, "Directional Statistics" (2000), section 2.3.
#[must_use]
pub fn tick(gaps: &[f64], period: f64) -> f64 {
    if gaps.is_empty() {
        return 0.0;
    }
    let angle = |gap: &f64| std::f64::consts::TAU * gap / period;
    let (cosines, sines) =
        (gaps.iter().map(|gap| libm::cos(angle(gap))).sum(), gaps.iter().map(|gap| libm::sin(angle(gap))).sum());
    libm::hypot(cosines, sines) / count(gaps.len())
}

/// Features of a window of keys that do not depend on speed: differences of natural logarithms, shares and
/// correlations.
///
/// They are, in this order: the spread of the gaps; four of their quantiles (5, 25, 75 and 95 %) against their median;
/// the shares of roll-overs, of pauses and of long pauses; the correlation of each gap with the next one and the one
/// after; the gaps before Return and before BackSpace against all; and the share of BackSpace.
#[must_use]
pub fn shape(window: &[Press]) -> Vec<f64> {
    let gaps: Vec<f64> = window.iter().filter_map(|press| press.gap).collect();
    let logs = Summary::of(gaps.iter().map(|gap| libm::log(gap.max(1.0))));
    let middle = logs.quantile(0.5);
    let to = |kind| -> Vec<f64> {
        let gaps = window.iter().filter(|press| press.kind == kind).filter_map(|press| press.gap);
        gaps.map(|gap| libm::log(gap.max(1.0))).collect()
    };
    let against =
        |gaps: Vec<f64>| if gaps.is_empty() { 0.0 } else { Summary::of(gaps.into_iter()).quantile(0.5) - middle };
    let share =
        |is: &dyn Fn(f64) -> bool| count(logs.0.iter().filter(|gap| is(**gap)).count()) / count(logs.0.len().max(1));
    let [next, after_next] = [1, 2].map(|lag| dependence(window, lag));
    vec![
        logs.spread(),
        logs.quantile(0.05) - middle,
        logs.quantile(0.25) - middle,
        logs.quantile(0.75) - middle,
        logs.quantile(0.95) - middle,
        share(&|gap| gap < middle - 1.2),
        share(&|gap| gap > middle + 1.2),
        share(&|gap| gap > middle + 2.0),
        next,
        after_next,
        against(to(KeyKind::Return)),
        against(to(KeyKind::BackSpace)),
        count(window.iter().filter(|press| press.kind == KeyKind::BackSpace).count()) / count(window.len().max(1)),
    ]
}

/// Features of one utterance: its delay after the message it answers, `beyond`, its duration and its median gap; and
/// its [`shape`]. All but `beyond` are natural logarithms.
///
/// `delay` and `beyond` are in seconds. `beyond` is the start of the utterance after the earliest time that the rules
/// allow for its length; every observer can compute it.
#[must_use]
pub fn utterance(delay: f64, beyond: f64, keys: &[Press]) -> Vec<f64> {
    let gaps = Summary::of(keys.iter().filter_map(|press| press.gap));
    let taken: f64 = gaps.0.iter().sum();
    let [delay, taken, usual] = [delay.max(0.01), taken.max(1.0), gaps.quantile(0.5).max(1.0)].map(libm::log);
    let mut features = vec![delay, beyond, taken, usual];
    features.extend(shape(keys));
    features
}

/// Features of the beginning of a conversation: who spoke first, and when. Seconds from the beginning of the talk until the first key
/// of the judge, and until the first key of the witness that the judge is shown.
#[must_use]
pub fn beginning(judge: f64, witness: f64) -> Vec<f64> {
    vec![f64::from(u8::from(witness < judge)), witness, witness - judge]
}

/// The strength of each of [`TICKS`] in a window's gaps below 1 s.
#[must_use]
pub fn ticks(window: &[Press]) -> Vec<f64> {
    let gaps: Vec<f64> = window.iter().filter_map(|press| press.gap).filter(|gap| *gap < 1000.0).collect();
    TICKS.iter().map(|period| tick(&gaps, *period)).collect()
}

/// The correlation of the logarithms of gaps `lag` keys apart.
fn dependence(window: &[Press], lag: usize) -> f64 {
    let logs: Vec<Option<f64>> = window.iter().map(|press| press.gap.map(|gap| libm::log(gap.max(1.0)))).collect();
    let pairs: Vec<(f64, f64)> =
        logs.iter().zip(logs.iter().skip(lag)).filter_map(|(a, b)| Some((*a)?).zip(*b)).collect();
    let n = count(pairs.len().max(1));
    let (x, y) = (pairs.iter().map(|(a, _)| a).sum::<f64>() / n, pairs.iter().map(|(_, b)| b).sum::<f64>() / n);
    let sum = |product: &dyn Fn(f64, f64) -> f64| pairs.iter().map(|(a, b)| product(a - x, b - y)).sum::<f64>();
    let spread = (sum(&|a, _| a * a) * sum(&|_, b| b * b)).sqrt();
    if spread > 1e-9 { sum(&|a, b| a * b) / spread } else { 0.0 }
}

/// Numbers in ascending order.
struct Summary(Vec<f64>);

impl Summary {
    fn of(numbers: impl Iterator<Item = f64>) -> Self {
        let mut numbers: Vec<f64> = numbers.collect();
        numbers.sort_by(f64::total_cmp);
        Self(numbers)
    }

    /// The number with this share of the numbers below it; 0 for an empty list.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share of a length is a place in it")]
    fn quantile(&self, share: f64) -> f64 {
        let place = (share * count(self.0.len())) as usize;
        self.0.get(place.min(self.0.len().saturating_sub(1))).copied().unwrap_or(0.0)
    }

    fn spread(&self) -> f64 {
        let n = count(self.0.len().max(1));
        let mean = self.0.iter().sum::<f64>() / n;
        (self.0.iter().map(|number| (number - mean) * (number - mean)).sum::<f64>() / n).sqrt()
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
fn count(of: usize) -> f64 {
    of as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn window(gaps: &[f64]) -> Vec<Press> {
        gaps.iter().map(|gap| Press { gap: Some(*gap), kind: KeyKind::Text }).collect()
    }

    #[test]
    fn a_clock_of_8_ms_is_heard_and_one_of_10_ms_is_not() {
        let gaps: Vec<f64> = (0..500).map(|place| 8.0 * f64::from(10 + place * 7 % 31)).collect();
        assert!((tick(&gaps, 8.0) - 1.0).abs() < 1e-9);
        assert!(tick(&gaps, 10.0) < 0.1, "{}", tick(&gaps, 10.0));
        assert!(tick(&[], 8.0).abs() < 1e-12);
    }

    #[test]
    fn speed_changes_nothing_and_nothing_at_all_is_bearable() {
        let gaps: Vec<f64> = (0..120).map(|place| f64::from(100 + place * 37 % 90)).collect();
        let twice: Vec<f64> = gaps.iter().map(|gap| gap * 2.0).collect();
        let (one, other) = (shape(&window(&gaps)), shape(&window(&twice)));
        assert!(one.iter().zip(&other).all(|(a, b)| (a - b).abs() < 1e-9), "{one:?} {other:?}");
        assert!(shape(&[]).iter().chain(&ticks(&[])).all(|feature| *feature == 0.0));
    }

    #[test]
    fn gaps_that_come_in_runs_depend_on_the_ones_before() {
        let runs: Vec<f64> = (0..120).map(|place| if place / 10 % 2 == 0 { 100.0 } else { 200.0 }).collect();
        let turns: Vec<f64> = (0..120).map(|place| if place % 2 == 0 { 100.0 } else { 200.0 }).collect();
        assert!(dependence(&window(&runs), 1) > 0.8);
        assert!(dependence(&window(&turns), 1) < -0.99);
        assert!(dependence(&window(&turns), 2) > 0.99);
    }
}
