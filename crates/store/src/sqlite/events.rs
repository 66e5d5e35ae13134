//! The statements of the event store.

use std::collections::BTreeMap;

use rusqlite::{Connection, OptionalExtension, ffi, named_params};

use super::{leases, refused::Refused, register};
use crate::{
    AppendError, Batch, NewEvent, Redaction, StoredEvent, StreamHead,
    integer::{from_integer, to_integer},
};

/// Stores a batch at the end of its contest, or refuses it before writing a row.
pub(super) fn append(connection: &Connection, contest: &str, batch: &Batch) -> Result<u64, Refused<AppendError>> {
    let Batch { events, unmoved, under, notes, deeds } = batch;
    let follow = match leases::lost(connection, under)? {
        Some(lost) => Err(lost),
        None => follow(connection, contest, unmoved, events)?,
    };
    let heads = match follow {
        Ok(heads) => heads,
        Err(refusal) => return stored_before(connection, contest, events)?.ok_or(Refused::Answer(refusal)),
    };
    let last = last_position(connection, contest)?;
    let mut insert = connection.prepare_cached(
        "INSERT INTO events (contest, position, stream, number, leaf, private)
         VALUES (:contest, :position, :stream, :number, :leaf, :private)",
    )?;
    let mut position = last;
    for event in events {
        position += 1;
        insert.execute(named_params! {
            ":contest": contest,
            ":position": position,
            ":stream": event.stream,
            ":number": to_integer(event.number),
            ":leaf": event.leaf,
            ":private": event.private,
        })?;
    }
    let mut move_head = connection.prepare_cached(
        "INSERT INTO streams (contest, stream, number) VALUES (?1, ?2, ?3)
         ON CONFLICT DO UPDATE SET number = excluded.number",
    )?;
    for (stream, number) in heads {
        move_head.execute(rusqlite::params![contest, stream, to_integer(number)])?;
    }
    if !events.is_empty() {
        notes.iter().try_for_each(|note| register::keep_new_note(connection, contest, note))?;
        deeds.iter().try_for_each(|deed| register::note_deed(connection, contest, deed))?;
    }
    Ok(from_integer(position))
}

/// The events after a position, in order.
pub(super) fn read(
    connection: &Connection,
    contest: &str,
    after: u64,
    limit: usize,
) -> rusqlite::Result<Vec<StoredEvent>> {
    let mut select = connection.prepare_cached(
        "SELECT position, stream, number, leaf, private FROM events
         WHERE contest = :contest AND position > :after ORDER BY position LIMIT :limit",
    )?;
    let rows = select.query_map(
        named_params! {
            ":contest": contest,
            ":after": to_integer(after),
            ":limit": i64::try_from(limit).unwrap_or(i64::MAX),
        },
        |row| {
            Ok(StoredEvent {
                position: from_integer(row.get(0)?),
                stream: row.get(1)?,
                number: from_integer(row.get(2)?),
                leaf: row.get(3)?,
                private: row.get(4)?,
            })
        },
    )?;
    rows.collect()
}

/// The name in the table `agreed` that marks a rewrite as due: data was removed, and the file still holds its bytes.
pub(super) const REWRITE_DUE: &str = "store/rewrite-due";

/// Reduces the private data of these events to the given rest. Returns whether the file must be rewritten.
pub(super) fn redact(connection: &Connection, contest: &str, redactions: &[Redaction]) -> rusqlite::Result<bool> {
    if redactions.is_empty() {
        return is_rewrite_due(connection);
    }
    let mut leave = connection.prepare_cached(
        "UPDATE events SET private = :left
         WHERE contest = :contest AND position = :position AND length(private) > coalesce(length(:left), 0)",
    )?;
    for Redaction { position, left } in redactions {
        leave.execute(named_params! { ":contest": contest, ":position": to_integer(*position), ":left": left })?;
    }
    rewrite_later(connection)
}

