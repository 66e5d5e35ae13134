//! Appended events are kept, in order, and read back unchanged.

use store::{AppendError, NewEvent, Redaction};

use crate::{
    place::Place,
    support::{MEDAL, append, event, leaves, record},
};

stories! {
    what_was_stored_is_there_after_a_restart,
    a_reader_gets_exactly_what_it_missed,
    an_empty_batch_asks_how_far_the_contest_has_come,
    whatever_bytes_an_event_has_come_back,
    a_large_batch_is_stored_whole,
    whoever_reads_pages_meanwhile_misses_nothing,
    a_batch_is_stored_once_however_often_it_is_appended,
    what_is_only_partly_there_or_says_something_else_is_a_conflict,
    what_is_taken_away_is_read_by_nobody_and_everything_else_stays,
}

async fn what_was_stored_is_there_after_a_restart(place: Place) {
    let store = place.open().await;
    let secret = NewEvent { private: Some(b"hello, and its salt".to_vec()), ..event("r1-j1-left", 1, "says") };
    assert_eq!(append(&store, MEDAL, vec![event("control", 1, "opened"), secret.clone()]).await.unwrap(), 2);
    drop(store);

    let store = place.open().await;
    let events = record(&store, MEDAL).await;
    assert_eq!(events[0].leaf, b"opened");
    assert_eq!((events[1].position, events[1].number), (2, 1));
    assert_eq!((&events[1].stream, &events[1].private), (&secret.stream, &secret.private));
    assert_eq!(append(&store, MEDAL, vec![event("control", 2, "closed")]).await.unwrap(), 3);
}

async fn a_reader_gets_exactly_what_it_missed(place: Place) {
    let store = place.open().await;
    append(&store, MEDAL, (1..=5).map(|n| event("control", n, &format!("event {n}"))).collect()).await.unwrap();
    append(&store, "wager", vec![event("control", 1, "of another contest")]).await.unwrap();

    let missed = store.read(MEDAL, 2, 2).await.unwrap();
    assert_eq!(missed.iter().map(|event| event.position).collect::<Vec<_>>(), [3, 4]);
    assert!(store.read(MEDAL, 5, 10).await.unwrap().is_empty());
    assert!(store.read(MEDAL, u64::MAX, 10).await.unwrap().is_empty());
    assert!(store.read("nobody knows it", 0, 10).await.unwrap().is_empty());
    assert_eq!(leaves(&store, "wager").await, ["of another contest"]);
}

async fn an_empty_batch_asks_how_far_the_contest_has_come(place: Place) {
    let [store, other] = place.open_twice().await;
    assert_eq!(append(&store, MEDAL, vec![]).await.unwrap(), 0);
    append(&store, MEDAL, vec![event("control", 1, "opened")]).await.unwrap();
    assert_eq!(append(&store, MEDAL, vec![]).await.unwrap(), 1);
    append(&other, MEDAL, vec![event("control", 2, "closed")]).await.unwrap();
    assert_eq!(append(&store, MEDAL, vec![]).await.unwrap(), 2);
}

async fn whatever_bytes_an_event_has_come_back(place: Place) {
    let store = place.open().await;
    let strange = [
        NewEvent {
            stream: "größe/'; --".to_owned(), number: 1, leaf: (0..=255).collect(), private: Some(Vec::new())
        },
        NewEvent { stream: String::new(), number: 1, leaf: Vec::new(), private: None },
    ];
    append(&store, "Löbner’s \"medal\"", strange.to_vec()).await.unwrap();
    let kept = record(&store, "Löbner’s \"medal\"").await;
    for (kept, event) in kept.iter().zip(&strange) {
        assert_eq!(
            (&kept.stream, &kept.leaf, &kept.private),
            (&event.stream, &event.leaf, &event.private),
            "nothing is not the same as an empty text"
        );
    }
    assert_eq!(kept.len(), strange.len());
}

async fn a_large_batch_is_stored_whole(place: Place) {
    const EVENTS: u64 = 5000;
    let store = place.open().await;
    let batch: Vec<_> = (0..EVENTS)
        .map(|n| event(&format!("stream {}", n % 50), n / 50 + 1, &format!("{n} {}", "x".repeat(300))))
        .collect();
    assert_eq!(append(&store, MEDAL, batch.clone()).await.unwrap(), EVENTS);
    let kept = record(&store, MEDAL).await;
    assert!(kept.iter().map(|event| &event.leaf).eq(batch.iter().map(|event| &event.leaf)));
}

