//! Passkeys: keys in an organiser's device, for organisers who would rather touch a sensor than remember a password.
//! Over HTTPS only.
//!
//! `webauthn-rs` handles the cryptography. This module keeps the owners of the keys, and sees to it that each challenge
//! is answered once, within five minutes. The device itself names the owner, so nobody types a name first, and nobody learns who has passkeys.

mod site;

use language::{Message, Say};
use rulebook::Timestamp;
use store::{PasskeyRow, StoreError};
use webauthn_rs::prelude::{
    CreationChallengeResponse, Passkey, PublicKeyCredential, RegisterPublicKeyCredential, RequestChallengeResponse,
    Uuid, WebauthnError,
};

pub(crate) use self::site::Passkeys;
pub use self::site::{EACH_MAX, PasskeyId};
use crate::{app::App, invited::Invited, sessions::Token};

/// The longest name of a passkey, in characters.
pub const NAME_MAX: usize = 100;

/// A passkey of an organiser.
#[derive(Debug)]
pub(crate) struct Known {
    pub(crate) id: PasskeyId,
    pub(crate) name: String,
    pub(crate) since: Timestamp,
    key: Passkey,
}

impl Known {
    fn row(&self) -> Result<PasskeyRow, NotDone> {
        Ok(PasskeyRow {
            participant: self.id.whose.to_string(),
            number: self.id.number,
            name: self.name.clone(),
            since: self.since.as_millis(),
            public_key: serde_json::to_string(&self.key).map_err(|_| NotDone::NotUnderstood)?,
        })
    }
}

/// The reason why an operation on passkeys failed.
#[derive(Debug)]
pub(crate) enum NotDone {
    /// The name is missing or too long.
    BadName,
    /// There are too many.
    TooMany,
    /// Too many requests.
    TooOften,
    /// The challenge was answered already, has expired, or never existed.
    NoQuestion,
    /// The key belongs to no organiser of the contest.
    Unknown,
    /// The device's answer does not verify.
    Refused(WebauthnError),
    /// The stored form cannot be written or read.
    NotUnderstood,
    /// The store failed.
    Store(StoreError),
}

impl Say for NotDone {
    fn message(&self) -> Message {
        match self {
            Self::BadName => say!("access-passkey-bad-name", most = NAME_MAX),
            Self::TooMany => say!("access-passkeys-too-many", most = EACH_MAX),
            Self::TooOften => say!("access-too-often"),
            Self::NoQuestion => say!("access-passkey-too-late"),
            Self::Unknown => say!("access-passkey-unknown"),
            Self::Refused(why) => say!("access-passkey-refused", why = why.to_string()),
            Self::NotUnderstood => say!("access-passkey-not-kept"),
            Self::Store(_) => say!("access-server-failed"),
        }
    }
}

display_in_english!(NotDone);

impl std::error::Error for NotDone {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Refused(why) => Some(why),
            Self::Store(failure) => Some(failure),
            Self::BadName | Self::TooMany | Self::TooOften | Self::NoQuestion | Self::Unknown | Self::NotUnderstood => {
                None
            }
        }
    }
}

impl From<WebauthnError> for NotDone {
    fn from(why: WebauthnError) -> Self {
        Self::Refused(why)
    }
}

impl From<StoreError> for NotDone {
    fn from(failure: StoreError) -> Self {
        Self::Store(failure)
    }
}

impl Passkeys {
    /// Challenges an organiser's device to make a new key. The challenge belongs to their session.
    pub(crate) async fn begin(
        &self,
        app: &App,
        contest: &str,
        (whose, name): (Invited, &str),
        session: [u8; 32],
    ) -> Result<CreationChallengeResponse, NotDone> {
        let own: Vec<_> = all(app, contest).await?.into_iter().filter(|known| known.id.whose == whose).collect();
        let is_free = |number: &u16| own.iter().all(|known| known.id.number != *number);
        let number = (1..=EACH_MAX).find(is_free).ok_or(NotDone::TooMany)?;
        let known = own.iter().map(|known| known.key.cred_id().clone()).collect();
        let label = format!("{name} · {contest}");
        let (question, state) =
            self.site.start_passkey_registration(handle(contest, whose), &label, &label, Some(known))?;
        self.registrations.ask(session, app.elapsed(), (PasskeyId { whose, number }, state));
        Ok(question)
    }

