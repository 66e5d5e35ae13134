//! The statements of the register.

use tokio_postgres::Row;

use super::pool::Pool;
use crate::{
    AccessTokenRow, Cause, ContestRow, DEEDS_MAX, DeedRow, DraftRow, InvitationRow, NoteRow, OrganiserRow, PasskeyRow,
    Redeemed, SessionRow, StoreError,
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

pub(super) async fn update_contest(pool: &Pool, contest: &ContestRow) -> Result<(), StoreError> {
    const UPDATE: &str =
        "UPDATE contests SET file = $2, rulebook = $3, folder = $4, plan = $5 WHERE id = $1 RETURNING 1";
    let ContestRow { id, file, rulebook, folder, plan } = contest;
    match pool.rows(UPDATE, &[id, file, rulebook, folder, plan]).await?.len() {
        0 => Err(StoreError::NoContest { id: id.clone() }),
        _ => Ok(()),
    }
}

pub(super) async fn agree(pool: &Pool, name: &str, value: &str) -> Result<String, StoreError> {
    // Values are never changed, so a server that could not add its own reads the earlier one.
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
    issue: &str,
) -> Result<(), StoreError> {
    // Sessions of the earlier token end with its invitation; this deletes their rows.
    const INVITE: &str = "
        WITH ended AS (
            DELETE FROM sessions USING invitations
            WHERE sessions.token_hash = invitations.token_hash AND contest = $1 AND participant = $2
        )
        INSERT INTO invitations (contest, participant, token_hash, issue) VALUES ($1, $2, $3, $4)
        ON CONFLICT (contest, participant) DO UPDATE SET token_hash = $3, issue = $4, used = FALSE";
    pool.rows(INVITE, &[&contest, &participant, &token_hash.as_slice(), &issue]).await.map(drop)
}

pub(super) async fn uninvite(pool: &Pool, contest: &str, participant: &str) -> Result<(), StoreError> {
    const UNINVITE: &str = "
        WITH taken AS (
            DELETE FROM invitations WHERE contest = $1 AND participant = $2 RETURNING token_hash
        )
        DELETE FROM sessions USING taken WHERE sessions.token_hash = taken.token_hash";
    pool.rows(UNINVITE, &[&contest, &participant]).await.map(drop)
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
        SELECT participant, token_hash, issue, used, session_hash, since, seen
        FROM invitations LEFT JOIN sessions USING (token_hash)
        WHERE contest = $1 ORDER BY participant COLLATE \"C\", session_hash";
    let mut invitations: Vec<InvitationRow> = Vec::new();
    for row in pool.rows(INVITATIONS, &[&contest]).await? {
        let participant: String = row.get(0);
        if invitations.last().is_none_or(|last| last.participant != participant) {
            let (token_hash, issue) = (hash(row.get(1))?, row.get(2));
            invitations.push(InvitationRow { participant, token_hash, issue, used: row.get(3), sessions: Vec::new() });
        }
        if let (Some(invitation), Some(session)) = (invitations.last_mut(), row.get::<_, Option<Vec<u8>>>(4)) {
            let (since, seen) = (row.get(5), row.get(6));
            invitation.sessions.push(SessionRow { session_hash: hash(session)?, since, seen });
        }
    }
    Ok(invitations)
}

fn hash(bytes: Vec<u8>) -> Result<[u8; 32], StoreError> {
    let length = bytes.len();
    bytes.try_into().map_err(|_| StoreError::Failed(Cause::new(format!("a hash has {length} bytes, not 32"))))
}

pub(super) async fn take_over_invitation(
    pool: &Pool,
    contest: &str,
    invitation: &InvitationRow,
) -> Result<(), StoreError> {
    const TAKE: &str = "
        WITH invited AS (
            INSERT INTO invitations (contest, participant, token_hash, issue, used) VALUES ($1, $2, $3, $4, $5)
        )
        INSERT INTO sessions (session_hash, token_hash, since, seen)
        SELECT session, $3, since, seen FROM unnest($6::bytea[], $7::bigint[], $8::bigint[]) AS of (session, since, seen)";
    let InvitationRow { participant, token_hash, issue, used, sessions } = invitation;
    let hashes: Vec<&[u8]> = sessions.iter().map(|session| session.session_hash.as_slice()).collect();
    let since: Vec<Option<i64>> = sessions.iter().map(|session| session.since).collect();
    let seen: Vec<Option<i64>> = sessions.iter().map(|session| session.seen).collect();
    let token_hash = token_hash.as_slice();
    pool.rows(TAKE, &[&contest, participant, &token_hash, issue, used, &hashes, &since, &seen]).await.map(drop)
}

pub(super) async fn open_session(
    pool: &Pool,
    contest: &str,
    participant: &str,
    session_hash: [u8; 32],
) -> Result<bool, StoreError> {
    const OPEN: &str = "
        INSERT INTO sessions (session_hash, token_hash)
        SELECT $3, token_hash FROM invitations WHERE contest = $1 AND participant = $2 RETURNING 1";
    Ok(!pool.rows(OPEN, &[&contest, &participant, &session_hash.as_slice()]).await?.is_empty())
}

pub(super) async fn see_session(pool: &Pool, session_hash: [u8; 32], at: i64) -> Result<(), StoreError> {
    const SEE: &str = "UPDATE sessions SET since = coalesce(since, $2), seen = $2 WHERE session_hash = $1";
    pool.rows(SEE, &[&session_hash.as_slice(), &at]).await.map(drop)
}

pub(super) async fn end_session(pool: &Pool, contest: &str, session_hash: [u8; 32]) -> Result<(), StoreError> {
    const END: &str = "
        DELETE FROM sessions USING invitations
        WHERE sessions.token_hash = invitations.token_hash AND session_hash = $1 AND contest = $2";
    pool.rows(END, &[&session_hash.as_slice(), &contest]).await.map(drop)
}

pub(super) async fn keep_organiser(pool: &Pool, contest: &str, organiser: &OrganiserRow) -> Result<(), StoreError> {
    const KEEP: &str = "
        INSERT INTO organisers (contest, participant, name, password) VALUES ($1, $2, $3, $4)
        ON CONFLICT (contest, participant) DO UPDATE SET name = $3, password = $4";
    let OrganiserRow { participant, name, password } = organiser;
    pool.rows(KEEP, &[&contest, participant, name, password]).await.map(drop)
}

pub(super) async fn forget_organiser(pool: &Pool, contest: &str, participant: &str) -> Result<(), StoreError> {
    const FORGET: &str = "
        WITH taken AS (
            DELETE FROM invitations WHERE contest = $1 AND participant = $2 RETURNING token_hash
        ), ended AS (
            DELETE FROM sessions USING taken WHERE sessions.token_hash = taken.token_hash
        ), locked_out AS (
            DELETE FROM passkeys WHERE contest = $1 AND participant = $2
        )
        DELETE FROM organisers WHERE contest = $1 AND participant = $2";
    pool.rows(FORGET, &[&contest, &participant]).await.map(drop)
}

pub(super) async fn organisers(pool: &Pool, contest: &str) -> Result<Vec<OrganiserRow>, StoreError> {
    const ORGANISERS: &str =
        "SELECT participant, name, password FROM organisers WHERE contest = $1 ORDER BY participant";
    let rows = pool.rows(ORGANISERS, &[&contest]).await?;
    let organiser = |row: &Row| OrganiserRow { participant: row.get(0), name: row.get(1), password: row.get(2) };
    Ok(rows.iter().map(organiser).collect())
}

pub(super) async fn keep_access_token(pool: &Pool, contest: &str, token: &AccessTokenRow) -> Result<(), StoreError> {
    const KEEP: &str = "
        INSERT INTO access_tokens (contest, number, may, name, token_hash, seen) VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (contest, number) DO UPDATE SET may = $3, name = $4, token_hash = $5, seen = $6";
    let AccessTokenRow { number, may, name, token_hash, seen } = token;
    let (number, hash) = (i32::from(*number), token_hash.as_slice());
    pool.rows(KEEP, &[&contest, &number, may, name, &hash, seen]).await.map(drop)
}

pub(super) async fn see_access_token(pool: &Pool, contest: &str, number: u16, at: i64) -> Result<(), StoreError> {
    const SEE: &str = "UPDATE access_tokens SET seen = $3 WHERE contest = $1 AND number = $2";
    pool.rows(SEE, &[&contest, &i32::from(number), &at]).await.map(drop)
}

pub(super) async fn forget_access_token(pool: &Pool, contest: &str, number: u16) -> Result<(), StoreError> {
    const FORGET: &str = "DELETE FROM access_tokens WHERE contest = $1 AND number = $2";
    pool.rows(FORGET, &[&contest, &i32::from(number)]).await.map(drop)
}

pub(super) async fn access_tokens(pool: &Pool, contest: &str) -> Result<Vec<AccessTokenRow>, StoreError> {
    const TOKENS: &str =
        "SELECT number, may, name, token_hash, seen FROM access_tokens WHERE contest = $1 ORDER BY number";
    let rows = pool.rows(TOKENS, &[&contest]).await?;
    rows.iter()
        .map(|row| {
            let (number, token_hash) = (number(row.get(0)), hash(row.get(3))?);
            Ok(AccessTokenRow { number, may: row.get(1), name: row.get(2), token_hash, seen: row.get(4) })
        })
        .collect()
}

pub(super) async fn keep_passkey(pool: &Pool, contest: &str, passkey: &PasskeyRow) -> Result<(), StoreError> {
    const KEEP: &str = "
        INSERT INTO passkeys (contest, participant, number, name, since, public_key) VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (contest, participant, number) DO UPDATE SET name = $4, since = $5, public_key = $6";
    let PasskeyRow { participant, number, name, since, public_key } = passkey;
    pool.rows(KEEP, &[&contest, participant, &i32::from(*number), name, since, public_key]).await.map(drop)
}

pub(super) async fn forget_passkey(
    pool: &Pool,
    contest: &str,
    participant: &str,
    number: u16,
) -> Result<(), StoreError> {
    const FORGET: &str = "DELETE FROM passkeys WHERE contest = $1 AND participant = $2 AND number = $3";
    pool.rows(FORGET, &[&contest, &participant, &i32::from(number)]).await.map(drop)
}

pub(super) async fn passkeys(pool: &Pool, contest: &str) -> Result<Vec<PasskeyRow>, StoreError> {
    const PASSKEYS: &str = "
        SELECT participant, number, name, since, public_key FROM passkeys WHERE contest = $1
        ORDER BY participant, number";
    let passkey = |row: &Row| PasskeyRow {
        participant: row.get(0),
        number: number(row.get(1)),
        name: row.get(2),
        since: row.get(3),
        public_key: row.get(4),
    };
    Ok(pool.rows(PASSKEYS, &[&contest]).await?.iter().map(passkey).collect())
}

/// The number of a token or passkey; 0, which none has, for one out of range.
fn number(stored: i32) -> u16 {
    u16::try_from(stored).unwrap_or(0)
}

pub(super) async fn note_deed(pool: &Pool, contest: &str, deed: &DeedRow) -> Result<(), StoreError> {
    const NOTE: &str = "
        WITH forgotten AS (
            DELETE FROM deeds WHERE contest = $1 AND added <= (
                SELECT added FROM deeds WHERE contest = $1 ORDER BY added DESC LIMIT 1 OFFSET $5
            )
        )
        INSERT INTO deeds (contest, at, who, what) VALUES ($1, $2, $3, $4)";
    let others = i64::from(DEEDS_MAX - 1);
    pool.rows(NOTE, &[&contest, &deed.at, &deed.who, &deed.what, &others]).await.map(drop)
}

pub(super) async fn deeds(pool: &Pool, contest: &str, limit: u32) -> Result<Vec<DeedRow>, StoreError> {
    const DEEDS: &str = "SELECT at, who, what FROM deeds WHERE contest = $1 ORDER BY added DESC LIMIT $2";
    let rows = pool.rows(DEEDS, &[&contest, &i64::from(limit)]).await?;
    Ok(rows.iter().map(|row| DeedRow { at: row.get(0), who: row.get(1), what: row.get(2) }).collect())
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
    // A note may be too long for an index, so there is none: two servers that store the same one at the same moment
    // store it twice.
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

pub(super) async fn keep_note(pool: &Pool, contest: &str, note: &NoteRow) -> Result<(), StoreError> {
    const KEEP: &str = "
        INSERT INTO notes (contest, kind, name, note) VALUES ($1, $2, $3, $4)
        ON CONFLICT (contest, kind, name) DO UPDATE SET note = $4";
    pool.rows(KEEP, &[&contest, &note.kind, &note.name, &note.note]).await.map(drop)
}

pub(super) async fn notes(pool: &Pool, contest: &str) -> Result<Vec<NoteRow>, StoreError> {
    const NOTES: &str = "SELECT kind, name, note FROM notes WHERE contest = $1 ORDER BY kind, name";
    let rows = pool.rows(NOTES, &[&contest]).await?;
    let note = |row: &Row| NoteRow { kind: row.get(0), name: row.get(1), note: row.get(2) };
    Ok(rows.iter().map(note).collect())
}

pub(super) async fn put_attachment(
    pool: &Pool,
    contest: &str,
    hash: &[u8; 32],
    bytes: &[u8],
) -> Result<(), StoreError> {
    const PUT: &str = "
        INSERT INTO attachments (contest, hash, bytes) VALUES ($1, $2, $3) ON CONFLICT (contest, hash) DO NOTHING";
    pool.rows(PUT, &[&contest, &hash.as_slice(), &bytes]).await.map(drop)
}

pub(super) async fn attachment(pool: &Pool, contest: &str, hash: &[u8; 32]) -> Result<Option<Vec<u8>>, StoreError> {
    const ATTACHMENT: &str = "SELECT bytes FROM attachments WHERE contest = $1 AND hash = $2";
    let rows = pool.rows(ATTACHMENT, &[&contest, &hash.as_slice()]).await?;
    Ok(rows.first().map(|row| row.get(0)))
}

pub(super) async fn attachments(pool: &Pool, contest: &str) -> Result<Vec<([u8; 32], u64)>, StoreError> {
    const ATTACHMENTS: &str = "SELECT hash, length(bytes)::bigint FROM attachments WHERE contest = $1 ORDER BY hash";
    let rows = pool.rows(ATTACHMENTS, &[&contest]).await?;
    // This column holds nothing but hashes.
    let hash = |row: &Row| row.get::<_, Vec<u8>>(0).try_into().ok();
    Ok(rows.iter().filter_map(|row| Some((hash(row)?, from_integer(row.get(1))))).collect())
}
