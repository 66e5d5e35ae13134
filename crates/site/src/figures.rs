//! Scores as pictures need them, with the sentences about their intervals.

use contest::result::ballots;
use language::Message;
pub(crate) use tally::intervals::{Basis, Figure, Figures, Kind, Scale};
use tally::{Standing, intervals};

use crate::Site;

/// The method of the intervals in a sentence.
pub(crate) fn told(kind: Kind) -> Message {
    match kind {
        Kind::Share => say!("site-bars-share"),
        Kind::Mean => say!("site-bars-mean"),
        Kind::Median => say!("site-bars-median"),
    }
}

/// The label of the axis.
pub(crate) fn axis(kind: Kind, measure: Message) -> Message {
    match kind {
        Kind::Share => say!("site-axis-share"),
        Kind::Mean | Kind::Median => measure,
    }
}

impl Site<'_> {
    /// The scores of these standings; `None` where they are not shares, means or medians.
    pub(crate) fn figures(&self, standings: &[Standing]) -> Option<Figures> {
        intervals::figures(&self.contest.rulebook, &ballots(self.contest), standings)
    }
}
