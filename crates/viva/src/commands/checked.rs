//! The faults in the answers of `check --json`, each with its line and column.

use rulebook::reader::Fault;
use serde::Serialize;

/// A fault of a rulebook or a contest file.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct FaultAt {
    /// The file with the fault: a contest file can be at fault together with its rulebook.
    file: String,
    /// The line of the fault's first character, from 1.
    line: usize,
    /// The column of the fault's first character, from 1.
    column: usize,
    /// The kind of fault, such as `rulebook::unknown_key`. It stays the same when the sentence is reworded.
    code: String,
    /// The fault in a sentence.
    message: String,
    /// The way to fix it.
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

/// All faults of a file.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct AllFaults {
    /// The faults, in the order of the file.
    faults: Vec<FaultAt>,
    /// The number of further faults left off.
    more: usize,
}

impl From<&rulebook::Faults> for AllFaults {
    fn from(faults: &rulebook::Faults) -> Self {
        Self { faults: faults.iter().map(FaultAt::from).collect(), more: faults.left_off() }
    }
}
