//! The record of a contest: its events, in bytes that cannot be changed unnoticed.
//!
//! Everything here is a pure function of its arguments. The crate covers canonical bytes, commitments, the Merkle tree,
//! signed checkpoints, the portable bundle, and the forms of transcripts, old and new. It knows no rules, decides nothing,
//! reads no clock and draws no random numbers: times, salts and keys come in as arguments. The crates above give the events
//! their meaning.
//!
//! Start with [`Envelope`] and [`seal`], which make one leaf; then [`Tree`], [`Checkpoint`], and [`bundle::verify()`],
//! which strangers run. [`proof`] is for the holder of a single event. `docs/record.md` defines the format for other
//! implementations; `docs/transcripts.md` shows the forms of [`transcript`].
#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may stop at the first surprise"))]

pub mod bundle;
pub mod canonical;
pub mod checkpoint;
pub mod cosigner;
pub mod event;
pub mod hash;
pub mod merkle;
pub mod note;
pub mod proof;
pub mod transcript;
pub mod witness;

pub use bundle::{Bundle, Examined, Outcome, Report, Trust};
pub use checkpoint::Checkpoint;
pub use event::{Envelope, Sealed, open, seal};
pub use hash::Hash;
pub use merkle::Tree;
pub use note::{SigningKey, VerifierKey};
pub use proof::{Consistency, Inclusion};
