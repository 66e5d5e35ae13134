//! The judge's actions in each check: data, played by the driver.
//!
//! No line here ends a conversation with programs that have words for it (`bye`, `quit`), and none begins with a
//! character that programs read as a command (`#`, `:`, `/`).

use std::time::Duration;

use rulebook::Key;

use super::Check;

/// The speed of a link's clock in `Tempo::Fast`, as a multiple of the plan's pace.
pub(super) const FAST: f64 = 480.0;

/// The length of the interview in the longest check, and the interval between the judge's lines, in contest time.
const TWO_HOURS: Duration = Duration::from_secs(2 * 60 * 60);
const EVERY: Duration = Duration::from_secs(30);

/// The name given by the first judge; it must not appear to the second.
pub(super) const FIRST_JUDGE: &str = "Zebulon";

/// The word that marks the lines before a crash.
pub(super) const BEFORE_THE_CRASH: &str = "quicksilver";

/// The word that the judge types and deletes.
pub(super) const TAKEN_BACK: &str = "xylophone";

/// The speed of time and of typing in a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tempo {
    /// The contest's clock; answers are typed at one key per millisecond.
    Real,
    /// The contest's clock; answers are typed at once, so that no text waits in the queue.
    AtOnce,
    /// [`FAST`] times the contest's clock; answers are typed as in the contest.
    Fast,
}

/// One action of the judge's side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ScriptAction {
    /// Starts a link in a workspace of its own, and waits until the entry is ready.
    Begins,
    /// The same; at its end the pipes are closed and the program is left running, as after a failure of the contest's
    /// machine.
    BeginsToBeCutOff,
    /// Types this, and waits for an answer; without one the script ends.
    Asks(String),
    /// Types this; an answer is optional.
    Tries(String),
    /// Types this, and goes on at the first key of an answer; without one the script ends.
    Interrupts(String),
    /// Shows the files of the plan; an answer is optional.
    Shows,
    /// Listens for this long, in the link's time.
    Pauses(Duration),
    /// Asks one question after the other, at least `every` apart, until `lasts` is over.
    Converses { every: Duration, lasts: Duration },
    /// Kills the program as a crash would, or ends the link of a program started elsewhere; waits until it is ready
    /// again.
    Crashes,
    /// Ends the link.
    Ends,
}

/// The script of a check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Script {
    pub(super) tempo: Tempo,
    pub(super) steps: Vec<ScriptAction>,
}

/// The questions of a long interview, in rotation.
pub(super) const QUESTIONS: [&str; 8] = [
    "How are you today?",
    "What did you have for breakfast?",
    "Which is larger, a grape or a grapefruit?",
    "Do you have any brothers or sisters?",
    "My mother was a teacher.",
    "Why do you say that?",
    "I think it is going to rain.",
    "What is your favourite book?",
];

