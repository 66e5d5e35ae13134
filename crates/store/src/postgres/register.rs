//! The statements of the register.

use tokio_postgres::Row;

use super::pool::Pool;
use crate::{
    Cause, ContestRow, DraftRow, InvitationRow, Redeemed, StoreError,
    integer::{from_integer, to_integer},
};

pub(super) async fn add_contest(pool: &Pool, contest: &ContestRow) -> Result<(), StoreError> {
    const ADD: &str = "
        INSERT INTO contests (id, file, rulebook, folder, plan) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (id) DO NOTHING RETURNING 1";
    let ContestRow { id, file, rulebook, folder, plan } = contest;
    match pool.rows(ADD, &[id, file, rulebook, folder, plan]).await?.len() {
        0 => Err(StoreError::ContestExists { id: id.clone() }),
        _ => Ok(()),
    }
}

pub(super) async fn agree(pool: &Pool, name: &str, value: &str) -> Result<String, StoreError> {
    // Nothing is ever changed, so what was there before is found by whoever could not add.
    const ADD: &str = "INSERT INTO agreed (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING RETURNING value";
    const LOOK: &str = "SELECT value FROM agreed WHERE name = $1";
    let mut rows = pool.rows(ADD, &[&name, &value]).await?;
    if rows.is_empty() {
        rows = pool.rows(LOOK, &[&name]).await?;
    }
    Ok(rows.first().map_or_else(String::new, |row| row.get(0)))
}

pub(super) async fn contests(pool: &Pool) -> Result<Vec<ContestRow>, StoreError> {
    let rows = pool.rows("SELECT id, file, rulebook, folder, plan FROM contests ORDER BY added", &[]).await?;
    let contest = |row: &Row| ContestRow {
        id: row.get(0),
        file: row.get(1),
        rulebook: row.get(2),
        folder: row.get(3),
        plan: row.get(4),
    };
    Ok(rows.iter().map(contest).collect())
}

pub(super) async fn invite(
    pool: &Pool,
    contest: &str,
    participant: &str,
    token_hash: [u8; 32],
) -> Result<(), StoreError> {
    // Sessions of the earlier token end with its invitation; their rows are only in the way.
    const INVITE: &str = "
        WITH ended AS (
            DELETE FROM sessions USING invitations
            WHERE sessions.token_hash = invitations.token_hash AND contest = $1 AND participant = $2
        )
        INSERT INTO invitations (contest, participant, token_hash) VALUES ($1, $2, $3)
        ON CONFLICT (contest, participant) DO UPDATE SET token_hash = $3, used = FALSE";
    pool.rows(INVITE, &[&contest, &participant, &token_hash.as_slice()]).await.map(drop)
}

pub(super) async fn redeem(pool: &Pool, token_hash: [u8; 32], session_hash: [u8; 32]) -> Result<Redeemed, StoreError> {
    const SPEND: &str = "
        WITH spent AS (
            UPDATE invitations SET used = TRUE WHERE token_hash = $1 AND NOT used RETURNING contest, participant
        ), opened AS (
            INSERT INTO sessions (session_hash, token_hash) SELECT $2, $1 FROM spent
        )
        SELECT contest, participant FROM spent";
    let spent = pool.rows(SPEND, &[&token_hash.as_slice(), &session_hash.as_slice()]).await?;
    if let Some(row) = spent.first() {
        return Ok(Redeemed::Joined { contest: row.get(0), participant: row.get(1) });
    }
    let known = look_up_invitation(pool, token_hash).await?;
    Ok(known.map_or(Redeemed::Unknown, |_| Redeemed::UsedAlready))
}

pub(super) async fn look_up_invitation(
    pool: &Pool,
    token_hash: [u8; 32],
) -> Result<Option<(String, String, bool)>, StoreError> {
    const LOOK: &str = "SELECT contest, participant, used FROM invitations WHERE token_hash = $1";
    let rows = pool.rows(LOOK, &[&token_hash.as_slice()]).await?;
    Ok(rows.first().map(|row| (row.get(0), row.get(1), row.get(2))))
}

pub(super) async fn has_joined(pool: &Pool, contest: &str, participant: &str) -> Result<bool, StoreError> {
    const JOINED: &str = "
        SELECT EXISTS (
            SELECT 1 FROM sessions JOIN invitations USING (token_hash) WHERE contest = $1 AND participant = $2
        )";
    let rows = pool.rows(JOINED, &[&contest, &participant]).await?;
    Ok(rows.first().is_some_and(|row| row.get(0)))
}

pub(super) async fn session(pool: &Pool, session_hash: [u8; 32]) -> Result<Option<(String, String)>, StoreError> {
    const SESSION: &str = "
        SELECT contest, participant FROM sessions JOIN invitations USING (token_hash) WHERE session_hash = $1";
    let rows = pool.rows(SESSION, &[&session_hash.as_slice()]).await?;
    Ok(rows.first().map(|row| (row.get(0), row.get(1))))
}

