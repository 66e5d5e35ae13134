//! The figure by which a stage orders entries: exact numbers, never floats.

use std::{cmp::Ordering, fmt};

use language::{Message, Say};
use serde::{Deserialize, Serialize};

use crate::Moment;

/// The figure that gives an entry its place. All figures of one stage are of one kind; [`Figure::better`] orders them, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Figure {
    /// Its stamp: earlier is better.
    Stamp(Moment),
    /// Its place in the committee's order; `None` when it was not chosen.
    Chosen(Option<u16>),
    /// The mean of its ranks: less is better.
    MeanRank(Mean),
    /// The mean of its points: more is better.
    MeanPoints(Mean),
    /// The sum of its marks, in thousandths of a mark: more is better.
    Marks(u64),
}

/// An arithmetic mean, kept as sum and count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mean {
    /// The sum, in thousandths.
    pub thousandths: u64,
    /// The number of values added, at least 1.
    pub count: u32,
}

impl Figure {
    /// `Less` when this is better than the other.
    #[must_use]
    pub fn better(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Stamp(a), Self::Stamp(b)) => a.place().cmp(&b.place()),
            (Self::Chosen(a), Self::Chosen(b)) => a.unwrap_or(u16::MAX).cmp(&b.unwrap_or(u16::MAX)),
            (Self::MeanRank(a), Self::MeanRank(b)) => a.cmp(b),
            (Self::MeanPoints(a), Self::MeanPoints(b)) => b.cmp(a),
            (Self::Marks(a), Self::Marks(b)) => b.cmp(a),
            _ => unreachable!("the figures of one stage are of one kind"),
        }
    }
}

impl Say for Figure {
    fn message(&self) -> Message {
        match self {
            Self::Stamp(stamp) => say!("selection-figure-stamp", stamp = stamp.to_string()),
            Self::Chosen(Some(place)) => say!("selection-figure-chosen", place = *place),
            Self::Chosen(None) => say!("selection-figure-not-chosen"),
            Self::MeanRank(mean) => say!("selection-figure-mean-rank", mean = mean.to_string()),
            Self::MeanPoints(mean) => say!("selection-figure-mean-points", mean = mean.to_string()),
            Self::Marks(sum) => {
                let sum = Mean { thousandths: *sum, count: 1 };
                say!("selection-figure-marks", sum = sum.to_string())
            }
        }
    }
}

display_in_english!(Figure);

impl Ord for Mean {
    fn cmp(&self, other: &Self) -> Ordering {
        let cross = |a: &Self, b: &Self| u128::from(a.thousandths) * u128::from(b.count);
        cross(self, other).cmp(&cross(other, self))
    }
}

impl PartialOrd for Mean {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Mean {
    /// Rounds to the thousandth, half up, and adds the exact fraction where the sum is no multiple of the count.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = u64::from(self.count.max(1));
        let rounded = (2 * self.thousandths + count) / (2 * count);
        let (whole, part) = (rounded / 1000, format!("{:03}", rounded % 1000));
        match part.trim_end_matches('0') {
            "" => write!(f, "{whole}")?,
            part => write!(f, "{whole}.{part}")?,
        }
        if self.thousandths.is_multiple_of(count) {
            return Ok(());
        }
        let (whole, part) = (self.thousandths / 1000, self.thousandths % 1000);
        if part == 0 { write!(f, " ({whole}/{count})") } else { write!(f, " ({}/{})", self.thousandths, count * 1000) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_compared_exactly_and_printed_with_their_fraction() {
        let third = Mean { thousandths: 1000, count: 3 };
        let more = Mean { thousandths: 333_334, count: 1000 };
        assert_eq!(third.cmp(&Mean { thousandths: 2000, count: 6 }), Ordering::Equal);
        assert_eq!(third.cmp(&more), Ordering::Less);
        assert!(third < more);
        assert_eq!(Figure::MeanPoints(third).better(&Figure::MeanPoints(more)), Ordering::Greater);
        for (mean, text) in [
            (Mean { thousandths: 11_000, count: 3 }, "3.667 (11/3)"),
            (Mean { thousandths: 9000, count: 3 }, "3"),
            (Mean { thousandths: 7250, count: 1 }, "7.25"),
            (Mean { thousandths: 2500, count: 3 }, "0.833 (2500/3000)"),
        ] {
            assert_eq!(mean.to_string(), text);
        }
    }
}
