//! The context of log lines: the spans of a contest, of a round, of an interview, and of an entry in it.
//!
//! They have the level of errors, so that every line has them, whatever `VIVA_LOG` leaves out. There is one for each
//! task, not for each keystroke. None says which seat belongs to which witness.

use rulebook::{EntryId, InterviewId};
use tracing::{Span, error_span};

/// The span of a contest.
pub(crate) fn contest(id: &str) -> Span {
    error_span!(parent: None, "contest", contest.id = id)
}

/// The span of an entry in an interview, within those of its interview, round and contest.
pub(crate) fn entry(contest_id: &str, (entry, interview): (EntryId, InterviewId)) -> Span {
    let round = error_span!(parent: &contest(contest_id), "round", round.id = %interview.round);
    let interview = error_span!(parent: &round, "interview", interview.id = %interview);
    error_span!(parent: &interview, "entry", entry.id = %entry)
}
