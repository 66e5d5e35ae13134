//! What may happen in a contest, and what follows from it.

pub mod command;
pub mod contest;
pub mod conversation;
pub mod drafts;
pub mod fields;
pub mod labels;
pub mod opening;
pub mod pacing;
pub mod refusal;
pub mod result;
pub mod rhythm;
pub mod room;
pub mod turn;
pub mod turns;
