//! The register: which contests there are, who may join and who organises them, what people have filled in and not sealed, and how far their
//! record is signed.
//!
//! These facts are not events: a join link and a draft are nobody's business but their owner's, and a checkpoint is about
//! the record, not in it. Tokens never come here, only their SHA-256.

use futures_util::future::BoxFuture;

use crate::StoreError;

/// A contest as it was given to the store, kept as text so that it can be read again exactly.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContestRow {
    /// The contest's id, unique in the store.
    pub id: String,
    /// The text of the contest file.
    pub file: String,
    /// The text of the rulebook in force; empty when it is one that is shipped with the program.
    pub rulebook: String,
    /// The folder that relative commands of entries are run in.
    pub folder: String,
    /// The plan with which it is to be opened, as its owner's server wrote it; empty when it was given none.
    pub plan: String,
}

/// How a participant comes in, as it is moved from one store to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvitationRow {
    /// Whose it is.
    pub participant: String,
    /// The SHA-256 of its token.
    pub token_hash: [u8; 32],
    /// What its owner's server needs, beside a secret of its own, to make the token again; empty where it cannot be.
    pub issue: String,
    /// Whether the token is spent.
    pub used: bool,
    /// Its sessions, in the order of their hashes.
    pub sessions: Vec<SessionRow>,
}

/// A session of an invitation. Moments are milliseconds since 1970, by the clock of whoever told them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionRow {
    /// The SHA-256 of its cookie.
    pub session_hash: [u8; 32],
    /// When it was seen first; absent until then.
    pub since: Option<i64>,
    /// When it was seen last.
    pub seen: Option<i64>,
}

/// Somebody who may act as the organiser of a contest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrganiserRow {
    /// As whom they are invited, unique in the contest.
    pub participant: String,
    /// The name.
    pub name: String,
    /// The slow hash of the password, as its owner's server wrote it, or the public key of what stands here as a passkey; empty where
    /// there is neither.
    pub password: String,
}

/// How many deeds are kept of each contest: whoever presses a button for ever fills no disk.
pub const DEEDS_MAX: u32 = 1000;

/// What an organiser did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeedRow {
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// Who, by name.
    pub who: String,
    /// What, without secrets, as the server writes it down.
    pub what: String,
}

/// What somebody has filled in and not sealed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftRow {
    /// Whose it is.
    pub participant: String,
    /// The form it stands in, unique among those of the participant.
    pub form: String,
    /// What stands in its fields, as its owner's server wrote it.
    pub fields: String,
}

/// Something that is kept about a contest beside its record and checkpoints: what was signed about it, or what is shown of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoteRow {
    /// What kind of thing, as its owner's server calls it.
    pub kind: String,
    /// Which one, unique among those of its kind in the contest.
    pub name: String,
    /// The text.
    pub note: String,
}

/// What became of a token that somebody wanted to join with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Redeemed {
    /// The session is open; the token is spent.
    Joined {
        /// The contest that was joined.
        contest: String,
        /// The participant that the session speaks for, as the invitation named it.
        participant: String,
    },
    /// Somebody joined with this token before. No session was opened.
    UsedAlready,
    /// No invitation has this token: it never had, or a later invitation replaced it.
    Unknown,
}

