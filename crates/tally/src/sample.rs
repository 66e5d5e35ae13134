//! Samples of numbers: exact means and medians in any order of input.

use rulebook::JudgeId;

use crate::Fraction;

/// Numbers in whole parts of a unit.
#[derive(Debug, Clone)]
pub(crate) struct Sample {
    /// The number of parts that make 1.
    parts: u64,
    numbers: Vec<u32>,
    /// The judge of each number.
    judges: Vec<JudgeId>,
    sum: u64,
}

impl Sample {
    /// An empty sample in halves, for ranks: level witnesses share ranks.
    pub(crate) fn in_halves() -> Self {
        Self { parts: 2, numbers: Vec::new(), judges: Vec::new(), sum: 0 }
    }

    /// An empty sample in thousandths, for ratings.
    pub(crate) fn in_thousandths() -> Self {
        Self { parts: 1000, ..Self::in_halves() }
    }

    /// Adds a judge's number.
    pub(crate) fn add(&mut self, judge: JudgeId, parts: u32) {
        self.numbers.push(parts);
        self.judges.push(judge);
        self.sum += u64::from(parts);
    }

    /// Adds the numbers of another sample of the same unit.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.numbers.extend(&other.numbers);
        self.judges.extend(&other.judges);
        self.sum += other.sum;
    }

    /// The number of numbers.
    pub(crate) fn len(&self) -> u64 {
        self.numbers.len() as u64
    }

    /// The numbers with their judges, in the order of their addition.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = (JudgeId, Fraction)> {
        let fraction = |number: u32| Fraction::new(number.into(), self.parts);
        let numbers = self.judges.iter().zip(&self.numbers);
        numbers.filter_map(move |(&judge, &number)| Some((judge, fraction(number)?)))
    }

    /// The sum; `None` without numbers.
    pub(crate) fn total(&self) -> Option<Fraction> {
        Fraction::new(self.sum, self.parts).filter(|_| self.len() > 0)
    }

    /// The arithmetic mean; `None` without numbers.
    pub(crate) fn mean(&self) -> Option<Fraction> {
        Fraction::new(self.sum, self.parts * self.len())
    }

    /// The middle number, or the mean of the two in the middle; `None` without numbers.
    pub(crate) fn median(&self) -> Option<Fraction> {
        let mut numbers = self.numbers.clone();
        let middle = numbers.len() / 2;
        let odd = numbers.len() % 2 == 1;
        if numbers.is_empty() {
            return None;
        }
        let (below, &mut upper, _) = numbers.select_nth_unstable(middle);
        let lower = if odd { upper } else { below.iter().copied().max().unwrap_or(upper) };
        Fraction::new(u64::from(lower) + u64::from(upper), 2 * self.parts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(halves: &[u32], median: &str, mean: &str) {
        let mut sample = Sample::in_halves();
        halves.iter().for_each(|&number| sample.add(JudgeId::new(1), number));
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
    fn ratings_are_as_exact_as_ranks_and_trials_add_up() {
        let mut first = Sample::in_thousandths();
        [1_000, 2_500].into_iter().for_each(|rating| first.add(JudgeId::new(1), rating));
        let mut second = Sample::in_thousandths();
        [4_000, 4_500].into_iter().for_each(|rating| second.add(JudgeId::new(2), rating));
        assert_eq!(first.median(), Fraction::new(7, 4));
        first.merge(&second);
        assert_eq!(
            (first.median(), first.mean(), first.total()),
            (Fraction::new(13, 4), Fraction::new(3, 1), Fraction::new(12, 1))
        );
    }

    #[test]
    fn without_numbers_there_is_neither() {
        let none = Sample::in_thousandths();
        assert_eq!((none.median(), none.mean(), none.total()), (None, None, None));
    }
}
