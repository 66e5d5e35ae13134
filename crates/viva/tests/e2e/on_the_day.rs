//! A day that does not go as planned: the contest file is edited, a judge falls ill, another comes late, a program
//! breaks, a round is spoilt. The record still verifies.

use reqwest::StatusCode;
use serde_json::json;

use crate::{
    desk::Desk,
    support::{Guest, Server, Socket, contest_file, house_entries},
};

const RESERVE: &str = "[[reserve]]\nname = \"Stand-by\"\ncontestant = \"The organisers\"\nprotocol = \"stdio\"\n";

fn contest() -> String {
    let command = json!([env!("CARGO_BIN_EXE_viva"), "entry", "play", "parrot"]);
    contest_file(&format!("{}{RESERVE}command = {command}\n", house_entries()), "")
}

/// Posts a form of the organiser's page.
async fn does(organiser: &Guest, form: &[(&str, &str)]) {
    let (status, page) = organiser.post("do", form).await;
    let notice = page.split("role=\"alert\"").nth(1).unwrap_or_default();
    assert_eq!(status, StatusCode::SEE_OTHER, "{form:?}: {}", &notice[..notice.len().min(300)]);
}

async fn play_round(desk: &mut Socket, round: u16) {
    assert_eq!(desk.ask(json!({"do": "open-round", "anyway": true})).await, None, "round {round}");
    for phase in ["talk", "scoring"] {
        let ending = json!({"phase": phase, "round": format!("R{round}")});
        assert_eq!(desk.ask(json!({"do": "end-phase", "ending": ending})).await, None, "round {round}");
    }
}

#[tokio::test]
async fn the_file_is_edited_people_are_exchanged_a_reserve_plays_a_round_is_repeated_and_the_record_verifies() {
    let (desk, text) = (Desk::new(), contest());
    desk.lay("contest.toml", &text);
    let (file, data) = (desk.path("contest.toml"), desk.path("data"));
    // A coin is tossed at the end, a minute of contest time after its announcement.
    let arguments = ["--pace", "100", file.to_str().unwrap()];
    let server = Server::start(&data, &arguments);
    let organiser = server.organiser().await;
    let links = organiser.links().await;
    let second = server.join(&links[1].1).await;
    assert_eq!(second.get(&second.page).await.0, StatusCode::OK);
    server.kill();

    // Before the first round the contest file is edited.
    desk.lay("contest.toml", text.replace("judge number 2", "Bea"));
    let server = Server::start(&data, &arguments);
    assert!(server.said.contains("J2 is Bea, no longer judge number 2 (make a new join link)"), "{}", server.said);
    let there = |guest: Guest| Guest { url: server.url.clone(), ..guest };
    let (organiser, second) = (there(organiser), there(second));
    assert_ne!(second.get(&second.page).await.0, StatusCode::OK, "whoever was J2 has no way in any more");

    let mut live = organiser.connect(0).await;
    assert_eq!(live.ask(json!({"do": "draw", "anyway": true})).await, None);
    play_round(&mut live, 1).await;

    // A judge falls ill, one comes late, and a program breaks.
    let third = server.join(&links[2].1.replace(&links[2].1[..links[2].1.find("/join/").unwrap()], &server.url)).await;
    let seat = third.connect(0).await;
    does(&organiser, &[("action", "replace"), ("who", "J3"), ("name", "Dan"), ("reason", "fell ill")]).await;
    let said = seat.says_before_the_end(json!({"do": "ready", "id": "late-1", "ready": true})).await;
    assert!(said.contains("replaced"), "{said}");
    assert_ne!(third.get(&third.page).await.0, StatusCode::OK, "whoever was J3 is signed out");
    let page = organiser.desk().await;
    assert!(page.contains("Dan") && page.contains("Stand-by") && !page.contains("judge number 3"));
    does(&organiser, &[("action", "admit"), ("role", "judge"), ("name", "Eve"), ("reason", "the train was late")])
        .await;
    let over = [("action", "take-over"), ("entry", "E2"), ("reserve", "Stand-by"), ("reason", "its disk is full")];
    does(&organiser, &over).await;
    let page = organiser.desk().await;
    assert!(page.contains("E5") && page.contains("J5") && page.contains("Eve"));
    let (status, _) = organiser.post("do", &over).await;
    assert_eq!(status, StatusCode::CONFLICT, "it stands by no more");

    // A round is spoilt while it runs.
    assert_eq!(live.ask(json!({"do": "open-round", "anyway": true})).await, None);
    does(&organiser, &[("action", "again"), ("round", "R2"), ("reason", "the power failed")]).await;
    let mut round = 3;
    while page_of(&organiser).await.contains("id=\"open-round\"") {
        play_round(&mut live, round).await;
        round += 1;
    }
    while !page_of(&organiser).await.contains("The contest is closed") {
        live.frame().await;
    }

    organiser.releases().await;
    let file = reqwest::get(format!("{}/story/record.viva", server.url)).await.unwrap().bytes().await.unwrap();
    desk.lay("story.viva", &file);
    desk.viva("record verify story.viva").ends(0).prints("consistent");
    let results = reqwest::get(format!("{}/story/results", server.url)).await.unwrap().text().await.unwrap();
    assert!(results.contains("Stand-by") && results.contains("replayed in another round"));
}

#[tokio::test]
async fn a_file_edited_while_a_round_runs_is_refused_by_name_and_the_round_goes_on_by_the_one_before() {
    let (desk, text) = (Desk::new(), contest());
    desk.lay("contest.toml", &text);
    let (file, data) = (desk.path("contest.toml"), desk.path("data"));
    let server = Server::start(&data, &[file.to_str().unwrap()]);
    let organiser = server.organiser().await;
    let mut live = organiser.connect(0).await;
    assert_eq!(live.ask(json!({"do": "draw", "anyway": true})).await, None);
    assert_eq!(live.ask(json!({"do": "open-round", "anyway": true})).await, None);
    server.kill();

    let serve = "serve --data data --listen 127.0.0.1:0 contest.toml";
    for (edited, told) in [
        (text.replace("judge number 2", "Bea"), "J2 is Bea, no longer judge number 2"),
        (format!("{text}talk = \"4m\"\n"), "`interview.talk` is \"4m\", no longer \"25m\""),
    ] {
        assert_ne!(edited, text);
        desk.lay("contest.toml", edited);
        let answer = desk.viva(serve).ends(1).says("would change what cannot be changed any more").says(told);
        answer.says("the first round has been opened").says("put the file back as it was");
    }

    // A program's command is not part of the agreed terms: a broken one can be fixed at any time.
    desk.lay("contest.toml", text.replace("\"parrot\"", "\"doctor\""));
    let server = Server::start(&data, &[file.to_str().unwrap()]);
    assert!(server.said.contains("another `command`"), "{}", server.said);
    let organiser = Guest { url: server.url.clone(), ..organiser };
    let page = page_of(&organiser).await;
    assert!(page.contains("Round 1 of 4") && page.contains("judge number 2") && !page.contains("Bea"));
}

async fn page_of(organiser: &Guest) -> String {
    organiser.desk().await
}
