//! What the pages of a contest that is over are made from beside its state: what its judges saw, in its order and at its times.
//!
//! It is read from the store once, and again when the record has grown.

use std::sync::Arc;

use contest::{Recorded, audit::Ending, dialogue::Seen, ledger};
use store::StoreError;
use tokio::sync::Mutex;

use crate::{app::App, place::Place};

/// How many events are read from the store at a time.
const PAGE: usize = 4096;

/// What a contest's judges saw, as far as it was asked for.
#[derive(Default)]
pub(crate) struct Published(Mutex<Option<Arc<Told>>>);

/// What judges saw in so many facts.
pub(crate) struct Told {
    facts: u64,
    pub(crate) seen: Seen,
}

/// Why nothing can be told.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NotTold {
    /// The store failed.
    #[error("failed to read the record")]
    Store(#[from] StoreError),
    /// The record holds something that is no fact of a contest.
    #[error("event {position} of the record cannot be read")]
    Fact {
        /// Its place.
        position: u64,
        /// What is wrong with it.
        #[source]
        source: ledger::NotAFact,
    },
}

impl Published {
    /// What was seen by now. Whoever asks meanwhile waits for the same.
    pub(crate) async fn told(&self, app: &App, place: &Place) -> Result<Arc<Told>, NotTold> {
        let mut kept = self.0.lock().await;
        let facts = place.hall.views().room().facts();
        if let Some(told) = kept.as_ref().filter(|told| told.facts == facts) {
            return Ok(Arc::clone(told));
        }
        let mut ending = Ending::default();
        each(app, place, facts, |fact| ending.note(fact)).await?;
        let mut seen = Seen::new(ending);
        each(app, place, facts, |fact| seen.take(fact)).await?;
        Ok(Arc::clone(kept.insert(Arc::new(Told { facts, seen }))))
    }
}

/// Hands out the first so many facts of a contest, in order.
async fn each(app: &App, place: &Place, facts: u64, mut take: impl FnMut(&Recorded)) -> Result<(), NotTold> {
    let mut after = 0;
    while after < facts {
        let page = app.events().read(place.hall.id(), after, PAGE).await?;
        let Some(end) = page.last() else { break };
        after = end.position;
        for event in page.iter().filter(|event| event.position <= facts) {
            let fact = ledger::open(&event.leaf, event.private.as_deref());
            take(&fact.map_err(|source| NotTold::Fact { position: event.position, source })?);
        }
    }
    Ok(())
}
