//! The format of the database, and the upgrade from each older one.
//!
//! Servers that start at the same time upgrade it one after the other, under a lock of the database.

use super::{failure::cause_or_silence, session::DatabaseSession};
use crate::{Cause, OpenError};

/// The upgrades, each from one format to the next. The highest number in the table `store_format` is the database's
/// format.
const STEPS: [&str; 6] = [
    include_str!("schema_1.sql"),
    include_str!("schema_2.sql"),
    include_str!("schema_3.sql"),
    include_str!("schema_4.sql"),
    include_str!("schema_5.sql"),
    include_str!("schema_6.sql"),
];

/// Begins a transaction under a lock of our own: its number is the word `vivavoce`.
const BEGIN: &str = "BEGIN; SELECT pg_advisory_xact_lock(x'76697661766f6365'::bigint)";

const HAS_FORMAT: &str = "SELECT to_regclass('store_format') IS NOT NULL";

const FORMAT: &str = "SELECT max(format) FROM store_format";

/// Upgrades a database to today's format.
///
/// # Errors
/// [`OpenError::Newer`] when a later program wrote it and [`OpenError::Older`] when an upgrade fails; nothing was
/// changed then. [`OpenError::Unavailable`] when the connection fails.
pub(super) async fn bring_up_to_date(session: &mut DatabaseSession, place: &str) -> Result<(), OpenError> {
    let known = u32::try_from(STEPS.len()).expect("formats are few");
    let unavailable = |source: Cause| OpenError::Unavailable { place: place.to_owned(), source };
    session.execute(BEGIN).await.map_err(|error| unavailable(cause_or_silence(error)))?;
    let found = format(session).await.map_err(|error| unavailable(cause_or_silence(error)))?;
    let outcome = if found > known {
        Err(OpenError::Newer { place: place.to_owned(), found, known })
    } else {
        let older = |error| OpenError::Older { place: place.to_owned(), found, known, source: cause_or_silence(error) };
        session.execute(&steps(found, known)).await.map_err(older)
    };
    match outcome {
        Ok(()) => session.execute("COMMIT").await.map_err(|error| unavailable(cause_or_silence(error))),
        Err(refusal) => {
            // Nothing was changed; a connection that breaks now ends the transaction too.
            let _ = session.execute("ROLLBACK").await;
            Err(refusal)
        }
    }
}

/// The format of the database; 0 for an empty one.
async fn format(session: &mut DatabaseSession) -> Result<u32, Option<tokio_postgres::Error>> {
    let is_there = session.rows(HAS_FORMAT, &[]).await?.first().is_some_and(|row| row.get(0));
    if !is_there {
        return Ok(0);
    }
    let format: Option<i32> = session.rows(FORMAT, &[]).await?.first().and_then(|row| row.get(0));
    Ok(format.and_then(|format| u32::try_from(format).ok()).unwrap_or(0))
}

fn steps(found: u32, known: u32) -> String {
    let mut steps = String::new();
    if found == 0 {
        steps += "CREATE TABLE store_format (format INTEGER NOT NULL);\n";
    }
    for step in &STEPS[found as usize..] {
        steps += step;
    }
    if found < known {
        steps += &format!("INSERT INTO store_format VALUES ({known});");
    }
    steps
}
