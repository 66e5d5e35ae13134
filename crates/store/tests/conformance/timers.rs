//! The holder of a contest's timer, and its last heartbeat.

use store::{Beat, Fence, HeldTimer, Timer};

use crate::{place::Place, support::MEDAL};

stories! {
    one_at_a_time_holds_a_timer_and_whoever_comes_after_it_learns_how_far_it_came,
    a_holder_that_has_fallen_silent_loses_its_timer_and_one_that_has_not_keeps_it,
}

fn beat(reached: i64) -> Beat {
    Beat { reached, wall: reached + 7 }
}

/// A granted timer of a contest, under this number of its holding.
fn taken(contest: &str, number: u64, last: Option<Beat>) -> Timer {
    Timer::Taken { fence: Fence { lease: format!("timer/{contest}"), number }, last }
}

async fn one_at_a_time_holds_a_timer_and_whoever_comes_after_it_learns_how_far_it_came(place: Place) {
    let store = place.open().await;
    assert_eq!(store.take_timer(MEDAL, "one", None).await.unwrap(), taken(MEDAL, 1, None));
    assert!(store.beat(MEDAL, "one", beat(1)).await.unwrap());
    let held = |last| HeldTimer { holder: "one".to_owned(), last: Some(last) };
    assert_eq!(store.take_timer(MEDAL, "two", None).await.unwrap(), Timer::Elsewhere(held(beat(1))));
    assert!(!store.beat(MEDAL, "two", beat(9)).await.unwrap(), "not its to say");
    assert_eq!(store.take_timer(MEDAL, "one", None).await.unwrap(), taken(MEDAL, 1, Some(beat(1))), "its own already");
    assert_eq!(store.take_timer("wager", "two", None).await.unwrap(), taken("wager", 1, None), "of another contest");

    store.release_timer(MEDAL, "two").await.unwrap();
    assert!(store.beat(MEDAL, "one", beat(2)).await.unwrap(), "only its holder gives it back");
    store.release_timer(MEDAL, "one").await.unwrap();
    assert!(!store.beat(MEDAL, "one", beat(3)).await.unwrap());
    assert_eq!(store.take_timer(MEDAL, "two", None).await.unwrap(), taken(MEDAL, 2, Some(beat(2))));
}

async fn a_holder_that_has_fallen_silent_loses_its_timer_and_one_that_has_not_keeps_it(place: Place) {
    let store = place.open().await;
    store.take_timer(MEDAL, "one", None).await.unwrap();
    store.beat(MEDAL, "one", beat(1)).await.unwrap();
    let Timer::Elsewhere(seen) = store.take_timer(MEDAL, "two", None).await.unwrap() else { panic!() };
    store.beat(MEDAL, "one", beat(2)).await.unwrap();
    assert!(matches!(store.take_timer(MEDAL, "two", Some(seen)).await.unwrap(), Timer::Elsewhere(_)), "it is alive");
    let Timer::Elsewhere(seen) = store.take_timer(MEDAL, "two", None).await.unwrap() else { panic!() };
    assert_eq!(store.take_timer(MEDAL, "two", Some(seen.clone())).await.unwrap(), taken(MEDAL, 2, Some(beat(2))));
    assert!(matches!(store.take_timer(MEDAL, "three", Some(seen)).await.unwrap(), Timer::Elsewhere(_)), "too late");
    assert!(!store.beat(MEDAL, "one", beat(3)).await.unwrap(), "it learns that it was replaced");
}
