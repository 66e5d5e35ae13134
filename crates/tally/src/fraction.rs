//! Exact numbers: scores are compared as fractions, never as floats.

use std::{cmp::Ordering, fmt};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A fraction of whole numbers, never negative, in lowest terms. Prints as `3`, `2.5 (5/2)` or `2.33 (7/3)`; serialises
/// as `{"numerator": 5, "denominator": 2}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Terms", into = "Terms")]
pub struct Fraction {
    numerator: u64,
    denominator: u64,
}

/// A fraction in lowest terms: `{"numerator": 5, "denominator": 2}`.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Fraction")]
struct Terms {
    /// The numerator.
    numerator: u64,
    /// The denominator, at least 1.
    #[schemars(range(min = 1))]
    denominator: u64,
}

impl From<Fraction> for Terms {
    fn from(Fraction { numerator, denominator }: Fraction) -> Self {
        Self { numerator, denominator }
    }
}

impl TryFrom<Terms> for Fraction {
    type Error = String;

    fn try_from(Terms { numerator, denominator }: Terms) -> Result<Self, String> {
        let lowest = Self::new(numerator, denominator).filter(|found| found.denominator == denominator);
        lowest.ok_or_else(|| format!("{numerator}/{denominator} is no fraction in lowest terms"))
    }
}

schemars::where_published! {
    impl JsonSchema for Fraction {
        fn schema_name() -> std::borrow::Cow<'static, str> {
            "Fraction".into()
        }

        fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
            Terms::json_schema(generator)
        }
    }
}

impl Fraction {
    /// `numerator / denominator` in lowest terms; `None` when the denominator is 0.
    #[must_use]
    pub fn new(numerator: u64, denominator: u64) -> Option<Self> {
        if denominator == 0 {
            return None;
        }
        let shared = greatest_common_divisor(numerator, denominator);
        Some(Self { numerator: numerator / shared, denominator: denominator / shared })
    }

    /// The whole number.
    #[must_use]
    pub fn whole(number: u64) -> Self {
        Self { numerator: number, denominator: 1 }
    }

    /// The numerator.
    #[must_use]
    pub fn numerator(self) -> u64 {
        self.numerator
    }

    /// The denominator, at least 1.
    #[must_use]
    pub fn denominator(self) -> u64 {
        self.denominator
    }

    /// The number with a point and at most two decimal places; one where that is exact.
    pub(crate) fn decimal(self) -> String {
        let (hundredths, exact) = self.hundredths();
        let (whole, part) = (hundredths / 100, hundredths % 100);
        match (exact, part % 10) {
            (true, 0) => format!("{whole}.{}", part / 10),
            _ => format!("{whole}.{part:02}"),
        }
    }

    /// The number in hundredths, halves rounded up, and `true` if that is exact.
    fn hundredths(self) -> (u128, bool) {
        let (scaled, below) = (u128::from(self.numerator) * 100, u128::from(self.denominator));
        ((2 * scaled + below) / (2 * below), scaled % below == 0)
    }
}

impl Ord for Fraction {
    /// Compares sizes exactly, by multiplication in 128 bits.
    fn cmp(&self, other: &Self) -> Ordering {
        let across = |a: u64, b: u64| u128::from(a) * u128::from(b);
        across(self.numerator, other.denominator).cmp(&across(other.numerator, self.denominator))
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.denominator == 1 {
            return write!(f, "{}", self.numerator);
        }
        write!(f, "{} ({}/{})", self.decimal(), self.numerator, self.denominator)
    }
}

fn greatest_common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn fraction(numerator: u64, denominator: u64) -> Fraction {
        Fraction::new(numerator, denominator).unwrap()
    }

    #[test]
    fn a_fraction_prints_for_people_and_for_those_who_check() {
        for (numerator, denominator, printed) in [
            (6, 2, "3"),
            (13, 4, "3.25 (13/4)"),
            (5, 2, "2.5 (5/2)"),
            (7, 3, "2.33 (7/3)"),
            (2, 3, "0.67 (2/3)"),
            (2999, 1000, "3.00 (2999/1000)"),
            (0, 7, "0"),
        ] {
            assert_eq!(fraction(numerator, denominator).to_string(), printed);
        }
        assert_eq!(Fraction::new(1, 0), None);
    }

    #[test]
    fn fractions_that_a_float_would_confuse_are_told_apart() {
        assert_eq!(fraction(1, 3), fraction(2, 6));
        // Equal as floats: the second is less by about 1 part in 10^19.
        assert!(fraction(3_037_000_499, 3_037_000_500) > fraction(3_037_000_498, 3_037_000_499));
        assert!(fraction(u64::MAX, u64::MAX - 1) > Fraction::whole(1));
    }

    proptest! {
        #[test]
        fn fractions_are_ordered_as_the_numbers_are(a in 0..1000_u64, b in 1..1000_u64, c in 0..1000_u64, d in 1..1000_u64) {
            prop_assert_eq!(fraction(a, b).cmp(&fraction(c, d)), (a * d).cmp(&(c * b)));
        }
    }
}
