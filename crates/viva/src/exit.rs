//! How `viva` ends, in numbers that scripts can rely on.

use std::process::{ExitCode, Termination};

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    /// 0: done; a check said yes.
    Yes,
    /// 1: a check said no, or something failed.
    No,
    /// 2: the command line, or a file it names, cannot be used. (clap ends with the same number.)
    Usage,
    /// 3: a record is incomplete: unfinished, cut or redacted, so that no result can be confirmed from it.
    Incomplete,
    /// 130: stopped by Ctrl-C, or asked to end, before the work was done. (Shells say the same of a program that SIGINT
    /// ended.)
    Interrupted,
}

impl Termination for Exit {
    fn report(self) -> ExitCode {
        ExitCode::from(match self {
            Self::Yes => 0,
            Self::No => 1,
            Self::Usage => 2,
            Self::Incomplete => 3,
            Self::Interrupted => 130,
        })
    }
}
