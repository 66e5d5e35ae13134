//! A server's key: sent with every request, and removed from everything that people read.

use std::fmt;

/// The shortest key that is removed from texts, in bytes. A shorter one ("none", "EMPTY") is no secret, and its removal
/// would damage answers.
const TELLING: usize = 8;

/// The replacement for a key in a text.
const HIDDEN: &str = "[key]";

/// A key. Its `Debug` form does not show it.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// A key that fits in a header: visible ASCII, not empty.
    #[must_use]
    pub fn new(text: &str) -> Option<Self> {
        let fits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic());
        fits.then(|| Self(text.to_owned()))
    }

    pub(super) fn reveal(&self) -> &str {
        &self.0
    }

    /// The key, if it is long enough to be a secret.
    pub(super) fn telling(&self) -> Option<&str> {
        (self.0.len() >= TELLING).then_some(&self.0)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

/// The text without the key in it.
pub(super) fn without(text: &str, key: Option<&Secret>) -> String {
    match key.and_then(Secret::telling) {
        Some(key) => text.replace(key, HIDDEN),
        None => text.to_owned(),
    }
}
