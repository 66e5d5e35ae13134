//! Numbers that were given, counted by value: exact means and medians in whatever order they came.

use std::collections::BTreeMap;

use crate::Fraction;

/// Numbers in whole parts of a unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Sample {
    /// How many parts make 1.
    parts: u64,
    counts: BTreeMap<u64, u64>,
    sum: u64,
    len: u64,
}

impl Sample {
    /// No numbers yet, to be given in halves: ranks, which level witnesses share.
    pub(crate) fn in_halves() -> Self {
        Self { parts: 2, counts: BTreeMap::new(), sum: 0, len: 0 }
    }

    /// No numbers yet, to be given in thousandths: ratings.
    pub(crate) fn in_thousandths() -> Self {
        Self { parts: 1000, ..Self::in_halves() }
    }

    pub(crate) fn add(&mut self, parts: u64) {
        self.add_times(parts, 1);
    }

    /// Takes in the numbers of another sample of the same unit.
    pub(crate) fn merge(&mut self, other: &Self) {
        for (&parts, &times) in &other.counts {
            self.add_times(parts, times);
        }
    }

    /// How many numbers there are.
    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    /// The sum; `None` without numbers.
    pub(crate) fn total(&self) -> Option<Fraction> {
        Fraction::new(self.sum, self.parts).filter(|_| self.len > 0)
    }

    /// The arithmetic mean; `None` without numbers.
    pub(crate) fn mean(&self) -> Option<Fraction> {
        Fraction::new(self.sum, self.parts * self.len)
    }

    /// The middle number, or the mean of the two in the middle; `None` without numbers.
    pub(crate) fn median(&self) -> Option<Fraction> {
        let lower = self.nth(self.len.checked_sub(1)? / 2)?;
        let upper = self.nth(self.len / 2)?;
        Fraction::new(lower + upper, 2 * self.parts)
    }

    /// The number at this place of the ascending order, from 0.
    fn nth(&self, place: u64) -> Option<u64> {
        let mut passed = 0;
        self.counts.iter().find_map(|(&parts, &times)| {
            passed += times;
            (passed > place).then_some(parts)
        })
    }

    fn add_times(&mut self, parts: u64, times: u64) {
        *self.counts.entry(parts).or_default() += times;
        self.sum += parts * times;
        self.len += times;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(halves: &[u64], median: &str, mean: &str) {
        let mut sample = Sample::in_halves();
        halves.iter().for_each(|&number| sample.add(number));
        assert_eq!(
            (sample.median().unwrap().to_string(), sample.mean().unwrap().to_string()),
            (median.into(), mean.into())
        );
    }

    #[test]
    fn the_median_is_the_middle_or_the_mean_of_the_two_in_the_middle() {
        check(&[10, 10, 12, 14], "5.5 (11/2)", "5.75 (23/4)");
        check(&[14, 2, 4], "2", "3.33 (10/3)");
        check(&[3, 4], "1.75 (7/4)", "1.75 (7/4)");
        check(&[2], "1", "1");
    }

    #[test]
    fn without_numbers_there_is_neither() {
        let none = Sample::in_thousandths();
        assert_eq!((none.median(), none.mean(), none.total()), (None, None, None));
    }
}
