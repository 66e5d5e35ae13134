//! The statements of the event store.

use tokio_postgres::Row;

use super::{
    failure::is_race,
    job::Placed,
    pool::Pool,
    session::{DatabaseSession, meaning},
};
use crate::{
    DEEDS_MAX, Fence, NewEvent, Redaction, StoreError, StoredEvent,
    integer::{from_integer, to_integer},
};

/// Appends all events of a group, or none. Each lease must be held under its number, and every contest must end at the
/// position that the writer expects.
///
/// - The row lock of a lease lasts until the commit: a takeover waits for it, and it waits for a takeover.
/// - The unique positions stop another process that appends at the same moment.
/// - The shared advisory locks make it wait for a process that has locked a contest with `LOCK`.
///
/// Notes and organisers' actions are stored only together with events; of the actions, only the latest of each contest
/// stay.
const APPEND: &str = "
    WITH held AS MATERIALIZED (
        SELECT 1 FROM leases
        JOIN unnest($7::text[], $8::bigint[]) AS fence (lease, number)
            ON leases.name = fence.lease AND leases.number = fence.number AND leases.holder IS NOT NULL
        FOR SHARE OF leases
    ), shared AS MATERIALIZED (
        SELECT pg_advisory_xact_lock_shared(key)
        FROM (SELECT DISTINCT hashtextextended(contest, 0) AS key FROM unnest($9::text[]) AS contest ORDER BY key) AS keys
    ), put AS (
        INSERT INTO events (contest, position, stream, number, leaf, private)
        SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[], $5::bytea[], $6::bytea[])
        WHERE (SELECT count(*) FROM held) = cardinality($7) AND (SELECT count(*) FROM shared) > 0
            AND NOT EXISTS (
                SELECT 1 FROM unnest($9::text[], $10::bigint[]) AS head (contest, position)
                WHERE head.position <> coalesce((SELECT max(position) FROM events WHERE events.contest = head.contest), 0)
            )
        RETURNING 1
    ), noted AS (
        INSERT INTO notes (contest, kind, name, note)
        SELECT * FROM unnest($11::text[], $12::text[], $13::text[], $14::text[])
        WHERE (SELECT count(*) FROM put) > 0
        ON CONFLICT (contest, kind, name) DO NOTHING
    ), forgotten AS (
        DELETE FROM deeds WHERE (SELECT count(*) FROM put) > 0 AND added IN (
            SELECT added FROM (
                SELECT added, row_number() OVER (PARTITION BY contest ORDER BY added DESC) AS place
                FROM deeds WHERE contest = ANY($15::text[])
            ) AS known WHERE place >= $19
        )
    ), did AS (
        INSERT INTO deeds (contest, at, who, what)
        SELECT * FROM unnest($15::text[], $16::bigint[], $17::text[], $18::text[])
        WHERE (SELECT count(*) FROM put) > 0
    )
    SELECT 1 FROM put";

/// Locks these contests against writes of other processes. All processes take these locks in the same order.
const LOCK: &str = "
    SELECT pg_advisory_xact_lock(key)
    FROM (SELECT DISTINCT hashtextextended(contest, 0) AS key FROM unnest($1::text[]) AS contest ORDER BY key) AS keys";

/// The heads of these streams, and of their contests at the same moment.
const HEADS: &str = "
    SELECT asked.contest, asked.stream,
        coalesce((SELECT max(number) FROM events
            WHERE events.contest = asked.contest AND events.stream = asked.stream), 0),
        coalesce((SELECT max(position) FROM events WHERE events.contest = asked.contest), 0)
    FROM unnest($1::text[], $2::text[]) AS asked (contest, stream)";

const READ: &str = "
    SELECT position, stream, number, leaf, private FROM events
    WHERE contest = $1 AND position > $2 ORDER BY position LIMIT $3";

/// Reads events from the position of this one on.
const READ_FROM: &str = "
    SELECT position, stream, number, leaf, private FROM events
    WHERE contest = $1 AND position >= (
        SELECT position FROM events WHERE contest = $1 AND stream = $2 AND number = $3
    ) ORDER BY position LIMIT $4";

/// Reduces the private data of these events to the given rest, and notes that the space it used is not reusable yet.
const REDACT: &str = "
    WITH due AS (INSERT INTO agreed (name, value) VALUES ('store/rewrite-due', 'due') ON CONFLICT (name) DO NOTHING)
    UPDATE events SET private = redaction.rest
    FROM unnest($2::bigint[], $3::bytea[]) AS redaction (position, rest)
    WHERE events.contest = $1 AND events.position = redaction.position
        AND length(events.private) > coalesce(length(redaction.rest), 0)";

