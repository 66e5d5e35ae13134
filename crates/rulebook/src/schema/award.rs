//! Awards: the gift, its recipient, its conditions, and the consequence if nobody meets them.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::usual;

/// One award: the gift, its recipient and its conditions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AwardRule {
    /// Short name, lower-case letters, digits and hyphens.
    #[schemars(schema_with = "super::bounds::slug")]
    pub id: String,
    /// Name for people.
    #[schemars(length(min = 1, max = 80))]
    pub title: String,
    /// Money, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub purse: Option<Money>,
    /// Whether several recipients share its purse; otherwise each receives all of it. Those who share a place always
    /// share its purse.
    #[serde(default, skip_serializing_if = "usual::is_no")]
    #[schemars(extend("default" = false))]
    pub shared: bool,
    /// The recipient.
    pub to: Recipient,
    /// The conditions on a recipient; all must hold. With trials: in the chosen number of trials.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 8))]
    #[schemars(extend("default" = []))]
    pub when: Vec<Condition>,
    /// Whether the only entry receives it without a contest.
    #[serde(default, skip_serializing_if = "usual::is_no")]
    #[schemars(extend("default" = false))]
    pub only_entry: bool,
    /// Whether the purse is added to that of the next contest when there is no entry at all.
    #[serde(default, skip_serializing_if = "usual::is_no")]
    #[schemars(extend("default" = false))]
    pub rolls_over: bool,
    /// The rule if an open-source program that the organisers entered would receive it.
    #[serde(default, skip_serializing_if = "OpenSource::is_as_any_other")]
    #[schemars(extend("default" = "as-any-other"))]
    pub open_source: OpenSource,
    /// The consequence of giving it, in a sentence for the result, such as the end of the series.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 200))]
    pub then: Option<String>,
    /// The consequence when nobody receives it, in a sentence for the result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 200))]
    pub otherwise: Option<String>,
}

/// The recipient of an award.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Recipient {
    /// The entry in this place among the entries, from 1. Entries that share places share the purses of those places.
    Place(#[schemars(range(min = 1, max = 64))] u16),
    /// Every entry in the final.
    EveryEntry,
    /// The highest-placed confederate.
    BestConfederate,
}

/// A condition on an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Condition {
    /// Its score is at least this.
    ScoreAtLeast(#[schemars(range(max = 1000))] u16),
    /// It was taken for the human by at least this many different judges, in comparison with at least this many
    /// different confederates.
    Fooled {
        /// The fewest different judges.
        #[schemars(range(min = 1, max = 64))]
        judges: u16,
        /// The fewest different confederates.
        #[schemars(range(min = 1, max = 64))]
        confederates: u16,
    },
    /// No confederate is placed above it; a shared place is allowed.
    NoConfederateAbove,
    /// At least one confederate is placed above it.
    ConfederateAbove,
    /// The median of its ranks is as good as the median of all ranks given to all confederates, or better.
    MedianAtLeastConfederates,
    /// The median of its ranks is worse than the median of all ranks given to all confederates.
    MedianBelowConfederates,
    /// At least this many judges gave it the verdict "human".
    HumanVerdicts {
        /// The fewest different judges.
        #[schemars(range(min = 1, max = 64))]
        judges: u16,
    },
    /// The median of its ranks is as good as that of at least this many confederates, each taken alone, or better.
    RankOrder {
        /// The fewest confederates.
        #[schemars(range(min = 1, max = 64))]
        confederates: u16,
    },
    /// It was taken for the human in at least this share of its interviews, in per cent. The reason gives the interval.
    TakenForHumanShare(#[schemars(range(max = 100))] u16),
    /// Judges were right about it in at most this share of its interviews, in per cent. The reason gives the interval.
    IdentifiedAtMost(#[schemars(range(max = 100))] u16),
}

/// The rule for an award that an open-source program of the organisers would receive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OpenSource {
    /// It receives the award as any other entry does.
    #[default]
    AsAnyOther,
    /// Nobody receives it, and the purse is added to that of the next contest.
    RollsOver,
    /// It goes to those who develop the program, or is held in trust for them.
    InTrust,
}

impl OpenSource {
    fn is_as_any_other(&self) -> bool {
        *self == Self::AsAnyOther
    }
}

/// An amount of money in whole units of a currency. Prints and serialises as `3000 USD`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Money {
    /// Whole units.
    pub amount: u32,
    /// Three capital letters (ISO 4217).
    pub currency: String,
}

schemars::where_published! {
    impl JsonSchema for Money {
        fn schema_name() -> std::borrow::Cow<'static, str> {
            "Money".into()
        }

        fn inline_schema() -> bool {
            true
        }

        fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
            super::bounds::money(generator)
        }
    }
}

impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.amount, self.currency)
    }
}

impl From<Money> for String {
    fn from(money: Money) -> Self {
        money.to_string()
    }
}

impl TryFrom<String> for Money {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let bad = || format!("`{text}` is no amount of money such as \"3000 USD\"");
        let (amount, currency) = text.split_once(' ').ok_or_else(bad)?;
        if currency.len() != 3 || !currency.bytes().all(|b| b.is_ascii_uppercase()) {
            return Err(bad());
        }
        Ok(Self { amount: amount.parse().map_err(|_| bad())?, currency: currency.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn money_is_whole_units_and_three_capital_letters() {
        assert_eq!(Money::try_from("3000 USD".to_owned()).unwrap().to_string(), "3000 USD");
        for text in ["", "3000", "3000 US", "3000 USDX", "3000 usd", "3000 U5D", "30.5 USD", "-1 USD", "3000  USD"] {
            assert!(Money::try_from(text.to_owned()).is_err(), "{text}");
        }
    }
}
