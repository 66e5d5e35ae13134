//! Translation of SQLite's errors.

use rusqlite::ErrorCode;

use crate::{Cause, StoreError};

/// The meaning of a failed statement or commit, after the rollback of its transaction.
pub(super) fn failure(error: rusqlite::Error) -> StoreError {
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => StoreError::Full,
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => StoreError::Damaged(Cause::new(error)),
        _ => StoreError::Failed(Cause::new(error)),
    }
}

#[cfg(test)]
mod tests {
    use std::error::Error;

    use rusqlite::{Error as EngineError, ffi};

    use super::*;

    #[test]
    fn a_failure_is_sorted_by_what_can_be_done_about_it() {
        let of = |code| failure(EngineError::SqliteFailure(ffi::Error::new(code), Some("it said so".to_owned())));
        assert!(matches!(of(ffi::SQLITE_FULL), StoreError::Full));
        assert!(matches!(of(ffi::SQLITE_CORRUPT), StoreError::Damaged(_)));
        assert!(matches!(of(ffi::SQLITE_NOTADB), StoreError::Damaged(_)));
        let failed = of(ffi::SQLITE_IOERR);
        assert!(matches!(failed, StoreError::Failed(_)));
        assert_eq!(failed.source().unwrap().to_string(), "it said so");
    }
}
