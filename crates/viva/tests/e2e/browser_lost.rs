//! A server whose database lost events, or whose disk is full: the organiser reads the problem and the remedy before
//! anybody is admitted, and continues by a recorded decision. Screenshots stay in `artifacts/`.

use std::{fs, path::Path};

use fantoccini::Client;
use reqwest::StatusCode;
use serde_json::json;

use crate::{
    browser::{Driver, fits, sees, shoot},
    looks::looked_at,
    support::{Guest, Server, contest_file, house_entries},
};

/// Opens the organiser's page in this browser.
async fn shows(client: &Client, server: &Server, words: &str, name: &str) {
    client.goto(&format!("{}/story/organiser", server.url)).await.unwrap();
    sees(client, &format!("//main[contains(.,\"{words}\")]")).await;
    assert!(fits(client).await);
    shoot(client, name).await;
    looked_at(client, name).await;
}

/// Cuts the last byte of the write-ahead log, like a disk that lost its last block: the last commit is gone.
fn cut_log(data: &Path) {
    let log = fs::File::options().write(true).open(data.join("store.db-wal")).unwrap();
    log.set_len(log.metadata().unwrap().len() - 1).unwrap();
}

#[tokio::test]
async fn an_organiser_reads_what_a_database_lost_and_decides_to_go_on() {
    let (driver, folder) = (Driver::start(), tempfile::tempdir().unwrap());
    let data = folder.path().join("data");
    let server = Server::with_contest(folder.path(), &contest_file(&house_entries(), ""), &[]);
    let organiser = server.organiser().await;
    let judge = server.join(&organiser.links().await[0].1).await;
    let client = driver.browser(1280, 800, false).await;
    client.goto(&server.url).await.unwrap();
    let (name, value) = organiser.cookie.split_once('=').unwrap();
    client.execute("document.cookie = arguments[0]", vec![json!(format!("{name}={value}; path=/"))]).await.unwrap();
    let mut desk = organiser.connect(0).await;
    for act in [
        json!({"do": "draw", "anyway": true}),
        json!({"do": "announce", "to": "everybody", "words": "Tea at four."}),
        json!({"do": "announce", "to": "everybody", "words": "Tea at five."}),
    ] {
        assert_eq!(desk.ask(act).await, None);
    }
    server.kill();
    cut_log(&data);

    let server = Server::start(&data, &[]);
    assert!(server.said.contains("contest `story` is not taken up, and nobody is let in"), "{}", server.said);
    assert!(server.said.contains("--continue-shorter story"), "{}", server.said);
    shows(&client, &server, "cannot continue yet", "lost-row").await;
    for (guest, words) in [(&organiser, "--continue-shorter story"), (&judge, "You do not need to do anything")] {
        let guest = Guest { url: server.url.clone(), ..guest.clone() };
        let (status, page) = guest.get(&guest.page).await;
        assert!(status == StatusCode::SERVICE_UNAVAILABLE && page.contains(words), "{page}");
        assert_eq!(page.contains("continue-shorter"), guest.page.contains("organiser"), "{page}");
    }
    server.kill();

    // The decision is recorded, and needed only once.
    Server::start(&data, &["--continue-shorter", "story"]).kill();
    let server = Server::start(&data, &[]);
    let organiser = Guest { url: server.url.clone(), ..organiser };
    assert_eq!(organiser.get(&organiser.page).await.0, StatusCode::OK);
    server.kill();

    for file in fs::read_dir(&data).unwrap().map(|file| file.unwrap().path()) {
        if file.file_name().unwrap().to_str().unwrap().starts_with("store.db") {
            fs::remove_file(file).unwrap();
        }
    }
    // Without the contest file, and with it: the database holds no people any more, so the organiser needs a new link.
    for files in [&[][..], &[folder.path().join("contest.toml").to_str().unwrap()]] {
        let server = Server::start(&data, files);
        assert!(server.said.contains("not taken up, and nobody is let in"), "{}", server.said);
        let link = server.organiser_link.clone().expect("a way in");
        client.goto(&link).await.unwrap();
        sees(&client, "//main[contains(.,'holds no events of this contest')]").await;
        let name = if files.is_empty() { "lost-store" } else { "lost-store-known" };
        shoot(&client, name).await;
        looked_at(&client, name).await;
        let (status, page) = organiser_of(&server).get("/story/organiser").await;
        assert!(status == StatusCode::SERVICE_UNAVAILABLE && !page.contains("continue-shorter"), "{page}");
        server.kill();
    }
    client.close().await.unwrap();
}

/// A guest with a session unknown to the database.
fn organiser_of(server: &Server) -> Guest {
    Guest {
        url: server.url.clone(),
        cookie: format!("viva-story-organiser={}", "0".repeat(32)),
        page: "/story/organiser".to_owned(),
    }
}

#[tokio::test]
async fn an_organiser_reads_that_nothing_can_be_recorded() {
    let (driver, folder) = (Driver::start(), tempfile::tempdir().unwrap());
    let server = Server::with_contest(folder.path(), &contest_file(&house_entries(), ""), &["--max-mb", "1"]);
    let organiser = server.organiser().await;
    let client = driver.browser(1280, 800, false).await;
    client.goto(&server.url).await.unwrap();
    let (name, value) = organiser.cookie.split_once('=').unwrap();
    client.execute("document.cookie = arguments[0]", vec![json!(format!("{name}={value}; path=/"))]).await.unwrap();
    let mut desk = organiser.connect(0).await;
    desk.send(json!({"do": "draw", "id": "d-1", "anyway": true})).await;
    for n in 0.. {
        assert!(n < 5_000, "a megabyte is full some time");
        let words = "room ".repeat(90);
        desk.send(json!({"do": "announce", "id": format!("a-{n}"), "to": "everybody", "words": words})).await;
        if desk.frame().await["is"] == "recording" {
            break;
        }
    }
    shows(&client, &server, "can record nothing", "full-disk").await;
    client.close().await.unwrap();
}
