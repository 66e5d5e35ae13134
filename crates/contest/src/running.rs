//! Parts of a running contest beside its rules: batches of facts, clocks after a gap, and lines of programs.

pub mod composer;
pub mod program_troubles;
pub mod prompter;
pub mod sequencer;
pub mod timer;
