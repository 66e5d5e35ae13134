//! The embedded store: opens a folder, and implements the traits with the writer and the readers.

use std::{path::Path, sync::Arc};

use futures_util::future::{BoxFuture, FutureExt};
use rusqlite::{Connection, OpenFlags, ffi};

use super::{events, folder::Folder, leases, readers::Readers, refused::Refused, register, schema, writer::Writer};
use crate::{
    AccessTokenRow, Answer, AppendError, Batch, Cause, Claim, ContestRow, DeedRow, DraftRow, EventStore, InvitationRow,
    Lease, Leases, NoteRow, OpenError, OrganiserRow, PasskeyRow, Redaction, Redeemed, Registry, StoreError,
    StoredEvent,
    integer::{from_integer, to_integer},
};

/// The size limit of a store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of the database file, rounded down to whole pages of 4,096; `None` means all the space of the disk.
    ///
    /// The write-ahead log beside it takes some 32 megabytes more. A store beyond the limit accepts nothing new.
    pub max_bytes: Option<u64>,
}

/// The embedded store: a database in a folder of its own, for one process.
///
/// An append is on the disk when it returns (write-ahead log, `synchronous=FULL`); appends that wait at the same time
/// share one commit. Reads need a Tokio runtime. Dropping the store finishes queued writes and then unlocks the folder.
#[derive(Debug)]
pub struct SqliteStore {
    // Dropped in this order: the writer closes last, so that it folds the log into the file, and then the lock goes.
    readers: Arc<Readers>,
    writer: Writer,
    limits: Limits,
    folder: Folder,
}

impl SqliteStore {
    /// Opens the store in a folder, and creates it when there is none (the folder 0700, its files 0600).
    ///
    /// # Errors
    /// [`OpenError::Locked`] when another store, in this process or in another, has the folder open;
    /// [`OpenError::Newer`] when a later program wrote it; [`OpenError::Files`], [`OpenError::Full`] or
    /// [`OpenError::Damaged`] when it cannot be used.
    pub fn open(folder: &Path, limits: Limits) -> Result<Self, OpenError> {
        let held = Folder::hold(folder)?;
        let database = held.database();
        let failed = |error| schema::damaged(database, error);

        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut connection = Connection::open_with_flags(database, flags).map_err(failed)?;
        schema::bring_up_to_date(&mut connection, folder, database)?;
        configure(&connection, limits).map_err(failed)?;
        leases::release_all(&connection).map_err(failed)?;
        if events::is_rewrite_due(&connection).map_err(failed)? {
            events::rewrite(&connection).map_err(failed)?;
        }

        let readers = Readers::new(database);
        let writer =
            Writer::start(connection).map_err(|source| OpenError::Files { path: folder.to_owned(), source })?;
        Ok(Self { readers, writer, limits, folder: held })
    }

    fn ask<T: Send + 'static>(
        &self,
        query: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Answer<'static, T> {
        Arc::clone(&self.readers).read(query).boxed()
    }

    fn change<T: Send + 'static>(
        &self,
        change: impl Fn(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Answer<'_, T> {
        self.writer.write(move |connection| change(connection).map_err(Refused::Engine))
    }
}

impl EventStore for SqliteStore {
    fn append(&self, contest: &str, batch: Batch) -> BoxFuture<'_, Result<u64, AppendError>> {
        let contest = contest.to_owned();
        self.writer.write(move |connection| events::append(connection, &contest, &batch))
    }

    fn read(&self, contest: &str, after: u64, limit: usize) -> BoxFuture<'_, Result<Vec<StoredEvent>, StoreError>> {
        let contest = contest.to_owned();
        self.ask(move |connection| events::read(connection, &contest, after, limit))
    }

    fn redact(&self, contest: &str, redactions: Vec<Redaction>) -> BoxFuture<'_, Result<(), StoreError>> {
        let contest = contest.to_owned();
        Box::pin(async move {
            let is_due = self.change(move |connection| events::redact(connection, &contest, &redactions)).await?;
            if is_due { self.writer.rewrite().await } else { Ok(()) }
        })
    }
}

