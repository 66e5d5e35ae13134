//! The state of two hands within a line, and the gap before each key.

use rulebook::{Key, key::Typed};
use statistics::normal::{LogNormal, quantile};

use super::{class::Class, hands};

/// The shortest gap without a roll-over, in milliseconds.
const SHORTEST: f64 = 30.0;

/// The share of roll-overs among gaps within words and before spaces.
const ROLL_OVER: f64 = 0.012;

/// The shortest gap that slows the next keys, in milliseconds.
const PAUSE: f64 = 800.0;

/// The slowdown of the keys after a pause, as natural logarithms: the third, the second, the first.
const AFTER_PAUSE: [f64; 3] = [0.1, 0.1, 0.2];

pub(super) struct Typist<'a> {
    speed: f64,
    habits: &'a [f64],
    /// The deviation of the current tempo from the hand's own, in standard deviations.
    drift: f64,
    /// The text of the line so far.
    line: Typed,
    last: Option<Key>,
    /// The number of coming keys that a pause still slows.
    slowed: usize,
}

impl<'a> Typist<'a> {
    pub(super) fn new(speed: f64, habits: &'a [f64], drift: f64) -> Self {
        Self { speed, habits, drift, line: Typed::default(), last: None, slowed: 0 }
    }

    /// Presses a key; returns the gap before it in milliseconds, unrounded, and 0 for the first key.
    pub(super) fn press(&mut self, key: Key, [kind, length, drift]: [f64; 3]) -> f64 {
        self.drift = 0.75 * self.drift + 0.66 * quantile(drift);
        let gap = self.last.map_or(0.0, |last| self.gap(last, key, kind, length));
        self.slowed = if gap >= PAUSE { AFTER_PAUSE.len() } else { self.slowed.saturating_sub(1) };
        self.line.press(key);
        self.last = Some(key);
        gap
    }

    fn gap(&self, last: Key, key: Key, kind: f64, length: f64) -> f64 {
        let class = Class::of(self.line.as_str(), last, key);
        let law = class.law();
        let roll_over = if class.rolls_over() { ROLL_OVER } else { 0.0 };
        if kind < roll_over {
            return 5.0 + 25.0 * length;
        }
        let (median, spread) = if kind < roll_over + law.pauses {
            law.pause
        } else {
            let (median, spread) = law.fluent;
            (median * libm::exp(self.slower(class, key)), spread)
        };
        LogNormal { median, spread }.between(SHORTEST, law.longest, length)
    }

    /// The slowdown of a fluent step relative to the median of its class, as a natural logarithm.
    fn slower(&self, class: Class, key: Key) -> f64 {
        let mut slower = self.speed + 0.20 * self.drift;
        if let (Some(last), Key::Char(key)) = (self.line.as_str().chars().next_back(), key) {
            let (last, key) = (last, key.get());
            if let Some(pair) = hands::pair(last, key) {
                slower += class.law().habit * self.habits[pair];
            }
            if class == Class::WithinWord {
                slower += hands::effort(last, key);
            }
            if class.starts_word() && key.is_ascii_uppercase() {
                slower += 0.4;
            }
        }
        if let Some(left) = self.slowed.checked_sub(1) {
            slower += AFTER_PAUSE[left];
        }
        slower
    }
}

#[cfg(test)]
mod tests {
    use rulebook::key::keys_of;

    use super::*;

    /// Source: the exact case of the model's description, to a tenth of a millisecond.
    #[test]
    fn with_every_draw_in_the_middle_a_line_takes_what_the_medians_say() {
        let habits = [0.0; hands::PAIRS];
        let mut typist = Typist::new(0.0, &habits, 0.0);
        let gaps: Vec<f64> = keys_of("the cat.\n").map(|key| typist.press(key, [0.5; 3])).collect();
        let expected = [0.0, 132.1, 132.1, 148.0, 178.0, 161.4, 132.1, 450.0, 345.0];
        assert!(gaps.iter().zip(expected).all(|(gap, expected)| (gap - expected).abs() < 0.05), "{gaps:?}");
        assert!((gaps.iter().sum::<f64>() - 1678.7).abs() < 0.1, "{gaps:?}");
    }

    #[test]
    fn the_three_keys_after_a_pause_are_slower() {
        let habits = [0.0; hands::PAIRS];
        let typed = |pause: f64| -> Vec<f64> {
            let mut typist = Typist::new(0.0, &habits, 0.0);
            keys_of("aaaaaa")
                .enumerate()
                .map(|(place, key)| typist.press(key, [if place == 1 { pause } else { 0.5 }, 0.99, 0.5]))
                .collect()
        };
        // A draw of 0.05 is a pause within a word; at 0.99 it lasts 1.6 s.
        let (fluent, paused) = (typed(0.5), typed(0.05));
        assert!(paused[1] > PAUSE, "{paused:?}");
        let ratios: Vec<f64> = (2..6).map(|key| paused[key] / fluent[key]).collect();
        for (ratio, slower) in ratios.iter().zip([0.2, 0.1, 0.1, 0.0]) {
            assert!((ratio - libm::exp(slower)).abs() < 1e-3, "{ratios:?}");
        }
    }
}
