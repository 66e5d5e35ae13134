//! A small contest from its first word to its result, played by independent clients.

use serde_json::{Value, json};

use super::{
    KEYS, MESSAGES, Stage,
    peer::{MIDDLE, NEW, OLD, OLDEST, Peer},
    raw::Raw,
};
use crate::support::Socket;

const WEBSOCKET: &[&str] = &["websocket"];
const POLLING: &[&str] = &["polling"];
/// The library's default: polling, then an upgrade.
const UPGRADED: &[&str] = &[];

#[tokio::test]
async fn clients_of_three_ages_play_a_contest_of_keystrokes() {
    play(KEYS).await;
}

#[tokio::test]
async fn and_one_of_messages() {
    play(MESSAGES).await;
}

async fn play(rulebook: &str) {
    let stage = Stage::set(rulebook, "").await;
    let url = &stage.server.url;
    let seats = [
        ("judge0", OLD, UPGRADED),
        ("judge1", NEW, WEBSOCKET),
        ("judge2", MIDDLE, UPGRADED),
        ("conf0", MIDDLE, POLLING),
        ("conf1", NEW, POLLING),
        ("conf2", OLD, WEBSOCKET),
    ];
    let mut peers = Vec::new();
    for ((id, version, transports), code) in seats.into_iter().zip(&stage.codes) {
        let mut peer = Peer::connect(url, version, transports, id, code).await;
        peer.register().await;
        let partners = peer.control("newRound").await["partners"].clone();
        let expected = if id.starts_with("judge") { json!(["left", "right"]) } else { json!(["judge"]) };
        assert_eq!(partners, json!({ id: expected }), "nobody's partners but its own, by seat");
        peers.push(peer);
    }
    let mut panel = Peer::connect(url, OLD, POLLING, "CONTROLLER", stage.organiser_token()).await;
    let mut spectator = Peer::connect(url, MIDDLE, UPGRADED, "", "").await;
    spectator.emit_raw("webcast", json!(r#"{"status":"setView","round":0,"judge":0}"#)).await;
    let shown = json!({"judge": "judge0", "participant1": "participant1", "participant2": "participant2"});
    assert_eq!(spectator.hear("participants").await, shown);
    assert_eq!(spectator.hear("recap").await, json!([]));

    all_are_connected(&mut panel).await;
    start(&mut panel, &mut peers).await;
    let human = talk(&mut peers, 0).await;
    panel.emit("controller", json!({"status": "endRound"})).await;
    for peer in &mut peers {
        peer.control("endRound").await;
    }
    // The form is open in this phase, and the latest answer counts.
    let machine = if human == "left" { "right" } else { "left" };
    peers[0].emit("score", json!({"robot": human})).await;
    peers[0].emit("score", json!({"robot": machine})).await;
    let status = until(&mut panel, |status| status["scoredClients"] == json!(["judge0"])).await;
    assert_eq!(status["scores"], json!([{}, {}, {}]), "answers are nobody's before the end");

    panel.emit("controller", json!({"status": "newRound"})).await;
    for peer in &mut peers {
        peer.control("newRound").await;
    }
    let status = until(&mut panel, |status| status["roundNumber"] == 1).await;
    assert_eq!(status["roundStatus"], "Not Started");
    start(&mut panel, &mut peers).await;
    talk(&mut peers, 1).await;
    assert!(!spectator.log.iter().any(|line| line.contains("message")), "{:#?}", spectator.log);

    let mut desk = stage.organiser.connect(0).await;
    let seen = spectator_until_closed(&mut desk, &mut spectator).await;
    assert_eq!(
        seen[0],
        json!({"content": "Are you there, right?", "to": "participant2", "id": "judge0", "secret": ""})
    );
    let status = until(&mut panel, |status| status["roundStatus"] == "Finished").await;
    let robot = status["scores"][0]["judge0"].as_str().unwrap().to_owned();
    assert!(robot.starts_with("ai"), "the judge was right: {status}");
    let (_, result) = stage.organiser.get("/story/results.json").await;
    assert!(serde_json::from_str::<Value>(&result).is_ok(), "{result}");
    for (peer, (id, ..)) in peers.iter().zip(seats).filter(|(_, (id, ..))| id.starts_with("judge")) {
        let told = peer.log.join("\n");
        for name in ["ai0", "ai1", "ai2", "conf", "confederate", "Program", "doctor"] {
            assert!(!told.contains(name), "{id} was told of `{name}`: {told}");
        }
    }
}

#[tokio::test]
async fn the_panel_makes_the_draw_and_before_it_nothing_has_started() {
    let stage = Stage::undrawn(MESSAGES, "", &[]).await;
    let url = &stage.server.url;
    let mut panel = Peer::connect(url, OLD, POLLING, "CONTROLLER", stage.organiser_token()).await;
    let mut judge = Peer::connect(url, OLDEST, POLLING, "judge0", &stage.codes[0]).await;
    judge.register().await;
    judge.emit("control", json!({"status": "roundInformation"})).await;
    let round = judge.hear("roundInformation").await;
    assert_eq!((&round["roundNumber"], &round["status"]), (&json!(-1), &json!("Not Started")));
    let status = until(&mut panel, |_| true).await;
    assert_eq!(status["roundStatus"], "Not Started");

    panel.emit("controller", json!({"status": "startRound"})).await;
    let partners = judge.control("newRound").await["partners"].clone();
    assert_eq!(partners, json!({"judge0": ["left", "right"]}));
    let status = until(&mut panel, |_| true).await;
    assert_eq!((&status["roundNumber"], &status["roundStatus"]), (&json!(0), &json!("Not Started")));
}

/// Umlaut, sign and emoji, from each age of the library to each other, by each transport.
#[tokio::test]
async fn every_age_of_the_library_says_and_hears_every_letter_by_every_transport() {
    let ages = [OLDEST, OLD, MIDDLE, NEW];
    for (nth, version) in ages.into_iter().enumerate() {
        for (transports, other) in [(POLLING, WEBSOCKET), (WEBSOCKET, POLLING)] {
            let stage = Stage::set(MESSAGES, "").await;
            let url = &stage.server.url;
            let mut peers = Vec::new();
            let seats = ["judge0", "judge1", "judge2", "conf0", "conf1", "conf2"];
            for (id, code) in seats.into_iter().zip(&stage.codes) {
                // Judges are of this age, confederates of the next.
                let (version, transports) =
                    if id.starts_with("judge") { (version, transports) } else { (ages[(nth + 1) % 4], other) };
                let mut peer = Peer::connect(url, version, transports, id, code).await;
                peer.register().await;
                peer.control("newRound").await;
                peers.push(peer);
            }
            stage.open_round().await;
            for peer in &mut peers {
                peer.control("startRound").await;
            }
            let (question, answer) = ("Grüße für 10 €? 😀", "Schön, Ã¼brigens: ½ 日本 👩‍🚀");
            for seat in ["left", "right"] {
                peers[0].emit("message", json!({"content": question, "to": seat})).await;
            }
            let (judges, confederates) = peers.split_at_mut(3);
            let [one, two, three] = confederates else { panic!("three confederates") };
            let (partner, asked) = tokio::select! {
                asked = one.hear("message") => (one, asked),
                asked = two.hear("message") => (two, asked),
                asked = three.hear("message") => (three, asked),
            };
            assert_eq!(asked["content"], question, "{version} by {transports:?}");
            partner.emit("message", json!({"content": answer, "to": "judge"})).await;
            let mut heard = judges[0].hear("message").await;
            while heard["content"] != answer {
                let content = heard["content"].as_str().unwrap();
                assert!(content.is_ascii(), "the program answers in ASCII: {version} by {transports:?}: {content}");
                heard = judges[0].hear("message").await;
            }
        }
    }
}

/// A judge talks with both seats; the seat in which a person answered.
async fn talk(peers: &mut [Peer], judge: usize) -> String {
    for seat in ["right", "left"] {
        let content = format!("Are you there, {seat}?");
        peers[judge].emit("message", json!({"content": content, "to": seat})).await;
    }
    // The confederate who hears this answers; the program answers by itself.
    let (confederate, asked) = {
        let [.., one, two, three] = peers else { panic!("three confederates") };
        tokio::select! {
            asked = one.hear("message") => (3, asked),
            asked = two.hear("message") => (4, asked),
            asked = three.hear("message") => (5, asked),
        }
    };
    assert_eq!(asked["id"], "judge");
    assert_eq!(asked["to"], format!("conf{}", confederate - 3));
    let seat = asked["content"].as_str().unwrap().trim_end_matches('?').rsplit(' ').next().unwrap().to_owned();
    let reply = "A person types this.";
    peers[confederate].emit("message", json!({"content": reply, "to": "judge"})).await;
    let mut answered = Vec::new();
    while answered.len() < 2 {
        let message = peers[judge].hear("message").await;
        assert_eq!((&message["to"], &message["secret"]), (&json!(format!("judge{judge}")), &json!("")));
        if message["content"] == reply {
            assert_eq!(message["id"], seat);
        }
        let from = message["id"].as_str().unwrap().to_owned();
        if !answered.contains(&from) {
            answered.push(from);
        }
    }
    peers[judge].emit("control", json!({"status": "recap"})).await;
    let recap = peers[judge].hear("recap").await;
    let contents: Vec<&str> = recap.as_array().unwrap().iter().map(|said| said["content"].as_str().unwrap()).collect();
    // The reply to the first may arrive before the second.
    let asked: Vec<&str> = contents.iter().copied().filter(|said| said.starts_with("Are you there")).collect();
    assert_eq!(asked, ["Are you there, right?", "Are you there, left?"]);
    assert!(contents.contains(&reply) && contents.len() >= 4, "{contents:?}");
    peers[confederate].emit("control", json!({"status": "recap"})).await;
    let recap = peers[confederate].hear("recap").await;
    assert_eq!(recap.as_array().unwrap().len(), 2);
    peers[judge].emit("control", json!({"status": "roundInformation"})).await;
    let round = peers[judge].hear("roundInformation").await;
    let partners = json!({ format!("judge{judge}"): ["left", "right"] });
    assert_eq!(round, json!({"roundNumber": judge, "status": "Running", "partners": partners}));
    seat
}

async fn all_are_connected(panel: &mut Peer) {
    let all = |status: &Value| {
        let clients = status["connectedClients"].as_array().unwrap();
        let mut clients = clients.iter().flat_map(|role| role.as_object().unwrap().values());
        clients.all(|connected| connected == true)
    };
    let status = until(panel, all).await;
    assert_eq!(status["connectedClients"][0], json!({"judge0": true, "judge1": true, "judge2": true}));
    assert_eq!(status["connectedClients"][1], json!({"ai0": true, "ai1": true, "ai2": true}));
    assert_eq!((&status["roundNumber"], &status["roundStatus"]), (&json!(0), &json!("Not Started")));
}

/// The panel's status, once it is as expected.
async fn until(panel: &mut Peer, expected: impl Fn(&Value) -> bool) -> Value {
    loop {
        panel.emit("controller", json!({"status": "statusUpdate"})).await;
        let status = panel.hear("statusUpdate").await;
        if expected(&status) {
            return status;
        }
    }
}

/// Presses the panel's button until all are in place.
async fn start(panel: &mut Peer, peers: &mut [Peer]) {
    let waiting = |status: &Value| status["roundStatus"] == "Not Started";
    while waiting(&until(panel, |_| true).await) {
        panel.emit("controller", json!({"status": "startRound"})).await;
    }
    for peer in peers {
        peer.control("startRound").await;
    }
}

/// The organiser ends every phase; returns everything shown to the spectator by the close.
async fn spectator_until_closed(desk: &mut Socket, spectator: &mut Peer) -> Vec<Value> {
    for ending in [
        json!({"phase": "talk", "round": "R2"}),
        json!({"phase": "scoring", "round": "R2"}),
        json!(null),
        json!({"phase": "talk", "round": "R3"}),
        json!({"phase": "scoring", "round": "R3"}),
    ] {
        let order = if ending.is_null() {
            json!({"do": "open-round", "anyway": true})
        } else {
            json!({"do": "end-phase", "ending": ending})
        };
        assert_eq!(desk.ask(order).await, None);
    }
    // Not every rulebook has ballots at the end; without them, the contest is closed by now.
    let _ = desk.ask(json!({"do": "end-phase", "ending": {"phase": "end-ballots", "trial": 1}})).await;
    let mut seen = Vec::new();
    for _ in 0..4 {
        seen.push(spectator.hear("message").await);
    }
    seen
}

#[tokio::test]
async fn small_programs_without_the_library_register_and_come_back() {
    let stage = Stage::set(KEYS, "").await;
    let (url, code) = (&stage.server.url, &stage.codes[0]);
    let register = json!({"status": "register", "id": "judge0", "secret": code}).to_string();
    let mut old = Raw::connect(url, 3).await;
    old.emit("control", &register).await;
    let expected = r#"{"status":"newRound","partners":{"judge0":["left","right"]}}"#;
    assert_eq!(old.event("control").await.unwrap(), expected);
    // The same code admits the same client again, and the newer socket speaks for the judge.
    let mut new = Raw::connect(url, 4).await;
    new.emit("control", &register).await;
    assert_eq!(new.event("control").await.unwrap(), expected);
    stage.open_round().await;
    assert_eq!(new.event("control").await.unwrap(), r#"{"status":"startRound"}"#);
    // A client that did not register after a lost connection is identified by its messages.
    old.emit("control", &json!({"status": "roundInformation", "id": "J1", "secret": code}).to_string()).await;
    let expected = r#"{"roundNumber":0,"status":"Running","partners":{"J1":["left","right"]}}"#;
    assert_eq!(old.event("roundInformation").await.unwrap(), expected);
    assert!(!old.frames.iter().any(|frame| frame.contains("startRound")), "{:?}", old.frames);
    // The link is used up for anybody who finds it later; a new link ends the old client's part.
    let (status, _) = stage.organiser.get(&format!("/join/{code}")).await;
    assert_eq!(status, 410);
    stage.organiser.replaces_card("J1").await;
    let mut late = Raw::connect(url, 4).await;
    late.emit("control", &register).await;
    assert_eq!(late.event("AuthError").await.unwrap(), "Invalid secret");
}

#[tokio::test]
async fn clients_of_2018_find_their_session_in_a_cookie() {
    let stage = Stage::set(KEYS, "").await;
    let opened = |engine: u8| {
        let address = format!("{}/socket.io/?EIO={engine}&transport=polling", stage.server.url);
        async move { crate::support::http().get(address).header("origin", "null").send().await.unwrap() }
    };
    let answer = opened(3).await;
    let cookie = answer.headers()["set-cookie"].to_str().unwrap().to_owned();
    let body = answer.text().await.unwrap();
    let sid = body.split("\"sid\":\"").nth(1).unwrap().split('"').next().unwrap();
    assert_eq!(cookie, format!("io={sid}; Path=/; HttpOnly; SameSite=Lax"));
    let length: usize = body.split(':').next().unwrap().parse().unwrap();
    assert!(length > 50 && body.len() >= length, "Engine.IO 3 counts its frames: {body}");
    let answer = opened(4).await;
    assert!(answer.headers().get("set-cookie").is_none());
    // A page of another site may not speak here.
    let foreign = crate::support::http()
        .post(format!("{}/socket.io/?EIO=4&transport=polling&sid={sid}", stage.server.url))
        .header("origin", "http://elsewhere.example")
        .send()
        .await
        .unwrap();
    assert_eq!(foreign.status(), 403);
}
