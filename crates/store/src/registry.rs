//! The register: contests, their invitations, sessions and organisers, unsealed drafts, notes, attached files and
//! signed checkpoints.
//!
//! These facts are not events: a join link and a draft concern only their owner, and a checkpoint is about the record,
//! not in it. The store never receives a token, only its SHA-256.

use futures_util::future::BoxFuture;

use crate::StoreError;

/// A contest as text, exactly as the store received it, so that it can be read again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContestRow {
    /// The contest's id, unique in the store.
    pub id: String,
    /// The text of the contest file.
    pub file: String,
    /// The text of the rulebook in force; empty when it is built into the program.
    pub rulebook: String,
    /// The folder in which relative commands of entries run.
    pub folder: String,
    /// The plan for opening the contest, in the server's own format; empty when there is none.
    pub plan: String,
}

/// The invitation of a participant, in the form in which it moves from one store to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvitationRow {
    /// The invited participant.
    pub participant: String,
    /// The SHA-256 of its token.
    pub token_hash: [u8; 32],
    /// The server's data for making the token again, together with its own secret; empty where it cannot be made again.
    pub issue: String,
    /// Whether the token is spent.
    pub used: bool,
    /// Its sessions, in the order of their hashes.
    pub sessions: Vec<SessionRow>,
}

/// A session of an invitation. Times are milliseconds since 1970, by the caller's clock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionRow {
    /// The SHA-256 of its cookie.
    pub session_hash: [u8; 32],
    /// The time of the first request; absent until then.
    pub since: Option<i64>,
    /// The time of the last request.
    pub seen: Option<i64>,
}

/// A person who may act as an organiser of a contest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrganiserRow {
    /// The participant of their invitation, unique in the contest.
    pub participant: String,
    /// The name.
    pub name: String,
    /// The slow hash of the password, in the server's own format; empty where there is none.
    pub password: String,
}

/// The token of a program that may use a contest's API.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccessTokenRow {
    /// From 1, unique among the tokens of the contest.
    pub number: u16,
    /// The permission, in the server's words.
    pub may: String,
    /// The name.
    pub name: String,
    /// The SHA-256 of the token.
    pub token_hash: [u8; 32],
    /// The time of the last request with it, in milliseconds since 1970.
    pub seen: Option<i64>,
}

/// A passkey of an organiser.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PasskeyRow {
    /// The organiser, as their invitation names them.
    pub participant: String,
    /// From 1, unique among the passkeys of the organiser.
    pub number: u16,
    /// The name.
    pub name: String,
    /// The time of its registration, in milliseconds since 1970.
    pub since: i64,
    /// The public key with its counter, in the server's own format.
    pub public_key: String,
}

/// The number of organisers' actions kept of each contest: a button pressed for ever fills no disk.
pub const DEEDS_MAX: u32 = 1000;

/// An organiser's action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeedRow {
    /// The time, in milliseconds since 1970.
    pub at: i64,
    /// The organiser's name.
    pub who: String,
    /// The action, without secrets, in the server's words.
    pub what: String,
}

/// A form that is partly filled in and not submitted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftRow {
    /// The participant who fills it in.
    pub participant: String,
    /// The form, unique among those of the participant.
    pub form: String,
    /// The content of its fields, in the server's own format.
    pub fields: String,
}

/// A text kept about a contest beside its record and checkpoints: a cosignature, the step of the reveal, or the hash of
/// a request already carried out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoteRow {
    /// The kind of note, as the server names it.
    pub kind: String,
    /// The name, unique among notes of its kind in the contest.
    pub name: String,
    /// The text.
    pub note: String,
}

/// The answer to a request to join with a token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Redeemed {
    /// The session is open; the token is spent.
    Joined {
        /// The contest joined.
        contest: String,
        /// The participant of the session, as the invitation named it.
        participant: String,
    },
    /// The token was used before. No session was opened.
    UsedAlready,
    /// No invitation has this token: it never had, or a later invitation replaced it.
    Unknown,
}

/// The register's answer, as a future.
pub type Answer<'a, T> = BoxFuture<'a, Result<T, StoreError>>;

/// Keeps contests, invitations, sessions and checkpoints.
///
/// Every change is durable when its future is ready; a change that fails changed nothing.
pub trait Registry: Send + Sync {
    /// Adds a contest.
    ///
    /// # Errors
    /// [`StoreError::ContestExists`] when the id is taken, and when the engine fails.
    fn add_contest(&self, contest: ContestRow) -> Answer<'_, ()>;

    /// Replaces the stored contest with the same id.
    ///
    /// # Errors
    /// [`StoreError::NoContest`] when there is none, and when the engine fails.
    fn update_contest(&self, contest: ContestRow) -> Answer<'_, ()>;

