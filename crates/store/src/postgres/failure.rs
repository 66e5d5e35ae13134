//! Translation of PostgreSQL's errors.

use tokio_postgres::{Error, error::SqlState};

use crate::{Cause, StoreError};

/// The meaning of a failed statement. After a broken connection its effect is unknown.
pub(super) fn failure(error: Error) -> StoreError {
    let Some(state) = error.code().map(SqlState::code) else {
        // The connection broke, or its data was not an answer.
        return StoreError::Unavailable(cause(error));
    };
    match state {
        "53100" => StoreError::Full,
        "XX001" | "XX002" => StoreError::Damaged(cause(error)),
        _ if is_passing(state) => StoreError::Unavailable(cause(error)),
        _ => StoreError::Failed(cause(error)),
    }
}

const SILENCE: &str = "no answer came in time";

/// The error for an answer that did not come in time.
pub(super) fn no_answer() -> StoreError {
    StoreError::Unavailable(Cause::new(SILENCE))
}

/// Whether another writer was faster, so that the statement changed nothing and may be tried again.
pub(super) fn is_race(error: &Error) -> bool {
    let states = [SqlState::UNIQUE_VIOLATION, SqlState::T_R_SERIALIZATION_FAILURE, SqlState::T_R_DEADLOCK_DETECTED];
    error.code().is_some_and(|state| states.contains(state))
}

/// The server's message; for the client's own errors, the error itself.
pub(super) fn cause(error: Error) -> Cause {
    match error.as_db_error() {
        Some(said) => Cause::new(format!("{}: {}", said.severity(), said.message())),
        None => Cause::new(error),
    }
}

/// The same, or silence when no answer came in time.
pub(super) fn cause_or_silence(error: Option<Error>) -> Cause {
    error.map_or_else(|| Cause::new(SILENCE), cause)
}

/// Whether an error is temporary: of the connection, of scarce resources, of a server that stops or starts, of races;
/// or of a read-only server, because another has taken over from it.
fn is_passing(state: &str) -> bool {
    ["08", "40", "53", "55", "57"].iter().any(|class| state.starts_with(class)) || state == "25006"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_that_stops_starts_or_has_handed_over_is_away_for_now() {
        for state in ["08006", "40P01", "53300", "55P03", "57P01", "57P03", "25006"] {
            assert!(is_passing(state), "{state}");
        }
        for state in ["23505", "42P01", "22021", "28P01"] {
            assert!(!is_passing(state), "{state}");
        }
    }
}
