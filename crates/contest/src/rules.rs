//! The rules of a contest as code: permitted events, and their effects.

pub mod command;
pub mod contest;
pub mod conversation;
pub mod drafts;
pub mod fields;
pub mod labels;
pub mod late;
pub mod opening;
pub mod pacing;
pub mod refusal;
pub mod result;
pub mod rhythm;
pub mod room;
pub mod turn;
pub mod turns;
pub mod versions;
