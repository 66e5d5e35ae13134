//! The caller's information about the files, beyond their content.

use super::Numbers;

/// The caller's information about the files. Nothing by default.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Conventions {
    /// The numbers of participants.
    pub numbers: Numbers,
    /// Whether the interviews were observed rather than planned: no judge is expected to meet every witness, and the
    /// participants are those in the files. Always so if the rulebook is a study.
    pub observed: bool,
    /// True if a deadline has passed: missing answers then count for nobody, and no award waits for them.
    pub closed: bool,
    /// The program's names of columns, each with its name in the files. If there is one, unknown columns are ignored
    /// with a note.
    pub columns: Vec<(String, String)>,
    /// The program's words for values, each with one of the files' words: `human`, `machine`, `unsure`, `entry`,
    /// `confederate`, `yes`, `no`, and `blank` for an empty cell.
    pub values: Vec<(String, String)>,
}

impl From<Numbers> for Conventions {
    fn from(numbers: Numbers) -> Self {
        Self { numbers, ..Self::default() }
    }
}
