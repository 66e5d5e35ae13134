//! The directory protocol of 2006 to 2016, known as LPP: one empty directory per key, made by who presses it, removed
//! by who reads it. No I/O here, but in one small file that the drivers share.
//!
//! A name is `number.key.extension`: [`name`] reads and writes it. [`JudgeSide`] is what the contest plays,
//! [`EntrySide`] what an entry plays, [`GuestSide`] what an entry of any protocol plays before a judge program of somebody else's. Names go in and out; who lists, makes and removes directories is a driver's
//! business. Where the rules of 2010 and the programs of those years differ, the practice is accepted and the rules are
//! written.

pub(crate) mod directory;
pub mod entry_side;
pub mod guest_side;
#[cfg(test)]
mod hostile;
mod inbox;
pub mod judge_side;
pub mod name;

pub use entry_side::EntrySide;
pub use guest_side::GuestSide;
pub use inbox::Removal;
pub use judge_side::JudgeSide;

pub use crate::drivers::join_lpp::{Heard, Left, join};

/// One thing in a communications directory.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Found {
    /// Its name.
    pub name: String,
    /// Whether it is a directory, as it should be.
    pub is_directory: bool,
}
