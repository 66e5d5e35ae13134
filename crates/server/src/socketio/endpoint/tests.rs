//! Sessions of Engine.IO 4 that poll and fall silent, on a clock that is moved: no test waits.

use entry::socketio::EntryRegistry;
use hyper::service::Service as _;
use hyper_util::service::TowerToHyperService;
use tokio::time::{Instant, advance};

use super::*;

/// A polling client of the endpoint.
struct Client {
    endpoint: TowerToHyperService<Router>,
    address: String,
}

impl Client {
    /// A client whose session is open and connected.
    async fn connected() -> Self {
        let endpoint = TowerToHyperService::new(router(Admission::of_programs(EntryRegistry::open_to_all())));
        let mut client = Self { endpoint, address: "/socket.io/?EIO=4&transport=polling".to_owned() };
        let (status, opening) = client.asks(Method::GET, "").await;
        assert_eq!(status, StatusCode::OK, "{opening}");
        let sid = session_in(opening.as_bytes()).unwrap().to_owned();
        client.address = format!("{}&sid={sid}", client.address);
        assert_eq!(client.asks(Method::POST, "40").await.0, StatusCode::OK);
        let (_, connected) = client.asks(Method::GET, "").await;
        assert!(connected.starts_with("40{"), "{connected}");
        client
    }

    async fn asks(&self, method: Method, body: &'static str) -> (StatusCode, String) {
        let request = Request::builder().method(method).uri(&self.address).body(Body::from(body)).unwrap();
        let answer = self.endpoint.call(request).await.unwrap();
        let status = answer.status();
        let body = to_bytes(answer.into_body(), usize::MAX).await.unwrap();
        (status, String::from_utf8(body.to_vec()).unwrap())
    }

    /// The answer to the next poll, and the seconds since this moment.
    async fn polls(&self, since: Instant) -> (StatusCode, String, u64) {
        let (status, body) = self.asks(Method::GET, "").await;
        (status, body, since.elapsed().as_secs())
    }
}

#[tokio::test(start_paused = true)]
async fn a_polling_session_that_answers_no_ping_ends_after_45_seconds_and_no_earlier() {
    let began = Instant::now();
    let client = Client::connected().await;
    let (status, ping, after) = client.polls(began).await;
    assert_eq!((status, ping.as_str(), after), (StatusCode::OK, "2", 25));
    // This poll is held until the session ends: polling is no sign of life.
    let (_, _, after) = client.polls(began).await;
    assert_eq!(after, 45);
    let (status, body, _) = client.polls(began).await;
    assert_eq!(status, StatusCode::BAD_REQUEST, "the session is over: {body}");
}

#[tokio::test(start_paused = true)]
async fn a_polling_session_that_answers_just_in_time_goes_on_to_the_next_ping() {
    let began = Instant::now();
    let client = Client::connected().await;
    for round in 1..=3_u64 {
        let asked = Instant::now();
        let (status, ping, _) = client.polls(began).await;
        assert_eq!((status, ping.as_str()), (StatusCode::OK, "2"), "ping {round}");
        assert!(asked.elapsed() <= PING_INTERVAL, "ping {round} after {:?}", asked.elapsed());
        advance(PING_TIMEOUT - Duration::from_millis(10)).await;
        assert_eq!(client.asks(Method::POST, "3").await.0, StatusCode::OK, "pong {round}");
    }
    assert!(began.elapsed() > 2 * CONNECT_MAX, "{:?}", began.elapsed());
}
