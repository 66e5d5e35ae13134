//! The confidence interval of a median of a few numbers.

use libm::{exp, log};

use crate::proportion::Interval;

/// The confidence interval of a median, from one of the numbers to another, two-sided at no less than `level` (0.95
/// means 95 %); `None` for too few numbers: fewer than six at 95 %.
///
/// It assumes that the numbers are independent, and nothing about their distribution.
///
/// # Source
/// W. R. Thompson, "On confidence ranges for the median and other expectation distributions for populations of unknown
/// distribution form", Ann. Math. Statist. 7 (1936) 122-128: the number of values below the median is binomial with one
/// half.
#[must_use]
pub fn order_statistics(numbers: &[f64], level: f64) -> Option<Interval> {
    let count = numbers.len();
    let tail = (1.0 - level) / 2.0;
    // In logarithms, because the powers of 2 overflow with more than a thousand numbers.
    let (mut chosen, mut below, mut cut) = (0.0, 0.0, 0);
    for k in 0..count / 2 {
        below += exp(chosen - count_of(count) * std::f64::consts::LN_2);
        if below > tail {
            break;
        }
        cut = k + 1;
        chosen += log(count_of(count - k)) - log(count_of(k + 1));
    }
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    let low = cut.checked_sub(1)?;
    Some(Interval { low: sorted[low], high: sorted[count - cut] })
}

#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
fn count_of(count: usize) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The places of the interval's ends at 95 %, among n numbers in order.
    ///
    /// Source: W. J. Conover, "Practical Nonparametric Statistics", table of the binomial distribution with p = 0.5;
    /// each checked with `math.comb` of Python.
    #[test]
    fn the_ends_of_the_binomial_table_come_out() {
        for (count, low) in [(6, 1), (8, 1), (9, 2), (11, 2), (12, 3), (15, 4), (20, 6), (25, 8), (50, 18), (100, 40)] {
            let numbers: Vec<f64> = (1..=count).map(f64::from).collect();
            let expected = Interval { low: f64::from(low), high: f64::from(count + 1 - low) };
            assert_eq!(order_statistics(&numbers, 0.95), Some(expected), "{count}");
        }
    }

    #[test]
    fn too_few_have_no_interval_and_the_order_says_nothing() {
        assert_eq!(order_statistics(&[], 0.95), None);
        assert_eq!(order_statistics(&[1.0, 2.0, 3.0, 4.0, 5.0], 0.95), None);
        let mixed = order_statistics(&[6.0, 1.0, 3.0, 2.0, 5.0, 4.0], 0.95);
        assert_eq!(mixed, Some(Interval { low: 1.0, high: 6.0 }));
        let many: Vec<f64> = (0..5000).map(f64::from).collect();
        assert!(order_statistics(&many, 0.95).is_some_and(|found| found.low > 2400.0 && found.high < 2600.0));
    }
}