/// Marks a rewrite of the file as due, and returns true: it is due.
pub(super) fn rewrite_later(connection: &Connection) -> rusqlite::Result<bool> {
    connection.execute("INSERT INTO agreed (name, value) VALUES (?1, 'due') ON CONFLICT DO NOTHING", [REWRITE_DUE])?;
    Ok(true)
}

/// Whether data was removed since the last rewrite of the file.
pub(super) fn is_rewrite_due(connection: &Connection) -> rusqlite::Result<bool> {
    connection.query_row("SELECT EXISTS (SELECT 1 FROM agreed WHERE name = ?1)", [REWRITE_DUE], |row| row.get(0))
}

/// Rewrites the whole file and empties the log, so that no free part of a page holds removed data.
pub(super) fn rewrite(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch("VACUUM")?;
    let is_held: bool = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))?;
    if is_held {
        let busy = ffi::Error::new(ffi::SQLITE_BUSY);
        return Err(rusqlite::Error::SqliteFailure(busy, Some("somebody reads the log for too long".to_owned())));
    }
    connection.execute("DELETE FROM agreed WHERE name = ?1", [REWRITE_DUE])?;
    Ok(())
}

/// Returns the last number of each stream after these events, if they continue the stored ones; otherwise the conflict
/// of the first stream with another head than expected.
fn follow<'b>(
    connection: &Connection,
    contest: &str,
    unmoved: &[StreamHead],
    events: &'b [NewEvent],
) -> rusqlite::Result<Result<BTreeMap<&'b str, u64>, AppendError>> {
    for StreamHead { stream, number } in unmoved {
        let found = last_number(connection, contest, stream)?;
        if found != *number {
            let expected = number.saturating_add(1);
            return Ok(Err(AppendError::Conflict { stream: stream.clone(), expected, found }));
        }
    }
    let mut heads = BTreeMap::new();
    for NewEvent { stream, number, .. } in events {
        let found = match heads.get(stream.as_str()) {
            Some(head) => *head,
            None => last_number(connection, contest, stream)?,
        };
        if *number != found + 1 {
            return Ok(Err(AppendError::Conflict { stream: stream.clone(), expected: *number, found }));
        }
        heads.insert(stream.as_str(), *number);
    }
    Ok(Ok(heads))
}

/// The position of the last of these events when all of them are stored already, as one batch.
fn stored_before(connection: &Connection, contest: &str, events: &[NewEvent]) -> rusqlite::Result<Option<u64>> {
    let Some(first) = events.first() else { return Ok(None) };
    if first.number > last_number(connection, contest, &first.stream)? {
        return Ok(None);
    }
    // A repeated batch is near the end of the record.
    let position: Option<i64> = connection
        .prepare_cached(
            "SELECT position FROM events WHERE contest = ?1 AND stream = ?2 AND number = ?3
             ORDER BY position DESC LIMIT 1",
        )?
        .query_row(rusqlite::params![contest, first.stream, to_integer(first.number)], |row| row.get(0))
        .optional()?;
    let Some(position) = position else { return Ok(None) };
    let stored = read(connection, contest, from_integer(position - 1), events.len())?;
    let is_same = stored.len() == events.len() && stored.iter().zip(events).all(|(stored, event)| stored.is(event));
    Ok(stored.last().filter(|_| is_same).map(|last| last.position))
}

fn last_number(connection: &Connection, contest: &str, stream: &str) -> rusqlite::Result<u64> {
    connection
        .prepare_cached("SELECT number FROM streams WHERE contest = ?1 AND stream = ?2")?
        .query_row([contest, stream], |row| row.get(0))
        .optional()
        .map(|number| from_integer(number.unwrap_or(0)))
}

fn last_position(connection: &Connection, contest: &str) -> rusqlite::Result<i64> {
    connection
        .prepare_cached("SELECT position FROM events WHERE contest = ?1 ORDER BY position DESC LIMIT 1")?
        .query_row([contest], |row| row.get(0))
        .optional()
        .map(|position| position.unwrap_or(0))
}
