//! The statements of the register.

use rusqlite::{Connection, OptionalExtension, params};

use super::writer::Refused;
use crate::{
    ContestRow, DraftRow, InvitationRow, Redeemed, StoreError,
    integer::{from_integer, to_integer},
};

pub(super) fn add_contest(connection: &Connection, contest: &ContestRow) -> Result<(), Refused<StoreError>> {
    let added = connection.execute(
        "INSERT INTO contests (id, file, rulebook, folder, plan) VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (id) DO NOTHING",
        params![contest.id, contest.file, contest.rulebook, contest.folder, contest.plan],
    )?;
    match added {
        0 => Err(Refused::Answer(StoreError::ContestExists { id: contest.id.clone() })),
        _ => Ok(()),
    }
}

pub(super) fn agree(connection: &Connection, name: &str, value: &str) -> rusqlite::Result<String> {
    connection
        .execute("INSERT INTO agreed (name, value) VALUES (?1, ?2) ON CONFLICT (name) DO NOTHING", [name, value])?;
    connection.query_row("SELECT value FROM agreed WHERE name = ?1", [name], |row| row.get(0))
}

pub(super) fn contests(connection: &Connection) -> rusqlite::Result<Vec<ContestRow>> {
    connection
        .prepare_cached("SELECT id, file, rulebook, folder, plan FROM contests ORDER BY added")?
        .query_map([], |row| {
            let (id, file, rulebook) = (row.get(0)?, row.get(1)?, row.get(2)?);
            Ok(ContestRow { id, file, rulebook, folder: row.get(3)?, plan: row.get(4)? })
        })?
        .collect()
}

pub(super) fn invite(
    connection: &Connection,
    contest: &str,
    participant: &str,
    token_hash: &[u8; 32],
) -> rusqlite::Result<()> {
    connection.execute("DELETE FROM sessions WHERE contest = ?1 AND participant = ?2", [contest, participant])?;
    connection.execute("DELETE FROM invitations WHERE contest = ?1 AND participant = ?2", [contest, participant])?;
    connection.execute(
        "INSERT INTO invitations (token_hash, contest, participant) VALUES (?1, ?2, ?3)",
        params![token_hash, contest, participant],
    )?;
    Ok(())
}

pub(super) fn redeem(
    connection: &Connection,
    token_hash: &[u8; 32],
    session_hash: &[u8; 32],
) -> rusqlite::Result<Redeemed> {
    let (contest, participant) = match look_up_invitation(connection, token_hash)? {
        None => return Ok(Redeemed::Unknown),
        Some((_, _, true)) => return Ok(Redeemed::UsedAlready),
        Some((contest, participant, false)) => (contest, participant),
    };
    connection.execute("UPDATE invitations SET used = 1 WHERE token_hash = ?1", [token_hash])?;
    connection.execute(
        "INSERT INTO sessions (session_hash, contest, participant) VALUES (?1, ?2, ?3)",
        params![session_hash, contest, participant],
    )?;
    Ok(Redeemed::Joined { contest, participant })
}

pub(super) fn look_up_invitation(
    connection: &Connection,
    token_hash: &[u8; 32],
) -> rusqlite::Result<Option<(String, String, bool)>> {
    connection
        .prepare_cached("SELECT contest, participant, used FROM invitations WHERE token_hash = ?1")?
        .query_row([token_hash], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
        .optional()
}

pub(super) fn has_joined(connection: &Connection, contest: &str, participant: &str) -> rusqlite::Result<bool> {
    connection
        .prepare_cached("SELECT EXISTS (SELECT 1 FROM sessions WHERE contest = ?1 AND participant = ?2)")?
        .query_row([contest, participant], |row| row.get(0))
}

pub(super) fn session(connection: &Connection, session_hash: &[u8; 32]) -> rusqlite::Result<Option<(String, String)>> {
    connection
        .prepare_cached("SELECT contest, participant FROM sessions WHERE session_hash = ?1")?
        .query_row([session_hash], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()
}

pub(super) fn invitations(connection: &Connection, contest: &str) -> rusqlite::Result<Vec<InvitationRow>> {
    let mut of = connection.prepare_cached(
        "SELECT session_hash FROM sessions WHERE contest = ?1 AND participant = ?2 ORDER BY session_hash",
    )?;
    let mut rows = connection.prepare_cached(
        "SELECT participant, token_hash, used FROM invitations WHERE contest = ?1 ORDER BY participant",
    )?;
    let invitations = rows.query_map([contest], |row| {
        let participant: String = row.get(0)?;
        let sessions = of.query_map([contest, &participant], |row| row.get(0))?.collect::<Result<_, _>>()?;
        Ok(InvitationRow { participant, token_hash: row.get(1)?, used: row.get(2)?, sessions })
    })?;
    invitations.collect()
}

pub(super) fn take_over_invitation(
    connection: &Connection,
    contest: &str,
    invitation: &InvitationRow,
) -> rusqlite::Result<()> {
    let InvitationRow { participant, token_hash, used, sessions } = invitation;
    connection.execute(
        "INSERT INTO invitations (token_hash, contest, participant, used) VALUES (?1, ?2, ?3, ?4)",
        params![token_hash, contest, participant, used],
    )?;
    for session in sessions {
        connection.execute(
            "INSERT INTO sessions (session_hash, contest, participant) VALUES (?1, ?2, ?3)",
            params![session, contest, participant],
        )?;
    }
    Ok(())
}

pub(super) fn keep_draft(
    connection: &Connection,
    contest: &str,
    participant: &str,
    form: &str,
    fields: Option<&str>,
) -> rusqlite::Result<()> {
    match fields {
        Some(fields) => connection.execute(
            "INSERT OR REPLACE INTO drafts (contest, participant, form, fields) VALUES (?1, ?2, ?3, ?4)",
            [contest, participant, form, fields],
        )?,
        None => connection.execute(
            "DELETE FROM drafts WHERE contest = ?1 AND participant = ?2 AND form = ?3",
            [contest, participant, form],
        )?,
    };
    Ok(())
}

pub(super) fn drafts(connection: &Connection, contest: &str) -> rusqlite::Result<Vec<DraftRow>> {
    connection
        .prepare_cached("SELECT participant, form, fields FROM drafts WHERE contest = ?1 ORDER BY participant, form")?
        .query_map([contest], |row| Ok(DraftRow { participant: row.get(0)?, form: row.get(1)?, fields: row.get(2)? }))?
        .collect()
}

pub(super) fn put_checkpoint(connection: &Connection, contest: &str, size: u64, note: &str) -> rusqlite::Result<()> {
    connection.execute(
        "INSERT OR IGNORE INTO checkpoints (contest, size, note) VALUES (?1, ?2, ?3)",
        params![contest, to_integer(size), note],
    )?;
    Ok(())
}

pub(super) fn checkpoints(connection: &Connection, contest: &str) -> rusqlite::Result<Vec<(u64, String)>> {
    connection
        .prepare_cached("SELECT size, note FROM checkpoints WHERE contest = ?1 ORDER BY added")?
        .query_map([contest], |row| Ok((from_integer(row.get(0)?), row.get(1)?)))?
        .collect()
}

pub(super) fn latest_checkpoint(connection: &Connection, contest: &str) -> rusqlite::Result<Option<(u64, String)>> {
    connection
        .prepare_cached("SELECT size, note FROM checkpoints WHERE contest = ?1 ORDER BY added DESC LIMIT 1")?
        .query_row([contest], |row| Ok((from_integer(row.get(0)?), row.get(1)?)))
        .optional()
}
