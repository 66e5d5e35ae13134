//! Talk: data goes to standard output, everything said about it to standard error.
#![expect(clippy::print_stderr, reason = "the edge where the program speaks")]

use std::{
    fmt::Display,
    io::{self, Write},
    path::{Path, PathBuf},
};

use tracing_subscriber::EnvFilter;

use crate::{commands::rulebook::NoRulebook, exit::Exit};

/// Why a command ended without an answer: a diagnostic that shows what, where, and how to mend.
pub(crate) type Failure = miette::Report;

/// Sets up logs (to standard error, `VIVA_LOG=info` for more) and how faults in files are shown.
pub(crate) fn init() {
    let filter = EnvFilter::try_from_env("VIVA_LOG").unwrap_or_else(|_| EnvFilter::new("warn"));
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr).with_target(false).init();
    let _ = miette::set_hook(Box::new(|_| {
        Box::new(miette::MietteHandlerOpts::new().terminal_links(false).context_lines(1).build())
    }));
}

/// Shows a failure and ends with its number.
pub(crate) fn report(failure: &Failure) -> Exit {
    eprintln!("{failure:?}");
    let usage = failure.downcast_ref::<rulebook::reader::Faults>().is_some()
        || failure.downcast_ref::<Unreadable>().is_some()
        || failure.downcast_ref::<NoRulebook>().is_some();
    if usage { Exit::Usage } else { Exit::No }
}

/// Prints data. A reader that has gone away, such as `head`, ends the program quietly.
pub(crate) fn data(text: impl Display) {
    if writeln!(io::stdout(), "{text}").is_err() {
        std::process::exit(0);
    }
}

/// Says something.
pub(crate) fn talk(text: impl Display) {
    eprintln!("{text}");
}

/// A failure that stands on its own.
pub(crate) fn failure(error: impl std::error::Error + Send + Sync + 'static) -> Failure {
    miette::IntoDiagnostic::into_diagnostic(Err::<(), _>(error)).expect_err("it was an error")
}

/// A file that cannot be read.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
#[error("failed to read `{path}`", path = .path.display())]
#[diagnostic(help("check the path, and that the file may be read"))]
pub(crate) struct Unreadable {
    path: PathBuf,
    #[source]
    source: io::Error,
}

/// Reads a file of text, at most as large as a rulebook or contest file may be.
pub(crate) fn read_text(path: &Path) -> Result<String, Failure> {
    let read = || -> io::Result<String> {
        if std::fs::metadata(path)?.len() > 4 * rulebook::reader::LARGEST_FILE as u64 {
            return Err(io::Error::other("it is too large to be a contest file or a rulebook"));
        }
        String::from_utf8(std::fs::read(path)?).map_err(|_| io::Error::other("it is not UTF-8 text"))
    };
    read().map_err(|source| Unreadable { path: path.to_owned(), source }.into())
}

/// Reads a file of bytes.
pub(crate) fn read_bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    std::fs::read(path).map_err(|source| Unreadable { path: path.to_owned(), source }.into())
}
