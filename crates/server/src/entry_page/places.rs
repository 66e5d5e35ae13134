//! The judges' places: the conversation of each browser, and the limit on their number.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite};

use super::{Settings, sitting::RunningConversation};
use crate::{clock::Clock, sessions::Token};

/// The cookie that holds a conversation.
const COOKIE: &str = "viva-conversation";

/// All conversations.
#[derive(Debug)]
pub(super) struct Places {
    pub(super) settings: Settings,
    clock: Clock,
    /// By the hash of the cookie.
    taken: Mutex<HashMap<[u8; 32], Arc<RunningConversation>>>,
    opened: AtomicU64,
}

/// The reason why there is no place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NoPlace {
    /// Every place is taken.
    Full,
    /// The requested place is taken.
    Taken,
    /// There is none of that number.
    NoSuch,
}

impl Places {
    pub(super) fn new(settings: Settings) -> Self {
        let clock = Clock::of_the_system(settings.setup.pace.factor());
        Self { settings, clock, taken: Mutex::default(), opened: AtomicU64::new(0) }
    }

    /// The conversation of the browser with these cookies, if it is not over.
    pub(super) fn of(&self, cookies: &CookieJar) -> Option<Arc<RunningConversation>> {
        let token = Token::from_text(cookies.get(COOKIE)?.value())?;
        let taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        taken.get(&token.hash()).filter(|sitting| !sitting.is_over()).cloned()
    }

    /// A new conversation, in this judge's place or the first free one, and its cookie.
    pub(super) fn open(&self, judge: Option<u16>) -> Result<(Arc<RunningConversation>, Cookie<'static>), NoPlace> {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        taken.retain(|_, sitting| !sitting.is_over());
        let is_free = |judge: &u16| taken.values().all(|sitting| sitting.judge != *judge);
        let mut all = 1..=self.settings.judges;
        let judge = match judge {
            None => all.find(is_free).ok_or(NoPlace::Full)?,
            Some(judge) if !all.contains(&judge) => return Err(NoPlace::NoSuch),
            Some(judge) => Some(judge).filter(is_free).ok_or(NoPlace::Taken)?,
        };
        let serial = self.opened.fetch_add(1, Ordering::Relaxed) + 1;
        let sitting = RunningConversation::start(&self.settings, self.clock.clone(), judge, serial);
        let token = Token::draw();
        taken.insert(token.hash(), Arc::clone(&sitting));
        let cookie = Cookie::build((COOKIE, token.reveal().to_owned()));
        Ok((sitting, cookie.path("/").http_only(true).same_site(SameSite::Lax).build()))
    }
}
