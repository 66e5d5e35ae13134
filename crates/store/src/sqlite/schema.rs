//! The format of the database file, and the upgrade from each older one.

use std::path::Path;

use rusqlite::{Connection, ErrorCode, Transaction, TransactionBehavior, ffi};

use crate::{Cause, OpenError};

/// The upgrades, each from one format to the next. `user_version` of the file is its format.
const STEPS: [&str; 10] = [
    include_str!("schema_1.sql"),
    include_str!("schema_2.sql"),
    include_str!("schema_3.sql"),
    include_str!("schema_4.sql"),
    include_str!("schema_5.sql"),
    include_str!("schema_6.sql"),
    include_str!("schema_7.sql"),
    include_str!("schema_8.sql"),
    include_str!("schema_9.sql"),
    include_str!("schema_10.sql"),
];

/// Upgrades a database to today's format.
///
/// # Errors
/// [`OpenError::Newer`], before any change, when a later program wrote it; [`OpenError::Full`] or
/// [`OpenError::Damaged`] when the database fails.
pub(super) fn bring_up_to_date(connection: &mut Connection, folder: &Path, database: &Path) -> Result<(), OpenError> {
    let failed = |error| damaged(database, error);
    let (found, known) = refuse_newer(connection, folder, database)?;
    if found < known {
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed)?;
        take_steps(&transaction, found as usize, known).and_then(|()| transaction.commit()).map_err(failed)?;
    }
    Ok(())
}

/// The format of a database, and the newest known one.
///
/// # Errors
/// [`OpenError::Newer`] when a later program wrote it; [`OpenError::Full`] or [`OpenError::Damaged`] when the database
/// fails.
pub(super) fn refuse_newer(connection: &Connection, folder: &Path, database: &Path) -> Result<(u32, u32), OpenError> {
    let found = connection.query_row("PRAGMA user_version", [], |row| row.get(0));
    let found: u32 = found.map_err(|error| damaged(database, error))?;
    let known = u32::try_from(STEPS.len()).expect("formats are few");
    if found > known {
        return Err(OpenError::Newer { place: format!("folder `{}`", folder.display()), found, known });
    }
    Ok((found, known))
}

/// The error for a database that cannot be opened: a full disk, or damage.
pub(super) fn damaged(database: &Path, error: rusqlite::Error) -> OpenError {
    let place = format!("`{}`", database.display());
    // The index of the log is a file as well; on a full disk it fails with this extended code instead of `DiskFull`.
    let is_full =
        |failed: &ffi::Error| failed.code == ErrorCode::DiskFull || failed.extended_code == ffi::SQLITE_IOERR_SHMSIZE;
    if error.sqlite_error().is_some_and(is_full) {
        return OpenError::Full { place, source: Cause::new(error) };
    }
    OpenError::Damaged { place, source: Cause::new(error) }
}

fn take_steps(transaction: &Transaction<'_>, done: usize, known: u32) -> rusqlite::Result<()> {
    for step in &STEPS[done..] {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "user_version", known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disk_without_room_is_no_damaged_database() {
        let of = |code| damaged(Path::new("store.db"), rusqlite::Error::SqliteFailure(ffi::Error::new(code), None));
        for code in [ffi::SQLITE_FULL, ffi::SQLITE_IOERR_SHMSIZE] {
            assert!(matches!(of(code), OpenError::Full { .. }), "{code}");
        }
        assert!(matches!(of(ffi::SQLITE_CORRUPT), OpenError::Damaged { .. }));
    }
}