    /// Returns the value that all servers of this store share under a name: the first value ever given, which is this
    /// one if there was none.
    ///
    /// # Errors
    /// When the engine fails.
    fn agree(&self, name: &str, value: &str) -> Answer<'_, String>;

    /// Every contest, in the order of their addition.
    ///
    /// # Errors
    /// When the engine fails.
    fn contests(&self) -> Answer<'_, Vec<ContestRow>>;

    /// Invites a participant by the SHA-256 of a token, in place of any earlier invitation. `issue` is kept with it:
    /// the data for making the token again, together with a secret that the store never receives.
    ///
    /// The participant's earlier token becomes unknown, and sessions opened with it end.
    ///
    /// # Errors
    /// When the engine fails.
    fn invite(&self, contest: &str, participant: &str, token_hash: [u8; 32], issue: &str) -> Answer<'_, ()>;

    /// Withdraws a participant's invitation: its token becomes unknown, and its sessions end.
    ///
    /// # Errors
    /// When the engine fails.
    fn uninvite(&self, contest: &str, participant: &str) -> Answer<'_, ()>;

    /// Spends a token: opens the session whose cookie has this SHA-256, once.
    ///
    /// # Errors
    /// When the engine fails. A refusal is an answer, not an error.
    fn redeem(&self, token_hash: [u8; 32], session_hash: [u8; 32]) -> Answer<'_, Redeemed>;

    /// The contest, the participant and the spent flag of the invitation with this token.
    ///
    /// A look-up does not spend the token.
    ///
    /// # Errors
    /// When the engine fails.
    fn look_up_invitation(&self, token_hash: [u8; 32]) -> Answer<'_, Option<(String, String, bool)>>;

    /// Whether this participant has a session.
    ///
    /// # Errors
    /// When the engine fails.
    fn has_joined(&self, contest: &str, participant: &str) -> BoxFuture<'_, Result<bool, StoreError>>;

    /// The contest and the participant of an open session.
    ///
    /// # Errors
    /// When the engine fails.
    fn session(&self, session_hash: [u8; 32]) -> Answer<'_, Option<(String, String)>>;

    /// Opens one more session for a participant with an invitation, spent or not. Returns false where there is none.
    ///
    /// # Errors
    /// When the engine fails.
    fn open_session(&self, contest: &str, participant: &str, session_hash: [u8; 32]) -> Answer<'_, bool>;

    /// Notes a request of a session at this time, in milliseconds since 1970. The first one also sets its start.
    ///
    /// # Errors
    /// When the engine fails.
    fn see_session(&self, session_hash: [u8; 32], at: i64) -> Answer<'_, ()>;

    /// Ends a session, if it belongs to this contest. Other sessions of its invitation stay open.
    ///
    /// # Errors
    /// When the engine fails.
    fn end_session(&self, contest: &str, session_hash: [u8; 32]) -> Answer<'_, ()>;

    /// Stores an organiser, in place of an earlier row of the same participant.
    ///
    /// # Errors
    /// When the engine fails.
    fn keep_organiser(&self, contest: &str, organiser: OrganiserRow) -> Answer<'_, ()>;

    /// Removes an organiser with their passkeys, and withdraws the invitation.
    ///
    /// # Errors
    /// When the engine fails.
    fn forget_organiser(&self, contest: &str, participant: &str) -> Answer<'_, ()>;

    /// Every organiser of a contest, by participant.
    ///
    /// # Errors
    /// When the engine fails.
    fn organisers(&self, contest: &str) -> Answer<'_, Vec<OrganiserRow>>;

    /// Stores a token of a program, in place of an earlier one of the same number.
    ///
    /// # Errors
    /// When the engine fails.
    fn keep_access_token(&self, contest: &str, token: AccessTokenRow) -> Answer<'_, ()>;

    /// Notes a request with a token at this time, in milliseconds since 1970.
    ///
    /// # Errors
    /// When the engine fails.
    fn see_access_token(&self, contest: &str, number: u16, at: i64) -> Answer<'_, ()>;

    /// Removes a token, if it exists.
    ///
    /// # Errors
    /// When the engine fails.
    fn forget_access_token(&self, contest: &str, number: u16) -> Answer<'_, ()>;

    /// Every token of a contest, by number.
    ///
    /// # Errors
    /// When the engine fails.
    fn access_tokens(&self, contest: &str) -> Answer<'_, Vec<AccessTokenRow>>;

    /// Stores a passkey, in place of an earlier one of the same organiser and number.
    ///
    /// # Errors
    /// When the engine fails.
    fn keep_passkey(&self, contest: &str, passkey: PasskeyRow) -> Answer<'_, ()>;

