//! Talk: data goes to standard output, everything said about it to standard error.
//!
//! Output that is lost is never lost in silence: whatever cannot be written to standard output makes the command end with
//! a failure that says so. A reader who has gone away (`| head -1`) is no failure: the command goes on, says nothing more
//! there, and ends with the number it would have ended with anyway.

use std::{
    fmt::Display,
    fs::File,
    io::{self, IsTerminal, Read, Write},
    path::{Path, PathBuf},
    sync::OnceLock,
};

use tracing_subscriber::EnvFilter;

use crate::{
    cli::Cli,
    exit::Exit,
    misuse::{NoRulebook, Unplayable, Unwritable},
};

/// Why a command ended without an answer: a diagnostic that shows what, where, and how to mend.
pub(crate) type Failure = miette::Report;

/// Sets up logs (to standard error, `VIVA_LOG=info` for more) and how faults in files are shown.
pub(crate) fn init() {
    let filter = EnvFilter::try_from_env("VIVA_LOG").unwrap_or_else(|_| EnvFilter::new("warn"));
    let is_coloured = io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|no| no.is_empty());
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(|| Talk).with_target(false);
    let log = log.with_ansi(is_coloured);
    // A log that cannot be written must not end the program.
    log.log_internal_errors(false).init();
    let _ = miette::set_hook(Box::new(|_| {
        Box::new(miette::MietteHandlerOpts::new().terminal_links(false).context_lines(1).build())
    }));
}

/// Reads the command line. Help that was asked for is data; what is wrong with the words is said, and ends with 2.
///
/// # Errors
/// How the program ends without a command to carry out.
pub(crate) fn command_line() -> Result<Cli, Exit> {
    <Cli as clap::Parser>::try_parse().map_err(|told| {
        let printed = told.print().and_then(|()| io::stdout().flush());
        if told.use_stderr() {
            return Exit::Usage;
        }
        printed.unwrap_or_else(lost);
        close(Exit::Yes)
    })
}

/// Shows a failure and ends with its number.
pub(crate) fn report(failure: &Failure) -> Exit {
    talk(format_args!("{failure:?}"));
    let usage = failure.downcast_ref::<rulebook::reader::Faults>().is_some()
        || failure.downcast_ref::<Unreadable>().is_some()
        || failure.downcast_ref::<Unwritable>().is_some()
        || failure.downcast_ref::<Unplayable>().is_some()
        || failure.downcast_ref::<NoRulebook>().is_some();
    if usage { Exit::Usage } else { Exit::No }
}

/// Shows every fault; the check said no.
pub(crate) fn faulty(faults: rulebook::reader::Faults) -> Result<Exit, Failure> {
    report(&faults.into());
    Ok(Exit::No)
}

/// The first thing that went wrong with standard output.
static LOST: OnceLock<io::Error> = OnceLock::new();

/// Prints data, and ends the line.
pub(crate) fn data(text: impl Display) {
    print(format_args!("{text}\n"));
}

/// Prints data as it is, at once.
pub(crate) fn print(text: impl Display) {
    if LOST.get().is_none() {
        let mut out = io::stdout().lock();
        write!(out, "{text}").and_then(|()| out.flush()).unwrap_or_else(lost);
    }
}

fn lost(why: io::Error) {
    let _ = LOST.set(why);
}

/// True when nobody can read what is printed any more: a conversation at the terminal has no sense then.
pub(crate) fn is_unread() -> bool {
    LOST.get().is_some()
}

/// Ends the program at once, because nobody reads on.
pub(crate) fn leave() -> ! {
    let failed = close(Exit::Yes) != Exit::Yes;
    std::process::exit(i32::from(failed))
}

/// The number to end with: data that could not be written makes a failure of a success.
pub(crate) fn close(exit: Exit) -> Exit {
    if LOST.get().is_none() {
        io::stdout().flush().unwrap_or_else(lost);
    }
    match LOST.get().filter(|why| why.kind() != io::ErrorKind::BrokenPipe) {
        Some(why) => {
            talk(format_args!("failed to write to standard output: {why}\nhint: what was printed is not complete"));
            if exit == Exit::Yes { Exit::No } else { exit }
        }
        None => exit,
    }
}

/// Says something. Nobody may be listening.
pub(crate) fn talk(text: impl Display) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Standard error for the log: where nobody reads it, nothing is lost.
struct Talk;

impl Write for Talk {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let _ = io::stderr().write_all(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
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

/// The largest file of text that is read, in bytes.
const TEXT_MAX: u64 = 4 * rulebook::reader::LARGEST_FILE as u64;

/// Reads a file of text, at most as large as a rulebook or contest file may be.
pub(crate) fn read_text(path: &Path) -> Result<String, Failure> {
    File::open(path).and_then(text_of).map_err(|source| Unreadable { path: path.to_owned(), source }.into())
}

/// The same of a file that may have so many bytes.
pub(crate) fn read_text_of(path: &Path, most: u64) -> Result<String, Failure> {
    File::open(path).and_then(|file| text_up_to(file, most)).map_err(|source| unreadable(path, source))
}

/// All of an open file of text. What has no length of its own (a pipe, a device) is read no further than any other.
pub(crate) fn text_of(file: File) -> io::Result<String> {
    text_up_to(file, TEXT_MAX)
}

fn text_up_to(file: File, most: u64) -> io::Result<String> {
    let mut bytes = Vec::new();
    file.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(io::Error::other(format!("it is larger than the {} MB that are read of a text", most / 1_000_000)));
    }
    String::from_utf8(bytes).map_err(|_| io::Error::other("it is not UTF-8 text"))
}

/// Opens a file to be read in pieces.
pub(crate) fn open(path: &Path) -> Result<File, Failure> {
    File::open(path).map_err(|source| unreadable(path, source))
}

/// The failure of a file that cannot be read.
pub(crate) fn unreadable(path: &Path, source: io::Error) -> Failure {
    Unreadable { path: path.to_owned(), source }.into()
}

/// Reads a file of bytes.
pub(crate) fn read_bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    std::fs::read(path).map_err(|source| Unreadable { path: path.to_owned(), source }.into())
}
