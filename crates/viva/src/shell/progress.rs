//! Progress of work that takes longer than a second: one line on standard error, only where that is a terminal.
//!
//! A thread draws the line at most five times a second and sleeps when no work is under way. Other output wipes the
//! line first ([`wipe`]).

use std::{
    fmt::{self, Display, Write as _},
    io::{self, IsTerminal, Write as _},
    sync::{
        Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use super::width;

/// The time before work is shown.
const BEFORE: Duration = Duration::from_secs(1);

/// The time between two drawings of the line.
const BETWEEN: Duration = Duration::from_millis(200);

/// The width assumed for a terminal that reports none.
const COLUMNS: usize = 80;

/// Work in progress. It ends when this is dropped.
#[derive(Debug)]
pub(crate) struct Progress(Option<Arc<Work>>);

/// The unit of progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unit {
    /// Bytes of a file, shown as a percentage or in megabytes.
    Bytes,
    /// Countable things.
    Things,
}

#[derive(Debug)]
struct Work {
    number: u64,
    begun: Instant,
    what: String,
    unit: Unit,
    /// The amount of work; 0 if unknown.
    total: u64,
    done: AtomicU64,
}

/// The progress line of the terminal.
#[derive(Debug, Default)]
struct ProgressLine {
    /// The work that progressed last.
    current: Option<Arc<Work>>,
    /// The columns of the drawn line; 0 if none is drawn.
    drawn: usize,
}

static LINE: Mutex<ProgressLine> = Mutex::new(ProgressLine { current: None, drawn: 0 });
static GOES_ON: Condvar = Condvar::new();
/// The number of the work that progressed last, so that the lock is taken only when other work takes its turn.
static CURRENT: AtomicU64 = AtomicU64::new(0);
static NUMBERS: AtomicU64 = AtomicU64::new(1);

impl Progress {
    /// Begins work such as `reading mine.viva`. `total` is its amount, 0 if unknown.
    pub(crate) fn of(what: impl Display, unit: Unit, total: u64) -> Self {
        if !is_watched() {
            return Self(None);
        }
        let what: String = rulebook::visible(what).to_string();
        let number = NUMBERS.fetch_add(1, Ordering::Relaxed);
        let work = Work { number, begun: Instant::now(), what, unit, total, done: AtomicU64::new(0) };
        let progress = Self(Some(Arc::new(work)));
        progress.is_at(0);
        progress
    }

    /// Sets the amount done.
    pub(crate) fn is_at(&self, done: u64) {
        let Some(work) = &self.0 else { return };
        work.done.store(done, Ordering::Relaxed);
        if CURRENT.swap(work.number, Ordering::Relaxed) != work.number {
            line().current = Some(Arc::clone(work));
            GOES_ON.notify_one();
        }
    }

    /// Adds to the amount done.
    pub(crate) fn adds(&self, more: u64) {
        if let Some(work) = &self.0 {
            self.is_at(work.done.load(Ordering::Relaxed) + more);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        let Some(work) = &self.0 else { return };
        let mut line = line();
        if line.current.as_ref().is_some_and(|current| current.number == work.number) {
            line.wipe();
            line.current = None;
            CURRENT.store(0, Ordering::Relaxed);
        }
    }
}

/// Wipes the line, so that other output can be written.
pub(super) fn wipe() {
    line().wipe();
}

impl ProgressLine {
    fn wipe(&mut self) {
        if self.drawn > 0 {
            let _ = write!(io::stderr(), "\r{:1$}\r", "", self.drawn);
            self.drawn = 0;
        }
    }

    fn draw(&mut self, text: &str) {
        let columns = width::of(&io::stderr()).unwrap_or(COLUMNS).saturating_sub(1);
        let text: String = text.chars().take(columns).collect();
        let drawn = text.chars().count();
        let _ = write!(io::stderr(), "\r{text}{:1$}", "", self.drawn.saturating_sub(drawn));
        self.drawn = drawn.max(self.drawn.min(columns));
    }
}

impl Display for Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)?;
        let done = self.done.load(Ordering::Relaxed);
        match (self.unit, self.total) {
            (Unit::Bytes, 0) if done >= 100_000 => write!(f, ", {}.{} MB", done / 1_000_000, done / 100_000 % 10),
            (Unit::Bytes, 0) => Ok(()),
            (Unit::Bytes, total) => write!(f, ", {} %", u128::from(done.min(total)) * 100 / u128::from(total)),
            (Unit::Things, 0) if done > 0 => write!(f, ", {done}"),
            (Unit::Things, 0) => Ok(()),
            (Unit::Things, total) => write!(f, ", {} of {total}", done.min(total)),
        }
    }
}

/// Returns true if standard error is a terminal that can redraw a line, and the drawing thread runs.
fn is_watched() -> bool {
    static WATCHED: OnceLock<bool> = OnceLock::new();
    *WATCHED.get_or_init(|| {
        let is_terminal = io::stderr().is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb");
        // Without a thread, no progress is drawn.
        is_terminal && thread::Builder::new().name("progress".to_owned()).spawn(draw).is_ok()
    })
}

fn line() -> MutexGuard<'static, ProgressLine> {
    LINE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn draw() {
    let mut held = line();
    loop {
        let Some(work) = held.current.clone() else {
            held = GOES_ON.wait(held).unwrap_or_else(PoisonError::into_inner);
            continue;
        };
        if work.begun.elapsed() >= BEFORE {
            let mut text = String::new();
            let _ = write!(text, "{work}");
            held.draw(&text);
        }
        drop(held);
        thread::sleep(BETWEEN);
        held = line();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_is_told_in_per_cent_in_megabytes_or_in_things() {
        for (unit, total, done, told) in [
            (Unit::Bytes, 200, 0, "reading, 0 %"),
            (Unit::Bytes, 200, 199, "reading, 99 %"),
            (Unit::Bytes, 200, 201, "reading, 100 %"),
            (Unit::Bytes, 0, 99_999, "reading"),
            (Unit::Bytes, 0, 12_345_678, "reading, 12.3 MB"),
            (Unit::Things, 3, 2, "reading, 2 of 3"),
            (Unit::Things, 0, 0, "reading"),
            (Unit::Things, 0, 7, "reading, 7"),
        ] {
            let what = "reading".to_owned();
            let work = Work { number: 1, begun: Instant::now(), what, unit, total, done: AtomicU64::new(done) };
            assert_eq!(work.to_string(), told);
        }
    }
}
