//! The finalist as a program: the crate `finalist` with a clock.

use finalist::{Contest, Finalist};
use jiff::civil::DateTime;

use super::Program;

/// The local time, asked for at every line.
pub type Clock = Box<dyn Fn() -> DateTime + Send>;

/// A conversation of the finalist and its clock.
pub(super) struct Timed {
    finalist: Finalist,
    clock: Clock,
}

impl Timed {
    pub(super) fn new(contest: Option<Contest>, seed: u64, clock: Clock) -> Self {
        Self { finalist: Finalist::new(contest, seed), clock }
    }
}

impl Program for Timed {
    fn reply(&mut self, line: &str) -> Vec<String> {
        vec![self.finalist.reply(line, (self.clock)())]
    }
}
