//! The statements of the register.

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::refused::Refused;
use crate::{
    AccessTokenRow, ContestRow, DEEDS_MAX, DeedRow, DraftRow, InvitationRow, NoteRow, OrganiserRow, PasskeyRow,
    Redeemed, SessionRow, StoreError,
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

pub(super) fn update_contest(connection: &Connection, contest: &ContestRow) -> Result<(), Refused<StoreError>> {
    let updated = connection.execute(
        "UPDATE contests SET file = ?2, rulebook = ?3, folder = ?4, plan = ?5 WHERE id = ?1",
        params![contest.id, contest.file, contest.rulebook, contest.folder, contest.plan],
    )?;
    match updated {
        0 => Err(Refused::Answer(StoreError::NoContest { id: contest.id.clone() })),
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

pub(super) fn contest_ids(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    connection.prepare_cached("SELECT id FROM contests ORDER BY added")?.query_map([], |row| row.get(0))?.collect()
}

pub(super) fn invite(
    connection: &Connection,
    contest: &str,
    participant: &str,
    token_hash: &[u8; 32],
    issue: &str,
) -> rusqlite::Result<()> {
    uninvite(connection, contest, participant)?;
    connection.execute(
        "INSERT INTO invitations (token_hash, contest, participant, issue) VALUES (?1, ?2, ?3, ?4)",
        params![token_hash, contest, participant, issue],
    )?;
    Ok(())
}

pub(super) fn uninvite(connection: &Connection, contest: &str, participant: &str) -> rusqlite::Result<()> {
    connection.execute("DELETE FROM sessions WHERE contest = ?1 AND participant = ?2", [contest, participant])?;
    connection.execute("DELETE FROM invitations WHERE contest = ?1 AND participant = ?2", [contest, participant])?;
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
        "SELECT session_hash, since, seen FROM sessions WHERE contest = ?1 AND participant = ?2 ORDER BY session_hash",
    )?;
    let mut rows = connection.prepare_cached(
        "SELECT participant, token_hash, issue, used FROM invitations WHERE contest = ?1 ORDER BY participant",
    )?;
    let session = |row: &Row<'_>| Ok(SessionRow { session_hash: row.get(0)?, since: row.get(1)?, seen: row.get(2)? });
    let invitations = rows.query_map([contest], |row| {
        let participant: String = row.get(0)?;
        let sessions = of.query_map([contest, &participant], session)?.collect::<Result<_, _>>()?;
        Ok(InvitationRow { participant, token_hash: row.get(1)?, issue: row.get(2)?, used: row.get(3)?, sessions })
    })?;
    invitations.collect()
}

pub(super) fn take_over_invitation(
    connection: &Connection,
    contest: &str,
    invitation: &InvitationRow,
) -> rusqlite::Result<()> {
    let InvitationRow { participant, token_hash, issue, used, sessions } = invitation;
    connection.execute(
        "INSERT INTO invitations (token_hash, contest, participant, issue, used) VALUES (?1, ?2, ?3, ?4, ?5)",
        params![token_hash, contest, participant, issue, used],
    )?;
    for SessionRow { session_hash, since, seen } in sessions {
        connection.execute(
            "INSERT INTO sessions (session_hash, contest, participant, since, seen) VALUES (?1, ?2, ?3, ?4, ?5)",
            params![session_hash, contest, participant, since, seen],
        )?;
    }
    Ok(())
}

pub(super) fn open_session(
    connection: &Connection,
    contest: &str,
    participant: &str,
    session_hash: &[u8; 32],
) -> rusqlite::Result<bool> {
    let opened = connection.execute(
        "INSERT INTO sessions (session_hash, contest, participant)
         SELECT ?1, contest, participant FROM invitations WHERE contest = ?2 AND participant = ?3",
        params![session_hash, contest, participant],
    )?;
    Ok(opened > 0)
}

pub(super) fn see_session(connection: &Connection, session_hash: &[u8; 32], at: i64) -> rusqlite::Result<()> {
    connection.execute(
        "UPDATE sessions SET since = coalesce(since, ?2), seen = ?2 WHERE session_hash = ?1",
        params![session_hash, at],
    )?;
    Ok(())
}

pub(super) fn end_session(connection: &Connection, contest: &str, session_hash: &[u8; 32]) -> rusqlite::Result<()> {
    connection
        .execute("DELETE FROM sessions WHERE session_hash = ?1 AND contest = ?2", params![session_hash, contest])?;
    Ok(())
}

pub(super) fn keep_organiser(connection: &Connection, contest: &str, organiser: &OrganiserRow) -> rusqlite::Result<()> {
    let OrganiserRow { participant, name, password } = organiser;
    connection.execute(
        "INSERT OR REPLACE INTO organisers (contest, participant, name, password) VALUES (?1, ?2, ?3, ?4)",
        [contest, participant, name, password],
    )?;
    Ok(())
}

pub(super) fn forget_organiser(connection: &Connection, contest: &str, participant: &str) -> rusqlite::Result<()> {
    uninvite(connection, contest, participant)?;
    connection.execute("DELETE FROM passkeys WHERE contest = ?1 AND participant = ?2", [contest, participant])?;
    connection.execute("DELETE FROM organisers WHERE contest = ?1 AND participant = ?2", [contest, participant])?;
    Ok(())
}

pub(super) fn organisers(connection: &Connection, contest: &str) -> rusqlite::Result<Vec<OrganiserRow>> {
    connection
        .prepare_cached("SELECT participant, name, password FROM organisers WHERE contest = ?1 ORDER BY participant")?
        .query_map([contest], |row| {
            Ok(OrganiserRow { participant: row.get(0)?, name: row.get(1)?, password: row.get(2)? })
        })?
        .collect()
}

pub(super) fn keep_access_token(
    connection: &Connection,
    contest: &str,
    token: &AccessTokenRow,
) -> rusqlite::Result<()> {
    let AccessTokenRow { number, may, name, token_hash, seen } = token;
    connection.execute(
        "INSERT OR REPLACE INTO access_tokens (contest, number, may, name, token_hash, seen)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        params![contest, number, may, name, token_hash, seen],
    )?;
    Ok(())
}

pub(super) fn see_access_token(connection: &Connection, contest: &str, number: u16, at: i64) -> rusqlite::Result<()> {
    connection.execute(
        "UPDATE access_tokens SET seen = ?3 WHERE contest = ?1 AND number = ?2",
        params![contest, number, at],
    )?;
    Ok(())
}

pub(super) fn forget_access_token(connection: &Connection, contest: &str, number: u16) -> rusqlite::Result<()> {
    connection.execute("DELETE FROM access_tokens WHERE contest = ?1 AND number = ?2", params![contest, number])?;
    Ok(())
}

pub(super) fn access_tokens(connection: &Connection, contest: &str) -> rusqlite::Result<Vec<AccessTokenRow>> {
    connection
        .prepare_cached(
            "SELECT number, may, name, token_hash, seen FROM access_tokens WHERE contest = ?1 ORDER BY number",
        )?
        .query_map([contest], |row| {
            Ok(AccessTokenRow {
                number: row.get(0)?,
                may: row.get(1)?,
                name: row.get(2)?,
                token_hash: row.get(3)?,
                seen: row.get(4)?,
            })
        })?
        .collect()
}

pub(super) fn keep_passkey(connection: &Connection, contest: &str, passkey: &PasskeyRow) -> rusqlite::Result<()> {
    let PasskeyRow { participant, number, name, since, public_key } = passkey;
    connection.execute(
        "INSERT OR REPLACE INTO passkeys (contest, participant, number, name, since, public_key)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        params![contest, participant, number, name, since, public_key],
    )?;
    Ok(())
}

pub(super) fn forget_passkey(
    connection: &Connection,
    contest: &str,
    participant: &str,
    number: u16,
) -> rusqlite::Result<()> {
    connection.execute(
        "DELETE FROM passkeys WHERE contest = ?1 AND participant = ?2 AND number = ?3",
        params![contest, participant, number],
    )?;
    Ok(())
}

pub(super) fn passkeys(connection: &Connection, contest: &str) -> rusqlite::Result<Vec<PasskeyRow>> {
    connection
        .prepare_cached(
            "SELECT participant, number, name, since, public_key FROM passkeys WHERE contest = ?1
             ORDER BY participant, number",
        )?
        .query_map([contest], |row| {
            Ok(PasskeyRow {
                participant: row.get(0)?,
                number: row.get(1)?,
                name: row.get(2)?,
                since: row.get(3)?,
                public_key: row.get(4)?,
            })
        })?
        .collect()
}

pub(super) fn note_deed(connection: &Connection, contest: &str, deed: &DeedRow) -> rusqlite::Result<()> {
    connection.execute(
        "DELETE FROM deeds WHERE contest = ?1 AND added <= (
             SELECT added FROM deeds WHERE contest = ?1 ORDER BY added DESC LIMIT 1 OFFSET ?2
         )",
        params![contest, DEEDS_MAX - 1],
    )?;
    connection.execute(
        "INSERT INTO deeds (contest, at, who, what) VALUES (?1, ?2, ?3, ?4)",
        params![contest, deed.at, deed.who, deed.what],
    )?;
    Ok(())
}

pub(super) fn deeds(connection: &Connection, contest: &str, limit: u32) -> rusqlite::Result<Vec<DeedRow>> {
    connection
        .prepare_cached("SELECT at, who, what FROM deeds WHERE contest = ?1 ORDER BY added DESC LIMIT ?2")?
        .query_map(params![contest, limit], |row| Ok(DeedRow { at: row.get(0)?, who: row.get(1)?, what: row.get(2)? }))?
        .collect()
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

pub(super) fn keep_note(connection: &Connection, contest: &str, note: &NoteRow) -> rusqlite::Result<()> {
    connection.execute(
        "INSERT INTO notes (contest, kind, name, note) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (contest, kind, name) DO UPDATE SET note = ?4",
        params![contest, note.kind, note.name, note.note],
    )?;
    Ok(())
}

/// The same, unless there is a note of this kind and name.
pub(super) fn keep_new_note(connection: &Connection, contest: &str, note: &NoteRow) -> rusqlite::Result<()> {
    connection.execute(
        "INSERT INTO notes (contest, kind, name, note) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (contest, kind, name) DO NOTHING",
        params![contest, note.kind, note.name, note.note],
    )?;
    Ok(())
}

pub(super) fn notes(connection: &Connection, contest: &str) -> rusqlite::Result<Vec<NoteRow>> {
    connection
        .prepare_cached("SELECT kind, name, note FROM notes WHERE contest = ?1 ORDER BY kind, name")?
        .query_map([contest], |row| Ok(NoteRow { kind: row.get(0)?, name: row.get(1)?, note: row.get(2)? }))?
        .collect()
}

pub(super) fn put_attachment(
    connection: &Connection,
    contest: &str,
    hash: &[u8; 32],
    bytes: &[u8],
) -> rusqlite::Result<()> {
    connection.execute(
        "INSERT INTO attachments (contest, hash, bytes) VALUES (?1, ?2, ?3) ON CONFLICT (contest, hash) DO NOTHING",
        params![contest, hash, bytes],
    )?;
    Ok(())
}

pub(super) fn attachment(connection: &Connection, contest: &str, hash: &[u8; 32]) -> rusqlite::Result<Option<Vec<u8>>> {
    connection
        .prepare_cached("SELECT bytes FROM attachments WHERE contest = ?1 AND hash = ?2")?
        .query_row(params![contest, hash], |row| row.get(0))
        .optional()
}

pub(super) fn attachments(connection: &Connection, contest: &str) -> rusqlite::Result<Vec<([u8; 32], u64)>> {
    connection
        .prepare_cached("SELECT hash, length(bytes) FROM attachments WHERE contest = ?1 ORDER BY hash")?
        .query_map([contest], |row| Ok((row.get(0)?, from_integer(row.get(1)?))))?
        .collect()
}

/// Removes these files and returns their number.
pub(super) fn remove_attachments(
    connection: &Connection,
    contest: &str,
    hashes: &[[u8; 32]],
) -> rusqlite::Result<usize> {
    let mut remove = connection.prepare_cached("DELETE FROM attachments WHERE contest = ?1 AND hash = ?2")?;
    hashes.iter().map(|hash| remove.execute(params![contest, hash])).sum()
}
