//! `viva judge --terminal` on a whole screen: at a pseudo-terminal, whose screen is read as a person reads it.

use std::{
    fs::File,
    io::{Read, Write},
    process::{Child, Command, Stdio},
    sync::{Arc, Condvar, Mutex},
    time::Instant,
};

use rustix::{
    fd::AsFd,
    pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt},
    termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize},
};

use crate::{
    support::{PATIENCE, viva},
    terminal::{Hall, doctor},
};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_judge_on_forty_columns_talks_votes_and_loses_the_connection_and_the_terminal_is_as_it_was() {
    let mut hall = Hall::open("two-party-2024", (1, 2, 1), &doctor()).await.with_confederates("two-party-2024");
    let session = hall.folder.path().join("seat.json");
    let session = session.to_str().unwrap().to_owned();
    let mut screen = Screen::of(40, 20, |viva| {
        viva.args(["--session", &session, &hall.link("J1")]);
    });
    screen.until("Return when you are in place>");
    screen.types("\r");
    screen.until("You are in place");
    hall.open_round().await;
    screen.until("▶ partner ──");
    screen.types("Good evening, 日本! How are you?");
    screen.until("you> Good evening, 日本! How are you?");
    screen.types("\r");
    screen.until("you: Good evening, 日本! How are you?");
    screen.until("\npartner: ");
    screen.resize(100, 30);
    screen.until("Return send  F5 verdict  F1 help  F2 rules  F3 notes  PgUp scroll  Ctrl-C leave");
    hall.restart();
    screen.until("NO CONNECTION");
    screen.until_not("NO CONNECTION");
    hall.reconnect().await;
    hall.end("talk", 1).await;
    screen.until("▶ 1. Is your partner a person or a program?");
    // Right, twice: the second word.
    screen.types("\u{1b}[C\u{1b}[C\r");
    screen.until("     = program");
    screen.types("101\r");
    screen.until("too sure");
    screen.types("75\rIt has no name.\r");
    screen.until("Your ballot is sealed");
    hall.end("scoring", 1).await;
    screen.until("Before round 2 of 3.");
    // Ctrl-C.
    screen.types("\u{3}");
    let (code, left, is_as_before) = screen.ends();
    assert_eq!(code, Some(130));
    assert!(is_as_before, "keys are lines again");
    let after = left.rsplit_once("\u{1b}[?1049l").expect("the other screen is left").1;
    assert!(
        after.contains("\u{1b}[?25h") && after.contains("your seat is kept: viva judge --terminal --session"),
        "{after:?}"
    );

    // The same seat again; the contest ends, and the result's address stays on the terminal.
    let screen = Screen::of(80, 24, |viva| {
        viva.args(["--color", "never", "--session", &session]);
    });
    for round in 2..=3 {
        screen.until(&format!("Before round {round} of 3."));
        hall.open_round().await;
        screen.until(&format!("Round {round} of 3: talk."));
        hall.end("talk", round).await;
        hall.end("scoring", round).await;
    }
    let (code, all, is_as_before) = screen.ends();
    assert_eq!((code, is_as_before), (Some(0), true));
    let after = all.rsplit_once("\u{1b}[?1049l").unwrap().1;
    assert!(after.contains("/story/results"), "{after:?}");
    assert!(colours(&all).is_empty(), "{:?}", colours(&all));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lines_are_printed_where_a_terminal_can_do_nothing_else_or_they_are_asked_for() {
    let hall = Hall::open("two-party-2024", (3, 2, 1), &doctor()).await;
    let mut dumb = Screen::of(80, 24, |viva| {
        viva.env("TERM", "dumb").arg(hall.link("J1"));
    });
    let mut asked = Screen::of(80, 24, |viva| {
        viva.args(["--lines", &hall.link("J2")]);
    });
    for lines in [&mut dumb, &mut asked] {
        lines.until("Press Return when you are in place.");
    }
    for mut lines in [dumb, asked] {
        lines.types("/quit\n");
        let (code, all, _) = lines.ends();
        assert_eq!(code, Some(1));
        assert!(!all.contains('\u{1b}'), "{all:?}");
    }
    let mut coloured = Screen::of(80, 24, |viva| {
        viva.env_remove("NO_COLOR").args(["--color", "always", &hall.link("J3")]);
    });
    coloured.until("Return when you are in place>");
    // Ctrl-D on an empty line.
    coloured.types("\u{4}");
    let (code, all, is_as_before) = coloured.ends();
    assert_eq!((code, is_as_before), (Some(1), true), "{all:?}");
}

/// The colour controls written.
fn colours(written: &str) -> Vec<String> {
    let mut found = Vec::new();
    for part in written.split("\u{1b}[").skip(1) {
        let parameters: String = part.chars().take_while(|c| c.is_ascii_digit() || *c == ';').collect();
        let is_colour = |number: &str| matches!(number.parse(), Ok(30..=38 | 40..=48 | 90..=107));
        if part[parameters.len()..].starts_with('m') && parameters.split(';').any(is_colour) {
            found.push(parameters);
        }
    }
    found
}

/// The bytes written to a terminal so far, and a flag for the end.
type Written = Arc<(Mutex<(Vec<u8>, bool)>, Condvar)>;

/// `viva judge` at a terminal.
struct Screen {
    child: Child,
    keyboard: File,
    /// Held open, so that the last output can still be read.
    theirs: Option<File>,
    written: Written,
    size: (u16, u16),
    /// The start of the output drawn at the present size.
    drawn_from: usize,
}

impl Screen {
    fn of(columns: u16, rows: u16, arguments: impl FnOnce(&mut Command)) -> Self {
        let screen = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).unwrap();
        grantpt(&screen).unwrap();
        unlockpt(&screen).unwrap();
        tcsetwinsize(&screen, size_of(columns, rows)).unwrap();
        let path = ptsname(&screen, Vec::new()).unwrap().into_string().unwrap();
        let theirs = || File::options().read(true).write(true).open(&path).unwrap();
        let known = viva();
        // In a session of its own the terminal sends it a signal on resizing.
        let mut command = Command::new("setsid");
        command.args(["--ctty", "--wait"]).arg(known.get_program());
        command.env_remove("VIVA_LOG").env_remove("COLORTERM").env("NO_COLOR", "1").env("TERM", "xterm");
        command.args(["judge", "--terminal"]);
        arguments(&mut command);
        let child = command.stdin(theirs()).stdout(theirs()).stderr(Stdio::from(theirs())).spawn().unwrap();
        let keyboard = File::from(screen);
        let written: Written = Arc::default();
        let (told, mut pipe) = (Arc::clone(&written), keyboard.try_clone().unwrap());
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            loop {
                let read = pipe.read(&mut bytes).unwrap_or(0);
                let mut all = told.0.lock().unwrap();
                all.0.extend_from_slice(&bytes[..read]);
                all.1 = read == 0;
                told.1.notify_all();
                if read == 0 {
                    return;
                }
            }
        });
        Self { child, keyboard, theirs: Some(theirs()), written, size: (columns, rows), drawn_from: 0 }
    }

    fn resize(&mut self, columns: u16, rows: u16) {
        self.drawn_from = self.written.0.lock().unwrap().0.len();
        self.size = (columns, rows);
        tcsetwinsize(self.keyboard.as_fd(), size_of(columns, rows)).unwrap();
    }

    fn types(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
    }

    /// Waits until this text is on the screen.
    fn until(&self, text: &str) {
        self.wait(text, |seen| seen.contains(text));
    }

    /// Waits until this text is gone from the screen.
    fn until_not(&self, text: &str) {
        self.wait(text, |seen| !seen.contains(text));
    }

    fn wait(&self, what: &str, is_there: impl Fn(&str) -> bool) {
        let begin = Instant::now();
        let mut written = self.written.0.lock().unwrap();
        loop {
            let seen = shown(&written.0[self.drawn_from..], self.size);
            if is_there(&seen) {
                return;
            }
            let left = PATIENCE.saturating_sub(begin.elapsed());
            assert!(!left.is_zero() && !written.1, "waited for {what:?}:\n{seen}");
            written = self.written.1.wait_timeout(written, left).unwrap().0;
        }
    }

    /// Waits until it has ended: returns its exit code, all its output, and whether the terminal edits lines as before.
    fn ends(mut self) -> (Option<i32>, String, bool) {
        let code = self.child.wait().unwrap().code();
        let theirs = self.theirs.take().unwrap();
        let modes = tcgetattr(&theirs).unwrap().local_modes;
        drop(theirs);
        let mut written = self.written.0.lock().unwrap();
        while !written.1 {
            written = self.written.1.wait(written).unwrap();
        }
        let all = String::from_utf8_lossy(&written.0).into_owned();
        drop(written);
        (code, all, modes.contains(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG))
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn size_of(columns: u16, rows: u16) -> Winsize {
    Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 }
}

