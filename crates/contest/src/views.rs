//! What participants see, and the frames that carry it.

pub mod bounds;
pub mod transcript;
pub mod view;
pub mod wire;
