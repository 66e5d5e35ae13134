//! The state of a contest's uploads.

use std::{collections::BTreeSet, sync::Mutex};

use rulebook::Participant;

/// The uploads under way in one contest.
#[derive(Default)]
pub(crate) struct Attachments {
    /// The participants whose file is on its way.
    pub(super) sending: Mutex<BTreeSet<Participant>>,
    /// Held from the look at the stored files until a file is shown or dropped, so that none is dropped while somebody
    /// else shows the same one.
    pub(super) keeping: tokio::sync::Mutex<()>,
}
