//! The ways in: cards and their codes, sessions, passwords and passkeys.

use std::{
    sync::{Arc, PoisonError},
    time::Duration,
};

use rulebook::Participant;
use store::{InvitationRow, StoreError};
use tracing::warn;

use super::App;
#[cfg(feature = "passkeys")]
use crate::passkeys::Passkeys;
use crate::{
    access_token::KnownToken,
    cards::{Card, Code, Issue},
    guesses::Guesses,
    invited::Invited,
    passwords::Passwords,
    sessions::Token,
};

/// The interval of reports to the store that a session was seen.
const TELL_SEEN: Duration = Duration::from_secs(60);

/// The most sessions whose last report is remembered; beyond them they are reported once more.
const SEEN_MAX: usize = 10_000;

impl App {
    /// Makes a new join link for a participant; an earlier link and its sessions end.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn invite(&self, contest: &str, who: Participant) -> Result<String, StoreError> {
        Ok(self.link(&self.new_card(contest, who.into()).await?))
    }

    /// Makes a new card; an earlier one and its sessions end.
    pub(crate) async fn new_card(&self, contest: &str, whose: Invited) -> Result<Card, StoreError> {
        let (issue, whose) = (Issue::draw(), whose.to_string());
        let card = self.inner.cards.card(contest, &whose, &issue);
        self.registry().invite(contest, &whose, card.token.hash(), issue.as_str()).await?;
        self.sessions_ended(contest);
        Ok(card)
    }

    /// The card of this invitation, computed again; `None` where an earlier version made it, or a server with another
    /// key.
    pub(crate) fn card_again(&self, contest: &str, invitation: &InvitationRow) -> Option<Card> {
        let issue = Issue::kept(&invitation.issue)?;
        let card = self.inner.cards.card(contest, &invitation.participant, &issue);
        (card.token.hash() == invitation.token_hash).then_some(card)
    }

    /// The link of a card.
    pub(crate) fn link(&self, card: &Card) -> String {
        format!("{}/join/{}", self.inner.settings.public_url, card.token.reveal())
    }

    /// The token of the card with this code.
    pub(crate) async fn token_of(&self, code: Code) -> Result<Option<Token>, StoreError> {
        for place in self.places() {
            let contest = place.running.id();
            let invitations = self.registry().invitations(contest).await?;
            let mut cards = invitations.iter().filter_map(|invitation| self.card_again(contest, invitation));
            if let Some(card) = cards.find(|card| card.code == code) {
                return Ok(Some(card.token));
            }
        }
        Ok(None)
    }

    /// Held while cards are checked and made: two requests at once get the same card.
    pub(crate) async fn one_at_a_time(&self) -> tokio::sync::MutexGuard<'_, ()> {
        self.inner.issuing.lock().await
    }

    /// The guesses of codes.
    pub(crate) fn code_guesses(&self) -> &Guesses {
        &self.inner.code_guesses
    }

    /// The guesses of passwords.
    pub(crate) fn password_guesses(&self) -> &Guesses {
        &self.inner.password_guesses
    }

    /// The questions of would-be cosigners without a cosigner's key.
    pub(crate) fn strange_questions(&self) -> &Guesses {
        &self.inner.strange_questions
    }

    /// The passkeys; `None` where devices keep no keys for this server.
    #[cfg(feature = "passkeys")]
    pub(crate) fn passkeys(&self) -> Option<&Passkeys> {
        self.inner.passkeys.as_ref()
    }

    /// Makes and checks hashes of passwords.
    pub(crate) fn passwords(&self) -> &Passwords {
        &self.inner.passwords
    }

    /// Reports to the store that a session was seen, at most once a minute, in the background.
    pub(crate) fn saw(&self, session: [u8; 32]) {
        if !self.reports_seen(session) {
            return;
        }
        let (store, at) = (Arc::clone(&self.inner.engine.store), self.inner.time.wall().as_millis());
        tokio::spawn(async move {
            if let Err(failure) = store.see_session(session, at).await {
                warn!(%failure, "the last use of a session could not be saved: {failure}");
            }
        });
    }

    /// Reports to the store that a token was used, at most once a minute, in the background.
    pub(crate) fn saw_token(&self, contest: &str, known: &KnownToken) {
        if !self.reports_seen(known.hash) {
            return;
        }
        let (store, at) = (Arc::clone(&self.inner.engine.store), self.inner.time.wall().as_millis());
        let (contest, number) = (contest.to_owned(), known.token.number);
        tokio::spawn(async move {
            if let Err(failure) = store.see_access_token(&contest, number, at).await {
                warn!(%failure, "the last use of a token could not be saved: {failure}");
            }
        });
    }

    /// True when the use of this secret, by its hash, was not reported within the last minute; it counts as reported now.
    fn reports_seen(&self, hash: [u8; 32]) -> bool {
        let now = self.elapsed();
        let mut seen = self.inner.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if seen.get(&hash).is_some_and(|&told| now < told + TELL_SEEN) {
            return false;
        }
        if seen.len() >= SEEN_MAX {
            seen.clear();
        }
        seen.insert(hash, now);
        true
    }

    /// The link of a participant's card, where it is unused and can be computed again.
    pub(super) async fn unused_link(&self, contest: &str, who: Participant) -> Result<Option<String>, StoreError> {
        let invitations = self.registry().invitations(contest).await?;
        let unused = |row: &&InvitationRow| row.participant == who.to_string() && !row.used;
        let card = invitations.iter().find(unused).and_then(|row| self.card_again(contest, row));
        Ok(card.map(|card| self.link(&card)))
    }

    /// Ends a session.
    pub(crate) async fn end_session(&self, contest: &str, session_hash: [u8; 32]) -> Result<(), StoreError> {
        self.registry().end_session(contest, session_hash).await?;
        self.sessions_ended(contest);
        Ok(())
    }

    /// Ends the access of an organiser: card, password, passkeys and sessions.
    pub(crate) async fn forget_organiser(&self, contest: &str, whose: &str) -> Result<(), StoreError> {
        self.registry().forget_organiser(contest, whose).await?;
        self.sessions_ended(contest);
        Ok(())
    }

    /// Makes the connections of this contest check their sessions at once.
    fn sessions_ended(&self, contest: &str) {
        if let Some(place) = self.place(contest) {
            place.sessions_ended();
        }
    }

    /// True when a session still belongs to this participant.
    ///
    /// # Errors
    /// When the store fails: then the answer is unknown, and the caller must not turn anybody away.
    pub async fn session_stands(&self, session: &Token, contest: &str, who: Participant) -> Result<bool, StoreError> {
        Ok(self.seated_as(session, contest, who).await?.is_some())
    }

    /// The link of this contest's organiser, where they have not joined: `None` where an organiser has a session.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn way_in(&self, contest: &str) -> Result<Option<String>, StoreError> {
        if self.registry().has_joined(contest, &Participant::Organiser.to_string()).await? {
            return Ok(None);
        }
        match self.unused_link(contest, Participant::Organiser).await? {
            Some(link) => Ok(Some(link)),
            None => self.invite(contest, Participant::Organiser).await.map(Some),
        }
    }

    /// The person who acts as this participant by this session, if it exists.
    ///
    /// # Errors
    /// When the store fails.
    pub(crate) async fn seated_as(
        &self,
        session: &Token,
        contest: &str,
        who: Participant,
    ) -> Result<Option<Invited>, StoreError> {
        let Some((of, whose)) = self.registry().session(session.hash()).await? else { return Ok(None) };
        let whose = whose.parse::<Invited>().ok().filter(|whose| of == contest && whose.who() == who);
        if whose.is_some() {
            self.saw(session.hash());
        }
        Ok(whose)
    }
}
