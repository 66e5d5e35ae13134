//! Judges that an entry's output is speech, over the observations of all checks.

use std::collections::BTreeSet;

use rulebook::key::{Alphabet, Typed};

use super::{
    Check, Observation,
    exchange::{Exchange, exchanges},
    failure::Failure,
    observation::Seen,
    trace::escaped,
};
use crate::{Incident, encoding::text_of};

/// The number of answers that must begin alike to count as a habit.
const HABIT: usize = 3;

/// The maximum length of a label that counts as a prompt, in characters.
const LABEL_MAX: usize = 20;

/// The maximum number of a program's prompts; more are names in a text.
const LABELS_MAX: usize = 3;

/// All observations so far.
type All = [(Check, Observation)];

/// Fails at bytes that are not UTF-8.
pub(super) fn is_utf8(observed: &Observation) -> Result<(), Failure> {
    let broken = observed.find(0, |seen| matches!(seen, Seen::Incident(Incident::NotText { .. })));
    let Some(place) = broken else { return Ok(()) };
    let mend = "print UTF-8: `binmode(STDOUT, ':utf8')` in Perl, `PYTHONIOENCODING=utf-8` for Python, `iconv` behind \
                a program that cannot be changed; plain ASCII is always right";
    Err(Failure::at(observed, place, "it printed bytes that are not UTF-8", mend))
}

/// Fails at names that are not keys, control characters, lines without an end, prompts and echoes.
pub(super) fn is_well_formed(all: &All) -> Result<(), Failure> {
    for (_, observed) in all {
        for (place, seen) in observed.iter() {
            if let Seen::Incident(incident) = seen
                && is_malformed(incident)
                && !(observed.is_fast && is_of_a_pause(incident))
            {
                let (why, mend) = parted(incident);
                return Err(Failure::at(observed, place, why, mend));
            }
            seen.printed().map_or(Ok(()), |bytes| has_no_controls(observed, place, bytes))?;
        }
    }
    is_no_json(all)?;
    has_no_prompts(all)?;
    has_no_echo(all)?;
    all.iter().try_for_each(|(_, observed)| has_whole_lines(observed))
}

/// True if an incident is about the form of an entry's text. Others belong to other checks, or are no fault.
fn is_malformed(incident: &Incident) -> bool {
    match incident {
        Incident::DidNotStart { .. }
        | Incident::NotIsolated { .. }
        | Incident::OverLimit { .. }
        | Incident::Exited { .. }
        | Incident::Restarted { .. }
        | Incident::ToldAgain { .. }
        | Incident::MetAsStranger { .. }
        | Incident::GaveUp
        | Incident::Silent { .. }
        | Incident::GreetedEarly { .. }
        | Incident::NotText { .. }
        | Incident::LongLine { .. }
        | Incident::Flooded { .. }
        | Incident::Endless { .. }
        | Incident::NotReading
        | Incident::LeftOver { .. }
        | Incident::NotConnected { .. }
        | Incident::Disconnected { .. }
        | Incident::Reconnected { .. }
        | Incident::BacklogDiscarded { .. }
        | Incident::NotDigested { .. }
        | Incident::AskedAgain { .. }
        | Incident::NoAnswer { .. }
        | Incident::RoleRefused { .. }
        | Incident::Shortened { .. }
        | Incident::CutShort { .. }
        | Incident::EmptyAnswer
        | Incident::ToolWanted
        | Incident::NotCounted
        | Incident::BadPage { .. }
        | Incident::MoreOfTheSame { .. } => false,
        Incident::ReplyNotEnded
        | Incident::NotJson
        | Incident::NoEcho
        | Incident::WentOn { .. }
        | Incident::Notation { .. }
        | Incident::BadFrame { .. }
        | Incident::UnknownKeyName { .. }
        | Incident::Malformed { .. }
        | Incident::NotADirectory { .. }
        | Incident::CannotDelete { .. }
        | Incident::CannotCreate { .. }
        | Incident::CannotList { .. }
        | Incident::DuplicateNumber { .. }
        | Incident::OutOfOrder { .. }
        | Incident::WrongExtension { .. } => true,
    }
}

/// True if an incident only reports that a wait was too long. In fast time, a program's normal delay already causes it.
fn is_of_a_pause(incident: &Incident) -> bool {
    matches!(incident, Incident::ReplyNotEnded | Incident::NoEcho)
}

/// An incident's text, split into the fault and the advice.
pub(super) fn parted(incident: &Incident) -> (String, String) {
    let text = incident.to_string();
    match text.rsplit_once("; ") {
        Some((why, mend)) => (why.to_owned(), mend.to_owned()),
        None => (text, "see the table of incidents in the guide for entrants".to_owned()),
    }
}

