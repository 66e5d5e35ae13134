//! The judgements behind shares: one row for each answer that takes a witness for human or machine.
//!
//! A result has the counts of a share, which is all that its awards need. An interval also needs the judge and the
//! witness of each judgement, because judgements of one judge and about one person depend on each other.

use rulebook::{JudgeId, Witness};
use statistics::share::{self, NoShare};

/// The probability of all intervals.
pub const LEVEL: f64 = 0.95;

/// A judge's answer that takes a witness for human or machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Judgement {
    /// The trial, from 1.
    pub trial: u16,
    /// The judge.
    pub judge: JudgeId,
    /// The judged witness.
    pub witness: Witness,
    /// The other witness of the interview; `None` if there was none, or several.
    pub beside: Option<Witness>,
    /// `true` if the judge took the witness for the human.
    pub taken: bool,
    /// `true` if the judge was right about the witness.
    pub right: bool,
}

/// The outcome that a share counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JudgementOutcome {
    /// Judgements that take the witness for the human.
    Taken,
    /// Judgements that are right about the witness.
    Right,
}

/// The judgements of a contest.
#[derive(Debug, Clone, Default)]
pub struct Judgements(pub(crate) Vec<Judgement>);

impl Judgements {
    /// The judgements.
    pub fn iter(&self) -> impl Iterator<Item = &Judgement> {
        self.0.iter()
    }

    /// The share of these judgements with its interval at [`LEVEL`].
    ///
    /// Judgements about several witnesses make clusters of judges and witnesses; those about one witness make clusters
    /// of judges and of the people beside it.
    ///
    /// # Errors
    /// [`NoShare`] where the judgements allow no interval.
    pub fn share(&self, counts: JudgementOutcome, of: impl Fn(&Judgement) -> bool) -> Result<share::Share, NoShare> {
        let rows: Vec<&Judgement> = self.0.iter().filter(|row| of(row)).collect();
        let is_one = rows.windows(2).all(|pair| pair[0].witness == pair[1].witness);
        let person = |witness: Witness| match witness {
            Witness::Entry(id) => 2 * usize::from(id.number()),
            Witness::Confederate(id) => 2 * usize::from(id.number()) + 1,
        };
        let row = |row: &&Judgement| share::Judgement {
            judge: row.judge.index(),
            witness: if is_one { row.beside.map_or(0, person) } else { person(row.witness) },
            outcome: match counts {
                JudgementOutcome::Taken => row.taken,
                JudgementOutcome::Right => row.right,
            },
        };
        share::share(&rows.iter().map(row).collect::<Vec<_>>(), LEVEL)
    }
}
