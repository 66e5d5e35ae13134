//! Where a line of the log comes from: the spans of a contest, of a round, of an interview, and of an entry in it.
//!
//! They have the level of errors, so that every line is told with them, whatever `VIVA_LOG` leaves out. A task has one, not
//! a key. None says which seat is whose.

use rulebook::{EntryId, InterviewId};
use tracing::{Span, error_span};

/// What happens in this contest.
pub(crate) fn contest(id: &str) -> Span {
    error_span!(parent: None, "contest", contest.id = id)
}

/// What this entry does in this interview: in the spans of its interview, round and contest.
pub(crate) fn entry(contest_id: &str, (entry, interview): (EntryId, InterviewId)) -> Span {
    let round = error_span!(parent: &contest(contest_id), "round", round.id = %interview.round);
    let interview = error_span!(parent: &round, "interview", interview.id = %interview);
    error_span!(parent: &interview, "entry", entry.id = %entry)
}
