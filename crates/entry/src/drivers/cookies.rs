//! The cookies of one conversation, bounded: a page that sets many cannot cause large memory use or long requests.

use std::sync::{Mutex, PoisonError};

use reqwest::{
    Url,
    cookie::{CookieStore, Jar},
    header::HeaderValue,
};

/// The maximum number of cookies taken from one response, and the maximum size of one (RFC 6265, 6.1: at least 50, and
/// 4096).
const COOKIES_MAX: usize = 50;
const COOKIE_BYTES_MAX: usize = 4_096;

/// The maximum size of the cookies in a request, in bytes, and the maximum number of cookies taken in all. Beyond
/// either, the jar is emptied except for the last response's cookies.
const CARRIED_MAX: usize = 8 * 1_024;
const TAKEN_MAX: usize = 2_000;

/// A bounded jar.
#[derive(Default)]
pub(super) struct Cookies(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    jar: Jar,
    taken: usize,
}

impl CookieStore for Cookies {
    fn set_cookies(&self, headers: &mut dyn Iterator<Item = &HeaderValue>, url: &Url) {
        let new: Vec<_> = headers.filter(|cookie| cookie.len() <= COOKIE_BYTES_MAX).take(COOKIES_MAX).collect();
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.add(&new, url);
        if kept.taken > TAKEN_MAX || kept.carried(url) > CARRIED_MAX {
            *kept = Kept::default();
            // If they exceed the limit together, the last ones are kept.
            let fits = |start: &usize| new[*start..].iter().map(|cookie| cookie.len()).sum::<usize>() <= CARRIED_MAX;
            let start = (0..=new.len()).find(fits).unwrap_or(new.len());
            kept.add(&new[start..], url);
        }
    }

    fn cookies(&self, url: &Url) -> Option<HeaderValue> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).jar.cookies(url)
    }
}

impl Kept {
    fn add(&mut self, cookies: &[&HeaderValue], url: &Url) {
        self.jar.set_cookies(&mut cookies.iter().copied(), url);
        self.taken += cookies.len();
    }

    fn carried(&self, url: &Url) -> usize {
        self.jar.cookies(url).map_or(0, |cookies| cookies.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_of_cookies_stays_a_trickle_and_the_session_survives_while_it_fits() {
        let url = Url::parse("http://127.0.0.1/").unwrap();
        let cookies = Cookies::default();
        let set = |texts: Vec<String>| {
            let values: Vec<_> = texts.iter().map(|text| HeaderValue::from_str(text).unwrap()).collect();
            cookies.set_cookies(&mut values.iter(), &url);
        };
        let carried = || cookies.cookies(&url).map(|value| value.to_str().unwrap().to_owned()).unwrap_or_default();
        set(vec!["session=1".to_owned()]);
        assert_eq!(carried(), "session=1");
        for answer in 0..200 {
            set((0..100).map(|n| format!("c{answer}-{n}={}", "x".repeat(300))).collect());
            assert!(carried().len() <= CARRIED_MAX, "{}", carried().len());
        }
        set(vec![format!("huge={}", "x".repeat(5_000)), "session=2".to_owned()]);
        assert!(carried().contains("session=2") && !carried().contains("huge"));
    }
}
