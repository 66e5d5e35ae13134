//! What every engine promises, told from outside: one story a test, one file a promise.
//!
//! A story is written once, over any engine, and told by each: `embedded` in every build, `cluster` with the feature of that
//! name, against a PostgreSQL server of its own. What only one engine promises stands in a folder of its name.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

/// Has these stories of the file told by every engine.
macro_rules! stories {
    ($($story:ident,)*) => {
        mod embedded {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $story() {
                super::$story(crate::place::Place::folder()).await;
            })*
        }

        #[cfg(feature = "cluster")]
        mod cluster {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $story() {
                super::$story(crate::place::Place::database()).await;
            })*
        }
    };
}

mod bus;
mod durability;
mod events;
mod fences;
mod leases;
mod place;
#[cfg(feature = "cluster")]
mod postgres;
mod races;
mod register;
#[cfg(feature = "cluster")]
mod servers;
mod sqlite;
mod support;
mod timers;
