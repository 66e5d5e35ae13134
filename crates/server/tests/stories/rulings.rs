//! Rulings that delete something: one that deletes nothing is refused, because the record could never be confirmed
//! after it.

use contest::{Command, command::Ending, contest::Phase, deletions::PartPlace};
use rulebook::Participant;
use serde_json::{Value, json};

use crate::served::Story;

const CONTEST: &str = r#"
id = "story"
name = "A story"
organiser = "Nobody"
isolation = "none"
rulebook = "two-party-2024"
judge = [{ name = "Ann" }]
confederate = [{ name = "Bob" }]

[[entry]]
name = "Echo"
contestant = "Nobody"
protocol = "stdio"
command = ["cat"]

[[entry]]
name = "Reverb"
contestant = "Nobody"
protocol = "stdio"
command = ["cat"]

[overrides]
awards = []

[overrides.roles]
judges = 1
confederates = 1
entries = 2
"#;

async fn closed() -> Story {
    let story = Story::of(CONTEST).await;
    let hall = &story.place.running;
    hall.ask(Participant::Organiser, Command::Draw { anyway: true }).await.unwrap();
    loop {
        let phase = hall.views().room().contest().unwrap().phase;
        let command = match Ending::of(phase) {
            Some(ending) => Command::EndPhase(ending),
            None if phase == Phase::Closed => break,
            None => Command::OpenRound { anyway: true },
        };
        hall.ask(Participant::Organiser, command).await.unwrap();
    }
    story
}

/// A token with which an organiser's program acts.
async fn token(story: &Story) -> String {
    let page = story.post("/story/organiser/access/token", "name=Script&may=act").await;
    page.body.split_once("<code>").unwrap().1.split('<').next().unwrap().to_owned()
}

/// The outcome of an organiser's act.
async fn acts((story, token): (&Story, &str), act: Value) -> (u16, String) {
    let more = format!("Authorization: Bearer {token}\r\nContent-Type: application/json\r\n");
    let answer = story.bare_request("POST", "/story/api/v1/acts", &more, &act.to_string()).await;
    (answer.status, answer.body)
}

fn delete(parts: &[&str]) -> Value {
    json!({"do": "delete", "parts": parts, "by": "organisers", "rule": "rule 17", "reason": "somebody asked"})
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ruling_that_names_what_is_not_there_is_refused_and_leaves_no_trace() {
    let story = closed().await;
    let token = token(&story).await;
    let by = (&story, &*token);
    let facts = story.facts().await.len();
    let (last, beyond) = (format!("{facts}/text"), format!("{}/text", facts + 1));
    for (parts, missing) in [
        (&["2/nothing"][..], "2/nothing"),
        (&["1/roster", "1/roster-too"], "1/roster-too"),
        (&[&*last], &*last),
        (&["1/roster", &*beyond], &*beyond),
        (&["18446744073709551615/text"], "18446744073709551615/text"),
    ] {
        let (status, told) = acts(by, delete(parts)).await;
        let why = format!("the record has no private part `{missing}`");
        assert!(status == 409 && told.contains(&why) && told.contains("viva record review"), "{parts:?}: {told}");
    }
    let (status, told) = acts(by, delete(&[])).await;
    assert_eq!(status, 409, "{told}");
    let (status, told) =
        acts(by, json!({"do": "erase", "who": "F1", "by": "organisers", "rule": "rule 17", "reason": "asked"})).await;
    assert!(status == 409 && told.contains("no text of F1"), "{told}");
    assert_eq!(story.facts().await.len(), facts, "nothing was ruled");

    let (status, told) = acts(by, delete(&["1/roster"])).await;
    assert_eq!(status, 200, "{told}");
    let gone = story.place.running.views().room().contest().unwrap().gone.clone();
    assert_eq!(gone, ["1/roster".parse::<PartPlace>().unwrap()].into());
    let (status, told) = acts(by, delete(&["1/roster"])).await;
    assert!(
        status == 409 && !told.contains("has no private part"),
        "it is gone already, which is another thing: {told}"
    );
}
