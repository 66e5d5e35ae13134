//! Stories of contests and their results.

mod awards;
mod data;
mod historic;
mod missing;
mod properties;
mod repeated;
mod standings;
mod trials;
mod written;
