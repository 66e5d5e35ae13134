//! Lets whoever checks an entry see the bytes between a link and its program, and cut the two apart.
//!
//! A tap rides along with the link's task instead of going through every function, for one caller in a thousand wants
//! it. A driver whose protocol is made of bytes names them here, in a line each way; without a tap that does nothing.

use tokio::sync::mpsc;

tokio::task_local! {
    static TAP: Tap;
}

/// What a tap tells. What finds no room is not told: the check reads as fast as it can, and a flood is a flood without it.
#[derive(Debug)]
pub(crate) enum Passed {
    /// Bytes for the program.
    ToProgram(Vec<u8>),
    /// Bytes of the program.
    FromProgram(Vec<u8>),
    /// Bytes of the program on its standard error.
    Complained(Vec<u8>),
    /// The link was cut off, and this process group was not ended with it.
    LeftRunning(i32),
}

/// One link's tap.
#[derive(Debug, Clone)]
pub(crate) struct Tap {
    pub(crate) passed: mpsc::Sender<Passed>,
    /// When the link ends, the program only finds its pipes closed, as when a server is killed; ending it is for the
    /// tap's owner.
    pub(crate) cuts_off: bool,
}

impl Tap {
    /// These bytes came on the program's standard error.
    pub(crate) fn complained(&self, bytes: &[u8]) {
        let _ = self.passed.try_send(Passed::Complained(bytes.to_vec()));
    }

    /// Leaves this group running, if that was asked for.
    #[must_use]
    pub(crate) fn leaves(&self, group: i32) -> bool {
        self.cuts_off && self.passed.try_send(Passed::LeftRunning(group)).is_ok()
    }
}

/// Runs a link with this tap.
pub(crate) async fn tapped<F: Future>(tap: Tap, link: F) -> F::Output {
    TAP.scope(tap, link).await
}

/// The tap of the link that runs, if it has one.
pub(crate) fn current() -> Option<Tap> {
    TAP.try_with(Clone::clone).ok()
}

/// These bytes go to the program.
pub(crate) fn to_program(bytes: &[u8]) {
    tell(|| Passed::ToProgram(bytes.to_vec()));
}

/// These bytes came from the program.
pub(crate) fn from_program(bytes: &[u8]) {
    tell(|| Passed::FromProgram(bytes.to_vec()));
}

fn tell(passed: impl FnOnce() -> Passed) {
    let _ = TAP.try_with(|tap| tap.passed.try_send(passed()));
}