impl Registry for SqliteStore {
    fn add_contest(&self, contest: ContestRow) -> Answer<'_, ()> {
        self.writer.write(move |connection| register::add_contest(connection, &contest))
    }

    fn update_contest(&self, contest: ContestRow) -> Answer<'_, ()> {
        self.writer.write(move |connection| register::update_contest(connection, &contest))
    }

    fn agree(&self, name: &str, value: &str) -> Answer<'_, String> {
        let (name, value) = (name.to_owned(), value.to_owned());
        self.change(move |connection| register::agree(connection, &name, &value))
    }

    fn contests(&self) -> Answer<'_, Vec<ContestRow>> {
        self.ask(register::contests)
    }

    fn invite(&self, contest: &str, participant: &str, token_hash: [u8; 32], issue: &str) -> Answer<'_, ()> {
        let [contest, participant, issue] = [contest, participant, issue].map(str::to_owned);
        self.change(move |connection| register::invite(connection, &contest, &participant, &token_hash, &issue))
    }

    fn uninvite(&self, contest: &str, participant: &str) -> Answer<'_, ()> {
        let (contest, participant) = (contest.to_owned(), participant.to_owned());
        self.change(move |connection| register::uninvite(connection, &contest, &participant))
    }

    fn redeem(&self, token_hash: [u8; 32], session_hash: [u8; 32]) -> Answer<'_, Redeemed> {
        self.change(move |connection| register::redeem(connection, &token_hash, &session_hash))
    }

    fn look_up_invitation(&self, token_hash: [u8; 32]) -> Answer<'_, Option<(String, String, bool)>> {
        self.ask(move |connection| register::look_up_invitation(connection, &token_hash))
    }

    fn has_joined(&self, contest: &str, participant: &str) -> Answer<'_, bool> {
        let (contest, participant) = (contest.to_owned(), participant.to_owned());
        self.ask(move |connection| register::has_joined(connection, &contest, &participant))
    }

    fn session(&self, session_hash: [u8; 32]) -> Answer<'_, Option<(String, String)>> {
        self.ask(move |connection| register::session(connection, &session_hash))
    }

    fn open_session(&self, contest: &str, participant: &str, session_hash: [u8; 32]) -> Answer<'_, bool> {
        let (contest, participant) = (contest.to_owned(), participant.to_owned());
        self.change(move |connection| register::open_session(connection, &contest, &participant, &session_hash))
    }

    fn see_session(&self, session_hash: [u8; 32], at: i64) -> Answer<'_, ()> {
        self.change(move |connection| register::see_session(connection, &session_hash, at))
    }

    fn end_session(&self, contest: &str, session_hash: [u8; 32]) -> Answer<'_, ()> {
        let contest = contest.to_owned();
        self.change(move |connection| register::end_session(connection, &contest, &session_hash))
    }

    fn keep_organiser(&self, contest: &str, organiser: OrganiserRow) -> Answer<'_, ()> {
        let contest = contest.to_owned();
        self.change(move |connection| register::keep_organiser(connection, &contest, &organiser))
    }

    fn forget_organiser(&self, contest: &str, participant: &str) -> Answer<'_, ()> {
        let (contest, participant) = (contest.to_owned(), participant.to_owned());
        self.change(move |connection| register::forget_organiser(connection, &contest, &participant))
    }

    fn organisers(&self, contest: &str) -> Answer<'_, Vec<OrganiserRow>> {
        let contest = contest.to_owned();
        self.ask(move |connection| register::organisers(connection, &contest))
    }

    fn keep_access_token(&self, contest: &str, token: AccessTokenRow) -> Answer<'_, ()> {
        let contest = contest.to_owned();
        self.change(move |connection| register::keep_access_token(connection, &contest, &token))
    }

    fn see_access_token(&self, contest: &str, number: u16, at: i64) -> Answer<'_, ()> {
        let contest = contest.to_owned();
        self.change(move |connection| register::see_access_token(connection, &contest, number, at))
    }

    fn forget_access_token(&self, contest: &str, number: u16) -> Answer<'_, ()> {
        let contest = contest.to_owned();
        self.change(move |connection| register::forget_access_token(connection, &contest, number))
    }

    fn access_tokens(&self, contest: &str) -> Answer<'_, Vec<AccessTokenRow>> {
        let contest = contest.to_owned();
        self.ask(move |connection| register::access_tokens(connection, &contest))
    }

    fn keep_passkey(&self, contest: &str, passkey: PasskeyRow) -> Answer<'_, ()> {
        let contest = contest.to_owned();
        self.change(move |connection| register::keep_passkey(connection, &contest, &passkey))
    }

    fn forget_passkey(&self, contest: &str, participant: &str, number: u16) -> Answer<'_, ()> {
        let (contest, participant) = (contest.to_owned(), participant.to_owned());
        self.change(move |connection| register::forget_passkey(connection, &contest, &participant, number))
    }

    fn passkeys(&self, contest: &str) -> Answer<'_, Vec<PasskeyRow>> {
        let contest = contest.to_owned();
        self.ask(move |connection| register::passkeys(connection, &contest))
    }

    fn note_deed(&self, contest: &str, deed: DeedRow) -> Answer<'_, ()> {
        let contest = contest.to_owned();
        self.change(move |connection| register::note_deed(connection, &contest, &deed))
    }

    fn deeds(&self, contest: &str, limit: u32) -> Answer<'_, Vec<DeedRow>> {
        let contest = contest.to_owned();
        self.ask(move |connection| register::deeds(connection, &contest, limit))
    }

    fn invitations(&self, contest: &str) -> Answer<'_, Vec<InvitationRow>> {
        let contest = contest.to_owned();
        self.ask(move |connection| register::invitations(connection, &contest))
    }

    fn take_over_invitation(&self, contest: &str, invitation: InvitationRow) -> Answer<'_, ()> {
        let contest = contest.to_owned();
        self.change(move |connection| register::take_over_invitation(connection, &contest, &invitation))
    }

    fn keep_draft(&self, contest: &str, participant: &str, form: &str, fields: Option<&str>) -> Answer<'_, ()> {
        let [contest, participant, form] = [contest, participant, form].map(str::to_owned);
        let fields = fields.map(str::to_owned);
        self.change(move |connection| {
            register::keep_draft(connection, &contest, &participant, &form, fields.as_deref())
        })
    }

    fn drafts(&self, contest: &str) -> Answer<'_, Vec<DraftRow>> {
        let contest = contest.to_owned();
        self.ask(move |connection| register::drafts(connection, &contest))
    }

    fn put_checkpoint(&self, contest: &str, size: u64, note: &str) -> Answer<'_, ()> {
        let (contest, note) = (contest.to_owned(), note.to_owned());
        self.change(move |connection| register::put_checkpoint(connection, &contest, size, &note))
    }

    fn checkpoints(&self, contest: &str) -> Answer<'_, Vec<(u64, String)>> {
        let contest = contest.to_owned();
        self.ask(move |connection| register::checkpoints(connection, &contest))
    }

    fn keep_note(&self, contest: &str, note: NoteRow) -> Answer<'_, ()> {
        let contest = contest.to_owned();
        self.change(move |connection| register::keep_note(connection, &contest, &note))
    }

    fn notes(&self, contest: &str) -> Answer<'_, Vec<NoteRow>> {
        let contest = contest.to_owned();
        self.ask(move |connection| register::notes(connection, &contest))
    }

    fn put_attachment(&self, contest: &str, hash: [u8; 32], bytes: Vec<u8>) -> Answer<'_, ()> {
        let contest = contest.to_owned();
        self.change(move |connection| register::put_attachment(connection, &contest, &hash, &bytes))
    }

    fn attachment(&self, contest: &str, hash: [u8; 32]) -> Answer<'_, Option<Vec<u8>>> {
        let contest = contest.to_owned();
        self.ask(move |connection| register::attachment(connection, &contest, &hash))
    }

    fn attachments(&self, contest: &str) -> Answer<'_, Vec<([u8; 32], u64)>> {
        let contest = contest.to_owned();
        self.ask(move |connection| register::attachments(connection, &contest))
    }

    fn remove_attachments(&self, contest: &str, hashes: Vec<[u8; 32]>) -> Answer<'_, ()> {
        let contest = contest.to_owned();
        Box::pin(async move {
            let is_due = self
                .change(move |connection| {
                    let removed = register::remove_attachments(connection, &contest, &hashes)?;
                    if removed > 0 { events::rewrite_later(connection) } else { events::is_rewrite_due(connection) }
                })
                .await?;
            if is_due { self.writer.rewrite().await } else { Ok(()) }
        })
    }

    fn bytes_left(&self) -> Answer<'_, u64> {
        let (database, limits) = (self.folder.database().to_owned(), self.limits);
        Box::pin(async move {
            let used = self.ask(bytes_used).await?;
            let disk = rustix::fs::statvfs(&database).map_err(|why| StoreError::Failed(Cause::new(why)))?;
            let bound = limits.max_bytes.map_or(u64::MAX, |most| most.saturating_sub(used));
            Ok(disk.f_bavail.saturating_mul(disk.f_frsize).min(bound))
        })
    }

    fn latest_checkpoint(&self, contest: &str) -> Answer<'_, Option<(u64, String)>> {
        let contest = contest.to_owned();
        self.ask(move |connection| register::latest_checkpoint(connection, &contest))
    }
}

