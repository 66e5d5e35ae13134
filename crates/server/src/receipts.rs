//! Receipts: a judge's proof of a sealed ballot, to keep and to show to anybody.
//!
//! A receipt proves that the ballot has its place in the record, under a public head, and opens the ballot. So it
//! exists once such a head covers the ballot: when the contest is over, because before that the size of a head would
//! tell the judge how long each conversation was, and so which witness is a program. If the ballot is dropped or
//! changed afterwards and the record signed again, two histories are signed, and the receipt shows it.
//!
//! A receipt belongs to the person who sealed the ballot. A successor under the same label gets none for earlier
//! ballots. Where both partners ask and answer, a receipt would tell them which of them the plan calls the judge: there
//! it comes after the close.

mod sealed;

use language::Message;
use record::{Inclusion, cosigner::claimed};
use rulebook::Participant;
use store::StoreError;
use tokio::sync::MutexGuard;

pub(crate) use self::sealed::Receipts;
use self::sealed::{CountedForm, Sealed};
use crate::{app::App, cosigning, hosted_contest::HostedContest};

/// The number of events read from the store at a time.
const PAGE: usize = 4096;

/// The subjects and titles of this participant's receipts so far, in the order of sealing.
pub(crate) async fn all(
    app: &App,
    place: &HostedContest,
    who: Participant,
) -> Result<Vec<(String, Message)>, StoreError> {
    let heads = cosigning::public(app, place).await?;
    let covered = heads.last().map_or(0, |(head, _)| head.size);
    let mut receipts: Vec<(String, Message)> = Vec::new();
    for form in place.receipts.forms(app, place, who, covered).await? {
        receipts.retain(|(known, _)| *known != form.about);
        receipts.push((form.about, form.title));
    }
    Ok(receipts)
}

/// The receipt of this participant's last form about this; `None` where there is none yet.
pub(crate) async fn of(
    app: &App,
    place: &HostedContest,
    who: Participant,
    about: &str,
) -> Result<Option<String>, StoreError> {
    let heads = cosigning::public(app, place).await?;
    let covered = heads.last().map_or(0, |(head, _)| head.size);
    let forms = place.receipts.forms(app, place, who, covered).await?;
    let Some(form) = forms.into_iter().rfind(|form| form.about == about) else { return Ok(None) };
    // The first head after it: the earliest commitment to the ballot.
    let Some((_, checkpoint)) = heads.into_iter().find(|(head, _)| head.size >= form.event) else { return Ok(None) };
    let row = app.events().read(place.running.id(), form.event - 1, 1).await?.into_iter().next();
    let size = claimed(&checkpoint).map_or(0, |head| head.size);
    let Some((row, hashes)) = row.zip(place.running.prove(form.event, size)) else { return Ok(None) };
    let checkpoint = cosigning::cosigned(app, place, checkpoint).await?;
    let proof = Inclusion { event: form.event, leaf: row.leaf, opening: row.private, hashes, checkpoint };
    Ok(Some(proof.text()))
}

impl Receipts {
    /// The event that opened the first round; `None` before that.
    pub(crate) async fn first_round(&self, app: &App, place: &HostedContest) -> Result<Option<u64>, StoreError> {
        Ok(self.read_on(app, place).await?.first_round)
    }

    /// The forms of this participant among the first `covered` events.
    async fn forms(
        &self,
        app: &App,
        place: &HostedContest,
        who: Participant,
        covered: u64,
    ) -> Result<Vec<CountedForm>, StoreError> {
        let sealed = self.read_on(app, place).await?;
        let views = place.running.views();
        Ok(views.room().contest().map(|contest| sealed.of(who, contest, covered)).unwrap_or_default())
    }

    /// Reads the events since the last call.
    async fn read_on(&self, app: &App, place: &HostedContest) -> Result<MutexGuard<'_, Sealed>, StoreError> {
        let mut sealed = self.0.lock().await;
        // Read past the last public head: a replacement may follow it.
        while sealed.after < place.running.size() {
            let page = app.events().read(place.running.id(), sealed.after, PAGE).await?;
            let Some(last) = page.last() else { break };
            sealed.after = last.position;
            page.iter().for_each(|row| sealed.look_at(row.position, &row.leaf, row.private.as_deref()));
        }
        Ok(sealed)
    }
}
