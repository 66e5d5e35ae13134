//! The terminal as a device: taken while a [`Device`] lives, and restored when it is dropped or the program panics.

use std::{
    io::{self, Write},
    panic,
    sync::{
        Once,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

use ratatui::{
    Frame, Terminal,
    backend::CrosstermBackend,
    crossterm::{
        cursor::Show,
        event::{self, DisableBracketedPaste, EnableBracketedPaste, Event, KeyEvent, KeyEventKind},
        execute,
        terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode},
    },
};
use tokio::sync::mpsc;

use crate::shell;

/// The most inputs queued for processing.
const WAITING: usize = 1024;

/// True while this program has the terminal.
static IS_TAKEN: AtomicBool = AtomicBool::new(false);

/// An input of the judge.
#[derive(Debug)]
pub(in crate::commands::judge) enum Input {
    Key(KeyEvent),
    /// Pasted text.
    Paste(String),
    /// The terminal was resized.
    Resized,
}

/// The terminal, taken.
pub(super) struct Device(Terminal<CrosstermBackend<io::Stdout>>);

impl Device {
    pub(super) fn take() -> io::Result<Self> {
        static ON_PANIC: Once = Once::new();
        ON_PANIC.call_once(|| {
            let before = panic::take_hook();
            panic::set_hook(Box::new(move |why| {
                give_back();
                before(why);
            }));
        });
        enable_raw_mode()?;
        // From here on any failure restores the terminal.
        IS_TAKEN.store(true, Ordering::SeqCst);
        shell::hold_talk();
        let taken = execute!(io::stdout(), EnterAlternateScreen, EnableBracketedPaste)
            .and_then(|()| Terminal::new(CrosstermBackend::new(io::stdout())));
        taken.map(Self).inspect_err(|_| give_back())
    }

    pub(super) fn draw(&mut self, draw: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        self.0.draw(draw).map(|_| ())
    }
}

impl Drop for Device {
    fn drop(&mut self) {
        give_back();
    }
}

/// Restores the terminal, once, and prints the messages held back.
fn give_back() {
    if IS_TAKEN.swap(false, Ordering::SeqCst) {
        let _ = execute!(io::stdout(), DisableBracketedPaste, LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
        let _ = io::stdout().flush();
        shell::release_talk();
    }
}

/// The judge's inputs, as they happen. The channel closes when the terminal is gone.
pub(super) fn input() -> mpsc::Receiver<Input> {
    let (sender, receiver) = mpsc::channel(WAITING);
    thread::spawn(move || {
        while let Ok(event) = event::read() {
            let input = match event {
                Event::Key(key) if key.kind != KeyEventKind::Release => Input::Key(key),
                Event::Paste(text) => Input::Paste(text),
                Event::Resize(..) => Input::Resized,
                _ => continue,
            };
            if sender.blocking_send(input).is_err() {
                return;
            }
        }
    });
    receiver
}

#[cfg(test)]
mod tests {
    use std::{
        env,
        fs::File,
        io::Read,
        process::{Command, Stdio},
    };

    use rustix::{
        pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt},
        termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize},
    };

    use super::*;

    /// The environment variable that selects the part run at a terminal of its own.
    const PART: &str = "VIVA_TEST_AT_A_TERMINAL";

    /// Runs this test again at a terminal. Returns everything written to it, and whether the terminal edits lines
    /// afterwards.
    fn played(name: &str) -> (String, bool) {
        let screen = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).unwrap();
        grantpt(&screen).unwrap();
        unlockpt(&screen).unwrap();
        tcsetwinsize(&screen, Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 }).unwrap();
        let path = ptsname(&screen, Vec::new()).unwrap().into_string().unwrap();
        let theirs = || File::options().read(true).write(true).open(&path).unwrap();
        let held = theirs();
        let mut child = Command::new(env::current_exe().unwrap())
            .args(["--exact", name, "--nocapture"])
            .env(PART, "1")
            .stdin(Stdio::from(theirs()))
            .stdout(Stdio::from(theirs()))
            .stderr(Stdio::from(theirs()))
            .spawn()
            .unwrap();
        child.wait().unwrap();
        let edits = tcgetattr(&held).unwrap().local_modes.contains(LocalModes::ICANON | LocalModes::ECHO);
        drop(held);
        let (mut all, mut bytes, mut screen) = (Vec::new(), [0; 4096], File::from(screen));
        while let Ok(read @ 1..) = screen.read(&mut bytes) {
            all.extend_from_slice(&bytes[..read]);
        }
        (String::from_utf8_lossy(&all).into_owned(), edits)
    }

    #[test]
    fn a_panic_gives_the_terminal_back_before_it_is_told() {
        if env::var_os(PART).is_some() {
            let _device = Device::take().unwrap();
            shell::talk("said meanwhile");
            panic!("on purpose");
        }
        let (written, edits) =
            played("commands::judge::screen::device::tests::a_panic_gives_the_terminal_back_before_it_is_told");
        let at = |what: &str| written.find(what).unwrap_or_else(|| panic!("{what:?} in {written:?}"));
        assert!(edits, "lines are edited again: {written:?}");
        assert!(at("\u{1b}[?1049h") < at("\u{1b}[?1049l") && at("\u{1b}[?1049l") < at("on purpose"), "{written:?}");
        assert!(at("\u{1b}[?1049l") < at("said meanwhile"), "what is said does not spoil the screen: {written:?}");
        assert!(written.contains("\u{1b}[?25h"), "the cursor is back: {written:?}");
    }
}
