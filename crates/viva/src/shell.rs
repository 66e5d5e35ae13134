//! Output: data goes to standard output, messages about it to standard error.
//!
//! Failed output is always reported: if standard output cannot be written, the command ends with a failure that says
//! so. A reader that has gone away (`| head -1`) is no failure: the command goes on, prints nothing more there, and
//! keeps its exit code.
//!
//! Everything printed passes this module, which makes controls visible, so that no file, program or file name can move
//! the terminal's cursor. Three things are exempt: [`raw`] exports into a file or a pipe, the program's own controls
//! ([`control`], [`status_line`]), and colours. A command writes values from files with [`visible`], and paths as
//! [`ShownPath`], because their line feeds must be escaped too.

mod colour;
mod progress;
mod reading;
pub(crate) mod shown_path;
mod width;

use std::{
    env,
    ffi::{OsStr, OsString},
    fmt::{self, Display},
    io::{self, IsTerminal, Write},
    sync::{Mutex, MutexGuard, OnceLock, PoisonError},
};

use clap::{ColorChoice, CommandFactory, FromArgMatches};
use miette::{MietteHandler, MietteHandlerOpts, ReportHandler};
use rulebook::{is_disruptive, visible, visible_lines};
use tracing_subscriber::{
    filter::{LevelFilter, Targets},
    fmt::layer,
    layer::SubscriberExt,
    util::SubscriberInitExt,
};

pub(crate) use self::{
    progress::{Progress, Unit},
    reading::{
        OpenFile, STANDARD_INPUT, Unreadable, is_input, name_of, open, read_bytes_of, read_text, read_text_of, text_of,
        unreadable,
    },
    shown_path::ShownPath,
    width::wrapped,
};
use crate::{
    cli::Cli,
    exit::Exit,
    misuse::{NoRulebook, Unplayable, Unwritable},
};

/// The error that ended a command: a diagnostic that says where it is and how to fix it.
pub(crate) type Failure = miette::Report;

/// Sets up logs (to standard error, `VIVA_LOG=info` for more) and the display of faults in files.
fn init(color: ColorChoice) {
    colour::ask(color);
    let wanted = env::var("VIVA_LOG").ok().and_then(|wanted| wanted.parse::<Targets>().ok());
    let is_coloured = colour::is_wanted(&io::stderr());
    let log = layer().with_writer(|| LogWriter).with_target(false).with_ansi(is_coloured);
    // A log that cannot be written must not end the program.
    let log = log.log_internal_errors(false);
    let wanted = wanted.unwrap_or_else(|| Targets::new().with_default(LevelFilter::WARN));
    tracing_subscriber::registry().with(log).with(wanted).init();
    let _ = miette::set_hook(Box::new(move |_| Box::new(handler(is_coloured))));
}

/// The renderer of faults in files.
fn handler(is_coloured: bool) -> MietteHandler {
    let shown = MietteHandlerOpts::new().terminal_links(false).context_lines(1).color(is_coloured);
    // Without a terminal's width, miette's default is used.
    width::of(&io::stderr()).map_or(shown.clone(), |columns| shown.width(columns.max(NARROWEST))).build()
}

/// A fault rendered without colours.
struct Uncoloured<'f>(&'f Failure);

impl fmt::Display for Uncoloured<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        handler(false).debug(self.0.as_ref(), f)
    }
}

/// Returns the coloured text if nothing else in it is disruptive; otherwise the plain text with its controls visible.
fn coloured_if_harmless(coloured: String, plain: String) -> String {
    if plain.contains(|c| is_disruptive(c) && !matches!(c, '\n' | '\t')) {
        visible_lines(plain).to_string()
    } else {
        coloured
    }
}

/// The fewest columns in which a fault is shown beside its line.
const NARROWEST: usize = 30;

/// Reads the command line and sets up output. Help that was asked for is printed as data; a usage error is a message,
/// with exit code 2.
///
/// # Errors
/// The exit code, when there is no command to run.
pub(crate) fn command_line() -> Result<Cli, Exit> {
    let words: Vec<_> = std::env::args_os().collect();
    let color = colour::asked_in(words.iter().map(AsRef::as_ref));
    let read = Cli::command().color(color).try_get_matches_from(&words);
    let cli = read
        .and_then(|mut found| Cli::from_arg_matches_mut(&mut found))
        .map_err(|told| answer(&misread(&words, color).unwrap_or(told), color))?;
    init(cli.color);
    if words.iter().filter(|word| *word == OsStr::new(STANDARD_INPUT)).count() > 1 {
        talk(
            "standard input is named twice, and can be read once\nhint: put one of the two into a file, and name that",
        );
        return Err(Exit::Usage);
    }
    Ok(cli)
}

/// Clap's error for these words with their controls made visible: a shell may have put a file's name among them.
fn misread(words: &[OsString], color: ColorChoice) -> Option<clap::Error> {
    let words = words.iter().map(|word| visible(word.to_string_lossy()).to_string());
    Cli::command().color(color).try_get_matches_from(words).err()
}