    /// Removes a passkey of an organiser, if it exists.
    ///
    /// # Errors
    /// When the engine fails.
    fn forget_passkey(&self, contest: &str, participant: &str, number: u16) -> Answer<'_, ()>;

    /// Every passkey of a contest, by organiser and number.
    ///
    /// # Errors
    /// When the engine fails.
    fn passkeys(&self, contest: &str) -> Answer<'_, Vec<PasskeyRow>>;

    /// Notes an organiser's action. The last [`DEEDS_MAX`] of each contest are kept.
    ///
    /// # Errors
    /// When the engine fails.
    fn note_deed(&self, contest: &str, deed: DeedRow) -> Answer<'_, ()>;

    /// The organisers' last actions in a contest, at most `limit` of them, the latest first.
    ///
    /// # Errors
    /// When the engine fails.
    fn deeds(&self, contest: &str, limit: u32) -> Answer<'_, Vec<DeedRow>>;

    /// Every invitation to a contest with its sessions, by participant.
    ///
    /// # Errors
    /// When the engine fails.
    fn invitations(&self, contest: &str) -> Answer<'_, Vec<InvitationRow>>;

    /// Takes over an invitation with its sessions from another store.
    ///
    /// # Errors
    /// When the engine fails, or the participant has an invitation.
    fn take_over_invitation(&self, contest: &str, invitation: InvitationRow) -> Answer<'_, ()>;

    /// Stores a participant's draft of a form, in place of the earlier one; `None` removes it.
    ///
    /// # Errors
    /// When the engine fails.
    fn keep_draft(&self, contest: &str, participant: &str, form: &str, fields: Option<&str>) -> Answer<'_, ()>;

    /// Every draft of a contest, by participant and form.
    ///
    /// # Errors
    /// When the engine fails.
    fn drafts(&self, contest: &str) -> Answer<'_, Vec<DraftRow>>;

    /// Keeps a signed checkpoint over the first `size` events, beside all earlier ones.
    ///
    /// # Errors
    /// When the engine fails.
    fn put_checkpoint(&self, contest: &str, size: u64, note: &str) -> Answer<'_, ()>;

    /// Every signed checkpoint, size and note, in the order of signing.
    ///
    /// # Errors
    /// When the engine fails.
    fn checkpoints(&self, contest: &str) -> Answer<'_, Vec<(u64, String)>>;

    /// Stores a note about a contest beside its record, in place of an earlier one of the same kind and name.
    ///
    /// # Errors
    /// When the engine fails.
    fn keep_note(&self, contest: &str, note: NoteRow) -> Answer<'_, ()>;

    /// Every note of a contest, by kind and name.
    ///
    /// # Errors
    /// When the engine fails.
    fn notes(&self, contest: &str) -> Answer<'_, Vec<NoteRow>>;

    /// Stores a file that a judge shows, under the SHA-256 of its bytes. Call it before appending the event that names
    /// the file. An existing file stays.
    ///
    /// # Errors
    /// When the engine fails.
    fn put_attachment(&self, contest: &str, hash: [u8; 32], bytes: Vec<u8>) -> Answer<'_, ()>;

    /// The file under this hash; `None` where there never was one, or it was removed.
    ///
    /// # Errors
    /// When the engine fails.
    fn attachment(&self, contest: &str, hash: [u8; 32]) -> Answer<'_, Option<Vec<u8>>>;

    /// Every file of a contest: hash and length in bytes, in the order of their hashes.
    ///
    /// # Errors
    /// When the engine fails.
    fn attachments(&self, contest: &str) -> Answer<'_, Vec<([u8; 32], u64)>>;

    /// Removes files for good, where they exist: when it returns, no reader sees them any more, and no file of an
    /// engine on this machine holds a byte of them, as [`EventStore::redact`](crate::EventStore::redact) does with
    /// private data.
    ///
    /// # Errors
    /// When the engine fails. Call again then.
    fn remove_attachments(&self, contest: &str, hashes: Vec<[u8; 32]>) -> Answer<'_, ()>;

    /// The number of bytes that may still be written: the free space of the disk or the rest of the store's limit, the
    /// lesser of the two; `u64::MAX` for an engine on another machine, which cannot say.
    ///
    /// # Errors
    /// When the engine fails, or the free space of the disk cannot be read.
    fn bytes_left(&self) -> Answer<'_, u64>;

    /// The last signed checkpoint: its size and its note.
    ///
    /// # Errors
    /// When the engine fails.
    fn latest_checkpoint(&self, contest: &str) -> Answer<'_, Option<(u64, String)>>;
}
