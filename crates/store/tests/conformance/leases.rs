//! Leases for tasks that only one server may do.

use store::{Claim, Fence, Lease};
use tokio::task::JoinSet;

use crate::place::Place;

stories! {
    a_lease_has_one_holder_at_a_time_and_each_a_higher_number,
    a_lease_that_is_not_renewed_can_be_taken_and_one_that_is_cannot,
    of_many_who_want_a_lease_one_gets_it,
}

fn granted(number: u64, note: &str) -> Claim {
    Claim::Granted { fence: Fence { lease: "driver of E1".to_owned(), number }, note: note.to_owned() }
}

async fn a_lease_has_one_holder_at_a_time_and_each_a_higher_number(place: Place) {
    const NAME: &str = "driver of E1";
    let [store, other] = place.open_twice().await;
    assert_eq!(store.take_lease(NAME, "one", None).await.unwrap(), granted(1, ""));
    assert_eq!(store.take_lease(NAME, "one", None).await.unwrap(), granted(1, ""), "its own already");
    assert!(store.renew_lease(NAME, "one", "on node A").await.unwrap());
    assert!(!other.renew_lease(NAME, "two", "on node B").await.unwrap(), "not its to renew");
    let held = Lease { holder: "one".to_owned(), number: 1, renewals: 1, note: "on node A".to_owned() };
    assert_eq!(other.take_lease(NAME, "two", None).await.unwrap(), Claim::Elsewhere(held));
    other.release_lease(NAME, "two").await.unwrap();
    assert!(store.renew_lease(NAME, "one", "still").await.unwrap(), "only its holder gives it back");
    store.release_lease(NAME, "one").await.unwrap();
    assert!(!store.renew_lease(NAME, "one", "no more").await.unwrap());
    assert_eq!(other.take_lease(NAME, "two", None).await.unwrap(), granted(2, "still"));
    let Claim::Granted { fence, .. } = store.take_lease("another", "one", None).await.unwrap() else { panic!() };
    assert_eq!((fence.lease.as_str(), fence.number), ("another", 1));
}

async fn a_lease_that_is_not_renewed_can_be_taken_and_one_that_is_cannot(place: Place) {
    const NAME: &str = "driver of E1";
    let [store, other] = place.open_twice().await;
    store.take_lease(NAME, "one", None).await.unwrap();
    let Claim::Elsewhere(seen) = other.take_lease(NAME, "two", None).await.unwrap() else { panic!() };
    // Renewing with the same note is a renewal, too.
    store.renew_lease(NAME, "one", "").await.unwrap();
    let Claim::Elsewhere(seen) = other.take_lease(NAME, "two", Some(seen)).await.unwrap() else { panic!("it lives") };
    assert_eq!(other.take_lease(NAME, "two", Some(seen.clone())).await.unwrap(), granted(2, ""));
    assert!(matches!(store.take_lease(NAME, "three", Some(seen)).await.unwrap(), Claim::Elsewhere(_)), "too late");
    assert!(!store.renew_lease(NAME, "one", "").await.unwrap(), "it learns that it was replaced");
}

async fn of_many_who_want_a_lease_one_gets_it(place: Place) {
    const NAME: &str = "driver of E1";
    let nodes = place.open_twice().await;
    let mut lapsed = None;
    for number in 1..=3 {
        let mut takers = JoinSet::new();
        for taker in 0..16 {
            let (node, lapsed) = (nodes[taker % 2].clone(), lapsed.clone());
            let holder = format!("taker {number} {taker}");
            takers.spawn(async move { node.take_lease(NAME, &holder, lapsed).await.unwrap() });
        }
        let claims = takers.join_all().await;
        let won: Vec<_> = claims.iter().filter(|claim| matches!(claim, Claim::Granted { .. })).collect();
        assert_eq!(won, [&granted(number, "")]);
        lapsed = claims.into_iter().find_map(|claim| match claim {
            Claim::Elsewhere(lease) => Some(lease),
            Claim::Granted { .. } => None,
        });
    }
}