pub(super) async fn invitations(pool: &Pool, contest: &str) -> Result<Vec<InvitationRow>, StoreError> {
    const INVITATIONS: &str = "
        SELECT participant, token_hash, used,
            ARRAY(SELECT session_hash FROM sessions WHERE sessions.token_hash = invitations.token_hash ORDER BY 1)
        FROM invitations WHERE contest = $1 ORDER BY participant COLLATE \"C\"";
    let hash = |bytes: Vec<u8>| -> Result<[u8; 32], StoreError> {
        let length = bytes.len();
        bytes.try_into().map_err(|_| StoreError::Failed(Cause::new(format!("a hash has {length} bytes, not 32"))))
    };
    let rows = pool.rows(INVITATIONS, &[&contest]).await?;
    let invitations = rows.iter().map(|row| {
        let sessions: Vec<Vec<u8>> = row.get(3);
        Ok(InvitationRow {
            participant: row.get(0),
            token_hash: hash(row.get(1))?,
            used: row.get(2),
            sessions: sessions.into_iter().map(hash).collect::<Result<_, _>>()?,
        })
    });
    invitations.collect()
}

pub(super) async fn take_over_invitation(
    pool: &Pool,
    contest: &str,
    invitation: &InvitationRow,
) -> Result<(), StoreError> {
    const TAKE: &str = "
        WITH invited AS (
            INSERT INTO invitations (contest, participant, token_hash, used) VALUES ($1, $2, $3, $4)
        )
        INSERT INTO sessions (session_hash, token_hash) SELECT session, $3 FROM unnest($5::bytea[]) AS session";
    let InvitationRow { participant, token_hash, used, sessions } = invitation;
    let sessions: Vec<&[u8]> = sessions.iter().map(<[u8; 32]>::as_slice).collect();
    pool.rows(TAKE, &[&contest, participant, &token_hash.as_slice(), used, &sessions]).await.map(drop)
}

pub(super) async fn keep_draft(
    pool: &Pool,
    contest: &str,
    participant: &str,
    form: &str,
    fields: Option<&str>,
) -> Result<(), StoreError> {
    const KEEP: &str = "
        INSERT INTO drafts (contest, participant, form, fields) VALUES ($1, $2, $3, $4)
        ON CONFLICT (contest, participant, form) DO UPDATE SET fields = $4";
    const FORGET: &str = "DELETE FROM drafts WHERE contest = $1 AND participant = $2 AND form = $3";
    let kept = match fields {
        Some(fields) => pool.rows(KEEP, &[&contest, &participant, &form, &fields]).await,
        None => pool.rows(FORGET, &[&contest, &participant, &form]).await,
    };
    kept.map(drop)
}

pub(super) async fn drafts(pool: &Pool, contest: &str) -> Result<Vec<DraftRow>, StoreError> {
    const DRAFTS: &str = "SELECT participant, form, fields FROM drafts WHERE contest = $1 ORDER BY participant, form";
    let rows = pool.rows(DRAFTS, &[&contest]).await?;
    let draft = |row: &Row| DraftRow { participant: row.get(0), form: row.get(1), fields: row.get(2) };
    Ok(rows.iter().map(draft).collect())
}

pub(super) async fn put_checkpoint(pool: &Pool, contest: &str, size: u64, note: &str) -> Result<(), StoreError> {
    // A note may be too long for an index; two servers that keep the same one at the same moment keep it twice.
    const PUT: &str = "
        INSERT INTO checkpoints (contest, size, note) SELECT $1, $2, $3
        WHERE NOT EXISTS (SELECT 1 FROM checkpoints WHERE contest = $1 AND size = $2 AND note = $3)";
    pool.rows(PUT, &[&contest, &to_integer(size), &note]).await.map(drop)
}

pub(super) async fn checkpoints(pool: &Pool, contest: &str) -> Result<Vec<(u64, String)>, StoreError> {
    let rows = pool.rows("SELECT size, note FROM checkpoints WHERE contest = $1 ORDER BY added", &[&contest]).await?;
    Ok(rows.iter().map(|row| (from_integer(row.get(0)), row.get(1))).collect())
}

pub(super) async fn latest_checkpoint(pool: &Pool, contest: &str) -> Result<Option<(u64, String)>, StoreError> {
    const LATEST: &str = "SELECT size, note FROM checkpoints WHERE contest = $1 ORDER BY added DESC LIMIT 1";
    let rows = pool.rows(LATEST, &[&contest]).await?;
    Ok(rows.first().map(|row| (from_integer(row.get(0)), row.get(1))))
}
