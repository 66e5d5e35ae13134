//! The exit codes of `viva`, on which scripts rely.

use std::process::{ExitCode, Termination};

/// The exit code of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    /// 0: done; a check passed.
    Yes,
    /// 1: a check failed, or the command did.
    No,
    /// 2: the command line, or a file it names, cannot be used. (clap exits with the same code.)
    Usage,
    /// 3: nothing is wrong and something is missing: a record is incomplete (unfinished, cut or redacted), so that no
    /// result can be confirmed from it; or files of a contest's programs are not there yet.
    Incomplete,
    /// 130: stopped by Ctrl-C or a signal before the work was done. (Shells report the same code for a program that
    /// SIGINT ended.)
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
