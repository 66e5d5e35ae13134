//! The metrics of a server, at an address that participants cannot reach.

use serde_json::json;

use crate::support::{Server, contest_file, house_entries, http};

pub(crate) async fn get(address: &str) -> (u16, String) {
    let answer = http().get(address).send().await.unwrap();
    (answer.status().as_u16(), answer.text().await.unwrap())
}

/// The figure of this name on the page.
pub(crate) fn figure(page: &str, name: &str) -> f64 {
    let line = page.lines().find_map(|line| line.strip_prefix(name).and_then(|rest| rest.strip_prefix(' ')));
    line.unwrap_or_else(|| panic!("no {name} in {page}")).parse().unwrap()
}

#[tokio::test]
async fn a_server_tells_how_it_is_and_only_whoever_looks_after_it() {
    let folder = tempfile::tempdir().unwrap();
    let contest = contest_file(&house_entries(), "");
    let server = Server::with_contest(folder.path(), &contest, &["--metrics", "127.0.0.1:0"]);
    let metrics = server.figures.clone().unwrap();
    let beside = metrics.trim_end_matches("/metrics");
    assert_eq!(get(&format!("{beside}/health")).await, (200, "alive\n".to_owned()));
    assert_eq!(get(&format!("{beside}/ready")).await, (200, "ready\n".to_owned()));

    let organiser = server.organiser().await;
    let links = organiser.links().await;
    let judge = server.join(&links[0].1).await;
    let (mut desk, mut seat) = (organiser.connect(0).await, judge.connect(0).await);
    for begin in ["draw", "open-round"] {
        assert_eq!(desk.ask(json!({"do": begin, "anyway": true})).await, None);
    }
    seat.until_phase("talk").await;
    seat.types(1, Some("left"), "Hello\n", "a").await;
    drop(seat);
    judge.connect(1).await.until_phase("talk").await;

    let (status, page) = get(&metrics).await;
    assert_eq!(status, 200);
    let of_contest = |name: &str| figure(&page, &format!("viva_{name}{{contest=\"story\"}}"));
    assert!(of_contest("contest_kept") == 1.0, "{page}");
    assert!(of_contest("interviews_live") == 4.0 && of_contest("people_connected") <= 1.0, "{page}");
    assert!(of_contest("record_events") > 10.0 && of_contest("ballots_outstanding") == 0.0, "{page}");
    assert!(
        figure(&page, "viva_turn_seconds_count") >= 8.0 && figure(&page, "viva_commit_seconds_count") >= 8.0,
        "{page}"
    );
    assert!(figure(&page, "viva_reconnects_total") == 1.0, "{page}");

    let stranger = http().get(&metrics).header("Host", "evil.example:9100").send().await.unwrap();
    assert_eq!(stranger.status().as_u16(), 421, "a page whose name was turned to this address reads nothing");
    assert!(!stranger.text().await.unwrap().contains("viva_"));

    assert_eq!(get(&format!("{}/metrics", server.url)).await.0, 404, "it tells too much for everybody");
}
