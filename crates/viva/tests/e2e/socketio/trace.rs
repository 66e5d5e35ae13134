//! Plays the trace in the documentation frame by frame.

use serde_json::json;

use super::{KEYS, Stage, raw::Raw};

const TRACE: &str = include_str!("../../../../../docs/protocols/socketio-people.txt");

#[tokio::test]
async fn a_judges_round_is_as_the_documentation_shows_it() {
    let stage = Stage::set(KEYS, "").await;
    let mut client = Raw::open(&stage.server.url, 3).await;
    for line in TRACE.lines().filter(|line| !line.starts_with('#')) {
        let (mark, frame) = line.split_at(2);
        match (mark, frame) {
            ("> ", frame) => client.send(&frame.replace("SECRET", &stage.codes[0])).await,
            // The session's id is random.
            ("< ", "0{\"sid\":\"") => assert!(client.frame().await.unwrap().starts_with(frame)),
            ("< ", frame) => assert_eq!(client.frame().await.unwrap(), frame),
            ("* ", "opens the round") => stage.open_round().await,
            ("* ", "ends the talk") => {
                let order = json!({"do": "end-phase", "ending": {"phase": "talk", "round": "R1"}});
                assert_eq!(stage.organiser.connect(0).await.ask(order).await, None);
            }
            _ => panic!("this line means nothing: {line}"),
        }
    }
}
