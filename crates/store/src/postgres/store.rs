//! The store of a cluster: opens a database, and implements the traits with the writer and the pool.

use std::{future::ready, sync::Arc, time::Duration};

use futures_util::future::BoxFuture;
use tokio_postgres::{Config, config::Host, error::SqlState};

use super::{
    events,
    failure::{cause, cause_or_silence},
    leases,
    pool::Pool,
    register, schema,
    session::DatabaseSession,
    writer::Writer,
};
use crate::{
    AccessTokenRow, Answer, AppendError, Batch, Claim, ContestRow, DeedRow, DraftRow, EventStore, InvitationRow, Lease,
    Leases, NoteRow, OpenError, OrganiserRow, PasskeyRow, Redaction, Redeemed, Registry, StoreError, StoredEvent,
};

/// The longest wait for a connection to the database.
const CONNECT_MAX: Duration = Duration::from_secs(5);

/// The longest time without a confirmation before a connection counts as broken.
const SILENCE_MAX: Duration = Duration::from_secs(10);

/// The store of a cluster: a PostgreSQL database, which any number of servers open at the same time.
///
/// An append is on the database's disk when it returns (`synchronous_commit=on`); appends of this process that wait at
/// the same time share one commit. A broken connection is replaced at the next use; until then each request fails with
/// [`StoreError::Unavailable`]. The store needs a Tokio runtime.
pub struct PostgresStore {
    pool: Pool,
    writer: Writer,
}

impl PostgresStore {
    /// Opens the store in a database, and creates its tables when there are none. The password is used only if the
    /// address has none.
    ///
    /// # Errors
    /// [`OpenError::Address`] when the address cannot be parsed, [`OpenError::Unavailable`] when the database does not
    /// answer, [`OpenError::WrongPassword`] when it rejects the user or password, [`OpenError::Newer`] and
    /// [`OpenError::Older`] when it has a format that this program cannot use.
    pub async fn open(address: &str, password: Option<&str>) -> Result<Self, OpenError> {
        let mut config: Config = address.parse().map_err(|error| OpenError::Address { source: cause(error) })?;
        if let (None, Some(password)) = (config.get_password(), password) {
            config.password(password);
        }
        config
            .connect_timeout(CONNECT_MAX)
            .tcp_user_timeout(SILENCE_MAX)
            .keepalives_idle(SILENCE_MAX)
            .application_name("vivavoce");
        let place = place(&config);
        let mut session = DatabaseSession::connect(&config).await.map_err(|error| refusal(&place, error))?;
        schema::bring_up_to_date(&mut session, &place).await?;
        let config = Arc::new(config);
        let second = DatabaseSession::connect(&config).await.map_err(|error| refusal(&place, error))?;
        Ok(Self { pool: Pool::new(Arc::clone(&config), session), writer: Writer::start(config, second) })
    }
}

/// The name of the database for messages, without its password.
fn place(config: &Config) -> String {
    let hosts = config.get_hosts().iter().map(|host| match host {
        Host::Tcp(name) => name.clone(),
        Host::Unix(folder) => folder.display().to_string(),
    });
    let hosts: Vec<_> = hosts.collect();
    let name = config.get_dbname().or(config.get_user()).unwrap_or_default();
    format!("database `{name}` at {}", hosts.join(", "))
}

fn refusal(place: &str, error: Option<tokio_postgres::Error>) -> OpenError {
    let place = place.to_owned();
    let not_let_in = [SqlState::INVALID_PASSWORD, SqlState::INVALID_AUTHORIZATION_SPECIFICATION];
    if error.as_ref().and_then(|error| error.code()).is_some_and(|state| not_let_in.contains(state)) {
        OpenError::WrongPassword { place, source: cause_or_silence(error) }
    } else {
        OpenError::Unavailable { place, source: cause_or_silence(error) }
    }
}

impl EventStore for PostgresStore {
    fn append(&self, contest: &str, batch: Batch) -> BoxFuture<'_, Result<u64, AppendError>> {
        self.writer.append(contest, batch)
    }

    fn read(&self, contest: &str, after: u64, limit: usize) -> BoxFuture<'_, Result<Vec<StoredEvent>, StoreError>> {
        let contest = contest.to_owned();
        Box::pin(async move { events::read(&self.pool, &contest, after, limit).await })
    }

    fn redact(&self, contest: &str, redactions: Vec<Redaction>) -> BoxFuture<'_, Result<(), StoreError>> {
        let contest = contest.to_owned();
        Box::pin(async move { events::redact(&self.pool, &contest, &redactions).await })
    }
}