    /// Stores the key from the device's answer.
    pub(crate) async fn keep(
        &self,
        app: &App,
        contest: &str,
        name: &str,
        session: [u8; 32],
        answer: &RegisterPublicKeyCredential,
    ) -> Result<Known, NotDone> {
        let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
        if name.is_empty() || name.chars().count() > NAME_MAX || name.chars().any(char::is_control) {
            return Err(NotDone::BadName);
        }
        let (id, state) = self.registrations.answered(session, app.elapsed()).ok_or(NotDone::NoQuestion)?;
        let key = self.site.finish_passkey_registration(answer, &state)?;
        let _guard = app.one_at_a_time().await;
        let known = all(app, contest).await?;
        if known.iter().any(|known| known.id == id || known.key.cred_id() == key.cred_id()) {
            return Err(NotDone::NoQuestion);
        }
        let known = Known { id, name, since: app.wall(), key };
        app.registry().keep_passkey(contest, known.row()?).await?;
        Ok(known)
    }

    /// Challenges any device that has a key. The answer must carry the token of the challenge.
    pub(crate) fn ask(&self, app: &App) -> Result<(Token, RequestChallengeResponse), NotDone> {
        let (mut question, state) = self.site.start_discoverable_authentication()?;
        // The organiser has pressed a button: the browser must ask now, not when a field is filled in.
        question.mediation = None;
        let name = Token::draw();
        self.logins.ask(name.hash(), app.elapsed(), state);
        Ok((name, question))
    }

    /// The passkey that answered.
    pub(crate) async fn whose(
        &self,
        app: &App,
        contest: &str,
        question: &Token,
        answer: &PublicKeyCredential,
    ) -> Result<Known, NotDone> {
        let state = self.logins.answered(question.hash(), app.elapsed()).ok_or(NotDone::NoQuestion)?;
        let (handled, credential) = self.site.identify_discoverable_authentication(answer)?;
        let mut known = all(app, contest).await?.into_iter();
        let mut known = known
            .find(|known| known.key.cred_id().as_slice() == credential && handle(contest, known.id.whose) == handled)
            .ok_or(NotDone::Unknown)?;
        let result = self.site.finish_discoverable_authentication_v2(answer, state, &known.key)?;
        // Store the counter; a lower one later means a cloned key.
        if known.key.update_credential(&result) == Some(true) {
            app.registry().keep_passkey(contest, known.row()?).await?;
        }
        Ok(known)
    }
}

/// The user handle for this organiser on devices: it reveals nothing.
fn handle(contest: &str, whose: Invited) -> Uuid {
    use sha2::{Digest, Sha256};
    let hash: [u8; 32] = Sha256::digest(format!("vivavoce passkey {contest} {whose}")).into();
    let mut first = [0; 16];
    first.copy_from_slice(&hash[..16]);
    Uuid::from_bytes(first)
}

/// The passkeys of a contest. Keys from another version that this one cannot read are left out.
pub(crate) async fn all(app: &App, contest: &str) -> Result<Vec<Known>, StoreError> {
    let known = |row: PasskeyRow| {
        let id = PasskeyId { whose: row.participant.parse().ok()?, number: row.number };
        let key = serde_json::from_str(&row.public_key).ok()?;
        Some(Known { id, name: row.name, since: Timestamp::from_millis(row.since), key })
    };
    let mut known: Vec<_> = app.registry().passkeys(contest).await?.into_iter().filter_map(known).collect();
    known.sort_by_key(|known| known.id);
    Ok(known)
}
