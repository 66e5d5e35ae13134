//! Plans of who meets whom: made by construction, drawn with a seed, and proved by a prover that trusts nobody.
//!
//! A [`Plan`] says which judge meets which entry and confederate in which round. An [`Assignment`] is a plan with seats:
//! the whole secret of a contest, committed before the first word. Running an assignment leaves nothing to decide. This
//! crate runs nothing.

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may stop at the first surprise"))]

mod assignment;
mod plan;

pub use assignment::{Assignment, Seating};
pub use plan::{Pairing, Plan};
