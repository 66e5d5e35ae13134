//! The silent one: receives lines and never answers, as a program does that hangs.

use super::Program;

#[derive(Debug)]
pub(super) struct Silent;

impl Program for Silent {
    fn reply(&mut self, _: &str) -> Vec<String> {
        Vec::new()
    }
}
