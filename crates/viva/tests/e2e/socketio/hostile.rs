//! The attacks that brought the server of 2016 down, and others: nothing changes, and no judge sees any of it.

use serde_json::{Value, json};

use super::{KEYS, Stage, raw::Raw};

/// A client's message.
enum Sent {
    /// An event with this text as its payload.
    Event(&'static str, String),
    /// A raw frame.
    Frame(String),
    /// Bytes.
    Bytes(Vec<u8>),
}

/// The server's answer.
#[derive(Debug, PartialEq, Eq)]
enum Gets {
    /// The secret is wrong.
    AuthError,
    /// A sentence that contains these words.
    Refusal(&'static str),
    /// Nothing, or the end of the connection.
    Nothing,
}

#[tokio::test]
async fn what_brought_the_old_server_down_changes_nothing() {
    use Gets::{AuthError, Nothing, Refusal};
    use Sent::{Bytes, Event, Frame};

    let stage = Stage::set(KEYS, "").await;
    let code = |n: usize| stage.codes[n].clone();
    let with = |id: &str, secret: &str, mut payload: Value| {
        payload["id"] = json!(id);
        payload["secret"] = json!(secret);
        payload.to_string()
    };
    let organiser = stage.organiser_token();
    let judge = |payload| with("judge1", &code(1), payload);
    let panel = |status: &str| with("CONTROLLER", organiser, json!({"status": status}));
    let hi = || json!({"content": "hi", "to": "left"});
    let cases = vec![
        (
            "neither id nor secret runs no contest",
            Event("controller", json!({"status": "newRound"}).to_string()),
            AuthError,
        ),
        ("an id and no secret", Event("control", json!({"status": "register", "id": "judge0"}).to_string()), AuthError),
        ("an id that nobody has", Event("control", with("constructor", "", json!({"status": "register"}))), AuthError),
        (
            "somebody else's secret",
            Event("control", with("judge0", &code(1), json!({"status": "register"}))),
            AuthError,
        ),
        (
            "a judge as the organiser",
            Event("controller", with("CONTROLLER", &code(0), json!({"status": "startRound"}))),
            AuthError,
        ),
        (
            "the secret in capitals of another judge",
            Event("message", with("judge0", &code(1).to_uppercase(), hi())),
            AuthError,
        ),
        (
            "a secret with a quote in it",
            Event("control", with("judge0", "' OR 1=1 --", json!({"status": "recap"}))),
            AuthError,
        ),
        (
            "a program that nobody expects",
            Event("control", with("ai0", "abc123", json!({"status": "register"}))),
            AuthError,
        ),
        ("malformed JSON", Event("control", "{\"status\":".to_owned()), Refusal("no JSON")),
        (
            "an object instead of a text",
            Frame(r#"42["control",{"status":"register"}]"#.to_owned()),
            Refusal("JSON.stringify"),
        ),
        ("no payload at all", Frame(r#"42["message"]"#.to_owned()), Refusal("JSON.stringify")),
        ("two payloads, the first of which names nobody", Frame(r#"42["message","{}","{}"]"#.to_owned()), AuthError),
        ("a message before the round", Event("message", judge(hi())), Refusal("no round is open")),
        (
            "a message to a partner of another round",
            Event("message", judge(json!({"content": "hi", "to": "conf0"}))),
            Refusal("left, right"),
        ),
        ("a message without content", Event("message", judge(json!({"to": "left"}))), Refusal("`content`")),
        ("a score before the round", Event("score", judge(json!({"robot": "left"}))), Refusal("interview")),
        (
            "a score of somebody who is not there",
            Event("score", judge(json!({"robot": "ai0"}))),
            Refusal("left, right"),
        ),
        ("a judge who steers", Event("controller", judge(json!({"status": "startRound"}))), Refusal("not yours")),
        (
            "a judge who asks for the scores",
            Event("controller", judge(json!({"status": "statusUpdate"}))),
            Refusal("not yours"),
        ),
        ("final scores", Event("finalScore", judge(json!({"finalScores": [1, 2, 3, 4]}))), Refusal("your page")),
        ("an unknown status", Event("control", judge(json!({"status": "shutdown"}))), Refusal("`status`")),
        ("the first newRound", Event("controller", panel("newRound")), Nothing),
        ("the fifth newRound", Event("controller", panel("newRound")), Nothing),
        ("endRound before any round", Event("controller", panel("endRound")), Refusal("no round is running")),
        (
            "startRound with half of the people",
            Event("controller", panel("startRound")),
            Refusal("not everyone is ready"),
        ),
        ("the organiser as a judge", Event("message", with("CONTROLLER", organiser, hi())), Refusal("not yours")),
        (
            "a spectator far outside",
            Event("webcast", json!({"status": "setView", "round": 65535, "judge": 65535}).to_string()),
            Refusal("no such interview"),
        ),
        (
            "a spectator of round -1",
            Event("webcast", json!({"status": "setView", "round": -1, "judge": 0}).to_string()),
            Refusal("whole numbers"),
        ),
        ("an event that nobody knows", Frame(r#"42["shutdown","{}"]"#.to_owned()), Nothing),
        ("an event without a name", Frame("42[]".to_owned()), Nothing),
        ("a namespace that is none", Frame(r#"42/admin,["control","{}"]"#.to_owned()), Nothing),
        ("a frame of another protocol", Frame("hello".to_owned()), Nothing),
        ("a packet of type 9", Frame("49".to_owned()), Nothing),
        ("attachments that never come", Frame(r#"459-["message",{"_placeholder":true,"num":0}]"#.to_owned()), Nothing),
        ("an attachment to nothing", Bytes(vec![0, 159, 146, 150]), Nothing),
        ("a frame that is too long", Frame(format!(r#"42["message","{}"]"#, "x".repeat(100_000))), Nothing),
        ("NUL in everything", Event("message", with("judge\0", "\0", json!({"content": "\0", "to": "\0"}))), AuthError),
    ];
    assert!(cases.len() >= 15);
    let before = stage.organiser.get("/story/checkpoint").await;
    let mut watching = Raw::connect(&stage.server.url, 4).await;
    watching.emit("control", &with("judge0", &code(0), json!({"status": "register"}))).await;
    assert!(watching.event("control").await.is_some());
    let seen = watching.frames.len();
    for (title, sent, gets) in cases {
        for engine in [3, 4] {
            let mut client = Raw::connect(&stage.server.url, engine).await;
            match &sent {
                Event(event, text) => client.emit(event, text).await,
                Frame(frame) => client.send(frame).await,
                Bytes(bytes) => client.send_binary(bytes.clone()).await,
            }
            // Answered after everything before it, if the connection still exists.
            client.emit("webcast", &json!({"status": "setView", "round": 0, "judge": 0}).to_string()).await;
            let _ = client.event("participants").await;
            let frames = client.frames.join("\n");
            match gets {
                AuthError => assert!(frames.contains(r#"42["AuthError","Invalid secret"]"#), "{title}: {frames}"),
                Refusal(words) => {
                    // The contest answers after its decision.
                    let frames = if frames.contains("TargetError") {
                        frames
                    } else {
                        client.event("TargetError").await.unwrap_or_else(|| panic!("{title}: {frames}")).to_string()
                    };
                    assert!(frames.contains(words), "{title}: {frames}");
                }
                Nothing => assert!(!frames.contains("Error"), "{title}: {frames}"),
            }
        }
    }
    // The server runs, the contest is unchanged, and the judge heard nothing.
    let mut panel_client = Raw::connect(&stage.server.url, 4).await;
    panel_client.emit("controller", &panel("statusUpdate")).await;
    let status = panel_client.event("statusUpdate").await.unwrap();
    assert!(status.as_str().unwrap().starts_with(r#"{"roundNumber":0,"roundStatus":"Not Started","#), "{status}");
    assert_eq!(stage.organiser.get("/story/checkpoint").await, before);
    watching.emit("control", &with("judge0", &code(0), json!({"status": "recap"}))).await;
    assert_eq!(watching.event("recap").await.unwrap(), "[]");
    assert_eq!(watching.frames.len(), seen + 1, "{:?}", watching.frames);
}

#[tokio::test]
async fn whoever_guesses_secrets_or_floods_is_sent_away() {
    let stage = Stage::set(KEYS, "").await;
    let mut guesser = Raw::connect(&stage.server.url, 4).await;
    for n in 0..20 {
        let secret = format!("{n:032x}");
        let guess = json!({"status": "register", "id": "judge0", "secret": secret}).to_string();
        guesser.emit("control", &guess).await;
    }
    while guesser.frame().await.is_some_and(|frame| frame != "41") {}
    let guesses = guesser.frames.iter().filter(|frame| frame.contains("AuthError")).count();
    assert_eq!(guesses, 8, "{:?}", guesser.frames);

    // A line of a thousand keys is typed at the rulebook's rate at most, and a hundred such lines are not all queued.
    let mut writer = Raw::connect(&stage.server.url, 4).await;
    let payload =
        |content: &str| json!({"content": content, "to": "left", "id": "judge0", "secret": stage.codes[0]}).to_string();
    writer.emit("control", &json!({"status": "register", "id": "judge0", "secret": stage.codes[0]}).to_string()).await;
    writer.event("control").await.unwrap();
    stage.open_round().await;
    writer.event("control").await.unwrap();
    let long = "x".repeat(1000);
    for _ in 0..60 {
        writer.emit("message", &payload(&long)).await;
    }
    let refused = writer.event("TargetError").await.unwrap();
    assert!(refused.as_str().unwrap().contains("wait to be typed"), "{refused}");
}

#[tokio::test]
async fn a_client_that_floods_and_reads_nothing_is_cut_off_and_the_contest_goes_on() {
    let stage = Stage::set(KEYS, "").await;
    let with = |who: usize, status: &str| {
        json!({"status": status, "id": format!("judge{who}"), "secret": stage.codes[who]}).to_string()
    };
    let mut other = Raw::connect(&stage.server.url, 4).await;
    other.emit("control", &with(0, "register")).await;
    other.event("control").await.unwrap();
    for engine in [3, 4] {
        let mut flooder = Raw::connect(&stage.server.url, engine).await;
        flooder.emit("control", &with(1, "register")).await;
        flooder.event("control").await.unwrap();
        let asked = flooder.floods("control", &with(1, "roundInformation"), 500_000).await;
        assert!(asked < 500_000, "nobody cut it off");
        // The other judge is served during the flood and after it.
        other.emit("control", &with(0, "recap")).await;
        assert_eq!(other.event("recap").await.unwrap(), "[]");
    }
    // The flooder's seat remains in the contest.
    let mut again = Raw::connect(&stage.server.url, 4).await;
    again.emit("control", &with(1, "register")).await;
    assert!(again.event("control").await.unwrap().as_str().unwrap().contains("newRound"));
}
