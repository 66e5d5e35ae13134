//! Plans of who meets whom: made by construction, drawn with a seed, and proved by a prover that trusts nobody.
//!
//! A [`Plan`] says which judge meets which entry and confederate in which round. An [`Assignment`] is a plan with seats:
//! the whole secret of a contest, committed before the first word. [`draw()`] makes an assignment; [`violations`] names
//! what a plan breaks, whoever made it, and shares no code with the constructions. Running an assignment leaves nothing
//! to decide. This crate runs nothing.

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may stop at the first surprise"))]

mod assignment;
mod design;
mod draw;
#[cfg(test)]
mod fixture;
mod plan;
mod prover;
mod quasi_difference;
mod violation;

pub use assignment::{Assignment, Seating};
pub use draw::{MOST, NoDesign, draw};
pub use plan::{Pairing, Plan};
pub use prover::violations;
pub use violation::Violation;
