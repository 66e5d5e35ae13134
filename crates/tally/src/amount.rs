//! Amounts of money, to the hundredth of a unit.

use std::fmt;

use rulebook::schema::Money;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An amount of money in hundredths of its currency's unit. Prints as `3000 USD`, or `1500.50 USD` with hundredths.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Amount {
    /// Hundredths of the unit: 300000 are 3,000 dollars.
    pub hundredths: u64,
    /// The currency, three capital letters (ISO 4217).
    #[schemars(regex(pattern = "^[A-Z]{3}$"))]
    pub currency: String,
}

impl Amount {
    /// The equal part of each of `among` shares, rounded down.
    pub(crate) fn divided(&self, among: usize) -> Self {
        Self { hundredths: self.hundredths / (among as u64).max(1), currency: self.currency.clone() }
    }

    /// The amount multiplied by this number.
    pub(crate) fn times(&self, number: usize) -> Self {
        Self { hundredths: self.hundredths.saturating_mul(number as u64), currency: self.currency.clone() }
    }

    /// The sum, if both are of one currency.
    pub(crate) fn plus(&self, other: &Self) -> Option<Self> {
        (self.currency == other.currency)
            .then(|| Self { hundredths: self.hundredths.saturating_add(other.hundredths), ..self.clone() })
    }

    /// The amount rounded down to whole units; `None` when it is zero.
    pub(crate) fn in_whole_units(&self) -> Option<Self> {
        let hundredths = self.hundredths / 100 * 100;
        (hundredths > 0).then(|| Self { hundredths, currency: self.currency.clone() })
    }
}

impl From<&Money> for Amount {
    fn from(money: &Money) -> Self {
        Self { hundredths: u64::from(money.amount) * 100, currency: money.currency.clone() }
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.hundredths / 100, self.hundredths % 100) {
            (whole, 0) => write!(f, "{whole} {}", self.currency),
            (whole, part) => write!(f, "{whole}.{part:02} {}", self.currency),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn less_than_one_whole_unit_is_nothing_that_a_purse_could_grow_by() {
        let whole = |hundredths| Amount { hundredths, currency: "USD".to_owned() }.in_whole_units();
        assert_eq!(whole(99), None);
        assert_eq!(whole(100).map(|amount| amount.to_string()).as_deref(), Some("1 USD"));
        assert_eq!(whole(33_399).map(|amount| amount.to_string()).as_deref(), Some("333 USD"));
    }
}
