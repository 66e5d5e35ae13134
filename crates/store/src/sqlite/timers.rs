//! The statements of the timers.

use rusqlite::{Connection, OptionalExtension, params};

use crate::{Beat, Held, Timer};

pub(super) fn take(
    connection: &Connection,
    contest: &str,
    holder: &str,
    lapsed: Option<&Held>,
) -> rusqlite::Result<Timer> {
    let (known, last) = find(connection, contest)?.unwrap_or_default();
    match known {
        Some(other) if other != holder => {
            let held = Held { holder: other, last };
            if lapsed != Some(&held) {
                return Ok(Timer::Elsewhere(held));
            }
        }
        _ => {}
    }
    connection.execute(
        "INSERT INTO timers (contest, holder) VALUES (?1, ?2) ON CONFLICT (contest) DO UPDATE SET holder = ?2",
        [contest, holder],
    )?;
    Ok(Timer::Taken(last))
}

pub(super) fn beat(connection: &Connection, contest: &str, holder: &str, beat: Beat) -> rusqlite::Result<bool> {
    let kept = connection
        .prepare_cached("UPDATE timers SET reached = ?3, wall = ?4 WHERE contest = ?1 AND holder = ?2")?
        .execute(params![contest, holder, beat.reached, beat.wall])?;
    Ok(kept == 1)
}

pub(super) fn release(connection: &Connection, contest: &str, holder: &str) -> rusqlite::Result<()> {
    connection.execute("UPDATE timers SET holder = NULL WHERE contest = ?1 AND holder = ?2", [contest, holder])?;
    Ok(())
}

/// Nobody holds a timer any more: asked for when a folder was just taken for this process, so that every earlier holder
/// is gone.
pub(super) fn release_all(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute("UPDATE timers SET holder = NULL WHERE holder IS NOT NULL", [])?;
    Ok(())
}

fn find(connection: &Connection, contest: &str) -> rusqlite::Result<Option<(Option<String>, Option<Beat>)>> {
    connection
        .prepare_cached("SELECT holder, reached, wall FROM timers WHERE contest = ?1")?
        .query_row([contest], |row| {
            let beat = Option::zip(row.get(1)?, row.get(2)?).map(|(reached, wall)| Beat { reached, wall });
            Ok((row.get(0)?, beat))
        })
        .optional()
}