/// Prints help or a usage error, and returns the exit code.
fn answer(told: &clap::Error, color: ColorChoice) -> Exit {
    let to_stderr = told.use_stderr();
    let is_coloured = match to_stderr {
        true => colour::is_coloured_by(color, &io::stderr()),
        false => colour::is_coloured_by(color, &io::stdout()),
    };
    let text = told.render();
    let text = if is_coloured { text.ansi().to_string() } else { text.to_string() };
    if to_stderr {
        let _ = io::stderr().write_all(text.as_bytes());
        return Exit::Usage;
    }
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).unwrap_or_else(lost);
    close(Exit::Yes)
}

/// The columns of standard output, if it is a terminal: files and pipes have no width.
pub(crate) fn columns() -> Option<usize> {
    width::of(&io::stdout())
}

/// Reports a failure and returns its exit code. A fault in a file is shown beside its lines; any other failure as a
/// sentence, with a hint on a line of its own.
pub(crate) fn report(failure: &Failure) -> Exit {
    let is_shown_in_a_file = failure.source_code().is_some() || failure.related().is_some();
    if is_shown_in_a_file {
        say(&coloured_if_harmless(format!("{failure:?}"), Uncoloured(failure).to_string()));
    } else {
        talk(in_sentences(failure));
    }
    let usage = failure.downcast_ref::<rulebook::reader::Faults>().is_some()
        || failure.downcast_ref::<Unreadable>().is_some()
        || failure.downcast_ref::<Unwritable>().is_some()
        || failure.downcast_ref::<Unplayable>().is_some()
        || failure.downcast_ref::<NoRulebook>().is_some();
    if usage { Exit::Usage } else { Exit::No }
}

/// The chain of causes, outermost first, and a line with a hint.
fn in_sentences(failure: &Failure) -> String {
    let causes: Vec<String> = failure.chain().map(ToString::to_string).collect();
    let (whole, hint) = (causes.join(": "), failure.help().map(|help| help.to_string()));
    let mended =
        failure.chain().filter_map(|cause| cause.downcast_ref::<io::Error>()).find_map(|why| way_out(why.kind()));
    let hint = hint.or_else(|| mended.map(str::to_owned)).filter(|_| !whole.contains("\nhint: "));
    hint.map_or(whole.clone(), |hint| format!("{whole}\nhint: {hint}"))
}

/// The hint for an error of the operating system that brings none of its own.
fn way_out(kind: io::ErrorKind) -> Option<&'static str> {
    Some(match kind {
        io::ErrorKind::NotFound => "check the path",
        io::ErrorKind::PermissionDenied => "ask whoever it belongs to, or choose another place",
        io::ErrorKind::AlreadyExists => "choose another name, or write over it with --force",
        io::ErrorKind::AddrInUse => "choose another address, or end what listens there",
        io::ErrorKind::AddrNotAvailable => "choose an address of this machine",
        io::ErrorKind::ConnectionRefused | io::ErrorKind::TimedOut => {
            "check the address, and that somebody listens there"
        }
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => "make room on the disk, or choose another folder",
        io::ErrorKind::ReadOnlyFilesystem => "choose a folder where you may write",
        _ => return None,
    })
}

/// Shows every fault and returns the exit code of a failed check.
pub(crate) fn faulty(faults: rulebook::reader::Faults) -> Result<Exit, Failure> {
    report(&faults.into());
    Ok(Exit::No)
}

/// Joins findings, one per line; a line feed inside one is made visible.
pub(crate) fn in_lines(found: impl IntoIterator<Item = impl Display>) -> String {
    found.into_iter().map(|one| visible(one).to_string()).collect::<Vec<_>>().join("\n")
}

/// The first error in writing standard output.
static LOST: OnceLock<io::Error> = OnceLock::new();

/// Prints data and a line feed.
pub(crate) fn data(text: impl Display) {
    print(format_args!("{text}\n"));
}

/// Prints an answer as JSON.
///
/// # Errors
/// When the value has no JSON form, such as a map with keys that are not strings.
pub(crate) fn json(value: &impl serde::Serialize) -> Result<Exit, Failure> {
    let text = rulebook::json::indented(value).map_err(failure)?;
    data(escaped_in_json(text));
    Ok(Exit::Yes)
}

/// Escapes every disruptive character in the strings of a JSON text: JSON itself escapes only the oldest controls. The
/// value stays the same.
fn escaped_in_json(json: String) -> String {
    let is_bare = |c: char| c != '\n' && is_disruptive(c);
    if !json.contains(is_bare) {
        return json;
    }
    json.chars().fold(String::with_capacity(json.len()), |mut text, c| {
        if is_bare(c) {
            // All of them are below U+10000, so four digits suffice.
            text.push_str(&format!("\\u{:04x}", u32::from(c)));
        } else {
            text.push(c);
        }
        text
    })
}

/// Prints data: lines and tabs unchanged, other controls visible.
pub(crate) fn print(text: impl Display) {
    write_out(visible_lines(text));
}

