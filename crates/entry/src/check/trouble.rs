//! Faults that can occur in every check (no start, an early end, a silence), each with a description and advice.

use super::{Observation, failure::Failure, mistakes, observation::Seen, speech};
use crate::Incident;

/// Fails at the first such fault.
pub(super) fn trouble(observed: &Observation) -> Result<(), Failure> {
    // A deliberate crash excuses one exit.
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
                let (why, mend) = why.split_once("; ").unwrap_or((why, mistakes::COMMAND));
                return fail(format!("the entry did not start: {why}"), mend);
            }
            Seen::Incident(
                incident @ (Incident::NotIsolated { .. }
                | Incident::OverLimit { .. }
                | Incident::GaveUp
                | Incident::NoAnswer { .. }
                | Incident::RoleRefused { .. }
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
            | Seen::Complained(_)
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
    let (when, mend) = mistakes::end(observed, place, status, last_words);
    let words = if last_words.is_empty() { String::new() } else { format!("; its last words were: {last_words}") };
    Err(Failure::at(observed, place, format!("the program ended {when} ({status}{words})"), mend))
}

fn silent(observed: &Observation, place: usize, waited: f64) -> Result<(), Failure> {
    let (why, mend) = mistakes::silence(observed, place);
    Err(Failure::at(observed, place, format!("no answer for {waited:.1} s{why}"), mend))
}