impl Leases for SqliteStore {
    fn take_lease(&self, name: &str, holder: &str, lapsed: Option<Lease>) -> Answer<'_, Claim> {
        let (name, holder) = (name.to_owned(), holder.to_owned());
        self.change(move |connection| leases::take(connection, &name, &holder, lapsed.as_ref()))
    }

    fn renew_lease(&self, name: &str, holder: &str, note: &str) -> Answer<'_, bool> {
        let [name, holder, note] = [name, holder, note].map(str::to_owned);
        self.change(move |connection| leases::renew(connection, &name, &holder, &note))
    }

    fn release_lease(&self, name: &str, holder: &str) -> Answer<'_, ()> {
        let (name, holder) = (name.to_owned(), holder.to_owned());
        self.change(move |connection| leases::release(connection, &name, &holder))
    }
}

/// The bytes in use in the database file.
fn bytes_used(connection: &Connection) -> rusqlite::Result<u64> {
    let pragma = |name: &str| connection.query_row(&format!("PRAGMA {name}"), [], |row| row.get::<_, i64>(0));
    let pages = pragma("page_count")? - pragma("freelist_count")?;
    Ok(from_integer(pages * pragma("page_size")?))
}

/// The writer's page cache: enough for the last pages of some thousand contests. Other pages are read again from the
/// file.
const CACHE_KIB: i64 = 64 << 10;

