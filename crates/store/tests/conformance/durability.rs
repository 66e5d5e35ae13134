//! An acknowledged event is never lost.

use std::io::{BufRead, BufReader, Write};

use crate::{
    place::Place,
    support::{MEDAL, append, child, event, place_as_child, record},
};

/// The prefix of each acknowledged number in the output of the `kill -9` child.
const PROMISED: &str = "promised ";

stories! {
    kill_9_takes_nothing_that_was_promised,
}

async fn kill_9_takes_nothing_that_was_promised(place: Place) {
    const ENOUGH: usize = 200;
    let mut server = child("durability::a_server_that_never_stops_appending", place.name()).spawn().unwrap();

    let mut promised: Vec<u64> = Vec::new();
    for line in BufReader::new(server.stdout.take().unwrap()).lines() {
        let line = line.unwrap();
        let Some((_, number)) = line.split_once(PROMISED) else { continue };
        promised.push(number.parse().unwrap());
        if promised.len() == ENOUGH {
            // The lines it had written by then are still in the pipe, and count.
            server.kill().unwrap();
        }
    }
    server.wait().unwrap();
    assert!(promised.len() >= ENOUGH, "the server stopped by itself after {} events", promised.len());

    let store = place.open().await;
    let last = append(&store, MEDAL, vec![event("after", 1, "goes on")]).await.unwrap();
    let events = record(&store, MEDAL).await;
    assert!(events.iter().map(|event| event.position).eq(1..=events.len() as u64), "there is no gap");
    assert_eq!(events.iter().find(|event| event.stream == "after").map(|event| event.position), Some(last));
    let lost: Vec<_> = promised.iter().filter(|position| **position >= last).collect();
    assert!(lost.is_empty(), "{lost:?} of {} were promised and are gone", promised.len());
}

/// The child process of the test above; run on its own, it does nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_never_stops_appending() {
    let Some(place) = place_as_child() else { return };
    let store = place.open().await;
    let appenders = (0..8).map(|appender| {
        let store = store.clone();
        tokio::spawn(async move {
            for number in 1.. {
                let says = event(&format!("conversation {appender}"), number, &format!("key {number}"));
                let position = append(&store, MEDAL, vec![says]).await.unwrap();
                writeln!(std::io::stdout(), "{PROMISED}{position}").unwrap();
            }
        })
    });
    for appender in appenders.collect::<Vec<_>>() {
        appender.await.unwrap();
    }
}