async fn whoever_reads_pages_meanwhile_misses_nothing(place: Place) {
    const BATCHES: u64 = 100;
    const PAGE: usize = 7;
    let [writer, reader] = place.open_twice().await;
    let writing = tokio::spawn(async move {
        for n in 0..BATCHES {
            let batch = (1..=3).map(|k| event("control", 3 * n + k, &format!("event {}", 3 * n + k))).collect();
            append(&writer, MEDAL, batch).await.unwrap();
        }
    });
    let mut read = 0;
    loop {
        let is_all = writing.is_finished();
        let page = reader.read(MEDAL, read, PAGE).await.unwrap();
        assert!(page.len() <= PAGE);
        if page.is_empty() && is_all {
            break;
        }
        for event in page {
            read += 1;
            assert_eq!((event.position, event.number), (read, read));
            assert_eq!(event.leaf, format!("event {read}").as_bytes());
        }
    }
    writing.await.unwrap();
    assert_eq!(read, 3 * BATCHES);
}

async fn a_batch_is_stored_once_however_often_it_is_appended(place: Place) {
    let [store, other] = place.open_twice().await;
    let salted = NewEvent { private: Some(b"hello, and its salt".to_vec()), ..event("r1-j1-left", 1, "says") };
    let batch = vec![event("control", 1, "opened"), salted];
    assert_eq!(append(&store, MEDAL, batch.clone()).await.unwrap(), 2);
    assert_eq!(append(&store, MEDAL, batch.clone()).await.unwrap(), 2, "the answer was lost, and it is asked again");
    append(&other, MEDAL, vec![event("control", 2, "closed"), event("r1-j1-left", 2, "says")]).await.unwrap();
    for node in [&store, &other] {
        assert_eq!(append(node, MEDAL, batch.clone()).await.unwrap(), 2, "where it is, whatever has come after it");
    }
    assert_eq!(leaves(&store, MEDAL).await, ["opened", "says", "closed", "says"]);
}

async fn what_is_only_partly_there_or_says_something_else_is_a_conflict(place: Place) {
    let store = place.open().await;
    let salted = |salt: &[u8]| NewEvent { private: Some(salt.to_vec()), ..event("control", 1, "opened") };
    append(&store, MEDAL, vec![salted(b"salt")]).await.unwrap();
    append(&store, MEDAL, vec![event("left", 1, "a key")]).await.unwrap();
    append(&store, MEDAL, vec![event("control", 2, "closed")]).await.unwrap();
    for others in [
        vec![salted(b"another salt")],
        vec![event("control", 1, "opened")],
        vec![NewEvent { leaf: b"another".to_vec(), ..salted(b"salt") }],
        vec![salted(b"salt"), event("control", 2, "closed")],
        vec![event("control", 2, "closed"), event("control", 3, "opened again")],
    ] {
        let error = append(&store, MEDAL, others).await.unwrap_err();
        assert!(matches!(error, AppendError::Conflict { .. }), "{error}");
    }
    assert_eq!(leaves(&store, MEDAL).await, ["opened", "a key", "closed"]);
}

async fn what_is_taken_away_is_read_by_nobody_and_everything_else_stays(place: Place) {
    let [store, other] = place.open_twice().await;
    let said = |number, text: &str| NewEvent { private: Some(text.into()), ..event("talk", number, "says") };
    let batch =
        vec![event("control", 1, "opened"), said(1, "a name, and a reason"), said(2, "a name"), said(3, "a name")];
    append(&store, MEDAL, batch.clone()).await.unwrap();
    append(&store, "wager", vec![said(1, "of another contest"), said(2, "and again")]).await.unwrap();

    let left = |position, left: Option<&str>| Redaction { position, left: left.map(Into::into) };
    let redactions = vec![left(1, None), left(2, Some("a reason")), left(3, None), left(99, None)];
    for _ in 0..2 {
        // Repeating it changes nothing.
        other.redact(MEDAL, redactions.clone()).await.unwrap();
        for node in [&store, &other] {
            let held = record(node, MEDAL).await.into_iter().map(|event| event.private);
            let held: Vec<_> = held.map(|private| private.map(|bytes| String::from_utf8(bytes).unwrap())).collect();
            assert_eq!(held, [None, Some("a reason".to_owned()), None, Some("a name".to_owned())]);
            assert_eq!(leaves(node, MEDAL).await, ["opened", "says", "says", "says"]);
        }
    }
    // With nothing left to finish, it does nothing.
    store.redact(MEDAL, Vec::new()).await.unwrap();
    // It restores no removed data, and does not touch another contest.
    store.redact(MEDAL, vec![left(2, Some("something longer than it was")), left(3, Some("a name"))]).await.unwrap();
    assert_eq!(record(&store, MEDAL).await[1].private.as_deref(), Some(&b"a reason"[..]));
    assert_eq!(record(&store, MEDAL).await[2].private, None);
    assert_eq!(record(&store, "wager").await[1].private.as_deref(), Some(&b"and again"[..]));

    let conflict = append(&store, MEDAL, batch).await.unwrap_err();
    assert!(matches!(conflict, AppendError::Conflict { .. }), "what is gone is not stored again: {conflict}");
    assert_eq!(append(&store, MEDAL, vec![said(4, "and on it goes")]).await.unwrap(), 5);
}
