//! Stories of contests and their results.

mod awards;
mod historic;
mod properties;
mod standings;
mod trials;
