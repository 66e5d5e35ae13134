//! The statements of the leases.

use super::{
    pool::Pool,
    session::{DatabaseSession, meaning},
};
use crate::{
    AppendError, Cause, Claim, Fence, Lease, StoreError,
    integer::{from_integer, to_integer},
};

/// Takes a lease that is free, the caller's own, or unchanged since it was seen. Waits for appends under it to commit.
const TAKE: &str = "
    INSERT INTO leases (name, holder, number) VALUES ($1, $2, 1)
    ON CONFLICT (name) DO UPDATE SET
        holder = $2,
        number = leases.number + (leases.holder IS DISTINCT FROM $2)::int,
        renewals = CASE WHEN leases.holder IS DISTINCT FROM $2 THEN 0 ELSE leases.renewals END
    WHERE leases.holder IS NULL OR leases.holder = $2
        OR (leases.holder = $3 AND leases.number = $4 AND leases.renewals = $5)
    RETURNING number, note";

const LOOK: &str = "SELECT holder, number, renewals, note FROM leases WHERE name = $1 AND holder IS NOT NULL";

const RENEW: &str = "UPDATE leases SET renewals = renewals + 1, note = $3 WHERE name = $1 AND holder = $2 RETURNING 1";

const RELEASE: &str = "UPDATE leases SET holder = NULL WHERE name = $1 AND holder = $2";

/// The numbers of these leases, and whether each is held.
const NUMBERS: &str = "SELECT name, number, holder IS NOT NULL FROM leases WHERE name = ANY($1)";

/// The number of attempts for a lease that is free at each look but taken at each attempt.
const LOOKS_MAX: usize = 16;

pub(super) async fn take(pool: &Pool, name: &str, holder: &str, lapsed: Option<Lease>) -> Result<Claim, StoreError> {
    let seen = lapsed.as_ref();
    let (from, number) = (seen.map(|seen| seen.holder.as_str()), seen.map(|seen| to_integer(seen.number)));
    let renewals = seen.map(|seen| to_integer(seen.renewals));
    for _look in 0..LOOKS_MAX {
        let taken = pool.rows(TAKE, &[&name, &holder, &from, &number, &renewals]).await?;
        if let Some(row) = taken.first() {
            let fence = Fence { lease: name.to_owned(), number: from_integer(row.get(0)) };
            return Ok(Claim::Granted { fence, note: row.get(1) });
        }
        // It may have come free since.
        if let Some(row) = pool.rows(LOOK, &[&name]).await?.first() {
            let (number, renewals) = (from_integer(row.get(1)), from_integer(row.get(2)));
            return Ok(Claim::Elsewhere(Lease { holder: row.get(0), number, renewals, note: row.get(3) }));
        }
    }
    Err(StoreError::Unavailable(Cause::new(format!("lease `{name}` changes hands all the time"))))
}

pub(super) async fn renew(pool: &Pool, name: &str, holder: &str, note: &str) -> Result<bool, StoreError> {
    Ok(!pool.rows(RENEW, &[&name, &holder, &note]).await?.is_empty())
}

pub(super) async fn release(pool: &Pool, name: &str, holder: &str) -> Result<(), StoreError> {
    pool.rows(RELEASE, &[&name, &holder]).await.map(drop)
}

/// Those of these fences that are not valid any more, with their refusals.
pub(super) async fn lost(
    session: &mut DatabaseSession,
    fences: &[&Fence],
) -> Result<Vec<(Fence, AppendError)>, StoreError> {
    let names: Vec<&str> = fences.iter().map(|fence| fence.lease.as_str()).collect();
    let rows = session.rows(NUMBERS, &[&names]).await.map_err(meaning)?;
    let lost = fences.iter().filter_map(|fence| {
        let row = rows.iter().find(|row| row.get::<_, &str>(0) == fence.lease);
        let found = row.map_or(0, |row| from_integer(row.get(1)));
        let stands = found == fence.number && row.is_some_and(|row| row.get(2));
        let Fence { lease, number } = (*fence).clone();
        (!stands).then(|| ((*fence).clone(), AppendError::LostLease { lease, number, found }))
    });
    Ok(lost.collect())
}