/// Removes these files, and notes that the space they used is not reusable yet.
const REMOVE_ATTACHMENTS: &str = "
    WITH removed AS (DELETE FROM attachments WHERE contest = $1 AND hash = ANY($2::bytea[]) RETURNING 1),
    due AS (
        INSERT INTO agreed (name, value) SELECT 'store/rewrite-due', 'due' WHERE EXISTS (SELECT 1 FROM removed)
        ON CONFLICT (name) DO NOTHING
    )
    SELECT 1 FROM removed";

/// Whether space of removed data is not reusable yet.
const IS_DUE: &str = "SELECT 1 FROM agreed WHERE name = 'store/rewrite-due'";

/// Notes that the space is reusable.
const IS_DONE: &str = "DELETE FROM agreed WHERE name = 'store/rewrite-due'";

/// The result of writing a group.
pub(super) enum Appended {
    /// The group is durable.
    All,
    /// Nothing was written: a lease is lost, or a contest has grown.
    Nothing,
}

/// Removes private data, and then makes its space reusable.
pub(super) async fn redact(pool: &Pool, contest: &str, redactions: &[Redaction]) -> Result<(), StoreError> {
    if !redactions.is_empty() {
        let positions: Vec<i64> = redactions.iter().map(|redaction| to_integer(redaction.position)).collect();
        let left: Vec<Option<&[u8]>> = redactions.iter().map(|redaction| redaction.left.as_deref()).collect();
        pool.rows(REDACT, &[&contest, &positions, &left]).await?;
    } else if pool.rows(IS_DUE, &[]).await?.is_empty() {
        return Ok(());
    }
    free(pool).await
}

/// Removes files, and then makes their space reusable.
pub(super) async fn remove_attachments(pool: &Pool, contest: &str, hashes: &[[u8; 32]]) -> Result<(), StoreError> {
    let hashes: Vec<&[u8]> = hashes.iter().map(<[u8; 32]>::as_slice).collect();
    let removed = pool.rows(REMOVE_ATTACHMENTS, &[&contest, &hashes]).await?;
    if removed.is_empty() && pool.rows(IS_DUE, &[]).await?.is_empty() {
        return Ok(());
    }
    free(pool).await
}

/// Makes the space of removed data reusable.
async fn free(pool: &Pool) -> Result<(), StoreError> {
    pool.at_leisure("VACUUM events, attachments").await?;
    pool.rows(IS_DONE, &[]).await.map(drop)
}

/// Begins a transaction in which no other process writes to these contests. The database ends it after a second without
/// a statement.
pub(super) async fn lock(session: &mut DatabaseSession, contests: &[&str]) -> Result<(), StoreError> {
    session.execute("BEGIN; SET LOCAL idle_in_transaction_session_timeout = '1s'").await.map_err(meaning)?;
    session.rows(LOCK, &[&contests]).await.map(drop).map_err(meaning)
}

/// Ends that transaction: commits it if `keep`, else rolls it back.
pub(super) async fn unlock(session: &DatabaseSession, keep: bool) -> Result<(), StoreError> {
    session.execute(if keep { "COMMIT" } else { "ROLLBACK" }).await.map_err(meaning)
}

