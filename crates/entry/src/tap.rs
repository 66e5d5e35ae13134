//! Lets a checker see the bytes between a link and its program, and cut the two apart.
//!
//! The tap is task-local to the link instead of a parameter of every function, because only the checker needs it. A
//! driver whose protocol consists of bytes passes them on here, with one line for each direction; without a tap that
//! has no effect.

use tokio::sync::mpsc;

tokio::task_local! {
    static TAP: Tap;
}

/// A report of a tap. Reports without room in the channel are dropped: the checker reads as fast as it can, and only a
/// flood fills it.
#[derive(Debug)]
pub(crate) enum Passed {
    /// Bytes sent to the program.
    ToProgram(Vec<u8>),
    /// Bytes received from the program.
    FromProgram(Vec<u8>),
    /// Bytes from the program's standard error.
    Complained(Vec<u8>),
    /// The link was cut off, and this process group was left running.
    LeftRunning(i32),
}

/// One link's tap.
#[derive(Debug, Clone)]
pub(crate) struct Tap {
    pub(crate) passed: mpsc::Sender<Passed>,
    /// True to let the end of the link only close the program's pipes, as when a server is killed; the tap's owner must
    /// end the program.
    pub(crate) cuts_off: bool,
}

impl Tap {
    /// Reports bytes from the program's standard error.
    pub(crate) fn complained(&self, bytes: &[u8]) {
        let _ = self.passed.try_send(Passed::Complained(bytes.to_vec()));
    }

    /// Reports that this group is left running, and returns true, if the tap cuts off.
    #[must_use]
    pub(crate) fn leaves(&self, group: i32) -> bool {
        self.cuts_off && self.passed.try_send(Passed::LeftRunning(group)).is_ok()
    }
}

/// Runs a link with this tap.
pub(crate) async fn tapped<F: Future>(tap: Tap, link: F) -> F::Output {
    TAP.scope(tap, link).await
}

/// The current link's tap, if it has one.
pub(crate) fn current() -> Option<Tap> {
    TAP.try_with(Clone::clone).ok()
}

/// Reports bytes sent to the program.
pub(crate) fn to_program(bytes: &[u8]) {
    tell(|| Passed::ToProgram(bytes.to_vec()));
}

/// Reports bytes received from the program.
pub(crate) fn from_program(bytes: &[u8]) {
    tell(|| Passed::FromProgram(bytes.to_vec()));
}

fn tell(passed: impl FnOnce() -> Passed) {
    let _ = TAP.try_with(|tap| tap.passed.try_send(passed()));
}
