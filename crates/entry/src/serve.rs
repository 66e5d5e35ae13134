//! The other side, for authors of entries: turns a function from a line to lines into an entry.

mod terminal;
mod websocket;

use std::{
    ffi::OsString,
    io::{self, BufRead, Read, Write},
    path::{Path, PathBuf},
    time::Duration,
};

use attachment::Limits;
use base64::{Engine, prelude::BASE64_STANDARD};
use tokio::time::Instant;

use crate::{
    Pace,
    clock::{PacedClock, until},
    lpp::{
        EntrySide,
        directory::{Directory, write_whole},
        name::Extension,
    },
    watch::{Change, Watch},
};

pub use terminal::serve_terminal;
pub use websocket::{Answers, serve_websocket, serve_websocket_opening, serve_websocket_taking};

/// The limits on a file that is described.
const LIMITS: Limits = Limits { bytes_max: 16 << 20, pixels_max: 16_000_000, duration_ms_max: 300_000 };

/// The maximum size of a line that is read at once, in bytes; a longer one counts as several.
const LINE_MAX: u64 = 64 * 1_024;

/// The age from which a key belongs to an earlier conversation.
pub(crate) const STALE: Duration = Duration::from_secs(10);

/// The number of key numbers reserved at once, so that the counter is not written for every key.
pub(crate) const RESERVED: u64 = 1_000;

/// Answers lines of standard input on standard output until the input ends: a complete entry over stdio.
///
/// # Errors
/// If reading or writing fails.
pub fn serve_stdio(program: impl FnMut(&str) -> Vec<String>) -> io::Result<()> {
    converse(io::stdin().lock(), io::stdout().lock(), program)
}

/// Answers the lines of `input` on `output` until the input ends. Every answer is flushed.
///
/// # Errors
/// If reading or writing fails.
pub fn converse(
    mut input: impl BufRead,
    mut output: impl Write,
    mut program: impl FnMut(&str) -> Vec<String>,
) -> io::Result<()> {
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.by_ref().take(LINE_MAX).read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        let text = String::from_utf8_lossy(&line);
        for answer in program(text.trim_end_matches(['\r', '\n'])) {
            writeln!(output, "{}", answer.replace(['\r', '\n'], " "))?;
        }
        output.flush()?;
    }
}

/// Answers a judge's lines in a communications directory, key by key, until the directory is gone: a complete entry
/// over LPP. `typing` is the real time between two keys.
///
/// Key numbers are never repeated: a file beside the directory, named like it with `.sequence` added, keeps the next
/// free one. A judge's keys older than ten seconds at the start are removed unread; younger ones are read, because a
/// judge may begin while the program starts. A line left without a Return is answered as well: after 1.5 s if it ends
/// like a sentence, after 3.5 s otherwise.
///
/// Directories are made and removed on the caller's task, between calls of `program`, which may block it too.
///
/// # Errors
/// If the directory does not exist, can no longer be read, or cannot be written to.
pub async fn serve_lpp(directory: &Path, typing: Duration, program: impl FnMut(&str) -> Vec<String>) -> io::Result<()> {
    serve_lpp_opening(directory, typing, None, program).await
}

/// As [`serve_lpp`], for a program that opens with these words.
///
/// # Errors
/// As for [`serve_lpp`].
pub async fn serve_lpp_opening(
    directory: &Path,
    typing: Duration,
    opening: Option<&str>,
    mut program: impl FnMut(&str) -> Vec<String>,
) -> io::Result<()> {
    let sequence = sequence_file(directory);
    let next = std::fs::read_to_string(&sequence).ok().and_then(|text| text.trim().parse().ok()).unwrap_or(1);
    let mut reserved = next;
    let clock = PacedClock::start(Pace::REAL);
    let mut entry = EntrySide::new(next, typing);
    let mut watch = Watch::new(directory.to_owned());
    let directory = Directory::at(directory.to_owned());
    let found = directory.look(Extension::Judge)?;
    let stale = found.iter().filter(|found| is_stale(&directory.path().join(&found.name)));
    entry.begin(&stale.cloned().collect::<Vec<_>>());
    entry.scan(&found);
    entry.reply(opening, clock.now());
    loop {
        let makings = entry.take_makings(clock.now());
        if entry.next_number() > reserved {
            reserved = entry.next_number() + RESERVED;
            write_whole(&sequence, &reserved.to_string())?;
        }
        for name in makings {
            let why = |error: io::Error| io::Error::new(error.kind(), format!("`{name}` cannot be made: {error}"));
            directory.make(&name).map_err(why)?;
        }
        for name in entry.take_removals() {
            if let Some(line) = entry.removed(&name, directory.remove(&name), clock.now()) {
                entry.reply(program(&line).iter().map(String::as_str), clock.now());
            }
        }
        if entry.has_removals() {
            continue;
        }
        let due = entry.next_wake().map(|due| clock.instant(due));
        if due.is_some_and(|due| due <= Instant::now()) {
            if let Some(line) = entry.wake(clock.now()) {
                entry.reply(program(&line).iter().map(String::as_str), clock.now());
            }
            continue;
        }
        tokio::select! {
            change = watch.changed() => match change {
                Change::Came(found) => entry.arrived(&found),
                Change::Look => entry.scan(&directory.look(Extension::Judge)?),
                Change::Read => {}
            },
            () = until(due) => {}
        }
    }
}

/// A description of a file in base64, for a text program: `[PNG picture, 64 x 48 pixels]`.
#[must_use]
pub fn what_is(data: Option<&str>) -> String {
    let bytes = data.and_then(|data| BASE64_STANDARD.decode(data).ok());
    match bytes.map(|bytes| attachment::read(&bytes, &LIMITS)) {
        Some(Ok(file)) => {
            let pixels = file.pixels.map(|(width, height)| format!(", {width} x {height} pixels"));
            let time = file.duration_ms.map(|ms| format!(", {ms} ms"));
            format!("[{} {}{}{}]", file.format, file.kind, pixels.unwrap_or_default(), time.unwrap_or_default())
        }
        Some(Err(why)) => format!("[a file that cannot be read: {why}]"),
        None => "[a file that is not here]".to_owned(),
    }
}

pub(crate) fn is_stale(key: &Path) -> bool {
    let age = std::fs::metadata(key).and_then(|key| key.modified()).map(|made| made.elapsed().unwrap_or_default());
    age.is_ok_and(|age| age > STALE)
}

pub(crate) fn sequence_file(directory: &Path) -> PathBuf {
    let mut name = directory.file_name().map_or_else(|| OsString::from("lpp"), OsString::from);
    name.push(".sequence");
    directory.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_in_lines_out() {
        let mut output = Vec::new();
        let input: &[u8] = b"hello\r\n\xff\nlast";
        converse(input, &mut output, |line| vec![format!("<{line}>"), "two\nparts".to_owned()]).unwrap();
        let text = String::from_utf8(output).unwrap();
        assert_eq!(text, "<hello>\ntwo parts\n<\u{fffd}>\ntwo parts\n<last>\ntwo parts\n");
    }
}