fn has_no_controls(observed: &Observation, place: usize, bytes: &[u8]) -> Result<(), Failure> {
    let is_control = |byte: &&u8| (byte.is_ascii_control()) && !b"\t\n\r".contains(byte);
    let Some(control) = bytes.iter().find(is_control) else { return Ok(()) };
    let why = format!("it printed the control character {}: nobody could have typed that", escaped(&[*control]));
    let mend = "print plain text: no colours, cursor movements or bells; many programs leave them out with `TERM=dumb` or \
                `NO_COLOR=1` in their environment";
    Err(Failure::at(observed, place, why, mend))
}

/// Fails at a last line without an end, for which the judge waited. A line end before the judge's next key is early
/// enough: a busy machine may split the output.
fn has_whole_lines(observed: &Observation) -> Result<(), Failure> {
    let (mut last, mut typed) = (Vec::new(), Typed::default());
    let mut open: Option<usize> = None;
    let Some(encoding) = observed.lines.filter(|_| !observed.is_fast) else { return Ok(()) };
    for (place, seen) in observed.iter() {
        match seen {
            Seen::JudgeKey(_) if open.is_some() => break,
            Seen::JudgeKey(_) => typed = Typed::default(),
            Seen::EntryKey(key) => typed.press(*key),
            Seen::FromProgram(bytes) => {
                open = open.filter(|_| !is_end(bytes));
                last.extend_from_slice(bytes);
                let line = last.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
                last.drain(..line);
            }
            Seen::Began | Seen::Crashed => last.clear(),
            Seen::Answered => {
                let mut unfinished = Typed::default();
                Alphabet::Ascii.keys_of(text_of(&last, encoding).0.trim()).for_each(|key| unfinished.press(key));
                let unfinished = unfinished.as_str();
                if !unfinished.is_empty() && typed.as_str().trim_end().ends_with(unfinished) {
                    open.get_or_insert(place);
                }
            }
            Seen::Ready
            | Seen::JudgeShows(_)
            | Seen::ToProgram(_)
            | Seen::Complained(_)
            | Seen::Incident(_)
            | Seen::Endless
            | Seen::NotReady { .. }
            | Seen::NoAnswer { .. }
            | Seen::NoWord { .. }
            | Seen::ToldToEnd
            | Seen::Ended
            | Seen::NotEnded { .. }
            | Seen::Left(_) => {}
        }
    }
    let Some(place) = open else { return Ok(()) };
    let why = "it did not end its line: the judge waited two seconds longer than needed";
    let mend = "print a newline at the end of every line that is said, and print the whole line at once";
    Err(Failure::at(observed, place, why, mend))
}

/// True for output that begins with the end of a line.
fn is_end(bytes: &[u8]) -> bool {
    bytes.iter().find(|byte| !matches!(byte, b' ' | b'\t' | b'\r')) == Some(&b'\n')
}

fn is_no_json(all: &All) -> Result<(), Failure> {
    let told = all.iter().flat_map(|(_, observed)| exchanges(observed).into_iter().map(move |told| (observed, told)));
    let answers: Vec<_> = told.filter(|(observed, told)| observed.lines.is_some() && told.is_answered()).collect();
    let object = |told: &Exchange| serde_json::from_str::<serde_json::Map<_, _>>(told.first_line()).ok();
    let objects: Vec<serde_json::Map<String, serde_json::Value>> =
        answers.iter().map_while(|(_, told)| object(told)).collect();
    let Some((observed, told)) = answers.last().filter(|_| objects.len() == answers.len() && answers.len() >= HABIT)
    else {
        return Ok(());
    };
    let key = "`reply_ends = \"json\"` into the entry's table (`--set reply_ends=json` here)";
    let mend = match objects.iter().all(|object| object.get("text").is_some_and(serde_json::Value::is_string)) {
        true => format!("write {key}: then the member `text` is what it says"),
        false => format!("have it print `{{\"text\": …}}` with what it says, and write {key}"),
    };
    Err(Failure::at(observed, told.at, "every answer is a JSON object", mend))
}

fn has_no_prompts(all: &All) -> Result<(), Failure> {
    let told = all.iter().flat_map(|(_, observed)| exchanges(observed).into_iter().map(move |told| (observed, told)));
    let answers: Vec<_> = told.filter(|(_, told)| told.is_answered()).collect();
    let labels: BTreeSet<&str> = answers.iter().flat_map(|(_, told)| labels(told.first_line())).collect();
    let labelled = answers.iter().all(|(_, told)| self::labels(told.first_line()).next().is_some());
    let Some((observed, told)) = answers.last().filter(|_| labelled && answers.len() >= HABIT) else { return Ok(()) };
    if labels.len() > LABELS_MAX {
        return Ok(());
    }
    let named = |format: fn(&&str) -> String| labels.iter().map(format);
    let list = named(|label| in_toml(label)).collect::<Vec<_>>();
    let options = named(|label| format!("--prompt {}", in_shell(label))).collect::<Vec<_>>().join(" ");
    let why = format!("every answer begins with {}, which looks like a prompt", list.join(" or "));
    let list = list.join(", ");
    let mend = format!("print no prompts, or name them: `prompts = [{list}]` in the entry's table, `{options}` here");
    Err(Failure::at(observed, told.at, why, mend))
}

