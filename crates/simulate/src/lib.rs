//! simulate

pub mod programs;
