//! Talk: data goes to standard output, everything said about it to standard error.
//!
//! Output that is lost is never lost in silence: whatever cannot be written to standard output makes the command end with
//! a failure that says so. A reader who has gone away (`| head -1`) is no failure: the command goes on, says nothing more
//! there, and ends with the number it would have ended with anyway.

mod colour;
mod progress;
mod reading;
mod width;

use std::{
    ffi::OsStr,
    fmt::Display,
    io::{self, Write},
    sync::OnceLock,
};

use clap::{CommandFactory, FromArgMatches};
use miette::MietteHandlerOpts;
use tracing_subscriber::EnvFilter;

pub(crate) use self::{
    progress::{Progress, Unit},
    reading::{
        STANDARD_INPUT, Source, Unreadable, is_input, name_of, open, read_bytes_of, read_text, read_text_of, text_of,
        unreadable,
    },
    width::wrapped,
};
use crate::{
    cli::Cli,
    exit::Exit,
    misuse::{NoRulebook, Unplayable, Unwritable},
};

/// Why a command ended without an answer: a diagnostic that shows what, where, and how to mend.
pub(crate) type Failure = miette::Report;

/// Sets up logs (to standard error, `VIVA_LOG=info` for more) and how faults in files are shown.
fn init(color: clap::ColorChoice) {
    colour::ask(color);
    let filter = EnvFilter::try_from_env("VIVA_LOG").unwrap_or_else(|_| EnvFilter::new("warn"));
    let is_coloured = colour::is_wanted(&io::stderr());
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(|| Talk).with_target(false);
    let log = log.with_ansi(is_coloured);
    // A log that cannot be written must not end the program.
    log.log_internal_errors(false).init();
    let _ = miette::set_hook(Box::new(move |_| {
        let shown = MietteHandlerOpts::new().terminal_links(false).context_lines(1).color(is_coloured);
        // Where no terminal says how wide it is, the usual width is taken.
        let shown = width::of(&io::stderr()).map_or(shown.clone(), |columns| shown.width(columns.max(NARROWEST)));
        Box::new(shown.build())
    }));
}

/// The fewest columns in which a fault is shown beside the line that it stands in.
const NARROWEST: usize = 30;

/// Reads the command line, and sets up how things are said. Help that was asked for is data; what is wrong with the words is
/// said, and ends with 2.
///
/// # Errors
/// How the program ends without a command to carry out.
pub(crate) fn command_line() -> Result<Cli, Exit> {
    let words: Vec<_> = std::env::args_os().collect();
    let color = colour::asked_in(words.iter().map(AsRef::as_ref));
    let read = Cli::command().color(color).try_get_matches_from(&words);
    let cli = read.and_then(|mut found| Cli::from_arg_matches_mut(&mut found)).map_err(|told| {
        let printed = told.print().and_then(|()| io::stdout().flush());
        if told.use_stderr() {
            return Exit::Usage;
        }
        printed.unwrap_or_else(lost);
        close(Exit::Yes)
    })?;
    init(cli.color);
    if words.iter().filter(|word| *word == OsStr::new(STANDARD_INPUT)).count() > 1 {
        talk(
            "standard input is named twice, and can be read once\nhint: put one of the two into a file, and name that",
        );
        return Err(Exit::Usage);
    }
    Ok(cli)
}

/// The columns of the terminal that standard output is; none where it is a file or a pipe, which have no width.
pub(crate) fn columns() -> Option<usize> {
    width::of(&io::stdout())
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

/// Prints data as JSON, for a command that has nothing else to answer.
///
/// # Errors
/// When the value has no JSON form, such as a table whose keys are no texts.
pub(crate) fn json(value: &impl serde::Serialize) -> Result<Exit, Failure> {
    data(serde_json::to_string_pretty(value).map_err(failure)?);
    Ok(Exit::Yes)
}

/// Prints data as it is, at once.
pub(crate) fn print(text: impl Display) {
    if LOST.get().is_none() {
        progress::wipe();
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
    progress::wipe();
    let _ = writeln!(io::stderr(), "{text}");
}

/// Standard error for the log: where nobody reads it, nothing is lost.
struct Talk;

impl Write for Talk {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        progress::wipe();
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