/// The script of this check.
pub(super) fn script(check: Check) -> Script {
    use ScriptAction::{Asks, Begins, BeginsToBeCutOff, Converses, Crashes, Ends, Interrupts, Pauses, Shows, Tries};
    let asks = |line: &str| Asks(format!("{line}\n"));
    let tries = |line: &str| Tries(format!("{line}\n"));
    let (tempo, steps) = match check {
        Check::Connect => (Tempo::Real, vec![Begins, Ends]),
        Check::Greet => (Tempo::Real, vec![Begins, Pauses(Duration::from_secs(1)), asks("Hello."), Ends]),
        Check::MultiLine => {
            let together = "I would like to ask you two things.\nThe first one: do you like music?\nAnd the second: what did you have for breakfast?";
            (Tempo::Real, vec![Begins, asks("Hello."), asks(together), asks("Thank you. How are you today?"), Ends])
        }
        Check::JudgeChange => {
            let first = format!("Good morning. My name is {FIRST_JUDGE}.");
            let second = "Good morning. I have just sat down. What is my name?";
            (Tempo::AtOnce, vec![Begins, asks(&first), Ends, Begins, asks(second), Ends])
        }
        Check::Backspace => {
            let deleted = "\u{8}".repeat(TAKEN_BACK.len());
            let line = format!("My brother plays the {TAKEN_BACK}{deleted}violin.");
            (Tempo::AtOnce, vec![Begins, asks(&line), tries("\u{8}\u{8}\u{8}"), asks("Do you like music?"), Ends])
        }
        Check::EveryKey => (Tempo::Real, vec![Begins, tries(&every_key()), asks("Do you like music?"), Ends]),
        Check::LongInput => (Tempo::Real, vec![Begins, tries(&long_line()), asks("Do you like music?"), Ends]),
        Check::Flood => {
            let burst = [QUESTIONS.join("\n"), "And you?".to_owned(), "Are you there?".to_owned()].join("\n");
            (Tempo::Real, vec![Begins, asks(&burst), asks("Do you like music?"), Ends])
        }
        Check::Silence => {
            let minutes = |count: u64| Pauses(Duration::from_secs(count * 60));
            let steps =
                vec![Begins, asks("Hello."), minutes(10), tries(""), minutes(1), asks("Are you still there?"), Ends];
            (Tempo::Fast, steps)
        }
        Check::Restart => {
            let lines = ["What do you know about", "Have you ever seen", "Who sells", "Do you like", "Tell me about"];
            let lines: String = lines.iter().map(|words| format!("{words} {BEFORE_THE_CRASH}?\n")).collect();
            let pause = Pauses(Duration::from_secs(3));
            (Tempo::AtOnce, vec![Begins, Interrupts(lines), pause, Crashes, asks("Are you there again?"), Ends])
        }
        Check::TwoHours => (Tempo::Fast, vec![Begins, Converses { every: EVERY, lasts: TWO_HOURS }, Ends]),
        Check::CleanStop => {
            let last = || asks("One last question: do you like the sea?");
            (Tempo::Real, vec![Begins, last(), Ends, BeginsToBeCutOff, last(), Ends])
        }
        Check::Unicode => {
            let line = "“Grüße” from the naïve café in 東京 — Привет, ¿qué tal? 😀";
            (Tempo::Real, vec![Begins, tries(line), asks("Do you like music?"), Ends])
        }
        Check::Shown => (Tempo::Real, vec![Begins, asks("Look at this."), Shows, asks("What did I show you?"), Ends]),
        // Judged by the observations of the other checks.
        Check::WellFormed => (Tempo::Real, vec![]),
    };
    Script { tempo, steps }
}

/// Every printable ASCII character and a tab, in one line.
fn every_key() -> String {
    let letters = ('a'..='z').chain('A'..='Z').chain('0'..='9');
    let marks = (' '..='~').filter(|c| Key::printable(*c).is_some() && !c.is_ascii_alphanumeric() && *c != ' ');
    let spaced = marks.flat_map(|mark| [' ', mark]);
    letters.chain(spaced).chain("\tand a tab.".chars()).collect()
}

fn long_line() -> String {
    let words = "I have a rather long story to tell about my mother, my dog and the sea, so please listen. ";
    let mut line = words.repeat(4_000 / words.len() + 1);
    line.truncate(3_999);
    line + "."
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rulebook::key::Alphabet;

    use super::*;

    #[test]
    fn every_key_of_the_alphabet_is_pressed_somewhere() {
        let typed = Check::ALL.into_iter().flat_map(|check| script(check).steps).filter_map(|step| match step {
            ScriptAction::Asks(text) | ScriptAction::Tries(text) | ScriptAction::Interrupts(text) => Some(text),
            _ => None,
        });
        let pressed: BTreeSet<Key> =
            typed.flat_map(|text| Alphabet::Ascii.keys_of(&text).collect::<Vec<_>>()).collect();
        let all = (' '..='~').filter_map(Key::printable).chain([Key::Return, Key::BackSpace, Key::Tab]);
        assert_eq!(pressed, all.collect());
    }

    #[test]
    fn no_line_could_be_taken_for_a_command_or_a_farewell() {
        for check in Check::ALL {
            for step in script(check).steps {
                let (ScriptAction::Asks(text) | ScriptAction::Tries(text) | ScriptAction::Interrupts(text)) = step
                else {
                    continue;
                };
                assert!(text.ends_with('\n'), "{text}");
                for line in text.lines() {
                    assert!(!line.starts_with(['#', ':', '/', '!', '.', '@']), "{line}");
                    assert!(!["bye", "quit", "exit", "goodbye"].contains(&line.to_lowercase().as_str()), "{line}");
                }
            }
        }
        assert_eq!(long_line().len(), 4_000);
    }
}
