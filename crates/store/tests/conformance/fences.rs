//! A writer that has lost its lease writes nothing more, and a writer with conditions writes only while they hold.

use std::sync::Arc;

use store::{AppendError, Batch, Claim, DEEDS_MAX, DeedRow, Fence, NewEvent, NoteRow, Store, StreamHead};

use crate::{
    place::Place,
    support::{MEDAL, append, event, leaves, record},
};

stories! {
    a_stream_that_has_moved_is_a_conflict_although_nothing_is_added_to_it,
    nothing_is_written_in_a_conversation_after_its_round_was_closed_elsewhere,
    nothing_is_written_under_a_lease_that_went_to_somebody_else,
    what_was_stored_before_the_lease_was_lost_is_answered_as_stored,
    a_paused_holder_and_its_successor_never_write_in_turns,
    a_batch_under_two_leases_needs_both,
    what_is_kept_beside_a_batch_is_kept_with_it_once_or_not_at_all,
}

fn unmoved(stream: &str, number: u64, events: Vec<NewEvent>) -> Batch {
    Batch { events, unmoved: vec![StreamHead { stream: stream.to_owned(), number }], ..Batch::default() }
}

fn under(fence: &Fence, events: Vec<NewEvent>) -> Batch {
    Batch { events, under: vec![fence.clone()], ..Batch::default() }
}

/// Takes a lease, from its holder if there is one.
async fn take(store: &Arc<dyn Store>, holder: &str) -> Fence {
    let mut claim = store.take_lease("sequencer", holder, None).await.unwrap();
    if let Claim::Elsewhere(lapsed) = claim {
        claim = store.take_lease("sequencer", holder, Some(lapsed)).await.unwrap();
    }
    let Claim::Granted { fence, .. } = claim else { panic!("{claim:?}") };
    fence
}

async fn a_stream_that_has_moved_is_a_conflict_although_nothing_is_added_to_it(place: Place) {
    let [store, other] = place.open_twice().await;
    append(&store, MEDAL, vec![event("control", 1, "round opened")]).await.unwrap();
    assert_eq!(store.append(MEDAL, unmoved("control", 1, vec![event("left", 1, "h")])).await.unwrap(), 2);
    append(&other, MEDAL, vec![event("control", 2, "round closed")]).await.unwrap();
    let error = store.append(MEDAL, unmoved("control", 1, vec![event("left", 2, "i")])).await.unwrap_err();
    let AppendError::Conflict { stream, expected: 2, found: 2 } = error else { panic!("{error}") };
    assert_eq!(stream, "control");
    assert_eq!(store.append(MEDAL, unmoved("right", 0, vec![event("left", 2, "i")])).await.unwrap(), 4);
    assert_eq!(leaves(&store, MEDAL).await, ["round opened", "h", "round closed", "i"]);
}

async fn nothing_is_written_in_a_conversation_after_its_round_was_closed_elsewhere(place: Place) {
    let [store, other] = place.open_twice().await;
    append(&store, MEDAL, vec![event("control", 1, "round opened")]).await.unwrap();
    let typing = tokio::spawn(async move {
        for number in 1.. {
            match store.append(MEDAL, unmoved("control", 1, vec![event("left", number, "a key")])).await {
                Ok(_) => {}
                Err(AppendError::Conflict { stream, .. }) if stream == "control" => return,
                Err(error) => panic!("{error}"),
            }
        }
    });
    while record(&other, MEDAL).await.len() < 20 && !typing.is_finished() {
        tokio::task::yield_now().await;
    }
    append(&other, MEDAL, vec![event("control", 2, "round closed")]).await.unwrap();
    typing.await.unwrap();
    assert_eq!(leaves(&other, MEDAL).await.last().unwrap(), "round closed");
}

async fn nothing_is_written_under_a_lease_that_went_to_somebody_else(place: Place) {
    let [store, other] = place.open_twice().await;
    let first = take(&store, "one").await;
    store.append(MEDAL, under(&first, vec![event("control", 1, "by one")])).await.unwrap();
    let second = take(&other, "two").await;
    assert!(second.number > first.number);

    let late = store.append(MEDAL, under(&first, vec![event("control", 2, "by one, late")])).await.unwrap_err();
    assert!(
        matches!(&late, AppendError::LostLease { lease, number, found }
            if *lease == first.lease && *number == first.number && *found == second.number),
        "{late}"
    );
    assert!(late.to_string().contains("lease `sequencer` was held under number"), "{late}");
    other.append(MEDAL, under(&second, vec![event("control", 2, "by two")])).await.unwrap();

    other.release_lease("sequencer", "two").await.unwrap();
    let after = other.append(MEDAL, under(&second, vec![event("control", 3, "by two, late")])).await.unwrap_err();
    assert!(matches!(after, AppendError::LostLease { .. }), "{after}");
    let question = store.append(MEDAL, under(&first, Vec::new())).await.unwrap_err();
    assert!(matches!(question, AppendError::LostLease { .. }), "{question}");
    let made_up = Fence { lease: "nobody knows it".to_owned(), number: 1 };
    let error = store.append(MEDAL, under(&made_up, vec![event("control", 3, "by nobody")])).await.unwrap_err();
    assert!(matches!(error, AppendError::LostLease { found: 0, .. }), "{error}");
    assert_eq!(leaves(&store, MEDAL).await, ["by one", "by two"]);
}