/// What the register answers, later.
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

    /// Keeps this in the place of what was kept of the contest with the same id.
    ///
    /// # Errors
    /// [`StoreError::NoContest`] when there is none, and when the engine fails.
    fn update_contest(&self, contest: ContestRow) -> Answer<'_, ()>;

    /// What all servers of this store agree on under a name: the value that the first of them gave, this one if it is.
    ///
    /// # Errors
    /// When the engine fails.
    fn agree(&self, name: &str, value: &str) -> Answer<'_, String>;

    /// Every contest, in the order in which they were added.
    ///
    /// # Errors
    /// When the engine fails.
    fn contests(&self) -> Answer<'_, Vec<ContestRow>>;

    /// Invites a participant by the SHA-256 of a token, in place of any earlier invitation. What is needed to make the token
    /// again, beside a secret that never comes here, is kept with it.
    ///
    /// The participant's earlier token becomes unknown, and sessions opened with it end.
    ///
    /// # Errors
    /// When the engine fails.
    fn invite(&self, contest: &str, participant: &str, token_hash: [u8; 32], issue: &str) -> Answer<'_, ()>;

    /// Takes a participant's invitation back: its token becomes unknown, and its sessions end.
    ///
    /// # Errors
    /// When the engine fails.
    fn uninvite(&self, contest: &str, participant: &str) -> Answer<'_, ()>;

    /// Spends a token: opens the session whose cookie has this SHA-256, once.
    ///
    /// # Errors
    /// When the engine fails. A refusal is no error but an answer.
    fn redeem(&self, token_hash: [u8; 32], session_hash: [u8; 32]) -> Answer<'_, Redeemed>;

    /// The contest, the participant and whether the token is spent, of the invitation with this token.
    ///
    /// Looking does not spend it.
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

    /// Opens one more session for a participant who has an invitation, spent or not; false where there is none.
    ///
    /// # Errors
    /// When the engine fails.
    fn open_session(&self, contest: &str, participant: &str, session_hash: [u8; 32]) -> Answer<'_, bool>;

    /// A session was seen at this moment, in milliseconds since 1970; the first time tells since when there is one.
    ///
    /// # Errors
    /// When the engine fails.
    fn see_session(&self, session_hash: [u8; 32], at: i64) -> Answer<'_, ()>;

    /// Ends a session, if it is one of this contest; the others of its invitation stand.
    ///
    /// # Errors
    /// When the engine fails.
    fn end_session(&self, contest: &str, session_hash: [u8; 32]) -> Answer<'_, ()>;

    /// Keeps who may act as an organiser, in place of what was kept of the same participant.
    ///
    /// # Errors
    /// When the engine fails.
    fn keep_organiser(&self, contest: &str, organiser: OrganiserRow) -> Answer<'_, ()>;

    /// Forgets an organiser, and takes the invitation back.
    ///
    /// # Errors
    /// When the engine fails.
    fn forget_organiser(&self, contest: &str, participant: &str) -> Answer<'_, ()>;

    /// Every organiser that is kept of a contest, by participant.
    ///
    /// # Errors
    /// When the engine fails.
    fn organisers(&self, contest: &str) -> Answer<'_, Vec<OrganiserRow>>;

    /// Notes what an organiser did. Of each contest the last [`DEEDS_MAX`] are kept.
    ///
    /// # Errors
    /// When the engine fails.
    fn note_deed(&self, contest: &str, deed: DeedRow) -> Answer<'_, ()>;

    /// What organisers did last in a contest, at most so much of it, the latest first.
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

    /// Keeps what a participant has filled in of a form, in place of what was kept of it before; `None` forgets it.
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

    /// Every checkpoint that was signed, in the order in which they were: size and note.
    ///
    /// # Errors
    /// When the engine fails.
    fn checkpoints(&self, contest: &str) -> Answer<'_, Vec<(u64, String)>>;

    /// Keeps something about a contest beside its record, in place of what was kept of the same kind and name.
    ///
    /// # Errors
    /// When the engine fails.
    fn keep_note(&self, contest: &str, note: NoteRow) -> Answer<'_, ()>;

    /// Everything that is kept so, by kind and name.
    ///
    /// # Errors
    /// When the engine fails.
    fn notes(&self, contest: &str) -> Answer<'_, Vec<NoteRow>>;

    /// Keeps a file that a judge shows, under the SHA-256 of its bytes: before the fact that names it. A file that is kept already
    /// stays.
    ///
    /// # Errors
    /// When the engine fails.
    fn put_attachment(&self, contest: &str, hash: [u8; 32], bytes: Vec<u8>) -> Answer<'_, ()>;

    /// The file that is kept under this hash; nothing where there is none, or it was taken away.
    ///
    /// # Errors
    /// When the engine fails.
    fn attachment(&self, contest: &str, hash: [u8; 32]) -> Answer<'_, Option<Vec<u8>>>;

    /// Every file that is kept of a contest: hash and length in bytes, in the order of their hashes.
    ///
    /// # Errors
    /// When the engine fails.
    fn attachments(&self, contest: &str) -> Answer<'_, Vec<([u8; 32], u64)>>;

    /// Takes files away, for good, where they are kept: when it returns, nobody reads them any more, and no file of an engine on this
    /// machine holds a byte of them, as [`EventStore::redact`](crate::EventStore::redact) does with private data.
    ///
    /// # Errors
    /// When the engine fails. Ask again then.
    fn remove_attachments(&self, contest: &str, hashes: Vec<[u8; 32]>) -> Answer<'_, ()>;

    /// How many bytes may still be written: what the disk has, or what is left of the store's bound where that is less;
    /// `u64::MAX` where an engine on another machine cannot tell.
    ///
    /// # Errors
    /// When the engine fails, or the disk cannot be asked.
    fn bytes_left(&self) -> Answer<'_, u64>;

    /// The checkpoint that was signed last: its size and its note.
    ///
    /// # Errors
    /// When the engine fails.
    fn latest_checkpoint(&self, contest: &str) -> Answer<'_, Option<(u64, String)>>;
}
