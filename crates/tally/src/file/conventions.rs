//! What the caller says of files besides what stands in them.

use super::Numbers;

/// What the caller says of the files. Nothing by default.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Conventions {
    /// How many took part.
    pub numbers: Numbers,
    /// Whether what they hold was observed, not planned: nobody is expected to meet everybody, and as many took part as the
    /// files show. It is always so where the rulebook is a study.
    pub observed: bool,
    /// Whether a deadline has closed: missing answers then count for nobody, and no award waits for them.
    pub closed: bool,
    /// Our names of columns, each with the name they have in the files. Where there is one, further columns that nobody asked
    /// for are left out with a note.
    pub columns: Vec<(String, String)>,
    /// Our words for values, each with one that the files have: `human`, `machine`, `unsure`, `entry`, `confederate`, `yes`,
    /// `no`, and `blank` for what says nothing.
    pub values: Vec<(String, String)>,
}

impl From<Numbers> for Conventions {
    fn from(numbers: Numbers) -> Self {
        Self { numbers, ..Self::default() }
    }
}
