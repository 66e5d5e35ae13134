//! A bus announces how far a contest has come. It may be late, and never goes back.

use std::sync::Arc;

use store::{Bus, LocalBus};

/// The buses of two servers, or one bus twice.
struct Buses {
    one: Arc<dyn Bus>,
    other: Arc<dyn Bus>,
    /// The NATS server, which ends with the test.
    #[cfg(feature = "cluster")]
    _server: Option<crate::servers::Nats>,
}

impl Buses {
    fn local() -> Self {
        let one: Arc<dyn Bus> = Arc::new(LocalBus::new());
        Self {
            other: Arc::clone(&one),
            one,
            #[cfg(feature = "cluster")]
            _server: None,
        }
    }

    #[cfg(feature = "cluster")]
    async fn nats() -> Self {
        let server = crate::servers::Nats::start();
        let [one, other] = nats::two(&server.address()).await;
        Self { one, other, _server: Some(server) }
    }
}

/// Runs these tests on both buses.
macro_rules! on_both {
    ($($story:ident,)*) => {
        mod embedded {
            $(#[tokio::test]
            async fn $story() {
                super::$story(super::Buses::local()).await;
            })*
        }

        #[cfg(feature = "cluster")]
        mod cluster {
            $(#[tokio::test]
            async fn $story() {
                super::$story(super::Buses::nats().await).await;
            })*
        }
    };
}

on_both! {
    a_follower_hears_of_what_is_new_in_its_contest_only,
    followers_beside_the_writer_hear_at_once,
    notices_that_come_late_or_twice_do_not_go_back,
}

async fn a_follower_hears_of_what_is_new_in_its_contest_only(buses: Buses) {
    let mut follower = buses.other.subscribe("medal");
    let mut another = buses.other.subscribe("wager.*");
    assert_eq!(*follower.borrow_and_update(), 0);
    hears(&buses, "wager.*", &mut another, 9).await;
    assert!(!follower.has_changed().unwrap());
    hears(&buses, "medal", &mut follower, 3).await;
    assert_eq!(*another.borrow(), 9);
}

async fn followers_beside_the_writer_hear_at_once(buses: Buses) {
    buses.one.publish("medal", 7).unwrap();
    assert_eq!(*buses.one.subscribe("medal").borrow(), 7, "a late follower starts at what is known");
    let follower = buses.one.subscribe("medal");
    buses.one.publish("medal", 8).unwrap();
    assert_eq!(*follower.borrow(), 8);
}

async fn notices_that_come_late_or_twice_do_not_go_back(buses: Buses) {
    let mut follower = buses.other.subscribe("medal");
    hears(&buses, "medal", &mut follower, 7).await;
    for late in [5, 7] {
        buses.one.publish("medal", late).unwrap();
    }
    hears(&buses, "medal", &mut follower, 8).await;
}

/// Publishes until the follower hears of it: only a first message proves that the subscription works.
async fn hears(buses: &Buses, contest: &str, follower: &mut tokio::sync::watch::Receiver<u64>, position: u64) {
    loop {
        let before = *follower.borrow_and_update();
        buses.one.publish(contest, position).unwrap();
        let wait = std::time::Duration::from_millis(20);
        if tokio::time::timeout(wait, follower.changed()).await.is_ok() {
            assert!(*follower.borrow() > before);
            assert_eq!(*follower.borrow_and_update(), position);
            return;
        }
    }
}

#[cfg(feature = "cluster")]
mod nats {
    use std::{sync::Arc, time::Duration};

    use store::{Bus, NatsBus, OpenError};

    use crate::servers::Nats;

    pub(super) async fn two(address: &str) -> [Arc<dyn Bus>; 2] {
        let [one, other] = [NatsBus::open(address).await.unwrap(), NatsBus::open(address).await.unwrap()];
        until_told(&one, true).await;
        until_told(&other, true).await;
        [Arc::new(one), Arc::new(other)]
    }

    /// Publishes until the bus says that it is connected, or is not.
    async fn until_told(bus: &dyn Bus, told: bool) {
        while bus.publish("nobody's", 1).is_ok() != told {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn a_bus_that_was_away_tells_what_it_missed_when_it_is_back() {
        let server = Nats::start();
        let (address, port) = (server.address(), server.port());
        let [one, other] = two(&address).await;
        let mut follower = other.subscribe("medal");
        while !follower.has_changed().unwrap() {
            one.publish("medal", 1).unwrap();
            tokio::task::yield_now().await;
        }
        drop(server);
        until_told(&*one, false).await;
        for position in 2..=1000 {
            let error = one.publish("medal", position).unwrap_err();
            assert!(error.to_string().contains("were not told at once"), "{error}");
        }
        assert_eq!(*one.subscribe("medal").borrow(), 1000, "beside the writer it is known all the same");
        let _server = Nats::start_at(port);
        // Both sides reconnect by themselves. Messages sent before the other one listens again are lost, as on any bus.
        let mut position = 1000;
        while *follower.borrow_and_update() < 1000 {
            position += 1;
            let _ = one.publish("medal", position);
            let _ = tokio::time::timeout(Duration::from_millis(20), follower.changed()).await;
        }
    }

    #[tokio::test]
    async fn a_bus_that_does_not_answer_holds_nobody_up() {
        const MANY: u64 = 200_000;
        let server = Nats::start();
        let [one, _other] = two(&server.address()).await;
        server.signal("STOP");
        let follower = one.subscribe("medal");
        let start = std::time::Instant::now();
        for position in 1..=MANY {
            // Publishing may or may not fail by now; both are fine.
            let _ = one.publish("medal", position);
        }
        assert_eq!(*follower.borrow(), MANY);
        assert!(start.elapsed() < Duration::from_secs(20), "{:?} for {MANY} hints", start.elapsed());
        server.signal("CONT");
    }

    #[tokio::test]
    async fn an_address_that_is_none_is_refused() {
        let Err(error) = NatsBus::open("nats://user:secret@host:many").await else { panic!("it was opened") };
        assert!(matches!(error, OpenError::BusAddress { .. }), "{error}");
        assert!(!error.to_string().contains("secret"), "{error}");
    }

    #[tokio::test]
    async fn a_bus_that_is_not_there_yet_is_looked_for() {
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let bus = NatsBus::open(&format!("nats://127.0.0.1:{port}")).await.unwrap();
        assert!(bus.publish("medal", 1).is_err());
        let _server = Nats::start_at(port);
        until_told(&bus, true).await;
    }
}
