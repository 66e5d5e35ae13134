//! What may go wrong in every check: no start, an end, a silence; each with what happened and how to mend it.

use rulebook::Key;

use super::{
    Observation,
    advice::Way,
    failure::{Failure, shortened},
    observation::Seen,
    speech,
    trace::escaped,
};
use crate::Incident;

/// The first thing that went wrong, whatever was being checked.
pub(super) fn trouble(observed: &Observation) -> Result<(), Failure> {
    // A crash that was made on purpose is excused once.
    let mut excused = false;
    for (place, seen) in observed.iter() {
        let fail = |why: String, mend: &str| Err(Failure::at(observed, place, why, mend));
        match seen {
            Seen::Crashed => excused = true,
            Seen::Began => excused = false,
            Seen::Incident(Incident::Exited { .. }) if std::mem::take(&mut excused) => {}
            Seen::Incident(Incident::Exited { status, last_words }) => {
                return ended(observed, place, status, last_words);
            }
            Seen::Incident(Incident::DidNotStart { why }) => {
                let mend = "run the command by hand, in its folder; it is started without a shell, so pipes, `~` and \
                            `$VARIABLES` mean nothing in it";
                return fail(format!("the entry did not start: {why}"), mend);
            }
            Seen::Incident(
                incident @ (Incident::NotIsolated { .. }
                | Incident::OverLimit { .. }
                | Incident::GaveUp
                | Incident::NoAnswer { .. }
                | Incident::BadPage { .. }
                | Incident::NotReading),
            ) => {
                let (why, mend) = speech::parted(incident);
                return fail(why, &mend);
            }
            Seen::NotReady { waited } => {
                let why = format!("it was not ready after {:.1} s", waited.as_secs_f64());
                return fail(why, observed.way.not_ready());
            }
            Seen::NoAnswer { waited } => return silent(observed, place, waited.as_secs_f64()),
            Seen::NotEnded { waited } => {
                let why = format!("the link did not end within {:.1} s", waited.as_secs_f64());
                return fail(why, "close the connection when the other side does, without waiting for an answer");
            }
            Seen::Ready
            | Seen::JudgeKey(_)
            | Seen::JudgeShows(_)
            | Seen::EntryKey(_)
            | Seen::ToProgram(_)
            | Seen::FromProgram(_)
            | Seen::Incident(_)
            | Seen::Answered
            | Seen::Endless
            | Seen::NoWord { .. }
            | Seen::ToldToEnd
            | Seen::Ended
            | Seen::Left(_) => {}
        }
    }
    Ok(())
}

fn ended(observed: &Observation, place: usize, status: &str, last_words: &str) -> Result<(), Failure> {
    let began = observed.moments[..place].iter().rposition(|moment| moment.seen == Seen::Began).unwrap_or(0);
    let lines =
        observed.moments[began..place].iter().filter(|moment| moment.seen == Seen::JudgeKey(Key::Return)).count();
    let (when, mend) = match lines {
        0 => (
            "before anybody spoke".to_owned(),
            "a program runs until it is ended: it reads lines in a loop; run it by hand in its folder to see why it ends",
        ),
        1 => (
            "after the judge's first line".to_owned(),
            "a program answers line after line until it is ended: look for an answer that is printed without a loop around it",
        ),
        n => (
            format!("after {n} lines of the judge"),
            "a program answers line after line until it is ended; look at what it does with the last line below",
        ),
    };
    let words = if last_words.is_empty() { String::new() } else { format!("; its last words were: {last_words}") };
    Err(Failure::at(observed, place, format!("the program ended {when} ({status}{words})"), mend))
}

fn silent(observed: &Observation, place: usize, waited: f64) -> Result<(), Failure> {
    let asked =
        observed.moments[..place].iter().rposition(|moment| matches!(moment.seen, Seen::JudgeKey(_))).unwrap_or(0);
    let printed = observed.printed(asked);
    let is_bytes = matches!(observed.way, Way::Lines | Way::Terminal);
    let (why, mend) = if is_bytes && !printed.is_empty() {
        let text = shortened(&escaped(&printed));
        (
            format!("no answer for {waited:.1} s: what it printed, \"{text}\", is no speech"),
            "answer every line with words; a program that only prints a prompt has not understood that the line is over",
        )
    } else {
        (format!("no answer for {waited:.1} s after a line of the judge"), observed.way.silent())
    };
    Err(Failure::at(observed, place, why, mend))
}
