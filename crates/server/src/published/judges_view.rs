//! The state of a finished contest's pages: the judges' view, once somebody has read them.

use std::sync::Arc;

use archive::dialogue::Seen;
use tokio::sync::Mutex;

/// The judges' view of a contest, once it was needed.
#[derive(Default)]
pub(crate) struct Published(pub(super) Mutex<Option<Arc<JudgesView>>>);

/// The judges' view of the first `facts` events.
pub(crate) struct JudgesView {
    /// The number of events read.
    pub(super) facts: u64,
    /// The lines that judges saw.
    pub(crate) seen: Seen,
}
