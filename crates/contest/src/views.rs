//! The views of participants, and the frames that carry them.

pub mod bounds;
pub mod transcript;
pub mod view;
pub mod wire;
