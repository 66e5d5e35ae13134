//! The record of a contest: what happened, in bytes that nobody can change unnoticed.
//!
//! Everything here is a pure function of its arguments. The crate knows canonical bytes, commitments, the Merkle tree,
//! signed checkpoints and the portable bundle, and how conversations were and are written down; it knows nothing of
//! rules, decides nothing, reads no clock and draws no numbers: times, salts and keys come in as arguments. What the
//! events mean is the business of the crates above.
//!
//! Start with [`Envelope`] and [`seal`], which make one leaf; then [`Tree`], [`Checkpoint`], and [`bundle::verify()`],
//! which a stranger runs. [`proof`] has what one needs who holds a single event. The format is written down for other implementations in `docs/record.md`; the forms of
//! [`transcript`] are in `docs/transcripts.md`.
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
