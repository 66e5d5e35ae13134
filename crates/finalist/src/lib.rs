//! A conversation program for the questions by which a selection day chooses its finalists.
//!
//! [`Finalist`] answers one line at a time: questions about time and contest, things and their uses, comparisons and
//! orders, letters and sums, things it was stated before, and itself. Each ability is a module of `skills`; all are asked,
//! and the most confident one speaks.
//!
//! *Determinism.* There is no model, network or clock, and no chance but a seed: the same lines at the same times get
//! the same answers. The knowledge of words comes from the crate `vocabulary`; no sample question is stored.

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may stop at the first surprise"))]

mod answer;
mod contest;
mod finalist;
mod forms;
mod memory;
mod mind;
mod numbers;
mod orders;
mod said;
mod skills;
mod text;

pub use contest::Contest;
pub use finalist::Finalist;