fn has_no_echo(all: &All) -> Result<(), Failure> {
    let mut echoes = Vec::new();
    for (_, observed) in all {
        for told in exchanges(observed).into_iter().filter(Exchange::is_answered) {
            let asked = told.question.as_str().lines().map(str::trim).find(|line| !line.is_empty());
            if asked != Some(told.first_line()) {
                return Ok(());
            }
            echoes.push((observed, told.at));
        }
    }
    match echoes.first() {
        Some((observed, place)) if echoes.len() >= HABIT => {
            let why = "every answer begins with the judge's own line: it is an echo";
            let mend =
                "print answers only; a program that thinks it has a terminal should be told not to echo (`stty -echo`)";
            Err(Failure::at(observed, *place, why, mend))
        }
        _ => Ok(()),
    }
}

/// A word as a TOML string.
fn in_toml(word: &str) -> String {
    match word.contains(['"', '\\']) && !word.contains('\'') {
        true => format!("'{word}'"),
        false => format!("\"{}\"", word.replace('\\', "\\\\").replace('"', "\\\"")),
    }
}

/// A word quoted for a shell.
fn in_shell(word: &str) -> String {
    match word.contains(['"', '\\', '$', '`', '!']) {
        true => format!("'{}'", word.replace('\'', "'\\''")),
        false => format!("\"{word}\""),
    }
}

/// The words at the beginning of a line that look like prompts: `you:`, `ALICE>`, `>`.
fn labels(line: &str) -> impl Iterator<Item = &str> {
    let looks = |word: &&str| word.ends_with([':', '>']) && word.chars().count() <= LABEL_MAX;
    line.split_whitespace().take_while(looks)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use rulebook::{contest_file::Encoding, key::keys_of};

    use super::*;

    /// Plays exchanges of a question, printed bytes and the answer as typed; `why` must be part of the failure, empty
    /// for none.
    fn check(told: &[(&str, &[u8], &str)], why: &str) {
        let mut observed = Observation::default();
        observed.lines = Some(Encoding::Utf8);
        let mut push = |seen| observed.push(Duration::ZERO, seen);
        for (question, printed, answer) in told {
            keys_of(question).for_each(|key| push(Seen::JudgeKey(key)));
            push(Seen::FromProgram(printed.to_vec()));
            keys_of(answer).for_each(|key| push(Seen::EntryKey(key)));
            push(Seen::Answered);
        }
        match is_well_formed(&[(Check::Greet, observed)]) {
            Ok(()) => assert_eq!(why, ""),
            Err(failure) => assert!(!why.is_empty() && failure.why.contains(why), "{}", failure.why),
        }
    }

    #[test]
    fn plain_whole_lines_are_well_formed() {
        check(&[("Hi\n", "Café\r\n".as_bytes(), "Cafe\n"), ("So?\n", b"Yes:\nno.\n", "Yes:\nno.\n")], "");
    }

    #[test]
    fn what_did_not_come_in_time_is_no_fault_where_time_is_fast() {
        for incident in [Incident::NoEcho, Incident::ReplyNotEnded] {
            let mut observed = Observation::default();
            observed.push(Duration::ZERO, Seen::Incident(incident));
            for is_fast in [true, false] {
                observed.is_fast = is_fast;
                assert_eq!(is_well_formed(&[(Check::TwoHours, observed.clone())]).is_ok(), is_fast);
            }
        }
    }

    #[test]
    fn a_prompt_that_is_named_is_no_unfinished_line() {
        check(&[("Hi\n", b"Eliza: Hello\nyou: ", "Hello\n")], "");
        check(&[("Hi\n", b"Hello", "Hello\n")], "did not end its line");
    }

    #[test]
    fn three_answers_that_begin_alike_show_a_prompt() {
        let told = ("Hi\n", "Bot: Hello\n".as_bytes(), "Bot: Hello\n");
        check(&[told; 2], "");
        check(&[told; 3], "begins with \"Bot:\"");
        check(&[told, told, ("So?\n", b"you: Bot: No\n", "you: Bot: No\n")], "begins with \"Bot:\" or \"you:\"");
        check(&[told, told, told, ("Hi\n", b"Oh\n", "Oh\n")], "");
    }

    #[test]
    fn three_lines_that_come_back_are_an_echo() {
        let told = |line: &'static str| (line, line.as_bytes(), line);
        check(&[told("Hi\n"), told("So\n"), told("Oh\n")], "echo");
        check(&[told("Hi\n"), told("So\n"), ("Oh\n", b"What?\n", "What?\n")], "");
    }

    #[test]
    fn bells_and_colours_are_no_speech() {
        check(&[("Hi\n", b"\x1b[1mHello\x1b[0m\n", "Hello\n")], "\\x1b");
    }
}
