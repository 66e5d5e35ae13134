//! Errors in the command line or in a file it names. They exit with code 2, as a word unknown to clap does.

use std::{io, path::PathBuf};

use rulebook::shipped;
use server::{plan::PlanError, sources::SourceError};

use crate::shell::shown_path::ShownPath;

/// The plan that a contest file names cannot be played.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
#[error("the contest has no plan that can be played")]
#[diagnostic(help(
    "`viva schedule make` makes plans; without `plan` in the contest file, the design of the rulebook makes it"
))]
pub(crate) struct Unplayable(#[from] PlanError);

/// The display files that a contest file names cannot be used.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
#[error(transparent)]
pub(crate) struct Unshowable(#[from] pub(crate) SourceError);

/// A name that is neither a shipped rulebook's id nor a file.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
#[error("no shipped rulebook and no file is called `{named}`")]
#[diagnostic(help("choose one of {}, or name a rulebook file", shipped::ids().collect::<Vec<_>>().join(", ")))]
pub(crate) struct NoRulebook {
    pub(crate) named: String,
}

/// A path that a command cannot write to.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
#[error("failed to write `{path}`", path = .path.shown())]
#[diagnostic(help("{}", way_out(.source)))]
pub(crate) struct Unwritable {
    pub(crate) path: PathBuf,
    #[source]
    pub(crate) source: io::Error,
}

fn way_out(why: &io::Error) -> &'static str {
    match why.kind() {
        io::ErrorKind::AlreadyExists => "choose a path that does not exist yet, or write over it with --force",
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => "make room on the disk, or choose another folder",
        _ => "choose a path in a folder where you may write",
    }
}
