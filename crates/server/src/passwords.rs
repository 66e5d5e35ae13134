//! Passwords of organisers, as a way in without card and browser: kept as Argon2id hashes only.
//!
//! The costs are the minimum of OWASP's Password Storage Cheat Sheet (19 MiB, 2 passes, 1 lane); each hash names its
//! own, so that they can grow.

use std::sync::Arc;

use argon2::{
    Algorithm, Argon2, Params, Version,
    password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash},
};
use tokio::{sync::Semaphore, task};

/// The fewest characters of a password. There is no other rule: length is what helps.
pub const LEAST: usize = 12;

/// The most bytes of a password.
pub const MOST: usize = 200;

/// The most hashes at the same time: each takes 19 MiB and a processor.
const AT_ONCE: usize = 2;

/// Memory in KiB, passes, lanes.
const COST: (u32, u32, u32) = (19 * 1024, 2, 1);

/// Makes hashes, a few at a time.
#[derive(Debug, Clone)]
pub struct Passwords {
    turns: Arc<Semaphore>,
}

impl Default for Passwords {
    fn default() -> Self {
        Self { turns: Arc::new(Semaphore::new(AT_ONCE)) }
    }
}

impl Passwords {
    /// The hash of a password, for the store.
    pub async fn hash(&self, password: &str) -> String {
        let password = password.to_owned();
        self.work(move || {
            let mut salt = [0; 16];
            getrandom::fill(&mut salt).expect("the operating system gives random bytes");
            let hash = argon2().hash_password_with_salt(password.as_bytes(), &salt);
            hash.expect("a password of bounded length and a salt of 16 bytes").to_string()
        })
        .await
    }

    /// True when a password matches this stored hash. Without a hash it is false, after the same time.
    pub async fn is_right(&self, password: &str, kept: &str) -> bool {
        let (password, kept) = (password.to_owned(), kept.to_owned());
        self.work(move || match PasswordHash::new(&kept) {
            Ok(hash) => argon2().verify_password(password.as_bytes(), &hash).is_ok(),
            Err(_) => {
                let mut out = [0; 32];
                // The result is dropped: only the time counts.
                let _ = argon2().hash_password_into(password.as_bytes(), &[0; 16], &mut out);
                false
            }
        })
        .await
    }

    async fn work<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> T {
        let _turn = self.turns.acquire().await.expect("it is never closed");
        task::spawn_blocking(work).await.expect("hashing does not panic")
    }
}

fn argon2() -> Argon2<'static> {
    let (memory, passes, lanes) = COST;
    let params = Params::new(memory, passes, lanes, None).expect("costs within the bounds of Argon2");
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_password_is_known_again_and_another_is_not() {
        let passwords = Passwords::default();
        let kept = passwords.hash("correct horse battery").await;
        assert!(kept.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{kept}");
        assert!(passwords.is_right("correct horse battery", &kept).await);
        assert!(!passwords.is_right("correct horse batterie", &kept).await);
        assert_ne!(kept, passwords.hash("correct horse battery").await, "each has a salt of its own");
        for nothing in ["", "$argon2id$", "plain"] {
            assert!(!passwords.is_right(nothing, nothing).await);
        }
    }
}
