//! The statements of the leases.

use rusqlite::{Connection, OptionalExtension, params};

use crate::{AppendError, Claim, Fence, Lease, integer::from_integer};

pub(super) fn take(
    connection: &Connection,
    name: &str,
    holder: &str,
    lapsed: Option<&Lease>,
) -> rusqlite::Result<Claim> {
    let granted = |number, note| Claim::Granted { fence: Fence { lease: name.to_owned(), number }, note };
    let (held, last, note) = match find(connection, name)? {
        Some(Kept { holder: Some(of), number, note, .. }) if of == holder => return Ok(granted(number, note)),
        Some(Kept { holder: Some(of), number, renewals, note }) => {
            (Some(Lease { holder: of, number, renewals, note: note.clone() }), number, note)
        }
        Some(Kept { holder: None, number, note, .. }) => (None, number, note),
        None => (None, 0, String::new()),
    };
    match held {
        Some(held) if lapsed != Some(&held) => Ok(Claim::Elsewhere(held)),
        _ => {
            connection.execute(
                "INSERT INTO leases (name, holder, number) VALUES (?1, ?2, 1)
                 ON CONFLICT (name) DO UPDATE SET holder = ?2, number = number + 1, renewals = 0",
                [name, holder],
            )?;
            Ok(granted(last + 1, note))
        }
    }
}

pub(super) fn renew(connection: &Connection, name: &str, holder: &str, note: &str) -> rusqlite::Result<bool> {
    let kept = connection
        .prepare_cached("UPDATE leases SET renewals = renewals + 1, note = ?3 WHERE name = ?1 AND holder = ?2")?
        .execute(params![name, holder, note])?;
    Ok(kept == 1)
}

pub(super) fn release(connection: &Connection, name: &str, holder: &str) -> rusqlite::Result<()> {
    connection.execute("UPDATE leases SET holder = NULL WHERE name = ?1 AND holder = ?2", [name, holder])?;
    Ok(())
}

/// Releases all leases. Call it right after this process has locked the folder: every earlier holder is gone.
pub(super) fn release_all(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute("UPDATE leases SET holder = NULL WHERE holder IS NOT NULL", [])?;
    Ok(())
}

/// The refusal for the first of these fences that is not valid any more.
pub(super) fn lost(connection: &Connection, fences: &[Fence]) -> rusqlite::Result<Option<AppendError>> {
    for Fence { lease, number } in fences {
        let found = find(connection, lease)?;
        if !found.as_ref().is_some_and(|kept| kept.holder.is_some() && kept.number == *number) {
            let found = found.map_or(0, |kept| kept.number);
            return Ok(Some(AppendError::LostLease { lease: lease.clone(), number: *number, found }));
        }
    }
    Ok(None)
}

/// The row of a lease.
struct Kept {
    holder: Option<String>,
    number: u64,
    renewals: u64,
    note: String,
}

fn find(connection: &Connection, name: &str) -> rusqlite::Result<Option<Kept>> {
    connection
        .prepare_cached("SELECT holder, number, renewals, note FROM leases WHERE name = ?1")?
        .query_row([name], |row| {
            let (number, renewals) = (from_integer(row.get(1)?), from_integer(row.get(2)?));
            Ok(Kept { holder: row.get(0)?, number, renewals, note: row.get(3)? })
        })
        .optional()
}
