//! `docs/live.md` shows real frames: each is parsed here with the types of the protocol.

use contest::{
    event::ClientId,
    view::{judge::JudgeUpdate, organiser::Changed, referee::RefereeUpdate, witness::WitnessUpdate},
    wire::{FromClient, ToClient},
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use server::acts::Act;

const PAGE: &str = include_str!("../../../../docs/live.md");

/// The frames of the page after this arrow.
fn frames(arrow: &str) -> Vec<Value> {
    let lines = PAGE.lines().filter_map(|line| line.strip_prefix(arrow));
    lines.map(|line| serde_json::from_str(line).unwrap_or_else(|why| panic!("{line}: {why}"))).collect()
}

/// True when a frame is one of this type, with every field and no other.
fn is<T: Serialize + DeserializeOwned>(frame: &Value) -> bool {
    serde_json::from_value::<T>(frame.clone()).is_ok_and(|read| serde_json::to_value(read).unwrap() == *frame)
}

/// True when a frame is an organiser's act with an id.
fn is_act(frame: &Value) -> bool {
    let mut act = frame.clone();
    let id = act.as_object_mut().and_then(|act| act.remove("id"));
    id.is_some_and(|id| serde_json::from_value::<ClientId>(id).is_ok()) && is::<Act>(&act)
}

#[test]
fn what_the_page_says_a_client_sends_is_understood() {
    let frames = frames("→ ");
    assert!(frames.len() > 10);
    for frame in frames {
        assert!(is::<FromClient>(&frame) || is_act(&frame), "{frame}");
    }
}

#[test]
fn what_the_page_says_a_client_is_sent_is_sent() {
    let frames = frames("← ");
    assert!(frames.len() > 10);
    for frame in frames {
        let sent = is::<ToClient<JudgeUpdate>>(&frame)
            || is::<ToClient<WitnessUpdate>>(&frame)
            || is::<ToClient<RefereeUpdate>>(&frame)
            || is::<ToClient<Changed>>(&frame);
        assert!(sent, "{frame}");
    }
}

#[test]
fn the_page_shows_every_frame_there_is() {
    let kinds = |arrow, field: &str| {
        let mut kinds: Vec<String> =
            frames(arrow).iter().map(|frame| frame[field].as_str().unwrap().to_owned()).collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds.join(" ")
    };
    assert_eq!(
        kinds("→ ", "do"),
        "abort admit again announce ballot believe contribute disqualify draft draw end-phase extend open-round pause ping press put-matter ranking ready referee replan resume say vote"
    );
    assert_eq!(kinds("← ", "is"), "beat done drafted hello kept pong presence recording refused reload updates");
}
