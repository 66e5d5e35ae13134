//! What `check --json` says of a file: its faults, each with its line and column.

use rulebook::reader::Fault;
use serde::Serialize;

/// A fault of a rulebook or a contest file.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct FaultAt {
    /// The file that it stands in: a contest file can be at fault together with its rulebook.
    file: String,
    /// The line that it begins in, from 1.
    line: usize,
    /// The character of the line that it begins with, from 1.
    column: usize,
    /// What kind of fault it is, such as `rulebook::unknown_key`. It stays the same when the sentence is reworded.
    code: String,
    /// What is wrong.
    message: String,
    /// How to mend it.
    help: String,
}

impl From<&Fault> for FaultAt {
    fn from(fault: &Fault) -> Self {
        let (line, column) = fault.line_and_column();
        Self {
            file: fault.file_name().to_owned(),
            line,
            column,
            code: fault.code().to_string(),
            message: fault.to_string(),
            help: fault.help().to_owned(),
        }
    }
}

/// Everything that is wrong with a file.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct AllFaults {
    /// The faults, in the order in which they stand.
    faults: Vec<FaultAt>,
    /// How many more there are.
    more: usize,
}

impl From<&rulebook::Faults> for AllFaults {
    fn from(faults: &rulebook::Faults) -> Self {
        Self { faults: faults.iter().map(FaultAt::from).collect(), more: faults.left_off() }
    }
}
