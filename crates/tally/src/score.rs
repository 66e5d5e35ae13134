//! Exact figures for results: the counts beside the number that is compared.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Fraction;

/// A part of a whole, both counted: 40 of 72 interviews. Serialises with the fraction in lowest terms beside the
/// counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Counts", into = "Counts")]
pub struct Share {
    part: u64,
    whole: u64,
}

/// A part of a whole.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Share")]
struct Counts {
    /// The number in the part.
    part: u64,
    /// The number in the whole.
    whole: u64,
    /// The part divided by the whole, in lowest terms; absent when there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    exact: Option<Fraction>,
}

impl Share {
    /// The share `part` of `whole`.
    #[must_use]
    pub fn new(part: u64, whole: u64) -> Self {
        Self { part, whole }
    }

    /// The number in the part.
    #[must_use]
    pub fn part(self) -> u64 {
        self.part
    }

    /// The number in the whole.
    #[must_use]
    pub fn whole(self) -> u64 {
        self.whole
    }

    /// The part divided by the whole, in lowest terms; `None` when there are none.
    #[must_use]
    pub fn exact(self) -> Option<Fraction> {
        Fraction::new(self.part, self.whole)
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.exact().unwrap_or(Fraction::whole(0)) {
            exact if exact.denominator() > 1 => write!(f, "{} ({}/{})", exact.decimal(), self.part, self.whole),
            whole => whole.fmt(f),
        }
    }
}

impl From<Share> for Counts {
    fn from(share: Share) -> Self {
        Self { part: share.part, whole: share.whole, exact: share.exact() }
    }
}

impl TryFrom<Counts> for Share {
    type Error = String;

    fn try_from(Counts { part, whole, exact }: Counts) -> Result<Self, String> {
        let share = Self { part, whole };
        let same = share.exact() == exact && part <= whole;
        same.then_some(share).ok_or_else(|| format!("{part} of {whole} is no share, or not the one that `exact` tells"))
    }
}

schemars::where_published! {
    impl JsonSchema for Share {
        fn schema_name() -> std::borrow::Cow<'static, str> {
            "Share".into()
        }

        fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
            Counts::json_schema(generator)
        }
    }
}

/// An exact figure with the counts it was made from. Prints as the exact number: `3`, or `3.25 (13/4)`; a share prints
/// with its counts: `0.56 (40/72)`. The better end depends on the measure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Score {
    /// The number of times it was taken for the human.
    Times {
        /// Interviews in which it was taken for the human.
        times: u64,
        /// Interviews with an answer that takes it for human or machine.
        interviews: u64,
    },
    /// The share of its interviews in which it was taken for the human.
    Share(Share),
    /// The median of ranks or ratings.
    Median {
        /// The median, in lowest terms.
        exact: Fraction,
        /// The number of numbers.
        numbers: u64,
    },
    /// The arithmetic mean of ranks or ratings.
    Mean {
        /// The mean, in lowest terms.
        exact: Fraction,
        /// The number of numbers.
        numbers: u64,
    },
    /// The total of ranks.
    Total {
        /// The total, in lowest terms: level witnesses share ranks, so it may have halves.
        exact: Fraction,
        /// The number of numbers.
        numbers: u64,
    },
    /// A place, from 1: in the selection, or as a coin drew it.
    Place {
        /// The place.
        place: u64,
    },
    /// The votes of judges.
    Votes {
        /// The number of judges who voted for it.
        votes: u64,
    },
}

impl Score {
    /// The number that is compared, in lowest terms. The share of no interview at all is 0.
    #[must_use]
    pub fn exact(self) -> Fraction {
        match self {
            Self::Times { times: whole, .. } | Self::Place { place: whole } | Self::Votes { votes: whole } => {
                Fraction::whole(whole)
            }
            Self::Share(share) => share.exact().unwrap_or(Fraction::whole(0)),
            Self::Median { exact, .. } | Self::Mean { exact, .. } | Self::Total { exact, .. } => exact,
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Share(share) => share.fmt(f),
            other => other.exact().fmt(f),
        }
    }
}
