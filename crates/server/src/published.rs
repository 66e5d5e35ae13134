//! The material for the pages of a finished contest beside its state: the judges' view of it, in order and with times;
//! and every text of its record, for the review before its release.
//!
//! The judges' view is read from the store once, and again when the record has grown. It contains no deleted part.

mod judges_view;

use std::{collections::BTreeSet, sync::Arc};

use archive::{
    audit::{Ending, audit},
    dialogue::Seen,
    review::{FreeText, Review},
    scan::Named,
};
use contest::{Recorded, deletions::PartPlace, ledger};
use language::Message;
use store::StoreError;

pub(crate) use self::judges_view::{JudgesView, Published};
use crate::{app::App, contest_opening, hosted_contest::HostedContest};

/// The number of events read from the store at a time.
const PAGE: usize = 4096;

/// The reason why the record cannot be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NotTold {
    /// The store failed.
    #[error("failed to read the record")]
    Store(#[from] StoreError),
    /// The record holds something that is no event of a contest.
    #[error("event {position} of the record cannot be read")]
    Fact {
        /// Its position.
        position: u64,
        /// The fault.
        #[source]
        source: ledger::NotAFact,
    },
}

impl Published {
    /// The present view. Simultaneous callers share one reading.
    pub(crate) async fn told(&self, app: &App, place: &HostedContest) -> Result<Arc<JudgesView>, NotTold> {
        let mut kept = self.0.lock().await;
        let facts = place.running.views().room().facts();
        if let Some(told) = kept.as_ref().filter(|told| told.facts == facts) {
            return Ok(Arc::clone(told));
        }
        let mut ending = Ending::default();
        each(app, place, facts, &BTreeSet::new(), |fact| ending.note(fact)).await?;
        let mut seen = Seen::new(ending);
        each(app, place, facts, &BTreeSet::new(), |fact| seen.take(fact)).await?;
        Ok(Arc::clone(kept.insert(Arc::new(JudgesView { facts, seen }))))
    }
}

/// Every written text of a record, and every present or former name of a participant, as far as the record and the
/// contest file have them.
pub(crate) async fn texts(app: &App, place: &HostedContest) -> Result<(Vec<FreeText>, Vec<Named>), NotTold> {
    let mut review = Review::new();
    let facts = place.running.views().room().facts();
    each(app, place, facts, &BTreeSet::new(), |fact| review.take(fact)).await?;
    let (texts, mut names) = review.finish();
    // A name that was deleted from the record may still occur in a message.
    let roster = contest_opening::roster(&place.file());
    for (who, name) in roster.everybody() {
        let named = Named::of(who, name);
        if !names.contains(&named) {
            names.push(named);
        }
    }
    Ok((texts, names))
}

/// The first of these parts that the record lacks: there is no such event, or no such private part in it. Parts that
/// were deleted earlier count as present.
pub(crate) async fn not_there(
    app: &App,
    place: &HostedContest,
    parts: &BTreeSet<PartPlace>,
) -> Result<Option<PartPlace>, NotTold> {
    let gone = place.running.views().room().contest().map(|contest| contest.gone.clone()).unwrap_or_default();
    let mut left: BTreeSet<PartPlace> = parts.difference(&gone).cloned().collect();
    while let Some(first) = left.first().cloned() {
        let page = app.events().read(place.running.id(), first.event.saturating_sub(1), PAGE).await?;
        let Some(end) = page.last().map(|event| event.position) else { return Ok(Some(first)) };
        let later = left.split_off(&PartPlace { event: end + 1, part: String::new() });
        for part in left {
            let event = page.binary_search_by_key(&part.event, |event| event.position).ok().map(|at| &page[at]);
            let Some(event) = event else { return Ok(Some(part)) };
            let (position, private) = (event.position, event.private.as_deref());
            let without = ledger::without(position, private, &BTreeSet::from([part.clone()]));
            if without.map_err(|source| NotTold::Fact { position, source })? == event.private {
                return Ok(Some(part));
            }
        }
        left = later;
    }
    Ok(None)
}

/// The reasons, in sentences, why the result could no longer be confirmed if these parts were deleted as well; none
/// where it could.
pub(crate) async fn missing_without(
    app: &App,
    place: &HostedContest,
    parts: &BTreeSet<PartPlace>,
) -> Result<Vec<Message>, NotTold> {
    let mut facts = Vec::new();
    let count = place.running.views().room().facts();
    each(app, place, count, parts, |fact| facts.push(fact.clone())).await?;
    Ok(tokio::task::spawn_blocking(move || audit(&facts).missing).await.unwrap_or_default())
}

/// Visits the first `facts` events of a contest, in order, without these parts and the deleted ones.
async fn each(
    app: &App,
    place: &HostedContest,
    facts: u64,
    without: &BTreeSet<PartPlace>,
    mut take: impl FnMut(&Recorded),
) -> Result<(), NotTold> {
    let mut gone = place.running.views().room().contest().map(|contest| contest.gone.clone()).unwrap_or_default();
    gone.extend(without.iter().cloned());
    let mut after = 0;
    while after < facts {
        let page = app.events().read(place.running.id(), after, PAGE).await?;
        let Some(end) = page.last() else { break };
        after = end.position;
        for event in page.iter().filter(|event| event.position <= facts) {
            let position = event.position;
            let left = ledger::without(position, event.private.as_deref(), &gone);
            let fact = left.and_then(|left| ledger::open(&event.leaf, left.as_deref()));
            take(&fact.map_err(|source| NotTold::Fact { position, source })?);
        }
    }
    Ok(())
}
