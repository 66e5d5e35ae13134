//! Extracts questions and answers from an observation.

use rulebook::key::Typed;

use super::observation::{Observation, Seen};

/// A question of the judge and the entry's answer.
#[derive(Debug, Default)]
pub(super) struct Exchange {
    /// The question as displayed, with BackSpace applied.
    pub(super) question: Typed,
    pub(super) answer: Typed,
    /// The index of its last key, of either side.
    pub(super) at: usize,
}

impl Exchange {
    /// The first line of the answer that is not empty.
    pub(super) fn first_line(&self) -> &str {
        self.answer.as_str().lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or("")
    }

    pub(super) fn is_answered(&self) -> bool {
        !self.first_line().is_empty()
    }
}

/// Every exchange, in order. A new exchange begins with the judge's next key after a key of the entry, or after a wait
/// for one.
pub(super) fn exchanges(observed: &Observation) -> Vec<Exchange> {
    let mut exchanges = Vec::new();
    let mut current = Exchange::default();
    let mut listened = true;
    for (place, seen) in observed.iter() {
        match seen {
            Seen::JudgeKey(key) => {
                if std::mem::take(&mut listened) {
                    exchanges.push(std::mem::take(&mut current));
                }
                current.question.press(*key);
                current.at = place;
            }
            Seen::EntryKey(key) => {
                current.answer.press(*key);
                current.at = place;
            }
            Seen::Answered
            | Seen::Endless
            | Seen::NoAnswer { .. }
            | Seen::NoWord { .. }
            | Seen::Began
            | Seen::Crashed => listened = true,
            Seen::Ready
            | Seen::JudgeShows(_)
            | Seen::ToProgram(_)
            | Seen::FromProgram(_)
            | Seen::Complained(_)
            | Seen::Incident(_)
            | Seen::NotReady { .. }
            | Seen::ToldToEnd
            | Seen::Ended
            | Seen::NotEnded { .. }
            | Seen::Left(_) => {}
        }
    }
    exchanges.push(current);
    exchanges.retain(|exchange| !exchange.question.as_str().is_empty());
    exchanges
}