/// Prints an export byte for byte into a file or a pipe; on a terminal its controls are made visible.
pub(crate) fn raw(text: impl Display) {
    if io::stdout().is_terminal() { print(text) } else { write_out(text) }
}

/// Prints one of this program's own terminal controls.
pub(crate) fn control(control: &'static str) {
    write_out(control);
}

fn write_out(text: impl Display) {
    if LOST.get().is_none() {
        progress::wipe();
        let mut out = io::stdout().lock();
        write!(out, "{text}").and_then(|()| out.flush()).unwrap_or_else(lost);
    }
}

fn lost(why: io::Error) {
    let _ = LOST.set(why);
}

/// Returns true once standard output is lost: a conversation at the terminal cannot go on then.
pub(crate) fn is_unread() -> bool {
    LOST.get().is_some()
}

/// Ends the program at once, because standard output is lost.
pub(crate) fn leave() -> ! {
    let failed = close(Exit::Yes) != Exit::Yes;
    std::process::exit(i32::from(failed))
}

/// The final exit code: lost output turns success into failure.
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

/// Messages held back while a screen is drawn; `None` while no screen is.
static HELD: Mutex<Option<String>> = Mutex::new(None);

/// Starts holding back messages, which would spoil the screen.
#[cfg(feature = "screen")]
pub(crate) fn hold_talk() {
    held().get_or_insert_default();
}

/// Writes the messages held back.
#[cfg(feature = "screen")]
pub(crate) fn release_talk() {
    let said = held().take().unwrap_or_default();
    let _ = io::stderr().write_all(said.as_bytes());
}

/// The most bytes held back.
const HELD_MAX: usize = 64 * 1024;

fn held() -> MutexGuard<'static, Option<String>> {
    HELD.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Holds a message back, and returns true, if messages are held back now.
fn is_held(text: &str) -> bool {
    let mut held = held();
    let Some(said) = held.as_mut() else { return false };
    if said.len() + text.len() <= HELD_MAX {
        said.push_str(text);
    }
    true
}

/// Returns true if the screen on standard output is coloured.
#[cfg(feature = "screen")]
pub(crate) fn is_coloured() -> bool {
    colour::is_wanted(&io::stdout())
}

/// Prints a message on standard error. Errors in writing it are ignored.
pub(crate) fn talk(text: impl Display) {
    say(&visible_lines(text).to_string());
}

fn say(text: &str) {
    if is_held(&format!("{text}\n")) {
        return;
    }
    progress::wipe();
    let _ = writeln!(io::stderr(), "{text}");
}

/// Redraws the last line of the terminal; an empty text clears it. Standard error must be a terminal.
pub(crate) fn status_line(line: impl Display) {
    let _ = write!(io::stderr(), "\r\x1b[2K{}", visible(line));
    let _ = io::stderr().flush();
}

/// The writer of the log: standard error; a failed write is no error.
struct LogWriter;

impl Write for LogWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = colour::with_colours_only(&String::from_utf8_lossy(bytes));
        if is_held(&text) {
            return Ok(bytes.len());
        }
        progress::wipe();
        let _ = io::stderr().write_all(text.as_bytes());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Turns an error into a failure.
pub(crate) fn failure(error: impl std::error::Error + Send + Sync + 'static) -> Failure {
    miette::IntoDiagnostic::into_diagnostic(Err::<(), _>(error)).expect_err("it was an error")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_says_the_same_without_a_bare_control() {
        let text = "a\u{1b}\u{7}\n\t\u{7f}\u{9b}2J\u{202e}\u{2028}\u{200f}é\\u009b";
        let json = escaped_in_json(serde_json::to_string_pretty(&[text]).unwrap());
        assert!(!json.contains(|c| c != '\n' && is_disruptive(c)), "{json:?}");
        assert_eq!(serde_json::from_str::<[String; 1]>(&json).unwrap(), [text]);
    }

    #[derive(Debug, thiserror::Error)]
    #[error("failed to open the store `{0}`")]
    struct NoStore(&'static str, #[source] io::Error);

    #[test]
    fn a_failure_says_what_and_where_and_on_a_line_of_its_own_how_to_mend_it() {
        let told = in_sentences(&failure(NoStore("data", io::ErrorKind::PermissionDenied.into())));
        assert_eq!(
            told,
            "failed to open the store `data`: permission denied\nhint: ask whoever it belongs to, or choose another place"
        );
        let told = in_sentences(&miette::miette!(help = "stop it", "a server keeps `mine`"));
        assert_eq!(told, "a server keeps `mine`\nhint: stop it");
        let unreadable = unreadable(std::path::Path::new("mine.toml"), io::ErrorKind::NotFound.into());
        let told = in_sentences(&unreadable);
        assert!(told.starts_with("failed to read `mine.toml`: ") && told.contains("\nhint: check the path"), "{told}");
        // A hint inside the sentence is not repeated.
        let told = in_sentences(&miette::miette!("it is gone\nhint: look elsewhere"));
        assert_eq!(told, "it is gone\nhint: look elsewhere");
    }
}