impl Registry for PostgresStore {
    fn add_contest(&self, contest: ContestRow) -> Answer<'_, ()> {
        Box::pin(async move { register::add_contest(&self.pool, &contest).await })
    }

    fn update_contest(&self, contest: ContestRow) -> Answer<'_, ()> {
        Box::pin(async move { register::update_contest(&self.pool, &contest).await })
    }

    fn agree(&self, name: &str, value: &str) -> Answer<'_, String> {
        let (name, value) = (name.to_owned(), value.to_owned());
        Box::pin(async move { register::agree(&self.pool, &name, &value).await })
    }

    fn contests(&self) -> Answer<'_, Vec<ContestRow>> {
        Box::pin(register::contests(&self.pool))
    }

    fn invite(&self, contest: &str, participant: &str, token_hash: [u8; 32], issue: &str) -> Answer<'_, ()> {
        let [contest, participant, issue] = [contest, participant, issue].map(str::to_owned);
        Box::pin(async move { register::invite(&self.pool, &contest, &participant, token_hash, &issue).await })
    }

    fn uninvite(&self, contest: &str, participant: &str) -> Answer<'_, ()> {
        let (contest, participant) = (contest.to_owned(), participant.to_owned());
        Box::pin(async move { register::uninvite(&self.pool, &contest, &participant).await })
    }

    fn redeem(&self, token_hash: [u8; 32], session_hash: [u8; 32]) -> Answer<'_, Redeemed> {
        Box::pin(register::redeem(&self.pool, token_hash, session_hash))
    }

    fn look_up_invitation(&self, token_hash: [u8; 32]) -> Answer<'_, Option<(String, String, bool)>> {
        Box::pin(register::look_up_invitation(&self.pool, token_hash))
    }

    fn has_joined(&self, contest: &str, participant: &str) -> Answer<'_, bool> {
        let (contest, participant) = (contest.to_owned(), participant.to_owned());
        Box::pin(async move { register::has_joined(&self.pool, &contest, &participant).await })
    }

    fn session(&self, session_hash: [u8; 32]) -> Answer<'_, Option<(String, String)>> {
        Box::pin(register::session(&self.pool, session_hash))
    }

    fn open_session(&self, contest: &str, participant: &str, session_hash: [u8; 32]) -> Answer<'_, bool> {
        let (contest, participant) = (contest.to_owned(), participant.to_owned());
        Box::pin(async move { register::open_session(&self.pool, &contest, &participant, session_hash).await })
    }

    fn see_session(&self, session_hash: [u8; 32], at: i64) -> Answer<'_, ()> {
        Box::pin(register::see_session(&self.pool, session_hash, at))
    }

    fn end_session(&self, contest: &str, session_hash: [u8; 32]) -> Answer<'_, ()> {
        let contest = contest.to_owned();
        Box::pin(async move { register::end_session(&self.pool, &contest, session_hash).await })
    }

    fn keep_organiser(&self, contest: &str, organiser: OrganiserRow) -> Answer<'_, ()> {
        let contest = contest.to_owned();
        Box::pin(async move { register::keep_organiser(&self.pool, &contest, &organiser).await })
    }

    fn forget_organiser(&self, contest: &str, participant: &str) -> Answer<'_, ()> {
        let (contest, participant) = (contest.to_owned(), participant.to_owned());
        Box::pin(async move { register::forget_organiser(&self.pool, &contest, &participant).await })
    }

    fn organisers(&self, contest: &str) -> Answer<'_, Vec<OrganiserRow>> {
        let contest = contest.to_owned();
        Box::pin(async move { register::organisers(&self.pool, &contest).await })
    }

    fn keep_access_token(&self, contest: &str, token: AccessTokenRow) -> Answer<'_, ()> {
        let contest = contest.to_owned();
        Box::pin(async move { register::keep_access_token(&self.pool, &contest, &token).await })
    }

    fn see_access_token(&self, contest: &str, number: u16, at: i64) -> Answer<'_, ()> {
        let contest = contest.to_owned();
        Box::pin(async move { register::see_access_token(&self.pool, &contest, number, at).await })
    }

    fn forget_access_token(&self, contest: &str, number: u16) -> Answer<'_, ()> {
        let contest = contest.to_owned();
        Box::pin(async move { register::forget_access_token(&self.pool, &contest, number).await })
    }

    fn access_tokens(&self, contest: &str) -> Answer<'_, Vec<AccessTokenRow>> {
        let contest = contest.to_owned();
        Box::pin(async move { register::access_tokens(&self.pool, &contest).await })
    }

    fn keep_passkey(&self, contest: &str, passkey: PasskeyRow) -> Answer<'_, ()> {
        let contest = contest.to_owned();
        Box::pin(async move { register::keep_passkey(&self.pool, &contest, &passkey).await })
    }

    fn forget_passkey(&self, contest: &str, participant: &str, number: u16) -> Answer<'_, ()> {
        let (contest, participant) = (contest.to_owned(), participant.to_owned());
        Box::pin(async move { register::forget_passkey(&self.pool, &contest, &participant, number).await })
    }

    fn passkeys(&self, contest: &str) -> Answer<'_, Vec<PasskeyRow>> {
        let contest = contest.to_owned();
        Box::pin(async move { register::passkeys(&self.pool, &contest).await })
    }

    fn note_deed(&self, contest: &str, deed: DeedRow) -> Answer<'_, ()> {
        let contest = contest.to_owned();
        Box::pin(async move { register::note_deed(&self.pool, &contest, &deed).await })
    }

    fn deeds(&self, contest: &str, limit: u32) -> Answer<'_, Vec<DeedRow>> {
        let contest = contest.to_owned();
        Box::pin(async move { register::deeds(&self.pool, &contest, limit).await })
    }

    fn invitations(&self, contest: &str) -> Answer<'_, Vec<InvitationRow>> {
        let contest = contest.to_owned();
        Box::pin(async move { register::invitations(&self.pool, &contest).await })
    }

    fn take_over_invitation(&self, contest: &str, invitation: InvitationRow) -> Answer<'_, ()> {
        let contest = contest.to_owned();
        Box::pin(async move { register::take_over_invitation(&self.pool, &contest, &invitation).await })
    }

    fn keep_draft(&self, contest: &str, participant: &str, form: &str, fields: Option<&str>) -> Answer<'_, ()> {
        let [contest, participant, form] = [contest, participant, form].map(str::to_owned);
        let fields = fields.map(str::to_owned);
        Box::pin(
            async move { register::keep_draft(&self.pool, &contest, &participant, &form, fields.as_deref()).await },
        )
    }

    fn drafts(&self, contest: &str) -> Answer<'_, Vec<DraftRow>> {
        let contest = contest.to_owned();
        Box::pin(async move { register::drafts(&self.pool, &contest).await })
    }

    fn put_checkpoint(&self, contest: &str, size: u64, note: &str) -> Answer<'_, ()> {
        let (contest, note) = (contest.to_owned(), note.to_owned());
        Box::pin(async move { register::put_checkpoint(&self.pool, &contest, size, &note).await })
    }

    fn checkpoints(&self, contest: &str) -> Answer<'_, Vec<(u64, String)>> {
        let contest = contest.to_owned();
        Box::pin(async move { register::checkpoints(&self.pool, &contest).await })
    }

    fn keep_note(&self, contest: &str, note: NoteRow) -> Answer<'_, ()> {
        let contest = contest.to_owned();
        Box::pin(async move { register::keep_note(&self.pool, &contest, &note).await })
    }

    fn notes(&self, contest: &str) -> Answer<'_, Vec<NoteRow>> {
        let contest = contest.to_owned();
        Box::pin(async move { register::notes(&self.pool, &contest).await })
    }

    fn put_attachment(&self, contest: &str, hash: [u8; 32], bytes: Vec<u8>) -> Answer<'_, ()> {
        let contest = contest.to_owned();
        Box::pin(async move { register::put_attachment(&self.pool, &contest, &hash, &bytes).await })
    }

    fn attachment(&self, contest: &str, hash: [u8; 32]) -> Answer<'_, Option<Vec<u8>>> {
        let contest = contest.to_owned();
        Box::pin(async move { register::attachment(&self.pool, &contest, &hash).await })
    }

    fn attachments(&self, contest: &str) -> Answer<'_, Vec<([u8; 32], u64)>> {
        let contest = contest.to_owned();
        Box::pin(async move { register::attachments(&self.pool, &contest).await })
    }

    fn remove_attachments(&self, contest: &str, hashes: Vec<[u8; 32]>) -> Answer<'_, ()> {
        let contest = contest.to_owned();
        Box::pin(async move { events::remove_attachments(&self.pool, &contest, &hashes).await })
    }

    fn bytes_left(&self) -> Answer<'_, u64> {
        // A database does not report the size of its disk.
        Box::pin(ready(Ok(u64::MAX)))
    }

    fn latest_checkpoint(&self, contest: &str) -> Answer<'_, Option<(u64, String)>> {
        let contest = contest.to_owned();
        Box::pin(async move { register::latest_checkpoint(&self.pool, &contest).await })
    }
}

impl Leases for PostgresStore {
    fn take_lease(&self, name: &str, holder: &str, lapsed: Option<Lease>) -> Answer<'_, Claim> {
        let (name, holder) = (name.to_owned(), holder.to_owned());
        Box::pin(async move { leases::take(&self.pool, &name, &holder, lapsed).await })
    }

    fn renew_lease(&self, name: &str, holder: &str, note: &str) -> Answer<'_, bool> {
        let [name, holder, note] = [name, holder, note].map(str::to_owned);
        Box::pin(async move { leases::renew(&self.pool, &name, &holder, &note).await })
    }

    fn release_lease(&self, name: &str, holder: &str) -> Answer<'_, ()> {
        let (name, holder) = (name.to_owned(), holder.to_owned());
        Box::pin(async move { leases::release(&self.pool, &name, &holder).await })
    }
}