/// The content of a screen of this size after this output: cursor movements and clearing are applied, and all other
/// controls change no letter.
fn shown(written: &[u8], (columns, rows): (u16, u16)) -> String {
    let (columns, rows) = (usize::from(columns), usize::from(rows));
    let text = String::from_utf8_lossy(written);
    let mut cells = vec![vec![' '; columns]; rows];
    let (mut row, mut column) = (0, 0);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\u{1b}' if letters.next_if_eq(&'[').is_some() => {
                let parameters: String = std::iter::from_fn(|| letters.next_if(|c| !('@'..='~').contains(c))).collect();
                let mut numbers = parameters.split(';').map(|number| number.parse::<usize>().unwrap_or(1));
                match letters.next() {
                    Some('H') => (row, column) = (numbers.next().unwrap_or(1) - 1, numbers.next().unwrap_or(1) - 1),
                    Some('J') => cells.iter_mut().for_each(|line| line.fill(' ')),
                    Some('h') if parameters == "?1049" => cells.iter_mut().for_each(|line| line.fill(' ')),
                    _ => {}
                }
            }
            '\r' => column = 0,
            '\n' => row += 1,
            letter => {
                let is_wide =
                    matches!(letter, '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{9fff}' | '\u{ff00}'..='\u{ff60}');
                if let Some(cell) = cells.get_mut(row).and_then(|line| line.get_mut(column)) {
                    *cell = letter;
                }
                column += 1;
                // The second half of a wide letter is empty.
                if is_wide {
                    if let Some(cell) = cells.get_mut(row).and_then(|line| line.get_mut(column)) {
                        *cell = '\0';
                    }
                    column += 1;
                }
            }
        }
    }
    cells.into_iter().map(|line| line.into_iter().filter(|c| *c != '\0').collect::<String>() + "\n").collect()
}