async fn what_was_stored_before_the_lease_was_lost_is_answered_as_stored(place: Place) {
    let [store, other] = place.open_twice().await;
    let first = take(&store, "one").await;
    let batch = under(&first, vec![event("control", 1, "by one")]);
    store.append(MEDAL, batch.clone()).await.unwrap();
    take(&other, "two").await;
    assert_eq!(store.append(MEDAL, batch).await.unwrap(), 1, "the truth, though it may write no more");
}

async fn a_paused_holder_and_its_successor_never_write_in_turns(place: Place) {
    const TAKEOVERS: u64 = 8;
    let [store, other] = place.open_twice().await;
    let nodes = [store, other];
    let mut writers = tokio::task::JoinSet::new();
    for turn in 0..TAKEOVERS {
        let node = Arc::clone(&nodes[usize::from(turn % 2 == 1)]);
        let fence = take(&node, &format!("holder {turn}")).await;
        let written = tokio::sync::watch::Sender::new(0);
        let mut seen = written.subscribe();
        // Each holder writes on in a stream of its own, without checking that it is still the holder.
        writers.spawn(async move {
            for number in 1.. {
                let events = vec![event(&format!("of {turn}"), number, &turn.to_string())];
                match node.append(MEDAL, under(&fence, events)).await {
                    Ok(_) => written.send_replace(number),
                    Err(AppendError::LostLease { .. }) => return,
                    Err(error) => panic!("{error}"),
                };
            }
        });
        seen.wait_for(|number| *number >= 5).await.unwrap();
    }
    nodes[1].release_lease("sequencer", &format!("holder {}", TAKEOVERS - 1)).await.unwrap();
    writers.join_all().await;
    let turns: Vec<u64> = leaves(&nodes[0], MEDAL).await.iter().map(|leaf| leaf.parse().unwrap()).collect();
    assert!(turns.is_sorted(), "what an earlier holder wrote stands after a later one: {turns:?}");
    assert_eq!(turns.last(), Some(&(TAKEOVERS - 1)));
}

async fn a_batch_under_two_leases_needs_both(place: Place) {
    let store = place.open().await;
    let Claim::Granted { fence: driver, .. } = store.take_lease("driver", "one", None).await.unwrap() else { panic!() };
    let sequencer = take(&store, "one").await;
    let batch = |number, text| Batch {
        events: vec![event("control", number, text)],
        under: vec![sequencer.clone(), driver.clone()],
        ..Batch::default()
    };
    store.append(MEDAL, batch(1, "both are held")).await.unwrap();
    store.release_lease("driver", "one").await.unwrap();
    let error = store.append(MEDAL, batch(2, "one is not")).await.unwrap_err();
    assert!(matches!(&error, AppendError::LostLease { lease, .. } if lease == "driver"), "{error}");
    // Another job in the same group is not affected.
    let (lost, kept) = tokio::join!(
        store.append(MEDAL, batch(2, "one is not")),
        store.append(MEDAL, under(&sequencer, vec![event("other", 1, "goes on")])),
    );
    assert!(lost.is_err());
    assert_eq!(kept.unwrap(), 2);
}

async fn what_is_kept_beside_a_batch_is_kept_with_it_once_or_not_at_all(place: Place) {
    let store = place.open().await;
    let act = |name: &str| NoteRow { kind: "act".into(), name: name.into(), note: format!("what {name} asked for") };
    let deed = |what: &str| DeedRow { at: 7, who: "Hanna".into(), what: what.into() };
    let with = |number: u64, name: &str| Batch {
        events: vec![event("contest", number, name)],
        notes: vec![act(name)],
        deeds: vec![deed(name)],
        ..Batch::default()
    };
    assert_eq!(store.append(MEDAL, with(1, "pause")).await.unwrap(), 1);
    assert_eq!(store.append(MEDAL, with(1, "pause")).await.unwrap(), 1, "the same batch again");
    assert!(matches!(store.append(MEDAL, with(1, "resume")).await, Err(AppendError::Conflict { .. })));
    let lost = Fence { lease: "sequencer".into(), number: 3 };
    let refused = store.append(MEDAL, Batch { under: vec![lost], ..with(2, "extend") }).await;
    assert!(matches!(refused, Err(AppendError::LostLease { .. })), "{refused:?}");
    let nothing = Batch { events: Vec::new(), ..with(2, "announce") };
    assert_eq!(store.append(MEDAL, nothing).await.unwrap(), 1);
    assert_eq!(store.notes(MEDAL).await.unwrap(), [act("pause")]);
    assert_eq!(store.deeds(MEDAL, 10).await.unwrap(), [deed("pause")]);

    let other = Batch { notes: vec![NoteRow { note: "another".into(), ..act("pause") }], ..with(2, "resume") };
    assert_eq!(store.append(MEDAL, other).await.unwrap(), 2);
    assert_eq!(store.notes(MEDAL).await.unwrap(), [act("pause")], "what is kept stays");
    for number in 3..=u64::from(DEEDS_MAX) + 2 {
        store.append(MEDAL, with(number, "on and on")).await.unwrap();
    }
    let deeds = store.deeds(MEDAL, u32::MAX >> 1).await.unwrap();
    assert_eq!(deeds.len(), usize::try_from(DEEDS_MAX).unwrap());
    assert!(deeds.iter().all(|known| *known == deed("on and on")), "the oldest are forgotten");
}
