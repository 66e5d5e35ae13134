//! The server as a site of passkeys: their names in the register, and the pending challenges.

use std::{
    collections::VecDeque,
    fmt,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use webauthn_rs::prelude::{DiscoverableAuthentication, PasskeyRegistration, Url, WebauthnBuilder};

use crate::{
    guesses::{GuessLimits, Guesses},
    invited::Invited,
};

/// The most passkeys of one organiser.
pub const EACH_MAX: u16 = 5;

/// The lifetime of a challenge.
const ANSWERED_WITHIN: Duration = Duration::from_secs(300);

/// The most pending challenges; beyond them, the oldest is dropped.
const QUESTIONS_MAX: usize = 1000;

/// The most challenges within a minute.
const QUESTIONS: GuessLimits = GuessLimits { per_address: 30, all: 600 };

/// The number of a passkey and its owner, written as `passkey 2 of organiser`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct PasskeyId {
    /// The owner.
    pub whose: Invited,
    /// From 1, among the organiser's passkeys.
    pub number: u16,
}

impl fmt::Display for PasskeyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "passkey {} of {}", self.number, self.whose)
    }
}

/// Pending challenges. Each is answered once.
pub(super) struct Questions<T> {
    waiting: Mutex<VecDeque<([u8; 32], Duration, T)>>,
}

impl<T> Default for Questions<T> {
    fn default() -> Self {
        Self { waiting: Mutex::default() }
    }
}

impl<T> Questions<T> {
    /// Adds a challenge at this moment, in place of one of the same name.
    pub(super) fn ask(&self, name: [u8; 32], now: Duration, question: T) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.retain(|(known, asked, _)| *known != name && now.saturating_sub(*asked) < ANSWERED_WITHIN);
        if waiting.len() >= QUESTIONS_MAX {
            waiting.pop_front();
        }
        waiting.push_back((name, now, question));
    }

    /// Takes the challenge of this name, for its answer; `None` where it was answered, or has expired.
    pub(super) fn answered(&self, name: [u8; 32], now: Duration) -> Option<T> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let at = waiting.iter().position(|(known, ..)| *known == name)?;
        let (_, asked, question) = waiting.remove(at)?;
        (now.saturating_sub(asked) < ANSWERED_WITHIN).then_some(question)
    }
}

/// The relying party of `WebAuthn` and its pending challenges.
pub(crate) struct Passkeys {
    pub(super) site: webauthn_rs::Webauthn,
    pub(crate) asked: Guesses,
    pub(super) registrations: Questions<(PasskeyId, PasskeyRegistration)>,
    pub(super) logins: Questions<DiscoverableAuthentication>,
}

impl fmt::Debug for Passkeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Passkeys").finish_non_exhaustive()
    }
}

impl Passkeys {
    /// For a server at this address; `None` where devices keep no keys for it: without TLS, or without a domain name.
    pub(crate) fn at(public_url: &str) -> Option<Self> {
        let url = Url::parse(public_url).ok().filter(|url| url.scheme() == "https")?;
        let site = WebauthnBuilder::new(url.domain()?, &url).ok()?.rp_name("Vivavoce").build().ok()?;
        let (registrations, logins) = (Questions::default(), Questions::default());
        Some(Self { site, asked: Guesses::new(QUESTIONS), registrations, logins })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_answered_once_in_time_and_the_oldest_of_too_many_is_forgotten() {
        let questions = Questions::default();
        let (early, late) = (Duration::ZERO, ANSWERED_WITHIN);
        questions.ask([1; 32], early, "one");
        assert_eq!(questions.answered([2; 32], early), None);
        assert_eq!(questions.answered([1; 32], early), Some("one"));
        assert_eq!(questions.answered([1; 32], early), None, "once");
        questions.ask([1; 32], early, "one");
        assert_eq!(questions.answered([1; 32], late), None, "in time");
        for number in 0..=QUESTIONS_MAX {
            let mut name = [0; 32];
            name[..8].copy_from_slice(&number.to_le_bytes());
            questions.ask(name, early, "many");
        }
        assert_eq!(questions.waiting.lock().unwrap().len(), QUESTIONS_MAX);
        assert_eq!(questions.answered([0; 32], early), None, "the oldest");
    }

    #[test]
    fn devices_keep_keys_for_a_name_with_tls_only() {
        for address in ["https://contest.example.org", "https://localhost:8443"] {
            assert!(Passkeys::at(address).is_some(), "{address}");
        }
        for address in
            ["http://contest.example.org", "http://localhost:8080", "https://192.168.1.10", "https://[::1]:8443", "no"]
        {
            assert!(Passkeys::at(address).is_none(), "{address}");
        }
    }
}
