//! The directory protocol of 2006 to 2016, known as LPP: one empty directory per key, made by the side that presses it,
//! removed by the side that reads it. No I/O here, except in one small file that the drivers share.
//!
//! A name is `number.key.extension`: [`name`] reads and writes it. [`JudgeSide`] is played by the contest,
//! [`EntrySide`] by an entry, [`GuestSide`] by an entry of any protocol that plays for another judge program. Names go
//! in and out; drivers list, make and remove the directories. If the rules of 2010 and the programs of those years
//! differ, both forms are accepted and the form in the rules is written.

pub(crate) mod directory;
pub mod entry_side;
mod found;
pub mod guest_side;
#[cfg(test)]
mod hostile;
mod inbox;
pub mod judge_side;
pub mod name;

pub use entry_side::EntrySide;
pub use found::DirectoryItem;
pub use guest_side::GuestSide;
pub use inbox::Removal;
pub use judge_side::JudgeSide;

pub use crate::drivers::join_lpp::{Left, PlayNotice, join};
