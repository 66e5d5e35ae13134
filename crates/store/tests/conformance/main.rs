//! The promises of every engine, tested from outside: one file per promise, one test per case.
//!
//! Each test is written once and runs on every engine: `embedded` in every build, `cluster` with the feature of that
//! name, on a PostgreSQL database of its own. Promises of one engine alone are in a file or folder of its name.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

/// Runs these tests of a file on every engine.
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