/// The length at which the write-ahead log is folded into the file: 32 MiB. Each page is folded in once, however often
/// it was written since the last time.
const LOG_PAGES: i64 = 8 << 10;

/// Chooses durability over speed: group commit wins the speed back.
fn configure(connection: &Connection, limits: Limits) -> rusqlite::Result<()> {
    let mode: String = connection.pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get(0))?;
    if !mode.eq_ignore_ascii_case("wal") {
        // A disk without shared memory, such as a network share, silently keeps another mode.
        return Err(rusqlite::Error::SqliteFailure(
            ffi::Error::new(ffi::SQLITE_CANTOPEN),
            Some(format!("a write-ahead log is not possible here: the journal mode stays `{mode}`")),
        ));
    }
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "cache_size", -CACHE_KIB)?;
    connection.pragma_update(None, "wal_autocheckpoint", LOG_PAGES)?;
    if let Some(max_bytes) = limits.max_bytes {
        let page_bytes: i64 = connection.query_row("PRAGMA page_size", [], |row| row.get(0))?;
        let pages = (to_integer(max_bytes) / page_bytes).max(1);
        connection.pragma_update_and_check(None, "max_page_count", pages, |_row| Ok(()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_commit_waits_for_the_disk() {
        let folder = tempfile::tempdir().unwrap();
        let connection = Connection::open(folder.path().join("store.db")).unwrap();
        configure(&connection, Limits { max_bytes: Some(10 * 4096 + 1) }).unwrap();
        let pragma = |name| connection.query_row(name, [], |row| row.get::<_, rusqlite::types::Value>(0)).unwrap();
        assert_eq!(pragma("PRAGMA journal_mode"), "wal".to_owned().into());
        assert_eq!(pragma("PRAGMA synchronous"), 2.into(), "2 is FULL: the log is synced at each commit");
        assert_eq!(pragma("PRAGMA max_page_count"), 10.into());
    }

    #[test]
    fn a_place_without_a_write_ahead_log_is_refused() {
        let error = configure(&Connection::open_in_memory().unwrap(), Limits { max_bytes: None }).unwrap_err();
        assert!(error.to_string().contains("the journal mode stays `memory`"), "{error}");
    }
}
