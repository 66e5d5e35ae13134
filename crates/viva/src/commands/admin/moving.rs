//! Moves contests from one store to another, with records, signed heads, drafts, joined people and organisers.
//!
//! The mover holds the timers of both stores, so that no server keeps the contest meanwhile. Then it reads the copy:
//! its root must equal the original's. The original stays unchanged; serving it again would make a second history, so
//! the mover warns the owner.

use record::Tree;
use rulebook::counted;
use serde::Serialize;
use store::{Batch, Beat, DEEDS_MAX, NewEvent, Store, StoreError, StoredEvent, Timer};

use super::{Kept, PAGE};
use crate::{
    exit::Exit,
    shell::{self, Failure, Progress, Unit},
};

/// The holder of the timers during the move.
const MOVER: &str = "viva admin move";

/// A moved contest.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ContestMoved {
    /// The contest's id.
    contest: String,
    /// The number of events.
    events: u64,
    /// The root of the contest's tree, the same in both stores.
    root: String,
}

pub(super) async fn contests(from: &Kept, to: &Kept, json: bool) -> Result<Exit, Failure> {
    let mut told = Vec::new();
    let contests = from.store.contests().await.map_err(shell::failure)?;
    if contests.is_empty() {
        shell::talk(
            "there is no contest to move\nhint: name the store that has some first, and the one they go to second",
        );
        return Ok(Exit::No);
    }
    let known = to.store.contests().await.map_err(shell::failure)?;
    if let Some(contest) = contests.iter().find(|contest| known.iter().any(|known| known.id == contest.id)) {
        return Err(miette::miette!(
            help = "move to an empty store, or to one without it",
            "there is a contest `{}` there already",
            contest.id
        ));
    }
    for contest in contests {
        let id = contest.id.clone();
        let beat = hold(&*from.store, &id).await?;
        to.store.add_contest(contest).await.map_err(shell::failure)?;
        hold(&*to.store, &id).await?;
        let tree = events(&*from.store, &*to.store, &id).await?;
        beside_the_record(&*from.store, &*to.store, &id).await.map_err(shell::failure)?;
        let (_, copy) = to.record(&id).await?;
        if (copy.size(), copy.root()) != (tree.size(), tree.root()) {
            return Err(miette::miette!(
                help = "delete the new store and move again; the old one is as it was",
                "the copy of `{id}` is not the original: root {} instead of {}",
                copy.root(),
                tree.root()
            ));
        }
        if let Some(beat) = beat {
            to.store.beat(&id, MOVER, beat).await.map_err(shell::failure)?;
        }
        to.store.release_timer(&id, MOVER).await.map_err(shell::failure)?;
        if json {
            told.push(ContestMoved { contest: id, events: tree.size(), root: tree.root().to_string() });
            continue;
        }
        shell::data(format_args!(
            "{id}: moved, {}, the same root {}",
            counted(tree.size(), "event", "events"),
            tree.root()
        ));
    }
    if json {
        shell::json(&told)?;
    }
    shell::talk(
        "serve the new store from now on, with the `signing-key` and `heads` of the old data folder beside it; never the old one again: \
         it would make a second history of what was moved",
    );
    Ok(Exit::Yes)
}

/// Takes a contest's timer. Returns the last heartbeat.
async fn hold(store: &dyn Store, contest: &str) -> Result<Option<Beat>, Failure> {
    match store.take_timer(contest, MOVER, None).await.map_err(shell::failure)? {
        Timer::Taken { last, .. } => Ok(last),
        Timer::Elsewhere(_) => Err(miette::miette!(
            help = "stop every server of the store (one that was killed has to be started and stopped)",
            "a server keeps `{contest}`"
        )),
    }
}

async fn events(from: &dyn Store, to: &dyn Store, contest: &str) -> Result<Tree, Failure> {
    let mut tree = Tree::new();
    let progress = Progress::of(format_args!("moving `{contest}`, events"), Unit::Things, 0);
    loop {
        let page = from.read(contest, tree.size(), PAGE).await.map_err(shell::failure)?;
        if page.is_empty() {
            return Ok(tree);
        }
        page.iter().for_each(|event| _ = tree.append(&event.leaf));
        let events = page.into_iter().map(|StoredEvent { stream, number, leaf, private, .. }| NewEvent {
            stream,
            number,
            leaf,
            private,
        });
        to.append(contest, Batch::from(events.collect::<Vec<_>>())).await.map_err(shell::failure)?;
        progress.is_at(tree.size());
    }
}

async fn beside_the_record(from: &dyn Store, to: &dyn Store, contest: &str) -> Result<(), StoreError> {
    for (size, note) in from.checkpoints(contest).await? {
        to.put_checkpoint(contest, size, &note).await?;
    }
    for note in from.notes(contest).await? {
        to.keep_note(contest, note).await?;
    }
    for draft in from.drafts(contest).await? {
        to.keep_draft(contest, &draft.participant, &draft.form, Some(&draft.fields)).await?;
    }
    for invitation in from.invitations(contest).await? {
        to.take_over_invitation(contest, invitation).await?;
    }
    for organiser in from.organisers(contest).await? {
        to.keep_organiser(contest, organiser).await?;
    }
    for token in from.access_tokens(contest).await? {
        to.keep_access_token(contest, token).await?;
    }
    for passkey in from.passkeys(contest).await? {
        to.keep_passkey(contest, passkey).await?;
    }
    for deed in from.deeds(contest, DEEDS_MAX).await?.into_iter().rev() {
        to.note_deed(contest, deed).await?;
    }
    Ok(())
}
