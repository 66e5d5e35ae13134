//! Common mistakes behind an early end or a silence, recognised by their traces.

use rulebook::Key;

use super::{Observation, advice::Way, failure::shortened, observation::Seen, trace::escaped};

/// The advice for a command that did not start.
pub(super) const COMMAND: &str = "run the command by hand, in its folder; it is started without a shell, so pipes, `~` and `$VARIABLES` mean nothing in it";

/// The minimum length of a long line, in characters.
const LONG: usize = 1_000;

/// Phrases of interpreters and loaders for a missing part.
const LACKS: [&str; 6] = [
    "No module named",
    "error while loading shared libraries",
    "Can't locate ",
    "Cannot find module",
    "cannot load such file",
    "Could not find platform",
];

/// The moment of a program's end, as a phrase after "ended", and the advice.
pub(super) fn end(observed: &Observation, place: usize, status: &str, last_words: &str) -> (String, String) {
    let began = observed.moments[..place].iter().rposition(|moment| moment.seen == Seen::Began).unwrap_or(0);
    let typed: Vec<Key> = observed.moments[began..place].iter().filter_map(|moment| moment.seen.typed()).collect();
    let lines = typed.iter().filter(|key| **key == Key::Return).count();
    let when = match lines {
        0 => "before anybody spoke".to_owned(),
        1 => "after the judge's first line".to_owned(),
        n => format!("after {n} lines of the judge"),
    };
    let longest = typed.split(|key| *key == Key::Return).map(<[Key]>::len).max().unwrap_or(0);
    let mend = match (crash(status), lines) {
        _ if longest >= LONG => {
            format!("read lines of any length: the longest it was given had {longest} characters, more than its buffer may hold")
        }
        (Some(crash), _) => format!("{crash}: this is a fault in the program, not in how it is asked; a debugger shows where"),
        (None, _) if is_first_line_of_dos(last_words) => DOS.to_owned(),
        (None, _) if LACKS.iter().any(|lacks| last_words.contains(lacks)) => {
            "a part of the program is not there: it is given what its table names and nothing else, so name the folder of its \
             interpreter or of its modules in `files`"
                .to_owned()
        }
        (None, 0) => {
            "a program runs until it is ended: it reads lines in a loop; run it by hand in its folder to see why it ends".to_owned()
        }
        (None, 1) => "a program answers line after line until it is ended: look for an answer that is printed without a loop \
                      around it"
            .to_owned(),
        (None, _) => "a program answers line after line until it is ended; look at what it does with the last line below".to_owned(),
    };
    (when, mend)
}

/// The advice for a script with line ends of DOS.
const DOS: &str = "the first line of the script ends with a carriage return, which belongs to the name of its interpreter then: save \
                   the script with line feeds (`dos2unix`)";

/// `env` quotes the name of a missing interpreter.
fn is_first_line_of_dos(last_words: &str) -> bool {
    let is_env = last_words.split_whitespace().next().is_some_and(|word| word == "env:" || word.ends_with("/env:"));
    is_env && (last_words.contains("\\r") || last_words.contains('\r'))
}

/// The meaning of a signal caused by the program itself. A shell and bubblewrap add 128 to its number.
fn crash(status: &str) -> Option<&'static str> {
    let number = |before: &str| {
        let rest = status.strip_prefix(before)?;
        rest.split(|c: char| !c.is_ascii_digit()).next()?.parse::<i32>().ok()
    };
    let signal = number("signal: ").or_else(|| number("exit status: ").map(|status| status - 128))?;
    match signal {
        libc::SIGSEGV | libc::SIGBUS => Some("it read or wrote memory that is not its own (a segmentation fault)"),
        libc::SIGABRT => Some("it gave itself up (`abort`, a failed `assert`, or a broken heap)"),
        libc::SIGFPE => Some("it divided by zero"),
        libc::SIGILL => Some("it was made for another processor"),
        _ => None,
    }
}

/// The traces of a silence, as a phrase after its length, and the advice.
pub(super) fn silence(observed: &Observation, place: usize) -> (String, String) {
    let asked = observed.moments[..place].iter().rposition(|moment| moment.seen.typed().is_some()).unwrap_or(0);
    let (printed, complained) = (observed.printed(asked), observed.complaints(asked));
    let is_bytes = matches!(observed.way, Way::Lines | Way::Terminal);
    let quoted = |bytes: &[u8]| shortened(&escaped(bytes));
    if is_bytes && !printed.is_empty() {
        return (
            format!(": what it printed, \"{}\", is no speech", quoted(&printed)),
            "answer every line with words; a program that only prints a prompt has not understood that the line is over".to_owned(),
        );
    }
    let (why, mend) = match observed.way {
        Way::Lines if observed.answers_at_a_terminal => (
            "; at a terminal it answers".to_owned(),
            "print at once, not when a buffer is full: `$| = 1` in Perl, `flush=True` in Python; or write `terminal = true` into \
             the entry's table (`--set terminal=true` here), where most programs do by themselves",
        ),
        Way::Lines | Way::Terminal if !complained.trim_ascii().is_empty() => (
            format!("; on standard error it printed \"{}\"", quoted(&complained)),
            "print what it says on standard output: standard error is for whoever runs the program, and no judge sees it",
        ),
        Way::Lines
        | Way::Terminal
        | Way::Page
        | Way::Directory
        | Way::DirectoryByHand
        | Way::Client
        | Way::Model
        | Way::Frames => (" after a line of the judge".to_owned(), observed.way.silent()),
    };
    (why, mend.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crash_is_told_by_its_signal_however_it_is_passed_on() {
        for status in ["signal: 11 (SIGSEGV)", "signal: 11 (SIGSEGV) (core dumped)", "exit status: 139"] {
            assert!(crash(status).is_some_and(|crash| crash.contains("segmentation fault")), "{status}");
        }
        for status in ["exit status: 1", "exit status: 0", "signal: 9 (SIGKILL)", ""] {
            assert_eq!(crash(status), None, "{status}");
        }
    }

    #[test]
    fn a_first_line_of_dos_is_known_by_what_env_looks_for() {
        assert!(is_first_line_of_dos("/usr/bin/env: \u{2018}python3\\r\u{2019}: No such file or directory"));
        assert!(!is_first_line_of_dos("env: \u{2018}python4\u{2019}: No such file or directory"));
    }
}
