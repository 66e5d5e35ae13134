//! A full disk loses nothing. The quota is the engine's own, so it fails where a disk would.

use std::{path::Path, sync::Arc};

use store::{AppendError, Limits, NewEvent, SqliteStore, Store, StoreError};

use super::open;
use crate::support::{MEDAL, append, event, record};

const SMALL: Limits = Limits { max_bytes: Some(256 * 1024) };

/// An event that takes about two pages.
fn long_event(number: u64) -> NewEvent {
    event("control", number, &"a long answer ".repeat(600))
}

/// Fills a store with batches of three and returns the number of stored events.
async fn fill(store: &Arc<dyn Store>) -> u64 {
    let mut stored = 0;
    loop {
        match append(store, MEDAL, (1..=3).map(|n| long_event(stored + n)).collect()).await {
            Ok(position) => stored = position,
            Err(AppendError::Full) => return stored,
            Err(error) => panic!("{error}"),
        }
    }
}

fn open_small(folder: &Path) -> Arc<dyn Store> {
    Arc::new(SqliteStore::open(folder, SMALL).unwrap())
}

#[tokio::test]
async fn a_full_store_keeps_what_it_has_and_none_of_the_batch_that_did_not_fit() {
    let folder = tempfile::tempdir().unwrap();
    let store = open_small(folder.path());
    let stored = fill(&store).await;
    assert!(stored > 0);
    assert_eq!(record(&store, MEDAL).await.len() as u64, stored);
    let bytes = folder.path().join("store.db").metadata().unwrap().len();
    assert!(bytes <= 256 * 1024, "{bytes} bytes");
}

#[tokio::test]
async fn a_full_store_goes_on_when_it_gets_more_room() {
    let folder = tempfile::tempdir().unwrap();
    let stored = fill(&open_small(folder.path())).await;
    let store = open(folder.path());
    assert_eq!(append(&store, MEDAL, vec![long_event(stored + 1)]).await.unwrap(), stored + 1);
    assert_eq!(record(&store, MEDAL).await.len() as u64, stored + 1);
}

#[tokio::test]
async fn what_still_fits_is_stored_though_a_neighbour_does_not_fit() {
    let folder = tempfile::tempdir().unwrap();
    let store = open_small(folder.path());
    let too_much = event("essay", 1, &"a very long answer ".repeat(60_000));
    let (essay, key, conflict) = tokio::join!(
        append(&store, MEDAL, vec![too_much]),
        append(&store, MEDAL, vec![event("keys", 1, "k")]),
        append(&store, MEDAL, vec![event("keys", 7, "skips")]),
    );
    assert!(matches!(essay, Err(AppendError::Full)), "{essay:?}");
    assert_eq!(key.unwrap(), 1);
    assert!(matches!(conflict, Err(AppendError::Conflict { .. })), "{conflict:?}");
}

#[tokio::test]
async fn the_register_says_full_too() {
    let folder = tempfile::tempdir().unwrap();
    let store = open_small(folder.path());
    let error = store.put_checkpoint(MEDAL, 1, &"a very long note ".repeat(60_000)).await.unwrap_err();
    assert!(matches!(error, StoreError::Full), "{error}");
    assert_eq!(store.latest_checkpoint(MEDAL).await.unwrap(), None);
}