/// Appends a group. All processes write contests in the same order, so that no two wait for each other.
pub(super) async fn append(
    session: &mut DatabaseSession,
    placed: &[Placed],
    fences: &[&Fence],
) -> Result<Appended, StoreError> {
    let mut sorted: Vec<_> = placed.iter().collect();
    sorted.sort_by_key(|placed| (placed.job.contest.as_str(), placed.first));
    let events = || {
        sorted.iter().flat_map(|placed| {
            let contest = placed.job.contest.as_str();
            (placed.first..).zip(&placed.job.batch.events).map(move |(position, event)| (contest, position, event))
        })
    };
    let contests: Vec<&str> = events().map(|(contest, ..)| contest).collect();
    let positions: Vec<i64> = events().map(|(_, position, _)| to_integer(position)).collect();
    let streams: Vec<&str> = events().map(|(.., event)| event.stream.as_str()).collect();
    let numbers: Vec<i64> = events().map(|(.., event)| to_integer(event.number)).collect();
    let leaves: Vec<&[u8]> = events().map(|(.., event)| event.leaf.as_slice()).collect();
    let privates: Vec<Option<&[u8]>> = events().map(|(.., event)| event.private.as_deref()).collect();
    let leases: Vec<&str> = fences.iter().map(|fence| fence.lease.as_str()).collect();
    let under: Vec<i64> = fences.iter().map(|fence| to_integer(fence.number)).collect();
    // The first job of each contest has the position at which the contest must end.
    sorted.dedup_by(|later, first| later.job.contest == first.job.contest);
    let heads: Vec<&str> = sorted.iter().map(|placed| placed.job.contest.as_str()).collect();
    let ends: Vec<i64> = sorted.iter().map(|placed| to_integer(placed.first - 1)).collect();

    let notes =
        || placed.iter().flat_map(|placed| placed.job.batch.notes.iter().map(|note| (&placed.job.contest, note)));
    let note_contests: Vec<&str> = notes().map(|(contest, _)| contest.as_str()).collect();
    let kinds: Vec<&str> = notes().map(|(_, note)| note.kind.as_str()).collect();
    let names: Vec<&str> = notes().map(|(_, note)| note.name.as_str()).collect();
    let texts: Vec<&str> = notes().map(|(_, note)| note.note.as_str()).collect();
    let deeds =
        || placed.iter().flat_map(|placed| placed.job.batch.deeds.iter().map(|deed| (&placed.job.contest, deed)));
    let deed_contests: Vec<&str> = deeds().map(|(contest, _)| contest.as_str()).collect();
    let moments: Vec<i64> = deeds().map(|(_, deed)| deed.at).collect();
    let doers: Vec<&str> = deeds().map(|(_, deed)| deed.who.as_str()).collect();
    let done: Vec<&str> = deeds().map(|(_, deed)| deed.what.as_str()).collect();
    let most = i64::from(DEEDS_MAX);

    let of_events: [&(dyn tokio_postgres::types::ToSql + Sync); 10] =
        [&contests, &positions, &streams, &numbers, &leaves, &privates, &leases, &under, &heads, &ends];
    let beside: [&(dyn tokio_postgres::types::ToSql + Sync); 9] =
        [&note_contests, &kinds, &names, &texts, &deed_contests, &moments, &doers, &done, &most];
    let parameters: Vec<_> = of_events.into_iter().chain(beside).collect();
    match session.rows(APPEND, &parameters).await {
        Ok(rows) if rows.len() == contests.len() => Ok(Appended::All),
        Ok(_) => Ok(Appended::Nothing),
        Err(Some(error)) if is_race(&error) => Ok(Appended::Nothing),
        Err(error) => Err(meaning(error)),
    }
}

/// The heads of streams: contest, stream, its number, and the contest's position.
pub(super) async fn heads(
    session: &mut DatabaseSession,
    contests: &[&str],
    streams: &[&str],
) -> Result<Vec<(String, String, u64, u64)>, StoreError> {
    let rows = session.rows(HEADS, &[&contests, &streams]).await.map_err(meaning)?;
    Ok(rows.iter().map(|row| (row.get(0), row.get(1), from_integer(row.get(2)), from_integer(row.get(3)))).collect())
}

/// The position of the last of these events when all of them are stored already, as one batch.
pub(super) async fn stored_before(
    session: &mut DatabaseSession,
    contest: &str,
    events: &[NewEvent],
) -> Result<Option<u64>, StoreError> {
    let Some(first) = events.first() else { return Ok(None) };
    let limit = i64::try_from(events.len()).unwrap_or(i64::MAX);
    let number = to_integer(first.number);
    let rows = session.rows(READ_FROM, &[&contest, &first.stream, &number, &limit]).await.map_err(meaning)?;
    let stored: Vec<_> = rows.iter().map(event).collect();
    let is_same = stored.len() == events.len() && stored.iter().zip(events).all(|(stored, event)| stored.is(event));
    Ok(stored.last().filter(|_| is_same).map(|last| last.position))
}

/// The events after a position, in order.
pub(super) async fn read(pool: &Pool, contest: &str, after: u64, limit: usize) -> Result<Vec<StoredEvent>, StoreError> {
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let rows = pool.rows(READ, &[&contest, &to_integer(after), &limit]).await?;
    Ok(rows.iter().map(event).collect())
}

fn event(row: &Row) -> StoredEvent {
    StoredEvent {
        position: from_integer(row.get(0)),
        stream: row.get(1),
        number: from_integer(row.get(2)),
        leaf: row.get(3),
        private: row.get(4),
    }
}
